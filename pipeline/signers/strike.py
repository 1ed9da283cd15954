"""Is a line, or a cell, crossed out? A strike is a long stroke that runs on where writing leaves gaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.signers.sheet import PX_PER_PT, Mask

# Pixels a point for following strokes: a stroke stays a pixel wide, and a line is a few hundred columns.
FOLLOW_PX_PER_PT = PX_PER_PT / 2
# What a path loses for each column without ink, and for each step up or down.
_OFF_INK = 1.2
_STEP = 0.45
# Pieces of one stroke part at most by this: a pen skips, a crossing rule was taken out.
BREAK_PT = 4.0
# Columns near the path are "bare" when nothing else is written within this of them: only the stroke is there.
BARE_PT = 1.6
# A straight stroke leaves its own line by less than this (root mean square); cursive joined at its base wanders by more.
STRAIGHT_PT = 1.1
# A strike sways slowly: one bend in so many points; letters come round every five.
SWAY_PT = 17.0
# No pen's line is thicker.
THICKEST_PT = 3.2
# Level runs of ink this long are no part of a letter.
LEVEL_RUN_PT = 11.0
# Nor is a run so many times as long as the pen is thick: a marker's letters touch, and their bars run on for up to six.
LEVEL_RUN_PENS = 7.0
# The level runs of a strike follow on each other over most of the writing; those of bold letters stop between words.
LEVEL_WHOLE = 0.8
# Half of what a stroke's own width takes, with its blur.
STROKE_HALF_PT = 0.9


# So much is said where too little of a stroke stands alone to tell whether it trembles.
UNTOLD_TREMBLE = 9.0
# Pieces of one drawing that a rule between two cells parts lie so near, across and down, and so near to the rule.
PARTED_PT, PARTED_DOWN_PT, PARTED_REACH_PT = 4.7, 1.8, 3.2


@dataclass(frozen=True, slots=True)
class Stroke:
    """A long stroke: columns from `start` to `end` and its height at each, in pixels of the mask it was found in."""

    start: int
    end: int
    ys: NDArray[np.int64]
    bare: int
    """Columns in which it stands alone, in pixels."""
    wander: float
    """Root mean square distance from its own straight line, points."""
    solid: float
    """Share of its columns that have ink, 0 to 1."""
    tremble: float
    """Root mean square distance, points, from its own smooth curve where it stands alone. Joined letters sway, a strike
    does not.
    """

    @property
    def length(self) -> float:
        """Points."""
        return (self.end - self.start) / PX_PER_PT

    @property
    def bare_pt(self) -> float:
        """Points."""
        return self.bare / PX_PER_PT


def longest_strokes(masks: Sequence[Mask]) -> list[Stroke | None]:
    """For each mask the stroke that runs farthest from left to right, None where nothing runs on for six points."""
    smalls = [_pooled(m) for m in masks]
    height = max((m.shape[0] for m in smalls), default=0)
    width = max((m.shape[1] for m in smalls), default=0)
    if width < 6 or height < 3:
        return [None for _ in masks]
    gain = np.full((width, len(masks), height), -_OFF_INK, np.float32)
    for n, small in enumerate(smalls):
        gain[: small.shape[1], n, : small.shape[0]][small.T] = 1.0
    best = np.zeros_like(gain)
    back = np.zeros(gain.shape, np.int8)
    best[0] = gain[0]
    for x in range(1, width):
        # From straight on, from above (1), from below (2), or a fresh start (3).
        prev, value, came = best[x - 1], best[x - 1].copy(), back[x]
        better = prev[:, :-1] - _STEP > value[:, 1:]
        value[:, 1:][better] = (prev[:, :-1] - _STEP)[better]
        came[:, 1:][better] = 1
        better = prev[:, 1:] - _STEP > value[:, :-1]
        value[:, :-1][better] = (prev[:, 1:] - _STEP)[better]
        came[:, :-1][better] = 2
        fresh = value < 0
        value[fresh] = 0.0
        came[fresh] = 3
        best[x] = value + gain[x]
    return [_followed(best[:, n], back[:, n], small, masks[n]) for n, small in enumerate(smalls)]


def _followed(best: NDArray[np.float32], back: NDArray[np.int8], small: Mask, mask: Mask) -> Stroke | None:
    x = int(best.max(axis=1).argmax())
    y = int(best[x].argmax())
    path = []
    while True:
        if y < small.shape[0] and x < small.shape[1]:
            path.append((x, y))
        step = int(back[x, y])
        if x == 0 or step == 3:
            break
        y += {0: 0, 1: -1, 2: 1}[step]
        x -= 1
    path.reverse()
    path = _trimmed(path, small)
    if len(path) < 6 * FOLLOW_PX_PER_PT:
        return None
    xs = np.array([p[0] for p in path]) * 2
    ys = np.array([p[1] for p in path]) * 2
    slope, cut = np.polyfit(xs, ys, 1)
    wander = float(np.sqrt(np.mean((ys - slope * xs - cut) ** 2))) / PX_PER_PT
    solid = float(np.mean([small[y, x] for x, y in path]))
    alone = _alone(mask, xs, ys)
    return Stroke(int(xs[0]), int(xs[-1]) + 2, ys, 2 * len(alone), wander, solid, _tremble(alone, int(xs[-1] - xs[0])))


def _pooled(mask: Mask) -> Mask:
    height, width = mask.shape[0] // 2 * 2, mask.shape[1] // 2 * 2
    m = mask[:height, :width].reshape(height // 2, 2, width // 2, 2)
    return np.asarray(m.any(axis=(1, 3)))


def _trimmed(path: list[tuple[int, int]], small: Mask) -> list[tuple[int, int]]:
    """The longest part of the path without a break."""
    gap = BREAK_PT * FOLLOW_PX_PER_PT
    best: tuple[int, int] = (0, 0)
    start, last = 0, -1
    for i, (x, y) in enumerate(path):
        if small[y, x]:
            if last >= 0 and i - last > gap:
                start = i
            last = i
            if last - start > best[1] - best[0]:
                best = (start, last + 1)
    return path[best[0] : best[1]]


def _alone(mask: Mask, xs: NDArray[np.int64], ys: NDArray[np.int64]) -> list[tuple[float, float]]:
    """(x, y) of the stroke's middle in the columns of the path (every second pixel) whose only ink it is."""
    near = round(BARE_PT * PX_PER_PT)
    column_ink = mask.sum(axis=0)
    out = []
    for x, y in zip(xs, ys, strict=True):
        if x >= mask.shape[1]:
            continue
        top = max(int(y) - near, 0)
        own = np.nonzero(mask[top : int(y) + near + 2, x])[0]
        if len(own) and len(own) == column_ink[x] and own[-1] - own[0] < THICKEST_PT * PX_PER_PT:
            out.append((float(x), top + float(own.mean())))
    return out


