"""Ruled lines of a page: found at low resolution, kept in points."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal

import cv2
import numpy as np

from pipeline.pages.raster import Pixels, Raster

Direction = Literal["horizontal", "vertical"]

# At 150 dpi a hairline of a quarter point still darkens its pixel by half, and a page takes about 60 ms.
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
# Marks narrower than this are taken for ink on the paper around them.
_WINDOW_PT = 9.0
# Dots and dashes of a dotted rule are no higher than this and no farther apart than that.
_DOT_PT, _DOT_GAP_PT = 2.2, 5.0
# Pieces on one line are one rule across a gap this wide, and across a wider one where something faint fills the gap by half.
_GAP_PT, _FAINT_GAP_PT, _FAINT_SHARE = 3.0, 60.0, 0.5
# Only pieces of this length reach across a wide gap: shorter ones are feet and bars of letters.
_REACHING_PIECE_PT = 24.0
# Pieces lie on one line when their distance across is at most this.
_SAME_LINE_PT = 1.0
# A filled bar differs from the paper by this.
_FILL_CONTRAST = 14

# What tells a rule from a row of letters, tuned by eye on the public forms at 300 dpi and 200 dpi bitonal. "Even": share of
# the length that is at least `_EVEN_LEVEL` as dark as its darker part. Rows of serifs and of capitals' bars reach 0.80.
_EVEN_LEVEL = 0.45
_SURELY_EVEN, _EVEN_SHORT, _EVEN_LONG, _LONG_PT = 0.97, 0.88, 0.75, 72.0
# Darkness in the strip this far beside the rule, over the rule's own: letters standing on a base line give 0.3 and more.
_CLEAR_PT = (1.0, 3.2)
_BESIDE, _BESIDE_SURE, _BESIDE_DOTTED = 0.25, 0.5, (0.08, 0.25)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """Part of a rule along the rows of a picture; pixels."""

    y: float
    x0: float
    x1: float
    thickness: float
    dotted: bool = False

    @property
    def length(self) -> float:
        return self.x1 - self.x0


def find_rules(raster: Raster) -> tuple[RuledLine, ...]:
    """All straight rules of at least `LEAST_LENGTH_PT`: solid, gray, dotted or dashed, and the edges of filled bars.

    Horizontal ones first, from top to bottom, then vertical ones from left to right.
    """
    small, px = _reduced(raster)
    if min(small.shape) < 8:
        return ()
    dark = _darkness(small, px)
    ink = np.where(dark > _CONTRAST, 255, 0).astype(np.uint8)
    fills = _fill_mask(small, px)
    flat, tall = _dots(ink, px)
    pieces = _rules_along(small, dark, ink, fills, flat, px)
    found = [_in_points(piece, px, "horizontal") for piece in pieces]
    small, dark, ink, fills, tall = (np.ascontiguousarray(picture.T) for picture in (small, dark, ink, fills, tall))
    found += [_in_points(piece, px, "vertical") for piece in _rules_along(small, dark, ink, fills, tall, px)]
    return tuple(sorted(found, key=lambda r: (r.direction, r.at, r.start)))


def _in_points(piece: _Piece, px: float, direction: Direction) -> RuledLine:
    return RuledLine(
        direction=direction,
        at=piece.y / px,
        start=piece.x0 / px,
        end=piece.x1 / px,
        thickness=max(piece.thickness / px, 0.2),
    )


def _reduced(raster: Raster) -> tuple[Pixels, float]:
    """Gray pixels at `RULING_DPI` or the page's own, whichever is less, and pixels a point."""
    scale = RULING_DPI / 72 / raster.px_per_pt
    if scale > 0.9:
        return raster.gray, raster.px_per_pt
    height, width = raster.gray.shape
    size = (max(round(width * scale), 1), max(round(height * scale), 1))
    return _bytes(cv2.resize(raster.gray, size, interpolation=cv2.INTER_AREA)), raster.px_per_pt * size[0] / width


def _bytes(pixels: Any) -> Pixels:
    """OpenCV's result as what it is: bytes."""
    return np.asarray(pixels, dtype=np.uint8)


def _darkness(small: Pixels, px: float) -> Pixels:
    """How much darker each pixel is than the paper around it."""
    size = max(int(_WINDOW_PT * px) | 1, 3)
    # Closing takes out all dark marks narrower than the window: what is left is paper, shadow and filled bars.
    paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    return _bytes(cv2.subtract(paper, small))


