"""What does the notarial act of an affidavit bear? Source: 54-124(e), (g): "signed, notarized, and dated". Measured, not
judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from pipeline.geometry import Box, union
from pipeline.model.reading import DateRead, Seen
from pipeline.model.section import NotaryFacts
from pipeline.model.sought import Sought
from pipeline.model.text import Word
from pipeline.ocr.engine import HandEngine
from pipeline.section.captions import Blank, Caption, assign, plain
from pipeline.section.dates_written import read_one, read_spread, spread
from pipeline.section.oath_captions import caption_vocabulary
from pipeline.section.oath_page import SIGNATURE_HEIGHT_PT, OathPage
from pipeline.section.phrases import PhraseBook
from pipeline.section.stamp_reading import read_stamp
from pipeline.section.writing_room import Entry, entry

SIGNED, UNSIGNED = 0.96, 0.95
# Where the act has no caption for the signature, ink that nothing else explains may be it.
SIGNED_ANYWHERE, UNSIGNED_ANYWHERE = 0.7, 0.8
SEAL_NOT_SEEN, SEAL_NOT_SEEN_BUT_INK = 0.95, 0.8
# An expiry read twice alike on the stamp needs no third reading from the blank.
STAMP_ENOUGH = 0.96
# Rows of the act that follow each other with more paper between them, in points, are apart (a stamp and a signature
# need room).
ACT_GAP_PT = 120.0
# A venue ("State of ..., County of ...") stands right above the oath it belongs to.
VENUE_ABOVE_PT = 46.0
# A signature's greatest stroke; less is a tick, an initial is wider, in points.
LEAST_SIGNATURE_PT = (9.0, 5.0)

# A row of the act ends where nothing follows for so long; its next row begins within so much, in points.
ROW_ENDS_PT, NEXT_ROW_PT = 12.0, 30.0

# Ink within the stamp over less than this share of its width may be pieces of the stamp. A line lower than the room, in
# points, may
# be cut by scraps.
ACROSS_STAMP, LEAST_ROOM_PT = 0.7, 18.0

JURAT = {
    "act": (
        "subscribed|signed|sworn|affirmed|acknowledged|attested ..7 before ..2 me|notary|my|undersigned",
        "before me ..5 sworn|affirmed|subscribed|personally|appeared|day|on|this",
        "sworn|affirmed ..4 subscribed|signed",
        "subscribed ..4 sworn|affirmed",
    ),
    "mark": (
        "notary public",
        "notarys|notary|notarial signature|officer|seal|stamp|name",
        "signature of ..3 notary|notarial",
        "commission ..1 expires|expiration|expire|number|expiry",
        "witness my ..2 hand",
        "official seal",
        "administering|administer ..2 oath|oaths",
    ),
    "venue": ("state|commonwealth of", "county|city of", "city and county of"),
    "seal": ("seal", "s e a l"),
}


@cache
def jurat_book() -> PhraseBook:
    """Phrases of notarial acts, compiled."""
    return PhraseBook(JURAT, {})


def marks_of_act(row: Sequence[Word]) -> set[str]:
    """Which phrases of a notarial act a printed row bears: `act`, `mark`, `venue`, `seal`."""
    tokens = [t for w in row for t in plain(w.text, caption_vocabulary() | jurat_book().words)]
    found = {h.name for h in jurat_book().hits(tokens)}
    if "seal" in found and len(tokens) > 5:
        found.discard("seal")
    return found


def act_rows(rows: Sequence[Sequence[Word]], below: float) -> tuple[int, int] | None:
    """First and last place of the rows of the notarial act, looked for under `below` (points); None where there is none."""
    marks = [(i, marks_of_act(row)) for i, row in enumerate(rows)]
    under = [(i, m) for i, m in marks if union(w.box for w in rows[i]).middle[1] > below]
    starts = [i for i, m in under if "act" in m]
    others = [i for i, m in under if m & {"act", "mark"}]
    if not starts and len(others) < 2:
        return None
    first = starts[0] if starts else others[0]
    if not starts or (
        others and others[0] < first and _top(rows[first]) - _top(rows[others[0]]) < 60 and len(rows[others[0]]) < 6
    ):
        first = min(first, others[0])
    last = first
    for i, m in under:
        if i > last and m & {"act", "mark", "seal"} and _top(rows[i]) - _top(rows[last]) < ACT_GAP_PT:
            last = i
    while first > 0 and "venue" in marks[first - 1][1] | (marks[first - 2][1] if first > 1 else set()):
        above = union(w.box for w in rows[first - 1])
        if above.y0 <= below or _top(rows[first]) - above.y1 > VENUE_ABOVE_PT or len(rows[first - 1]) > 9:
            break
        first -= 1
    return first, last


def _top(row: Sequence[Word]) -> float:
    return min(w.box.y0 for w in row)


def read_act(form: OathPage, zone: Box, sought: Sought, hand: HandEngine | None) -> NotaryFacts:
    """Signature, seal and dates of the notarial act in `zone` (points)."""
    page = form.view.page.number
    mine = [b for b in form.blanks if zone.contains(*b.caption.box.middle)]
    signature_blank = _signature_blank(mine)
    used: list[Box] = []
    signature = _signature(form, zone, signature_blank, mine, used)
    when, empty, where = _date(form, zone, mine, sought, hand)
    stamped, stamp_name = read_stamp(form.view, form.stamp, hand) if form.stamp else (None, None)
    expires = _expiry(form, mine, stamped, sought, hand)
    box = _box(form, zone, mine, signature)
    name_blank = next((b for b in mine if b.caption.name == "notary-name"), None)
    name = form.read(form.entry(name_blank), name_blank.rule, hand) if name_blank else None
    return NotaryFacts(
        page=page,
        box=box,
        certainty=0.95 if signature_blank or when else 0.8,
        signature=signature,
        seal=_seal(form, zone, signature),
        date=when,
        date_blank=Seen(
            present=empty, certainty=0.5 if empty is None else 0.94, page=page, box=where,
            detail="" if where else "no blank for the date was found",
        ),
        commission_expires=expires,
        name=name or stamp_name,
    )  # fmt: skip


def _signature_blank(mine: Sequence[Blank]) -> Blank | None:
    """The notary's own line: captions such as "Title" share the name; the longest rule is for the signature."""
    found = [b for b in mine if b.caption.name in {"notary-signature", "signature"}]
    return max(found, key=lambda b: (b.caption.name == "notary-signature", b.rule.length), default=None)


