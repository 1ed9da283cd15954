"""Where are the signer lines? The grid of repeated rows, as geometry only: no word and no pixel is looked at here.

A form rules its lines as a closed table, as a table without verticals, or as blanks on a rule; a line may hold two rows
of cells.
All of these become one value, `Grid`: rows that repeat, and slots that every row has at the same place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.geometry import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A cell that every row of the grid has."""

    x0: float
    x1: float
    top: int
    """Index into `GridRow.levels` of the cell's upper edge."""
    bottom: int
    blank: bool = False
    """True where the cell is a blank on a rule, not a box between rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRow:
    """One repeated row: the heights, in points, of its edges and inner rules from top to bottom."""

    levels: tuple[float, ...]

    @property
    def top(self) -> float:
        """Points."""
        return self.levels[0]

    @property
    def bottom(self) -> float:
        """Points."""
        return self.levels[-1]

    @property
    def height(self) -> float:
        """Points."""
        return self.bottom - self.top


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Rows that repeat, with the same slots in each."""

    x0: float
    x1: float
    rows: tuple[GridRow, ...]
    slots: tuple[Slot, ...]
    boxed: bool
    """True where vertical rules bound the slots."""
    head: Box | None = None
    """The band above the first row that belongs to the same ruling, None where there is none."""

    @property
    def box(self) -> Box:
        """All rows."""
        return Box(self.x0, self.rows[0].top, self.x1, self.rows[-1].bottom)

    def row_box(self, row: int) -> Box:
        """The row between the grid's edges."""
        return Box(self.x0, self.rows[row].top, self.x1, self.rows[row].bottom)

    def cell(self, row: int, slot: Slot) -> Box:
        """One slot in one row."""
        levels = self.rows[row].levels
        return Box(slot.x0, levels[slot.top], slot.x1, levels[slot.bottom])

    def without_first(self, count: int) -> Grid:
        """The grid without its first `count` rows, which become its head."""
        if count <= 0:
            return self
        last = self.rows[count - 1]
        return replace(self, rows=self.rows[count:], head=Box(self.x0, last.top, self.x1, last.bottom))

    def folded(self, period: int, skip: int = 0) -> Grid:
        """Every `period` rows, after the first `skip`, taken as one line. The slots of each stand below each other.

        Raises:
            ValueError: when the period does not divide what is left.
        """
        rest = self.rows[skip:]
        if period < 2 or len(rest) % period:
            raise ValueError(f"{len(rest)} rows cannot be folded by {period}")
        depth = len(self.rows[0].levels) - 1
        rows = [_joined(rest[i : i + period]) for i in range(0, len(rest), period)]
        slots = [replace(s, top=s.top + k * depth, bottom=s.bottom + k * depth) for k in range(period) for s in self.slots]
        head = Box(self.x0, self.head.y0 if self.head else self.rows[0].top, self.x1, self.rows[skip].top)
        return replace(self, rows=tuple(rows), slots=tuple(slots), head=head if head.height > 0 else self.head)


def _joined(rows: Sequence[GridRow]) -> GridRow:
    levels = list(rows[0].levels)
    for row in rows[1:]:
        levels.extend(row.levels[1:])
    return GridRow(levels=tuple(levels))


def clusters(values: Sequence[float], tolerance: float) -> list[list[int]]:
    """Indexes of `values` grouped so that neighbours in a group lie within `tolerance` of the group's mean; in rising
    order.
    """
    order = sorted(range(len(values)), key=lambda i: values[i])
    groups: list[list[int]] = []
    total = 0.0
    for i in order:
        if groups and values[i] - total / len(groups[-1]) <= tolerance:
            groups[-1].append(i)
            total += values[i]
        else:
            groups.append([i])
            total = values[i]
    return groups


def covered(intervals: Sequence[tuple[float, float]], start: float, end: float) -> float:
    """Share of [start, end] that the intervals cover, 0 to 1."""
    if end <= start:
        return 0.0
    total, reach = 0.0, start
    for a, b in sorted(intervals):
        a, b = max(a, reach), min(b, end)
        if b > a:
            total += b - a
            reach = b
    return total / (end - start)
