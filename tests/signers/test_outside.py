"""Entries between two lines, over two lines, and blots beside writing: whose they are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from pipeline.geometry import Box
from pipeline.model.line import CellMarks, ColumnMeaning, SignerLine
from pipeline.model.reading import Seen
from pipeline.section import lines
from pipeline.signers import marks
from pipeline.signers.blots import find_blots
from pipeline.signers.over_lines import OVER_TWO_LINES, drawn_together, joined_over_rule
from tests.signers.drawn_lines import Drawn, NoHand, face, grid

YES, NO = Seen(present=True, certainty=0.97), Seen(present=False, certainty=0.97)
UPPER: tuple[ColumnMeaning, ...] = ("name", "signature", "date")
LOWER: tuple[ColumnMeaning, ...] = ("address", "city", "county")
ONE_ROW: tuple[ColumnMeaning, ...] = ("signature", "name", "address", "date")
WIDTH, HALF = 150.0, 22.0


def _line(row: int, upper: str, lower: str) -> SignerLine:
    """A line of two rows of three cells each; `x` where something is written."""
    top = 100.0 + (row - 1) * 2 * HALF
    cells = []
    for names, filled, y in ((UPPER, upper, top), (LOWER, lower, top + HALF)):
        for i, (name, mark) in enumerate(zip(names, filled, strict=True)):
            box = Box(60 + i * WIDTH, y, 60 + (i + 1) * WIDTH, y + HALF)
            ink = box.grown(-4.0) if mark == "x" else None
            cells.append(CellMarks(meaning=name, box=box, ink=ink, written=YES if ink else NO, struck=NO, altered=NO))
    signature = next(c for c in cells if c.meaning == "signature")
    return SignerLine(
        page=1,
        row=row,
        number=row,
        number_certainty=0.99,
        box=Box(40, top, 60 + 3 * WIDTH, top + 2 * HALF),
        cells=tuple(cells),
        signature=signature.written,
        struck=NO,
        outside_block=NO,
        graphite=NO,
    )


def test_an_entry_over_two_lines_of_two_rows_is_the_upper_lines() -> None:
    upper, lower, other = drawn_together((_line(1, "...", "xxx"), _line(2, "xxx", "..."), _line(3, "xxx", "xxx")), 1)
    assert upper.outside_block.present
    assert upper.outside_block.detail == OVER_TWO_LINES
    assert upper.signature.present
    assert all(c.written.present for c in upper.cells)
    assert not lower.written
    assert not other.outside_block.present


def test_a_line_without_its_address_above_a_whole_one_is_left_alone() -> None:
    before = (_line(1, "xxx", "..."), _line(2, "xxx", "xxx"), _line(3, "...", "xxx"), _line(4, "...", "..."))
    assert drawn_together(before, 1) == before


def _cut_in_two(lower_name: Box | None, upper_address: Box | None = None) -> tuple[SignerLine, SignerLine]:
    """Two lines of one row of cells; where given, writing in a cell of the upper and of the lower."""

    def line(row: int, inks: dict[ColumnMeaning, Box | None]) -> SignerLine:
        top = 70.0 + 30.0 * row
        cells = []
        for i, name in enumerate(ONE_ROW):
            box = Box(60 + i * 100.0, top, 160 + i * 100.0, top + 30.0)
            ink = inks.get(name)
            written = YES if ink else NO
            cells.append(CellMarks(meaning=name, box=box, ink=ink, written=written, struck=NO, altered=NO))
        whole = Box(40, top, 460, top + 30.0)
        return replace(_line(row, "...", "..."), row=row, box=whole, cells=tuple(cells), signature=cells[0].written)

    upper = line(1, {"name": Box(165, 118, 240, 130), "date": Box(370, 120, 410, 131), "address": upper_address})
    lower = line(2, {"signature": Box(70, 132, 140, 148), "address": Box(265, 130, 340, 142), "name": lower_name})
    return upper, lower


def test_an_entry_along_a_rule_is_one_whichever_line_its_cells_were_given_to() -> None:
    upper, lower = joined_over_rule(_cut_in_two(Box(200, 131, 240, 136)), 1)
    assert upper.outside_block.present
    assert upper.signature.present
    assert [c.written.present for c in upper.cells] == [True, True, True, True]
    assert not lower.written


def test_two_entries_that_come_near_a_rule_from_both_sides_stay_two() -> None:
    lines_ = _cut_in_two(Box(165, 138, 240, 150), upper_address=Box(265, 104, 340, 116))
    assert joined_over_rule(lines_, 1) == lines_


def _between(page: Drawn, row: int) -> None:
    """An entry on the rule under `row`."""
    for name, text in (("name", "Marla Quint"), ("address", "412 Alder Street"), ("date", "9/3/26")):
        cell = page.cell(row, name)
        font = face("LiberationSerif-Italic.ttf", 12 * page.k)
        page.draw.text(((cell.x0 + 5) * page.k, (cell.y1 + 9) * page.k), text, font=font, fill=(30, 50, 160), anchor="ls")


def test_an_entry_between_two_lines_is_told_with_one_other_entry_on_the_page() -> None:
    page = grid(6, heights=(44.0,))
    page.fill_line(0)
    _between(page, 2)
    view = page.view()
    (facts,) = lines.find(view, None, NoHand())
    found = marks.mark(view, facts).lines
    assert [bool(line.outside_block.present) for line in found[:4]] == [False, False, True, False]
    assert not found[3].written


def test_two_ordinary_entries_with_a_blank_line_between_are_not_outside() -> None:
    page = grid(6, heights=(44.0,))
    page.fill_line(0)
    page.fill_line(2)
    view = page.view()
    (facts,) = lines.find(view, None, NoHand())
    assert not any(line.outside_block.present for line in marks.mark(view, facts).lines)


def test_a_figure_run_full_of_ink_beside_joined_figures_is_no_blot_and_a_lone_disc_is() -> None:
    ink = np.zeros((120, 300), np.uint8)
    cv2.circle(ink, (40, 40), 9, 1, -1)
    cv2.rectangle(ink, (54, 30), (110, 48), 1, 3)
    cv2.circle(ink, (250, 80), 9, 1, -1)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    blots = find_blots(ink.astype(bool), np.asarray(labels, np.int32), np.asarray(stats, np.int32), count)
    assert not blots[labels[40, 40]]
    assert blots[labels[80, 250]]