def _signature(form: OathPage, zone: Box, blank: Blank | None, mine: Sequence[Blank], used: list[Box]) -> Seen:
    page = form.view.page.number
    if blank:
        found = form.entry(blank, SIGNATURE_HEIGHT_PT)
        place = form.room(blank, SIGNATURE_HEIGHT_PT)
        used.append(place)
        over = form.stamp.box.grown(2) if form.stamp else None
        if found.ink and over and found.ink.share_inside(over) > 0.9 and found.ink.width < ACROSS_STAMP * over.width:
            return Seen(
                present=None,
                certainty=0.5,
                page=page,
                box=found.ink,
                detail="only the stamp's own ink, or a signature within it",
            )
        if found.answer == "written" and _is_signature(found):
            return Seen(present=True, certainty=SIGNED, page=page, box=found.ink)
        if found.answer == "empty":
            covered = form.stamp is not None and place.share_inside(form.stamp.box) > 0.5
            if covered:
                return Seen(present=None, certainty=0.5, page=page, box=place, detail="the stamp lies over the notary's line")
            low = place.height < LEAST_ROOM_PT
            return Seen(present=False, certainty=UNSIGNED_ANYWHERE if low else UNSIGNED, page=page, box=place)
        return Seen(present=None, certainty=0.5, page=page, box=found.ink or place, detail="some ink on the notary's line")
    stray = _stray_ink(form, zone, mine)
    if stray and stray.width >= 3 * LEAST_SIGNATURE_PT[0]:
        return Seen(
            present=True,
            certainty=SIGNED_ANYWHERE,
            page=page,
            box=stray,
            detail="no line for the notary's signature was found",
        )
    if stray:
        return Seen(present=None, certainty=0.5, page=page, box=stray, detail="no line for the notary's signature was found")
    return Seen(
        present=False,
        certainty=UNSIGNED_ANYWHERE,
        page=page,
        box=zone,
        detail="no line for the notary's signature was found",
    )


