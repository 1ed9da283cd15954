"""Is a blank of the affidavit filled, and with what? One entry as a fact. Source: 54-124(e)(1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.geometry import Box
from pipeline.model.reading import Seen, TextRead
from pipeline.model.section import Particular, ParticularName
from pipeline.ocr.engine import HandEngine
from pipeline.section.captions import Blank
from pipeline.section.oath_captions import caption_book
from pipeline.section.oath_page import LINE_HEIGHT_PT, OathPage
from pipeline.section.writing_room import Entry, Rule

FILLED, EMPTY, UNSURE = 0.96, 0.95, 0.5
PRINTED = 0.95
# Ink too little to be told from dirt, in which the recogniser surely reads letters, is writing: so sure, so many of them.
READ_SURELY, READ_LETTERS, FILLED_AS_READ = 0.95, 4, 0.85
ANSWER_ORDER = {"written": 0, "unsure": 1, "empty": 2}


def filled(entry: Entry, page: int, place: Box) -> Seen:
    """An entry as a fact: filled or not."""
    if entry.answer == "written":
        return Seen(present=True, certainty=FILLED, page=page, box=entry.ink)
    if entry.answer == "empty":
        return Seen(present=False, certainty=EMPTY, page=page, box=place)
    return Seen(present=None, certainty=UNSURE, page=page, box=entry.ink or place, detail="some ink, too little to be sure")


def best_of(form: OathPage, name: ParticularName, found: Sequence[Blank], hand: HandEngine | None) -> Particular:
    """The blank of a particular; where a form has several for it (name in the text and under the signature), a filled
    one.
    """
    tried = [(b, form.entry(b, LINE_HEIGHT_PT)) for b in found]
    blank, entry = min(tried, key=lambda t: (ANSWER_ORDER[t[1].answer], t[0].cost))
    return particular_in(form, name, blank, entry, hand)


def particular_in(form: OathPage, name: ParticularName, blank: Blank, entry: Entry, hand: HandEngine | None) -> Particular:
    """A blank with what stands in it."""
    page = form.view.page.number
    place = form.room(blank)
    value = form.read(entry, blank.rule, hand)
    return Particular(
        name=name,
        printed=Seen(present=True, certainty=PRINTED, page=page, box=blank.caption.box),
        filled=_with_reading(filled(entry, page, place), value),
        value=value,
        page=page,
        box=place,
    )


def _with_reading(seen: Seen, value: TextRead | None) -> Seen:
    """Faint or scanty ink that is surely read is writing: not a scrap of the form's own caption."""
    if seen.present is not None or value is None or value.text is None or value.certainty < READ_SURELY:
        return seen
    letters = "".join(c for c in value.text.lower() if c.isalpha())
    if len(letters) < READ_LETTERS or any(t in caption_book().words for t in value.text.lower().split()):
        return seen
    return replace(seen, present=True, certainty=FILLED_AS_READ, detail="faint, but read")


def unnamed_in(
    form: OathPage, name: ParticularName, rule: Rule, hand: HandEngine | None, *, certainty: float, detail: str = ""
) -> Particular:
    """A blank that is known by its place alone, as sure as `certainty` at most."""
    page = form.view.page.number
    place = form.room_over(rule)
    entry = form.entry_in(place, rule)
    seen = filled(entry, page, place)
    return Particular(
        name=name,
        printed=Seen(present=True, certainty=certainty, page=page, box=place),
        filled=replace(seen, certainty=min(seen.certainty, certainty), detail=detail or seen.detail),
        value=form.read(entry, rule, hand),
        page=page,
        box=place,
    )
