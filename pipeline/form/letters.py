"""Letter by letter: is the print of the form on the page, where it should be, and of the same shape?

Every piece of the form's print is looked for within two pixels of its place, by normalised correlation (ocr.md, section 8).
How well pieces match depends on the scan; so each is compared with the other pieces of its shape on the same page, and with
the spread of the whole page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.form.formprint import Letters
from pipeline.form.registration import Laid
from pipeline.geometry import Affine
from pipeline.pages.raster import Pixels, Raster

Floats = NDArray[np.float32]

# Resolutions at which letters are compared: the scan's own, as far as it has one of these.
FINE_DPI, COMMON_DPI = 300, 200
# Pixels of paper around a letter that belong to its picture, and how far it is looked for.
AROUND_PX, REACH_PX, FIRST_REACH_PX = 2, 2, 4
# Letters by which the transform is bettered before all are compared.
SAMPLE = 500
GOOD = 0.75
# Cells of the page, in points, within which warp is taken to be one small shift.
WARP_CELL_PT = 72.0


@dataclass(frozen=True, slots=True)
class Compared:
    """The letters of one page of the form against a page of the scan."""

    letters: Letters
    scores: Floats
    """Correlation of each letter, -1 to 1; shape (n,)."""
    page: Pixels
    """The scan in the frame of the form, at the letters' resolution."""
    picture: Pixels
    """The form's page, made as unsharp as `page`."""
    laid: Laid
    """With the transform bettered by the letters."""
    residual_pt: float
    """Median distance of well-matched letters from their place, after registration; points."""
    shifts: Floats
    """Where each letter was found, in pixels from its place (x, y); shape (n, 2)."""

    @property
    def median(self) -> float:
        """How well the page's letters match on the whole."""
        return float(np.median(self.scores)) if len(self.scores) else 0.0

    @property
    def share_found(self) -> float:
        """Share of the letters that are there beyond doubt, whatever is written over others."""
        return float(np.mean(self.scores >= GOOD)) if len(self.scores) else 0.0


def resolution(raster: Raster) -> int:
    """The resolution in dpi at which a scan's letters are compared."""
    return FINE_DPI if raster.px_per_pt * 72 >= 0.8 * FINE_DPI else COMMON_DPI


