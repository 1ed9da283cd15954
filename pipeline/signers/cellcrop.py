"""The pixels to read of one cell: around its own writing, in the channel where any ink is darkest."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.line import CellMarks
from pipeline.ocr.handshade import shade
from pipeline.ocr.prepare import dark_letters
from pipeline.pages.raster import Raster

# Room around the writing's box, in points: the box is measured at low resolution and may shave a stroke's edge.
ROOM_PT = 2.0
# A cell whose writing was not boxed is read inside its rules; the thickest rules of forms measure 1.5 pt.
RULE_PT = 1.5
# Writing that goes on beyond the crop's left or right edge lacks a part of a character there; whole rules are taller than this
# share of the crop, specks lower.
CUT_TALLEST, CUT_LOWEST = 0.85, 0.08
# A row of the crop that is dark over so much of its width is a rule; where it leans it steps by so many pixels. Writing of
# develop hands is dark over less than half of any row.
RULE_SHARE, RULE_STEP = 0.6, 2
# A cell's rule is looked for so near to where the grid has it; it is dark from the crop's top to its foot.
EDGE_REACH_PT, EDGE_SHARE = 2.5, 0.85
# Such a crop is first widened by steps of so much.
WIDEN_PT, WIDEN_STEPS = 2.5, 6
# A reading of such a crop is at most so sure: `9/11` without half of its 9 read as 1/11.
CUT_CERTAINTY = 0.6


def is_empty(cell: CellMarks) -> bool:
    """Whether nothing is written in the cell."""
    return cell.written.present is False


def cell_crop(raster: Raster, cell: CellMarks) -> tuple[NDArray[np.uint8], Box]:
    """Gray pixels (height, width), dark on light, and the box they cover in points."""
    box = _around(raster, cell.ink, cell.box) if cell.ink is not None else cell.box.grown(-RULE_PT)
    box = box.clipped(raster.box)
    colour = raster.bgr_crop(box)
    pixels = raster.gray_crop(box) if colour is None else dark_letters(colour)
    return _without_edges(pixels, box, cell.box), box


def _without_edges(pixels: NDArray[np.uint8], box: Box, cell: Box) -> NDArray[np.uint8]:
    """The crop without the cell's own upright rules where writing runs over them: they would be read as a slash or a 1."""
    if pixels.size == 0 or box.width <= 0 or pixels.shape[0] < 8:
        return pixels
    scale = pixels.shape[1] / box.width
    paper = shade(pixels, 90)
    dark = pixels < paper - max(0.4 * (paper - float(pixels.min())), 20.0)
    hidden = np.zeros_like(pixels)
    for edge in (cell.x0, cell.x1):
        start, end = (round((edge + d - box.x0) * scale) for d in (-EDGE_REACH_PT, EDGE_REACH_PT))
        start = max(start, 0)
        for x in (start + np.flatnonzero(dark[:, start : max(end, 0)].mean(axis=0) >= EDGE_SHARE)).tolist():
            hidden[:, max(x - 1, 0) : x + 2] = 255
    if not hidden.any():
        return pixels
    return np.asarray(cv2.inpaint(np.ascontiguousarray(pixels), hidden, 2, cv2.INPAINT_TELEA), np.uint8)


def _around(raster: Raster, ink: Box, cell: Box) -> Box:
    """The writing with room around it, widened where a stroke runs over the edge, as far as the cell (or the writing) goes."""
    box = ink.grown(ROOM_PT)
    left, right = min(cell.x0 + RULE_PT, box.x0), max(cell.x1 - RULE_PT, box.x1)
    for _ in range(WIDEN_STEPS):
        pixels = raster.gray_crop(box.clipped(raster.box))
        cut = _cut_edges(pixels)
        x0 = max(box.x0 - WIDEN_PT, left) if cut[0] else box.x0
        x1 = min(box.x1 + WIDEN_PT, right) if cut[1] else box.x1
        if (x0, x1) == (box.x0, box.x1):
            break
        box = Box(x0, box.y0, x1, box.y1)
    return box


def is_cut(pixels: NDArray[np.uint8]) -> bool:
    """Whether a stroke runs over the left or the right edge of the crop."""
    return any(_cut_edges(pixels))


def _cut_edges(pixels: NDArray[np.uint8]) -> tuple[bool, bool]:
    if pixels.size == 0:
        return False, False
    paper = shade(pixels, 90)
    strongest = paper - float(pixels.min())
    edges = pixels[:, [0, -1]] < paper - max(0.5 * strongest, 20.0)
    cut = [CUT_LOWEST < share < CUT_TALLEST for share in edges.mean(axis=0)]
    if any(cut):
        rule = _along_rule(pixels, paper, strongest)
        cut = [CUT_LOWEST < share < CUT_TALLEST for share in (edges & ~rule[:, None]).mean(axis=0)]
    return cut[0], cut[1]


def _along_rule(pixels: NDArray[np.uint8], paper: float, strongest: float) -> NDArray[np.bool_]:
    """Which rows (height,) of the crop are a rule of the form: it runs over both edges and cuts no writing."""
    dark = pixels < paper - max(0.5 * strongest, 20.0)
    rows = dark.mean(axis=1) >= RULE_SHARE
    return np.asarray(cv2.dilate(rows.astype(np.uint8)[:, None], np.ones((2 * RULE_STEP + 1, 1), np.uint8))[:, 0], np.bool_)
