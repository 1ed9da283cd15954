"""A slash and the 1 behind it, written in one stroke, look like a caret: the line of writing with such strokes drawn apart.

`8/14/26` in a quick hand has the pen go up the slash and down the 1; a recogniser reads `814/26`, which is 8/14 or 8/4.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.ocr.handshade import shade

Pixels = NDArray[np.uint8]

# Darker than the paper by this share of the darkest stroke is ink.
INK_SHARE = 0.4
# A caret is as high as the writing, and so wide, as shares of the line's and of its own height.
TALL, NARROWEST, WIDEST = 0.6, 0.3, 1.15
# Bands at its head and foot, as shares of its height; between the feet there is so much paper at least.
BAND, BETWEEN_FEET = 0.14, 0.12
# The left leg leans so much more than the right one (shift over height). The right one may lean as quick hands do, but not
# backwards as the second leg of an A does.
LEFT_LEAN, RIGHT_LEAN, BACKWARDS = 0.18, 0.5, 0.3
# So far the two are moved apart, as a share of the line's height.
APART = 0.2


def without_carets(line: Pixels) -> Pixels:
    """The line (height, width; dark on light) with each slash drawn apart from the 1 it is joined to; itself where none is."""
    paper = shade(line, 90)
    strongest = paper - float(line.min())
    if strongest <= 0:
        return line
    mask = (line < paper - INK_SHARE * strongest).astype(np.uint8)
    rows = np.flatnonzero(mask.any(axis=1))
    if len(rows) < 8:
        return line
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    least = TALL * (rows[-1] + 1 - rows[0])
    walls = []
    for i in range(1, count):
        x, y, w, h = (int(v) for v in stats[i, :4])
        if h >= least and NARROWEST * h <= w <= WIDEST * h:
            wall = _wall(np.asarray(labels[y : y + h, x : x + w] == i))
            if wall is not None:
                walls.append((x, np.concatenate([np.full(y, wall[0]), wall, np.full(len(line) - y - h, wall[-1])]) + x))
    out = line
    for _, at in sorted(walls, key=lambda w: -w[0]):
        out = _moved(out, at, max(round(APART * len(line)), 2), int(paper))
    return out


def _wall(own: NDArray[np.bool_]) -> NDArray[np.int64] | None:
    """The column between slash and 1 in each row of a stroke; None where it is no caret."""
    height = len(own)
    band = max(round(BAND * height), 2)
    runs = [_runs(own[at]) for at in range(height)]
    if len(_runs(own[:band].any(axis=0))) != 1 or len(_runs(own[height // 2])) != 2:
        return None
    feet = _runs(own[height - band :].any(axis=0))
    if len(feet) != 2 or feet[1][0] - feet[0][1] < BETWEEN_FEET * height:
        return None
    # From the foot up, both legs stand apart; above their joint there is one run.
    two = [len(r) == 2 for r in runs]
    joint = next((at for at in range(height) if all(two[at : height - band])), None)
    if joint is None or not 0 < joint < 0.5 * height or any(len(r) > 2 for r in runs):
        return None
    legs = np.array([[sum(a) / 2 for a in runs[at]] for at in range(joint, height - band)])
    span = np.arange(len(legs))
    if len(legs) < 4:
        return None
    left, right = (-float(np.polyfit(span, legs[:, side], 1)[0]) for side in (0, 1))
    if left < LEFT_LEAN or not -BACKWARDS <= right <= RIGHT_LEAN or left - right < LEFT_LEAN:
        return None
    wall = np.zeros(height, np.int64)
    for at, row in enumerate(runs):
        wall[at] = (row[0][1] + row[1][0]) // 2 if len(row) == 2 else -1
    known = np.flatnonzero(wall >= 0)
    return np.asarray(np.interp(np.arange(height), known, wall[known]), np.int64)


def _runs(row: Any) -> list[tuple[int, int]]:
    """First column and the column after the last of each run of ink in a row (width,) of booleans."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], row, [False])).astype(np.int8)))
    return [(int(a), int(b)) for a, b in list(pairwise(edges))[::2]]


def _moved(line: Pixels, wall: NDArray[np.int64], by: int, ground: int) -> Pixels:
    """The line with all that stands right of the wall moved to the right."""
    height, width = line.shape
    out = np.full((height, width + by), ground, np.uint8)
    for at in range(height):
        cut = int(np.clip(wall[at], 0, width))
        out[at, :cut] = line[at, :cut]
        out[at, cut + by :] = line[at, cut:]
    return out
