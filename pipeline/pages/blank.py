"""Is a page blank?

Noise, punch holes, shadows at the edges, streaks and print showing through leave it blank; a faint pencil line does not. In
doubt it is not blank: a blank page is not looked at again, so writing on it would be lost.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from pipeline.pages.raster import Raster

_LOOK_DPI = 100.0
# Marks are darker than the paper around them by this, and by so many times the paper's own noise. Pencil at 100 dpi has 20 to
# 60; print showing through 100-gram paper has 8 to 20 and soft edges.
_CONTRAST, _TIMES_NOISE = 16.0, 6.0
# Steepest change within a mark, levels a pixel: showing-through stays under 9, the faintest pencil line is over 12.
_SHARP = 10.0
_WINDOW_PT = 9.0
# Yellow marker is 25 levels darker than white paper in gray.
_FILL_CONTRAST = 20.0
# Dust and single noisy pixels are smaller than this.
_SPECK_PT = 3.0
# Shadows of edges and folds lie within this of the edge, and are connected to it.
_EDGE_PT = 10.0
_HOLE_PT = (9.0, 28.0)
_HOLE_FROM_EDGE_PT = 60.0
_RIM_PT = 2.0
# A line over more of the page than this, thinner than that, is a streak of the scanner, or the edge of the sheet.
_STREAK_SHARE, _STREAK_PT = 0.85, 4.0
# Marks that add up to this length are writing: shorter is a hair, a staple, a crumb.
_WRITING_PT = 12.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mark:
    x: float
    y: float
    width: float
    height: float
    filled: float
    """Share of the mark's box that is dark."""


def is_blank(raster: Raster) -> bool:
    """Whether nothing was printed, stamped or written on the page."""
    px = raster.px_per_pt
    gray = raster.gray
    scale = _LOOK_DPI / 72 / px
    if scale < 0.9:
        size = (max(round(gray.shape[1] * scale), 1), max(round(gray.shape[0] * scale), 1))
        gray, px = np.asarray(cv2.resize(gray, size, interpolation=cv2.INTER_AREA), dtype=np.uint8), px * scale
    if min(gray.shape) < 8:
        return bool(gray.min() == gray.max())
    height, width = gray.shape[0] / px, gray.shape[1] / px
    marks = _marks(gray, px)
    holes = [m for m in marks if _is_hole(m, width, height)]
    writing = [
        m
        for m in marks
        if not (_at_edge(m, width, height) or _is_streak(m, width, height) or any(_inside(m, hole) for hole in holes))
    ]
    return sum(max(m.width, m.height) for m in writing) < _WRITING_PT


def _marks(gray: np.ndarray, px: float) -> list[_Mark]:
    size = max(int(_WINDOW_PT * px) | 1, 3)
    paper = cv2.morphologyEx(gray, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    dark = np.asarray(cv2.subtract(paper, gray))
    grain = cv2.absdiff(gray[1::2, ::2], gray[:-1:2, ::2])
    # Differences of neighbours: their middle is 0.95 of the noise's deviation, whatever is drawn on the page.
    noise = float(np.median(grain)) / 0.95
    # Closing lifts the paper to the top of its noise, about three deviations.
    ink = (dark > max(_CONTRAST, _TIMES_NOISE * noise)).astype(np.uint8)
    smooth = cv2.blur(gray, (2, 2)) if noise > 3 else gray
    slope = cv2.morphologyEx(smooth, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    if count > 1:
        steepest = np.zeros(count, np.int64)
        inside = ink > 0
        np.maximum.at(steepest, np.asarray(labels, np.intp)[inside], np.asarray(slope, np.int64)[inside])
    found = []
    for label in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[label])
        if max(w, h) >= _SPECK_PT * px and steepest[label] >= max(_SHARP, 4 * noise):
            found.append(_Mark(x=x / px, y=y / px, width=w / px, height=h / px, filled=area / (w * h)))
    return found + _fills(np.asarray(paper), px)


def _fills(paper: np.ndarray, px: float) -> list[_Mark]:
    """Areas too broad for a stroke: labels, stamps, marker. Shadows rise softly and are none."""
    level = float(np.median(paper))
    broad = (level - paper.astype(np.float32) > _FILL_CONTRAST).astype(np.uint8)
    slope = np.asarray(cv2.morphologyEx(paper, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))
    outline = np.asarray(cv2.morphologyEx(broad, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))) > 0
    count, _, stats, _ = cv2.connectedComponentsWithStats(broad, connectivity=8)
    found = []
    for label in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[label])
        part = slice(max(y - 2, 0), y + h + 2), slice(max(x - 2, 0), x + w + 2)
        if min(w, h) >= _SPECK_PT * px and float(np.median(slope[part][outline[part]])) >= _SHARP:
            found.append(_Mark(x=x / px, y=y / px, width=w / px, height=h / px, filled=area / (w * h)))
    return found


def _at_edge(mark: _Mark, width: float, height: float) -> bool:
    return (
        mark.x + mark.width <= _EDGE_PT
        or mark.y + mark.height <= _EDGE_PT
        or mark.x >= width - _EDGE_PT
        or mark.y >= height - _EDGE_PT
    )


def _is_hole(mark: _Mark, width: float, height: float) -> bool:
    """A round dark spot near an edge; in a ring where the window is smaller than the hole."""
    low, high = _HOLE_PT
    round_enough = low <= mark.width <= high and low <= mark.height <= high and 0.8 <= mark.width / mark.height <= 1.25
    near = min(mark.x, mark.y, width - mark.x - mark.width, height - mark.y - mark.height) <= _HOLE_FROM_EDGE_PT
    return round_enough and near and mark.filled >= 0.25


def _inside(mark: _Mark, hole: _Mark) -> bool:
    """Whether a mark is the hole or part of its rim."""
    return (
        mark.x >= hole.x - _RIM_PT
        and mark.y >= hole.y - _RIM_PT
        and mark.x + mark.width <= hole.x + hole.width + _RIM_PT
        and mark.y + mark.height <= hole.y + hole.height + _RIM_PT
    )


def _is_streak(mark: _Mark, width: float, height: float) -> bool:
    along_down = mark.height >= _STREAK_SHARE * height and mark.width <= _STREAK_PT
    along_across = mark.width >= _STREAK_SHARE * width and mark.height <= _STREAK_PT
    return along_down or along_across