def _fill_mask(small: Pixels, px: float) -> Pixels:
    """Filled areas (255): darker than the paper even where all thin marks are taken out."""
    size = max(int(_THICKEST_PT * px) | 1, 3)
    calm = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    paper = float(np.percentile(calm[::4, ::4], 80))
    return np.where(calm < paper - _FILL_CONTRAST, 255, 0).astype(np.uint8)


def _dots(ink: Pixels, px: float) -> tuple[Pixels, Pixels]:
    """Marks that may be dots or dashes of a horizontal, and of a vertical dotted rule (255)."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    width, height = np.asarray(stats)[:, 2], np.asarray(stats)[:, 3]
    thin, short = max(_DOT_PT * px, 3.0), _PIECE_PT * px + 2
    flat, tall = (height <= thin) & (width <= short), (width <= thin) & (height <= short)
    flat[0] = tall[0] = False
    table = np.where(flat, 255, 0).astype(np.uint8), np.where(tall, 255, 0).astype(np.uint8)
    return table[0][np.asarray(labels)], table[1][np.asarray(labels)]


def _rules_along(small: Pixels, dark: Pixels, ink: Pixels, fills: Pixels, dots: Pixels, px: float) -> list[_Piece]:
    """Rules along the rows of the pictures given; transposed pictures give the vertical ones."""
    weak = _bytes(cv2.dilate((dark > _WEAK_CONTRAST).astype(np.uint8), np.ones((3, 1), np.uint8)))
    joined = _joined(_solid_pieces(dark, ink, px), weak, px) + _dotted_pieces(dark, dots, px)
    rules = [rule for rule in joined if rule.length >= LEAST_LENGTH_PT * px and _stands_alone(rule, dark, px)]
    edges = [edge for edge in _fill_edges(small, fills, px) if not any(_same_place(edge, rule, px) for rule in rules)]
    return _without_twins(rules, px) + edges


def _solid_pieces(dark: Pixels, ink: Pixels, px: float) -> list[_Piece]:
    # One pixel of tolerance across: a rule that leans by a hair steps from row to row.
    thick = cv2.dilate(ink, np.ones((2, 1), np.uint8))
    runs = cv2.morphologyEx(thick, cv2.MORPH_OPEN, np.ones((1, max(int(_PIECE_PT * px), 5)), np.uint8))
    return _pieces(_bytes(cv2.bitwise_and(runs, ink)), dark, _THICKEST_PT * px)


def _dotted_pieces(dark: Pixels, dots: Pixels, px: float) -> list[_Piece]:
    gap = max(int(_DOT_GAP_PT * px) | 1, 3)
    rows = cv2.morphologyEx(dots, cv2.MORPH_CLOSE, np.ones((1, gap), np.uint8))
    runs = cv2.morphologyEx(rows, cv2.MORPH_OPEN, np.ones((1, max(int(LEAST_LENGTH_PT * px), 5)), np.uint8))
    return [replace(piece, dotted=True) for piece in _pieces(_bytes(runs), dark, _DOT_PT * px)]


def _pieces(runs: Pixels, dark: Pixels, thickest: float) -> list[_Piece]:
    """Flat components of `runs`, each with the middle of its darkness."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(runs, connectivity=8)
    labels, found = np.asarray(labels), []
    for label in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[label])
        if w < 2 * h or area / w > thickest:
            continue
        part = slice(y, y + h), slice(x, x + w)
        weight = np.where(labels[part] == label, dark[part], 0).sum(axis=1, dtype=np.float64) + 1e-6
        middle = float((weight * (np.arange(h) + y + 0.5)).sum() / weight.sum())
        found.append(_Piece(y=middle, x0=x, x1=x + w, thickness=area / w))
    return found


