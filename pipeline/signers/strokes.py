"""Whose stroke is it? Connected strokes of a block, given to the line and the cell in which most of each lies."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.section import LinesFacts
from pipeline.signers.blots import find_blots
from pipeline.signers.cell_ink import CellInk, cells_of_line, window_of
from pipeline.signers.margins import beside_lines, stray_entries
from pipeline.signers.sheet import PX_PER_PT, Mask, Sheet

# A mark no larger than this either way is a speck, a dot or dirt; the dot of an i never makes a cell written.
SPECK_PT = 2.4
# The part of a stroke that reaches into the next line belongs to its own line while it stays in this share of that
# line's height.
OVERFLOW_DEPTH = 0.5
# Square points of ink that make an entry of their own where a neighbour's stroke runs into them.
HOLE_AREA = 6.0
# A bow under a signature reaches so far down into the next line, as a share of its height.
FLOURISH_DEPTH = 0.6
# Thickness of what tracing leaves of a rule.
REST_PT = 1.3


@dataclass(frozen=True, slots=True)
class BlockInk:
    """The strokes of a block by line and cell, and what belongs to none."""

    cells: tuple[tuple[CellInk, ...], ...]
    """[line][cell], in the order of the facts."""
    lines: tuple[Mask, ...]
    """Each line's strokes over the full width of the sheet, cropped to rows `spans`."""
    spans: tuple[tuple[int, int], ...]
    stray: tuple[Box, ...]
    """Boxes of strokes in the margins beside the lines."""


def attribute(sheet: Sheet, facts: LinesFacts, printed: Mask) -> BlockInk:
    """Give every stroke to its line and cell. `printed`: labels and numbers of the form, in the sheet's pixels."""
    ink = _without_rests(sheet, sheet.ink & ~printed)
    count, labels, stats = _components(ink)
    rows = _row_map(sheet, facts)
    lines = len(facts.lines)
    blots = find_blots(ink, labels, stats, count)
    # Where each stroke's pixels lie: index 0 above, 1 to n the lines, n + 1 below.
    share = np.zeros((count, lines + 2), np.int64)
    np.add.at(share, (labels[ink], rows[ink]), 1)
    owner = _owners(sheet, facts, stats, labels, rows, share)
    _flourishes_up(sheet, stats, labels, share, owner)
    small = (np.maximum(stats[:, 2], stats[:, 3]) < SPECK_PT * PX_PER_PT) | blots
    beside = beside_lines(sheet, facts, stats, count, share, owner, labels)
    owner[beside[labels] & (labels > 0)] = -1
    cells: list[tuple[CellInk, ...]] = []
    masks: list[Mask] = []
    spans: list[tuple[int, int]] = []
    for k in range(lines):
        mine = owner == k
        ys = np.nonzero(mine.any(axis=1))[0]
        top = min(int(sheet.levels[k].min()), int(ys.min()) if len(ys) else 10**9)
        bottom = max(int(sheet.levels[k + 1].max()) + 1, int(ys.max()) + 1 if len(ys) else 0)
        top = max(top, 0)
        part = mine[top:bottom]
        masks.append(part)
        spans.append((top, bottom))
        cells.append(cells_of_line(sheet, facts, k, part, labels[top:bottom], top, small, stats))
    stray = stray_entries(sheet, beside & ~blots, labels, stats)
    return BlockInk(cells=tuple(cells), lines=tuple(masks), spans=tuple(spans), stray=stray)


def _components(ink: Mask) -> tuple[int, NDArray[np.int32], NDArray[np.int32]]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    return count, np.asarray(labels, np.int32), np.asarray(stats, np.int32)


def _without_rests(sheet: Sheet, ink: Mask) -> Mask:
    """Ink without what is left of rules: thin pieces that lie along a rule."""
    count, labels, stats = _components(ink)
    near = cv2.dilate(sheet.ruled.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool)
    size = np.bincount(labels.ravel(), minlength=count)
    beside = np.bincount(labels[near], minlength=count)
    thin = np.minimum(stats[:, 2], stats[:, 3]) <= REST_PT * PX_PER_PT
    rests = thin & (beside >= 0.6 * size)
    rests[0] = False
    return np.asarray(ink & ~rests[labels])


def _row_map(sheet: Sheet, facts: LinesFacts) -> NDArray[np.int64]:
    height, width = sheet.ink.shape
    out = np.zeros((height, width), np.int64)
    ys = np.arange(height, dtype=np.float32)[:, None]
    for level in sheet.levels:
        out += ys >= level[None, :]
    return out


