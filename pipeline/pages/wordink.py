"""The ink of one printed word, to a part of a pixel: its true width and height, its stems, its lean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.pages.ink import darkest, levels, stem_width
from pipeline.pages.raster import Raster

# Print engines cut a box by up to a pixel at 200 dpi; more would reach into the next word.
AROUND_WORD_PT = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class WordInk:
    """A printed word as ink, in points."""

    text: str
    width: float
    height: float
    stem: float | None
    edge: float
    """Steepest step between pixels as a share of the contrast: 0.5 on a sharp scan; under 0.42 stems look too wide."""
    box: Box


def word_ink(raster: Raster, text: str, box: Box) -> WordInk | None:
    """Measures the ink of the word that an engine found in `box`; None where there is too little contrast or ink."""
    near = box.grown(AROUND_WORD_PT)
    pixels = darkest(raster, near)
    if pixels.size == 0 or min(pixels.shape) < 4:
        return None
    paper, ink = levels(pixels)
    if paper - ink < 40:
        return None
    dark = np.clip((paper - pixels.astype(np.float32)) / (paper - ink), 0.0, 1.0)
    columns = _span(dark.max(axis=0))
    rows = _span(dark.max(axis=1))
    if columns is None or rows is None:
        return None
    scale = raster.px_per_pt
    return WordInk(
        text=text,
        width=(columns[1] - columns[0]) / scale,
        height=(rows[1] - rows[0]) / scale,
        stem=stem_width(pixels, scale),
        edge=_edge(dark),
        box=box,
    )


def _edge(dark: NDArray[np.float32]) -> float:
    steps = np.abs(dark[:, 2:] - dark[:, :-2]) / 2
    return float(np.partition(steps, int(0.97 * steps.size), axis=None)[int(0.97 * steps.size)]) if steps.size else 0.0


def _span(profile: NDArray[np.float32]) -> tuple[float, float] | None:
    """First and last place where the profile crosses half, between pixels; a speck apart from the rest does not count."""
    inside = np.flatnonzero(profile >= 0.5)
    if inside.size < 2:
        return None
    first, last = int(inside[0]), int(inside[-1])
    start = first - _part(profile[first - 1], profile[first]) if first > 0 else float(first)
    end = last + 1 + _part(profile[last + 1], profile[last]) if last + 1 < profile.size else float(last + 1)
    return start, end


def _part(outside: np.float32, inside: np.float32) -> float:
    """How far beyond the inner pixel's edge the crossing lies, -0.5 to 0.5 of a pixel."""
    span = float(inside) - float(outside)
    return (float(inside) - 0.5) / span - 0.5 if span > 0 else 0.0
