"""Where is the circulator's affidavit, what does it say, and is it filled in? Sources: 54-124(e)-(g), 10.3(c), 602(c)(1).

Located by wording, on one page or running on to the next, below the lines or on a page of its own. Measures only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.geometry import Box, union
from pipeline.model.reading import DateRead, Seen
from pipeline.model.section import AffidavitFacts, NotaryFacts, Particular
from pipeline.model.sought import Sought
from pipeline.model.text import Word
from pipeline.pages.view import PageView
from pipeline.section.affidavit_place import Place, head_marks, places
from pipeline.section.affidavit_words import SpokenWord, heads, last_said, spoken, statements_in
from pipeline.section.alterations import Written, altered
from pipeline.section.figures import Engines
from pipeline.section.jurat import act_rows, zone_of
from pipeline.section.notary import read_act
from pipeline.section.notary_again import below_circulator, read_again, unexplained
from pipeline.section.oath_page import OathPage, open_page
from pipeline.section.oath_rows import rows_of
from pipeline.section.particulars import read_particulars
from pipeline.section.seal_again import find_or_read
from pipeline.section.sentence_blanks import blanks_in

# A stamp stands so far above the first row of its act at most, and below the last, in points.
STAMP_ABOVE_PT, STAMP_BELOW_PT = 70.0, 150.0
# Certainty of an affidavit that begins with its heading or its oath, and of one that begins as the rest of a page before.
HEADED, HEADLESS = 0.97, 0.85
OFFICER_NAMED, OATH_SAID, BARE = 0.95, 0.9, 0.85
# Words of an affidavit without an act stand no further below its last blank, in points.
BELOW_BLANKS_PT = 30.0

ALTERABLE = frozenset({"name", "street", "municipality", "county", "date", "count", "notary-date", "notary-name", "expires"})
DATES_OF_ACT = frozenset({"day", "month", "year", "date"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What one page of an affidavit gives."""

    form: OathPage
    box: Box
    words: tuple[SpokenWord, ...]
    particulars: tuple[Particular, ...]
    date: DateRead | None
    signature: Seen
    notary: NotaryFacts | None
    alterations: tuple[Seen, ...]
    below: Seen | None


def find(views: Sequence[PageView], sought: Sought, engines: Engines) -> tuple[AffidavitFacts, ...]:
    """All affidavits of a section's pages, in order."""
    out: list[AffidavitFacts] = []
    left = places(views, sought)
    while left:
        group = [left.pop(0)]
        while left and not left[0].headed:
            group.append(left.pop(0))
        out.append(_facts(group, sought, engines))
    return tuple(out)


def _facts(group: Sequence[Place], sought: Sought, engines: Engines) -> AffidavitFacts:
    reads = [_read(place, sought, engines) for place in group]
    heard, statements = statements_in([w for r in reads for w in r.words], sought)
    first = reads[0]
    notary = next((r.notary for r in reversed(reads) if r.notary), None)
    return AffidavitFacts(
        page=first.form.view.page.number,
        box=first.box,
        certainty=HEADED if group[0].headed else HEADLESS,
        statements=statements,
        unexplained=heard.unexplained,
        particulars=_merged(reads),
        signature=next((r.signature for r in reads if r.signature.present is not None), first.signature),
        date=next((r.date for r in reads if r.date), None),
        sworn=_sworn(reads, notary),
        registered_elector=replace(heard.registered_elector, page=first.form.view.page.number),
        alterations=tuple(a for r in reads for a in r.alterations),
        notary=notary,
        perhaps_act=None if notary else next((r.below for r in reversed(reads) if r.below), None),
    )


