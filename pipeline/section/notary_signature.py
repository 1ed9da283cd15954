"""Did the notary sign? Ink on the notary's line that is neither print nor stamp. Source: 54-124(e), (g). Measured, not judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.geometry import Box, union
from pipeline.model.reading import Seen
from pipeline.section.captions import Blank
from pipeline.section.oath_page import SIGNATURE_HEIGHT_PT, OathPage
from pipeline.section.writing_room import Entry, Rule, entry

SIGNED, UNSIGNED = 0.96, 0.95
# Where the act has no caption for the signature, ink that nothing else explains may be it.
SIGNED_ANYWHERE, UNSIGNED_ANYWHERE = 0.7, 0.8
UNSURE = 0.5
# A signature's greatest stroke; less is a tick, an initial is wider, in points.
LEAST_SIGNATURE_PT = (9.0, 5.0)
LEAST_STROKE_PT = 4.0
# Ink of a signature without a line of its own is so many times wider.
ANYWHERE_TIMES = 3.0
# Ink within the stamp over less than this share of its width may be pieces of the stamp. A line lower than the room, in
# points, may be cut by scraps.
ACROSS_STAMP, LEAST_ROOM_PT = 0.7, 18.0
WITHIN_STAMP, COVERED = 0.9, 0.5
# A rule that no caption names is the notary's own from this length on, in points: blanks of dates and names are shorter.
LEAST_LINE_PT = 150.0
UNREAD_CAPTION = "the line's caption was not read"
NO_LINE = "no line for the notary's signature was found"


def signature_blank(mine: Sequence[Blank]) -> Blank | None:
    """The notary's own line: captions such as "Title" share the name; the longest rule is for the signature."""
    found = [b for b in mine if b.caption.name in {"notary-signature", "signature"}]
    return max(found, key=lambda b: (b.caption.name == "notary-signature", b.rule.length), default=None)


def signature_of(form: OathPage, zone: Box, blank: Blank | None, mine: Sequence[Blank]) -> Seen:
    """Whether the notary signed: on the line `blank`, else anywhere in `zone` outside the other blanks (`mine`)."""
    line = _unnamed_line(form, zone, mine)
    if blank:
        seen = _on_line(form, form.entry(blank, SIGNATURE_HEIGHT_PT), form.room(blank, SIGNATURE_HEIGHT_PT))
        if seen.present or line is None or blank.rule.length >= LEAST_LINE_PT:
            return seen
        # A piece of a stamp's border with the stamp's own "Notary Public" under it passes for a line. Where a longer one is
        # written on, that is the notary's; where it is not, what the caption says holds.
        place = form.room_over(line, SIGNATURE_HEIGHT_PT)
        longer = _on_line(form, form.entry_in(place, line), place)
        return replace(longer, certainty=SIGNED_ANYWHERE, detail=UNREAD_CAPTION) if longer.present else seen
    if line is not None:
        place = form.room_over(line, SIGNATURE_HEIGHT_PT)
        seen = _on_line(form, form.entry_in(place, line), place)
        if seen.present:
            return replace(seen, certainty=SIGNED_ANYWHERE, detail=UNREAD_CAPTION)
        if seen.present is False:
            # The caption that was not read stands below it, and looks like ink that nothing explains.
            return replace(seen, certainty=UNSIGNED_ANYWHERE, detail=UNREAD_CAPTION)
    return _anywhere(form, zone, mine)


def _unnamed_line(form: OathPage, zone: Box, mine: Sequence[Blank]) -> Rule | None:
    """The longest rule of the act that no caption names for certain: a stamp or a bad copy may hide "Notary Public"."""
    named = {b.rule for b in mine if not b.caption.corrected}
    inside = [r for r in form.rules if zone.y0 < r.y < zone.y1 and zone.x0 - 4 <= r.x0 < zone.x1]
    longest = max(inside, key=lambda r: r.length, default=None)
    return longest if longest and longest.length >= LEAST_LINE_PT and longest not in named else None


def _on_line(form: OathPage, found: Entry, place: Box) -> Seen:
    page = form.view.page.number
    over = form.stamp.box.grown(2) if form.stamp else None
    if found.ink and over and found.ink.share_inside(over) > WITHIN_STAMP and found.ink.width < ACROSS_STAMP * over.width:
        why = "only the stamp's own ink, or a signature within it"
        return Seen(present=None, certainty=UNSURE, page=page, box=found.ink, detail=why)
    if found.answer == "written" and _is_signature(found):
        return Seen(present=True, certainty=SIGNED, page=page, box=found.ink)
    if found.answer == "empty":
        if form.stamp is not None and place.share_inside(form.stamp.box) > COVERED:
            return Seen(present=None, certainty=UNSURE, page=page, box=place, detail="the stamp lies over the notary's line")
        low = place.height < LEAST_ROOM_PT
        return Seen(present=False, certainty=UNSIGNED_ANYWHERE if low else UNSIGNED, page=page, box=place)
    return Seen(present=None, certainty=UNSURE, page=page, box=found.ink or place, detail="some ink on the notary's line")


def _is_signature(found: Entry) -> bool:
    widest = max((b.width for b in found.strokes), default=0.0)
    tallest = max((b.height for b in found.strokes), default=0.0)
    wide = found.ink is not None and found.ink.width >= LEAST_SIGNATURE_PT[0]
    return wide and widest >= LEAST_STROKE_PT and tallest >= LEAST_SIGNATURE_PT[1]


def _anywhere(form: OathPage, zone: Box, mine: Sequence[Blank]) -> Seen:
    page = form.view.page.number
    stray = _stray_ink(form, zone, mine)
    if stray is None:
        return Seen(present=False, certainty=UNSIGNED_ANYWHERE, page=page, box=zone, detail=NO_LINE)
    if form.stamp is not None and form.stamp.box.share_inside(stray.grown(2)) > COVERED:
        # A border found askew leaves pieces of the stamp behind, on every side of it.
        why = "only the stamp's own ink, or a signature over it"
        return Seen(present=None, certainty=UNSURE, page=page, box=stray, detail=why)
    if stray.width >= ANYWHERE_TIMES * LEAST_SIGNATURE_PT[0]:
        return Seen(present=True, certainty=SIGNED_ANYWHERE, page=page, box=stray, detail=NO_LINE)
    return Seen(present=None, certainty=UNSURE, page=page, box=stray, detail=NO_LINE)


def _stray_ink(form: OathPage, zone: Box, mine: Sequence[Blank]) -> Box | None:
    """Ink in the act's zone that is neither print, nor stamp, nor in a blank with another caption."""
    rooms = [form.room(b) for b in mine]
    found = entry(form.view, zone, (*form.printed, *rooms), form.rules, leave_out=form.stamp_pixels)
    strokes = [b for b in found.strokes if b.height >= LEAST_SIGNATURE_PT[1] and b.width >= 3]
    return union(strokes) if strokes and found.answer == "written" else None
