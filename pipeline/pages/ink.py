"""Letters as ink: where they are in a box, what colour they have against the paper around them, how thick their strokes are.

Colour is judged by what the ink takes away from the paper's own light, summed over whole letters: JPEG smears chroma over several
pixels but keeps its sum, and a tinted paper tints letters and paper alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.pages.raster import Pixels, Raster

Mask = NDArray[np.bool_]
InkColour = Literal["red", "other", "none", "unsure"]

# Hues, in degrees, that a person calls red: crimson 348, dark red 0, orange-red 16; brown begins at 25, magenta ends at
# 320. The unsure bands lie between (hues of named colours, and of the made-up inks after the scanner profiles).
RED_FROM, RED_TO = 337.0, 21.0
UNSURE_FROM, UNSURE_TO = 326.0, 27.0
# How uneven the three channels' absorption must be, 0 to 1: black ink scanned in colour stays under 0.12, dark red
# (139, 0, 0) has 0.55, the darkest red that still looks red on paper (90, 0, 0) 0.35.
COLOURED_LEAST, COLOURED_UNSURE = 0.24, 0.13
# Chroma (largest less smallest channel, 0 to 255, paper's own taken off) from which a pixel counts as coloured; JPEG of
# a gray page stays under 12 at quality 60.
CHROMA_LEAST = 26
# Paper itself counts as coloured from this chroma on: scanners' white balance errs by 3 to 5.
TINT_LEAST = 9.0
# Coloured pixels elsewhere, in square points, that no dust or fringe explains: a short stroke of a pen has about four.
COLOUR_AREA_PT2 = 3.0


# A blot is this much darker than paper, and wider, both ways, than this share of the line's height: bold stems reach
# 0.25.
BLOT_DEPTH, BLOT_WIDTH = 45.0, 0.55


@dataclass(frozen=True, slots=True, kw_only=True)
class InkTaken:
    """What the ink in a box takes from the paper's light."""

    hue: float | None
    """Degrees 0 to 360; None where the ink is about neutral."""
    unevenness: float
    """0 (gray) to 1 (a pure colour)."""
    weight: float
    """Summed absorption: how much ink there is."""

    @property
    def colour(self) -> InkColour:
        """The ink's colour, as far as red or not is asked."""
        if self.weight <= 0 or self.hue is None or self.unevenness < COLOURED_UNSURE:
            return "none"
        inside_red = self.hue >= RED_FROM or self.hue <= RED_TO
        near_red = self.hue >= UNSURE_FROM or self.hue <= UNSURE_TO
        if self.unevenness < COLOURED_LEAST:
            return "unsure" if near_red else "none"
        if inside_red:
            return "red"
        return "unsure" if near_red else "other"


def darkest(raster: Raster, box: Box) -> Pixels:
    """The crop by its darkest channel, so that letters of any colour are dark. Shape (height, width)."""
    bgr = raster.bgr_crop(box)
    return raster.gray_crop(box) if bgr is None else np.ascontiguousarray(bgr.min(axis=2), np.uint8)


def letter_mask(pixels: Pixels) -> Mask:
    """True where there is ink: darker than half way between paper and ink. `pixels`: (height, width), dark on light."""
    if pixels.size == 0:
        return np.zeros(pixels.shape, bool)
    paper, ink = levels(pixels)
    if paper - ink < 30:
        return np.zeros(pixels.shape, bool)
    return np.asarray(pixels < (paper + ink) / 2, bool)


