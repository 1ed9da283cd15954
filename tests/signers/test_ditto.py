"""Ditto marks say what stands above, with the row it stands in; figures and words are none."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import cv2
import numpy as np
import pytest

from pipeline.geometry import Box
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.reading import DateRead, TextRead
from pipeline.ocr.hand import PpocrHand
from pipeline.pages.raster import Raster
from pipeline.signers.ditto import day_above, says_as_above, text_above
from pipeline.signers.fields import read_lines
from pipeline.signers.fields_band import Crops
from tests.ocr.lettering import line as drawn
from tests.signers.test_fields import SCALE, sheet

BOX = Box(10.0, 10.0, 40.0, 24.0)


def strokes(*at: tuple[float, float]) -> np.ndarray:
    """A crop of 30 by 14 points with upright strokes: left edge and height in points."""
    pixels = np.full((round(14 * SCALE), round(30 * SCALE)), 250, np.uint8)
    for x, high in at:
        top = round(3 * SCALE)
        cv2.line(pixels, (round(x * SCALE), top), (round((x - 0.6) * SCALE), top + round(high * SCALE)), 30, 3)
    return pixels


@pytest.mark.parametrize("said", ['"', "11", "II", "''", None, "//"])
def test_two_short_strokes_are_ditto_marks_however_they_were_read(said: str | None) -> None:
    assert says_as_above(strokes((8.0, 4.0), (11.0, 4.2)), BOX, said)


@pytest.mark.parametrize(
    ("pixels", "said"),
    [
        (strokes((8.0, 11.0), (12.0, 11.0)), "11"),  # as high as figures
        (strokes((8.0, 4.0)), "1"),
        (strokes((8.0, 4.0), (11.0, 4.0), (14.0, 4.0)), "111"),
        (strokes((8.0, 4.0), (11.0, 4.0)), "12 Elm"),
    ],
)
def test_other_writing_is_none(pixels: np.ndarray, said: str) -> None:
    assert not says_as_above(pixels, BOX, said)


@pytest.mark.parametrize("word", ["ditto", "Same", "do.", "same as above"])
def test_words_for_it_are_known(word: str) -> None:
    assert says_as_above(strokes(), BOX, word)


def test_the_text_above_keeps_the_marks_own_place_and_raw_reading() -> None:
    marks = TextRead(text="11", certainty=0.5, page=2, box=BOX)
    above = TextRead(text="12 Elm St", certainty=0.98, page=2, box=Box(10, 0, 40, 9))
    said = text_above(marks, above, row=4)
    assert (said.text, said.above, said.box, said.alternatives) == ("12 Elm St", 4, BOX, ("11",))
    assert said.certainty < above.certainty
    assert text_above(marks, replace(above, above=3), row=4).above == 3  # marks below marks point to what is written


def test_marks_with_nothing_above_are_unread() -> None:
    marks = TextRead(text="11", certainty=0.5, page=2, box=BOX)
    assert (text_above(marks, None, 0).text, text_above(marks, None, 0).certainty) == (None, 0.0)
    day = DateRead(text="11", day=None, certainty=0.3, page=2, box=BOX)
    assert day_above(day, None, 0).day is None


def test_a_line_below_takes_address_and_date_from_above_and_never_the_name() -> None:
    columns = ("name", 40, 190, "Celia Dunmore"), ("address", 190, 420, "812 Old Mill Rd"), ("date", 420, 560, "9/14/26")
    raster, first = sheet(*columns)
    below = Raster(gray=np.full_like(raster.gray, 255), bgr=None, px_per_pt=SCALE)
    cells = []
    for cell in first.cells:
        x = cell.box.x0 + 12.0
        ink = Box(x, 58.0, x + 5.0, 62.5)
        for left in (ink.x0 + 0.5, ink.x0 + 3.5):
            at = (round(left * SCALE), round(58.2 * SCALE))
            cv2.line(below.gray, at, (at[0], at[1] + round(4.0 * SCALE)), 20, 3)
        cells.append(replace(cell, ink=ink))
    both = np.vstack([raster.gray, below.gray])
    shift = raster.gray.shape[0] / SCALE
    second = _lower(replace(first, row=first.row + 1, cells=tuple(cells)), shift)
    whole = Raster(gray=both, bgr=None, px_per_pt=SCALE)
    one, two = read_lines(Crops(whole), (first, second), PpocrHand())
    assert two.address is not None
    assert two.date is not None
    assert (two.address.text, two.address.above) == ("812 Old Mill Rd", first.row)
    assert (two.date.day, two.date.above) == (date(2026, 9, 14), first.row)
    assert one.address is not None
    assert one.address.above is None
    assert two.name is not None
    assert two.name.text != "Celia Dunmore"


def _lower(line: SignerLine, shift: float) -> SignerLine:
    def down(box: Box) -> Box:
        return Box(box.x0, box.y0 + shift, box.x1, box.y1 + shift)

    def cell(one: CellMarks) -> CellMarks:
        return replace(one, box=down(one.box), ink=down(one.ink) if one.ink else None)

    return replace(line, box=down(line.box), cells=tuple(cell(c) for c in line.cells))


def test_a_word_of_the_form_is_no_ditto_mark() -> None:
    pixels = drawn("to", size=30)
    assert not says_as_above(pixels, Box(0, 0, pixels.shape[1] / SCALE, pixels.shape[0] / SCALE), "to")
