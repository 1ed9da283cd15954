"""How does ink lie on paper? Strokes and letters are masks (float 0..1 coverage); ink darkens the page by multiplication.

A page is a uint8 array, shape (height, width, 3), RGB, at DPI pixels an inch; places are in points.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import cv2
import numpy as np

DPI = 300
PX = DPI / 72
Box = tuple[float, float, float, float]

cv2.setNumThreads(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """An ink: its colour (RGB 0..1), how thick its line is in points, how dark, and how much the paper's grain breaks it."""

    name: str
    rgb: tuple[float, float, float]
    width: float
    strength: float
    grain: float


_INKS = (
    ("blue", (0.09, 0.17, 0.55), 5),
    ("black", (0.08, 0.08, 0.10), 5),
    ("royal blue", (0.12, 0.25, 0.70), 2),
    ("green", (0.05, 0.38, 0.20), 0.5),
    ("violet", (0.34, 0.12, 0.50), 0.5),
    ("pencil", (0.35, 0.35, 0.36), 0.7),
    ("gel black", (0.03, 0.03, 0.04), 2),
)


def pen(rng: random.Random, *, dark: bool = False) -> Pen:
    """A pen as people have in their pockets; `dark` makes a pencil into a black pen, for scans that would lose it."""
    name, rgb, _ = rng.choices(_INKS, weights=[w for _, _, w in _INKS])[0]
    if dark and name == "pencil":
        name, rgb = "black", (0.08, 0.08, 0.10)
    shades = [rng.uniform(-0.04, 0.04) for _ in rgb]
    pencil = name == "pencil"
    if pencil or "black" in name:
        # Black and graphite vary in depth only: a cast would make a page "coloured" that no eye sees as such.
        shades = [shades[0], shades[0], shades[0] + shades[1] / 10]
    tint = tuple(min(1.0, max(0.0, c + d)) for c, d in zip(rgb, shades, strict=True))
    return Pen(
        name=name,
        rgb=(tint[0], tint[1], tint[2]),
        width=rng.uniform(0.7, 1.5 if not pencil else 1.0),
        strength=rng.uniform(0.74, 0.9) if pencil else rng.uniform(0.82, 1.0),
        grain=0.35 if pencil else rng.uniform(0.02, 0.12),
    )


def graphite(rng: random.Random) -> Pen:
    """An ordinary pencil: gray, thin, and broken by the paper's grain."""
    level = rng.uniform(0.32, 0.4)
    return Pen(
        name="pencil",
        rgb=(level, level, level + 0.01),
        width=rng.uniform(0.75, 1.0),
        strength=rng.uniform(0.74, 0.9),
        grain=0.35,
    )


def lay(page: np.ndarray, mask: np.ndarray, at: tuple[int, int], pen: Pen, seed: int) -> Box | None:
    """Lay `mask` (float, (h, w)) on `page`, its top left at pixel `at` (x, y); gives the inked box in points, if any."""
    x, y = at
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(page.shape[1], x + mask.shape[1]), min(page.shape[0], y + mask.shape[0])
    if x1 <= x0 or y1 <= y0:
        return None
    cut = mask[y0 - y : y1 - y, x0 - x : x1 - x]
    noise = np.random.default_rng(seed).random(cut.shape, dtype=np.float32)
    noise = cv2.GaussianBlur(noise, (0, 0), 1.1)
    noise = (noise - noise.mean()) / (noise.std() + 1e-6)
    cover = np.clip(cut * pen.strength * (1.0 + pen.grain * noise), 0.0, 1.0)[..., None]
    ink = np.array(pen.rgb, dtype=np.float32)
    darker = page[y0:y1, x0:x1] * (1.0 - cover * (1.0 - ink))
    page[y0:y1, x0:x1] = (darker + 0.5).astype(np.uint8)
    ys, xs = np.nonzero(cut > 0.3)
    if not len(xs):
        return None
    return ((x0 + xs.min()) / PX, (y0 + ys.min()) / PX, (x0 + xs.max() + 1) / PX, (y0 + ys.max() + 1) / PX)


def polyline(points: np.ndarray, widths: np.ndarray) -> tuple[np.ndarray, tuple[int, int]]:
    """The mask of a stroke through `points` ((n, 2)) with `widths` (n), all in points; gives it and its pixel origin."""
    scale = PX * 2
    pad = float(widths.max()) + 1.0
    low, high = points.min(axis=0) - pad, points.max(axis=0) + pad
    origin = np.floor(low * PX).astype(int)
    size = np.ceil((high - low) * PX).astype(int) + 2
    canvas = np.zeros((int(size[1]) * 2, int(size[0]) * 2), dtype=np.uint8)
    at = (points * scale - origin * 2) * 16
    for i in range(len(points) - 1):
        thickness = max(1, round(float(widths[i] + widths[i + 1]) / 2 * scale))
        a, b = at[i].astype(int), at[i + 1].astype(int)
        cv2.line(canvas, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 255, thickness, cv2.LINE_AA, 4)
    small = cv2.resize(canvas, (int(size[0]), int(size[1])), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) / 255.0, (int(origin[0]), int(origin[1]))


def smooth(points: np.ndarray, steps: int = 10) -> np.ndarray:
    """A Catmull-Rom curve through `points` ((n, 2)), `steps` samples a span."""
    p = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    spans = []
    for i in range(1, len(p) - 2):
        a, b, c, d = p[i - 1], p[i], p[i + 1], p[i + 2]
        spans.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return np.vstack([*spans, p[-2:-1]])


def stroke(
    page: np.ndarray, points: np.ndarray, pen: Pen, rng: random.Random, *, taper: bool = True, width: float | None = None
) -> Box | None:
    """Draw one smooth stroke through `points` (points of the page) with a pressure that comes and goes."""
    curve = smooth(points)
    n = len(curve)
    base = width or pen.width
    phase, beat = rng.uniform(0, 6.28), rng.uniform(0.15, 0.5)
    widths = base * (1.0 + 0.22 * np.sin(phase + np.arange(n) * beat))
    if taper and n > 8:
        widths[-4:] *= np.linspace(1.0, 0.5, 4)
    mask, at = polyline(curve, widths)
    return lay(page, mask, at, pen, rng.randrange(2**31))