def _owners(
    sheet: Sheet,
    facts: LinesFacts,
    stats: NDArray[np.int32],
    labels: NDArray[np.int32],
    rows: NDArray[np.int64],
    share: NDArray[np.int64],
) -> NDArray[np.int16]:
    """For every ink pixel the index of its line, -1 where it belongs to none."""
    lines = share.shape[1] - 2
    total = share.sum(axis=1)
    main = share.argmax(axis=1)
    owner = np.where(main[labels] - 1 < lines, main[labels] - 1, -1).astype(np.int16)
    mixed = np.nonzero((total > 0) & (share.max(axis=1) < 0.8 * total))[0]
    contested: list[tuple[int, NDArray[np.int64], NDArray[np.int64], float]] = []
    for n in mixed:
        if n == 0:
            continue
        window = window_of(stats[n], 0, labels.shape[0])
        ys, xs = np.nonzero(labels[window] == n)
        ys, xs = ys + window[0].start, xs + window[1].start
        here = rows[ys, xs]
        for r in np.unique(here):
            if r == main[n] or not 1 <= r <= lines:
                continue
            sel = here == r
            depth = _depth(sheet, ys[sel], xs[sel], int(r), int(main[n]))
            if depth > OVERFLOW_DEPTH:
                owner[ys[sel], xs[sel]] = r - 1
            else:
                contested.append((int(r) - 1, ys[sel], xs[sel], depth))
    owner[labels == 0] = -1
    for k, ys, xs, depth in contested:
        if _fills_a_hole(sheet, facts, owner, k, ys, xs, depth):
            owner[ys, xs] = k
    return owner


def _flourishes_up(
    sheet: Sheet, stats: NDArray[np.int32], labels: NDArray[np.int32], share: NDArray[np.int64], owner: NDArray[np.int16]
) -> None:
    """The bow under a signature that lies mostly on the next line, where nothing else is written there: it goes back up.

    It comes down through the rule, stays in the line's upper part, and the line above is written on.
    """
    unit = PX_PER_PT**2
    lines = share.shape[1] - 2
    main = share.argmax(axis=1)
    for k in range(1, lines):
        mine = [int(n) for n in np.nonzero(main == k + 1)[0] if n]
        crossing = [n for n in mine if share[n, k] > 0]
        if not crossing or share[[n for n in mine if n not in crossing], k + 1].sum() >= HOLE_AREA / 2 * unit:
            continue
        above = int(share[main == k, k].sum())
        top, bottom = float(np.median(sheet.levels[k])), float(np.median(sheet.levels[k + 1]))
        deepest = max((float(stats[n, 1] + stats[n, 3]) - top) / max(bottom - top, 1.0) for n in crossing)
        if above >= 3 * HOLE_AREA * unit and deepest <= FLOURISH_DEPTH:
            owner[np.isin(labels, crossing) & (owner == k)] = k - 1


def _fills_a_hole(
    sheet: Sheet,
    facts: LinesFacts,
    owner: NDArray[np.int16],
    k: int,
    ys: NDArray[np.int64],
    xs: NDArray[np.int64],
    depth: float,
) -> bool:
    """Whether a part that a neighbour's stroke reaches down with is really an entry of line `k`: the line is written on,
    but not in this
    cell. On a line that is otherwise blank it is the neighbour's flourish.
    """
    unit = PX_PER_PT**2
    if len(ys) < HOLE_AREA * unit or depth < 0.3:
        return False
    middle = sheet.origin[0] + float(xs.mean()) / PX_PER_PT
    line = facts.lines[k]
    cell = next((c for c in line.cells if c.box.x0 <= middle < c.box.x1), None)
    if cell is None:
        return False
    area_y, area_x = sheet.to_px(line.box)
    _, cell_x = sheet.to_px(cell.box)
    mine = owner[area_y] == k
    inside = int(mine[:, cell_x].sum())
    elsewhere = int(mine[:, area_x].sum()) - inside
    return elsewhere >= 3 * HOLE_AREA * unit and inside < HOLE_AREA / 2 * unit


def _depth(sheet: Sheet, ys: NDArray[np.int64], xs: NDArray[np.int64], row: int, main: int) -> float:
    """How deep the part of a stroke reaches into line `row` from the side of its main line: mean share of the line's
    height, doubled.
    """
    top, bottom = sheet.levels[row - 1][xs], sheet.levels[row][xs]
    inside = (ys - top) / np.maximum(bottom - top, 1.0)
    mean = float(np.mean(inside if main < row else 1.0 - inside))
    return mean * 1.25
