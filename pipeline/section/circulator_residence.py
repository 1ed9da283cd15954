"""Where does the circulator live, as the blanks say, each for itself or one for all? Source: 54-124(e)(1)."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.geometry import Box
from pipeline.model.reading import Seen, TextRead
from pipeline.model.section import Particular, ParticularName
from pipeline.ocr.engine import HandEngine
from pipeline.section.blank_filled import unnamed_in
from pipeline.section.captions import Blank, plain
from pipeline.section.oath_page import OathPage
from pipeline.section.residence import parse
from pipeline.section.statements import vocabulary
from pipeline.section.writing_room import Rule

# A part of the residence seen in another blank of it ("Residence address: 12 Elm St, Arvana"), read by machine.
IN_ADDRESS, NOT_IN_ADDRESS = 0.9, 0.6
NO_BLANK_FOUND = 0.7
RESIDENCE: tuple[ParticularName, ...] = ("street", "municipality", "county")
# Blanks of one row lie within so many points in height; a place's name needs so much room.
SAME_ROW_PT, LEAST_PLACE_PT = 6.0, 45.0
# A venue's "County of" stands under its "State of" within so many points, sideways and down.
UNDER_STATE_PT = 40.0
# A blank's room reaches so far below its rule, in points.
BELOW_RULE_PT = 4.5
# Certainty of a blank that is known by its place alone.
UNNAMED = 0.85
# Two blanks are one where so much of the smaller one lies in the other.
ONE_BLANK = 0.6


def is_venue(form: OathPage, blank: Blank) -> bool:
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
    return blank.caption.alone and any(
        abs(s.x0 - box.x0) < UNDER_STATE_PT and -4 <= box.y0 - s.y1 <= UNDER_STATE_PT for s in above
    )


def combined(mine: Sequence[Blank], found: list[Particular]) -> list[Particular]:
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
    return common is not None and common.area > ONE_BLANK * min(first.area, second.area)


def by_elimination(form: OathPage, found: Sequence[Particular], hand: HandEngine | None) -> list[Particular]:
    """Parts of the residence whose captions were not read, where the blanks of one row tell them by their order.

    One part of three: the blank on the row of the other two that is nobody's. All three: the first row of three blanks that are
    nobody's, the first one the longest, as a street needs it.
    """
    parts = {p.name: p for p in found if p.name in RESIDENCE}
    lacking = [n for n in RESIDENCE if n not in parts]
    free = _free(form)
    if len(lacking) == 1:
        feet = [p.box.y1 for p in parts.values()]
        level = [r for r in free if abs(r.y + BELOW_RULE_PT - feet[0]) <= SAME_ROW_PT]
        if max(feet) - min(feet) <= SAME_ROW_PT and len(level) == 1:
            return [_unread(form, lacking[0], level[0], hand)]
    if len(lacking) == len(RESIDENCE):
        for rule in free:
            level = sorted((r for r in free if abs(r.y - rule.y) <= SAME_ROW_PT / 2), key=lambda r: r.x0)
            if len(level) == len(RESIDENCE) and level[0] == max(level, key=lambda r: r.length):
                return [_unread(form, name, r, hand) for name, r in zip(RESIDENCE, level, strict=True)]
    return []


def _free(form: OathPage) -> list[Rule]:
    """Rules with room for a place's name that no caption claims; of several blanks for a name all but the first are free."""
    names = sorted((b for b in form.blanks if b.caption.name == "name"), key=lambda b: b.rule.y)
    used = {b.rule for b in form.blanks if b not in names[1:]}
    return [r for r in form.rules if r not in used and r.length >= LEAST_PLACE_PT]


def _unread(form: OathPage, name: ParticularName, rule: Rule, hand: HandEngine | None) -> Particular:
    return unnamed_in(form, name, rule, hand, certainty=UNNAMED, detail="its caption was not read")
