"""A page as scanned to a page as a person reads it: turned, deskewed, with a known scale and the way back to the scan.

Angles are degrees, clockwise positive (y points down). Pixel coordinates are continuous: pixel i covers i to i + 1.
"""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np

from pipeline.geometry import Affine
from pipeline.model.page import Page
from pipeline.pages.bed import bed_of, is_light_on_dark
from pipeline.pages.blank import is_blank
from pipeline.pages.colour import colour_of
from pipeline.pages.inkmask import InkMask, ink_mask
from pipeline.pages.orientation import orientation_of
from pipeline.pages.quality import ShownPage, problems_of
from pipeline.pages.raster import Pixels, Raster
from pipeline.pages.raw import RawPage, Turn
from pipeline.pages.scale import scale_of
from pipeline.pages.skew import skew_of

# Later stages gain nothing above this and pay for every pixel; finer scans are averaged down to it.
WORKING_DPI = 300.0
_REDUCE_ABOVE_DPI = 405.0
# A lean smaller than this moves the far end of a line by less than half a pixel at 300 dpi.
_LEAST_SKEW_DEG = 0.015
_WHITE = 255


def upright(raw: RawPage, number: int) -> tuple[Page, Raster]:
    """Turn, deskew and measure `raw`, which is page `number` (from 1) of its scan.

    The deskew turns about the page's middle and keeps its size. `Page.rotation` counts from the page as the file shows it:
    a `/Rotate` or Exif turn is honoured first and is no part of it. `Page.raw_from_upright` leads to the pixels as stored.
    """
    stored_height, stored_width = raw.gray.shape
    to_shown = _quarter(raw.turn, stored_width, stored_height)
    gray, bgr = _rotated(raw.gray, raw.turn), None if raw.bgr is None else _rotated(raw.bgr, raw.turn)
    height, width = gray.shape
    scanned = not (raw.vector or raw.born_digital)
    bed = bed_of(gray) if scanned else None
    sheet = None if bed is None else bed.sheet
    scale, stretch = scale_of(width_px=width, height_px=height, claimed=raw.size, vector=not scanned, sheet=sheet)
    colour = colour_of(gray, bgr, scale.px_per_pt, raw.bits)
    bgr = bgr if colour == "colour" else None
    if scanned and is_light_on_dark(gray):
        # Finders look for dark ink on light paper. Colours stay as they were seen.
        gray = np.asarray(255 - gray, dtype=np.uint8)

    # Pixels that are not square are made so at the finer of their two resolutions.
    px_per_pt = scale.px_per_pt / min(stretch, 1.0)
    if px_per_pt * 72 > _REDUCE_ABOVE_DPI:
        px_per_pt = WORKING_DPI / 72
    work_width = max(round(width / scale.px_per_pt * px_per_pt), 1)
    work_height = max(round(height * stretch / scale.px_per_pt * px_per_pt), 1)
    gray, bgr = _resized(gray, work_width, work_height), None if bgr is None else _resized(bgr, work_width, work_height)
    shown_from_work = Affine(width / work_width, 0, 0, 0, height / work_height, 0)

    blank = is_blank(Raster(gray=gray, bgr=None, px_per_pt=px_per_pt))
    turn, skew = (0, 0.0) if blank else _turn_and_skew(raw, gray, px_per_pt)
    gray, bgr = _rotated(gray, turn), None if bgr is None else _rotated(bgr, turn)
    work_from_turned = _quarter(turn, work_width, work_height).inverse()

    height, width = gray.shape
    turned_from_straight = _about_middle(skew, width, height)
    shown = ShownPage(
        gray=gray,
        px_per_pt=px_per_pt,
        straight_from_shown=turned_from_straight.inverse(),
        bed=bed_of(gray) if bed is not None else None,
    )
    if skew:
        gray = _warped(gray, turned_from_straight)
        bgr = None if bgr is None else _warped(bgr, turned_from_straight)
    raw_from_upright = (
        to_shown.inverse()
        .after(shown_from_work)
        .after(work_from_turned)
        .after(turned_from_straight)
        .after(Affine(px_per_pt, 0, 0, 0, px_per_pt, 0))
    )
    raster = Raster(gray=gray, bgr=bgr, px_per_pt=px_per_pt)
    page = Page(
        number=number,
        size=(width / px_per_pt, height / px_per_pt),
        rotation=turn,
        skew=skew,
        colour=colour,
        scale=replace(scale, px_per_pt=px_per_pt),
        born_digital=raw.born_digital,
        blank=blank,
        raw_from_upright=raw_from_upright,
        problems=(*raw.problems, *problems_of(shown, raw, blank=blank)),
    )
    return page, raster


