"""Are these letters red? By what each word's ink takes from the paper's light; from the file where it is born digital."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pipeline.geometry import Box
from pipeline.model.section import LetterColour, LetterColourMeasured
from pipeline.model.text import Word
from pipeline.pages.ink import InkColour, InkTaken, colour_elsewhere, ink_taken
from pipeline.pages.view import PageView

# Shares of the letters' ink from which, and to which, the whole is called red or not red: a stamp or a blue pen may
# cross some words.
RED_FROM, RED_TO = 0.7, 0.3


def colour_of(view: PageView, words: Sequence[Word], box: Box) -> LetterColourMeasured:
    """The colour of these words' letters.

    Args:
        view: the page.
        words: words of the part.
        box: around the part, for what else on the page shows colour.
    """
    if view.page.born_digital and words and all(w.rgb is not None for w in words):
        return _exact(view, words)
    elsewhere = view.page.colour == "colour" and colour_elsewhere(view.raster, [box])
    if view.page.colour != "colour" or view.raster.bgr is None:
        return LetterColourMeasured(answer="unknown", certainty=1.0, hue=None, share=0.0, colour_elsewhere=False)
    inks = [(ink, ink.weight) for w in words if (ink := ink_taken(view.raster, w.box.grown(0.6))) is not None]
    return _settled(inks, elsewhere)


def _settled(inks: Sequence[tuple[InkTaken, float]], elsewhere: bool) -> LetterColourMeasured:
    total = sum(weight for _, weight in inks)
    if total <= 0:
        return LetterColourMeasured(answer="unknown", certainty=0.5, hue=None, share=0.0, colour_elsewhere=elsewhere)

    def share_of(colour: InkColour) -> float:
        return sum(weight for ink, weight in inks if ink.colour == colour) / total

    red, unsure = share_of("red"), share_of("unsure")
    hue = _mean_hue([(ink.hue, weight) for ink, weight in inks if ink.hue is not None and ink.colour != "none"])
    answer: LetterColour
    if red >= RED_FROM:
        answer, certainty = "red", 0.9 + 0.09 * red
    elif red + unsure <= RED_TO:
        answer, certainty = "not-red", 0.99 - 0.2 * (red + unsure)
    else:
        answer, certainty = "unknown", 0.6
    return LetterColourMeasured(
        answer=answer, certainty=round(min(certainty, 0.98), 3), hue=hue, share=round(red, 3), colour_elsewhere=elsewhere
    )


def _exact(view: PageView, words: Sequence[Word]) -> LetterColourMeasured:
    inks = []
    for word in words:
        red, green, blue = word.rgb or (0, 0, 0)
        most, least = max(red, green, blue), min(red, green, blue)
        taken = 255 - least
        unevenness = (most - least) / taken if taken else 0.0
        inks.append((InkTaken(hue=_rgb_hue(red, green, blue), unevenness=unevenness, weight=1.0), float(len(word.text))))
    mine = {id(w) for w in words}
    elsewhere = any(max(w.rgb) - min(w.rgb) > 40 for w in view.text.words if w.rgb is not None and id(w) not in mine)
    settled = _settled(inks, elsewhere or view.page.colour == "colour")
    return LetterColourMeasured(
        answer=settled.answer,
        certainty=1.0 if settled.answer != "unknown" else settled.certainty,
        hue=settled.hue,
        share=settled.share,
        # A born-digital page always shows its colours.
        colour_elsewhere=True,
    )


def _rgb_hue(red: int, green: int, blue: int) -> float | None:
    most, least = max(red, green, blue), min(red, green, blue)
    if most == least:
        return None
    return math.degrees(math.atan2(math.sqrt(3) * (green - blue), 2 * red - green - blue)) % 360


def _mean_hue(hues: Sequence[tuple[float, float]]) -> float | None:
    """The mean direction of hues, weighed."""
    if not hues:
        return None
    x = sum(math.cos(math.radians(h)) * w for h, w in hues)
    y = sum(math.sin(math.radians(h)) * w for h, w in hues)
    return round(math.degrees(math.atan2(y, x)) % 360, 1) % 360
