"""Widths and heights of print faces, from a table made once from faces with open licences (`samples/face_metrics.py`).

Among them are the metric twins of Times, Arial, Courier, Calibri, Cambria, Georgia, Palatino, Century Schoolbook, Bookman and
Avant Garde, so that office print is known by its widths without any font on the clerk's computer.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Print engines give straight quotes for curly ones and hyphens for dashes; widths hardly differ where both are in a face.
_AS = {"‘": "'", "’": "'", "“": '"', "”": '"', "—": "–"}


@dataclass(frozen=True, slots=True)
class Face:
    """One face: advances and glyph boxes in 1/1000 em."""

    place: int
    """Its place in the table, from 0."""
    family: str
    bold: bool
    italic: bool
    stem: float
    """Width of lower-case stems."""
    stem_capital: float
    glyphs: dict[str, tuple[int, int, int, int, int]]
    """Advance, x0, y0, x1, y1 above the baseline."""

    def ink(self, word: str) -> tuple[float, float] | None:
        """Width and height in 1/1000 em of the word's ink, without kerning; None where the face lacks a letter."""
        pen, left, right, low, high = 0.0, None, 0.0, 0.0, 0.0
        for letter in word:
            glyph = self.glyphs.get(letter) or self.glyphs.get(_AS.get(letter, ""))
            if glyph is None:
                return None
            advance, x0, y0, x1, y1 = glyph
            if left is None:
                left, low, high = pen + x0, float(y0), float(y1)
            right, low, high = max(right, pen + x1), min(low, y0), max(high, y1)
            pen += advance
        return None if left is None else (right - left, high - low)


@functools.cache
def _table() -> dict[str, Any]:
    return dict(json.loads(resources.files("pipeline.pages").joinpath("facemetrics.json").read_text(encoding="utf-8")))


@functools.cache
def faces() -> tuple[Face, ...]:
    """All faces of the table."""
    return tuple(
        Face(
            place=place,
            family=row["family"],
            bold=row["bold"],
            italic=row["italic"],
            stem=float(row["stem"]),
            stem_capital=float(row["stem_capital"]),
            glyphs={letter: tuple(values) for letter, values in row["glyphs"].items()},
        )
        for place, row in enumerate(_table()["faces"])
    )


@functools.cache
def _pairs() -> dict[str, int]:
    return {pair: int(closer) for pair, closer in _table()["kerning"].items()}


def kerning(word: str) -> float:
    """What faces that kern take off this word's width, in 1/1000 em: the mean of all faces, negative or 0."""
    pairs = _pairs()
    return float(sum(pairs.get(word[i : i + 2], 0) for i in range(len(word) - 1)))


@functools.lru_cache(maxsize=1024)
def inks(word: str) -> NDArray[np.float64]:
    """Width and height of the word's ink in every face of the table, in 1/1000 em: shape (faces, 2), NaN where a letter lacks.

    The warning stands on every page in the same words, so each word is laid out once for a whole scan.
    """
    laid = [face.ink(word) or (np.nan, np.nan) for face in faces()]
    table = np.array(laid, dtype=np.float64)
    table.flags.writeable = False
    return table