def levels(pixels: Pixels) -> tuple[float, float]:
    """Gray levels of paper and full ink in a crop, by Otsu's split: median of the light side, dark tail of the dark side."""
    split, _ = cv2.threshold(np.ascontiguousarray(pixels), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    light, dark = pixels[pixels > split], pixels[pixels <= split]
    if light.size == 0 or dark.size == 0:
        value = float(np.median(pixels))
        return value, value
    return float(np.median(light)), float(np.percentile(dark, 20))


def ink_taken(raster: Raster, box: Box) -> InkTaken | None:
    """What the letters in `box` absorb; None on a page without colour or a box without ink."""
    crop = raster.bgr_crop(box)
    if crop is None or crop.size == 0:
        return None
    mask = letter_mask(np.ascontiguousarray(crop.min(axis=2), np.uint8))
    if not mask.any() or mask.mean() > 0.8:
        return None
    wide = cv2.dilate(mask.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    paper = np.median(crop[~wide], axis=0) if (~wide).any() else np.percentile(crop.reshape(-1, 3), 90, axis=0)
    paper = np.maximum(paper.astype(np.float64), 1.0)
    taken = ((paper - crop[wide].astype(np.float64)) / paper).sum(axis=0)
    blue, green, red = np.maximum(taken, 0.0)
    most = max(red, green, blue)
    if most <= 0:
        return None
    unevenness = (most - min(red, green, blue)) / most
    hue = _hue(most - red, most - green, most - blue) if unevenness > 0.02 else None
    return InkTaken(hue=hue, unevenness=float(unevenness), weight=float(most))


def _hue(red: float, green: float, blue: float) -> float | None:
    most, least = max(red, green, blue), min(red, green, blue)
    if most <= least:
        return None
    span = most - least
    if most == red:
        return float(60 * ((green - blue) / span) % 360)
    if most == green:
        return float(60 * ((blue - red) / span) + 120)
    return float(60 * ((red - green) / span) + 240)


def chroma(bgr: Pixels) -> NDArray[np.int16]:
    """Largest less smallest channel of each pixel, 0 to 255, after a blur that takes off sensor noise and colour fringes."""
    blue, green, red = cv2.split(cv2.blur(np.ascontiguousarray(bgr), (3, 3)))
    most, least = cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)
    return np.asarray(cv2.subtract(most, least), np.int16)


def colour_elsewhere(raster: Raster, leave_out: Iterable[Box]) -> bool:
    """Whether the page shows colour outside these boxes (points): tinted paper, a pen, a stamp."""
    if raster.bgr is None:
        return False
    # Half the resolution is enough for a stroke, and four times as fast.
    height, width = raster.bgr.shape[:2]
    half = cv2.resize(raster.bgr, (max(1, width // 2), max(1, height // 2)), interpolation=cv2.INTER_AREA)
    seen = chroma(np.asarray(half, np.uint8))
    tint = float(np.median(seen))
    if tint >= TINT_LEAST:
        return True
    scale = raster.px_per_pt / 2
    for box in leave_out:
        grown = box.grown(4.0)
        y0, y1 = max(0, int(grown.y0 * scale)), max(0, int(grown.y1 * scale) + 1)
        x0, x1 = max(0, int(grown.x0 * scale)), max(0, int(grown.x1 * scale) + 1)
        seen[y0:y1, x0:x1] = 0
    coloured = (seen > CHROMA_LEAST + tint).astype(np.uint8)
    strokes = cv2.morphologyEx(coloured, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return float(strokes.sum()) / scale**2 >= COLOUR_AREA_PT2


def coloured_ink(bgr: Pixels, *, hue_from: float = 0.0, hue_to: float = 360.0) -> Mask:
    """True at pixels of coloured ink with a hue in the range (degrees; `hue_from` > `hue_to` runs over 0). Blue pens: 190 to 280.

    `bgr`: (height, width, 3). A bonus only: black pens and pencil are not told from print by colour (they have none).
    """
    hsv = cv2.cvtColor(cv2.blur(np.ascontiguousarray(bgr), (3, 3)), cv2.COLOR_BGR2HSV)
    hue = hsv[:, :, 0].astype(np.float32) * 2
    inside = (hue >= hue_from) & (hue <= hue_to) if hue_from <= hue_to else (hue >= hue_from) | (hue <= hue_to)
    return np.asarray(inside & (chroma(bgr) > CHROMA_LEAST) & (hsv[:, :, 2] < 245), bool)


def ink_left(raster: Raster, box: Box, explained: Sequence[Box]) -> float:
    """Ink in `box` outside the explained boxes, in square points."""
    pixels = darkest(raster, box)
    if pixels.size == 0:
        return 0.0
    mask = letter_mask(pixels)
    scale = raster.px_per_pt
    for known in explained:
        near = known.grown(1.2)
        y0, y1 = (max(0, round((y - box.y0) * scale)) for y in (near.y0, near.y1))
        x0, x1 = (max(0, round((x - box.x0) * scale)) for x in (near.x0, near.x1))
        mask[y0:y1, x0:x1] = False
    cleaned = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return float(cleaned.sum()) / scale**2


def blotted(raster: Raster, box: Box, height: float) -> bool:
    """Whether a solid spot wider than any letter's stroke lies in or at `box`: a punch hole, a blot, a thumb, a dark corner.

    `height`: of the print there, in points.
    """
    near = box.grown(0.6 * height, 0.4 * height)
    pixels = darkest(raster, near)
    if pixels.size == 0:
        return False
    # Holes scan gray, lighter than ink: anything clearly darker than the paper counts.
    dark = (pixels < float(np.percentile(pixels, 90)) - BLOT_DEPTH).astype(np.uint8)
    side = max(3, round(BLOT_WIDTH * height * raster.px_per_pt))
    return bool(cv2.erode(dark, np.ones((side, side), np.uint8), borderValue=0).any())


def stem_width(pixels: Pixels, px_per_pt: float) -> float | None:
    """Width in points of the upright stems in a crop of one word or line; None where there is no ink.

    Each horizontal run of ink is weighed by its darkness, so that blur, which spreads a stem and thins it, changes nothing.
    `pixels`: (height, width), dark on light.
    """
    if pixels.size == 0:
        return None
    paper, ink = levels(pixels)
    if paper - ink < 30:
        return None
    dark = np.clip((paper - pixels.astype(np.float32)) / (paper - ink), 0.0, 1.0)
    dark[dark < 0.15] = 0.0
    mask = dark > 0
    widths: list[float] = []
    rows = np.flatnonzero(mask.any(axis=1))
    if rows.size < 4:
        return None
    top, bottom = int(rows[0]), int(rows[-1])
    for y in range(top + (bottom - top) // 4, bottom - (bottom - top) // 5):
        line = mask[y].astype(np.int8)
        edges = np.flatnonzero(np.diff(np.concatenate(([0], line, [0]))))
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            widths.append(float(dark[y, start:end].sum()))
    solid = [w for w in widths if w > 0.35]
    return float(np.percentile(solid, 40)) / px_per_pt if len(solid) >= 4 else None
