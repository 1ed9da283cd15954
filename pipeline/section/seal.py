"""Is a notary's stamp on the paper? Looked for as a mark: stamp words standing close, a closed border filled with letters,
a ring of letters.

A printed place for the seal ("(SEAL)", an empty circle) is none. An embosser leaves nothing on a scan: no stamp seen is
not no seal.
Contents of a Colorado stamp: 24-21-516 C.R.S. (name, NOTARY PUBLIC, STATE OF COLORADO, NOTARY ID, MY COMMISSION EXPIRES).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box, union
from pipeline.model.text import Word
from pipeline.pages.ink import darkest
from pipeline.pages.view import PageView
from pipeline.section.captions import plain
from pipeline.section.phrases import PhraseBook
from pipeline.section.runs import rows
from pipeline.section.statements import vocabulary
from pipeline.section.writing_room import Mask, dark, dark_pixels

# Sides of rectangular stamps and diameters of round ones, in points (laws allow up to 1 x 2.5 in and 2 in; room for slack).
RECT_WIDTH_PT = (60.0, 240.0)
RECT_HEIGHT_PT = (26.0, 140.0)
RADIUS_PT = (24.0, 76.0)
# Stamps are set by hand, seldom more askew than this.
MOST_TURN_DEG = 9.0
# Lines of one stamp follow each other more closely than lines of a form with blanks, in points.
LINE_STEP_PT = 16.0
# Letters and share of the inside with ink that only a stamp's words fill. Printed places for a seal had at most 20
# letters and filled a third; stamps had 45 letters and more and filled over half.
LEAST_LETTERS = 24
LEAST_FILLED = 0.42
# Share of a border or ring that must be dark: stamps print unevenly.
LEAST_BORDER = 0.55
MEAN_BORDER, MOST_SHAPES = 0.75, 12
BORDER_OVER_OUTSIDE, CLEAN_SIDES = 0.3, 3
OUTSIDE_PT, RING_OVER_OUTSIDE = 4.0, 0.4
# Level strokes looked at, longest first: a page of print has some hundred.
MOST_STROKES = 120
# Numbers of commissions have more digits than dates, house numbers and ZIP codes.
ID_DIGITS = 6
# A stamp short of ink is looked for a second time among fainter marks: so many levels of 255 below the paper.
FAINT = 26.0
# A stamp may stand in the middle: each half is looked at with so much of the other's width.
HALF_AND = 0.14
LETTER_PT = (2.2, 13.0)
WORK_PX_PER_PT = 100 / 72

PHRASES = {
    "public": ("notary|notarial public|publics|officer", "notary seal"),
    "state": ("state|commonwealth of",),
    "id": (
        "notary|commission|comm|registration ?public id|no|number|identification",
        "id ?no|number",
        "commission number|no",
    ),
    "expires": ("commission|comm ?will expires|expires|exp|expire|expiration", "expires|exp|expiration"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """A notary's stamp."""

    box: Box
    shape: Literal["rectangle", "round", "words"]
    certainty: float
    corners: tuple[tuple[float, float], ...]
    """Of a rectangle, points; empty else."""
    words: tuple[Word, ...]
    """Printed words inside it."""


@cache
def _book() -> PhraseBook:
    return PhraseBook(PHRASES, {})


def find_stamp(view: PageView, search: Box) -> Stamp | None:
    """The notary's stamp in `search` (points), None where no stamp is seen: looked for in the whole, then in its halves.

    A border is one stroke among hundreds on a full page; in half of it, fewer hide it.
    """
    search = search.clipped(view.page.box)
    middle = (search.x0 + search.x1) / 2
    reach = search.width * HALF_AND
    halves = (Box(search.x0, search.y0, middle + reach, search.y1), Box(middle - reach, search.y0, search.x1, search.y1))
    for part, darker in ((search, None), *((h, None) for h in halves), (search, FAINT)):
        found = _find_in(view, part, darker)
        if found:
            return found
    return None


def _find_in(view: PageView, search: Box, darker: float | None) -> Stamp | None:
    words = tuple(w for w in view.text.words if search.contains(*w.box.middle))
    s = view.raster.px_per_pt
    pixels = darkest(view.raster, search)
    if pixels.size == 0:
        return None
    mask = dark_pixels(pixels, s) if darker is None else dark_pixels(pixels, s, darker=darker, share=0.0)
    f = WORK_PX_PER_PT / s
    small = np.asarray(cv2.resize(mask.astype(np.uint8) * 255, None, fx=f, fy=f, interpolation=cv2.INTER_AREA) > 60)
    by_words = _word_stamp(words)
    shapes = [*_rectangles(small), *_rings(small)]
    best: Stamp | None = None
    for corners, circle in shapes:
        letters, filled = _inside(mask, small, corners, circle, f)
        if letters < LEAST_LETTERS or filled < LEAST_FILLED:
            continue
        known = _kinds(_words_in(words, corners, circle, search))
        # Rows of a list with a left edge look like a box: without a word of a notary's on it, it is none.
        if not known and circle is None:
            continue
        box, points = _placed(corners, circle, search)
        certainty = 0.97 if len(known) >= 2 or circle else 0.93
        stamp = Stamp(
            box=box,
            shape="round" if circle else "rectangle",
            certainty=certainty,
            corners=points,
            words=tuple(w for w in words if box.contains(*w.box.middle)),
        )
        if (
            best is None
            or stamp.certainty > best.certainty
            or (stamp.certainty == best.certainty and stamp.box.area > best.box.area)
        ):
            best = stamp
    return best or by_words


