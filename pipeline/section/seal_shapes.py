"""Closed borders that a stamp may have: rectangles set askew, and rings. Geometry on a reduced ink mask, no words."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.section.writing_room import Mask

Circle = tuple[float, float, float]
"""Middle and radius, pixels of the reduced mask."""
Corners = NDArray[np.float64]
"""Four corners from upper left clockwise, shape (4, 2), pixels of the reduced mask."""
Stroke = tuple[float, float, float, float]

WORK_PX_PER_PT = 100 / 72
"""Resolution of the reduced mask."""

# Sides of rectangular stamps and diameters of round ones, in points (laws allow up to 1 x 2.5 in and 2 in; room for slack).
RECT_WIDTH_PT = (60.0, 240.0)
RECT_HEIGHT_PT = (26.0, 140.0)
RADIUS_PT = (24.0, 76.0)
# No law has a stamp much higher than wide.
MOST_UPRIGHT = 1.1
# Stamps are set by hand, seldom more askew than this; their two long edges lean alike.
MOST_TURN_DEG = 9.0
SAME_SLOPE = 0.03
# Share of a border or ring that must be dark: stamps print unevenly. The weaker of two short sides may have less.
LEAST_BORDER, WEAK_SIDE = 0.55, 0.7
MEAN_BORDER, MOST_SHAPES = 0.75, 12
BORDER_OVER_OUTSIDE, CLEAN_SIDES = 0.3, 3
OUTSIDE_PT, RING_OVER_OUTSIDE = 4.0, 0.4
# Long edges cover so much of their joint length; an edge found ends so near its corner, in points.
LEAST_COMMON, END_SLACK_PT = 0.55, 14.0
# Level strokes looked at, longest first: a page of print has some hundred.
MOST_STROKES = 120
# A ring that is whole; circles looked at; how far the middle found may be off, in points (the search for circles counts in
# cells of a point, and letters along the ring pull it aside by up to three).
WHOLE_RING, MOST_CIRCLES, MIDDLE_OFF_PT = 0.8, 12, 4.5
# Only circles of which so much is dark at the first look are looked at again.
WORTH_REFINING = 0.42


def rectangles(small: Mask) -> list[Corners]:
    """Closed borders, likeliest first: two strokes that lean alike, one over the other, and dark sides between their ends."""
    k = WORK_PX_PER_PT
    least = int(RECT_WIDTH_PT[0] * 0.6 * k)
    picture = small.astype(np.uint8) * 255
    found = cv2.HoughLinesP(picture, 1, np.pi / 720, threshold=int(least * 0.6), minLineLength=least, maxLineGap=int(6 * k))
    if found is None:
        return []
    strokes: list[Stroke] = []
    for x0, y0, x1, y1 in np.asarray(found, np.float64).reshape(-1, 4):
        if x0 > x1:
            x0, y0, x1, y1 = x1, y1, x0, y0
        if abs(np.degrees(np.arctan2(y1 - y0, x1 - x0))) <= MOST_TURN_DEG and x1 - x0 <= RECT_WIDTH_PT[1] * k:
            strokes.append((float(x0), float(y0), float(x1), float(y1)))
    strokes = _different(sorted(strokes, key=lambda t: (-(t[2] - t[0]), t[1])))[:MOST_STROKES]
    reach = 2 * max(round(1.2 * k), 1) + 1
    near = np.asarray(cv2.dilate(small.astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0)
    scored: list[tuple[float, Corners]] = []
    for top in strokes:
        for low in strokes:
            corners = _between(near, top, low)
            score = _score(near, corners) if corners is not None else None
            if corners is not None and score is not None:
                scored.append((score, corners))
    return [corners for _, corners in sorted(scored, key=lambda p: -p[0])[:MOST_SHAPES]]


def _between(near: Mask, top: Stroke, low: Stroke) -> Corners | None:
    """The rectangle with these long edges, laid along their lean; its short sides where it is darkest near their ends."""
    k = WORK_PX_PER_PT
    slope = [(s[3] - s[1]) / (s[2] - s[0]) for s in (top, low)]
    if not RECT_HEIGHT_PT[0] <= (low[1] + low[3] - top[1] - top[3]) / 2 / k <= RECT_HEIGHT_PT[1] + 10:
        return None
    if abs(slope[0] - slope[1]) > SAME_SLOPE:
        return None
    longer = slope[0] if top[2] - top[0] >= low[2] - low[0] else slope[1]
    along = np.array([1.0, longer]) / np.hypot(1.0, longer)
    down = np.array([-along[1], along[0]])
    origin = np.array(top[:2])
    ends = [[float(np.dot(np.array(p) - origin, along)) for p in (s[:2], s[2:])] for s in (top, low)]
    heights = [float(np.dot(np.array(p) - origin, down)) for p in (low[:2], low[2:])]
    height = sum(heights) / 2
    left, right = min(ends[0][0], ends[1][0]), max(ends[0][1], ends[1][1])
    common = min(ends[0][1], ends[1][1]) - max(ends[0][0], ends[1][0])
    if common < LEAST_COMMON * (right - left) or not RECT_HEIGHT_PT[0] <= height / k <= RECT_HEIGHT_PT[1]:
        return None
    sides = []
    for end in (left, right):
        reach = np.arange(end - END_SLACK_PT * k, end + END_SLACK_PT * k, 1.0)
        dark = _across_shares(near, origin + reach[:, None] * along, height * down)
        best = max(dark)
        # Of places as dark as each other the one nearest the end found.
        sides.append(float(min((u for u, d in zip(reach, dark, strict=True) if d >= best - 0.02), key=lambda u: abs(u - end))))
    width = sides[1] - sides[0]
    if not RECT_WIDTH_PT[0] <= width / k <= RECT_WIDTH_PT[1] or height > MOST_UPRIGHT * width:
        return None
    upper = [origin + u * along for u in sides]
    return np.array([upper[0], upper[1], upper[1] + height * down, upper[0] + height * down])


def _score(near: Mask, corners: Corners) -> float | None:
    """How closed the border is; None where it is none."""
    k = WORK_PX_PER_PT
    sides = [along_share(near, corners[i], corners[(i + 1) % 4]) for i in range(4)]
    weak = min(sides[1], sides[3]) < LEAST_BORDER * WEAK_SIDE or max(sides[1], sides[3]) < LEAST_BORDER
    if weak or min(sides[0], sides[2]) < LEAST_BORDER or float(np.mean(sides)) < MEAN_BORDER:
        return None
    middle = corners.mean(axis=0)
    outer = corners + np.sign(corners - middle) * OUTSIDE_PT * k
    outside = [along_share(near, outer[i], outer[(i + 1) % 4]) for i in range(4)]
    # Rows of text with even edges look like a box too, but more text lies around them.
    clean = sum(a - o >= BORDER_OVER_OUTSIDE for a, o in zip(sides, outside, strict=True))
    return float(np.mean(sides)) + 0.1 * clean if clean >= CLEAN_SIDES else None


def _different(strokes: Sequence[Stroke]) -> list[Stroke]:
    """Longest first, those left out that run along a longer one within two points."""
    k = WORK_PX_PER_PT
    out: list[Stroke] = []
    for x0, y0, x1, y1 in strokes:
        along = False
        for a0, b0, a1, b1 in out:
            slope = (b1 - b0) / max(a1 - a0, 1.0)
            off = max(abs(y0 - b0 - slope * (x0 - a0)), abs(y1 - b0 - slope * (x1 - a0)))
            if x0 >= a0 - 3 * k and x1 <= a1 + 3 * k and off < 1.5 * k:
                along = True
                break
        if not along:
            out.append((x0, y0, x1, y1))
    return out


def along_share(near: Mask, a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Share of the way from `a` to `b` where `near` (ink, widened by a point and a half) is."""
    steps = max(int(np.hypot(*(b - a))), 2)
    t = np.linspace(0.03, 0.97, steps)
    xs = np.clip(np.round(a[0] + t * (b[0] - a[0])).astype(int), 0, near.shape[1] - 1)
    ys = np.clip(np.round(a[1] + t * (b[1] - a[1])).astype(int), 0, near.shape[0] - 1)
    return float(near[ys, xs].mean())


