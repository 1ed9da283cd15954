"""Does an entry stand on paper whiter than the paper about it, as correction fluid and tape leave it?"""

from __future__ import annotations

import cv2
import numpy as np

from pipeline.geometry import Box
from pipeline.section.oath_page import OathPage
from pipeline.section.writing_room import dark

# Paper about an entry that it is held against, and strokes' soft edges that are no paper, in points.
ABOUT_PT, EDGE_PT = 14.0, 1.4
# Fluid and tape are so many levels of 255 whiter than the paper, and so many times the paper's noise.
WHITER, WHITER_NOISES = 5.0, 2.5
# Paper of less noise, or so white, cannot tell: the scanner has cleaned it.
LEAST_NOISE, CLEANED_WHITE = 1.2, 253.0
# So much paper must be left between the strokes, in square points.
LEAST_PAPER_PT2 = 12.0


def whited_out(form: OathPage, ink: Box) -> bool:
    """Whether the paper between and right beside the strokes in `ink` (points) is another one than farther out.

    Grayscale only: colour of a patch is not judged. Where the scanner has cleaned the paper white, never.
    """
    raster = form.view.raster
    about = ink.grown(ABOUT_PT, 0.0).clipped(raster.box)
    gray = raster.gray_crop(about).astype(np.float32)
    if gray.size == 0:
        return False
    s = raster.px_per_pt
    reach = max(round(EDGE_PT * s), 1)
    inked = cv2.dilate(dark(form.view, about).astype(np.uint8), np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)) > 0
    inside = np.zeros(gray.shape, bool)
    x0, x1 = round((ink.x0 - about.x0) * s), round((ink.x1 - about.x0) * s)
    inside[:, x0:x1] = True
    within, outside = gray[inside & ~inked], gray[~inside & ~inked]
    if min(within.size, outside.size) < LEAST_PAPER_PT2 * s * s:
        return False
    paper, noise = float(np.median(outside)), float(outside.std())
    if paper >= CLEANED_WHITE or noise < LEAST_NOISE:
        return False
    return float(np.median(within)) - paper >= max(WHITER, WHITER_NOISES * noise)
