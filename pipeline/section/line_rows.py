"""Which rows of a ruled block are lines, and which make one line together? Headings, bars and text above are none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from pipeline.geometry import Box
from pipeline.model.text import Word
from pipeline.pages.ruling import RuledLine
from pipeline.pages.view import PageView
from pipeline.section import numbers
from pipeline.section.column_words import meaning_of, telling_words, tokens, told_by
from pipeline.section.columns import HEADING_WORDS
from pipeline.section.grid import Grid

# From this share of labelled lines on, a first line with such words is a line too.
LABELLED_SHARE = 0.2
# A heading's row is not as high as the lines, which are all of one height to this share.
HEAD_HEIGHT_SHARE, EVEN_SHARE = 0.15, 0.06
# Headings tell most of the columns, where the reader lost one in three.
HEADED_SHARE = 0.6


def under_bar(grid: Grid, bars: Sequence[RuledLine]) -> Grid:
    """The grid with the filled bar straight above it as its head, where its own ruling has none.

    `bars`: upper and lower edge of each in turn.
    """
    if grid.head is not None:
        return grid
    for upper, lower in zip(bars[::2], bars[1::2], strict=True):
        beside = min(lower.end, grid.x1) - max(lower.start, grid.x0) > 0.5 * (grid.x1 - grid.x0)
        if beside and abs(lower.at - grid.rows[0].top) < 4.0:
            return replace(grid, head=Box(grid.x0, upper.at, grid.x1, grid.rows[0].top))
    return grid


def without_heads(grid: Grid, view: PageView, words: Sequence[Word]) -> Grid:
    """Leading rows that hold headings, a dark bar or running text are the head of the grid."""
    telling = [_telling(grid.row_box(k), words) for k in range(len(grid.rows))]
    counted = [
        sum(1 for w in words if len(w.text) > 2 and w.certainty > 0.6 and grid.row_box(k).contains(*w.box.middle))
        for k in range(len(grid.rows))
    ]
    if _headed(grid, words):
        return grid
    drop = 0
    for k in range(min(3, len(grid.rows) - 1)):
        rest = telling[k + 1 :]
        # Labels that most lines bear are found on few of them once they are written over; a heading's words are on no line.
        labelled = sum(t >= 2 for t in rest) / max(len(rest), 1)
        heads = telling[k] >= 2 and labelled < LABELLED_SHARE
        prose = not grid.boxed and counted[k] >= 5 and counted[k] > 2.5 * float(np.median(counted[k + 1 :]))
        # A street, a town or a hand misread may tell of columns too: what bears the number before the next line's is a line.
        if (heads or prose or _dark(grid.row_box(k), view)) and not _counts_on(grid, k, words):
            # What stands above a heading is no line either.
            drop = k + 1
    return grid.without_first(drop or int(_first_row_is_head(grid, words)))


def _headed(grid: Grid, words: Sequence[Word]) -> bool:
    """Whether short headings over most of the columns stand above the first row already: that row is a line."""
    if grid.head is None or not grid.boxed:
        return False
    told = 0
    for slot in grid.slots:
        above = [w for w in words if slot.x0 <= w.box.middle[0] < slot.x1 and grid.head.contains(*w.box.middle)]
        text = " ".join(w.text for w in above)
        told += len(tokens(text)) <= HEADING_WORDS and meaning_of(text)[1] > 0.3
    return told >= max(2, HEADED_SHARE * len(grid.slots))


def _first_row_is_head(grid: Grid, words: Sequence[Word]) -> bool:
    """Whether the first row is a heading by its make alone: it bears no number where the next ones count from 1, or it is of
    another height than all the others, which are even.
    """
    if grid.head is not None or len(grid.rows) < 4 or not grid.boxed:
        return False
    if _numbers_left(grid, 0, words):
        return False
    counted = [k for k in range(1, len(grid.rows)) if k in _numbers_left(grid, k, words)]
    if len(counted) >= max(2, 0.5 * (len(grid.rows) - 1)):
        return True
    heights = [row.height for row in grid.rows]
    usual = float(np.median(heights[1:]))
    even = all(abs(h - usual) <= EVEN_SHARE * usual for h in heights[1:])
    return even and abs(heights[0] - usual) > HEAD_HEIGHT_SHARE * usual


def _counts_on(grid: Grid, row: int, words: Sequence[Word]) -> bool:
    """Whether the row bears a number at its left, and one of the next two rows the number that follows from it."""
    here = _numbers_left(grid, row, words)
    after = [(d, n) for d in (1, 2) if row + d < len(grid.rows) for n in _numbers_left(grid, row + d, words)]
    return any(n - d in here for d, n in after)


def _numbers_left(grid: Grid, row: int, words: Sequence[Word]) -> list[int]:
    area = _left_part(grid, row)
    return [n for w in words if area.contains(*w.box.middle) and (n := numbers.parse(w.text)) is not None]


def _telling(box: Box, words: Sequence[Word]) -> int:
    return telling_words(" ".join(w.text for w in words if box.contains(*w.box.middle)))


def _dark(box: Box, view: PageView) -> bool:
    crop = view.raster.gray_crop(box.grown(-2.0))
    paper = float(np.percentile(view.raster.gray[::16, ::16], 80))
    return bool(crop.size) and float(np.median(crop)) < 0.6 * paper


def folded_lines(grid: Grid, words: Sequence[Word]) -> Grid:
    """Rows ruled through, of which two or three make one line: printed numbers or labels come round at that period."""
    count = len(grid.rows)
    row_numbers = [_numbers_left(grid, k, words) for k in range(count)]
    numbered = [k for k in range(count) if row_numbers[k]]
    for period in (2, 3):
        if count < 2 * period or count % period:
            continue
        # The number stands in the first row of a line or, centred, anywhere in it; but always in the same, and a line
        # farther down
        # is one more: where every second number was not read, it would be two more.
        if len(numbered) >= max(2, 0.5 * count / period) and len({k % period for k in numbered}) == 1:
            steps = list(pairwise(numbered))
            rising = sum(row_numbers[a][0] + (b - a) // period in row_numbers[b] for a, b in steps)
            if rising >= 0.6 * len(steps):
                return grid.folded(period)
        kinds = [_kinds_of_phase(grid, words, period, phase) for phase in range(period)]
        if all(kinds) and not set.intersection(*kinds) and not numbered:
            return grid.folded(period)
    return grid


def _left_part(grid: Grid, row: int) -> Box:
    box = grid.row_box(row)
    return Box(max(box.x0 - numbers.LEFT_OF_GRID_PT, 0.0), box.y0, min(box.x0 + 60.0, box.x1), box.y1)


def _kinds_of_phase(grid: Grid, words: Sequence[Word], period: int, phase: int) -> set[str]:
    rows = range(phase, len(grid.rows), period)
    seen: dict[str, int] = {}
    for k in rows:
        text = " ".join(w.text for w in words if grid.row_box(k).contains(*w.box.middle))
        for kind in {t for t in map(told_by, tokens(text)) if t}:
            seen[kind] = seen.get(kind, 0) + 1
    return {kind for kind, n in seen.items() if n >= max(2, 0.5 * len(rows)) and kind not in ("number", "print")}
