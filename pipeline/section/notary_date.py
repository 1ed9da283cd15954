"""On which day did the notary act, as the certificate says? In one blank or spread over three. Source: 54-124(g).

The sentence is asked first, blank by blank; captions and the bare order of the blanks only where it does not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.geometry import Box
from pipeline.model.reading import DateRead
from pipeline.model.sought import Sought
from pipeline.model.text import Word
from pipeline.ocr.engine import HandEngine
from pipeline.section.captions import Blank, Caption, plain
from pipeline.section.dates_written import DateBlanks, century_of, read_one, read_spread, spread
from pipeline.section.jurat import marks_of_act
from pipeline.section.oath_captions import caption_vocabulary
from pipeline.section.oath_page import LINE_HEIGHT_PT, OathPage
from pipeline.section.sentence_blanks import SentenceBlank, blanks_in
from pipeline.section.writing_room import Rule

# A row of the act ends where nothing follows for so long; its next row begins within so much, in points.
ROW_ENDS_PT, NEXT_ROW_PT = 12.0, 30.0
# Rows of one sentence begin at one edge, give or take so many points.
LEFT_SLACK_PT = 10.0
# Captions whose blank may all the same be a date's: the sentence runs over them.
MAY_BE_DATES = frozenset({"notary-date", "date", "notary-affiant", "seal", "other", "name", "state-of", "municipality", "county"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ActDate:
    """The date of the act."""

    read: DateRead | None
    empty: bool | None
    """Whether its blank is empty; None where that cannot be told."""
    where: Box | None
    """Of its blanks, points; None where none was found."""


def date_of_act(form: OathPage, zone: Box, mine: Sequence[Blank], sought: Sought, hand: HandEngine | None) -> ActDate:
    """The date in the act's `zone` (points); `mine`: blanks that captions in it have."""
    taken = [b.rule for b in form.blanks if b.caption.name not in MAY_BE_DATES]
    for found in (_in_sentence, _about_day_of, _captioned):
        date = found(form, zone, mine, taken, sought, hand)
        if date is not None:
            return date
    return ActDate(read=None, empty=None, where=None)


def _in_sentence(
    form: OathPage, zone: Box, mine: Sequence[Blank], taken: Sequence[Rule], sought: Sought, hand: HandEngine | None
) -> ActDate | None:
    told = blanks_in(form, _text_of_act(form, zone), taken)
    parts = date_parts(form, told)
    if parts is not None:
        read, empty, where = read_spread(form, parts, hand, sought)
        return ActDate(read=read, empty=empty, where=where)
    whole = next((b.rule for b in told if b.label == "date"), None)
    if whole is None:
        return None
    named = any(b.rule == whole and b.caption.name in {"notary-date", "date"} for b in mine)
    return _one_blank(form, whole, sought, hand, named=named)


def _text_of_act(form: OathPage, zone: Box) -> Box:
    """The zone from the left edge of the act's own sentence on: a stamp beside it has lines that look like blanks."""
    for row in form.rows:
        words = [w for w in row if zone.contains(*w.box.middle)]
        if words and "act" in marks_of_act(words):
            return Box(max(zone.x0, min(w.box.x0 for w in words) - LEFT_SLACK_PT), zone.y0, zone.x1, zone.y1)
    return zone


def date_parts(form: OathPage, told: Sequence[SentenceBlank]) -> DateBlanks | None:
    """Day, month and year among the blanks of a sentence, which follow each other; None where there is no such day."""
    for at, blank in enumerate(told):
        if blank.label != "day":
            continue
        behind = told[at + 1 : at + 3]
        month = next((b.rule for b in behind[:1] if b.label == "month"), None)
        year = next((b for b in behind if b.label == "year"), None)
        if month is None:
            continue
        century = (year.century or century_of(form, year.rule)) if year else None
        return DateBlanks(day=blank.rule, month=month, year=year.rule if year else None, century=century)
    return None


def _about_day_of(
    form: OathPage, zone: Box, mine: Sequence[Blank], taken: Sequence[Rule], sought: Sought, hand: HandEngine | None
) -> ActDate | None:
    captions = [c for c in form.captions if c.name == "day-of" and zone.contains(*c.box.middle)]
    for caption in captions or [c for c in _day_of_over_rows(form.rows) if zone.contains(*c.box.middle)]:
        parts = spread(form, caption, taken)
        if parts:
            read, empty, where = read_spread(form, parts, hand, sought)
            return ActDate(read=read, empty=empty, where=where)
    return None


def _day_of_over_rows(rows: Sequence[Sequence[Word]]) -> list[Caption]:
    """The word `day` ending a row where `of` begins the next."""
    out = []
    words = caption_vocabulary()
    for row, *below in zip(rows, rows[1:], [*rows[2:], ()], strict=False):
        for at, word in enumerate(row):
            after = row[at + 1].box.x0 - word.box.x1 if at + 1 < len(row) else 99.0
            if plain(word.text, words) != ["day"] or after < ROW_ENDS_PT:
                continue
            begins = [w for r in below for w in r if w.box.x0 < word.box.x0 and w.box.y0 - word.box.y1 < NEXT_ROW_PT]
            if any(plain(w.text, words) == ["of"] for w in begins):
                out.append(Caption(name="day-of", words=(word,), alone=False, bracketed=False, leads=True))
    return out


def _captioned(
    form: OathPage, zone: Box, mine: Sequence[Blank], taken: Sequence[Rule], sought: Sought, hand: HandEngine | None
) -> ActDate | None:
    dated = [b for b in mine if b.caption.name in {"notary-date", "date"}]
    for blank in sorted(dated, key=lambda b: (b.caption.name != "notary-date", b.cost)):
        return _one_blank(form, blank.rule, sought, hand, named=True, place=form.room(blank))
    return None


def _one_blank(
    form: OathPage, rule: Rule, sought: Sought, hand: HandEngine | None, *, named: bool, place: Box | None = None
) -> ActDate:
    """The date in one blank. `named`: a caption says that it is the date's; else an empty one is not told to be so."""
    place = place or form.room_over(rule, LINE_HEIGHT_PT)
    found = form.entry_in(place, rule)
    if found.ink is None:
        return ActDate(read=None, empty=True if named else None, where=place)
    empty = None if found.answer == "unsure" else False
    return ActDate(read=read_one(form, found, rule, hand, sought), empty=empty, where=place)
