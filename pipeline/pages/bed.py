"""Where the sheet lies on a dark scanner bed: its edges are the best evidence of scale, and the bed is no ink."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.pages.raster import Pixels
from pipeline.pages.scale import PaperSheet

# The sheet's outline needs no more than this many pixels on the long side of the picture.
_LOOK_PX = 700
# The bed is darker than the paper by this many of 255 levels; a gray lid is about 130, black velvet under 40.
_BED_CONTRAST = 60
# A side of the picture is bed where this share of its outermost strip is dark.
_BED_SHARE = 0.6
# A sheet fills its rectangle, but for folded corners and torn holes.
_FILLS = 0.95
_LEAST_SHEET_SHARE = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Bed:
    """The dark surround of a sheet."""

    mask: NDArray[np.uint8]
    """255 where there is bed, at the low resolution of `factor`."""
    factor: float
    """Pixels of the mask a pixel of the picture."""
    sheet: PaperSheet | None
    """The sheet in pixels of the picture, where all four of its edges are seen."""


def bed_of(gray: Pixels) -> Bed | None:
    """The bed in `gray` (height, width); None where the picture is all paper, as it is from most feeders."""
    height, width = gray.shape
    factor = min(_LOOK_PX / max(height, width), 1.0)
    size = (max(round(width * factor), 1), max(round(height * factor), 1))
    if min(size) < 40:
        return None
    small = cv2.resize(gray, size, interpolation=cv2.INTER_AREA) if factor < 1 else gray
    # Text and rules out: only sheet and bed are left.
    calm = np.asarray(cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)), dtype=np.uint8)
    paper = float(np.percentile(calm, 75))
    dark = np.where(calm < paper - _BED_CONTRAST, 255, 0).astype(np.uint8)
    sides = (dark[:2], dark[-2:], dark[:, :2], dark[:, -2:])
    if paper < 120 or sum(float(side.mean()) / 255 >= _BED_SHARE for side in sides) == 0:
        return None
    mask = _touching_the_border(dark)
    return Bed(mask=mask, factor=size[0] / width, sheet=_sheet(mask, size[0] / width))


def is_light_on_dark(gray: Pixels) -> bool:
    """Whether the page is a negative: nothing on it is light but thin strokes."""
    height, width = gray.shape
    factor = min(_LOOK_PX / max(height, width), 1.0)
    if float(np.median(gray[:: max(height // 200, 1), :: max(width // 200, 1)])) >= 110:
        return False
    size = (max(round(width * factor), 1), max(round(height * factor), 1))
    small = cv2.resize(gray, size, interpolation=cv2.INTER_AREA) if factor < 1 else gray
    broad = cv2.morphologyEx(small, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    return float(np.percentile(broad, 95)) < 120 and float(np.percentile(small, 99.5)) > 140


def _touching_the_border(dark: NDArray[np.uint8]) -> NDArray[np.uint8]:
    _, labels, _, _ = cv2.connectedComponentsWithStats(dark, connectivity=4)
    labels = np.asarray(labels)
    at_border = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    return np.where(np.isin(labels, at_border[at_border > 0]), 255, 0).astype(np.uint8)


def _sheet(mask: NDArray[np.uint8], factor: float) -> PaperSheet | None:
    light = np.asarray(255 - mask, dtype=np.uint8)
    if light[:2].mean() > 30 or light[-2:].mean() > 30 or light[:, :2].mean() > 30 or light[:, -2:].mean() > 30:
        # An edge lies outside the picture: the sheet's size is not known.
        return None
    outlines, _ = cv2.findContours(light, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    outline = max(outlines, key=cv2.contourArea)
    (_, (width, height), angle) = cv2.minAreaRect(outline)
    area = float(cv2.contourArea(outline))
    if width * height <= 0 or area / (width * height) < _FILLS or area < _LEAST_SHEET_SHARE * light.size:
        return None
    if angle > 45:
        width, height = height, width
    # The outline runs through the middles of the outermost pixels.
    return PaperSheet(width=(width + 1) / factor, height=(height + 1) / factor)
