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


def dark_letters(pixels: Pixels) -> Pixels:
    """Gray in which red, blue and black letters are all dark: the darkest of the three channels.

    `pixels`: gray (height, width), given back as it is, or BGR (height, width, 3).
    """
    if pixels.ndim == 2:
        return pixels
    return cast(Pixels, np.minimum(np.minimum(pixels[:, :, 0], pixels[:, :, 1]), pixels[:, :, 2]))


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
