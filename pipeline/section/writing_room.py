"""Where can something be written on a form, and what is written there: blanks above ruled lines, and the ink in them.

Rules are looked for in the pixels of the region itself, thin and white on one side at least, so that a row of printed
letters is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box, union
from pipeline.pages.ink import darkest
from pipeline.pages.raster import Pixels
from pipeline.pages.view import PageView

# A blank for a day or a year's two figures is seldom shorter, in points.
LEAST_RULE_PT = 14.0
# Thicker is a bar or letters, in points.
MOST_THICK_PT = 2.4
# Gaps that a dotted or dashed rule, or one broken in scanning, may have, in points.
GAP_PT = 2.6
# A rule is dark in one piece over so many points at least; printed letters run together by their feet are shorter.
RUN_PT = 9.0
# A flourish that lies along a rule thickens it in shorter runs, but not over so many points.
LONG_RUN_PT = 30.0
# Taller connected runs are bars or pictures, not a rule with a flourish on it, in points.
TALL_PT = 16.0
# Pieces of one rule lie so near: a signature that crosses it, or a weak scan, breaks it.
JOIN_PT = 5.0
# Share of a rule's length that is dark; of a dotted one.
LEAST_COVER, LEAST_DOTTED_COVER = 0.8, 0.33
# Share of the length that may have ink right beside the rule, on its cleaner side, and on the other one for a short
# rule: a row through letters has ink on both sides.
MOST_COVER_BESIDE, MOST_COVER_BESIDE_SHORT = 0.30, 0.62
LONG_PT = 40.0
# Ink is at least so much darker than the paper around it, of 255 (faint pencil on white is 45 to 60 darker).
DARKER_THAN_PAPER = 40
# Connected ink smaller than this is a speck, in square points and points.
SPECK_PT2 = 0.45
SPECK_PT = 1.6
# Ink of such a size is an entry: a lone figure 1 is 5 pt high, a dash is not so high.
ENTRY_HEIGHT_PT = 4.5
ENTRY_WIDTH_PT = 1.0
# Ink below this size is dirt, between the two nobody can say.
DIRT_HEIGHT_PT = 3.0
DIRT_AREA_PT2 = 1.2
# Faint ink: so much darker than the paper at least, and so many times its noise; written for sure with so many letters
# of it. Faded entries of made-up scans lay 15 to 40 under the paper, JPEG ripples beside rules under 10.
FAINT, FAINT_OVER_NOISE, FAINT_LETTERS, FAINT_STROKES, FAINT_GAP_PT = 18.0, 6.0, 4, 3, 1.6

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A thin horizontal rule: `y` its middle, from `x0` to `x1`, all points."""

    y: float
    x0: float
    x1: float

    @property
    def length(self) -> float:
        """Points."""
        return self.x1 - self.x0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What was found in a blank."""

    answer: Literal["empty", "written", "unsure"]
    ink: Box | None
    """Box around the writing, points."""
    strokes: tuple[Box, ...] = ()
    """Boxes of its connected strokes, points."""


def dark(view: PageView, box: Box) -> Mask:
    """Dark pixels of a region against its own paper; shape (height, width) of the crop."""
    pixels = darkest(view.raster, box)
    if pixels.size == 0:
        return np.zeros(pixels.shape, bool)
    return dark_pixels(pixels, view.raster.px_per_pt)


def dark_pixels(pixels: Pixels, px_per_pt: float, *, darker: float = DARKER_THAN_PAPER, share: float = 0.25) -> Mask:
    """As `dark`, of a crop at hand. The paper is what is brightest about each place, so that shadows and tinted boxes are
    paper.

    `darker`: levels of 255 below the paper that count, at least `share` of the paper's own.
    """
    small = cv2.resize(pixels, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA) if min(pixels.shape) >= 16 else pixels
    reach = max(int(8 * px_per_pt * (small.shape[1] / pixels.shape[1])), 3) | 1
    paper = cv2.dilate(small, np.ones((reach, reach), np.uint8))
    wide = cv2.resize(cv2.blur(paper, (reach, reach)), (pixels.shape[1], pixels.shape[0]), interpolation=cv2.INTER_LINEAR)
    paper = np.asarray(wide, np.float32)
    return np.asarray(pixels < paper - np.maximum(darker, paper * share))


def rules_in(view: PageView, box: Box, *, dotted: bool = False) -> tuple[Rule, ...]:
    """Horizontal rules in `box`, top to bottom, left to right; `dotted`: dotted and dashed ones too, at the price of false
    ones.
    """
    box = box.clipped(view.raster.box)
    mask = dark(view, box)
    if mask.size == 0:
        return ()
    s = view.raster.px_per_pt
    rows, columns = view.raster.to_px(box)
    # Two rows taken together, so that a rule that steps down a row is not cut there.
    thick = np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((2, 1), np.uint8)), np.uint8)
    closed = cv2.morphologyEx(thick, cv2.MORPH_CLOSE, np.ones((1, max(int(GAP_PT * s), 1)), np.uint8)) if dotted else thick
    pieces: list[Rule] = []
    for run in (LONG_RUN_PT, RUN_PT):
        long = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((1, max(int(run * s), 2)), np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(long, connectivity=8)
        for n, (x, y, w, h, _) in enumerate(([int(v) for v in row] for row in stats[1:]), start=1):
            if h <= MOST_THICK_PT * s + 1:
                pieces.append(Rule(y=(rows.start + y + h / 2) / s, x0=(columns.start + x) / s, x1=(columns.start + x + w) / s))
            elif w >= LEAST_RULE_PT * s and h <= TALL_PT * s:
                part = labels[y : y + h, x : x + w] == n
                pieces += [
                    Rule(y=(rows.start + y + top) / s, x0=(columns.start + x + left) / s, x1=(columns.start + x + right) / s)
                    for top, left, right in _levels_in(part, s)
                ]
    joined = _joined(pieces)
    return tuple(
        r
        for r in joined
        if r.length >= LEAST_RULE_PT and _is_rule(mask, r, box, s, LEAST_DOTTED_COVER if dotted else LEAST_COVER)
    )


def _levels_in(part: Mask, s: float) -> list[tuple[float, int, int]]:
    """Level rows of connected ink that is more than a rule (a flourish that runs into its rule): row, first and last
    column.
    """
    out: list[tuple[float, int, int]] = []
    left = part.copy()
    half = max(int(MOST_THICK_PT / 2 * s), 1)
    for _ in range(3):
        counts = left.sum(axis=1)
        row = int(counts.argmax())
        if counts[row] < LEAST_RULE_PT * s:
            break
        last = row
        while last + 1 < len(counts) and counts[last + 1] >= 0.9 * counts[row] and last + 1 - row <= 2 * half:
            last += 1
        xs = np.nonzero(left[row : last + 1].any(axis=0))[0]
        out.append(((row + last + 1) / 2, int(xs[0]), int(xs[-1]) + 1))
        left[max(row - half, 0) : last + half + 1] = False
    return out


def _is_rule(mask: Mask, rule: Rule, region: Box, s: float, least: float) -> bool:
    """Whether the rule's row is dark over its length, and white right above or below it, as no row through letters is."""
    x, w, y = round((rule.x0 - region.x0) * s), round(rule.length * s), round((rule.y - region.y0) * s)
    half = max(int(1.2 * s), 2)
    band = mask[max(y - half, 0) : y + half + 1, x : x + w]
    cover = float(band.any(axis=0).mean()) if band.size else 0.0
    above = mask[max(y - 2 * half, 0) : max(y - half, 0), x : x + w]
    below = mask[y + half + 1 : y + 2 * half + 1, x : x + w]
    beside = sorted(float(part.any(axis=0).mean()) if part.size else 0.0 for part in (above, below))
    if cover < least or beside[0] > MOST_COVER_BESIDE:
        return False
    return rule.length >= LONG_PT or beside[1] <= MOST_COVER_BESIDE_SHORT


