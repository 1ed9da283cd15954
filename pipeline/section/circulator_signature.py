"""Did the circulator sign, and on which day? On the line that a caption names, else on the one that stands where it would.

Source: 54-124(e)(1), (g), 10.3(c), 602(c)(1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.geometry import Box
from pipeline.model.reading import DateRead, Seen, TextRead
from pipeline.model.section import Particular
from pipeline.model.sought import Sought
from pipeline.ocr.engine import HandEngine
from pipeline.section.blank_filled import ANSWER_ORDER, EMPTY, PRINTED, UNSURE, filled
from pipeline.section.captions import Blank
from pipeline.section.dates_written import read_one, read_spread, spread
from pipeline.section.oath_page import SIGNATURE_HEIGHT_PT, OathPage
from pipeline.section.writing_room import Rule

# Blanks of one row lie within so many points in height. How far above the notarial act the circulator's line is looked for;
# it is so long at least. Certainty of a line that is known by its place alone.
SAME_ROW_PT, LAST_LINES_PT, LEAST_LINE_PT, UNNAMED = 6.0, 70.0, 90.0, 0.85
# A blank for a date is so long at least, in points.
LEAST_DATE_PT = 45.0
# A stamp covers a line where so much of its room lies under it.
COVERED = 0.5
SENTENCE_BLANK = 0.9


def signature_of(form: OathPage, zone: Box, outside: Sequence[Box], mine: Sequence[Blank]) -> Seen:
    """Whether the circulator signed in `zone` (points), the notarial act (`outside`) left out; `mine`: its blanks."""
    page = form.view.page.number
    blanks = [b for b in mine if b.caption.name == "signature"]
    if not blanks:
        rule = _unnamed_line(form, zone, outside, mine)
        if rule is None:
            return Seen(
                present=None, certainty=UNSURE, page=page, box=zone, detail="no line for the circulator's signature was found"
            )
        place = form.room_over(rule)
        seen = filled(form.entry_in(place, rule), page, place)
        return replace(seen, certainty=min(seen.certainty, UNNAMED), detail="the caption of the line was not read")
    tried = [(b, form.entry(b, SIGNATURE_HEIGHT_PT)) for b in blanks]
    blank, entry = min(tried, key=lambda t: (ANSWER_ORDER[t[1].answer], t[0].cost))
    place = form.room(blank, SIGNATURE_HEIGHT_PT)
    seen = filled(entry, page, place)
    if seen.present is False and form.stamp and place.share_inside(form.stamp.box) > COVERED:
        return replace(seen, present=None, certainty=UNSURE, detail="a stamp lies over the circulator's line")
    return seen


def _unnamed_line(form: OathPage, zone: Box, outside: Sequence[Box], mine: Sequence[Blank]) -> Rule | None:
    """The longest line without a caption below the statements and above the notarial act: the circulator's, its caption
    not read.
    """
    used = {b.rule for b in form.blanks}
    foot = min((o.y0 for o in outside), default=zone.y1)
    dated = [b.rule.y for b in mine if b.caption.name == "date"]
    top = max(dated) - SAME_ROW_PT if dated else foot - LAST_LINES_PT
    free = [r for r in form.rules if r not in used and top <= r.y <= foot and r.length >= LEAST_LINE_PT]
    return max(free, key=lambda r: r.length, default=None)


def date_of(
    form: OathPage, zone: Box, outside: Sequence[Box], mine: Sequence[Blank], sought: Sought, hand: HandEngine | None
) -> tuple[Particular | None, DateRead | None]:
    """The day beside the circulator's signature, as a blank and as read; `mine`: blanks outside the notarial act (`outside`)."""
    page = form.view.page.number
    dated = sorted((b for b in mine if b.caption.name == "date"), key=lambda b: b.cost)
    tried = [(b, form.entry(b)) for b in dated]
    tried.sort(key=lambda t: t[1].ink is None)
    if tried:
        blank, entry = tried[0]
        place = form.room(blank)
        read = read_one(form, entry, blank.rule, hand, sought)
        seen = filled(entry, page, place)
        value = TextRead(text=read.text, certainty=read.certainty, page=page, box=read.box) if read else None
        printed = Seen(present=True, certainty=PRINTED, page=page, box=blank.caption.box)
        return Particular(name="date", printed=printed, filled=seen, value=value, page=page, box=place), read
    taken = [b.rule for b in form.blanks if b.caption.name not in {"date", "other"}]
    for caption in form.captions:
        inside = zone.contains(*caption.box.middle) and not any(o.contains(*caption.box.middle) for o in outside)
        if caption.name == "day-of" and inside:
            blanks = spread(form, caption, taken)
            if blanks:
                read, empty, where = read_spread(form, blanks, hand, sought)
                present = None if empty is None else not empty
                seen = Seen(present=present, certainty=UNSURE if present is None else EMPTY, page=page, box=where)
                value = TextRead(text=read.text, certainty=read.certainty, page=page, box=read.box) if read else None
                printed = Seen(present=True, certainty=SENTENCE_BLANK, page=page, box=caption.box)
                return Particular(name="date", printed=printed, filled=seen, value=value, page=page, box=where), read
    rule = _beside_signature(form, mine)
    return _in_unnamed(form, rule, sought, hand) if rule else (None, None)


def _beside_signature(form: OathPage, mine: Sequence[Blank]) -> Rule | None:
    """The one blank on the row of the circulator's signature that no caption claims: the date's, its caption not read."""
    used = {b.rule for b in form.blanks}
    lines = [b.rule for b in mine if b.caption.name == "signature"]
    free = [r for r in form.rules if r not in used and r.length >= LEAST_DATE_PT]
    beside = [r for r in free if any(abs(r.y - line.y) <= SAME_ROW_PT and r.x0 > line.x1 for line in lines)]
    return beside[0] if len(beside) == 1 else None


def _in_unnamed(form: OathPage, rule: Rule, sought: Sought, hand: HandEngine | None) -> tuple[Particular | None, DateRead | None]:
    page, place = form.view.page.number, form.room_over(rule)
    entry = form.entry_in(place, rule)
    read = read_one(form, entry, rule, hand, sought)
    seen = filled(entry, page, place)
    seen = replace(seen, certainty=min(seen.certainty, UNNAMED), detail="the caption of the blank was not read")
    value = TextRead(text=read.text, certainty=read.certainty, page=page, box=read.box) if read else None
    printed = Seen(present=True, certainty=UNNAMED, page=page, box=place)
    return Particular(name="date", printed=printed, filled=seen, value=value, page=page, box=place), read
