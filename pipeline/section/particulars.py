"""Are the circulator's particulars filled in: printed name, street, municipality, county, date, signature, number of
signatures? Sources: 54-124(e)(1), 10.3(c).
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.geometry import Box
from pipeline.model.reading import DateRead, Seen
from pipeline.model.section import Particular, ParticularName
from pipeline.model.sought import Sought
from pipeline.section.blank_filled import PRINTED, best_of, unnamed_in
from pipeline.section.captions import Blank, plain
from pipeline.section.circulator_residence import NO_BLANK_FOUND, by_elimination, combined, is_venue
from pipeline.section.circulator_signature import date_of, signature_of
from pipeline.section.count_stated import count_in
from pipeline.section.figures import Engines
from pipeline.section.oath_page import OathPage
from pipeline.section.phrases import word_set
from pipeline.section.statements import vocabulary
from pipeline.section.writing_room import Rule

# The blank for a name at the opening of an oath is long, in points. Certainty that it is the name's.
OPENING_BLANK_PT, OPENING = 90.0, 0.85
_AFTER_NAME = word_set("sworn affirm affirmed depose deposes circulator undersigned oath states swear printed print name affiant")
_TEXTS: tuple[ParticularName, ...] = ("name", "street", "municipality", "county")


def read_particulars(
    form: OathPage, zone: Box, outside: Sequence[Box], sought: Sought, engines: Engines
) -> tuple[tuple[Particular, ...], DateRead | None, Seen]:
    """Particulars of the circulator in `zone`, the notarial act (`outside`) left out; the date and the signature as well."""
    hand = engines.hand
    mine = [
        b for b in form.blanks
        if zone.contains(*b.caption.box.middle) and not any(o.contains(*b.caption.box.middle) for o in outside)
    ]  # fmt: skip
    venue = {b for b in mine if b.caption.name == "county" and is_venue(form, b)}
    out: list[Particular] = []
    for name in _TEXTS:
        found = read_as_they_stand([b for b in mine if b.caption.name == name and b not in venue])
        if found:
            out.append(best_of(form, name, found, hand))
        elif name == "name" and (rule := _opening_blank(form, zone, outside)):
            out.append(unnamed_in(form, "name", rule, hand, certainty=OPENING))
    out += by_elimination(form, out, hand)
    out = combined(mine, out)
    stated = any(s.name == "number-of-signatures" for s in sought.statements)
    count = count_in(form, zone, outside, mine, engines) if stated else None
    if count:
        out.append(count)
    date_part, when = date_of(form, zone, outside, mine, sought, hand)
    if date_part:
        out.append(date_part)
    signature = signature_of(form, zone, outside, mine)
    signed = next((b for b in mine if b.caption.name == "signature"), None)
    if signed or signature.present:
        printed = Seen(present=signed is not None, certainty=PRINTED if signed else NO_BLANK_FOUND)
        page, box = form.view.page.number, signature.box or zone
        out.append(Particular(name="signature", printed=printed, filled=signature, value=None, page=page, box=box))
    return tuple(out), when, signature


def read_as_they_stand(found: list[Blank]) -> list[Blank]:
    """Blanks without those whose caption is a lone word that only looks like one ("Clive" for "live"), where others are left."""
    return [b for b in found if not (b.caption.corrected and len(b.caption.words) == 1)] or found


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
