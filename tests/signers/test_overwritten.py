"""Entries written over, by another ink or by the same: told for a person; strikes, bold hands and long words are not."""

from __future__ import annotations

import random

import pytest

from pipeline.section import lines
from pipeline.signers import marks
from tests.signers.drawn_lines import BLACK, BLUE, Drawn, NoHand, face, grid


def _over(page: Drawn, row: int, name: str, text: str, fill: tuple[int, int, int]) -> None:
    """Something else written heavily on the entry that stands there."""
    cell = page.cell(row, name)
    font = face("LiberationSerif-BoldItalic.ttf", 13 * page.k)
    page.draw.text(((cell.x0 + 5) * page.k, (cell.y1 - 5) * page.k), text, font=font, fill=fill, anchor="ls", stroke_width=1)


def _altered(page: Drawn, colour: str = "colour") -> list[set[str]]:
    view = page.view(colour)  # type: ignore[arg-type]
    (facts,) = lines.find(view, None, NoHand())
    return [{c.meaning for c in line.cells if c.altered.present} for line in marks.mark(view, facts).lines]


def _filled(rows: int = 5) -> Drawn:
    page = grid(6)
    for row in range(rows):
        page.fill_line(row)
    return page


@pytest.mark.parametrize("colour", ["colour", "gray", "bitonal"])
def test_a_name_written_over_heavily_is_told(colour: str) -> None:
    page = _filled()
    _over(page, 2, "name", "Helga Brand", BLUE)
    assert _altered(page, colour)[:5] == [set(), set(), {"name"}, set(), set()]


def test_a_name_with_another_ink_on_it_is_told() -> None:
    page = _filled()
    _over(page, 2, "name", "Helga B", BLACK)
    assert _altered(page)[2] == {"name"}


def test_a_bold_hand_is_not_written_over() -> None:
    page = grid(6)
    rng = random.Random(4)
    for row in range(4):
        page.signed(row)
        for name, text in (("name", "Marla Quint"), ("address", "412 Alder Street"), ("date", "9/3/26")):
            cell = page.cell(row, name)
            font = face("LiberationSans-Bold.ttf", (9 + rng.random() * 3) * page.k)
            page.draw.text(((cell.x0 + 5) * page.k, (cell.y1 - 5) * page.k), text, font=font, fill=BLUE, anchor="ls")
    assert not any(_altered(page))


def test_one_stroke_through_a_name_is_a_strike_and_no_alteration() -> None:
    page = _filled()
    cell = page.cell(2, "name")
    y = cell.y1 - 9
    page.stroke([(cell.x0 + 3, y), (cell.x0 + 30, y + 0.4), (cell.x0 + 60, y - 0.3), (cell.x0 + 76, y)])
    assert _altered(page)[2] == set()
