"""How the writing of a line looks, in numbers: pen, slant, size, the directions of its strokes.

Measured on name and address, the longest writing of a line. Two lines that are alike in all of it may be of one hand; whether
that means anything is not asked here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.model.line import CellMarks, ColumnMeaning, HandTraits, SignerLine
from pipeline.ocr.handshade import shade
from pipeline.signers.cellcrop import is_empty
from pipeline.signers.fields_band import Crops

WRITTEN: tuple[ColumnMeaning, ...] = ("name", "address", "street", "city")
# Fewer separate strokes than this say nothing about a hand: "Al Ng" has five.
LEAST_LETTERS = 10
INK_SHARE = 0.4
LEAST_CONTRAST = 30.0
DIRECTIONS = 12
# Slants that are tried, shift over height; a hand's lean varies by 0.02 from word to word.
SLANTS = np.arange(-0.3, 0.71, 0.02)

Pixels = NDArray[np.uint8]


def with_traits(crops: Crops, line: SignerLine) -> SignerLine:
    """The line with `traits` and `signed_traits` measured, None where too little is written."""
    written = [c for c in line.cells if c.meaning in WRITTEN and not is_empty(c)]
    signed = [c for c in line.cells if c.meaning == "signature" and not is_empty(c)]
    return replace(line, traits=traits(crops, written, LEAST_LETTERS), signed_traits=traits(crops, signed, 1))


def traits(crops: Crops, cells: Sequence[CellMarks], least: int) -> HandTraits | None:
    """The look of the writing in these cells together; None with fewer separate strokes than `least`."""
    parts = [part for cell in cells if (part := _part(crops, cell)) is not None]
    letters = sum(part.heights.size for part in parts)
    if letters < least:
        return None
    scale = crops.raster.px_per_pt
    weights = np.array([part.heights.size for part in parts], np.float64)
    directions = np.average([part.directions for part in parts], axis=0, weights=weights)
    colour = np.average([part.colour for part in parts], axis=0, weights=weights)
    return HandTraits(
        stroke=round(float(np.average([part.stroke for part in parts], weights=weights)) / scale, 3),
        slant=round(float(np.average([part.slant for part in parts], weights=weights)), 3),
        height=round(float(np.median(np.concatenate([part.heights for part in parts]))) / scale, 2),
        colour=(round(float(colour[0]), 3), round(float(colour[1]), 3), round(float(colour[2]), 3)),
        directions=tuple(round(float(d), 4) for d in directions / directions.sum()),
        letters=letters,
    )


class _Part:
    """One cell's measurements, in pixels."""

    __slots__ = ("colour", "directions", "heights", "slant", "stroke")

    def __init__(self, gray: Pixels, mask: Pixels, colour: NDArray[np.float64], heights: NDArray[np.float64]) -> None:
        depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
        # Over a stroke of even width the mean distance to its edge is a quarter of the width.
        self.stroke = 4.0 * float(depth[mask > 0].mean())
        self.slant = _slant(mask)
        self.heights = heights
        self.colour = colour
        across = cv2.Sobel(gray.astype(np.float32), cv2.CV_32F, 1, 0)
        down = cv2.Sobel(gray.astype(np.float32), cv2.CV_32F, 0, 1)
        edges = cv2.dilate(mask, np.ones((3, 3), np.uint8)) > 0
        across, down = across[edges], down[edges]
        angle = (np.arctan2(down, across) % np.pi) / np.pi * DIRECTIONS
        self.directions = np.bincount(angle.astype(int) % DIRECTIONS, weights=np.hypot(across, down), minlength=DIRECTIONS)


def _part(crops: Crops, cell: CellMarks) -> _Part | None:
    gray, box, _ = crops.of(cell)
    if min(gray.shape, default=0) < 6:
        return None
    paper = shade(gray, 85)
    strongest = paper - shade(gray, 1)
    if strongest < LEAST_CONTRAST:
        return None
    mask = np.asarray(gray < paper - INK_SHARE * strongest, np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    high = gray.shape[0]
    kept = [i for i in range(1, count) if stats[i, 3] >= 0.2 * high and stats[i, 2] <= 6 * high]
    if not kept:
        return None
    mask = np.asarray(np.isin(labels, kept), np.uint8)
    heights = np.array([stats[i, 3] for i in kept], np.float64)
    return _Part(gray, mask, _colour(crops.raster.bgr_crop(box), mask, gray, paper), heights)


def _colour(bgr: Pixels | None, mask: Pixels, gray: Pixels, paper: float) -> NDArray[np.float64]:
    """What the ink takes from each channel, 0 to 1; thrice the same on a page without colour."""
    if bgr is None or bgr.shape[:2] != mask.shape:
        return np.full(3, (paper - float(gray[mask > 0].mean())) / 255.0)
    ground = np.array([shade(np.ascontiguousarray(bgr[:, :, channel]), 85) for channel in range(3)])
    return np.asarray((ground - bgr[mask > 0].mean(axis=0)) / 255.0, np.float64)


def _slant(mask: Pixels) -> float:
    """The shear under which the columns of ink are most unequal: upright strokes stand in few columns."""
    ys, xs = np.nonzero(mask)
    ys = ys - ys.mean()
    best, at = -1.0, 0.0
    for slant in SLANTS.tolist():
        columns = np.round(xs + slant * ys).astype(int)
        found = float((np.bincount(columns - columns.min()).astype(np.float64) ** 2).sum())
        if found > best:
            best, at = found, slant
    return at