def _word_stamp(words: Sequence[Word]) -> Stamp | None:
    """Stamp words on close lines with the number of a commission among them: a stamp without a border, or with one too
    weak to see.
    """
    pieces = [piece for line in rows(words) for piece in _split(line)]
    starts = [p for p in pieces if _kinds(p)]
    for seed in starts:
        group = [seed]
        grew = True
        while grew:
            grew = False
            box = union(w.box for p in group for w in p)
            for piece in pieces:
                if piece in group:
                    continue
                other = union(w.box for w in piece)
                near = max(other.y0 - box.y1, box.y0 - other.y1) <= LINE_STEP_PT / 2
                centred = abs(other.middle[0] - box.middle[0]) <= 0.5 * max(other.width, box.width)
                if near and centred:
                    group.append(piece)
                    grew = True
                    break
        flat = [w for p in group for w in p]
        digits = any(sum(c.isdigit() for c in w.text) >= ID_DIGITS and "/" not in w.text for w in flat)
        kinds = _kinds(flat, lines=group)
        if digits and len(group) >= 3 and (len(kinds) >= 3 or {"id", "state"} <= kinds):
            box = union(w.box for w in flat).grown(4)
            return Stamp(box=box, shape="words", certainty=0.93, corners=(), words=tuple(flat))
    return None


def _split(line: Sequence[Word]) -> list[list[Word]]:
    out: list[list[Word]] = []
    for word in line:
        if not any(c.isalnum() for c in word.text):
            continue
        if out and word.box.x0 - out[-1][-1].box.x1 <= 1.6 * max(word.box.height, 4.0):
            out[-1].append(word)
        else:
            out.append([word])
    return out


def stamp_words(line: Sequence[Word]) -> bool:
    """Whether a line of a stamp bears its fixed words (not a name)."""
    return bool(_kinds(line))


def _kinds(words: Sequence[Word], *, lines: Sequence[Sequence[Word]] | None = None) -> set[str]:
    found: set[str] = set()
    for line in lines if lines is not None else [words]:
        tokens = [t for w in line for t in plain(w.text, vocabulary() | _book().words)]
        found |= {h.name for h in _book().hits(tokens)}
    return found


Circle = tuple[float, float, float]
Corners = NDArray[np.float64]


