"""The dark marks of a page at low resolution, freed of uneven light: what turns and skew are seen on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.pages.raster import Pixels

# Characters of eight-point type are 11 px high at this resolution: enough to see ascenders on a blurred page (at 150 dpi the
# letters of such pages run together and one public form in forty came out upside down), little enough to be quick.
MASK_DPI = 200.0
# Marks must be darker than their surroundings by this many of 255 levels: below lies paper grain and show-through.
CONTRAST = 18
# And by so many times the paper's own noise.
TIMES_NOISE = 4.0
# Half of the window in which "surroundings" is meant, in points: larger than bold strokes, smaller than shadows.
_WINDOW_PT = 13.0


@dataclass(frozen=True, slots=True, kw_only=True)
class InkMask:
    """Marks of a page: what is darker than its surroundings."""

    ink: NDArray[np.uint8]
    """0 or 255, shape (height, width)."""
    small: Pixels
    """The gray picture at the same resolution."""
    dpi: float


def ink_mask(gray: Pixels, px_per_pt: float, dpi: float = MASK_DPI) -> InkMask:
    """Marks of `gray` at about `dpi`; never enlarged beyond the picture's own resolution."""
    own = px_per_pt * 72
    small = gray
    if own > dpi * 1.2:
        size = (max(round(gray.shape[1] * dpi / own), 1), max(round(gray.shape[0] * dpi / own), 1))
        small = np.asarray(cv2.resize(gray, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    else:
        dpi = own
    window = max(int(_WINDOW_PT * dpi / 72) | 1, 3)
    mean = cv2.blur(small, (window, window), borderType=cv2.BORDER_REPLICATE)
    # Differences of neighbours: their middle is 0.95 of the noise's deviation, whatever is drawn on the page.
    noise = float(np.median(cv2.absdiff(small[1::3, ::3], small[:-1:3, ::3]))) / 0.95
    ink = np.where(cv2.subtract(mean, small) > max(CONTRAST, TIMES_NOISE * noise), 255, 0)
    return InkMask(ink=ink.astype(np.uint8), small=small, dpi=dpi)