def _joined(pieces: list[_Piece], weak: Pixels, px: float) -> list[_Piece]:
    """Pieces on one line put together; the longest piece says where the line is."""
    rows: list[list[_Piece]] = []
    for piece in sorted(pieces, key=lambda p: -p.length):
        row = next((row for row in rows if abs(row[0].y - piece.y) <= _SAME_LINE_PT * px), None)
        if row is None:
            rows.append([piece])
        else:
            row.append(piece)
    found: list[_Piece] = []
    for row in rows:
        row.sort(key=lambda p: p.x0)
        current = row[0]
        for piece in row[1:]:
            gap = piece.x0 - current.x1
            reaching = max(current.length, piece.length) >= _REACHING_PIECE_PT * px
            if gap <= _GAP_PT * px or (
                reaching and gap <= _FAINT_GAP_PT * px and _share_filled(current, piece, weak) >= _FAINT_SHARE
            ):
                current = _merged(current, piece)
            else:
                found.append(current)
                current = piece
        found.append(current)
    return found


def _share_filled(left: _Piece, right: _Piece, weak: Pixels) -> float:
    y = min(max(int((left.y + right.y) / 2), 0), weak.shape[0] - 1)
    between = weak[y, int(left.x1) : int(right.x0) + 1]
    return float(between.mean()) if len(between) else 0.0


def _merged(left: _Piece, right: _Piece) -> _Piece:
    total = left.length + right.length
    return _Piece(
        y=(left.y * left.length + right.y * right.length) / total,
        x0=min(left.x0, right.x0),
        x1=max(left.x1, right.x1),
        thickness=(left.thickness * left.length + right.thickness * right.length) / total,
    )


def _stands_alone(rule: _Piece, dark: Pixels, px: float) -> bool:
    """Whether a dark run is a rule and no row of feet or bars of letters: even along its length, light beside it."""
    columns, y = slice(int(rule.x0), max(round(rule.x1), int(rule.x0) + 1)), int(rule.y)
    along = dark[max(y - 1, 0) : y + 2, columns].max(axis=0)
    level = max(float(np.percentile(along, 70)), 1.0)
    near = max(math.ceil(rule.thickness / 2 + _CLEAR_PT[0] * px), 2)
    far = max(math.ceil(rule.thickness / 2 + _CLEAR_PT[1] * px), near + 1)
    strips = dark[max(y - far, 0) : max(y - near, 0), columns], dark[y + 1 + near : y + 1 + far, columns]
    beside = [float(strip.mean()) / level if strip.size else 0.0 for strip in strips]
    if rule.dotted:
        return min(beside) <= _BESIDE_DOTTED[0] and max(beside) <= _BESIDE_DOTTED[1]
    even = float(np.mean(along >= _EVEN_LEVEL * level))
    if even >= _SURELY_EVEN:
        return min(beside) <= _BESIDE_SURE
    return even >= (_EVEN_LONG if rule.length >= _LONG_PT * px else _EVEN_SHORT) and max(beside) <= _BESIDE


def _fill_edges(small: Pixels, fills: Pixels, px: float) -> list[_Piece]:
    """Upper and lower edges of filled bars: where fill begins or ends along a straight, sharp line."""
    edge = cv2.morphologyEx(fills, cv2.MORPH_GRADIENT, np.ones((3, 1), np.uint8))
    if not edge.any():
        return []
    step = max(round(0.75 * px), 1)
    above = np.vstack([small[:1].repeat(step, 0), small[:-step]])
    below = np.vstack([small[step:], small[-1:].repeat(step, 0)])
    lines = np.where((edge > 0) & (cv2.absdiff(below, above) > _FILL_CONTRAST), 255, 0).astype(np.uint8)
    runs = cv2.morphologyEx(lines, cv2.MORPH_OPEN, np.ones((1, max(int(LEAST_LENGTH_PT * px), 5)), np.uint8))
    return [replace(p, thickness=0.2 * px) for p in _pieces(_bytes(runs), np.full_like(small, 255), _THICKEST_PT * px)]


def _same_place(one: _Piece, other: _Piece, px: float) -> bool:
    """Whether `other` already says where `one` is, as a border does for the fill inside it."""
    common = min(one.x1, other.x1) - max(one.x0, other.x0)
    return abs(one.y - other.y) <= 2.0 * px and common >= 0.8 * one.length


def _without_twins(rules: list[_Piece], px: float) -> list[_Piece]:
    """One rule where a solid and a dotted reading found the same."""
    kept: list[_Piece] = []
    for rule in sorted(rules, key=lambda r: (r.dotted, -r.length)):
        if not (rule.dotted and any(_same_place(rule, other, px) for other in kept)):
            kept.append(rule)
    return kept