def _turn_and_skew(raw: RawPage, gray: Pixels, px_per_pt: float) -> tuple[Turn, float]:
    """The turn that makes the page upright, and its lean; a born-digital page says the one itself and has not the other."""
    if raw.born_digital and raw.text_turn is not None:
        return raw.text_turn, 0.0
    mask = ink_mask(gray, px_per_pt)
    skew = 0.0 if raw.born_digital else skew_of(mask.ink).degrees
    skew = skew if abs(skew) >= _LEAST_SKEW_DEG else 0.0
    return orientation_of(_straightened(mask, skew)).turn, skew


def _rotated(pixels: Pixels, turn: int) -> Pixels:
    codes = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
    return pixels if turn == 0 else np.asarray(cv2.rotate(pixels, codes[turn]), dtype=np.uint8)


def _quarter(turn: int, width: int, height: int) -> Affine:
    """Where the points of a picture of width x height go when it is turned clockwise by `turn`."""
    return {
        0: Affine(1, 0, 0, 0, 1, 0),
        90: Affine(0, -1, height, 1, 0, 0),
        180: Affine(-1, 0, width, 0, -1, height),
        270: Affine(0, 1, 0, -1, 0, width),
    }[turn]


def _about_middle(degrees: float, width: int, height: int) -> Affine:
    """Turns points clockwise by `degrees` about the middle: from the straight page to the leaning one."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    cx, cy = width / 2, height / 2
    return Affine(cos, -sin, cx - cos * cx + sin * cy, sin, cos, cy - sin * cx - cos * cy)


def _resized(pixels: Pixels, width: int, height: int) -> Pixels:
    if pixels.shape[:2] == (height, width):
        return pixels
    smaller = width * height < pixels.shape[0] * pixels.shape[1]
    how = cv2.INTER_AREA if smaller else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=how), dtype=np.uint8)


def _warped(pixels: Pixels, source_from_target: Affine) -> Pixels:
    """`pixels` resampled; what comes from outside is white."""
    m = source_from_target
    # OpenCV counts from the middles of pixels, we count from their corners.
    c = m.c + (m.a + m.b - 1) / 2
    f = m.f + (m.d + m.e - 1) / 2
    matrix = np.array([[m.a, m.b, c], [m.d, m.e, f]], dtype=np.float64)
    height, width = pixels.shape[:2]
    white = (_WHITE,) * (1 if pixels.ndim == 2 else 3)
    out = cv2.warpAffine(
        pixels,
        matrix,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=white,
    )
    return np.asarray(out, dtype=np.uint8)


def _straightened(mask: InkMask, skew: float) -> InkMask:
    """The mask with the lean taken out, for what looks at rows."""
    if abs(skew) < 0.2:
        return mask
    height, width = mask.ink.shape
    back = _about_middle(skew, width, height)
    ink = cv2.threshold(255 - _warped(255 - mask.ink, back), 100, 255, cv2.THRESH_BINARY)[1]
    return InkMask(ink=np.asarray(ink, dtype=np.uint8), small=_warped(mask.small, back), dpi=mask.dpi)
