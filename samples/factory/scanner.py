"""What does a scanner make of a sheet? Skew, scale, crop, colour mode, noise; and where each point of the paper comes to
lie.

A sheet is uint8 RGB at 300 dpi, upright. A scanned page is uint8, shape (h, w, 3) or (h, w), or bool (h, w)
with True for black.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import cv2
import numpy as np

from samples.factory.ink import DPI, Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """How one page is scanned."""

    colour: str
    """"colour", "gray", "bitonal"."""
    dpi: int
    skew: float
    """Degrees, clockwise positive, by which the content leans."""
    turn: int
    """Quarter turns clockwise, in degrees, that the page lies turned by."""
    fit: float = 1.0
    crop: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Points cut off at the top, right, bottom, left."""
    threshold: str = "otsu"
    dropout: bool = False
    speckle: float = 0.0
    shadow: str = ""
    fade: float = 0.0
    blur: float = 0.5
    noise: float = 0.008
    lid: float = 1.0
    """Brightness behind the paper: 1 is a white lid, lower is gray."""
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    holes: bool = False
    staple: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """The map from points of the paper to points of the upright, deskewed page of the scan."""

    fit: float
    paper: tuple[float, float]
    size: tuple[float, float]
    shift: tuple[float, float]

    def box(self, box: Box) -> list[float]:
        """Where `box` comes to lie, rounded to a tenth of a point."""
        mx, my = self.paper[0] / 2, self.paper[1] / 2
        x = [self.fit * (v - mx) + mx + self.shift[0] for v in (box[0], box[2])]
        y = [self.fit * (v - my) + my + self.shift[1] for v in (box[1], box[3])]
        return [round(float(v), 1) for v in (x[0], y[0], x[1], y[1])]


