"""The pixels to read of one cell: around its own writing, in the channel where any ink is darkest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.line import CellMarks
from pipeline.pages.raster import Raster

# Room around the writing's box, in points: the box is measured at low resolution and may shave a stroke's edge.
ROOM_PT = 2.0
# A cell whose writing was not boxed is read inside its rules; the thickest rules of forms measure 1.5 pt.
RULE_PT = 1.5
# Writing that goes on beyond the crop's left or right edge lacks a part of a character there; whole rules are taller than this
# share of the crop, specks lower.
CUT_TALLEST, CUT_LOWEST = 0.85, 0.08
# A reading of such a crop is at most so sure: `9/11` without half of its 9 read as 1/11.
CUT_CERTAINTY = 0.6


def is_empty(cell: CellMarks) -> bool:
    """Whether nothing is written in the cell."""
    return cell.written.present is False


def cell_crop(raster: Raster, cell: CellMarks) -> tuple[NDArray[np.uint8], Box]:
    """Gray pixels (height, width), dark on light, and the box they cover in points."""
    box = cell.ink.grown(ROOM_PT) if cell.ink is not None else cell.box.grown(-RULE_PT)
    box = box.clipped(raster.box)
    colour = raster.bgr_crop(box)
    pixels = raster.gray_crop(box) if colour is None else np.asarray(colour.min(axis=2), np.uint8)
    return pixels, box


def is_cut(pixels: NDArray[np.uint8]) -> bool:
    """Whether a stroke runs over the left or the right edge of the crop."""
    if pixels.size == 0:
        return False
    paper = float(np.percentile(pixels, 90))
    strongest = paper - float(pixels.min())
    edges = pixels[:, [0, -1]] < paper - max(0.5 * strongest, 20.0)
    shares = edges.mean(axis=0)
    return bool(((shares > CUT_LOWEST) & (shares < CUT_TALLEST)).any())
