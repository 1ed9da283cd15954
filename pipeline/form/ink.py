"""Dark pixels of form and scan, one over the other: what was added, what is gone."""

from __future__ import annotations

import cv2
import numpy as np

from pipeline.form.letters import Compared
from pipeline.geometry import Affine, Box
from pipeline.pages.raster import Pixels

_DARK_SHARE = 0.55


def mapped(transform: Affine, box: Box) -> Box:
    """The box around where the corners of `box` go."""
    corners = [transform.apply(x, y) for x in (box.x0, box.x1) for y in (box.y0, box.y1)]
    return Box(min(x for x, _ in corners), min(y for _, y in corners), max(x for x, _ in corners), max(y for _, y in corners))


class Ink:
    """Dark pixels of form and scan in the form's frame."""

    def __init__(self, compared: Compared) -> None:
        self._s = compared.letters.px_per_pt
        self._form = dark(compared.letters.gray)
        self._page = dark(compared.page)
        reach = 2 * round(0.9 * self._s / (200 / 72)) + 3
        kernel = np.ones((reach, reach), np.uint8)
        self._form_wide = np.asarray(cv2.dilate(self._form, kernel), np.uint8)
        self._page_wide = np.asarray(cv2.dilate(self._page, np.ones((3, 3), np.uint8)), np.uint8)

    def _cut(self, mask: Pixels, box: Box) -> Pixels:
        height, width = mask.shape
        x0, x1 = (min(max(round(v * self._s), 0), width) for v in (box.x0, box.x1))
        y0, y1 = (min(max(round(v * self._s), 0), height) for v in (box.y0, box.y1))
        return mask[y0:y1, x0:x1]

    def foreign(self, box: Box) -> float:
        """Share of the box that is dark on the scan and far from the form's print."""
        page, form = self._cut(self._page, box.grown(1.0)), self._cut(self._form_wide, box.grown(1.0))
        return float(np.mean(page & (1 - form))) if page.size else 0.0

    def around(self, box: Box) -> float:
        """Share of a ring around the box that is dark on the scan and far from the form's print."""
        inner, outer = box.grown(1.0), box.grown(4.0)
        ring = outer.area - inner.area
        alone = [self._cut(self._page, b) & (1 - self._cut(self._form_wide, b)) for b in (inner, outer)]
        inside, whole = (int(np.count_nonzero(a)) for a in alone)
        return (whole - inside) / max(ring * self._s**2, 1.0)

    def gone(self, box: Box) -> float:
        """Share of the form's dark pixels in the box that are light on the scan."""
        form, page = self._cut(self._form, box), self._cut(self._page_wide, box)
        count = int(np.count_nonzero(form))
        return float(np.count_nonzero(form & (1 - page))) / count if count else 0.0

    def dark(self, box: Box) -> float:
        """Share of the box that is dark on the scan."""
        page = self._cut(self._page, box)
        return float(np.mean(page)) if page.size else 0.0

    def extra(self) -> Pixels:
        """1 where the scan is dark and the form has no print near."""
        return np.asarray(self._page & (1 - self._form_wide), np.uint8)


def dark(gray: Pixels) -> Pixels:
    """1 where print or writing is, against the page's own paper."""
    paper = float(np.percentile(gray[::4, ::4], 80))
    return np.asarray(gray < _DARK_SHARE * paper + 20, np.uint8)