def compare(raster: Raster, laid: Laid) -> Compared:
    """Compare all letters of `laid.form` with the page."""
    dpi = resolution(raster)
    letters = laid.form.letters(dpi)
    sharp = _blur_of(dpi)
    picture = np.asarray(cv2.GaussianBlur(letters.gray, (0, 0), sharp), np.uint8)
    page = _in_frame(raster, laid.page_from_form, letters, sharp)
    step = max(len(letters.boxes) // SAMPLE, 1)
    some = np.arange(0, len(letters.boxes), step)
    scores, shifts = matched(picture, page, letters.boxes[some], FIRST_REACH_PX)
    better = _bettered(laid.page_from_form, letters, some, scores, shifts)
    if better is not None:
        laid = replace(laid, page_from_form=better)
        page = _in_frame(raster, better, letters, sharp)
    moved = _warp(letters, picture, page, some)
    scores, shifts = matched(picture, page, letters.boxes, REACH_PX, moved)
    well = scores >= GOOD
    residual = float(np.median(np.hypot(shifts[well, 0], shifts[well, 1]))) / letters.px_per_pt if well.any() else 99.0
    return Compared(letters=letters, scores=scores, page=page, picture=picture, laid=laid, residual_pt=residual, shifts=shifts)


def _blur_of(dpi: int) -> float:
    """Both pictures are made so unsharp, in pixels: what a scanner's optics, a threshold and half a pixel of place leave."""
    return 0.8 * dpi / 200


def _in_frame(raster: Raster, page_from_form: Affine, letters: Letters, sharp: float) -> Pixels:
    """The scan's page as it would lie on the form's, in the letters' pixels; what is off the page is white."""
    s, p, m = letters.px_per_pt, raster.px_per_pt, page_from_form
    a, b, d, e = m.a * p / s, m.b * p / s, m.d * p / s, m.e * p / s
    # From middles of pixels to corners and back.
    c = m.c * p + (a + b) * 0.5 - 0.5
    f = m.f * p + (d + e) * 0.5 - 0.5
    height, width = letters.gray.shape
    source = raster.gray
    if p / s > 1.2:
        source = np.asarray(cv2.GaussianBlur(source, (0, 0), 0.42 * p / s), np.uint8)
    laid = cv2.warpAffine(
        source, np.array([[a, b, c], [d, e, f]]), (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT, borderValue=(255,),
    )  # fmt: skip
    return np.asarray(cv2.GaussianBlur(laid, (0, 0), sharp), np.uint8)


def matched(
    picture: Pixels, page: Pixels, boxes: NDArray[np.int32], reach: int, moved: NDArray[np.float32] | None = None
) -> tuple[Floats, Floats]:
    """Best correlation of each piece within `reach` pixels, and the shift (x, y) to it, parts of a pixel reckoned.

    Args:
        picture: the form's page.
        page: the scan's, in the same frame.
        boxes: of the pieces, shape (n, 4): x, y, width, height.
        reach: how far each is looked for.
        moved: from where each is looked for, pixels (x, y) from its place; shape (n, 2).
    """
    height, width = picture.shape
    scores = np.full(len(boxes), -1.0, np.float32)
    shifts = np.zeros((len(boxes), 2), np.float32)
    for n, (x, y, w, h) in enumerate(boxes):
        dx, dy = (round(float(v)) for v in moved[n]) if moved is not None else (0, 0)
        x0, y0, x1, y1 = x - AROUND_PX, y - AROUND_PX, x + w + AROUND_PX, y + h + AROUND_PX
        sx0, sy0, sx1, sy1 = x0 + dx - reach, y0 + dy - reach, x1 + dx + reach, y1 + dy + reach
        if min(x0, y0, sx0, sy0) < 0 or max(x1, sx1) > width or max(y1, sy1) > height:
            continue
        field = np.asarray(cv2.matchTemplate(page[sy0:sy1, sx0:sx1], picture[y0:y1, x0:x1], cv2.TM_CCOEFF_NORMED), np.float32)
        at = int(np.argmax(field))
        row, col = divmod(at, field.shape[1])
        best = float(field[row, col])
        scores[n] = best if np.isfinite(best) and abs(best) <= 1.001 else -1.0
        shifts[n] = (dx + col - reach + _part(field[row], col), dy + row - reach + _part(field[:, col], row))
    return scores, shifts


def _part(values: NDArray[np.float32], at: int) -> float:
    """The top of a parabola through a maximum and its neighbours, as a part of a pixel."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, here, after = (float(values[k]) for k in (at - 1, at, at + 1))
    bend = before - 2 * here + after
    return 0.5 * (before - after) / bend if bend < -1e-6 else 0.0


def _bettered(page_from_form: Affine, letters: Letters, some: NDArray[np.intp], scores: Floats, shifts: Floats) -> Affine | None:
    """The transform moved to where the well-matched letters were found; None where too few were."""
    well = scores >= GOOD
    if np.count_nonzero(well) < 30:
        return None
    boxes = letters.boxes[some][well]
    middles = (boxes[:, :2] + boxes[:, 2:] / 2).astype(np.float32)
    cv2.setRNGSeed(20261130)
    matrix, inside = cv2.estimateAffine2D(
        middles, middles + shifts[well], method=cv2.RANSAC, ransacReprojThreshold=1.5, maxIters=1000, confidence=0.99
    )
    if matrix is None or np.count_nonzero(inside) < 30:
        return None
    a, b, c, d, e, f = (float(v) for v in matrix.ravel())
    s = letters.px_per_pt
    return page_from_form.after(Affine(a, b, c / s, d, e, f / s))


def _warp(letters: Letters, picture: Pixels, page: Pixels, some: NDArray[np.intp]) -> Floats:
    """For each letter the shift, in pixels, of the part of the page it lies in: what no affine transform takes out."""
    scores, shifts = matched(picture, page, letters.boxes[some], FIRST_REACH_PX)
    cell = WARP_CELL_PT * letters.px_per_pt
    middles = letters.boxes[:, :2] + letters.boxes[:, 2:] / 2
    well = scores >= GOOD
    moved = np.zeros((len(middles), 2), np.float32)
    if not well.any():
        return moved
    known, by = middles[some][well], shifts[well]
    keys = np.floor(middles / cell).astype(int)
    for key in np.unique(keys, axis=0):
        centre = (key + 0.5) * cell
        near = np.hypot(*(known - centre).T) <= cell
        if np.count_nonzero(near) >= 8:
            moved[(keys == key).all(axis=1)] = np.median(by[near], axis=0)
    return moved