def _tremble(alone: Sequence[tuple[float, float]], length: int) -> float:
    if len(alone) < 8:
        return UNTOLD_TREMBLE
    xs, ys = np.array([p[0] for p in alone]), np.array([p[1] for p in alone])
    degree = int(min(max(round(length / (SWAY_PT * PX_PER_PT)), 1), 7))
    scaled = (xs - xs.mean()) / max(float(np.ptp(xs)), 1.0)
    curve = np.polynomial.Polynomial.fit(scaled, ys, degree)
    return float(np.sqrt(np.mean((ys - curve(scaled)) ** 2))) / PX_PER_PT


def without(mask: Mask, stroke: Stroke) -> Mask:
    """The mask with the stroke's own width taken out."""
    out = mask.copy()
    near = round(STROKE_HALF_PT * PX_PER_PT)
    for i, y in enumerate(stroke.ys):
        x = stroke.start + 2 * i
        out[max(int(y) - near, 0) : int(y) + near + 2, x : x + 2] = False
    return out


@dataclass(frozen=True, slots=True)
class CellStrike:
    """How long strokes lie on the writing of one cell."""

    crossed: float
    """Share of the writing's width that strokes run through, 0 to 1."""
    above: float
    """Share of the other writing that stands above the strokes, 0 to 1."""
    rest: float
    """Square points of writing beside the strokes."""

    @property
    def balance(self) -> float:
        """0: all writing on one side of the stroke (an underline); 0.5: as much above as below."""
        return min(self.above, 1.0 - self.above)


