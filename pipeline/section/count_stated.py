"""How many signatures does the affidavit state? In a blank with a caption, or within its sentence. Source: 10.3(c).

Figures are read by two engines; a lone figure that both read alike is believed more than one engine alone can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.geometry import Box
from pipeline.model.reading import TextRead
from pipeline.model.section import Particular
from pipeline.section.blank_filled import best_of, unnamed_in
from pipeline.section.captions import Blank
from pipeline.section.figures import Engines, digits, read_writing
from pipeline.section.oath_page import OathPage
from pipeline.section.sentence_blanks import blanks_in

# Certainty that a blank is the number's where its sentence alone tells.
TOLD_BY_SENTENCE = 0.9
# Two readings of one number that differ.
DIFFERENT = 0.5


def count_in(form: OathPage, zone: Box, outside: Sequence[Box], mine: Sequence[Blank], engines: Engines) -> Particular | None:
    """The blank for the number in `zone` (points), the notarial act (`outside`) left out; None where there is none."""
    captioned = [b for b in mine if b.caption.name == "count"]
    if captioned:
        found = best_of(form, "count", captioned, engines.hand)
    else:
        rule = next(
            (b.rule for b in blanks_in(form, zone) if b.label == "count" and not _inside(b.rule.x0, b.rule.y, outside)), None
        )
        if rule is None:
            return None
        found = unnamed_in(form, "count", rule, engines.hand, certainty=TOLD_BY_SENTENCE)
    return replace(found, value=_number(form, found, engines))


def _inside(x: float, y: float, zones: Sequence[Box]) -> bool:
    return any(z.contains(x, y) for z in zones)


def _number(form: OathPage, found: Particular, engines: Engines) -> TextRead | None:
    """What was read as text, and as figures where it is figures: surer where the readings agree, doubtful where they differ."""
    value, ink = found.value, found.filled.box
    if value is None or ink is None or found.filled.present is False:
        return value
    if not value.handwritten or (value.text and not digits(value.text)):
        return value
    figures = read_writing(form.view, ink, engines)
    if figures.text is None:
        return value
    if not value.text:
        return figures
    if digits(value.text) == digits(figures.text):
        return replace(value, certainty=max(value.certainty, figures.certainty))
    others = (figures.text, *value.alternatives)
    return replace(value, certainty=min(value.certainty, DIFFERENT), alternatives=others)
