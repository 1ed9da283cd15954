"""The rules of one ruled block, looked at again in its own straight frame.

The page's rules were found one by one; a block's rules are parallel, so a second look along their common direction finds
those that writing,
fading or breaks hid, and leaves out strokes of a pen, which are never quite parallel to them.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.pages.raster import Raster
from pipeline.pages.ruling import RuledLine

# Pixels a point: a hairline of a quarter point still darkens its pixel.
LOOK_PX_PER_PT = 2.0
# Slopes of what deskewing leaves, as dy/dx (0.4 degrees either way).
SLOPES = np.linspace(-0.0075, 0.0075, 13)
# Levels darker than the paper around, of 255. Gray hairlines have 20, grain and JPEG noise up to 8.
CONTRAST = 11
PAPER_WINDOW_PT = 10
# Pieces a rule is made of; longer than strokes of letters in that direction.
ACROSS_PIECE_PT, DOWN_PIECE_PT = 14.0, 9.0
# Gaps that writing or a bad scan tears into a rule.
ACROSS_GAP_PT, DOWN_GAP_PT = 7.0, 6.0
LEAST_ACROSS_PT, LEAST_DOWN_PT = 24.0, 12.0
MOST_THICK_PT = 4.0
MARGIN_PT = 5.0

Bits = NDArray[np.uint8]


def rules_within(raster: Raster, box: Box) -> tuple[RuledLine, ...]:
    """Horizontal and vertical rules inside `box` (points), in points of the page, at their middles."""
    area = box.grown(MARGIN_PT).clipped(raster.box)
    crop = raster.gray_crop(area)
    if min(crop.shape) < 20:
        return ()
    size = (max(round(area.width * LOOK_PX_PER_PT), 8), max(round(area.height * LOOK_PX_PER_PT), 8))
    how = cv2.INTER_AREA if raster.px_per_pt > LOOK_PX_PER_PT else cv2.INTER_LINEAR
    dark = _dark(np.asarray(cv2.resize(crop, size, interpolation=how), np.uint8))
    slope = _slope(dark)
    straight = _turned(dark, slope)
    found = []
    for line in _along(straight, ACROSS_PIECE_PT, ACROSS_GAP_PT, LEAST_ACROSS_PT):
        found.append(_across(line, area, slope, straight.shape))
    for line in _along(np.ascontiguousarray(straight.T), DOWN_PIECE_PT, DOWN_GAP_PT, LEAST_DOWN_PT):
        found.append(_down(line, area, slope, straight.shape))
    return tuple(found)


def _dark(small: NDArray[np.uint8]) -> Bits:
    window = int(PAPER_WINDOW_PT * LOOK_PX_PER_PT) | 1
    paper = cv2.medianBlur(small, min(window, 31))
    return (cv2.subtract(paper, small) > CONTRAST).astype(np.uint8)


def _slope(dark: Bits) -> float:
    """Slope along which the rows' sums are most uneven."""
    half = np.ascontiguousarray(dark[:, ::2]) * 255
    best, chosen = -1.0, 0.0
    for slope in SLOPES:
        turned = _sheared(half, float(slope) * 2)
        profile = turned.sum(axis=1, dtype=np.float64)
        score = float((profile**2).sum())
        if score > best:
            best, chosen = score, float(slope)
    return chosen


def _sheared(bits: Bits, slope: float) -> Bits:
    height, width = bits.shape
    matrix = np.array([[1, 0, 0], [-slope, 1, slope * width / 2]], np.float32)
    return np.asarray(cv2.warpAffine(bits, matrix, (width, height), flags=cv2.INTER_LINEAR), np.uint8)


def _turned(bits: Bits, slope: float) -> Bits:
    height, width = bits.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), float(np.degrees(np.arctan(slope))), 1.0)
    turned = cv2.warpAffine(bits * 255, matrix, (width, height), flags=cv2.INTER_LINEAR)
    return (turned > 90).astype(np.uint8)


