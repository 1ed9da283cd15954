"""Pixels made fit for the print engine: letters of any colour dark, at a scale the engine reads well."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

# Tesseract's models were trained on text of about this resolution; more costs time and gains nothing.
BEST_DPI = 300.0
# Below this, letters of small print have too few pixels: enlarge. Above, leave the scanner's own pixels alone.
LEAST_DPI = 190.0
# A bar that headings stand on is filled darker than this (0 to 255) and deeper than the thickest stem between its letters:
# 36 pt letters have stems of 5 pt.
FILL_DARKER_THAN = 140
FILL_DEPTH_PT = 6.0
FILL_LEAST_WIDTH_PT = 20.0
# Less contrast than this within a bar is the scanner's noise (JPEG noise on black reached 20 on the sample scans).
LEAST_CONTRAST = 40.0


def dark_letters(pixels: Pixels) -> Pixels:
    """Gray in which red, blue and black letters are all dark: the darkest of the three channels.

    `pixels`: gray (height, width), given back as it is, or BGR (height, width, 3).
    """
    if pixels.ndim == 2:
        return pixels
    return cast(Pixels, np.minimum(np.minimum(pixels[:, :, 0], pixels[:, :, 1]), pixels[:, :, 2]))


def open_dark_fills(pixels: Pixels, gray: Pixels, px_per_pt: float) -> Pixels:
    """`gray` with its dark bars and boxes turned to black letters on white, light letters or darker ones alike.

    `pixels`: the same crop, gray or BGR; in colour, the brightest channel parts black letters from a navy bar.
    """
    side = max(round(FILL_DEPTH_PT * px_per_pt), 3)
    small = cv2.resize(gray, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    dark = np.asarray(small < FILL_DARKER_THAN, np.uint8)
    core = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((side // 2 + 1, side // 2 + 1), np.uint8))
    if not core.any():
        return gray
    whole = cv2.morphologyEx(core, cv2.MORPH_CLOSE, np.ones((side, 4 * side), np.uint8))
    out = gray.copy()
    light = pixels if pixels.ndim == 2 else pixels.max(axis=2)
    count, _, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    for x, y, width, height, _ in (2 * stats[1:count]).tolist():
        if width < FILL_LEAST_WIDTH_PT * px_per_pt:
            continue
        part = np.s_[y : y + height, x : x + width]
        out[part] = _on_white(light[part], gray[part])
    return out


def _on_white(light: Pixels, gray: Pixels) -> Pixels:
    """A dark bar's letters, stretched to black on white; unchanged where nothing is written on it."""
    ground = float(np.median(light))
    low, high = np.percentile(light, (2.0, 98.0))
    # Paper around the bar is bright too: only a bar whose greater part is dark is turned.
    if ground > FILL_DARKER_THAN:
        return gray
    reach = high - ground if high - ground > ground - low else ground - low
    if reach < LEAST_CONTRAST:
        return gray
    away = np.abs(light.astype(np.float32) - ground) * (255.0 / reach)
    return np.asarray(255.0 - np.clip(away, 0.0, 255.0), np.uint8)


def to_reading_size(gray: Pixels, px_per_pt: float, scale: float = 1.0) -> tuple[Pixels, float]:
    """The pixels at the resolution to read them at, and their pixels a point. `scale` enlarges beyond that."""
    dpi = px_per_pt * 72.0
    factor = scale
    if dpi > BEST_DPI * 1.03 or dpi < LEAST_DPI:
        factor *= BEST_DPI / dpi
    if abs(factor - 1.0) < 1e-6 or gray.size == 0:
        return gray, px_per_pt
    height, width = gray.shape
    size = (max(round(width * factor), 1), max(round(height * factor), 1))
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return cast(Pixels, cv2.resize(gray, size, interpolation=how)), px_per_pt * factor
