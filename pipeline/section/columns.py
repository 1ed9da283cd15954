"""A column of signer lines: a slot that every line has, and what it holds."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.geometry import Box
from pipeline.model.line import ColumnMeaning
from pipeline.section.grid import Grid, Slot

# A heading stands at most so far above rows that have no heading band of their own.
HEAD_REACH_PT = 34.0
# A heading has no more words than this; what stands over more of a column is running text.
HEADING_WORDS = 9
# A number column is at most this wide; wider ones hold writing.
NUMBER_WIDTH_PT = 48.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A slot of the grid with its meaning."""

    slot: Slot
    meaning: ColumnMeaning
    certainty: float
    label: str
    """The words that told it; empty where none did."""


def head_box(grid: Grid) -> Box:
    """Where the headings of the columns stand: the band above the first row, or a strip where there is none."""
    top = max(grid.rows[0].top, 0.0)
    if grid.head is not None and grid.head.height >= 6.0:
        return grid.head
    return Box(grid.x0, max(top - HEAD_REACH_PT, 0.0), grid.x1, top)
