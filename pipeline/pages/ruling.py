"""Ruled lines of a page: found at low resolution, kept in points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.pages.raster import Pixels, Raster

Direction = Literal["horizontal", "vertical"]

# At 150 dpi a hairline of a quarter point still darkens its pixel by half; the whole search takes about 60 ms a page.
RULING_DPI = 150.0
# Shorter strokes are letters, boxes to tick and dashes.
LEAST_LENGTH_PT = 24.0
# Pieces from which rules are put together; longer than the strokes of type up to about 14 points.
_PIECE_PT = 8.0
# A rule is thinner than this; what is thicker is a filled bar, whose edges are the rules.
_THICKEST_PT = 4.0
# Darker than the surroundings by so many of 255 levels: printed gray hairlines have 25 and more, paper grain under 8.
_CONTRAST = 14
_WEAK_CONTRAST = 7
_WINDOW_PT = 9.0
# Dots and dashes of a dotted rule are no higher than this and no farther apart than that.
_DOT_PT, _DOT_GAP_PT = 2.2, 5.0
# Pieces on one line are one rule across a gap this wide, and across a wider one where something faint fills the gap by half.
_GAP_PT, _FAINT_GAP_PT, _FAINT_SHARE = 3.0, 60.0, 0.5
# Pieces lie on one line when their distance across is at most this.
_SAME_LINE_PT = 1.0
# A filled bar differs from the paper by this, and is at least so thick.
_FILL_CONTRAST = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledLine:
    """A straight printed rule. Horizontal: `at` is its y, from `start` to `end` in x; vertical: `at` is its x."""

    direction: Literal["horizontal", "vertical"]
    at: float
    """Points."""
    start: float
    end: float
    thickness: float
    """Points."""

    @property
    def length(self) -> float:
        """Points."""
        return self.end - self.start


def find_rules(raster: Raster) -> tuple[RuledLine, ...]:
    """All straight rules of at least `LEAST_LENGTH_PT`: solid, gray, dotted or dashed, and the edges of filled bars.

    Horizontal ones first, by place from top to bottom, then vertical ones from left to right.
    """
    small, px = _reduced(raster)
    if min(small.shape) < 4:
        return ()
    dark = _darkness(small, px)
    fills = _fill_mask(small, px)
    found = _rules_along(small, dark, fills, px, "horizontal")
    found += _rules_along(small.T, dark.T, fills.T, px, "vertical")
    return tuple(sorted(found, key=lambda r: (r.direction, r.at, r.start)))


def _reduced(raster: Raster) -> tuple[Pixels, float]:
    """Gray pixels at `RULING_DPI` or the page's own, whichever is less, and pixels a point."""
    scale = RULING_DPI / 72 / raster.px_per_pt
    if scale > 0.9:
        return raster.gray, raster.px_per_pt
    height, width = raster.gray.shape
    size = (max(round(width * scale), 1), max(round(height * scale), 1))
    small = np.asarray(cv2.resize(raster.gray, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return small, raster.px_per_pt * size[0] / width


def _darkness(small: Pixels, px: float) -> Pixels:
    """How much darker each pixel is than the paper around it."""
    size = max(int(_WINDOW_PT * px) | 1, 3)
    # Closing takes out all dark marks narrower than the window: what is left is paper, shadow and filled bars.
    paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    return np.asarray(cv2.subtract(paper, small), dtype=np.uint8)


def _rules_along(small: Pixels, dark: Pixels, fills: Pixels, px: float, direction: Direction) -> list[RuledLine]:
    """Rules along the rows of the pictures given; transposed pictures give the vertical ones."""
    dark = np.ascontiguousarray(dark)
    pieces = _solid_pieces(dark, px, direction) + _dotted_pieces(dark, px, direction)
    pieces += _fill_edges(np.ascontiguousarray(small), np.ascontiguousarray(fills), px, direction)
    weak = cv2.dilate((dark > _WEAK_CONTRAST).astype(np.uint8), np.ones((3, 1), np.uint8))
    joined = _joined(pieces, np.asarray(weak), px)
    return [rule for rule in joined if rule.length >= LEAST_LENGTH_PT]


def _solid_pieces(dark: Pixels, px: float, direction: Direction) -> list[RuledLine]:
    ink = np.where(dark > _CONTRAST, 255, 0).astype(np.uint8)
    reach = max(int(_PIECE_PT * px), 5)
    # One pixel of tolerance across: a rule that leans by a hair steps from row to row.
    thick = cv2.dilate(ink, np.ones((2, 1), np.uint8))
    runs = cv2.morphologyEx(thick, cv2.MORPH_OPEN, np.ones((1, reach), np.uint8))
    return _boxes_to_rules(cv2.bitwise_and(runs, ink), dark, px, direction, _THICKEST_PT)


def _dotted_pieces(dark: Pixels, px: float, direction: Direction) -> list[RuledLine]:
    """Rows of dots or dashes, taken for one piece where at least four stand in line."""
    ink = np.where(dark > _CONTRAST, 255, 0).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    stats = np.asarray(stats)
    # Dashes up to 8 pt long; longer ones are solid pieces by themselves.
    low = (stats[:, 3] <= max(_DOT_PT * px, 3)) & (stats[:, 2] <= _PIECE_PT * px + 2)
    low[0] = False
    if int(low.sum()) < 4:
        return []
    dots = np.where(low[np.asarray(labels)], 255, 0).astype(np.uint8)
    gap = max(int(_DOT_GAP_PT * px) | 1, 3)
    rows = cv2.morphologyEx(dots, cv2.MORPH_CLOSE, np.ones((1, gap), np.uint8))
    runs = cv2.morphologyEx(rows, cv2.MORPH_OPEN, np.ones((1, max(int(LEAST_LENGTH_PT * px), 5)), np.uint8))
    del count
    return _boxes_to_rules(runs, dark, px, direction, _DOT_PT)


def _boxes_to_rules(runs: NDArray[np.uint8], dark: Pixels, px: float, direction: Direction, thickest: float) -> list[RuledLine]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(runs, connectivity=8)
    found: list[RuledLine] = []
    labels = np.asarray(labels)
    for label in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[label])
        thickness = area / w / px
        if w < 3 * h or thickness > thickest:
            continue
        mine = labels[y : y + h, x : x + w] == label
        weight = np.where(mine, dark[y : y + h, x : x + w], 0).sum(axis=1, dtype=np.float64) + 1e-6
        at = float((weight * (np.arange(h) + y + 0.5)).sum() / weight.sum())
        found.append(
            RuledLine(direction=direction, at=at / px, start=x / px, end=(x + w) / px, thickness=max(thickness, 0.2))
        )
    return found


def _fill_mask(small: Pixels, px: float) -> Pixels:
    """Filled areas (255): darker than the paper even where all thin marks are taken out."""
    size = max(int(_THICKEST_PT * px) | 1, 3)
    calm = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    paper = float(np.percentile(calm[::4, ::4], 80))
    return np.where(calm < paper - _FILL_CONTRAST, 255, 0).astype(np.uint8)


def _fill_edges(small: Pixels, fills: Pixels, px: float, direction: Direction) -> list[RuledLine]:
    """Upper and lower edges of filled bars: where fill begins or ends along a straight, sharp line."""
    reach = max(int(LEAST_LENGTH_PT * px), 5)
    step = max(round(0.75 * px), 1)
    above = np.vstack([small[:1].repeat(step, 0), small[:-step]]).astype(np.int16)
    below = np.vstack([small[step:], small[-1:].repeat(step, 0)]).astype(np.int16)
    sharp = np.abs(below - above) > _FILL_CONTRAST
    edge = cv2.morphologyEx(fills, cv2.MORPH_GRADIENT, np.ones((3, 1), np.uint8))
    lines = np.where((edge > 0) & sharp, 255, 0).astype(np.uint8)
    runs = cv2.morphologyEx(lines, cv2.MORPH_OPEN, np.ones((1, reach), np.uint8))
    return [
        replace(rule, thickness=0.2)
        for rule in _boxes_to_rules(runs, np.full_like(small, 255), px, direction, _THICKEST_PT)
    ]


def _joined(pieces: list[RuledLine], weak: NDArray[np.uint8], px: float) -> list[RuledLine]:
    """Pieces on one line put together; the longest piece says where the line is."""
    rows: list[list[RuledLine]] = []
    for piece in sorted(pieces, key=lambda r: -r.length):
        for row in rows:
            if abs(row[0].at - piece.at) <= _SAME_LINE_PT:
                row.append(piece)
                break
        else:
            rows.append([piece])
    found: list[RuledLine] = []
    for row in rows:
        row.sort(key=lambda r: r.start)
        current = row[0]
        for piece in row[1:]:
            gap = piece.start - current.end
            if gap <= _GAP_PT or (gap <= _FAINT_GAP_PT and _faintly_filled(current, piece, weak, px)):
                current = _merged(current, piece)
            else:
                found.append(current)
                current = piece
        found.append(current)
    return found


def _faintly_filled(left: RuledLine, right: RuledLine, weak: NDArray[np.uint8], px: float) -> bool:
    y = min(max(int((left.at + right.at) / 2 * px), 0), weak.shape[0] - 1)
    between = weak[y, int(left.end * px) : int(right.start * px) + 1]
    return len(between) > 0 and float(between.mean()) >= _FAINT_SHARE


def _merged(left: RuledLine, right: RuledLine) -> RuledLine:
    total = max(left.length + right.length, 1e-9)
    at = (left.at * left.length + right.at * right.length) / total
    thickness = (left.thickness * left.length + right.thickness * right.length) / total
    return replace(left, at=at, end=max(left.end, right.end), thickness=thickness)
