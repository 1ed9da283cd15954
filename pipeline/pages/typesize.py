"""How large is this print? The size, in points, that fits the widths and heights of known words in the face that fits them best.

Ten-point Times has capitals as high as 9.3-point Arial's, so no height alone tells the size (requirements.md, "How some
things are measured"). Each word gives its ink's width and height; each face of the table predicts both from the letters; size
and a constant spread of the ink are fitted face by face. How well the best face fits, and how much worse the next family, says
whether the face is known; where it is not, `strangeface` says what can be told all the same, and both are mixed by that odds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.model.page import Scale
from pipeline.model.reading import Measured
from pipeline.pages.facemetrics import Face, faces, inks, kerning
from pipeline.pages.sizedwords import WORDS_LEAST, capital_share, chosen_words, stem_of, stem_seen
from pipeline.pages.strangeface import StrangeSize
from pipeline.pages.wordink import WordInk

# Errors of one word's ink: half a pixel at each measurement and this share of it (kerning, hinting); tried on 116 faces
# drawn at 200 and 300 dpi, gray, colour and bitonal: the true face then fits with a cost under 0.42, in half the cases
# under 0.09.
EDGE_ERROR_PX = 0.5
WIDTH_ERROR, HEIGHT_ERROR = 0.008, 0.012
# What scanners add to all heights, and to all widths, in points: mean and one sigma. The thin ends of serifs are lost at both
# ends of a word, so widths lose more (0.3 to 0.4 points in bold faces with serifs at 200 and 300 dpi).
HEIGHT_SPREAD_PT, WIDTH_SPREAD_PT = (0.0, 0.12), (-0.1, 0.25)
# How much of the mean kerning of all faces this print has, in points of size: some programs kern, and some faces twice the mean.
KERNED_PT = (6.0, 8.0)
# Residuals beyond this many errors count less and less: a cut or misread word.
OUTLIER = 2.5
# Weight of a stem's width, which tells bold from ordinary where widths are the same (Courier, Arial-like faces).
STEM_ERROR_EM, STEM_WEIGHT = 0.012, 0.02
# Faces that fit nearly as well as the best are heard, with exp(-(cost - best) / this).
VOTE = 0.03
# Whether the best face is the true one, or its twin: logarithm of the odds, by its cost and by how much worse the next family
# fits. Drawn in 90 of the table's faces at 200 and 300 dpi, gray and bitonal, each once with its family in the table and once
# without: 93% are told right, and a doubtful one counts for as much as it is likely.
ODDS, ODDS_COST, ODDS_NEXT = 0.8, -10.3, 15.3
# One sigma of a size, relative, where the face is known: 0.3% to 0.8% gray, 2.4% bitonal on those drawings, no bias.
KNOWN_SIGMA = 0.015
# No interval is narrower than this on either side: printers shrink to fit by three per cent, paper and hinting add the
# rest.
HALF_WIDTH_LEAST = 0.08
# Sizes in which forms are set, with how often. It moves a value only where the measurement itself leaves much open: a strange
# face is 4% off as often as not, and a form is far likelier set in ten points than in nine and a half.
CUSTOMARY = {
    **{6.0: 1, 7.0: 1, 7.5: 1, 8.0: 3, 8.5: 1, 9.0: 2, 9.5: 1},
    **{10.0: 50, 10.5: 10, 11.0: 25, 11.5: 3, 12.0: 30, 13.0: 5, 14.0: 10, 16.0: 5, 18.0: 3},
}
# Weight of all other sizes, shrunk ones among them.
RARE_SIZES = 0.5


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
    chosen = chosen_words(words)
    tried = [face for face in faces() if leaning or not face.italic]
    if len(chosen) < WORDS_LEAST or not tried:
        return ()
    places = [face.place for face in tried]
    laid = np.array([inks(w.text)[places] for w in chosen]).transpose(2, 1, 0) / 1000
    seen = np.array([w.width for w in chosen] + [w.height for w in chosen])
    share = np.array([WIDTH_ERROR] * len(chosen) + [HEIGHT_ERROR] * len(chosen))
    error = np.hypot(EDGE_ERROR_PX / px_per_pt, share * seen)
    closer = np.array([kerning(w.text) / 1000 for w in chosen] + [0.0] * len(chosen))
    size, spread, misfit = _solved(seen, np.concatenate([laid[0], laid[1]], axis=1), error, closer)
    cost = misfit[:, : len(chosen)].mean(axis=1) + misfit[:, len(chosen) :].mean(axis=1)
    stem = stem_seen(chosen)
    if stem is not None:
        capitals = capital_share(chosen)
        own = np.array([stem_of(face, capitals) for face in tried])
        cost = cost + STEM_WEIGHT * (((stem - 0.7 * spread) / np.maximum(size, 0.1) - own) / STEM_ERROR_EM) ** 2
    found = [
        Fit(face=face, size=float(s), spread=float(d), cost=float(c))
        for face, s, d, c in zip(tried, size, spread, cost, strict=True)
        if s > 0
    ]
    return tuple(sorted(found, key=lambda fit: fit.cost))


def type_size(found: Sequence[Fit], strange: StrangeSize | None, scale: Scale) -> Measured | None:
    """The size as an interval of two sigma, never narrower than print and scan allow; None where nothing was fitted.

    Args:
        found: from `fits`.
        strange: from `strange_size`, on the same words; None where the best face is to be taken for the true one.
        scale: of the page; its error goes into the interval.
    """
    if not found:
        return None
    weights = np.array([math.exp(-(fit.cost - found[0].cost) / VOTE) for fit in found])
    known = float(np.average([fit.size for fit in found], weights=weights))
    known_sigma = math.hypot(KNOWN_SIGMA, scale.error / 2)
    likely = 1.0 if strange is None else known_face(found)
    value, centre, sigma = _with_custom(known, known * known_sigma), known, known * known_sigma
    if strange is not None:
        strange_sigma = strange.size * math.hypot(strange.sigma, scale.error / 2)
        # A size that forms are set in speaks for the face that gives it.
        favour = _how_usual(known, known * known_sigma) / max(_how_usual(strange.size, strange_sigma), 1e-9)
        likely = likely * favour / (likely * favour + 1 - likely)
        value = likely * value + (1 - likely) * _most_likely(strange.size, strange_sigma)
        centre = likely * known + (1 - likely) * strange.size
        apart = likely * (1 - likely) * (known - strange.size) ** 2
        sigma = math.sqrt(likely * sigma**2 + (1 - likely) * strange_sigma**2 + apart)
    half = max(2 * sigma, HALF_WIDTH_LEAST * centre)
    low, high = min(centre - half, value), max(centre + half, value)
    return Measured(value=value, low=low, high=high, unit="pt")


def known_face(found: Sequence[Fit]) -> float:
    """How likely the best face is the true one, 0 to 1; `found` as from `fits`, not empty."""
    best = found[0]
    following = next((fit.cost for fit in found if fit.face.family != best.face.family), best.cost)
    return 1 / (1 + math.exp(-(ODDS + ODDS_COST * best.cost + ODDS_NEXT * (following - best.cost))))


def _how_usual(size: float, sigma: float) -> float:
    """How often forms are set in sizes about this one, a point."""
    near = sum(often * math.exp(-(((s - size) / sigma) ** 2) / 2) for s, often in CUSTOMARY.items())
    return (near + RARE_SIZES) / sigma


def _most_likely(size: float, sigma: float) -> float:
    """The mean of the sizes that forms are set in, each by how often and by how near it is to what was measured."""
    weights = {s: often * math.exp(-(((s - size) / sigma) ** 2) / 2) for s, often in CUSTOMARY.items()}
    total = sum(weights.values())
    return sum(s * w for s, w in weights.items()) / total if total > 1e-6 else size


def _with_custom(size: float, sigma: float) -> float:
    """As `_most_likely`, but within one per cent of the measurement where that is good: nine and a half must not become ten."""
    sigma = max(sigma, 0.02 * size)
    trust = min(1.0, 0.02 / (sigma / size))
    return trust * size + (1 - trust) * _most_likely(size, sigma)


def _solved(
    seen: NDArray[np.float64], unit: NDArray[np.float64], error: NDArray[np.float64], closer: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Size and spread of the heights by least squares, misfitting words weighed down; and each measurement's misfit.

    Args:
        seen: points, shape (measurements,): widths, then as many heights.
        unit: what each face predicts at one point, shape (faces, measurements).
        error: of the measurements, in points.
        closer: what kerning takes off each at one point.
    """
    half = len(seen) // 2
    wide = np.repeat([1.0, 0.0], half)
    # Columns: size, spread of widths, spread of heights, kerning; shape (faces, measurements, 4).
    shared = np.broadcast_to(np.stack([wide, 1 - wide, closer], axis=1), (*unit.shape, 3))
    columns = np.concatenate([unit[:, :, None], shared], axis=2)
    expected = np.array([0.0, WIDTH_SPREAD_PT[0], HEIGHT_SPREAD_PT[0], KERNED_PT[0]])
    held = np.diag([0.0, WIDTH_SPREAD_PT[1] ** -2, HEIGHT_SPREAD_PT[1] ** -2, KERNED_PT[1] ** -2])
    weight = np.ones_like(unit)
    for _ in range(8):
        a = (weight / error**2)[:, :, None] * columns
        normal = columns.transpose(0, 2, 1) @ a + held
        solution = np.linalg.solve(normal, (a.transpose(0, 2, 1) @ seen + held @ expected)[:, :, None])
        residual = (seen - (columns @ solution)[:, :, 0]) / error
        weight = 1 / (1 + (residual / OUTLIER) ** 2)
    return solution[:, 0, 0], solution[:, 2, 0], np.log1p((residual / OUTLIER) ** 2)
