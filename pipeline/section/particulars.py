"""Are the circulator's particulars filled in: printed name, street, municipality, county, date, signature? Source:
54-124(e)(1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.geometry import Box
from pipeline.model.reading import DateRead, Seen, TextRead
from pipeline.model.section import Particular, ParticularName
from pipeline.model.sought import Sought
from pipeline.ocr.engine import HandEngine
from pipeline.section.captions import Blank, plain
from pipeline.section.dates_written import read_one, read_spread, spread
from pipeline.section.figures import Engines
from pipeline.section.oath_page import LINE_HEIGHT_PT, SIGNATURE_HEIGHT_PT, OathPage
from pipeline.section.phrases import word_set
from pipeline.section.residence import parse
from pipeline.section.statements import vocabulary
from pipeline.section.writing_room import Entry, Rule

FILLED, EMPTY, UNSURE = 0.96, 0.95, 0.5
# A part of the residence seen in another blank of it ("Residence address: 12 Elm St, Arvana"), read by machine.
IN_ADDRESS, NOT_IN_ADDRESS = 0.9, 0.6
NO_BLANK_FOUND = 0.7
# The blank for a name at the opening of an oath is long, in points.
OPENING_BLANK_PT = 90.0
_AFTER_NAME = word_set("sworn affirm affirmed depose deposes circulator undersigned oath states swear printed print name affiant")
_RESIDENCE: tuple[ParticularName, ...] = ("street", "municipality", "county")
# Blanks of one row lie within so many points in height; a place's name needs so much room.
SAME_ROW_PT, LEAST_PLACE_PT = 6.0, 45.0
# Certainty of a blank that is known by its place alone; how far above the notarial act the circulator's line is looked for.
UNNAMED, LAST_LINES_PT = 0.85, 70.0
_TEXTS: tuple[ParticularName, ...] = ("name", "street", "municipality", "county", "count")


def read_particulars(
    form: OathPage, zone: Box, outside: Sequence[Box], sought: Sought, engines: Engines
) -> tuple[tuple[Particular, ...], DateRead | None, Seen]:
    """Particulars of the circulator in `zone`, the notarial act (`outside`) left out; the date and the signature as well."""
    hand = engines.hand
    mine = [
        b for b in form.blanks
        if zone.contains(*b.caption.box.middle) and not any(o.contains(*b.caption.box.middle) for o in outside)
    ]  # fmt: skip
    venue = {b for b in mine if b.caption.name == "county" and _is_venue(form, b)}
    out: list[Particular] = []
    for name in _TEXTS:
        found = [b for b in mine if b.caption.name == name and b not in venue]
        if found:
            out.append(_best(form, name, found, hand))
        elif name == "name" and (rule := _opening_blank(form, zone, outside)):
            out.append(_name_in(form, rule, hand))
    out += _by_elimination(form, out, hand)
    out = _combined(form, mine, out)
    date_part, when = _date(form, zone, outside, mine, sought, hand)
    if date_part:
        out.append(date_part)
    signature = _signature(form, zone, outside, mine)
    signed = next((b for b in mine if b.caption.name == "signature"), None)
    if signed or signature.present:
        box = signature.box or zone
        printed = Seen(present=signed is not None, certainty=0.95 if signed else NO_BLANK_FOUND)
        out.append(
            Particular(name="signature", printed=printed, filled=signature, value=None, page=form.view.page.number, box=box)
        )
    return tuple(out), when, signature


def _is_venue(form: OathPage, blank: Blank) -> bool:
    """Whether a "County of ____" is where the oath was taken, not where the circulator lives: under or behind "State of", or
    before "ss.".
    """
    box = blank.caption.box
    if blank.side != "right":
        return False
    on_row = [w for row in form.rows for w in row if abs(w.box.middle[1] - box.middle[1]) < SAME_ROW_PT]
    if any(w.box.x0 > box.x1 and plain(w.text, vocabulary()) == ["ss"] for w in on_row):
        return True
    states = [c.box for c in form.captions if c.name == "state-of"]
    if any(s.x1 <= box.x0 and abs(s.middle[1] - box.middle[1]) < SAME_ROW_PT for s in states):
        return True
    above = [c.box for c in form.captions if c.name == "state-of" and c.alone]
    return blank.caption.alone and any(abs(s.x0 - box.x0) < 40 and -4 <= box.y0 - s.y1 <= 40 for s in above)


def _opening_blank(form: OathPage, zone: Box, outside: Sequence[Box]) -> Rule | None:
    """The blank that the oath opens with ("I, ____, being duly sworn"), where the words before it were not read."""
    used = {b.rule for b in form.blanks}
    for rule in form.rules:
        if rule in used or rule.length < OPENING_BLANK_PT or not zone.contains((rule.x0 + rule.x1) / 2, rule.y):
            continue
        if any(o.contains((rule.x0 + rule.x1) / 2, rule.y) for o in outside):
            continue
        after = [w for row in form.rows for w in row if w.box.x0 > rule.x1 - 4 and rule.y - 14 < w.box.middle[1] < rule.y + 4]
        said = {t for w in after for t in plain(w.text, vocabulary())}
        if said & _AFTER_NAME:
            return rule
    return None


def _name_in(form: OathPage, rule: Rule, hand: HandEngine | None) -> Particular:
    page = form.view.page.number
    place = Box(rule.x0 - 1, rule.y - LINE_HEIGHT_PT, rule.x1 + 2, rule.y + 4.5)
    entry = form.entry_in(place, rule)
    return Particular(
        name="name", printed=Seen(present=True, certainty=0.85, page=page, box=place), filled=filled(entry, page, place),
        value=form.read(entry, rule, hand), page=page, box=place,
    )  # fmt: skip


def _best(form: OathPage, name: ParticularName, found: Sequence[Blank], hand: HandEngine | None) -> Particular:
    """The blank of a particular; where a form has several for it (name in the text and under the signature), a filled
    one.
    """
    tried = [(b, form.entry(b, LINE_HEIGHT_PT)) for b in found]
    order = {"written": 0, "unsure": 1, "empty": 2}
    blank, entry = min(tried, key=lambda t: (order[t[1].answer], t[0].cost))
    return _particular(form, name, blank, entry, hand)


def _particular(form: OathPage, name: ParticularName, blank: Blank, entry: Entry, hand: HandEngine | None) -> Particular:
    page = form.view.page.number
    place = form.room(blank)
    value = form.read(entry, blank.rule, hand)
    return Particular(
        name=name,
        printed=Seen(present=True, certainty=0.95, page=page, box=blank.caption.box),
        filled=filled(entry, page, place),
        value=value,
        page=page,
        box=place,
    )


def filled(entry: Entry, page: int, place: Box) -> Seen:
    """An entry as a fact: filled or not."""
    if entry.answer == "written":
        return Seen(present=True, certainty=FILLED, page=page, box=entry.ink)
    if entry.answer == "empty":
        return Seen(present=False, certainty=EMPTY, page=page, box=place)
    return Seen(present=None, certainty=UNSURE, page=page, box=entry.ink or place, detail="some ink, too little to be sure")


def _combined(form: OathPage, mine: Sequence[Blank], found: list[Particular]) -> list[Particular]:
    """A blank for the whole residence gives its parts: what has no blank of its own is looked for in what is written
    there.
    """
    by_name = {p.name: p for p in found}
    street = by_name.get("street")
    if street is None or not (street.filled.present and street.value):
        return found
    text = street.value.text
    parts = parse(text) if text else None
    out = list(found)
    shared: dict[ParticularName, str | None] = {
        "municipality": parts.municipality if parts else None,
        "county": parts.county if parts else None,
    }
    for name, value in shared.items():
        own = by_name.get(name)
        # A caption that shares the street's rule ("Street, city, county") is a combined blank too: ink anywhere on it
        # fills all three.
        if own is not None and not _overlap(own.box, street.box):
            continue
        if own is not None:
            out.remove(own)
        read = None
        if value is not None:
            read = TextRead(text=value, certainty=min(street.value.certainty, IN_ADDRESS), page=street.page, box=street.value.box)
        seen = Seen(present=True, certainty=IN_ADDRESS, page=street.page, box=street.value.box) if read else Seen(
            present=None if own is not None else False, certainty=NOT_IN_ADDRESS if own is not None else NO_BLANK_FOUND,
            page=street.page, box=street.box, detail="not seen in the address",
        )  # fmt: skip
        printed = Seen(present=own is not None, certainty=0.9)
        out.append(Particular(name=name, printed=printed, filled=seen, value=read, page=street.page, box=street.box))
    return out


def _overlap(first: Box, second: Box) -> bool:
    common = first.intersection(second)
    return common is not None and common.area > 0.6 * min(first.area, second.area)


def _date(
    form: OathPage, zone: Box, outside: Sequence[Box], mine: Sequence[Blank], sought: Sought, hand: HandEngine | None
) -> tuple[Particular | None, DateRead | None]:
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
        printed = Seen(present=True, certainty=0.95, page=page, box=blank.caption.box)
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
                printed = Seen(present=True, certainty=0.9, page=page, box=caption.box)
                return Particular(name="date", printed=printed, filled=seen, value=value, page=page, box=where), read
    return None, None


def _by_elimination(form: OathPage, found: Sequence[Particular], hand: HandEngine | None) -> list[Particular]:
    """The one part of the residence whose caption was not read, where one blank on the row of the other two has no
    caption.
    """
    parts = {p.name: p for p in found if p.name in _RESIDENCE}
    lacking = [n for n in _RESIDENCE if n not in parts]
    if len(lacking) != 1:
        return []
    used = {b.rule for b in form.blanks}
    feet = [p.box.y1 for p in parts.values()]
    if max(feet) - min(feet) > SAME_ROW_PT:
        return []
    free = [r for r in form.rules if r not in used and abs(r.y + 4.5 - feet[0]) <= SAME_ROW_PT and r.length >= LEAST_PLACE_PT]
    if len(free) != 1:
        return []
    rule, page = free[0], form.view.page.number
    place = Box(rule.x0 - 1, rule.y - LINE_HEIGHT_PT + 4, rule.x1 + 2, rule.y + 4.5)
    entry = form.entry_in(place, rule)
    seen = filled(entry, page, place)
    return [
        Particular(
            name=lacking[0], printed=Seen(present=True, certainty=UNNAMED, page=page, box=place),
            filled=replace(seen, certainty=min(seen.certainty, UNNAMED), detail="its caption was not read"),
            value=form.read(entry, rule, hand), page=page, box=place,
        )
    ]  # fmt: skip


def _unnamed_line(form: OathPage, zone: Box, outside: Sequence[Box], mine: Sequence[Blank]) -> Rule | None:
    """The longest line without a caption below the statements and above the notarial act: the circulator's, its caption
    not read.
    """
    used = {b.rule for b in form.blanks}
    foot = min((o.y0 for o in outside), default=zone.y1)
    dated = [b.rule.y for b in mine if b.caption.name == "date"]
    top = max(dated) - SAME_ROW_PT if dated else foot - LAST_LINES_PT
    free = [r for r in form.rules if r not in used and top <= r.y <= foot and r.length >= OPENING_BLANK_PT]
    return max(free, key=lambda r: r.length, default=None)


def _signature(form: OathPage, zone: Box, outside: Sequence[Box], mine: Sequence[Blank]) -> Seen:
    page = form.view.page.number
    blanks = [b for b in mine if b.caption.name == "signature"]
    if not blanks:
        rule = _unnamed_line(form, zone, outside, mine)
        if rule is None:
            return Seen(
                present=None, certainty=0.5, page=page, box=zone, detail="no line for the circulator's signature was found"
            )
        place = Box(rule.x0 - 1, rule.y - LINE_HEIGHT_PT, rule.x1 + 2, rule.y + 4.5)
        seen = filled(form.entry_in(place, rule), page, place)
        return replace(seen, certainty=min(seen.certainty, UNNAMED), detail="the caption of the line was not read")
    tried = [(b, form.entry(b, SIGNATURE_HEIGHT_PT)) for b in blanks]
    order = {"written": 0, "unsure": 1, "empty": 2}
    blank, entry = min(tried, key=lambda t: (order[t[1].answer], t[0].cost))
    place = form.room(blank, SIGNATURE_HEIGHT_PT)
    seen = filled(entry, page, place)
    if seen.present is False and form.stamp and place.share_inside(form.stamp.box) > 0.5:
        return replace(seen, present=None, certainty=0.5, detail="a stamp lies over the circulator's line")
    return seen
