"""Which words of a text are measured for its size, and what they say together: their stems, and how many are in capitals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.pages.facemetrics import Face, inks
from pipeline.pages.wordink import WordInk

# Fewer words than this and one misread word can turn the result.
WORDS_LEAST = 6
WORDS_MOST = 70


def chosen_words(words: Sequence[WordInk]) -> list[WordInk]:
    """Words of three letters and more that every face can set, spread over the whole text."""
    good = [w for w in words if sum(c.isalpha() for c in w.text) >= 3 and not np.isnan(inks(w.text)).any()]
    if len(good) <= WORDS_MOST:
        return good
    step = len(good) / WORDS_MOST
    return [good[int(i * step)] for i in range(WORDS_MOST)]


def stem_seen(words: Sequence[WordInk]) -> float | None:
    """Median stem of the words, in points."""
    stems = [w.stem for w in words if w.stem is not None]
    return float(np.median(stems)) if stems else None


def capital_share(words: Sequence[WordInk]) -> float:
    """Share of words in capitals alone."""
    return sum(w.text == w.text.upper() for w in words) / len(words)


def stem_of(face: Face, capitals: float) -> float:
    """Stem of the face in em, for words of which this share is in capitals."""
    return (face.stem * (1 - capitals) + face.stem_capital * capitals) / 1000
