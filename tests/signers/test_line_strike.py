"""Whose strike is it? A line is void only for a stroke that is surely its own, not for a flourish or a neighbour's stroke."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.geometry import Box, union
from pipeline.model.line import SignerLine
from pipeline.section import lines
from pipeline.signers import marks
from tests.signers.drawn_lines import BLUE, Drawn, NoHand, face, grid

SCANS = ["colour", "bitonal"]


def measured(page: Drawn, colour: str = "colour") -> tuple[SignerLine, ...]:
    view = page.view(colour)  # type: ignore[arg-type]
    (facts,) = lines.find(view, None, NoHand())
    return marks.mark(view, facts).lines


def capitals(page: Drawn, row: int, x: float, text: str) -> None:
    """Bold capitals that touch each other."""
    base, font = page.tops[row + 1] - 5, face("LiberationSans-Bold.ttf", 12.0 * page.k)
    for letter in text:
        page.draw.text((x * page.k, base * page.k), letter, font=font, fill=BLUE, anchor="ls")
        x += font.getlength(letter) / page.k - 0.9


def moved(line: SignerLine, down: float) -> SignerLine:
    """The line as though its edges had been found `down` points lower."""

    def lower(box: Box) -> Box:
        return Box(box.x0, box.y0 + down, box.x1, box.y1 + down)

    return replace(line, box=lower(line.box), cells=tuple(replace(c, box=lower(c.box)) for c in line.cells))


def zigzag(page: Drawn, row: int, x0: float, x1: float) -> None:
    top, bottom = page.tops[row] + 8, page.tops[row + 1] - 4
    points, x, low = [], x0, False
    while x <= x1:
        points.append((x, bottom if low else top))
        x, low = x + 4.5, not low
    page.stroke(points)


@pytest.mark.parametrize("colour", SCANS)
def test_a_flourish_that_runs_into_capitals_that_touch_strikes_no_line(colour: str) -> None:
    page = grid(6)
    for row in (1, 3):
        page.fill_line(row)
    page.signed(2, width=120)
    capitals(page, 2, page.edges[2] + 22, "PRIYABRIGHTWELLOBRIENNORTHELDERWAY")
    cell = page.cell(2, "signature")
    page.stroke([(cell.x0 + 2, cell.y1 - 9), (cell.x1 - 20, cell.y1 - 8), (cell.x1 + 21, cell.y1 - 10)])
    page.stroke([(cell.x0 + 2, cell.y1 - 9), (cell.x1 - 30, cell.y1 - 6), (cell.x1 - 20, cell.y1 - 8)])
    assert measured(page, colour)[2].struck.present is False


@pytest.mark.parametrize(("found_off", "strikes_off", "height"), [(-4, 1, 44), (-4, 2, 58), (-3, -2.5, 58), (-2, 2, 44)])
def test_strokes_along_the_edge_between_two_lines_do_not_void_the_lower(
    found_off: float, strikes_off: float, height: float
) -> None:
    page = grid(6, heights=(height,))
    for row in (1, 2, 3):
        page.fill_line(row)
    left, right, y = page.edges[1] + 4, page.edges[-1] - 10, page.tops[3] + strikes_off
    page.stroke([(left, y - 1.2), (right, y + 1.6)], width=1.2)
    page.stroke([(left, y + 2.2), (right, y - 1.4)], width=1.2)
    view = page.view()
    (facts,) = lines.find(view, None, NoHand())
    # The edge was found a little above the rule, as on scans whose rules are faint.
    found = marks.mark(view, replace(facts, lines=tuple(moved(line, found_off) for line in facts.lines))).lines
    assert found[3].struck.present is not True


@pytest.mark.parametrize("colour", SCANS)
def test_a_zigzag_that_the_forms_rules_cut_strikes_its_line_only(colour: str) -> None:
    page = grid(6)
    for row in (1, 3):
        page.fill_line(row)
    page.fill_line(2, "signature")
    page.signed(2, height=30, drop=7)
    zigzag(page, 2, page.edges[1] + 5, page.edges[-1] - 44)
    found = measured(page, colour)
    assert [line.struck.present for line in found[1:4]] == [False, True, False]


@pytest.mark.parametrize("struck", [2, 3])
def test_two_rows_taken_for_one_line_are_asked_about_and_not_void(struck: int) -> None:
    page = grid(8)
    for row in (1, 2, 3, 4):
        page.fill_line(row)
    page.strike(struck, page.edges[1] + 2, page.edges[-1] - 4)
    view = page.view()
    (facts,) = lines.find(view, None, NoHand())
    both = [
        replace(upper, box=union((upper.box, lower.box)))
        for upper, lower in zip(facts.lines[2].cells, facts.lines[3].cells, strict=True)
    ]
    one = replace(facts.lines[2], cells=tuple(both), box=union((facts.lines[2].box, facts.lines[3].box)))
    merged = replace(facts, lines=(*facts.lines[:2], one, *facts.lines[4:]))
    assert marks.mark(view, merged).lines[2].struck.present is None


def test_a_loop_under_a_signature_does_not_strike_it() -> None:
    page = grid(6, heights=(40.0,))
    for row in (1, 3):
        page.fill_line(row)
    page.fill_line(2)
    cell = page.cell(2, "signature")
    y = cell.y1 - 9
    loop = [(cell.x0 + 84, y - 1), (cell.x0 + 100, y + 1), (cell.x0 + 50, y + 5), (cell.x0 + 3, y), (cell.x0 + 50, y + 1)]
    page.stroke([*loop, (cell.x0 + 92, y + 3)], width=1.2)
    signature = measured(page)[2].cell("signature")
    assert signature is not None
    assert signature.struck.present is False
