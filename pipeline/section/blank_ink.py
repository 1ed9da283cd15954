"""Blanks of a form: is anything written in one. Ink that is neither a rule nor the form's own print."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.pages.raster import Raster

# Less ink than this share of a blank is dirt. A lone `1` of the thinnest pen covers 0.6 % of a blank 60 pt wide.
LEAST_INK_SHARE = 0.004
# A figure or small letter is taller than this; flatter remains are pieces of the rule, in points.
LEAST_HEIGHT_PT = 3.5
# Ink is at least this much darker than the paper around it, of 255: faint pencil on white is 45 to 60 darker.
DARKER_THAN_PAPER = 38
# A row or column of pixels dark over more than this share of the blank is its rule, not writing.
RULE_SHARE = 0.6
# Connected dark pixels of less than this many square points are specks.
SPECK_PT2 = 0.35


def writing(raster: Raster, blank: Box, printed: Iterable[Box] = ()) -> Box | None:
    """Box around what is written in the blank (points), None where it is empty.

    `printed`: boxes of the form's own words in or near the blank, which are left out.
    """
    blank = blank.clipped(raster.box)
    rows, columns = raster.to_px(blank)
    crop = raster.gray[rows, columns]
    if crop.size == 0 or min(crop.shape) < 5:
        return None
    mask = ink(crop)
    for box in printed:
        common = box.grown(0.8).intersection(blank)
        if common:
            r, c = raster.to_px(common)
            mask[r.start - rows.start : r.stop - rows.start, c.start - columns.start : c.stop - columns.start] = False
    mask = _without_rules(mask, raster.px_per_pt)
    if mask.mean() < LEAST_INK_SHARE:
        return None
    ys, xs = np.nonzero(mask)
    s = raster.px_per_pt
    # Plain numbers: facts leave the reader's process, and only plain values may.
    x0, y0, x1, y1 = int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1
    box = Box(x0 / s, y0 / s, x1 / s, y1 / s).moved(columns.start / s, rows.start / s)
    return box if box.height >= LEAST_HEIGHT_PT and box.width >= 0.8 else None


def ink(gray: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Dark pixels of a crop against its own paper. `gray`: shape (height, width); the result is True where dark."""
    paper = float(np.percentile(gray, 90))
    threshold, _ = cv2.threshold(gray, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return np.asarray(gray < min(float(threshold) + 1, paper - DARKER_THAN_PAPER))


def _without_rules(mask: NDArray[np.bool_], px_per_pt: float) -> NDArray[np.bool_]:
    """The mask without long straight strokes along the blank's sides, nor specks."""
    cleaned = mask.copy()
    cleaned[mask.mean(axis=1) > RULE_SHARE] = False
    cleaned[:, mask.mean(axis=0) > max(RULE_SHARE, 0.9)] = False
    _count, labels, stats, _ = cv2.connectedComponentsWithStats(cleaned.astype(np.uint8), connectivity=8)
    least_area, least_height = SPECK_PT2 * px_per_pt**2, 0.8 * px_per_pt
    small = (stats[:, cv2.CC_STAT_AREA] < least_area) | (stats[:, cv2.CC_STAT_HEIGHT] < least_height)
    small[0] = False
    cleaned[small[labels]] = False
    return cleaned