def _is_signature(found: Entry) -> bool:
    widest = max((b.width for b in found.strokes), default=0.0)
    tallest = max((b.height for b in found.strokes), default=0.0)
    return (
        bool(found.ink)
        and found.ink is not None
        and found.ink.width >= LEAST_SIGNATURE_PT[0]
        and (widest >= 4 and tallest >= LEAST_SIGNATURE_PT[1])
    )


def _stray_ink(form: OathPage, zone: Box, mine: Sequence[Blank]) -> Box | None:
    """Ink in the act's zone that is neither print, nor stamp, nor in a blank with another caption."""
    rooms = [form.room(b) for b in mine]
    found = entry(form.view, zone, (*form.printed, *rooms), form.rules, leave_out=form.stamp_pixels)
    strokes = [b for b in found.strokes if b.height >= LEAST_SIGNATURE_PT[1] and b.width >= 3]
    return union(strokes) if strokes and found.answer == "written" else None


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


def _date(
    form: OathPage, zone: Box, mine: Sequence[Blank], sought: Sought, hand: HandEngine | None
) -> tuple[DateRead | None, bool | None, Box | None]:
    taken = [
        b.rule for b in form.blanks if b.caption.name not in {"notary-date", "date", "notary-affiant", "seal", "other", "name"}
    ]
    for caption in _day_of(form, zone):
        blanks = spread(form, caption, taken)
        if blanks:
            return read_spread(form, blanks, hand, sought)
    dated = [b for b in mine if b.caption.name in {"notary-date", "date"}]
    for blank in sorted(dated, key=lambda b: (b.caption.name != "notary-date", b.cost)):
        found = form.entry(blank)
        place = form.room(blank)
        if found.ink is None:
            return None, True, place
        return read_one(form, found, blank.rule, hand, sought), None if found.answer == "unsure" else False, place
    led_into = _after_on(form, zone, mine)
    if led_into:
        found = form.entry(led_into)
        # That this blank is the date's is a guess by the sentence alone: an empty one is not told to be so.
        if found.ink is not None:
            return (
                read_one(form, found, led_into.rule, hand, sought),
                None if found.answer == "unsure" else False,
                form.room(led_into),
            )
    return None, None, None


def _after_on(form: OathPage, zone: Box, mine: Sequence[Blank]) -> Blank | None:
    """The blank that the sentence of the act leads into with "on" or "this", wherever its row was broken."""
    words = caption_vocabulary()
    found = [
        Caption(name="notary-date", words=(w,), alone=False, bracketed=False, leads=True)
        for row in form.rows
        for w in row
        if zone.contains(*w.box.middle) and plain(w.text, words) in (["on"], ["this"])
    ]
    other = {b.rule for b in mine if b.caption.name not in {"other", "state-of", "name"}}
    rules = [r for r in form.rules if r not in other and zone.contains((r.x0 + r.x1) / 2, r.y)]
    beside = [b for b in assign(found, rules, form.printed).values() if b.side == "right"]
    return min(beside, key=lambda b: b.cost, default=None)


def _day_of(form: OathPage, zone: Box) -> list[Caption]:
    found = [c for c in form.captions if c.name == "day-of" and zone.contains(*c.box.middle)]
    return found or [c for c in _day_of_over_rows(form.rows) if zone.contains(*c.box.middle)]


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
        return replace(best, certainty=min(best.certainty, 0.6), candidates=((stamped.day, 0.5), (written.day, 0.5)))
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
