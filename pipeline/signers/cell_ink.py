"""What is written in each cell of a line? Strokes that run into a neighbour are given back to the cell they began in."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.section import LinesFacts
from pipeline.signers.sheet import PX_PER_PT, Mask, Sheet

# A part of a stroke beyond its cell is the neighbour's own entry only when it is this wide, in points, or most of the
# stroke.
OVERFLOW_WIDTH_PT = 34.0
# Letters of one entry lie so near to each other; so much of an entry tells how tall its letters are. The tail of a signature is
# lower than they are: what is taller than this share of them holds a letter too.
LETTER_GAP_PT, WORD_PT, LETTER_TALL = 6.0, 40.0, 0.7
# Ink of a cell in square points. The smallest entries made by hand, one initial of 6 pt or ditto marks, have 5 and more;
# what dust, a staple's corner and the ends of neighbours' strokes leave stays under 2.
WRITTEN_AREA, DOUBT_AREA = 4.0, 2.2


@dataclass(frozen=True, slots=True)
class CellInk:
    """What is written in one cell."""

    mask: Mask
    """Shape of the cell's strokes, in the sheet's pixels from `corner`."""
    corner: tuple[int, int]
    """(y, x) of the mask's first pixel in the sheet."""
    area: float
    """Square points of ink, specks left out."""
    tallest: float
    """Points: largest extent of one stroke."""
    box: Box | None
    darkness: float
    """Median darkness of the strokes, 0 to 1."""
    sharpness: float
    """How steeply the strokes' edges fall against their darkness, 0 (smear) to 1."""
    thickness: float
    """Mean width of the strokes, points."""
    over: float
    """Share of the ink that lies beyond the line's upper or lower rule, the larger of the two."""


def window_of(stat: NDArray[np.int32], top: int, height: int) -> tuple[slice, slice]:
    """Rows and columns of a connected stroke, the rows counted from `top`."""
    x, y, w, h = (int(v) for v in stat[:4])
    return slice(max(y - top, 0), min(max(y + h - top, 0), height)), slice(x, x + w)


