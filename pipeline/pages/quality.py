"""What cannot be read well on a page: low resolution, JBIG2, streaks, cut edges, blur. Never the petitioner's failure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Affine, Box
from pipeline.model.page import PageProblem
from pipeline.pages.bed import Bed
from pipeline.pages.raster import Pixels
from pipeline.pages.raw import RawPage

# Under this resolution ten-point type has an x-height of under 10 pixels; the reader of print begins to fail there.
LEAST_DPI = 140.0
_LOOK_DPI = 150.0

# A streak runs along the feed over the whole picture, through the margins; printed rules stop before. It is seen in nearly all
# of so many slices of its length, and is darker than what lies beside it by this much in the mean of a slice.
_SLICES, _STREAK_SLICES, _STREAK_CONTRAST = 40, 37, 6.0
_STREAK_PT, _STREAK_BESIDE_PT = 3.0, 5.0

# Ink at the very edge that reaches inward: so many separate marks make a cut edge (a lone stroke may run off the paper).
_CUT_MARKS, _CUT_STRIP_PT, _CUT_INWARD_PT, _CUT_CONTRAST = 5, 1.2, 4.0, 60
# A mark along so much of an edge is bed or shadow, not writing.
_CUT_LONGEST_SHARE = 0.15

# Width of the edge of a stroke (a tenth to nine tenths of its contrast). Ten-point print drawn sharp has 0.4 pt at 300 dpi,
# 0.8 at 150, 1.3 at 100 (under 2 px always); blurred by 0.5 pt 0.9, by 0.7 pt, where its letters run together, 1.25.
_BLURRED_EDGE_PT, _BLURRED_EDGE_PX = 1.1, 2.5
_TILE_PT, _TILES, _LEAST_EDGES = 80.0, 12, 300


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPage:
    """The turned page before deskew: marks of the scanner are straight in it."""

    gray: Pixels
    px_per_pt: float
    straight_from_shown: Affine
    """Pixels of this picture to pixels of the deskewed page."""
    bed: Bed | None


def problems_of(shown: ShownPage, raw: RawPage, *, blank: bool) -> tuple[PageProblem, ...]:
    """All problems of a page, boxes in points of the upright page. A page drawn from the file's own text has none of these."""
    if raw.vector or raw.born_digital:
        return ()
    found: list[PageProblem] = []
    dpi = shown.px_per_pt * 72
    if raw.lossy_bitonal:
        detail = "The page is stored as JBIG2, which may show a character in the place of one that looks like it."
        found.append(PageProblem(kind="lossy-bitonal", detail=detail))
    small, px = _reduced(shown)
    if min(small.shape) < 60:
        return tuple(found)
    found += _streaks(small, px, shown)
    if not blank:
        if dpi < LEAST_DPI:
            found.append(PageProblem(kind="low-resolution", detail=f"The page was scanned at {dpi:.0f} dpi; 300 are needed."))
        found += _cut_edges(small, px, shown)
        found += _blur(shown)
    return tuple(found)


