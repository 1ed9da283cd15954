"""Correction fluid or tape on an entry: a patch whiter than the paper, with an edge. Certain it never is: a person looks.

Only a scan that shows the paper's own shade can show it; in black and white, or where the scanner bleached the paper, nothing is
told and nothing is denied.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.reading import Seen
from pipeline.ocr.handshade import shade
from pipeline.pages.raster import Raster

WHITED = "a patch whiter than the paper lies here"
# The figures below are choices that drawn patches bear out (tests/signers/test_whited.py); with them none was told on 513 develop
# lines without any.
# Pixels a point at which patches are looked for, and the patches: a brush is 4 pt wide, and covers at least a figure or two.
PX_PER_PT = 2.0
BRUSH_PT, LEAST_AREA_PT = 4.0, 40.0
# Paper lighter than this leaves no room for anything whiter.
LIGHTEST_PAPER = 246.0
# So much whiter, in shades and in spreads of the paper's own grain; half of it within so many points of the edge.
WHITER, GRAINS, EDGE_PT = 5.0, 4.0, 2.0
EDGE_SHARE = 0.6
# What fills a cell to its rules, or most of the line, is how the form is shaded or the page was lit.
WHOLE_CELL, WIDEST = 0.85, 0.6
# So much of a patch lies in the cell that it is told of.
IN_CELL = 0.4
ENTRIES = frozenset({"signature", "name", "address", "street", "city", "date"})

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Paper:
    light: Floats
    """Shades over the paper's own, grain smoothed; strokes are far below 0."""
    grain: float


def with_whited(raster: Raster, line: SignerLine) -> SignerLine:
    """The line, its cells told to be altered where a white patch lies on them."""
    patches = white_patches(raster, line.box)
    if not patches:
        return line
    return replace(line, cells=tuple(_told(cell, patches) for cell in line.cells))


def _told(cell: CellMarks, patches: list[Box]) -> CellMarks:
    if cell.meaning not in ENTRIES or cell.altered.present:
        return cell
    for patch in patches:
        common = patch.intersection(cell.box)
        if common is None or common.area < IN_CELL * patch.area or common.area > WHOLE_CELL * cell.box.area:
            continue
        return replace(cell, altered=Seen(present=True, certainty=0.7, page=cell.altered.page, box=patch, detail=WHITED))
    return cell


def white_patches(raster: Raster, box: Box) -> list[Box]:
    """Boxes of the patches in a box that are whiter than its paper, from left to right."""
    paper = _paper(raster, box)
    if paper is None:
        return []
    least = max(WHITER, GRAINS * paper.grain)
    brush = np.ones((round(BRUSH_PT * PX_PER_PT),) * 2, np.uint8)
    # Writing on the patch parts it: strokes are closed first, and what is narrower than a brush falls away.
    closed = cv2.morphologyEx((paper.light > least).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    mask = cv2.morphologyEx(closed, cv2.MORPH_OPEN, brush)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    found = []
    for n in range(1, count):
        x, y, wide, tall, area = (int(v) for v in stats[n])
        big = area >= LEAST_AREA_PT * PX_PER_PT**2 and wide <= WIDEST * mask.shape[1]
        if big and _has_edge(paper.light, np.asarray(labels == n, np.uint8)):
            left, top = box.x0 + x / PX_PER_PT, box.y0 + y / PX_PER_PT
            found.append(Box(left, top, left + wide / PX_PER_PT, top + tall / PX_PER_PT))
    return sorted(found, key=lambda b: b.x0)


def _paper(raster: Raster, box: Box) -> _Paper | None:
    pixels = raster.gray_crop(box)
    size = (round(box.width * PX_PER_PT), round(box.height * PX_PER_PT))
    if min(pixels.shape, default=0) < 8 or min(size) < round(BRUSH_PT * PX_PER_PT):
        return None
    small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    level = shade(small, 60)
    if level > LIGHTEST_PAPER or (shade(small, 5) < 2 and level > 254):
        return None
    columns = np.median(small, axis=0)
    at = np.arange(len(columns))
    # The light may fall off along the line: the paper is a straight line through the columns that are near its shade.
    near = np.abs(columns - level) <= 12
    if near.sum() < 0.3 * len(columns):
        return None
    trend = np.polyval(np.polyfit(at[near], columns[near], 1), at)
    over = cv2.blur(small, (3, 3)).astype(np.float32) - trend.astype(np.float32)[None, :]
    plain = over[np.abs(over) < 12]
    grain = 1.4826 * float(np.median(np.abs(plain - np.median(plain)))) if plain.size else 0.0
    return _Paper(np.asarray(over, np.float32), grain)


def _has_edge(light: Floats, patch: NDArray[np.uint8]) -> bool:
    """Whether the paper is reached again close outside the patch: light that falls off slowly has no edge."""
    reach = np.ones((2 * round(EDGE_PT * PX_PER_PT) + 1,) * 2, np.uint8)
    outer = cv2.dilate(patch, reach) - cv2.dilate(patch, np.ones((3, 3), np.uint8))
    inner = cv2.erode(patch, np.ones((3, 3), np.uint8)) > 0
    rim = light[outer > 0]
    rim = rim[rim > -12]
    if not inner.any() or rim.size < 8:
        return False
    inside = float(np.median(light[inner]))
    return inside - float(np.median(rim)) >= EDGE_SHARE * inside
