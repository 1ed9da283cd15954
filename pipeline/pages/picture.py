"""Pictures of upright pages for reports, small enough to travel and sharp enough to read handwriting."""

from __future__ import annotations

import cv2

from pipeline.model.picture import PagePicture
from pipeline.pages.raster import Raster

# 130 dpi: handwriting of 3 mm x-height is still read with ease on a screen, and a letter page stays near 150 kB.
PICTURE_DPI = 130
# Tuned on the bundled samples: below 60, JPEG blocks show around thin pencil strokes.
JPEG_QUALITY = 62


def page_picture(raster: Raster, page: int) -> PagePicture:
    """`raster` as a JPEG of `PICTURE_DPI`; never enlarged."""
    pixels = raster.gray if raster.bgr is None else raster.bgr
    factor = PICTURE_DPI / 72 / raster.px_per_pt
    if factor < 1:
        height, width = pixels.shape[:2]
        size = (max(1, round(width * factor)), max(1, round(height * factor)))
        small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    else:
        small = pixels
    ok, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not ok:
        raise ValueError(f"page {page} could not be written as JPEG")
    box = raster.box
    return PagePicture(page=page, jpeg=data.tobytes(), size=(box.width, box.height))