def _reduced(shown: ShownPage) -> tuple[Pixels, float]:
    scale = _LOOK_DPI / 72 / shown.px_per_pt
    if scale > 0.9:
        return shown.gray, shown.px_per_pt
    height, width = shown.gray.shape
    size = (max(round(width * scale), 1), max(round(height * scale), 1))
    small = np.asarray(cv2.resize(shown.gray, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return small, shown.px_per_pt * size[0] / width


def _box(shown: ShownPage, px: float, x0: float, y0: float, x1: float, y1: float) -> Box:
    """A rectangle of the reduced picture as a box in points around where it lies after deskew."""
    up = shown.px_per_pt / px
    corners = [shown.straight_from_shown.apply(x * up, y * up) for x in (x0, x1) for y in (y0, y1)]
    xs, ys = [c[0] / shown.px_per_pt for c in corners], [c[1] / shown.px_per_pt for c in corners]
    whole = Box(0.0, 0.0, shown.gray.shape[1] / shown.px_per_pt, shown.gray.shape[0] / shown.px_per_pt)
    return Box(min(xs), min(ys), max(xs), max(ys)).clipped(whole)


def _streaks(small: Pixels, px: float, shown: ShownPage) -> list[PageProblem]:
    found = []
    height, width = small.shape
    for x0, x1 in _streak_columns(small, px):
        box = _box(shown, px, x0, 0, x1, height)
        found.append(PageProblem(kind="streak", detail="A line of the scanner runs down the page; clean its glass.", box=box))
    for y0, y1 in _streak_columns(np.ascontiguousarray(small.T), px):
        box = _box(shown, px, 0, y0, width, y1)
        found.append(PageProblem(kind="streak", detail="A line of the scanner runs across the page; clean its glass.", box=box))
    return found


def _streak_columns(small: Pixels, px: float) -> list[tuple[int, int]]:
    """Columns from and to (exclusive) of thin dark lines over the whole height."""
    width = small.shape[1]
    slices = np.asarray(cv2.resize(small, (width, _SLICES), interpolation=cv2.INTER_AREA), dtype=np.float32)
    beside = max(round(_STREAK_BESIDE_PT * px), 2)
    thin = max(round(_STREAK_PT * px), 1)
    if width <= 2 * beside + 2:
        return []
    # The darker of both sides counts: an edge of a shadow has only one light side.
    left, right = np.empty_like(slices), np.empty_like(slices)
    left[:, beside:], left[:, :beside] = slices[:, :-beside], slices[:, :1]
    right[:, :-beside], right[:, -beside:] = slices[:, beside:], slices[:, -1:]
    stands_out = np.minimum(left, right) - slices > _STREAK_CONTRAST
    in_margins = stands_out[:1].all(axis=0) & stands_out[-1:].all(axis=0)
    columns = (stands_out.sum(axis=0) >= _STREAK_SLICES) & in_margins
    columns[:beside] = columns[-beside:] = False
    edges = np.flatnonzero(np.diff(np.concatenate([[0], columns.astype(np.int8), [0]])))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a <= thin]


def _cut_edges(small: Pixels, px: float, shown: ShownPage) -> list[PageProblem]:
    paper = float(np.percentile(small, 80))
    ink = (small < paper - _CUT_CONTRAST).astype(np.uint8)
    if shown.bed is not None:
        bed = cv2.resize(shown.bed.mask, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_NEAREST)
        ink[cv2.dilate(bed, np.ones((5, 5), np.uint8)) > 0] = 0
    height, width = small.shape
    depth = max(round(20 * px), 4)
    sides: tuple[tuple[str, NDArray[np.uint8], tuple[float, float, float, float]], ...] = (
        ("top", ink[:depth], (0, 0, width, depth)),
        ("bottom", ink[-depth:][::-1], (0, height - depth, width, height)),
        ("left", ink[:, :depth].T, (0, 0, depth, height)),
        ("right", ink[:, -depth:][:, ::-1].T, (width - depth, 0, width, height)),
    )
    found = []
    for name, strip, rectangle in sides:
        marks = _marks_at_edge(np.ascontiguousarray(strip), px)
        if marks >= _CUT_MARKS:
            detail = f"Print or writing runs into the {name} edge at {marks} places: part of the page is cut off."
            found.append(PageProblem(kind="cut-edge", detail=detail, box=_box(shown, px, *rectangle)))
    return found


def _marks_at_edge(strip: NDArray[np.uint8], px: float) -> int:
    """Separate marks that touch the first rows of `strip` and reach inward."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(strip, connectivity=8)
    at_edge, inward = math.ceil(_CUT_STRIP_PT * px), _CUT_INWARD_PT * px
    longest = _CUT_LONGEST_SHARE * strip.shape[1]
    rows = np.asarray(stats)[1:count]
    return int(np.count_nonzero((rows[:, 1] < at_edge) & (rows[:, 1] + rows[:, 3] >= inward) & (rows[:, 2] <= longest)))


def _blur(shown: ShownPage) -> list[PageProblem]:
    width_px = _edge_width(shown.gray, shown.px_per_pt)
    if width_px is None or width_px < _BLURRED_EDGE_PX or width_px / shown.px_per_pt < _BLURRED_EDGE_PT:
        return []
    detail = f"The page is out of focus: edges of strokes are {width_px / shown.px_per_pt:.1f} points wide."
    return [PageProblem(kind="blur", detail=detail)]


def _edge_width(gray: Pixels, px_per_pt: float) -> float | None:
    """Middle width of the edges of strokes, in pixels; None where there are too few."""
    side = max(int(_TILE_PT * px_per_pt), 32)
    height, width = gray.shape
    tiles = [gray[y : y + side, x : x + side] for y in range(0, height, side) for x in range(0, width, side)]
    # The tiles with the most contrast bear print; a coarse look at every fourth pixel finds them.
    tiles = sorted((t for t in tiles if min(t.shape) >= 16), key=lambda t: -float(t[::4, ::4].std()))[:_TILES]
    widths: list[NDArray[Any]] = []
    # A window as wide as the widest edge that is still told apart.
    window = max(int(3.0 * px_per_pt) | 1, 5)
    for tile in tiles:
        values = tile.astype(np.float32)
        dx, dy = cv2.Sobel(values, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(values, cv2.CV_32F, 0, 1, scale=0.125)
        steep = np.asarray(cv2.magnitude(dx, dy))
        kernel = np.ones((window, window), np.uint8)
        contrast = np.asarray(cv2.dilate(values, kernel)) - np.asarray(cv2.erode(values, kernel))
        crest = steep >= np.asarray(cv2.dilate(steep, np.ones((3, 3), np.uint8))) * 0.999
        chosen = crest & (contrast > 50) & (steep > 0.15 * contrast / max(window / 4, 1))
        # A straight ramp of slope s covers eight tenths of its contrast in 0.8 c / s.
        widths.append(0.8 * contrast[chosen] / np.maximum(steep[chosen], 1e-3))
    edges = np.concatenate(widths) if widths else np.empty(0, np.float32)
    return float(np.median(edges)) if len(edges) >= _LEAST_EDGES else None
