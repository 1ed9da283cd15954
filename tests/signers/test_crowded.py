"""Two people on one line, one signature for two lines, writing in the margin: told for a person; what one writes alone is not."""

from __future__ import annotations

import math
import random

import pytest

from pipeline.model.line import SignerLine
from pipeline.section import lines
from pipeline.signers import marks
from pipeline.signers.crowded import ONE_SIGNATURE, TWO_ENTRIES
from tests.signers.drawn_lines import BLUE, ENTRY, Drawn, NoHand, face, grid

SCANS = pytest.mark.parametrize("colour", ["colour", "gray", "bitonal"])
HIGH = {"name": "Marla Quint", "address": "412 Alder Street", "date": "9/3/26"}
LOW = {"name": "Helga Brandt", "address": "77 Quarry Road", "date": "9/4/26"}


def _marked(page: Drawn, colour: str = "colour") -> tuple[SignerLine, ...]:
    view = page.view(colour)  # type: ignore[arg-type]
    (facts,) = lines.find(view, None, NoHand())
    return marks.mark(view, facts).lines


def _small(page: Drawn, row: int, name: str, text: str, base: float) -> None:
    """Small writing whose letters stand `base` points under the line's upper rule."""
    cell, font = page.cell(row, name), face("LiberationSerif-Italic.ttf", 8.5 * page.k)
    page.draw.text(((cell.x0 + 5) * page.k, (cell.y0 + base) * page.k), text, font=font, fill=BLUE, anchor="ls")


def _scrawl(page: Drawn, row: int, middle: float, swing: float, width: float = 80.0, turns: float = 37) -> None:
    """A signature that swings so far about a height that is told from the line's upper rule."""
    cell, rng = page.cell(row, "signature"), random.Random(row)
    steps = [i / 119 for i in range(120)]
    page.stroke([
        (cell.x0 + 8 + width * t, cell.y0 + middle + swing * (0.75 + 0.25 * rng.random()) * math.sin(turns * t)) for t in steps
    ])  # fmt: skip


@SCANS
def test_two_people_on_one_line_are_told(colour: str) -> None:
    page = grid(6)
    for row in (0, 1, 3):
        page.fill_line(row)
    for base, entry in ((12, HIGH), (26, LOW)):
        _scrawl(page, 2, base - 3, 3.5)
        for name, text in entry.items():
            _small(page, 2, name, text, base)
    found = _marked(page, colour)
    assert [line.outside_block.detail for line in found[:4]] == ["", "", TWO_ENTRIES, ""]
    assert found[2].outside_block.certainty < 0.9


def test_one_person_who_breaks_name_and_address_into_two_rows_is_one() -> None:
    page = grid(6)
    for row in (0, 1, 3):
        page.fill_line(row)
    page.signed(2)
    page.written(2, "date", ENTRY["date"])
    for name, upper, lower in (("name", "Marla", "Quint-Alder"), ("address", "412 Alder Street", "Unit 9")):
        _small(page, 2, name, upper, 12)
        _small(page, 2, name, lower, 26)
    assert not any(line.outside_block.present for line in _marked(page))


@SCANS
def test_one_signature_for_two_filled_lines_leaves_the_lower_ones_in_doubt(colour: str) -> None:
    page = grid(6)
    for row in (0, 3):
        page.fill_line(row)
    for row, entry in ((1, HIGH), (2, LOW)):
        for name, text in entry.items():
            page.written(row, name, text)
    _scrawl(page, 1, 30, 20, width=110, turns=17)
    found = _marked(page, colour)
    assert found[1].outside_block.detail == found[2].signature.detail == ONE_SIGNATURE
    assert found[1].signature.present
    assert found[2].signature.present is None
    assert not found[0].outside_block.present and not found[3].outside_block.present


@SCANS
def test_a_signature_over_a_blank_line_leaves_it_blank(colour: str) -> None:
    page = grid(6)
    page.fill_line(0)
    for name, text in ENTRY.items():
        page.written(1, name, text)
    _scrawl(page, 1, 30, 20, width=110, turns=17)
    found = _marked(page, colour)
    assert found[1].signature.present
    assert not found[2].written
    assert not found[2].signature.present


def test_two_signatures_that_touch_are_two() -> None:
    page = grid(6)
    for row in (0, 2, 3):
        page.fill_line(row)
    page.fill_line(1, "signature")
    page.signed(1, drop=9.0)
    found = _marked(page)
    assert all(line.signature.present for line in found[:4])
    assert not any(line.outside_block.present for line in found)


def test_a_name_in_the_margin_is_told_beside_a_blank_line_and_a_written_one() -> None:
    page = grid(6)
    for row in range(3):
        page.fill_line(row)
    font = face("LiberationSerif-Italic.ttf", 11 * page.k)
    for row in (1, 4):
        at = (page.edges[-1] * page.k + 8, (page.tops[row] + 20) * page.k)
        page.draw.text(at, "J. Doe", font=font, fill=BLUE, anchor="ls")
    assert [bool(line.outside_block.present) for line in _marked(page)] == [False, True, False, False, True, False]