def crossed(writing: Mask, x0: int, strokes: Sequence[tuple[Stroke, int]], y0: int) -> CellStrike:
    """How `strokes`, each with the y of its mask's first row, lie on `writing`, whose first pixel is (y0, x0) in the
    sheet.
    """
    if not writing.any() or not strokes:
        return CellStrike(0.0, 0.0, 0.0)
    height, width = writing.shape
    rest = writing.copy()
    line = np.full(width, -1, np.int64)
    near = round(STROKE_HALF_PT * PX_PER_PT)
    for stroke, top in strokes:
        for i, y in enumerate(stroke.ys):
            x, row = stroke.start + 2 * i - x0, int(y) + top - y0
            if 0 <= x < width and -3 <= row < height + 3:
                line[x : x + 2] = row
                rest[max(row - near, 0) : max(row + near + 2, 0), x : x + 2] = False
    beside = rest.any(axis=0)
    span = np.nonzero(beside)[0]
    if len(span) == 0:
        return CellStrike(0.0, 0.0, 0.0)
    # Only the width of the other writing counts: where it ends, a strike runs on.
    inside = slice(int(span[0]), int(span[-1]) + 1)
    hit = line >= 0
    ys = np.arange(height)[:, None]
    upper = int((rest & (ys < line[None, :]) & hit[None, :]).sum())
    total = int((rest & hit[None, :]).sum())
    share = float(hit[inside].mean())
    return CellStrike(share, upper / total if total else 0.0, float(rest.sum()) / PX_PER_PT**2)


def widest_stroke(mask: Mask, parted: Sequence[int] = ()) -> tuple[float, float]:
    """Width and height, in points, of the widest connected stroke of the mask; pieces a pixel apart are one, and those
    apart at one of the columns `parted` (pixels), where a rule was taken out.
    """
    if mask.size == 0 or not mask.any():
        return 0.0, 0.0
    joined = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 5), np.uint8))
    if parted:
        size = (round(PARTED_DOWN_PT * PX_PER_PT), round(PARTED_PT * PX_PER_PT))
        wide = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones(size, np.uint8))
        reach = round(PARTED_REACH_PT * PX_PER_PT)
        for x in parted:
            near = slice(max(x - reach, 0), max(x + reach + 1, 0))
            joined[:, near] = np.maximum(joined[:, near], wide[:, near])
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    n = 1 + int(stats[1:, 2].argmax())
    return float(stats[n, 2]) / PX_PER_PT, float(stats[n, 3]) / PX_PER_PT


def laid_over(mask: Mask, pen: float) -> CellStrike:
    """How far straight, level runs of ink, longer than any letter's, lie on the writing: also of several strokes close
    together. `pen`: thickness of the writing's strokes in points. Runs that stop and begin anew are no strike: nothing.
    """
    nothing = CellStrike(0.0, 0.0, 0.0)
    run = round(max(LEVEL_RUN_PT, LEVEL_RUN_PENS * pen) * PX_PER_PT)
    if mask.size == 0 or mask.shape[1] < 2 * run:
        return nothing
    level = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((1, run), np.uint8)).astype(bool)
    grown = cv2.dilate(level.astype(np.uint8), np.ones((5, 3), np.uint8)).astype(bool)
    rest = mask & ~grown
    span = np.nonzero(rest.any(axis=0))[0]
    if not level.any() or len(span) == 0:
        return nothing
    inside = slice(int(span[0]), int(span[-1]) + 1)
    if _longest_run(np.asarray(level.any(axis=0))[inside]) < LEVEL_WHOLE * (inside.stop - inside.start):
        return nothing
    ys = np.arange(mask.shape[0])[:, None]
    count = level.sum(axis=0)
    line = np.where(count > 0, (level * ys).sum(axis=0) / np.maximum(count, 1), -1)
    upper = int((rest & (ys < line[None, :])).sum())
    total = int((rest & (count > 0)[None, :]).sum())
    return CellStrike(float((count > 0)[inside].mean()), upper / total if total else 0.0, float(rest.sum()) / PX_PER_PT**2)


def _longest_run(columns: NDArray[np.bool_]) -> int:
    """How many set columns follow on each other at most."""
    gaps = np.nonzero(~np.concatenate(([False], columns, [False])))[0]
    return int(np.diff(gaps).max()) - 1


def scribbled(mask: Mask) -> float:
    """Strokes to and fro a point of width, at the height where they are fewest. Writing is dense in its middle only; 0
    where the mask
    is not one connected scrawl.
    """
    if mask.size == 0 or not mask.any():
        return 0.0
    height, width = mask.shape
    if width < 20 * PX_PER_PT or height < 9 * PX_PER_PT:
        return 0.0
    joined = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 5), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    if stats[1:, 2].max() < 0.85 * width:
        return 0.0
    runs = (np.diff(mask.astype(np.int8), axis=1) == 1).sum(axis=1) / (width / PX_PER_PT)
    levels = [runs[round(f * height) - 1 : round(f * height) + 2].mean() for f in (0.25, 0.4, 0.55, 0.7)]
    return float(min(levels))
