"""Pixels of an upright page, with the scale that ties them to points. Pixels travel as `Raster`, never in model values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class Raster:
    """An upright, deskewed page as pixels.

    `gray` has shape (height, width). `bgr` has shape (height, width, 3), None where the page has no colour at all.
    Pixel (0, 0) is the page's top left corner; `px_per_pt` holds in both directions.
    """

    gray: Pixels
    bgr: Pixels | None
    px_per_pt: float

    @property
    def box(self) -> Box:
        """The whole raster in points."""
        height, width = self.gray.shape[:2]
        return Box(0.0, 0.0, width / self.px_per_pt, height / self.px_per_pt)

    def to_px(self, box: Box) -> tuple[slice, slice]:
        """Row and column slices of `box` (points), clipped to the page."""
        height, width = self.gray.shape[:2]
        x0, x1 = (min(max(round(x * self.px_per_pt), 0), width) for x in (box.x0, box.x1))
        y0, y1 = (min(max(round(y * self.px_per_pt), 0), height) for y in (box.y0, box.y1))
        return slice(y0, y1), slice(x0, x1)

    def to_pt(self, x: float, y: float, width: float, height: float) -> Box:
        """A pixel rectangle as a box in points."""
        s = self.px_per_pt
        return Box(x / s, y / s, (x + width) / s, (y + height) / s)

    def gray_crop(self, box: Box) -> Pixels:
        """Gray pixels under `box`; may be empty where the box lies off the page."""
        return self.gray[self.to_px(box)]

    def bgr_crop(self, box: Box) -> Pixels | None:
        """Colour pixels under `box`, None on a page without colour."""
        return None if self.bgr is None else self.bgr[self.to_px(box)]


def png(pixels: Pixels) -> bytes:
    """`pixels`, gray or BGR, as a PNG file.

    Raises:
        ValueError: when there is no pixel.
    """
    import cv2

    if pixels.size == 0:
        raise ValueError("an empty crop has no picture")
    ok, data = cv2.imencode(".png", pixels)
    if not ok:
        raise ValueError("the crop could not be written as PNG")
    encoded: Any = data
    return bytes(encoded.tobytes())
