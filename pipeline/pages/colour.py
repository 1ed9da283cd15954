"""Is a page colour, gray or bitonal, judged by its pixels whatever its channels say? Source: requirements.md, "Colour"."""

from __future__ import annotations

import cv2
import numpy as np

from pipeline.model.page import Colour
from pipeline.pages.raster import Pixels

# Difference between the largest and the smallest channel, 0 to 255, of cells of about 1 pt averaged. JPEG chroma noise and
# sensor noise average out to under 6; blue ballpoint, red type and a faded red header stay above 20. Found on drawn pages
# saved at JPEG quality 30 to 95.
CHROMA = 14
# Less coloured area than this, in square points, is a speck: a full stop in red has about 1, a short pen stroke about 12.
LEAST_COLOURED_PT2 = 10.0
# Colour scanners tear the edges of black strokes apart into fringes of opposite hue, at most about two cells wide.
_CELL_PT = 0.96


def colour_of(gray: Pixels, bgr: Pixels | None, px_per_pt: float, bits: int) -> Colour:
    """Colour mode of a page. `gray` (height, width), `bgr` (height, width, 3) or None; `bits` a pixel as stored."""
    if bgr is not None and _has_chroma(bgr, px_per_pt):
        return "colour"
    return "bitonal" if _two_levels(gray, bits) else "gray"


def _has_chroma(bgr: Pixels, px_per_pt: float) -> bool:
    cell = max(round(_CELL_PT * px_per_pt), 1)
    height, width = bgr.shape[:2]
    size = (max(width // cell, 1), max(height // cell, 1))
    small = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA) if cell > 1 else bgr
    blue, green, red = (np.asarray(c) for c in cv2.split(small))
    chroma = cv2.subtract(np.maximum(np.maximum(blue, green), red), np.minimum(np.minimum(blue, green), red))
    cell_pt2 = (width / size[0]) * (height / size[1]) / px_per_pt**2
    return int(np.count_nonzero(chroma > CHROMA)) * cell_pt2 >= LEAST_COLOURED_PT2


def _two_levels(gray: Pixels, bits: int) -> bool:
    levels = np.count_nonzero(np.bincount(gray.ravel()[:: max(gray.size // 2_000_000, 1)], minlength=256))
    # A drawing of a bitonal page has softened edges; the file still stored two levels.
    return bits == 1 or levels == 2
