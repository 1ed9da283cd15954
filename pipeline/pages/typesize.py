"""How large is this print? The size, in points, that fits the widths and heights of known words in the face that fits them best.

Ten-point Times has capitals as high as 9.3-point Arial's, so no height alone tells the size (requirements.md, "How some
things are measured"). Each word gives its ink's width and height; each face of the table predicts both from the letters; size
and a constant spread of the ink are fitted face by face, and the faces vote by how well they fit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.model.page import Scale
from pipeline.model.reading import Measured
from pipeline.pages.facemetrics import Face, faces
from pipeline.pages.wordink import WordInk

# Fewer words than this and one misread word can turn the result.
WORDS_LEAST = 6
WORDS_MOST = 70
# Errors of one word's ink: half a pixel at each measurement and this share of it (kerning, hinting); tried on 116 faces
# drawn at 200 and 300 dpi, gray, colour and bitonal: the true face then fits with a cost under 0.42, in half the cases
# under 0.09.
EDGE_ERROR_PX = 0.5
WIDTH_ERROR, HEIGHT_ERROR = 0.008, 0.012
# How far scanners spread or thin ink over all edges of a letter, in points.
SPREAD_PT = 0.12
# Residuals beyond this many errors count less and less: a cut or misread word.
OUTLIER = 2.5
# Weight of a stem's width, which tells bold from ordinary where widths are the same (Courier, Arial-like faces).
STEM_ERROR_EM, STEM_WEIGHT = 0.012, 0.02
# Faces vote with exp(-cost / this). With the true family taken out of the table the mean of the vote then errs by 5.8%
# (one sigma).
VOTE = 0.1
# Where the best face fits this well it is the right one, or its twin, and others should hardly be heard.
KNOWN_FIT, VOTE_KNOWN = 0.25, 0.03
# One sigma of a size, relative, by how well the best face fits (limits of cost, sigma): measured with the true family
# taken out.
TRUST = ((0.20, 0.010), (0.33, 0.022), (0.50, 0.053), (0.70, 0.065), (math.inf, 0.080))
# No interval is narrower than this on either side: printers shrink to fit by three per cent, paper and hinting add the
# rest.
HALF_WIDTH_LEAST = 0.08
# Sizes in which forms are set, with how often: a prior that moves a value only where the measurement itself leaves much
# open.
CUSTOMARY = {
    **{6.0: 1, 7.0: 2, 7.5: 1, 8.0: 5, 8.5: 2, 9.0: 7, 9.5: 4},
    **{10.0: 30, 10.5: 10, 11.0: 20, 11.5: 3, 12.0: 25, 13.0: 5, 14.0: 8, 16.0: 4, 18.0: 3},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """One face laid over the words."""

    face: Face
    size: float
    """Points."""
    spread: float
    """Points added to every width and height by the scanner."""
    cost: float
    """Mean misfit, 0 is perfect; under 0.3 the face, or its metric twin, is the right one."""


def fits(words: Sequence[WordInk], px_per_pt: float, *, leaning: bool = False) -> tuple[Fit, ...]:
    """Every face of the table fitted to the words, best first; empty where there are too few words.

    Args:
        words: ink of words whose letters are known.
        px_per_pt: pixels a point of the raster they were measured on.
        leaning: whether italic faces are tried too.
    """
    chosen = _chosen(words)
    if len(chosen) < WORDS_LEAST:
        return ()
    stems = [w.stem for w in chosen if w.stem is not None]
    stem = float(np.median(stems)) if stems else None
    capitals = sum(w.text == w.text.upper() for w in chosen) / len(chosen)
    found = [
        fit
        for face in faces()
        if (leaning or not face.italic) and (fit := _fit(face, chosen, px_per_pt, stem, capitals)) is not None
    ]
    return tuple(sorted(found, key=lambda fit: fit.cost))


def type_size(found: Sequence[Fit], scale: Scale) -> Measured | None:
    """The size as an interval of two sigma, never narrower than print and scan allow; None where nothing was fitted.

    Args:
        found: from `fits`.
        scale: of the page; its error goes into the interval.
    """
    if not found:
        return None
    vote = VOTE_KNOWN if found[0].cost < KNOWN_FIT else VOTE
    weights = np.array([math.exp(-(fit.cost - found[0].cost) / vote) for fit in found])
    sizes = np.array([fit.size for fit in found])
    centre = float(np.average(sizes, weights=weights))
    trust = next(sigma for limit, sigma in TRUST if found[0].cost < limit)
    sigma = centre * math.hypot(trust, scale.error / 2)
    half = max(2 * sigma, HALF_WIDTH_LEAST * centre)
    value = min(max(_with_custom(centre, sigma), centre - half), centre + half)
    return Measured(value=value, low=centre - half, high=centre + half, unit="pt")


def _with_custom(size: float, sigma: float) -> float:
    """The mean of what was measured and what forms are set in: within one per cent of the measurement where that is good."""
    sigma = max(sigma, 0.02 * size)
    weights = {s: often * math.exp(-(((s - size) / sigma) ** 2) / 2) for s, often in CUSTOMARY.items()}
    total = sum(weights.values())
    if total < 1e-6:
        return size
    custom = sum(s * w for s, w in weights.items()) / total
    # A good measurement stands for itself: nine and a half points must not be drawn to ten.
    trust = min(1.0, 0.02 / (sigma / size))
    return trust * size + (1 - trust) * custom


def _chosen(words: Sequence[WordInk]) -> list[WordInk]:
    """Words of three letters and more, the longer ones first, spread over the whole text."""
    good = [w for w in words if sum(c.isalpha() for c in w.text) >= 3]
    if len(good) <= WORDS_MOST:
        return good
    step = len(good) / WORDS_MOST
    return [good[int(i * step)] for i in range(WORDS_MOST)]


def _fit(face: Face, words: Sequence[WordInk], px_per_pt: float, stem: float | None, capitals: float) -> Fit | None:
    predicted = [face.ink(w.text) for w in words]
    pairs = [(w, p) for w, p in zip(words, predicted, strict=True) if p is not None]
    if len(pairs) < WORDS_LEAST:
        return None
    seen = np.array([w.width for w, _ in pairs] + [w.height for w, _ in pairs])
    unit = np.array([p[0] for _, p in pairs] + [p[1] for _, p in pairs]) / 1000
    share = np.array([WIDTH_ERROR] * len(pairs) + [HEIGHT_ERROR] * len(pairs))
    error = np.hypot(EDGE_ERROR_PX / px_per_pt, share * seen)
    size, spread, misfit = _solved(seen, unit, error)
    if size <= 0:
        return None
    cost = float(np.mean(misfit[: len(pairs)]) + np.mean(misfit[len(pairs) :]))
    if stem is not None:
        own = (face.stem * (1 - capitals) + face.stem_capital * capitals) / 1000
        cost += STEM_WEIGHT * (((stem - 0.7 * spread) / size - own) / STEM_ERROR_EM) ** 2
    return Fit(face=face, size=float(size), spread=float(spread), cost=cost)


def _solved(
    seen: NDArray[np.float64], unit: NDArray[np.float64], error: NDArray[np.float64]
) -> tuple[float, float, NDArray[np.float64]]:
    """Size and spread by least squares, misfitting words weighed down; and each measurement's misfit."""
    weight = np.ones_like(seen)
    size, spread = 0.0, 0.0
    residual = seen
    for _ in range(8):
        a = weight / error**2
        xx, x, one = float((a * unit * unit).sum()), float((a * unit).sum()), float(a.sum()) + 1 / SPREAD_PT**2
        xy, y = float((a * unit * seen).sum()), float((a * seen).sum())
        det = xx * one - x * x
        size, spread = (xy * one - y * x) / det, (xx * y - x * xy) / det
        residual = (seen - size * unit - spread) / error
        weight = 1 / (1 + (residual / OUTLIER) ** 2)
    return size, spread, np.log1p((residual / OUTLIER) ** 2)
