"""What can not be read on a page, and whether there is anything to read: blank, cut edge, streak, blur, low resolution."""

from __future__ import annotations

import cv2
import numpy as np

from pipeline.model.page import PageProblem
from pipeline.pages.raster import Raster
from pipeline.pages.raw import RawPage

# Under this resolution ten-point type has an x-height of under 7 pixels; readers of print fail below.
LEAST_DPI = 140.0
_BLANK_DPI = 75.0


def is_blank(raster: Raster) -> bool:
    """Whether nothing was printed or written on the page."""
    small = cv2.resize(raster.gray, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return bool(np.count_nonzero(small < float(np.median(small)) - 40) < 20)


def problems_of(raster: Raster, raw: RawPage, blank: bool) -> tuple[PageProblem, ...]:
    """All problems of an upright page."""
    found: list[PageProblem] = []
    dpi = raster.px_per_pt * 72
    if dpi < LEAST_DPI and not blank:
        found.append(PageProblem(kind="low-resolution", detail=f"The page was scanned at {dpi:.0f} dpi; 300 are needed."))
    if raw.lossy_bitonal:
        found.append(PageProblem(kind="lossy-bitonal", detail="JBIG2 may have swapped characters that look alike."))
    return tuple(found)