def _along(bits: Bits, piece: float, gap: float, least: float) -> list[tuple[float, float, float, float]]:
    """Rules along the rows of `bits`: (at, start, end, thickness) in its pixels."""
    s = LOOK_PX_PER_PT
    thick = cv2.morphologyEx(bits, cv2.MORPH_OPEN, np.ones((round(MOST_THICK_PT * s) + 1, 3), np.uint8))
    thin: Bits = np.where(cv2.dilate(thick, np.ones((3, 3), np.uint8)) > 0, 0, bits).astype(np.uint8)
    # A hairline that wanders by a pixel: rows are taken in threes.
    trio = cv2.dilate(thin, np.ones((3, 1), np.uint8))
    pieces = np.asarray(cv2.morphologyEx(trio, cv2.MORPH_OPEN, np.ones((1, round(piece * s)), np.uint8)), np.uint8)
    profile = pieces.sum(axis=1)
    out = []
    y = 0
    height = len(profile)
    floor = least * s
    while y < height:
        if profile[y] < floor:
            y += 1
            continue
        end = y
        while end + 1 < height and profile[end + 1] >= floor:
            end += 1
        for a, b in _peaks(profile, y, end + 1):
            out.extend(_spans(pieces, thin, a, b, gap * s, floor))
        y = end + 1
    return out


def _peaks(profile: NDArray[np.int64], start: int, end: int) -> list[tuple[int, int]]:
    """Rows of one rule each: a run of rows is cut where its profile falls to under half between two peaks."""
    out = []
    top = 0
    a = start
    for y in range(start, end):
        top = max(top, int(profile[y]))
        later = int(profile[y + 1 : end].max()) if y + 1 < end else 0
        if profile[y] < 0.5 * top and profile[y] < 0.5 * later:
            if y > a:
                out.append((a, y))
            a, top = y + 1, 0
    if end > a:
        out.append((a, end))
    return out


def _spans(pieces: Bits, thin: Bits, a: int, b: int, gap: float, floor: float) -> list[tuple[float, float, float, float]]:
    rows = pieces[a:b].any(axis=0)
    xs = np.nonzero(rows)[0]
    out: list[tuple[float, float, float, float]] = []
    if len(xs) == 0:
        return out
    breaks = np.nonzero(np.diff(xs) > gap)[0]
    starts = [int(xs[0]), *(int(xs[i + 1]) for i in breaks)]
    ends = [*(int(xs[i]) + 1 for i in breaks), int(xs[-1]) + 1]
    for x0, x1 in zip(starts, ends, strict=True):
        if x1 - x0 < floor:
            continue
        weights = thin[a:b, x0:x1].sum(axis=1).astype(np.float64)
        total = float(weights.sum())
        if total <= 0:
            continue
        at = float((weights * (np.arange(a, b) + 0.5)).sum() / total)
        out.append((at, float(x0), float(x1), min(total / (x1 - x0), MOST_THICK_PT * LOOK_PX_PER_PT)))
    return out


def _back(x: float, y: float, slope: float, shape: tuple[int, ...]) -> tuple[float, float]:
    """From the straight frame to the block's own pixels."""
    height, width = shape[0], shape[1]
    dx, dy = x - width / 2, y - height / 2
    angle = float(np.arctan(slope))
    c, s = float(np.cos(angle)), float(np.sin(angle))
    return width / 2 + c * dx - s * dy, height / 2 + s * dx + c * dy


def _across(line: tuple[float, float, float, float], area: Box, slope: float, shape: tuple[int, ...]) -> RuledLine:
    at, start, end, thick = line
    k = LOOK_PX_PER_PT
    _, y = _back((start + end) / 2, at, slope, shape)
    x0, _ = _back(start, at, slope, shape)
    x1, _ = _back(end, at, slope, shape)
    return RuledLine(
        direction="horizontal", at=area.y0 + y / k, start=area.x0 + x0 / k, end=area.x0 + x1 / k, thickness=thick / k
    )


def _down(line: tuple[float, float, float, float], area: Box, slope: float, shape: tuple[int, ...]) -> RuledLine:
    at, start, end, thick = line
    k = LOOK_PX_PER_PT
    x, _ = _back(at, (start + end) / 2, slope, shape)
    _, y0 = _back(at, start, slope, shape)
    _, y1 = _back(at, end, slope, shape)
    return RuledLine(direction="vertical", at=area.x0 + x / k, start=area.y0 + y0 / k, end=area.y0 + y1 / k, thickness=thick / k)