def cells_of_line(
    sheet: Sheet,
    facts: LinesFacts,
    k: int,
    part: Mask,
    labels: NDArray[np.int32],
    top: int,
    small: Mask,
    stats: NDArray[np.int32],
) -> tuple[CellInk, ...]:
    """The ink of each cell of line `k`, in their order. `part`: the line's own strokes, from the sheet's row `top` on."""
    line = facts.lines[k]
    boxes = [c.box for c in line.cells]
    here = np.where(part, labels, 0)
    height, width = here.shape
    # The cell of every pixel: upper and lower cells of a line with two rows part at the middle of their common edge.
    place = np.full((height, width), -1, np.int16)
    for i, box in enumerate(boxes):
        x0 = max(round((box.x0 - sheet.origin[0]) * PX_PER_PT), 0)
        x1 = min(round((box.x1 - sheet.origin[0]) * PX_PER_PT), width)
        upper = box.y0 - line.box.y0 < 1.0
        lower = line.box.y1 - box.y1 < 1.0
        y0 = 0 if upper else max(round((box.y0 - sheet.origin[1]) * PX_PER_PT) - top, 0)
        y1 = height if lower else min(round((box.y1 - sheet.origin[1]) * PX_PER_PT) - top, height)
        place[y0:y1, x0:x1] = i
    _fill_gaps(place)
    target = np.where(here > 0, place, -1)
    span = len(boxes) + 1
    keys, counts = np.unique(here[here > 0].astype(np.int64) * span + place[here > 0] + 1, return_counts=True)
    strokes: dict[int, dict[int, int]] = {}
    for key, n in zip(keys.tolist(), counts.tolist(), strict=True):
        strokes.setdefault(key // span, {})[key % span - 1] = n
    given: list[tuple[int, NDArray[np.int64], NDArray[np.int64]]] = []
    for n, shares in strokes.items():
        if len(shares) < 2:
            continue
        window = window_of(stats[n], top, height)
        ys, xs = np.nonzero(here[window] == n)
        ys, xs = ys + window[0].start, xs + window[1].start
        main = max(shares, key=lambda c: shares[c])
        for c in shares:
            if c == main:
                continue
            sel = place[ys, xs] == c
            wide = (int(xs[sel].max()) - int(xs[sel].min()) + 1) / PX_PER_PT
            tall = (int(ys[sel].max()) - int(ys[sel].min()) + 1) / PX_PER_PT
            beside = c < 0 or main < 0 or boxes[c].y0 == boxes[main].y0
            if beside:
                own = wide > min(OVERFLOW_WIDTH_PT, 0.45 * (boxes[c].width if c >= 0 else 99.0))
            else:
                own = tall > 0.6 * boxes[c].height
            if not own:
                target[ys[sel], xs[sel]] = main
                if beside and c >= 0:
                    given.append((c, ys[sel], xs[sel]))
    for c, ys, xs in given:
        if _holds_letters(target == c, ys, xs):
            target[ys, xs] = c
    return tuple(_cell_ink(sheet, k, target == i, here, top, small) for i in range(len(boxes)))


def _holds_letters(own: Mask, ys: NDArray[np.int64], xs: NDArray[np.int64]) -> bool:
    """Whether the part with which a neighbour's stroke ends in a cell has run into the first letters of the cell's own entry:
    it is about as tall as they are, and they go on right beside it. `own`: the cell's ink without the part.
    """
    top, bottom, left, right = int(ys.min()), int(ys.max()) + 1, int(xs.min()), int(xs.max()) + 1
    near, word = round(LETTER_GAP_PT * PX_PER_PT), round(WORD_PT * PX_PER_PT)
    beside = own[top:bottom, max(left - near, 0) : right + near]
    if beside.sum() < 3 * PX_PER_PT:
        return False
    rows = np.nonzero(own[:, max(left - word, 0) : right + word].any(axis=1))[0]
    height = int(rows[-1]) + 1 - int(rows[0])
    level = min(bottom, int(rows[-1]) + 1) - max(top, int(rows[0]))
    return bottom - top >= LETTER_TALL * height and level >= 0.5 * min(height, bottom - top)


def _fill_gaps(place: NDArray[np.int16]) -> None:
    """Pixels between cells (rules, space between blanks) go to the cell left of them, before the first to the first."""
    for _ in range(2):
        empty = place < 0
        if not empty.any():
            return
        index = np.where(empty, 0, np.arange(place.shape[1])[None, :])
        index = np.maximum.accumulate(index, axis=1)
        filled = np.take_along_axis(place, index, axis=1)
        place[:] = filled
        place[:] = place[:, ::-1]
    return


def _cell_ink(sheet: Sheet, k: int, mask: Mask, labels: NDArray[np.int32], top: int, small: Mask) -> CellInk:
    solid = mask & ~small[labels]
    ys, xs = np.nonzero(solid)
    if len(ys) == 0:
        return CellInk(np.zeros((0, 0), bool), (0, 0), 0.0, 0.0, None, 0.0, 0.0, 0.0, 0.0)
    y0, y1, x0, x1 = int(ys.min()), int(ys.max()) + 1, int(xs.min()), int(xs.max()) + 1
    crop = solid[y0:y1, x0:x1]
    _, _, pieces, _ = cv2.connectedComponentsWithStats(crop.astype(np.uint8), connectivity=8)
    tallest = float(np.maximum(pieces[1:, 2], pieces[1:, 3]).max()) / PX_PER_PT
    depth = cv2.distanceTransform(np.pad(crop, 1).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
    dark = sheet.dark[top + y0 : top + y1, x0:x1]
    inside = dark[crop]
    core = float(np.percentile(inside, 70))
    steep = sheet.steep[top + y0 : top + y1, x0:x1]
    rim = crop & (cv2.erode(crop.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0)
    sharp = float(np.median(steep[rim])) / max(core, 0.05) if rim.any() else 0.0
    return CellInk(
        crop,
        (top + y0, x0),
        float(len(ys)) / PX_PER_PT**2,
        tallest,
        sheet.to_pt(x0, top + y0, x1 - x0, y1 - y0),
        core,
        min(sharp * 3.0, 1.0),
        4.0 * float(depth[crop].mean()) / PX_PER_PT,
        max(float((top + ys < sheet.levels[k][xs]).mean()), float((top + ys >= sheet.levels[k + 1][xs]).mean())),
    )