def _across_shares(near: Mask, starts: NDArray[np.float64], way: NDArray[np.float64]) -> list[float]:
    """`along_share` from each of `starts` (n, 2) along `way` (2,), all at once: a page asks for thousands."""
    steps = max(int(np.hypot(*way)), 2)
    t = np.linspace(0.03, 0.97, steps)
    xs = np.clip(np.round(starts[:, :1] + t * way[0]).astype(int), 0, near.shape[1] - 1)
    ys = np.clip(np.round(starts[:, 1:] + t * way[1]).astype(int), 0, near.shape[0] - 1)
    return [float(share) for share in near[ys, xs].mean(axis=1)]


def rings(small: Mask) -> list[Circle]:
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
    out: list[Circle] = []
    for x, y, r in np.asarray(found, np.float64).reshape(-1, 3)[:MOST_CIRCLES]:
        if max(ring_share(near, x, y, r + d) for d in np.arange(-4.0, 5.0)) < WORTH_REFINING:
            continue
        x, y, r = _refined(near, float(x), float(y), float(r))
        radii = [(ring_share(near, x, y, radius), radius) for radius in np.arange(r - 4, max(RADIUS_PT[1] * k, r + 1), 1.0)]
        # Stamps have two rings about one middle: the outermost that is whole is the border.
        whole = [p for p in radii if p[0] >= WHOLE_RING and _stands_out(near, x, y, p)]
        best = max(whole, key=lambda p: p[1]) if whole else max(radii)
        # Text is dark along any circle laid through it; a ring is darker than what lies right outside of it.
        if best[0] >= LEAST_BORDER + 0.1 and _stands_out(near, x, y, best):
            out.append((x, y, float(best[1])))
    return out


def _stands_out(near: Mask, x: float, y: float, ring: tuple[float, float]) -> bool:
    return ring[0] - ring_share(near, x, y, ring[1] + OUTSIDE_PT * WORK_PX_PER_PT) >= RING_OVER_OUTSIDE


def _refined(near: Mask, x: float, y: float, r: float) -> Circle:
    """The circle near this one that is darkest: coarse steps first, then single pixels."""
    best = (ring_share(near, x, y, r), x, y, r)
    reach = MIDDLE_OFF_PT * WORK_PX_PER_PT
    for step in (2.0, 1.0):
        _, x, y, r = best
        moves = np.arange(-reach, reach + step / 2, step)
        for dx in moves:
            for dy in moves:
                for dr in moves:
                    best = max(best, (ring_share(near, x + dx, y + dy, r + dr), x + dx, y + dy, r + dr))
        reach = step
    return best[1], best[2], best[3]


def ring_share(near: Mask, x: float, y: float, r: float) -> float:
    """Share of a circle where `near` (ink, widened by a pixel) is."""
    height, width = near.shape
    xs, ys = np.round(x + r * _COS).astype(int), np.round(y + r * _SIN).astype(int)
    inside = (xs >= 0) & (xs < width) & (ys >= 0) & (ys < height)
    return float(near[ys[inside], xs[inside]].sum()) / len(_COS)


_ANGLES = np.linspace(0, 2 * np.pi, 120, endpoint=False)
_COS, _SIN = np.cos(_ANGLES), np.sin(_ANGLES)
