"""What is written on signer lines: cells, signatures, strikes; what is dirt, print or a neighbour's is not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pipeline.geometry import Box
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.reading import Seen
from pipeline.section import lines
from pipeline.signers import marks
from pipeline.signers.cell_ink import CellInk
from pipeline.signers.crossing import struck_cell
from pipeline.signers.sheet import PX_PER_PT
from pipeline.signers.strike import longest_strokes
from tests.signers.drawn_lines import Drawn, NoHand, face, grid

SCANS = [("colour", 200), ("gray", 300), ("bitonal", 200)]


def measured(page: Drawn, colour: str = "colour", lean: float = 0.0) -> tuple[SignerLine, ...]:
    view = page.view(colour, lean)  # type: ignore[arg-type]
    (facts,) = lines.find(view, None, NoHand())
    return marks.mark(view, facts).lines


def wrote(line: SignerLine, meaning: str) -> bool | None:
    cell = line.cell(meaning)  # type: ignore[arg-type]
    assert cell is not None
    return cell.written.present


@pytest.mark.parametrize(("colour", "dpi"), SCANS)
def test_a_blank_form_has_nothing_written(colour: str, dpi: int) -> None:
    for line in measured(grid(8, dpi=dpi), colour):
        assert not line.written
        assert line.signature.present is False


@pytest.mark.parametrize(("colour", "dpi"), SCANS)
def test_labels_inside_the_cells_are_not_writing(colour: str, dpi: int) -> None:
    page = grid(6, head="none", labels=True, heights=(36.0,), dpi=dpi)
    page.fill_line(2)
    found = measured(page, colour)
    assert [line.written for line in found] == [False, False, True, False, False, False]


@pytest.mark.parametrize(("colour", "dpi"), SCANS)
def test_a_filled_line_is_filled_in_every_cell_and_its_neighbours_are_blank(colour: str, dpi: int) -> None:
    page = grid(8, dpi=dpi)
    page.fill_line(3)
    found = measured(page, colour, lean=0.2)
    assert found[3].signature.present
    assert all(wrote(found[3], m) for m in ("name", "address", "date"))
    assert not found[2].written and not found[4].written


@pytest.mark.parametrize("missing", ["signature", "name", "address", "date"])
def test_an_empty_cell_of_a_filled_line_is_told(missing: str) -> None:
    page = grid(6)
    page.fill_line(1, missing)
    line = measured(page)[1]
    assert {m: wrote(line, m) for m in ("signature", "name", "address", "date")} == {
        m: m != missing for m in ("signature", "name", "address", "date")
    }


def test_a_flourish_into_a_blank_line_leaves_it_blank() -> None:
    page = grid(6)
    page.fill_line(2, "signature")
    page.signed(2, drop=11.0)
    found = measured(page)
    assert found[2].signature.present
    assert not found[3].written


def test_initials_and_printed_capitals_are_signatures() -> None:
    page = grid(6)
    page.written(0, "signature", "M Q", size=8)
    page.written(1, "signature", "MARLA QUINT", size=10)
    found = measured(page)
    assert found[0].signature.present and found[1].signature.present


def test_faint_pencil_is_writing_and_looks_like_pencil() -> None:
    page = grid(6)
    for name, text in (("signature", "Marla Quint"), ("name", "Marla Quint"), ("address", "412 Alder Street")):
        page.written(1, name, text, fill=(165, 165, 168))
    page.fill_line(2)
    found = measured(page)
    assert found[1].signature.present
    assert found[1].graphite.present is not False
    assert found[2].graphite.present is False


def test_a_bitonal_scan_cannot_tell_pencil() -> None:
    page = grid(6)
    page.fill_line(2)
    assert measured(page, "bitonal")[2].graphite.present is None


@pytest.mark.parametrize("colour", ["colour", "bitonal"])
def test_specks_are_not_writing(colour: str) -> None:
    page = grid(6)
    cell = page.cell(2, "signature")
    for i in range(5):
        x, y, r = cell.x0 + 15 + 22 * i, cell.y0 + 8 + 3 * (i % 3), 0.3 + 0.1 * i
        page.draw.ellipse([v * page.k for v in (x - r, y - r, x + r, y + r)], fill=(40, 40, 40))
    assert not measured(page, colour)[2].written


def test_a_punch_hole_is_not_writing() -> None:
    page = grid(6)
    cell = page.cell(2, "signature")
    x, y = cell.middle
    page.draw.ellipse([v * page.k for v in (x - 9, y - 9, x + 9, y + 9)], fill=(30, 30, 30))
    assert measured(page)[2].signature.present is not True


@pytest.mark.parametrize(("colour", "dpi"), SCANS)
def test_a_stroke_over_the_whole_line_strikes_it(colour: str, dpi: int) -> None:
    page = grid(8, dpi=dpi)
    for row in (1, 2, 3):
        page.fill_line(row)
    page.strike(2, page.edges[1] + 2, page.edges[-1] - 4)
    found = measured(page, colour)
    assert [line.struck.present for line in found[1:4]] == [False, True, False]
    assert found[2].struck.certainty >= 0.9


def test_a_stroke_through_one_cell_strikes_that_cell_only() -> None:
    page = grid(6)
    page.fill_line(2)
    cell = page.cell(2, "address")
    page.strike(2, cell.x0 + 2, cell.x1 - 40)
    line = measured(page)[2]
    assert line.struck.present is False
    assert {c.meaning: c.struck.present for c in line.cells if c.meaning != "number"} == {
        "signature": False,
        "name": False,
        "address": True,
        "date": False,
    }


def test_an_underlined_name_is_not_struck() -> None:
    page = grid(6)
    page.fill_line(2)
    cell = page.cell(2, "name")
    page.stroke([(cell.x0 + 3, cell.y1 - 3.4), (cell.x0 + 75, cell.y1 - 3.0)])
    line = measured(page)[2]
    assert all(c.struck.present is False for c in line.cells)


@pytest.mark.parametrize("pen", [0.8, 1.2])
@pytest.mark.parametrize("colour", ["colour", "bitonal"])
def test_a_markers_hand_is_written_and_not_struck(pen: float, colour: str) -> None:
    page = grid(6)
    for row in (1, 3):
        page.fill_line(row)
    page.signed(2)
    font = face("LiberationSans-Bold.ttf", 10.0 * page.k)
    for name, text in (("name", "ULYSSES QUARLES"), ("address", "2705 W QUARRY ST"), ("date", "8/23/2026")):
        cell = page.cell(2, name)
        at = ((cell.x0 + 5) * page.k, (cell.y1 - 7) * page.k)
        page.draw.text(at, text, font=font, fill=(30, 40, 130), anchor="ls", stroke_width=round(pen * page.k))
    line = measured(page, colour)[2]
    assert all(c.written.present for c in line.cells if c.meaning != "number")
    assert not any(c.struck.present for c in line.cells)
    assert line.struck.present is False


def test_a_bow_along_the_rule_does_not_sign_the_blank_line_below() -> None:
    page = grid(6)
    for row in (1, 2):
        page.fill_line(row)
    cell = page.cell(3, "signature")
    page.stroke([(cell.x0 + 20, cell.y0 + 1.9), (cell.x0 + 55, cell.y0 + 1.9)], width=1.3)
    found = measured(page)
    assert found[2].written and not found[3].written


def test_a_dash_in_the_middle_of_a_cell_is_written() -> None:
    page = grid(6)
    page.fill_line(2, "date")
    x, y = page.cell(2, "date").middle
    page.stroke([(x - 8, y), (x + 8, y)], width=1.3)
    assert next(c for c in measured(page)[2].cells if c.meaning == "date").written.present is not False


def test_the_tail_of_a_long_address_does_not_date_the_line() -> None:
    page = grid(6)
    page.fill_line(2, "address", "date")
    cell = page.cell(2, "address")
    page.written(2, "address", "1412 Old Alder Hollow Road", size=13)
    page.stroke([(cell.x1 + 3, cell.y1 - 14), (cell.x1 + 4, cell.y1 - 6), (cell.x1 + 8, cell.y1 - 6)])
    page.stroke([(cell.x1 - 6, cell.y1 - 14), (cell.x1 - 2, cell.y1 - 6)])
    line = measured(page)[2]
    assert wrote(line, "address")
    assert wrote(line, "date") is not True


def test_entries_that_begin_at_one_place_on_every_line_keep_their_first_figures() -> None:
    page = grid(8)
    houses = ("436 Alder Street", "76 Juniper Road", "1289 Linden", "52 Railroad", "914 Sage", "8 Mill", "40 Elm", "65 E Aspen")
    days = ("9/13/26", "8/17/26", "10/5/26", "9/22/26", "8/3/26", "9/9/26", "10/11/26", "8/28/26")
    for row, (house, day) in enumerate(zip(houses, days, strict=True)):
        page.signed(row)
        page.written(row, "address", house)
        page.written(row, "date", day)
    for line in measured(page):
        for meaning in ("address", "date"):
            cell = line.cell(meaning)  # type: ignore[arg-type]
            assert cell is not None
            assert cell.ink is not None
            assert cell.ink.x0 <= cell.box.x0 + 7.5


def test_a_tick_beside_the_lines_is_no_entry() -> None:
    page = grid(8)
    for row in range(4):
        page.fill_line(row)
        y = page.cell(row, "signature").middle[1]
        page.draw.line([v * page.k for v in (24, y, 28, y + 5)], fill=(40, 120, 60), width=3)
        page.draw.line([v * page.k for v in (28, y + 5, 34, y - 5)], fill=(40, 120, 60), width=3)
    view = page.view("colour", 0.0)
    (facts,) = lines.find(view, None, NoHand())
    facts = marks.mark(view, facts)
    assert not facts.outside
    assert not any(line.outside_block.present for line in facts.lines)
    assert not any(line.written for line in facts.lines[4:])


def test_an_entry_between_two_blank_lines_is_the_upper_ones() -> None:
    page = grid(8)
    for row in (0, 1, 2, 3):
        page.fill_line(row)
    cells = [page.cell(5, name) for name in ("name", "address", "date")]
    for cell, text in zip(cells, ("Marla Quint", "412 Alder Street", "9/3/26"), strict=True):
        font = face("LiberationSerif-Italic.ttf", 12 * page.k)
        page.draw.text(((cell.x0 + 5) * page.k, (cell.y1 + 5) * page.k), text, font=font, fill=(30, 50, 160), anchor="ls")
    found = measured(page)
    assert found[5].outside_block.present
    assert found[5].written
    assert not found[6].written


def test_a_first_figure_that_the_signatures_tail_touches_stays_in_the_address() -> None:
    page = grid(8)
    for row in (1, 2, 3):
        page.fill_line(row)
    cell = page.cell(2, "name")
    # The tail runs over the rule into the first letter of the name.
    page.stroke([(cell.x0 - 70, cell.y1 - 9), (cell.x0 - 20, cell.y1 - 8), (cell.x0 + 9, cell.y1 - 9)], width=1.4)
    name = measured(page)[2].cell("name")
    assert name is not None
    assert name.ink is not None
    assert name.ink.x0 <= cell.x0 + 6.5


def test_the_tail_of_a_signature_alone_is_not_given_to_the_next_cell() -> None:
    page = grid(8)
    for row in (1, 2, 3):
        page.fill_line(row)
    cell = page.cell(2, "name")
    page.stroke([(cell.x0 - 70, cell.y0 + 6), (cell.x0 - 20, cell.y0 + 6), (cell.x0 + 18, cell.y0 + 6)], width=1.0)
    name = measured(page)[2].cell("name")
    assert name is not None
    assert name.ink is not None
    assert name.ink.y0 >= cell.y0 + 8


@pytest.mark.parametrize("drop", [3.0, 6.0])
def test_a_signature_with_a_bold_underline_is_not_struck(drop: float) -> None:
    page = grid(8)
    for row in (1, 2, 3):
        page.fill_line(row)
    cell = page.cell(2, "signature")
    y = cell.y1 - 12 + drop
    page.stroke([(cell.x0 + 2, y + 1), (cell.x0 + 60, y), (cell.x0 + 120, y + 1.5)], width=1.8)
    signature = measured(page)[2].cell("signature")
    assert signature is not None
    assert not signature.struck.present


def crossed_signature(thickness: float) -> CellInk:
    """A tall zigzag with a stroke through its middle; `thickness`: the mean width of its strokes, points."""
    height, width = round(20 * PX_PER_PT), round(110 * PX_PER_PT)
    mask = np.zeros((height, width), np.uint8)
    xs = np.arange(4, width - 4, round(5 * PX_PER_PT))
    tips = [(int(x), 4 if i % 2 else height - 5) for i, x in enumerate(xs)]
    cv2.polylines(mask, [np.array(tips, np.int32)], False, 1, 3)
    cv2.line(mask, (0, height // 2), (width - 1, height // 2), 1, 4)
    return CellInk(
        mask=mask.astype(bool),
        corner=(0, 0),
        area=400.0,
        tallest=100.0,
        box=Box(0, 0, 110, 20),
        darkness=0.9,
        sharpness=0.9,
        thickness=thickness,
        over=0.0,
    )


def test_a_stroke_through_a_signature_is_told_from_strokes_that_have_run_together() -> None:
    there = Seen(present=True, certainty=0.99, page=1)
    cell = CellMarks(meaning="signature", box=Box(0, 0, 110, 20), ink=None, written=there, struck=there, altered=there)
    for thickness, struck in ((1.8, True), (4.2, False)):
        ink = crossed_signature(thickness)
        stroke = longest_strokes([ink.mask])[0]
        assert stroke is not None
        assert struck_cell(ink, cell, there, [(stroke, 0)], [ink], 1).present is struck


def test_a_stroke_that_passes_an_entry_by_does_not_make_its_letters_a_strike() -> None:
    height, width = round(30 * PX_PER_PT), round(110 * PX_PER_PT)
    letters = np.zeros((height, width), np.uint8)
    middle = round(20 * PX_PER_PT)
    for x in range(8, width - 8, round(9 * PX_PER_PT)):
        cv2.line(letters, (x, middle - 16), (x, middle + 16), 1, 3)
    bar = [(x, middle + (x // 12) % 2) for x in range(8, width - 8, 4)]
    cv2.polylines(letters, [np.array(bar, np.int32)], False, 1, 2)
    passing = letters.copy()
    cv2.line(passing, (0, 10), (width - 1, 10), 1, 3)
    stroke = longest_strokes([letters.astype(bool)])[0]
    assert stroke is not None
    ink = replace(crossed_signature(1.8), mask=passing.astype(bool), box=Box(0, 0, 110, 30))
    there = Seen(present=True, certainty=0.99, page=1)
    cell = CellMarks(meaning="address", box=Box(0, 0, 110, 30), ink=None, written=there, struck=there, altered=there)
    assert struck_cell(ink, cell, there, [(stroke, 0)], [ink], 1).present is False
