"""What do a form's words state: what is written into a blank, or printed after the words that ask for it?

Three ways in which forms state a thing: a ruled blank or a cell with its caption, filled by pen or typewriter; words of a
sentence ("as a candidate of the Orchard Party for"); a label with a colon. Finders of headings and recall statements say
which words ask.
"""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.ocr.engine import HandEngine
from pipeline.section.heading_blanks import in_blank, in_cells, next_blanks
from pipeline.section.heading_form import Form, InlineRule, Stated
from pipeline.section.heading_labels import behind_labels
from pipeline.section.heading_sentences import in_sentences


def stated(
    form: Form, inline: Mapping[str, InlineRule], hand: HandEngine | None, followers: Mapping[str, str] | None = None
) -> tuple[Stated, ...]:
    """Everything that the region states or leaves blank under the names of `inline`, from top to bottom.

    `followers`: what a blank without words of its own holds, by the name of the blank before it ("nominate ____, ____, as").
    """
    out = [s for b in form.blanks.values() if (s := in_blank(form, b, inline, hand)) is not None]
    out += [in_cells(form, i, hand) for i in form.cells if form.captions[i].name in inline]
    out += next_blanks(form, {s.name for s in out}, followers or {}, hand)
    out += in_sentences(form, inline)
    out += behind_labels(form, inline, {s.name for s in out if s.filled.present}, hand)
    return tuple(sorted(out, key=lambda s: (s.asked.y0, s.asked.x0)))
