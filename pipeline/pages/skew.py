"""By how many degrees does the content lean? Found where rows and columns of ink are sharpest, on text and grids alike."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# Feeders lean a sheet by up to about five degrees, a hand on the glass by seven (faults.md C8).
WIDEST_DEG = 8.0
_COARSE_STEP = 0.25
_FINE_STEP = 0.03
# Marks looked at; more do not sharpen the answer.
_SAMPLE = 40_000
# A page with fewer marked pixels says nothing about its lean.
_LEAST_MARKS = 400
# The best angle must beat the typical one by this factor, else nothing on the page is straight. Noise alone reaches 1.1.
_LEAST_SHARPNESS = 1.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Skew:
    """Lean of the content."""

    degrees: float
    """Clockwise positive."""
    sharpness: float
    """How much the rows at this angle stand out over other angles; 1 is not at all."""


def skew_of(ink: NDArray[np.uint8]) -> Skew:
    """Lean of the marks in `ink` (0 or 255, shape (height, width), square pixels); 0 where nothing on it is straight."""
    ys, xs = np.nonzero(ink)
    if len(xs) < _LEAST_MARKS:
        return Skew(degrees=0.0, sharpness=1.0)
    if len(xs) > _SAMPLE:
        # An even stride would beat against the rows; a fixed seed keeps the result the same on every run.
        chosen = np.sort(np.random.default_rng(0).choice(len(xs), _SAMPLE, replace=False))
        ys, xs = ys[chosen], xs[chosen]
    x = xs.astype(np.float32) - ink.shape[1] / 2
    y = ys.astype(np.float32) - ink.shape[0] / 2
    coarse = np.arange(-WIDEST_DEG, WIDEST_DEG + 1e-6, _COARSE_STEP)
    energy = np.array([_energy(x, y, a, 3.0) for a in coarse])
    best = float(coarse[int(np.argmax(energy))])
    sharpness = float(energy.max() / max(float(np.median(energy)), 1e-9))
    if sharpness < _LEAST_SHARPNESS:
        return Skew(degrees=0.0, sharpness=sharpness)
    if abs(best) >= WIDEST_DEG - _COARSE_STEP / 2:
        # Sharpest at the end of the range: a lone slanting stroke, or a lean that is none of the sheet's.
        return Skew(degrees=0.0, sharpness=sharpness)
    fine = best + np.arange(-0.36, 0.36 + 1e-6, _FINE_STEP)
    return Skew(degrees=_peak(fine, np.array([_energy(x, y, a, 1.0) for a in fine])), sharpness=sharpness)


def _energy(x: NDArray[np.floating], y: NDArray[np.floating], degrees: float, bin_px: float) -> float:
    """How unevenly the marks fall into rows and columns that lean by `degrees` clockwise."""
    slope = math.tan(math.radians(degrees))
    return _unevenness((y - slope * x) / bin_px) + _unevenness((x + slope * y) / bin_px)


def _unevenness(position: NDArray[np.floating]) -> float:
    bins = (position - position.min()).astype(np.int32)
    counts = np.bincount(bins).astype(np.float64)
    # Differences between neighbours, not squares: a dense block of text must not drown thin rules.
    return float(np.sum(np.diff(counts, prepend=0.0, append=0.0) ** 2))


def _peak(angles: NDArray[np.float64], energy: NDArray[np.float64]) -> float:
    """The angle of the highest energy, between the steps by a parabola."""
    i = int(np.argmax(energy))
    if 0 < i < len(angles) - 1:
        left, top, right = energy[i - 1], energy[i], energy[i + 1]
        bend = left - 2 * top + right
        if bend < 0:
            return float(angles[i] + 0.5 * (left - right) / bend * (angles[1] - angles[0]))
    return float(angles[i])
