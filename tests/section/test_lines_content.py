"""Columns whose headings tell nothing are known by what stands in them; a written row is never taken for a heading."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.reading import DateRead, TextRead
from pipeline.section import lines
from pipeline.section.column_content import by_content
from pipeline.section.columns import Column
from pipeline.section.grid import Grid, GridRow, Slot
from pipeline.section.line_rows import without_heads
from tests.signers.drawn_lines import BLACK, Drawn, grid

EDGES = (40.0, 70.0, 220.0, 360.0, 500.0, 570.0)
TOPS = tuple(100.0 + 30.0 * k for k in range(6))


class _KnowsPlaces:
    """A recogniser that reads what the test says stands in a column, wherever ink is."""

    stamp = "test"

    def __init__(self, said: Mapping[float, tuple[str, float]]) -> None:
        self._said = said

    def read(self, gray: NDArray[np.uint8], *, page: int, box: Box) -> TextRead:
        text, certainty = next(v for x0, v in sorted(self._said.items(), reverse=True) if box.x0 >= x0)
        # No two signers have one name.
        other = text.replace("Perry", chr(65 + int(box.y0 // 30)) + "erry").replace("Pa~", chr(65 + int(box.y0 // 30)) + "~")
        return TextRead(text=other, certainty=certainty, page=page, box=box)

    def read_digits(self, gray: NDArray[np.uint8], *, page: int, box: Box) -> TextRead:
        return self.read(gray, page=page, box=box)

    def read_date(
        self, gray: NDArray[np.uint8], *, page: int, box: Box, first: date | None = None, last: date | None = None
    ) -> DateRead:
        raise AssertionError("a date is not asked for while columns are told")

    def read_split_date(self, parts: object, **_: object) -> DateRead:
        raise AssertionError("a date is not asked for while columns are told")


def _grid() -> Grid:
    slots = tuple(Slot(x0=a, x1=b, top=0, bottom=1) for a, b in pairwise(EDGES))
    rows = tuple(GridRow(levels=(y, y + 30.0)) for y in TOPS)
    return Grid(x0=EDGES[0], x1=EDGES[-1], rows=rows, slots=slots, boxed=True)


def _written_page() -> Drawn:
    page = Drawn()
    for y in TOPS:
        for x in EDGES[1:-1]:
            page.draw.text(((x + 8) * page.k, (y + 8) * page.k), "mmmm", fill=BLACK, font_size=12 * page.k)
    return page


def _untold() -> tuple[Column, ...]:
    return tuple(Column(slot=s, meaning="other", certainty=0.0, label="") for s in _grid().slots)


def test_without_headings_entries_tell_date_address_name_and_signature() -> None:
    said = {70.0: ("Pa~ m", 0.4), 220.0: ("Perry Zamora", 0.95), 360.0: ("94 Elm Street", 0.9), 500.0: ("7/31/26", 0.9)}
    told = by_content(_grid(), _untold(), _written_page().view(), _KnowsPlaces(said))
    assert [c.meaning for c in told] == ["other", "signature", "name", "address", "date"]
    assert all(c.certainty < 0.7 for c in told)


def test_where_two_columns_of_letters_read_alike_neither_is_said_to_be_the_signature() -> None:
    said = {70.0: ("Perry Zamora", 0.93), 220.0: ("Perry Zamora", 0.95), 360.0: ("94 Elm Street", 0.9), 500.0: ("7/31/26", 0.9)}
    told = by_content(_grid(), _untold(), _written_page().view(), _KnowsPlaces(said))
    assert "signature" not in {c.meaning for c in told}


def test_a_first_line_with_a_street_and_a_town_under_headings_is_a_line() -> None:
    page = grid(6)
    page.fill_line(1)
    cell = page.cell(1, "address")
    page.printed(cell.x0 + 4, cell.y0 + 6, "94 Tamarack Street")
    page.printed(page.cell(1, "name").x0 + 4, cell.y0 + 6, "Type County")
    found = lines.find(page.view())
    assert len(found[0].lines) == 6


def test_a_numbered_row_is_no_heading_whatever_its_words() -> None:
    page = Drawn()
    for k, y in enumerate(TOPS):
        page.printed(EDGES[0] + 6, y + 10, f"{k + 1}.")
    page.printed(EDGES[1] + 6, TOPS[0] + 10, "Type")
    page.printed(EDGES[3] + 6, TOPS[0] + 10, "94 Tamarack Street")
    words = page.view().text.words
    assert len(without_heads(_grid(), page.view(), words).rows) == len(TOPS)
