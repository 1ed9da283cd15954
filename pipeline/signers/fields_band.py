"""Which pixels of a cell are to be read: all writing in the band of its own, words that a neighbour's stroke touches too.

The marks give each stroke to one cell. A word that is touched by the tail of the signature beside it goes to the signature
with it, and would be missing in the reading, which would be certain all the same. So the band is looked through once more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.line import CellMarks
from pipeline.ocr.handshade import shade
from pipeline.ocr.prepare import dark_letters
from pipeline.pages.raster import Raster
from pipeline.signers.cellcrop import ROOM_PT, RULE_PT, cell_crop

Mask = NDArray[np.uint8]

# Ink is darker than the paper by this share of the darkest strokes of the cell.
INK_SHARE = 0.45
LEAST_CONTRAST = 30.0
# Strokes this high, as a share of the band, are letters or figures; lower ones are stops, dashes and specks.
LETTER_SHARE = 0.25
# Higher than so many bands is a bracket, a rule or a scribble over several lines.
TALLEST = 2.2
# A stroke of the writing may run over the cell's edge by so much, in points; further out it is the neighbour's.
OVER_EDGE_PT = 14.0
# Wider than so many bands without a gap is a rule or a flourish, not a word of one's own.
WIDEST = 12.0


@dataclass(frozen=True, slots=True)
class Band:
    """What to read of a cell."""

    box: Box
    """All its writing, in points."""
    widened: bool
    """Letters stand beside the writing that the marks gave to the cell."""
    crosses: bool
    """Writing runs over the cell's left or right edge: somebody's stroke is in it, or some of it is in the next cell."""


def band_of(raster: Raster, cell: CellMarks) -> Band | None:
    """The band of the cell's writing; None where the marks boxed none."""
    if cell.ink is None or cell.ink.height <= 0:
        return None
    own, inner = cell.ink, cell.box.grown(-RULE_PT)
    area = Box(
        min(inner.x0, own.x0) - OVER_EDGE_PT, own.y0 - ROOM_PT, max(inner.x1, own.x1) + OVER_EDGE_PT, own.y1 + ROOM_PT
    ).clipped(raster.box)
    colour = raster.bgr_crop(area)
    pixels = raster.gray_crop(area) if colour is None else dark_letters(colour)
    if min(pixels.shape[:2], default=0) < 4:
        return None
    scale = pixels.shape[1] / area.width
    mask, over_rule = _without_rules(_ink(pixels), [(x - area.x0) * scale for x in (cell.box.x0, cell.box.x1)], scale)
    left, right = (inner.x0 - area.x0) * scale, (inner.x1 - area.x0) * scale
    x0, x1 = (own.x0 - area.x0) * scale, (own.x1 - area.x0) * scale
    low, high, crosses = x0, x1, over_rule
    for start, end in _letters(mask, own.height * scale):
        inside = min(end, right) - max(start, left)
        if inside <= 0.25 * (end - start):
            continue
        crosses = crosses or start < left - 1 or end > right + 1
        low, high = min(low, start), max(high, end)
    least = 0.3 * own.height * scale
    box = Box(area.x0 + low / scale, own.y0, area.x0 + high / scale, own.y1)
    return Band(box=box, widened=low < x0 - least or high > x1 + least, crosses=crosses)


class Crops:
    """The writing of the cells of one page, each cut out and measured once, whoever asks for it."""

    __slots__ = ("_known", "raster")

    def __init__(self, raster: Raster) -> None:
        self.raster = raster
        self._known: dict[tuple[Box, Box | None], tuple[NDArray[np.uint8], Box, Band | None]] = {}

    def of(self, cell: CellMarks) -> tuple[NDArray[np.uint8], Box, Band | None]:
        """Gray pixels (height, width) of a cell's writing, dark on light; the box they cover in points; and its band."""
        key = cell.box, cell.ink
        if key not in self._known:
            band = band_of(self.raster, cell)
            pixels, box = cell_crop(self.raster, cell if band is None else replace(cell, ink=band.box))
            self._known[key] = pixels, box, band
        return self._known[key]


def _ink(pixels: NDArray[np.uint8]) -> Mask:
    paper = shade(pixels, 85)
    strongest = paper - shade(pixels, 1)
    if strongest < LEAST_CONTRAST:
        return np.zeros_like(pixels)
    return np.asarray(pixels < paper - INK_SHARE * strongest, np.uint8)


def _without_rules(mask: Mask, edges: list[float], scale: float) -> tuple[Mask, bool]:
    """The ink without the cell's upright rules and without rules along; and whether a stroke runs over an upright one."""
    height, width = mask.shape
    along = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((1, max(3 * height, 9)), np.uint8))
    rules = np.asarray(cv2.dilate(along, np.ones((3, 1), np.uint8)), np.uint8)
    out: Mask = np.asarray(np.where(rules > 0, 0, mask), np.uint8)
    reach, crossed = max(round(RULE_PT * scale), 2), False
    for edge in edges:
        start = max(round(edge) - 2 * reach, 0)
        ruled = np.flatnonzero(mask[:, start : max(round(edge) + 2 * reach + 1, 0)].mean(axis=0) > 0.8)
        if ruled.size:
            first, after = max(start + int(ruled[0]) - 1, 0), min(start + int(ruled[-1]) + 2, width)
            crossed = crossed or _meet(out[:, max(first - 2, 0) : first], out[:, after : after + 2])
            out[:, first:after] = 0
    return out, crossed


def _meet(before: Mask, after: Mask) -> bool:
    """Whether ink on one side of a rule goes on at about the same height on the other."""
    if not before.size or not after.size:
        return False
    reach = np.ones(2 * max(before.shape[0] // 12, 1) + 1)
    left, right = (side.any(axis=1) for side in (before, after))
    return bool((np.convolve(left, reach, mode="same") * right).sum() >= 2)


def _letters(mask: Mask, high: float) -> list[tuple[float, float]]:
    """First column and column after the last of every stroke that may be a letter of the band."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for x, _, wide, tall, area in stats[1:count].tolist():
        if LETTER_SHARE * high <= tall <= TALLEST * high and wide <= WIDEST * high and area >= 0.02 * high * high:
            found.append((float(x), float(x + wide)))
    return found