def _joined(pieces: list[Rule]) -> list[Rule]:
    """Pieces on one level that follow each other, as one rule."""
    out: list[Rule] = []
    for piece in sorted(pieces, key=lambda r: r.x0):
        last = next((r for r in reversed(out) if abs(r.y - piece.y) <= 1.6 and piece.x0 - r.x1 <= JOIN_PT), None)
        if last:
            grown = Rule(
                y=(last.y * last.length + piece.y * piece.length) / (last.length + piece.length),
                x0=last.x0,
                x1=max(last.x1, piece.x1),
            )
            out[out.index(last)] = grown
        else:
            out.append(piece)
    return sorted(out, key=lambda r: (r.y, r.x0))


def entry(view: PageView, room: Box, printed: Iterable[Box], rules: Sequence[Rule], *, leave_out: Mask | None = None) -> Entry:
    """Ink in `room` (points) that is neither the form's own print nor a rule.

    `printed`: boxes of the form's own words. Strokes whose greater part lies outside the room belong elsewhere.
    `leave_out`: True where
    pixels of the whole raster belong to a stamp; shape of the raster. Faint marks (faded or whited out, show-through) are
    never taken
    for an empty blank: they are `unsure`, unless they are many and large enough to be writing.
    """
    wide = room.grown(6.0, 10.0).clipped(view.raster.box)
    pixels = darkest(view.raster, wide)
    if pixels.size == 0:
        return Entry(answer="empty", ink=None)
    boxes = tuple(printed)
    found = _ink_in(view, room, wide, dark_pixels(pixels, view.raster.px_per_pt), boxes, rules, leave_out)
    if found.answer != "empty":
        return found
    noise = float(np.median(np.abs(pixels.astype(np.float32) - np.median(pixels))))
    s = view.raster.px_per_pt
    faint = dark_pixels(np.asarray(cv2.blur(pixels, (2, 2)), np.uint8), s, darker=max(FAINT, FAINT_OVER_NOISE * noise), share=0.0)
    # Faded strokes come in pieces.
    size = max(int(FAINT_GAP_PT * s), 2)
    faint = cv2.morphologyEx(faint.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((size, size), np.uint8)) > 0
    weak = _ink_in(view, room, wide, faint, boxes, rules, leave_out)
    if weak.answer == "empty" or len(weak.strokes) < FAINT_STROKES:
        return found
    letters = sum(b.height >= ENTRY_HEIGHT_PT for b in weak.strokes)
    return weak if letters >= FAINT_LETTERS else Entry(answer="unsure", ink=weak.ink, strokes=weak.strokes)


