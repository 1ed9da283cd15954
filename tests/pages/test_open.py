"""Opening scan files: what they are, whether they are whole, and that no page is lost or made up."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import img2pdf
import numpy as np
import pikepdf
import pytest
from PIL import Image

from pipeline.errors import Damaged, Locked, NotADocument, OverLimit
from pipeline.pages.open import open_scan
from pipeline.settings import Limits
from tests.pages import drawing


@pytest.fixture(scope="module")
def page() -> np.ndarray:
    return drawing.signature_page(100).gray


def pdf_of(path: Path, *pages: np.ndarray, dpi: int = 100) -> Path:
    """A PDF as scanner software makes it: one picture a page."""
    layout = img2pdf.get_fixed_dpi_layout_fun((dpi, dpi))
    path.write_bytes(img2pdf.convert([as_png(p) for p in pages], layout_fun=layout))
    return path


def as_png(pixels: np.ndarray) -> bytes:
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


def as_jpeg(pixels: np.ndarray) -> bytes:
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=80, dpi=(100, 100))
    return out.getvalue()


def with_contents(path: Path, contents: bytes, **page_entries: object) -> Path:
    """A one-page PDF whose page description is `contents`, with Helvetica as /F1."""
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(612, 792))
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    page.Contents = pdf.make_stream(contents)
    for key, value in page_entries.items():
        page["/" + key] = value
    pdf.save(path)
    return path


# --- what it is ---


@pytest.mark.parametrize(
    ("kind", "suffix", "options"),
    [("PNG", "png", {}), ("JPEG", "jpg", {}), ("TIFF", "tif", {}), ("BMP", "bmp", {}), ("GIF", "gif", {}), ("WEBP", "webp", {})],
)
def test_a_picture_file_is_one_page_of_its_pixels(
    tmp_path: Path, page: np.ndarray, kind: str, suffix: str, options: dict[str, object]
) -> None:
    path = tmp_path / f"scan.{suffix}"
    Image.fromarray(page).save(path, kind, **options)
    with open_scan(path) as scan:
        (raw,) = scan.pages()
    assert raw.gray.shape == page.shape
    assert float(np.abs(raw.gray.astype(int) - page).mean()) < 6


def test_the_bytes_say_what_a_file_is_not_its_name(tmp_path: Path, page: np.ndarray) -> None:
    path = tmp_path / "section.pdf"
    Image.fromarray(page).save(path, "TIFF")
    with open_scan(path) as scan:
        assert scan.kind == "tiff"
        assert any("TIFF" in p for p in scan.problems)


@pytest.mark.parametrize(
    ("content", "named"),
    [(b"PK\x03\x04" + b"\0" * 99, "ZIP"), (b"MZ" + b"\0" * 99, "Windows program"), (b"Dear clerk, " * 20, "no kind of file")],
)
def test_something_else_is_named_and_refused(tmp_path: Path, content: bytes, named: str) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(content)
    with pytest.raises(NotADocument, match=named):
        open_scan(path)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    path.touch()
    with pytest.raises(NotADocument, match="empty"):
        open_scan(path)


def test_a_pdf_without_pages_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.pdf"
    pikepdf.new().save(path)
    with pytest.raises(NotADocument, match="no pages"):
        open_scan(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotADocument, match="folder"):
        open_scan(tmp_path)


# --- whether it is whole ---


@pytest.mark.parametrize("tenth", range(1, 10))
def test_a_cut_pdf_never_yields_fewer_pages(tmp_path: Path, page: np.ndarray, tenth: int) -> None:
    whole = pdf_of(tmp_path / "whole.pdf", page, page, page, page, page).read_bytes()
    path = tmp_path / "cut.pdf"
    path.write_bytes(whole[: len(whole) * tenth // 10])
    with pytest.raises(Damaged, match="cut off or damaged"):
        open_scan(path)


@pytest.mark.parametrize("tenth", range(1, 10))
def test_a_cut_linearised_pdf_never_yields_fewer_pages(tmp_path: Path, page: np.ndarray, tenth: int) -> None:
    with pikepdf.open(pdf_of(tmp_path / "whole.pdf", page, page, page)) as pdf:
        pdf.save(tmp_path / "linear.pdf", linearize=True)
    whole = (tmp_path / "linear.pdf").read_bytes()
    path = tmp_path / "cut.pdf"
    path.write_bytes(whole[: len(whole) * tenth // 10])
    with pytest.raises(Damaged):
        open_scan(path)


@pytest.mark.parametrize("percent", [30, 60, 90, 99])
def test_a_cut_tiff_is_damaged(tmp_path: Path, page: np.ndarray, percent: int) -> None:
    pages = [Image.fromarray(page) for _ in range(3)]
    pages[0].save(tmp_path / "whole.tif", save_all=True, append_images=pages[1:])
    whole = (tmp_path / "whole.tif").read_bytes()
    path = tmp_path / "cut.tif"
    path.write_bytes(whole[: len(whole) * percent // 100])
    with pytest.raises(Damaged):
        open_scan(path)


@pytest.mark.parametrize("make", [as_png, as_jpeg])
def test_a_cut_picture_is_damaged(tmp_path: Path, page: np.ndarray, make: object) -> None:
    assert callable(make)
    path = tmp_path / "cut"
    path.write_bytes(make(page)[:-4000])
    with pytest.raises(Damaged):
        open_scan(path)


def test_a_broken_index_is_told_but_all_pages_are_read(tmp_path: Path, page: np.ndarray) -> None:
    data = pdf_of(tmp_path / "whole.pdf", page, page).read_bytes()
    at = data.rindex(b"startxref")
    path = tmp_path / "broken.pdf"
    path.write_bytes(data[:at] + b"startxref\n7\n%%EOF\n")
    with open_scan(path) as scan:
        assert scan.page_count == 2
        assert any("rebuilt" in p for p in scan.problems)


def test_junk_before_the_header_is_passed_over_and_told(tmp_path: Path, page: np.ndarray) -> None:
    path = tmp_path / "junk.pdf"
    path.write_bytes(b"\0" * 300 + pdf_of(tmp_path / "whole.pdf", page).read_bytes())
    with open_scan(path) as scan:
        (raw,) = scan.pages()
        assert any("300 bytes" in p for p in scan.problems)
    assert np.array_equal(raw.gray, page)


def test_a_user_password_locks(tmp_path: Path) -> None:
    path = with_contents(tmp_path / "a.pdf", b"")
    with pikepdf.open(path) as pdf:
        pdf.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(user="u", owner="o"))
    with pytest.raises(Locked, match="password"):
        open_scan(tmp_path / "locked.pdf")


def test_an_owner_password_alone_does_not(tmp_path: Path, page: np.ndarray) -> None:
    with pikepdf.open(pdf_of(tmp_path / "a.pdf", page)) as pdf:
        pdf.save(tmp_path / "owned.pdf", encryption=pikepdf.Encryption(user="", owner="o"))
    with open_scan(tmp_path / "owned.pdf") as scan:
        (raw,) = scan.pages()
        assert any("owner's password" in p for p in scan.problems)
    assert np.array_equal(raw.gray, page)


# --- limits ---


def test_limits_on_bytes_and_pages(tmp_path: Path, page: np.ndarray) -> None:
    path = pdf_of(tmp_path / "a.pdf", page, page, page)
    with pytest.raises(OverLimit, match="3 pages"):
        open_scan(path, Limits(pages=2))
    with pytest.raises(OverLimit, match="MiB"):
        open_scan(path, Limits(file_bytes=1000))
    with open_scan(path, Limits(pages=3)) as scan:
        assert scan.page_count == 3


def test_a_png_bomb_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack("!I", len(data)) + kind + data + struct.pack("!I", zlib.crc32(kind + data))

    header = struct.pack("!IIBBBBB", 100_000, 100_000, 1, 0, 0, 0, 0)
    path = tmp_path / "bomb.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"x") + chunk(b"IEND", b""))
    with open_scan(path) as scan, pytest.raises(OverLimit, match="100,000 x 100,000"):
        scan.page(1)


def test_a_page_description_that_unpacks_without_end_is_refused(tmp_path: Path) -> None:
    path = with_contents(tmp_path / "bomb.pdf", b" " * (8 * 2**20))
    with open_scan(path, Limits(stream_bytes=2**20)) as scan, pytest.raises(OverLimit, match="unpacks"):
        scan.page(1)


def test_a_huge_page_is_reduced_and_says_so(tmp_path: Path) -> None:
    path = with_contents(tmp_path / "huge.pdf", b"0 0 100 100 re f", MediaBox=pikepdf.Array([0, 0, 8400, 8400]))
    with open_scan(path, Limits(megapixels=4)) as scan:
        (raw,) = scan.pages()
    assert raw.gray.size <= 4_000_000
    assert [p.kind for p in raw.problems] == ["reduced"]


@pytest.mark.parametrize("suffix", ["jpg", "tif"])
def test_a_picture_with_too_many_pixels_is_reduced_and_keeps_its_size(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"big.{suffix}"
    Image.new("L", (2000, 3000), 200).save(path, dpi=(200, 200))
    with open_scan(path, Limits(megapixels=1)) as scan:
        (raw,) = scan.pages()
    assert raw.gray.size <= 1_000_000
    assert [p.kind for p in raw.problems] == ["reduced"]
    assert raw.size == pytest.approx((720, 1080), rel=0.01)


# --- pages ---


def test_the_scanners_own_pixels_come_back_unchanged(tmp_path: Path, page: np.ndarray) -> None:
    other = drawing.text_page(100).gray
    with open_scan(pdf_of(tmp_path / "a.pdf", page, other)) as scan:
        first, second = scan.pages()
    assert first.exact and second.exact
    assert np.array_equal(first.gray, page) and np.array_equal(second.gray, other)
    assert first.size == pytest.approx((612, 792), abs=0.5)


def test_a_jpeg_of_a_pdf_is_decoded_as_it_is(tmp_path: Path, page: np.ndarray) -> None:
    data = as_jpeg(page)
    (tmp_path / "a.pdf").write_bytes(img2pdf.convert(data))
    with open_scan(tmp_path / "a.pdf") as scan:
        (raw,) = scan.pages()
    expected = np.asarray(Image.open(io.BytesIO(data)))
    assert raw.exact
    assert int(np.abs(raw.gray.astype(int) - expected).max()) <= 2


def test_a_page_that_the_file_turns_is_known_as_turned(tmp_path: Path, page: np.ndarray) -> None:
    with pikepdf.open(pdf_of(tmp_path / "a.pdf", page)) as pdf:
        pdf.pages[0].Rotate = 90
        pdf.save(tmp_path / "turned.pdf")
    with open_scan(tmp_path / "turned.pdf") as scan:
        (raw,) = scan.pages()
    assert (raw.turn, raw.size) == (90, pytest.approx((792, 612), abs=0.5))
    assert np.array_equal(raw.gray, page)


def test_a_stamp_over_the_picture_is_seen(tmp_path: Path) -> None:
    blank = drawing.blank_page(100)
    with pikepdf.open(pdf_of(tmp_path / "a.pdf", blank)) as pdf:
        pdf.pages[0].contents_add(b"q 0 0 0 rg 100 600 200 50 re f Q")
        pdf.save(tmp_path / "stamped.pdf")
    with open_scan(tmp_path / "stamped.pdf") as scan:
        (raw,) = scan.pages()
    assert not raw.exact and not raw.born_digital
    assert raw.gray.min() < 50


def test_text_of_its_own_makes_a_page_born_digital(tmp_path: Path) -> None:
    with open_scan(with_contents(tmp_path / "a.pdf", b"BT /F1 12 Tf 72 700 Td (Petition) Tj ET")) as scan:
        (raw,) = scan.pages()
    assert raw.born_digital and raw.vector and raw.text_turn == 0


def test_invisible_text_does_not(tmp_path: Path) -> None:
    with open_scan(with_contents(tmp_path / "a.pdf", b"BT 3 Tr /F1 12 Tf 72 700 Td (VALID) Tj ET")) as scan:
        (raw,) = scan.pages()
    assert not raw.born_digital
    assert raw.gray.min() == 255


@pytest.mark.parametrize("hidden", [b"BT 3 Tr /F1 12 Tf 72 700 Td (VALID) Tj ET", b""])
def test_a_text_layer_over_a_scan_is_not_believed(tmp_path: Path, page: np.ndarray, hidden: bytes) -> None:
    with pikepdf.open(pdf_of(tmp_path / "a.pdf", page)) as pdf:
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        pdf.pages[0].Resources.Font = pikepdf.Dictionary(F1=font)
        pdf.pages[0].contents_add(hidden)
        pdf.pages[0].contents_add(b"BT /F1 12 Tf 72 700 Td (under the picture) Tj ET", prepend=True)
        pdf.save(tmp_path / "layer.pdf")
    with open_scan(tmp_path / "layer.pdf") as scan:
        (raw,) = scan.pages()
    assert not raw.born_digital and raw.exact
    assert np.array_equal(raw.gray, page)


def test_a_page_without_contents_is_empty(tmp_path: Path) -> None:
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(612, 792))
    pdf.save(tmp_path / "a.pdf")
    with open_scan(tmp_path / "a.pdf") as scan:
        (raw,) = scan.pages()
    assert [p.kind for p in raw.problems] == ["empty"]


@pytest.mark.parametrize("box", ["[0 0 0 0]", "[0 0 1 1]", "[0 0 nan 792]", "[0 0 612]"])
def test_a_broken_box_is_a_page_problem_and_the_file_goes_on(tmp_path: Path, box: str) -> None:
    pdf = pikepdf.new()
    for _ in range(2):
        pdf.add_blank_page(page_size=(612, 792)).Contents = pdf.make_stream(b"0 0 100 100 re f")
    pdf.save(tmp_path / "good.pdf", object_stream_mode=pikepdf.ObjectStreamMode.disable)
    data = (tmp_path / "good.pdf").read_bytes()
    good = b"[ 0 0 612 792 ]"
    assert good in data
    # Same length, so that the file's index stays right.
    (tmp_path / "bad.pdf").write_bytes(data.replace(good, box.encode().ljust(len(good)), 1))
    with open_scan(tmp_path / "bad.pdf") as scan:
        kinds = [[p.kind for p in raw.problems] for raw in scan.pages()]
    assert kinds == [["unreadable"], []]


def test_a_reversed_box_is_the_same_page(tmp_path: Path) -> None:
    path = with_contents(tmp_path / "a.pdf", b"0 0 100 100 re f", MediaBox=pikepdf.Array([612, 792, 0, 0]))
    with open_scan(path) as scan:
        (raw,) = scan.pages()
    assert raw.size == pytest.approx((612, 792), abs=0.1)
    assert not raw.problems


def test_every_mode_of_pixels_becomes_gray(tmp_path: Path, page: np.ndarray) -> None:
    base = Image.fromarray(page)
    alpha = Image.merge("LA", (Image.new("L", base.size, 0), Image.fromarray(255 - page)))
    versions = {
        "rgb": base.convert("RGB"),
        "palette": base.convert("P"),
        "cmyk": base.convert("CMYK"),
        "alpha": alpha,
        "16": Image.fromarray(page.astype(np.uint16) * 257),
        "12 in 16": Image.fromarray(page.astype(np.uint16) * 16),
        "1": base.convert("1", dither=Image.Dither.NONE),
    }
    for name, image in versions.items():
        path = tmp_path / f"{name}.tif"
        image.save(path)
        with open_scan(path) as scan:
            (raw,) = scan.pages()
        assert float(np.abs(raw.gray.astype(int) - page).mean()) < 4, name


def test_pages_of_a_tiff_come_in_order(tmp_path: Path) -> None:
    pages = [Image.new("L", (200, 300), shade) for shade in (10, 120, 250)]
    pages[0].save(tmp_path / "a.tif", save_all=True, append_images=pages[1:])
    with open_scan(tmp_path / "a.tif") as scan:
        assert [int(raw.gray.mean()) for raw in scan.pages()] == [10, 120, 250]
        with pytest.raises(IndexError):
            scan.page(4)
