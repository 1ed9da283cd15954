"""What does the notarial act of an affidavit bear? Source: 54-124(e), (g): "signed, notarized, and dated". Measured, not
judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.geometry import Box, union
from pipeline.model.reading import DateRead, Seen
from pipeline.model.section import NotaryFacts
from pipeline.model.sought import Sought
from pipeline.ocr.engine import HandEngine
from pipeline.section.captions import Blank
from pipeline.section.dates_written import read_one
from pipeline.section.notary_date import date_of_act
from pipeline.section.notary_signature import signature_blank, signature_of
from pipeline.section.oath_page import OathPage
from pipeline.section.stamp_reading import read_stamp

SEAL_NOT_SEEN, SEAL_NOT_SEEN_BUT_INK = 0.95, 0.8
# An expiry read twice alike on the stamp needs no third reading from the blank.
STAMP_ENOUGH = 0.96
# Certainty of an act with a line for the signature or a date, and of one with neither; whether the date's blank is empty.
SURE, LIKELY = 0.95, 0.8
BLANK_TOLD, UNTOLD = 0.94, 0.5
# An expiry that stamp and blank give differently.
DIFFERENT = 0.6


def read_act(form: OathPage, zone: Box, sought: Sought, hand: HandEngine | None) -> NotaryFacts:
    """Signature, seal and dates of the notarial act in `zone` (points)."""
    page = form.view.page.number
    mine = [b for b in form.blanks if zone.contains(*b.caption.box.middle)]
    line = signature_blank(mine)
    signature = signature_of(form, zone, line, mine)
    date = date_of_act(form, zone, mine, sought, hand)
    stamped, stamp_name = read_stamp(form.view, form.stamp, hand) if form.stamp else (None, None)
    name_blank = next((b for b in mine if b.caption.name == "notary-name"), None)
    name = form.read(form.entry(name_blank), name_blank.rule, hand) if name_blank else None
    return NotaryFacts(
        page=page,
        box=_box(form, zone, mine, signature),
        certainty=SURE if line or date.read else LIKELY,
        signature=signature,
        seal=_seal(form, zone, signature),
        date=date.read,
        date_blank=Seen(
            present=date.empty, certainty=UNTOLD if date.empty is None else BLANK_TOLD, page=page, box=date.where,
            detail="" if date.where else "no blank for the date was found",
        ),
        commission_expires=_expiry(form, mine, stamped, sought, hand),
        name=name or stamp_name,
    )  # fmt: skip


def _seal(form: OathPage, zone: Box, signature: Seen) -> Seen:
    page = form.view.page.number
    stamp = form.stamp
    if stamp:
        return Seen(present=True, certainty=stamp.certainty, page=page, box=stamp.box, detail=stamp.shape)
    return Seen(
        present=False,
        certainty=SEAL_NOT_SEEN if signature.present is False else SEAL_NOT_SEEN_BUT_INK,
        page=page,
        box=zone,
        detail="no stamp seen; an embosser leaves nothing on a scan",
    )


def _expiry(
    form: OathPage, mine: Sequence[Blank], stamped: DateRead | None, sought: Sought, hand: HandEngine | None
) -> DateRead | None:
    blank = next((b for b in mine if b.caption.name == "expires"), None)
    written = None
    if stamped and stamped.certainty >= STAMP_ENOUGH:
        return stamped
    if blank:
        # The commission runs on for years: the bounds of the petition say nothing about it.
        found = form.entry(blank)
        written = read_one(form, found, blank.rule, hand, replace(sought, circulation_from=None, filed=None))
    if stamped and stamped.day and written and written.day and stamped.day != written.day:
        best = max(stamped, written, key=lambda d: d.certainty)
        return replace(best, certainty=min(best.certainty, DIFFERENT), candidates=((stamped.day, 0.5), (written.day, 0.5)))
    known = [d for d in (stamped, written) if d]
    return max(known, key=lambda d: (d.day is not None, d.certainty), default=None)


def _box(form: OathPage, zone: Box, mine: Sequence[Blank], signature: Seen) -> Box:
    boxes = [w.box for row in form.rows for w in row if zone.contains(*w.box.middle)]
    boxes += [Box(b.rule.x0, b.rule.y - 10, b.rule.x1, b.rule.y) for b in mine]
    if form.stamp:
        boxes.append(form.stamp.box)
    if signature.present and signature.box:
        boxes.append(signature.box)
    return union(boxes).clipped(form.view.page.box) if boxes else zone
