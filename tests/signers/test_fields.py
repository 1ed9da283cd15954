"""What stands in the cells of a signer line is read, each cell by its own ink; nothing is said of an empty cell."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import cv2
import numpy as np
import pytest

from pipeline.geometry import Box
from pipeline.model.line import CellMarks, ColumnMeaning, SignerLine
from pipeline.model.reading import Seen
from pipeline.ocr.hand import PpocrHand
from pipeline.pages.raster import Raster
from pipeline.signers.dates import date_cells
from pipeline.signers.fields import read_fields
from tests.ocr.lettering import line as drawn

SCALE = 200 / 72
YES, NO, UNSURE = (Seen(present=p, certainty=0.9) for p in (True, False, None))
ROW = (50.0, 80.0)


def sheet(*columns: tuple[ColumnMeaning, float, float, str]) -> tuple[Raster, SignerLine]:
    """A ruled row and its line. Each column: meaning, left and right edge in points, and what is written in it."""
    gray = np.full((round(130 * SCALE), round(612 * SCALE)), 255, np.uint8)
    cells = []
    for meaning, left, right, text in columns:
        box = Box(left, ROW[0], right, ROW[1])
        top_left, bottom_right = ((round(x * SCALE), round(y * SCALE)) for x, y in ((left, ROW[0]), (right, ROW[1])))
        cv2.rectangle(gray, top_left, bottom_right, 0, 2)
        ink = None
        if text:
            writing = drawn(text, size=34, name="dejavu/DejaVuSans.ttf")[9:-9, 12:-12]
            y, x = round(58 * SCALE), round((left + 6) * SCALE)
            gray[y : y + writing.shape[0], x : x + writing.shape[1]] = writing
            ink = Box(x / SCALE, y / SCALE, (x + writing.shape[1]) / SCALE, (y + writing.shape[0]) / SCALE)
        cells.append(CellMarks(meaning=meaning, box=box, ink=ink, written=YES if text else NO, struck=NO, altered=NO))
    line = SignerLine(
        page=2, row=3, number=3, number_certainty=0.9, box=Box(columns[0][1], ROW[0], columns[-1][2], ROW[1]), cells=tuple(cells),
        signature=YES, struck=NO, outside_block=NO, graphite=NO,
    )  # fmt: skip
    return Raster(gray=gray, bgr=None, px_per_pt=SCALE), line


def test_name_address_and_date_are_read_each_in_its_place() -> None:
    raster, line = sheet(
        ("name", 40, 190, "Celia Dunmore"), ("address", 190, 420, "812 Old Mill Rd #4"), ("date", 420, 560, "9/14/26")
    )
    read = read_fields(raster, line, PpocrHand())
    assert read.name is not None and read.address is not None and read.date is not None
    assert read.name.text == "Celia Dunmore"
    assert read.address.text == "812 Old Mill Rd #4"
    assert read.date.day == date(2026, 9, 14)
    assert min(read.name.certainty, read.address.certainty, read.date.certainty) >= 0.8
    assert (read.name.page, read.date.page) == (2, 2)
    assert read.name.box.share_inside(Box(40, 45, 190, 85)) == 1.0
    assert read.cells == line.cells


def test_street_city_and_zip_are_joined_in_the_order_of_their_columns() -> None:
    raster, line = sheet(
        ("street", 40, 200, "77 Quarry Ct"), ("county", 200, 300, "Larkspur"), ("city", 300, 440, "Pine Hollow"),
        ("zip", 440, 540, "80991"),
    )  # fmt: skip
    read = read_fields(raster, line, PpocrHand())
    assert read.address is not None
    assert read.address.text == "77 Quarry Ct, Pine Hollow, 80991"
    assert read.address.box.x0 < 60
    assert read.address.box.x1 > 440


def test_empty_cells_and_columns_that_are_not_there_are_none() -> None:
    raster, line = sheet(("name", 40, 200, ""), ("date", 200, 320, ""))
    read = read_fields(raster, line, PpocrHand())
    assert (read.name, read.address, read.date) == (None, None, None)


def test_writing_that_reads_as_nothing_has_no_text_and_no_certainty() -> None:
    raster, line = sheet(("name", 40, 200, ""), ("address", 200, 400, ""))
    name, address = line.cells
    faint = CellMarks(meaning="name", box=name.box, ink=None, written=YES, struck=NO, altered=NO)
    speck = CellMarks(meaning="address", box=address.box, ink=None, written=UNSURE, struck=NO, altered=NO)
    read = read_fields(raster, _with(line, faint, speck), PpocrHand())
    assert read.name is not None
    assert (read.name.text, read.name.certainty) == (None, 0.0)
    assert read.address is None


def test_one_unread_part_leaves_the_address_unread_and_keeps_the_rest_as_an_alternative() -> None:
    raster, line = sheet(("street", 40, 240, "77 Quarry Ct"), ("city", 240, 400, ""))
    street, city = line.cells
    unread = CellMarks(meaning="city", box=city.box, ink=None, written=YES, struck=NO, altered=NO)
    read = read_fields(raster, _with(line, street, unread), PpocrHand())
    assert read.address is not None
    assert (read.address.text, read.address.certainty, read.address.alternatives) == (None, 0.0, ("77 Quarry Ct",))


@pytest.mark.parametrize(("middle", "last"), [("other", "other"), ("date", "date"), ("signature", "date")])
def test_month_day_and_year_in_narrow_cells_are_one_date(middle: ColumnMeaning, last: ColumnMeaning) -> None:
    parts = (("date", 200, 236, "9"), (middle, 236, 272, "14"), (last, 272, 308, "26"))
    raster, line = sheet(("name", 40, 200, "Mona Wu"), *parts)
    assert len(date_cells(line)) == 3
    read = read_fields(raster, line, PpocrHand())
    assert read.date is not None
    assert read.date.day == date(2026, 9, 14)


def test_a_date_cell_that_the_form_parts_by_rules_is_read_as_one_date() -> None:
    raster, line = sheet(("date", 200, 320, ""))
    for x, text in ((206, "9"), (246, "14"), (286, "26")):
        writing = drawn(text, size=34, name="dejavu/DejaVuSans.ttf")[9:-9, 12:-12]
        y, left = round(58 * SCALE), round(x * SCALE)
        raster.gray[y : y + writing.shape[0], left : left + writing.shape[1]] = writing
    for x in (240, 280):
        cv2.line(raster.gray, (round(x * SCALE), round(50 * SCALE)), (round(x * SCALE), round(80 * SCALE)), 0, 2)
    cell = CellMarks(meaning="date", box=line.cells[0].box, ink=Box(205, 52, 312, 78), written=YES, struck=NO, altered=NO)
    read = read_fields(raster, _with(line, cell), PpocrHand())
    assert read.date is not None
    assert read.date.day == date(2026, 9, 14)


def test_a_wide_date_cell_beside_another_column_stays_alone() -> None:
    _, line = sheet(("date", 200, 300, "9/14/26"), ("other", 300, 400, "x"))
    assert date_cells(line) == line.cells[:1]


def test_a_struck_line_is_read_too() -> None:
    raster, line = sheet(("name", 40, 200, "Jonas Eklund"))
    struck = CellMarks(meaning="name", box=line.cells[0].box, ink=line.cells[0].ink, written=YES, struck=YES, altered=NO)
    read = read_fields(raster, _with(line, struck), PpocrHand())
    assert read.name is not None
    assert read.name.text == "Jonas Eklund"


def test_ink_of_any_colour_is_read_where_it_is_darkest() -> None:
    raster, line = sheet(("name", 40, 200, "Hiram Zeller"))
    light = np.dstack([np.full_like(raster.gray, 255), 255 - (255 - raster.gray) // 3, raster.gray])
    read = read_fields(Raster(gray=cv2.cvtColor(light, cv2.COLOR_BGR2GRAY), bgr=light, px_per_pt=SCALE), line, PpocrHand())
    assert read.name is not None
    assert read.name.text == "Hiram Zeller"


def _with(line: SignerLine, *cells: CellMarks) -> SignerLine:
    return SignerLine(
        page=line.page, row=line.row, number=None, number_certainty=0.0, box=line.box, cells=cells, signature=NO, struck=NO,
        outside_block=NO, graphite=NO,
    )  # fmt: skip


def test_a_date_cut_off_at_the_edge_of_its_crop_is_not_certain() -> None:
    raster, line = sheet(("date", 200, 320, "9/14/26"))
    whole = line.cells[0]
    assert whole.ink is not None
    cut = Box(whole.ink.x0 + 5.5, whole.ink.y0, whole.ink.x1, whole.ink.y1)
    begins_late = replace(whole, box=Box(cut.x0 + 2, whole.box.y0, whole.box.x1, whole.box.y1), ink=cut)
    read = read_fields(raster, _with(line, begins_late), PpocrHand())
    assert read.date is not None
    assert read.date.certainty <= 0.6


def test_a_date_whose_first_figure_was_boxed_out_is_read_whole_inside_its_cell() -> None:
    raster, line = sheet(("date", 200, 320, "9/14/26"))
    whole = line.cells[0]
    assert whole.ink is not None
    boxed_late = replace(whole, ink=Box(whole.ink.x0 + 5.5, whole.ink.y0, whole.ink.x1, whole.ink.y1))
    read = read_fields(raster, _with(line, boxed_late), PpocrHand())
    assert read.date is not None
    assert read.date.day == date(2026, 9, 14)


def test_a_date_whose_figures_run_together_is_not_certain() -> None:
    raster, line = sheet(("date", 200, 320, "817126"))
    read = read_fields(raster, line, PpocrHand())
    assert read.date is not None
    assert read.date.day is None or read.date.certainty <= 0.6
