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
# Half of what a stroke's own width takes, with its blur.
STROKE_HALF_PT = 0.9


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
    return Stroke(int(xs[0]), int(xs[-1]) + 2, ys, _bare(mask, xs, ys), wander, solid)


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


def _bare(mask: Mask, xs: NDArray[np.int64], ys: NDArray[np.int64]) -> int:
    """Columns of the path (2 px each) whose only ink is the stroke itself."""
    near = round(BARE_PT * PX_PER_PT)
    column_ink = mask.sum(axis=0)
    bare = 0
    for x, y in zip(xs, ys, strict=True):
        if x >= mask.shape[1]:
            continue
        own = mask[max(y - near, 0) : y + near + 2, x]
        if own.any() and own.sum() == column_ink[x]:
            bare += 2
    return bare


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
    """How `strokes`, each with the y of its mask's first row, lie on `writing`, whose first pixel is (y0, x0) in the sheet."""
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


def widest_stroke(mask: Mask) -> tuple[float, float]:
    """Width and height, in points, of the widest connected stroke of the mask; pieces a pixel apart are one."""
    if mask.size == 0 or not mask.any():
        return 0.0, 0.0
    joined = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 5), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    n = 1 + int(stats[1:, 2].argmax())
    return float(stats[n, 2]) / PX_PER_PT, float(stats[n, 3]) / PX_PER_PT


def scribbled(mask: Mask) -> float:
    """How much a mask looks scribbled over, 0 to 1: one stroke to and fro over all of it, denser than writing."""
    if mask.size == 0 or not mask.any():
        return 0.0
    ys, xs = np.nonzero(mask)
    crop = mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    height, width = crop.shape
    if width < 12 * PX_PER_PT or height < 5 * PX_PER_PT:
        return 0.0
    count, _, stats, _ = cv2.connectedComponentsWithStats(crop.astype(np.uint8), connectivity=8)
    widest = stats[1:, 2].max() / width
    tall = stats[1:, 3].max() / height
    middle = crop[round(0.2 * height) : max(round(0.8 * height), 1)]
    runs = (np.diff(middle.astype(np.int8), axis=1) == 1).sum(axis=1)
    per_pt = float(np.median(runs)) / (width / PX_PER_PT)
    density = float(crop.mean())
    filled = min(max((per_pt - 0.18) / 0.22, 0.0), 1.0) + min(max((density - 0.22) / 0.2, 0.0), 1.0)
    return float(min(widest, 1.0) * min(tall / 0.8, 1.0) * min(filled, 1.0))
