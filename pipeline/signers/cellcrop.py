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
