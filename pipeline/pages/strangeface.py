"""How large is print in a face that is in no table? What all faces have in common tells it, with the error that it has.

Faces differ in how much of the em their letters fill, and no picture of a strange face shows its em. But they do not differ
anyhow: wide faces have large small letters, narrow ones tall capitals, heavy ones wide stems. The words' widths and heights, as
logarithms, are taken as the mean of all faces plus the ways in which faces vary together plus each word's own error, and the size
is what fits best (generalised least squares).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.facemetrics import faces, inks, kerning
from pipeline.pages.sizedwords import WORDS_LEAST, capital_share, chosen_words, stem_of, stem_seen
from pipeline.pages.wordink import WordInk

# Errors of a word's ink: about a third of a pixel at its edges, and this share of it (kerning). A stem is measured less well.
EDGE_ERROR_PX, SHARE_ERROR = 0.35, 0.006
STEM_ERROR = 0.10
# What a strange face does with a single word that no known face does (one sigma, relative). Tried at 0.02 to 0.15 on every
# family of the table against all the others: from 0.03 to 0.08 the size errs by 4.3% (one sigma) without bias, and the error
# told is the error made.
OWN_WAY = 0.05
# What scanners add to all heights, and to all widths, in points, and how much of the mean kerning print has: mean and one sigma.
HEIGHT_SPREAD_PT, WIDTH_SPREAD_PT, KERNED = (0.0, 0.12), (-0.1, 0.25), (0.6, 0.7)
# Beyond this many errors from what is expected a word was misread or cut, and is left out.
MISREAD = 4.0
_ROUNDS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class StrangeSize:
    """A size as far as it can be told without knowing the face."""

    size: float
    """Points."""
    sigma: float
    """One sigma, relative."""


def strange_size(words: Sequence[WordInk], px_per_pt: float) -> StrangeSize | None:
    """The size that fits these words best whatever the face; None where there are too few of them.

    Args:
        words: ink of words whose letters are known.
        px_per_pt: pixels a point of the raster they were measured on.
    """
    chosen = chosen_words(words)
    if len(chosen) < WORDS_LEAST:
        return None
    upright = [face for face in faces() if not face.italic]
    places = [face.place for face in upright]
    laid = np.array([inks(w.text)[places] for w in chosen]).transpose(2, 1, 0)
    expected = np.log(np.concatenate([laid[0], laid[1]], axis=1) / 1000)
    seen = np.array([w.width for w in chosen] + [w.height for w in chosen])
    error = np.hypot(EDGE_ERROR_PX / px_per_pt, SHARE_ERROR * seen) / seen
    nothing = np.zeros(len(chosen))
    ways = np.stack(
        [
            np.concatenate([nothing, np.ones(len(chosen))]) / seen,
            np.concatenate([np.ones(len(chosen)), nothing]) / seen,
            np.concatenate([[kerning(w.text) for w in chosen], nothing]) / np.exp(expected.mean(axis=0)) / 1000,
        ]
    )
    usual = np.array([HEIGHT_SPREAD_PT, WIDTH_SPREAD_PT, KERNED])
    stem = stem_seen(chosen)
    if stem is not None:
        capitals = capital_share(chosen)
        stems = np.log([stem_of(face, capitals) for face in upright])
        expected = np.column_stack([expected, stems])
        seen, error = np.append(seen, stem), np.append(error, STEM_ERROR)
        ways = np.column_stack([ways, [0.7 / stem, 0.0, 0.0]])
    return _fitted(np.log(seen) - usual[:, 0] @ ways, expected, error, usual[:, 1:] * ways)


def _fitted(
    seen: NDArray[np.float64], expected: NDArray[np.float64], error: NDArray[np.float64], others: NDArray[np.float64]
) -> StrangeSize:
    """Generalised least squares over logarithms.

    Args:
        seen: shape (measurements,).
        expected: the same at one point, face by face: shape (faces, measurements).
        error: of each measurement, relative.
        others: what one sigma of each other cause does to each: shape (causes, measurements).
    """
    middle = expected.mean(axis=0)
    ways = np.vstack([(expected - middle) / np.sqrt(len(expected)), others])
    own = OWN_WAY**2 + error**2
    kept = np.ones(len(seen), bool)
    size, sigma = 0.0, 0.0
    for _ in range(_ROUNDS):
        way, noise, rest = ways[:, kept], own[kept], (seen - middle)[kept]
        core = np.eye(len(way)) + (way / noise) @ way.T

        even = 1 / noise
        share = even - (way.T @ np.linalg.solve(core, way @ even)) / noise
        size, sigma = float(share @ rest / share.sum()), float(1 / np.sqrt(share.sum()))
        effect = np.linalg.solve(core, way @ ((rest - size) / noise))
        residual = (seen - middle - size - ways.T @ effect) / np.sqrt(own)
        inside = np.abs(residual) < MISREAD
        if inside.sum() < WORDS_LEAST or bool((inside == kept).all()):
            break
        kept = inside
    return StrangeSize(size=float(np.exp(size)), sigma=sigma)