def _ink_in(
    view: PageView,
    room: Box,
    wide: Box,
    dark_in: Mask,
    printed: Sequence[Box],
    rules: Sequence[Rule],
    leave_out: Mask | None,
) -> Entry:
    """As `entry`, of the dark pixels given: `dark_in` has the shape of `wide`."""
    s = view.raster.px_per_pt
    rows, columns = view.raster.to_px(wide)
    mask = dark_in.copy()
    if leave_out is not None:
        mask &= ~leave_out[rows, columns]
    for box in printed:
        common = box.grown(0.9, 0.7).intersection(wide)
        if common:
            r, c = view.raster.to_px(common)
            mask[r.start - rows.start : r.stop - rows.start, c.start - columns.start : c.stop - columns.start] = False
    _erase_rules(mask, rules, wide, s)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    inside = np.zeros(mask.shape, bool)
    r, c = view.raster.to_px(room)
    inside[r.start - rows.start : r.stop - rows.start, c.start - columns.start : c.stop - columns.start] = True
    within = np.bincount(labels.ravel(), weights=inside.ravel().astype(np.float64), minlength=len(stats))
    strokes: list[Box] = []
    area = 0.0
    for n in range(1, len(stats)):
        x, y, w, h, pixels = (int(v) for v in stats[n])
        if pixels < SPECK_PT2 * s * s or max(w, h) < SPECK_PT * s or within[n] < 0.5 * pixels:
            continue
        left, top = columns.start + x, rows.start + y
        strokes.append(Box(left / s, top / s, (left + w) / s, (top + h) / s))
        area += pixels / s / s
    if not strokes:
        return Entry(answer="empty", ink=None)
    ink = union(strokes)
    tallest = max(b.height for b in strokes)
    widest = max(b.width for b in strokes)
    if (tallest >= ENTRY_HEIGHT_PT and ink.width >= ENTRY_WIDTH_PT) or (widest >= 12 and tallest >= DIRT_HEIGHT_PT):
        return Entry(answer="written", ink=ink, strokes=tuple(strokes))
    if tallest < DIRT_HEIGHT_PT or area < DIRT_AREA_PT2:
        return Entry(answer="empty", ink=None)
    return Entry(answer="unsure", ink=ink, strokes=tuple(strokes))


def _erase_rules(mask: Mask, rules: Sequence[Rule], wide: Box, s: float) -> None:
    """Take rules out of `mask`, strokes that cross them left whole."""
    half = max(int(1.1 * s), 2)
    for rule in rules:
        if not (wide.y0 - 2 <= rule.y <= wide.y1 + 2 and rule.x1 > wide.x0 and rule.x0 < wide.x1):
            continue
        middle = round((rule.y - wide.y0) * s)
        first, last = max(round((rule.x0 - wide.x0) * s) - half, 0), max(round((rule.x1 - wide.x0) * s) + half, 0)
        top, bottom = max(middle - half, 0), max(middle + half + 1, 0)
        band = mask[top:bottom, first:last]
        if not band.size:
            continue
        above = mask[max(top - 2, 0) : top, first:last].any(axis=0)
        below = mask[bottom : bottom + 2, first:last].any(axis=0)
        band[:, ~(above & below)] = False