def _read(place: Place, sought: Sought, engines: Engines, *, again: bool = True) -> _Read:
    view, region = place.view, place.region
    rows = [r.words for r in rows_of(view.text, region)]
    said = last_said(rows, sought.statements)
    act = act_rows(rows, said)
    search = _stamp_place(view, region, rows, said, act)
    # Where there is no act, nothing is sealed: its place is not read for words of a stamp.
    stamp = find_or_read(view, search, engines if act else Engines())
    form = open_page(view, region, stamp, headed=place.headed and heads(rows[0]))
    # Without the stamp's words the rows are others.
    said = last_said(form.rows, sought.statements)
    act = act_rows(form.rows, said)
    below = None if act else below_circulator(form, said)
    if below and again and (read := read_again(view, below, engines.printed)):
        return _read(replace(place, view=read), sought, engines, again=False)
    zone = zone_of(form, act) if act else None
    outside = [zone] if zone else []
    particulars, when, signature = read_particulars(form, region, outside, sought, engines)
    words = spoken(form, outside)
    return _Read(
        form=form,
        box=_box(form, words, particulars, zone),
        words=words,
        particulars=particulars,
        date=when,
        signature=signature,
        notary=read_act(form, zone, sought, engines.hand) if zone else None,
        alterations=_alterations(form, zone),
        below=unexplained(form, below) if below else None,
    )


def _stamp_place(view: PageView, region: Box, rows: Sequence[Sequence[Word]], said: int, act: tuple[int, int] | None) -> Box:
    """Where the notary's stamp may be: about the act, else below what is said."""
    width = view.page.size[0]
    if act is None:
        foot = max((w.box.y1 for w in rows[said]), default=region.y0) if said >= 0 else region.y0
        return Box(0, max(region.y0, foot), width, region.y1)
    tops = [min(w.box.y0 for w in row) for row in rows[act[0] : act[1] + 1]]
    return Box(0, max(min(tops) - STAMP_ABOVE_PT, 0), width, min(max(tops) + STAMP_BELOW_PT, region.y1))


def _alterations(form: OathPage, zone: Box | None) -> tuple[Seen, ...]:
    """Struck, overwritten or whited names, dates, counts and places; a signature may look like any of them."""
    entries = []
    for blank in form.blanks:
        if blank.caption.name in ALTERABLE:
            found, writer = form.entry(blank), _writer(blank.caption.box, zone)
            typed = found.ink is not None and form.is_typed(found.ink, blank.rule)
            entries.append(Written(name=blank.caption.name, writer=writer, entry=found, typed=typed))
    known = {w.entry.ink for w in entries}
    if zone is not None:
        told = [b for b in blanks_in(form, zone) if b.label in DATES_OF_ACT]
        more = [Written(name="notary-date", writer="notary", entry=form.entry_in(form.room_over(b.rule), b.rule)) for b in told]
        entries += [w for w in more if w.entry.ink not in known]
    return altered(form, entries)


def _writer(box: Box, zone: Box | None) -> str:
    return "notary" if zone is not None and zone.contains(*box.middle) else "circulator"


def _box(form: OathPage, words: Sequence[SpokenWord], particulars: Sequence[Particular], zone: Box | None) -> Box:
    """Around statements and the circulator's blanks, as far down as the notarial act or the last of them."""
    foot = max([p.box.y1 for p in particulars] + [0.0])
    spoken_words = [s.word.box for s in words if s.word is not None]
    said = [b for b in spoken_words if zone is None or b.y0 < zone.y0 or b.y0 < foot]
    boxes = said + [b.box for b in particulars]
    if zone is None and particulars:
        boxes = [b for b in boxes if b.y0 < foot + BELOW_BLANKS_PT]
    return union(boxes).clipped(form.view.page.box) if boxes else form.region


def _merged(reads: Sequence[_Read]) -> tuple[Particular, ...]:
    """Each particular once: filled before unsure before empty, earlier pages first."""
    best: dict[str, Particular] = {}
    rank = {True: 0, None: 1, False: 2}
    for read in reads:
        for part in read.particulars:
            if part.name not in best or rank[part.filled.present] < rank[best[part.name].filled.present]:
                best[part.name] = part
    return tuple(best.values())


def _sworn(reads: Sequence[_Read], notary: NotaryFacts | None) -> Seen:
    page = reads[0].form.view.page.number
    if notary:
        return Seen(present=True, certainty=OFFICER_NAMED, page=notary.page, box=notary.box, detail="an officer is named")
    for read in reads:
        for row in read.form.rows:
            if "oath" in head_marks(row)[0]:
                return Seen(
                    present=True, certainty=OATH_SAID, page=page, box=union(w.box for w in row), detail="words of an oath"
                )
    return Seen(present=False, certainty=BARE, page=page)
