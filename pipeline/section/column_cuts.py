"""Where do columns begin that no upright rule parts? Between the headings, or at labels that come back on every line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.model.text import Word
from pipeline.section.column_words import meaning_of
from pipeline.section.columns import head_box
from pipeline.section.grid import Grid, Slot, clusters


def split_by_heads(grid: Grid, words: Sequence[Word]) -> Grid:
    """A grid of bare rules, cut into columns between its headings. Unchanged where the headings do not tell at least two
    columns.
    """
    if grid.boxed or len(grid.slots) != 1:
        return grid
    head = [w for w in words if head_box(grid).contains(*w.box.middle)]
    phrases = _phrases(head)
    told = [p for p in phrases if meaning_of(p[0])[1] > 0.0]
    if len(told) < 2:
        return _split_by_labels(grid, words)
    slot = grid.slots[0]
    edges = [slot.x0]
    for left, right in pairwise(phrases):
        # Left-aligned heads start their column; between centred ones the middle is as good a guess.
        edges.append(right[1] - 3.0 if _left_aligned(phrases, slot) else (left[2] + right[1]) / 2)
    edges.append(slot.x1)
    cuts = [replace(slot, x0=a, x1=b) for a, b in pairwise(edges) if b - a > 8.0]
    return replace(grid, slots=tuple(cuts))


def _split_by_labels(grid: Grid, words: Sequence[Word]) -> Grid:
    """The same where labels printed on every line, not headings, tell where the columns begin."""
    starts: list[tuple[float, int]] = []
    for k in range(len(grid.rows)):
        here = [w for w in words if grid.row_box(k).contains(*w.box.middle)]
        starts.extend((x0, k) for text, x0, _ in _phrases(here) if meaning_of(text)[1] > 0.0)
    cuts = []
    for group in clusters([x for x, _ in starts], 5.0):
        if len({starts[i][1] for i in group}) >= max(2, 0.4 * len(grid.rows)):
            cuts.append(min(starts[i][0] for i in group) - 2.0)
    slot = grid.slots[0]
    edges = [slot.x0, *(c for c in cuts if c > slot.x0 + 8.0), slot.x1]
    if len(edges) < 3:
        return grid
    return replace(grid, slots=tuple(replace(slot, x0=a, x1=b) for a, b in pairwise(edges)))


def _left_aligned(phrases: Sequence[tuple[str, float, float]], slot: Slot) -> bool:
    return phrases[0][1] - slot.x0 < 6.0


def _phrases(words: Sequence[Word]) -> list[tuple[str, float, float]]:
    """Words joined over small gaps, over all lines of the heading: (text, x0, x1) from left to right."""
    out: list[tuple[str, float, float]] = []
    for word in sorted(words, key=lambda w: w.box.x0):
        if out and word.box.x0 - out[-1][2] < 9.0:
            text, x0, x1 = out[-1]
            out[-1] = (f"{text} {word.text}", x0, max(x1, word.box.x1))
        else:
            out.append((word.text, word.box.x0, word.box.x1))
    return out
