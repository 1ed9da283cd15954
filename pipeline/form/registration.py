"""Which page of the approved form is this page of the scan, and where does each of its points lie on it?

Coarse by ORB features and RANSAC, fine by ECC on the print alone (ocr.md, section 8). The page is upright already; a page
that is turned or scaled beyond what printers and scanners do is not believed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.form.formprint import COARSE_PX_PER_PT, FormPrint, features_of
from pipeline.geometry import Affine
from pipeline.pages.raster import Pixels, Raster

# Hamming distance of 256 bits up to which two features may be one; unrelated ones lie around 128.
MOST_DISTANCE = 64
# The best match must be so much nearer than the second best; print repeats, so many good matches fail this.
RATIO = 0.88
RANSAC_PX = 3.0
# From so many features that agree on one place a page may be the form's; a stranger's page reaches 12 by chance.
LEAST_INLIERS = 24
# Of print in two parts each has so many; strangers of one law reached 34 in one place and none in a second.
LEAST_OF_PART = 60
# Another page of the form is tried too where so much of the best page's features agree on it. Text and signature pages with one
# heading share 0.55 to 0.75, two signature pages of one form 0.9 and more.
NEAR_BEST = 0.8
# What printers and scanners do to size and angles; beyond it the transform is chance.
LEAST_SCALE, MOST_SCALE = 0.90, 1.10
MOST_ANISOTROPY = 0.02
MOST_TURN_DEG = 8.0
ECC_ROUNDS, ECC_EPS = 10, 1e-4
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Laid:
    """A page laid on a page of the form."""

    form: FormPrint
    page_from_form: Affine
    """Points to points."""
    inliers: int
    correlation: float
    """What ECC reached on the print, 0 to 1."""
    moved: Affine | None = None
    """Where a part of the print lies that moved against the rest, as where something above it was left out; points to points."""

    @property
    def scale(self) -> float:
        """Size of the print against the form's: the mean over both directions."""
        m = self.page_from_form
        return math.sqrt(abs(m.a * m.e - m.b * m.d))


def candidates(raster: Raster, forms: Sequence[FormPrint]) -> list[Laid]:
    """Pages of the form on which the page may lie, best first; empty where it lies on none."""
    gray = at_coarse(raster)
    points, described = features_of(gray)
    found = []
    for form in forms:
        laid = _coarse(points, described, form)
        if laid is not None:
            found.append(laid)
    found.sort(key=lambda c: -c[1])
    # Signature pages of one form differ in their numbers only: all that come near the best are tried.
    near = [c for c in found if c[1] >= NEAR_BEST * found[0][1]] if found else []
    return [
        replace(_fine(gray, form, matrix, inliers), moved=None if second is None else in_points(second))
        for form, inliers, matrix, second in near
    ]


def at_coarse(raster: Raster) -> Pixels:
    """The page at the resolution of registration."""
    factor = COARSE_PX_PER_PT / raster.px_per_pt
    height, width = raster.gray.shape
    size = (max(round(width * factor), 1), max(round(height * factor), 1))
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(raster.gray, size, interpolation=how), np.uint8)


def _coarse(
    points: NDArray[np.float32], described: Pixels, form: FormPrint
) -> tuple[FormPrint, int, Matrix, Matrix | None] | None:
    """The transform from the form's coarse pixels to the page's, how many features agree on it, and that of a part that moved."""
    theirs, known = form.features
    if len(points) < LEAST_INLIERS or len(theirs) < LEAST_INLIERS:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(known, described, k=2)
    good = [
        p[0] for p in pairs if len(p) == 2 and p[0].distance <= MOST_DISTANCE and p[0].distance <= RATIO * max(p[1].distance, 1.0)
    ]
    if len(good) < LEAST_INLIERS:
        return None
    source = np.array([theirs[m.queryIdx] for m in good], np.float32)
    target = np.array([points[m.trainIdx] for m in good], np.float32)
    cv2.setRNGSeed(20261130)
    matrix, inside = cv2.estimateAffine2D(
        source, target, method=cv2.RANSAC, ransacReprojThreshold=RANSAC_PX, maxIters=4000, confidence=0.999
    )
    if matrix is None or not plausible(np.asarray(matrix, np.float64)):
        # Print of which a part moved draws the transform out of shape: hold on to the larger part, and look for the other one.
        larger, agree = _part(source, target)
        rest = np.logical_not(agree)
        second, beside = _part(source[rest], target[rest])
        if larger is None or second is None or min(np.count_nonzero(agree), np.count_nonzero(beside)) < LEAST_OF_PART:
            return None
        return form, int(np.count_nonzero(agree)), larger, second
    count = int(np.count_nonzero(inside))
    return (form, count, np.asarray(matrix, np.float64), None) if count >= LEAST_INLIERS else None


def _part(source: NDArray[np.float32], target: NDArray[np.float32]) -> tuple[Matrix | None, NDArray[np.bool_]]:
    """The place on which most features agree, without change of shape; None where none is plausible."""
    nothing = np.zeros(len(source), bool)
    if len(source) < LEAST_OF_PART:
        return None, nothing
    matrix, inside = cv2.estimateAffinePartial2D(
        source, target, method=cv2.RANSAC, ransacReprojThreshold=RANSAC_PX, maxIters=4000, confidence=0.999
    )
    if matrix is None or not plausible(np.asarray(matrix, np.float64)):
        return None, nothing
    return np.asarray(matrix, np.float64), np.asarray(inside, bool).ravel()


def plausible(matrix: Matrix) -> bool:
    """Whether a printer and a scanner could have done this: little turn, nearly true size, right angles."""
    a, b, d, e = matrix[0, 0], matrix[0, 1], matrix[1, 0], matrix[1, 1]
    wide, tall = math.hypot(a, d), math.hypot(b, e)
    if not (LEAST_SCALE <= wide <= MOST_SCALE and LEAST_SCALE <= tall <= MOST_SCALE and a * e - b * d > 0):
        return False
    square = abs(a * b + d * e) / (wide * tall)
    return (
        abs(wide / tall - 1) <= MOST_ANISOTROPY
        and square <= MOST_ANISOTROPY
        and abs(math.degrees(math.atan2(d, a))) <= MOST_TURN_DEG
    )


def _fine(gray: Pixels, form: FormPrint, matrix: Matrix, inliers: int) -> Laid:
    correlation = 0.0
    warp = matrix.astype(np.float32)
    try:
        correlation, better = cv2.findTransformECC(
            form.coarse,
            gray,
            warp.copy(),
            cv2.MOTION_AFFINE,
            (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, ECC_ROUNDS, ECC_EPS),
            None,
        )
        if plausible(np.asarray(better, np.float64)):
            warp = np.asarray(better, np.float32)
    except cv2.error:
        # ECC did not converge (a page mostly black or white): the features' own transform stands.
        correlation = 0.0
    return Laid(
        form=form, page_from_form=in_points(np.asarray(warp, np.float64)), inliers=inliers, correlation=float(correlation)
    )


def in_points(matrix: Matrix) -> Affine:
    """A transform between middles of coarse pixels as one between points; both pictures have the coarse resolution."""
    a, b, c, d, e, f = (float(v) for v in matrix.ravel())
    s = COARSE_PX_PER_PT
    # OpenCV counts from the middles of pixels, we count from their corners.
    c, f = c + 0.5 - 0.5 * (a + b), f + 0.5 - 0.5 * (d + e)
    return Affine(a, b, c / s, d, e, f / s)
