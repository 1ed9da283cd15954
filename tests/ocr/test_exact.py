"""A born-digital page gives its words, sizes, colours and fonts exactly, and only what a person sees."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from pipeline.errors import Damaged
from pipeline.ocr.drawn_colour import to_rgb
from pipeline.ocr.exact import read_exact


def pdf(path: Path, contents: str, *, rotate: int = 0, crop: tuple[float, ...] | None = None) -> Path:
    """A page of 300 x 200 points, its media box beginning at (-5, -7) where it is cropped.

    Fonts /R and /B, spot colour /Spot (a red).
    """
    made = pikepdf.new()
    page = made.add_blank_page(page_size=(300, 200))
    tint = made.make_stream(b"{ dup 0 mul exch dup 0.9 mul exch 0.8 mul 0 }", FunctionType=4, Domain=[0, 1], Range=[0, 1] * 4)
    page.Resources = pikepdf.Dictionary(
        Font=pikepdf.Dictionary(
            R=pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica),
            B=pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name("/Times-Bold")),
        ),
        ColorSpace=pikepdf.Dictionary(
            Spot=pikepdf.Array([pikepdf.Name.Separation, pikepdf.Name("/Warning#20Red"), pikepdf.Name.DeviceCMYK, tint])
        ),
    )
    page.Contents = made.make_stream(contents.encode())
    if rotate:
        page.Rotate = rotate
    if crop:
        page.MediaBox, page.CropBox = [-5, -7, 300, 200], list(crop)
    made.save(path)
    return path


def test_words_have_place_size_colour_and_font(tmp_path: Path) -> None:
    path = pdf(tmp_path / "a.pdf", "BT /R 12 Tf 1 0 0 rg 20 150 Td (Red warning) Tj ET BT /B 9 Tf 0 g 20 100 Td (bold) Tj ET")
    text = read_exact(path, 1)
    assert text.exact
    assert text.engine.startswith("pdfplumber ")
    assert [w.text for w in text.words] == ["Red", "warning", "bold"]
    red, _, bold = text.words
    assert (red.size, red.rgb, red.font) == (12.0, (255, 0, 0), "Helvetica")
    assert (bold.size, bold.rgb, bold.font) == (9.0, (0, 0, 0), "Times-Bold")
    assert red.box.x0 == pytest.approx(20, abs=0.5)
    assert red.box.y0 < 50 < red.box.y1 + 3
    assert red.certainty == 1.0


def test_a_name_of_a_subset_font_loses_its_prefix(tmp_path: Path) -> None:
    path = pdf(tmp_path / "a.pdf", "BT /R 12 Tf 20 150 Td (word) Tj ET")
    with pikepdf.open(path, allow_overwriting_input=True) as made:
        font = made.pages[0].Resources.Font.R
        font.BaseFont = pikepdf.Name("/ABCDEF+Oddface-Bold")
        font.FirstChar, font.LastChar, font.Widths = 0, 255, [500] * 256
        font.FontDescriptor = pikepdf.Dictionary(
            Type=pikepdf.Name.FontDescriptor, FontName=font.BaseFont, Flags=32, FontBBox=[0, -200, 1000, 800], ItalicAngle=0,
            Ascent=800, Descent=-200, CapHeight=700, StemV=80,
        )  # fmt: skip
        made.save(path)
    assert read_exact(path, 1).words[0].font == "Oddface-Bold"


@pytest.mark.parametrize(
    ("paint", "expected"),
    [("0.5 g", (128, 128, 128)), ("0.2 0.4 0.6 rg", (51, 102, 153)), ("0 1 1 0 k", (255, 0, 0)), ("0 0 0 1 k", (0, 0, 0))],
)
def test_plain_colours_become_red_green_and_blue(tmp_path: Path, paint: str, expected: tuple[int, int, int]) -> None:
    path = pdf(tmp_path / "a.pdf", f"BT /R 12 Tf {paint} 20 150 Td (word) Tj ET")
    assert read_exact(path, 1).words[0].rgb == expected


def test_a_spot_colour_is_looked_up_in_the_drawn_page(tmp_path: Path) -> None:
    path = pdf(tmp_path / "a.pdf", "BT /B 30 Tf /Spot cs 1 scn 20 120 Td (Warning) Tj ET")
    red, green, blue = read_exact(path, 1).words[0].rgb or (0, 0, 0)
    assert red > 180
    assert max(green, blue) < 90


def test_text_that_nobody_sees_is_left_out(tmp_path: Path) -> None:
    path = pdf(
        tmp_path / "a.pdf",
        "BT /R 12 Tf 20 150 Td (seen) Tj 3 Tr 0 -20 Td (VALID) Tj 0 Tr 0 -20 Td (too) Tj ET "
        "BT /R 12 Tf 1 g 20 60 Td (white) Tj ET BT /R 12 Tf 0 g 400 60 Td (outside) Tj ET",
    )
    assert [w.text for w in read_exact(path, 1).words] == ["seen", "too"]


def test_white_letters_on_a_dark_bar_are_seen(tmp_path: Path) -> None:
    path = pdf(tmp_path / "a.pdf", "0 0 0.4 rg 10 90 200 30 re f BT /R 12 Tf 1 g 20 100 Td (Heading) Tj ET")
    assert [w.text for w in read_exact(path, 1).words] == ["Heading"]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (10, 20, 290, 190)])
def test_boxes_lie_where_the_page_shows_the_word(tmp_path: Path, rotate: int, crop: tuple[float, ...] | None) -> None:
    turned = {0: "1 0 0 1 40 120", 90: "0 1 -1 0 120 40", 180: "-1 0 0 -1 260 90", 270: "0 -1 1 0 120 160"}[rotate]
    path = pdf(tmp_path / "a.pdf", f"BT /R 14 Tf {turned} Tm (Summary) Tj ET", rotate=rotate, crop=crop)
    (word,) = read_exact(path, 1).words
    scale = 4
    drawn = pypdfium2.PdfDocument(path)[0].render(scale=scale).to_numpy()[:, :, 0] < 128
    rows, columns = drawn.any(axis=1).nonzero()[0], drawn.any(axis=0).nonzero()[0]
    assert word.text == "Summary"
    assert word.box.x0 == pytest.approx(columns[0] / scale, abs=2)
    assert word.box.x1 == pytest.approx((columns[-1] + 1) / scale, abs=2)
    assert word.box.y0 - 1 <= rows[0] / scale
    assert (rows[-1] + 1) / scale <= word.box.y1 + 1


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    left = "".join(f"BT /R 9 Tf 20 {150 - 12 * i} Td (left column line {i}) Tj ET " for i in range(3))
    right = "".join(f"BT /R 9 Tf 170 {152 - 12 * i} Td (right column line {i}) Tj ET " for i in range(3))
    path = pdf(tmp_path / "a.pdf", "BT /B 12 Tf 40 175 Td (A heading over both of the columns) Tj ET " + right + left)
    lines = [line.text for line in read_exact(path, 1).lines]
    assert lines == ["A heading over both of the columns", *(f"left column line {i}" for i in range(3)),
                     *(f"right column line {i}" for i in range(3))]  # fmt: skip


def test_a_page_whose_contents_are_rubbish_is_damaged_or_empty(tmp_path: Path) -> None:
    path = pdf(tmp_path / "a.pdf", "BT /R 12 Tf (unended [ << ET")
    try:
        assert read_exact(path, 1).words == ()
    except Damaged as error:
        assert "page 1" in str(error)


def test_colours_that_need_more_than_their_numbers_are_not_guessed() -> None:
    assert to_rgb("Separation", (1.0,)) is None
    assert to_rgb("Lab", (50, 60, 40)) is None
    assert to_rgb("DeviceRGB", None) == (0, 0, 0)
    assert to_rgb("DeviceCMYK", (0, 0, 0, 0)) == (255, 255, 255)