def scan(sheet: np.ndarray, how: Setting, rng: random.Random) -> tuple[np.ndarray, Placed]:
    """Scan `sheet`; gives the page's pixels, turned as it lies, and where its points went."""
    page = _paper(sheet, how, rng)
    page, placed = _laid(page, how)
    page = _optics(page, how, rng)
    pixels = _mode(page, how)
    if how.speckle:
        pixels = _speckled(pixels, how, rng)
    turns = (how.turn // 90) % 4
    return np.ascontiguousarray(np.rot90(pixels, -turns)), placed


def _paper(sheet: np.ndarray, how: Setting, rng: random.Random) -> np.ndarray:
    """Fade the ink, tint the paper, punch holes."""
    levels = np.arange(256, dtype=np.float32)
    faded = levels + (255.0 - levels) * how.fade
    table = np.clip(faded[:, None] * np.array(how.tint, dtype=np.float32) + 0.5, 0, 255).astype(np.uint8)[None]
    page = cv2.LUT(sheet, table)
    height, width = page.shape[:2]
    if how.holes:
        hole = (how.lid * 0.55 * 255,) * 3
        for y in ((0.5,), (0.17, 0.5, 0.83))[rng.randrange(2)]:
            cv2.circle(page, (round(0.045 * width), round(y * height)), 42, hole, -1, cv2.LINE_AA)
    if how.staple:
        _staple(page, rng)
    return page


def _staple(page: np.ndarray, rng: random.Random) -> None:
    """A staple in the upper left corner and the shadow under it."""
    x, y = rng.randint(70, 190), rng.randint(60, 160)
    shade = np.zeros((400, 600), dtype=np.float32)
    cv2.line(shade, (x + 6, y + 14), (x + 120, y + 8), 0.35, 26)
    corner = page[:400, :600] * (1.0 - cv2.GaussianBlur(shade, (0, 0), 9)[..., None])
    page[:400, :600] = corner.astype(np.uint8)
    cv2.line(page, (x, y), (x + rng.randint(90, 130), y - rng.randint(-30, 40)), (89, 89, 92), 9, cv2.LINE_AA)


def _laid(page: np.ndarray, how: Setting) -> tuple[np.ndarray, Placed]:
    """Turn by the skew, shrink by the fit, cut by the crop, and resample to the scanner's dpi, all in one warp."""
    height, width = page.shape[:2]
    paper = (width * 72 / DPI, height * 72 / DPI)
    top, right, bottom, left = how.crop
    size = (paper[0] - left - right, paper[1] - top - bottom)
    k = how.dpi / 72
    out = (round(size[0] * k), round(size[1] * k))
    angle = math.radians(how.skew)
    cos, sin = math.cos(angle), math.sin(angle)
    s = how.fit * how.dpi / DPI
    matrix = np.array([[s * cos, -s * sin, 0.0], [s * sin, s * cos, 0.0]])
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    target = np.array([(paper[0] / 2 - left) * k - 0.5, (paper[1] / 2 - top) * k - 0.5])
    matrix[:, 2] = target - matrix[:, :2] @ middle
    ratio = how.dpi / DPI * how.fit
    source = cv2.GaussianBlur(page, (0, 0), 0.42 / ratio) if ratio < 0.9 else page
    border = (how.lid * 255,) * 3
    warped = cv2.warpAffine(source, matrix, out, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=border)
    # The page's middle after cropping is not the paper's middle: turning back about it moves the content by this much.
    dx, dy = (paper[0] / 2 - left) - size[0] / 2, (paper[1] / 2 - top) - size[1] / 2
    back = (cos * dx + sin * dy, -sin * dx + cos * dy)
    shift = (size[0] / 2 + back[0] - paper[0] / 2, size[1] / 2 + back[1] - paper[1] / 2)
    return warped, Placed(fit=how.fit, paper=paper, size=size, shift=shift)


def _optics(page: np.ndarray, how: Setting, rng: random.Random) -> np.ndarray:
    """Blur, shadow at an edge, sensor noise."""
    if how.blur:
        page = cv2.GaussianBlur(page, (0, 0), how.blur * how.dpi / 300)
    if how.shadow:
        height, width = page.shape[:2]
        deep = rng.uniform(0.25, 0.5)
        along = np.arange(width if how.shadow in ("left", "right") else height, dtype=np.float32) / (how.dpi / 72)
        if how.shadow in ("right", "bottom"):
            along = along[::-1]
        ramp = 1.0 - deep * np.exp(-along / rng.uniform(7.0, 20.0))
        shade = ramp[None, :, None] if how.shadow in ("left", "right") else ramp[:, None, None]
        page = (page * shade + 0.5).astype(np.uint8)
    if how.noise:
        page = cv2.add(page, _grain(page.shape, how.noise, rng), dtype=cv2.CV_8U)
    return page


def _grain(shape: tuple[int, ...], strength: float, rng: random.Random) -> np.ndarray:
    """Sensor noise, the same in all channels, from one tile laid over the page again and again: nobody sees the seam."""
    tile = np.random.default_rng(rng.randrange(2**31)).standard_normal((512, 512), dtype=np.float32) * strength * 255
    times = (shape[0] // 512 + 1, shape[1] // 512 + 1)
    whole = np.tile(np.rint(tile).astype(np.int16), times)[: shape[0], : shape[1]]
    return cv2.merge([whole, whole, whole])


def _mode(page: np.ndarray, how: Setting) -> np.ndarray:
    """The colour mode of the scanner."""
    if how.colour == "colour" and not how.dropout:
        return page
    if how.dropout:
        # The lamp is red: what reflects red as paper does is not seen.
        level = np.clip((page[..., 0].astype(np.float32) - 20.0) / 0.72, 0.0, 255.0).astype(np.uint8)
    else:
        level = cv2.cvtColor(page, cv2.COLOR_RGB2GRAY)
    if how.colour != "bitonal":
        return level
    if how.threshold == "otsu":
        cut, _ = cv2.threshold(level, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        return level < max(cut, 110)
    if how.threshold == "adaptive":
        return cv2.adaptiveThreshold(level, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 61, 18) > 0
    return level < int(how.threshold)


def _speckled(pixels: np.ndarray, how: Setting, rng: random.Random) -> np.ndarray:
    """Specks of dust: black dots of one to four pixels."""
    generator = np.random.default_rng(rng.randrange(2**31))
    height, width = pixels.shape[:2]
    count = int(how.speckle * height * width / 1e5)
    marked = pixels.astype(np.uint8) * 255 if pixels.dtype == bool else pixels.copy()
    dark = 255 if pixels.dtype == bool else 40
    for x, y, r in zip(
        generator.integers(0, width, count),
        generator.integers(0, height, count),
        generator.integers(0, 3, count),
        strict=True,
    ):
        cv2.circle(marked, (int(x), int(y)), int(r), (dark,) * 3 if marked.ndim == 3 else dark, -1)
    return marked > 127 if pixels.dtype == bool else marked