def _rectangles(small: Mask) -> list[tuple[Corners | None, Circle | None]]:
    """Closed borders: two level strokes one over the other, and dark sides between their ends."""
    k = WORK_PX_PER_PT
    picture = small.astype(np.uint8) * 255
    least = int(RECT_WIDTH_PT[0] * 0.6 * k)
    found = cv2.HoughLinesP(picture, 1, np.pi / 720, threshold=int(least * 0.6), minLineLength=least, maxLineGap=int(6 * k))
    if found is None:
        return []
    strokes = []
    for x0, y0, x1, y1 in np.asarray(found, np.float64).reshape(-1, 4):
        if x0 > x1:
            x0, y0, x1, y1 = x1, y1, x0, y0
        if abs(np.degrees(np.arctan2(y1 - y0, x1 - x0))) <= MOST_TURN_DEG and x1 - x0 <= RECT_WIDTH_PT[1] * k:
            strokes.append((float(x0), float(y0), float(x1), float(y1)))
    strokes = _different(sorted(strokes, key=lambda t: (-(t[2] - t[0]), t[1])))
    reach = 2 * max(round(1.2 * k), 1) + 1
    near = np.asarray(cv2.dilate(small.astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0)
    scored: list[tuple[float, Corners]] = []
    for top in strokes[:MOST_STROKES]:
        for low in strokes[:MOST_STROKES]:
            height = (low[1] + low[3] - top[1] - top[3]) / 2 / k
            if not RECT_HEIGHT_PT[0] <= height <= RECT_HEIGHT_PT[1]:
                continue
            slope = (top[3] - top[1]) / (top[2] - top[0]), (low[3] - low[1]) / (low[2] - low[0])
            if abs(slope[0] - slope[1]) > 0.03:
                continue
            left, right = min(top[0], low[0]), max(top[2], low[2])
            common = min(top[2], low[2]) - max(top[0], low[0])
            if common < 0.55 * (right - left) or not RECT_WIDTH_PT[0] <= (right - left) / k <= RECT_WIDTH_PT[1]:
                continue
            corners = np.array(
                [[left, top[1] + slope[0] * (left - top[0])], [right, top[1] + slope[0] * (right - top[0])],
                 [right, low[1] + slope[1] * (right - low[0])], [left, low[1] + slope[1] * (left - low[0])]]
            )  # fmt: skip
            sides = [_along(near, corners[i], corners[(i + 1) % 4]) for i in range(4)]
            if (
                min(sides[1], sides[3]) >= LEAST_BORDER * 0.7
                and max(sides[1], sides[3]) >= LEAST_BORDER
                and min(sides[0], sides[2]) >= LEAST_BORDER
            ):
                middle = corners.mean(axis=0)
                outer = corners + np.sign(corners - middle) * OUTSIDE_PT * k
                outside = [_along(near, outer[i], outer[(i + 1) % 4]) for i in range(4)]
                # Rows of text with even edges look like a box too, but more text lies around them.
                clean = sum(a - o >= BORDER_OVER_OUTSIDE for a, o in zip(sides, outside, strict=True))
                if clean >= CLEAN_SIDES and float(np.mean(sides)) >= MEAN_BORDER:
                    scored.append((float(np.mean(sides)) + 0.1 * clean, corners))
    return [(corners, None) for _, corners in sorted(scored, key=lambda p: -p[0])[:MOST_SHAPES]]


def _different(strokes: list[tuple[float, float, float, float]]) -> list[tuple[float, float, float, float]]:
    """Longest first, those left out that run along a longer one within two points."""
    k = WORK_PX_PER_PT
    out: list[tuple[float, float, float, float]] = []
    for x0, y0, x1, y1 in strokes:
        along = False
        for a0, b0, a1, b1 in out:
            slope = (b1 - b0) / max(a1 - a0, 1.0)
            if (
                x0 >= a0 - 3 * k
                and x1 <= a1 + 3 * k
                and max(abs(y0 - b0 - slope * (x0 - a0)), abs(y1 - b0 - slope * (x1 - a0))) < 1.5 * k
            ):
                along = True
                break
        if not along:
            out.append((x0, y0, x1, y1))
    return out


def _along(near: Mask, a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Share of the way from `a` to `b` where `near` (ink, widened by a point and a half) is."""
    steps = max(int(np.hypot(*(b - a))), 2)
    t = np.linspace(0.03, 0.97, steps)
    xs = np.clip(np.round(a[0] + t * (b[0] - a[0])).astype(int), 0, near.shape[1] - 1)
    ys = np.clip(np.round(a[1] + t * (b[1] - a[1])).astype(int), 0, near.shape[0] - 1)
    return float(near[ys, xs].mean())


def _rings(small: Mask) -> list[tuple[Corners | None, Circle | None]]:
    """Round borders, the outermost of rings about one middle."""
    k = WORK_PX_PER_PT
    picture = cv2.GaussianBlur((small.astype(np.uint8) * 255), (5, 5), 1.0)
    found = cv2.HoughCircles(
        picture, cv2.HOUGH_GRADIENT, dp=1.5, minDist=10 * k, param1=120, param2=42,
        minRadius=int(RADIUS_PT[0] * k), maxRadius=int(RADIUS_PT[1] * k),
    )  # fmt: skip
    if found is None:
        return []
    near = np.asarray(cv2.dilate(small.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
    out: list[tuple[Corners | None, Circle | None]] = []
    for x, y, r in np.asarray(found, np.float64).reshape(-1, 3)[:12]:
        radii = [(_ring(near, x, y, radius), radius) for radius in np.arange(r - 4, RADIUS_PT[1] * k, 1.0)]
        # Stamps have two rings about one middle: the outermost that is whole is the border.
        whole = [p for p in radii if p[0] >= 0.8 and p[0] - _ring(near, x, y, p[1] + OUTSIDE_PT * k) >= RING_OVER_OUTSIDE]
        best = max(whole, key=lambda p: p[1]) if whole else max(radii)
        # Text is dark along any circle laid through it; a ring is darker than what lies right outside of it.
        if best[0] >= LEAST_BORDER + 0.1 and best[0] - _ring(near, x, y, best[1] + OUTSIDE_PT * k) >= RING_OVER_OUTSIDE:
            out.append((None, (x, y, best[1])))
    return out


def _ring(near: Mask, x: float, y: float, r: float) -> float:
    """Share of a circle where `near` (ink, widened by a pixel) is."""
    angles = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    height, width = near.shape
    xs, ys = np.round(x + r * np.cos(angles)).astype(int), np.round(y + r * np.sin(angles)).astype(int)
    inside = (xs >= 0) & (xs < width) & (ys >= 0) & (ys < height)
    return float(near[ys[inside], xs[inside]].sum()) / len(angles)


def _inside(mask: Mask, small: Mask, corners: Corners | None, circle: Circle | None, f: float) -> tuple[int, float]:
    """Letters inside a shape, and the share of its inside that has ink."""
    shape = np.zeros(small.shape, np.uint8)
    if corners is not None:
        middle = corners.mean(axis=0)
        cv2.fillPoly(shape, [np.round(middle + (corners - middle) * np.array([0.955, 0.90])).astype(np.int32)], 1)
    elif circle is not None:
        cv2.circle(shape, (round(circle[0]), round(circle[1])), max(int(circle[2] * 0.95), 1), 1, -1)
    ys, xs = np.nonzero(shape)
    if not len(ys):
        return 0, 0.0
    ink = small & (shape > 0)
    # Cells of about a letter line each.
    cell = max(int(8 * WORK_PX_PER_PT), 2)
    full = total = 0
    for y in range(int(ys.min()), int(ys.max()) - cell // 2, cell):
        for x in range(int(xs.min()), int(xs.max()) - cell // 2, cell):
            if shape[y : y + cell, x : x + cell].mean() > 0.7:
                total += 1
                full += bool(ink[y : y + cell, x : x + cell].mean() > 0.06)
    x0, x1, y0, y1 = int(xs.min()), int(xs.max()) + 1, int(ys.min()), int(ys.max()) + 1
    crop = mask[round(y0 / f) : round(y1 / f), round(x0 / f) : round(x1 / f)]
    if not crop.size:
        return 0, 0.0
    big = cv2.resize(shape[y0:y1, x0:x1], (crop.shape[1], crop.shape[0]), interpolation=cv2.INTER_NEAREST) > 0
    s = WORK_PX_PER_PT / f
    _, _, stats, _ = cv2.connectedComponentsWithStats((crop & big).astype(np.uint8), connectivity=8)
    heights, widths = stats[1:, cv2.CC_STAT_HEIGHT] / s, stats[1:, cv2.CC_STAT_WIDTH] / s
    letters = int(((heights >= LETTER_PT[0]) & (heights <= LETTER_PT[1]) & (widths <= 2 * LETTER_PT[1])).sum())
    return letters, full / total if total else 0.0


def _words_in(words: Sequence[Word], corners: Corners | None, circle: Circle | None, search: Box) -> list[Word]:
    box, _ = _placed(corners, circle, search)
    return [w for w in words if box.contains(*w.box.middle)]


def _placed(corners: Corners | None, circle: Circle | None, search: Box) -> tuple[Box, tuple[tuple[float, float], ...]]:
    k = WORK_PX_PER_PT
    if circle is not None:
        x, y, r = (float(v) / k for v in circle)
        return Box(x - r, y - r, x + r, y + r).moved(search.x0, search.y0), ()
    assert corners is not None
    points = tuple((float(x / k + search.x0), float(y / k + search.y0)) for x, y in corners)
    return Box(min(p[0] for p in points), min(p[1] for p in points), max(p[0] for p in points), max(p[1] for p in points)), points


def pixels_of(view: PageView, stamp: Stamp) -> Mask:
    """Pixels of the whole raster that belong to the stamp: its border and its letters, not long strokes that cross it."""
    out = np.zeros(view.raster.gray.shape[:2], bool)
    s = view.raster.px_per_pt
    wide = stamp.box.grown(3).clipped(view.page.box)
    rows_, columns = view.raster.to_px(wide)
    mask = dark(view, wide)
    border = np.zeros(mask.shape, np.uint8)
    thick = max(round(3.6 * s), 2)
    if stamp.shape == "round":
        x, y = ((v - o) * s for v, o in zip(stamp.box.middle, (wide.x0, wide.y0), strict=True))
        for share in (1.0, 0.66):
            cv2.circle(border, (round(x), round(y)), round(stamp.box.width / 2 * share * s), 1, thick)
    elif stamp.corners:
        points = np.array([[(x - wide.x0) * s, (y - wide.y0) * s] for x, y in stamp.corners])
        cv2.polylines(border, [np.round(points).astype(np.int32)], True, 1, thick)
    inner = mask & (border == 0)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(inner.astype(np.uint8), connectivity=8)
    limit = LETTER_PT[1] * s
    small = (stats[:, cv2.CC_STAT_HEIGHT] <= limit) & (stats[:, cv2.CC_STAT_WIDTH] <= 2.2 * limit)
    small[0] = False
    out[rows_, columns] = small[labels] | (border > 0)
    return out
