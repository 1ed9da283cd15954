"""Where is the circulator's affidavit, what does it say, and is it filled in? Sources: 54-124(e)-(g), 10.3(c), 602(c)(1).

Located by wording, on one page or running on to the next, below the lines or on a page of its own. Measures only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from pipeline.geometry import Box, union
from pipeline.model.reading import DateRead, Seen
from pipeline.model.section import AffidavitFacts, NotaryFacts, Particular, StatementFound
from pipeline.model.sought import Sought
from pipeline.model.text import Word
from pipeline.pages.view import PageView
from pipeline.section.alterations import altered
from pipeline.section.captions import plain, printed_rows
from pipeline.section.figures import Engines
from pipeline.section.notary import act_rows, marks_of_act, read_act
from pipeline.section.oath_page import OathPage, open_page
from pipeline.section.particulars import read_particulars
from pipeline.section.phrases import PhraseBook
from pipeline.section.seal import find_stamp
from pipeline.section.statements import Heard, Said, hear, vocabulary

# A heading is a short row.
HEADING_WORDS = 12
# Statements that a page must make before it is an affidavit without heading or oath; and after a heading, or an oath.
LEAST_STATEMENTS, LEAST_AFTER_HEADING = 3, 1
STAMP_ABOVE_PT, STAMP_BELOW_PT = 70.0, 150.0

BRACKETED_WORDS = 10
# Words of print recognition less sure than this are a pen's strokes (print of the made-up scans stays over 0.5).
WRITTEN_BELOW = 0.35

ALTERABLE = frozenset({"name", "street", "municipality", "county", "date", "count", "notary-date", "notary-name"})

HEADS = {
    "head": (
        "affidavit|statement|declaration|certificate|certification|oath|verification ..4 "
        "circulator|circulators|circulated|circulating",
        "circulators|circulator ..1 affidavit|statement|declaration|certificate|oath|certification|verification",
        "affidavit by ..2 person",
    ),
    "bare": ("affidavit",),
    "oath": (
        "being ..3 sworn", "duly sworn", "under oath", "depose|deposes", "penalty|penalties of perjury",
        "solemnly ..2 swear|affirm",
        "do ..2 swear|affirm", "hereby ..2 swear|certify|affirm|declare",
    ),
    "other-part": (
        "committee ..2 of|for petitioners|proponents|representatives", "designated|designate ..4 represent|representatives",
        "petition|petitioners representatives|committee", "signers ..3 represented",
        "represent ..3 signers", "represented in all matters",
        "representatives of ..2 signers|petitioners|proponents", "petitioners committee", "persons ..3 represent ..2 signers",
    ),
}  # fmt: skip


@cache
def _book() -> PhraseBook:
    return PhraseBook(HEADS, {})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Rows of one page that an affidavit takes."""

    view: PageView
    region: Box
    headed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What one page of an affidavit gives."""

    form: OathPage
    box: Box
    words: tuple[Word, ...]
    particulars: tuple[Particular, ...]
    date: DateRead | None
    signature: Seen
    notary: NotaryFacts | None
    alterations: tuple[Seen, ...]


def find(views: Sequence[PageView], sought: Sought, engines: Engines) -> tuple[AffidavitFacts, ...]:
    """All affidavits of a section's pages, in order."""
    out: list[AffidavitFacts] = []
    places = _places(views, sought)
    while places:
        group = [places.pop(0)]
        while places and not places[0].headed:
            group.append(places.pop(0))
        out.append(_facts(group, sought, engines))
    return tuple(out)


def _places(views: Sequence[PageView], sought: Sought) -> list[_Place]:
    found: list[_Place] = []
    for view in views:
        if view.page.blank or not view.text.lines:
            continue
        rows = printed_rows(view.text, view.page.box)
        starts = _starts(rows, sought)
        if not starts and found and _continues(found, view, rows, sought):
            found.append(_Place(view=view, region=view.page.box, headed=False))
        for at, start in enumerate(starts):
            top = min(w.box.y0 for w in rows[start]) - 3
            end = min(w.box.y0 for w in rows[starts[at + 1]]) - 2 if at + 1 < len(starts) else _end(rows, start, view)
            found.append(_Place(view=view, region=Box(0, max(top, 0), view.page.size[0], max(end, top + 1)), headed=True))
    return found


def _hits(row: Sequence[Word]) -> tuple[set[str], int]:
    tokens = [t for w in row for t in plain(w.text, vocabulary() | _book().words)]
    return {h.name for h in _book().hits(tokens)}, len(tokens)


def _starts(rows: Sequence[Sequence[Word]], sought: Sought) -> list[int]:
    """Rows where an affidavit begins: a heading with statements or an oath after it; else the row of an oath with
    statements after it.
    """
    marks = [_hits(row) for row in rows]
    heads = [i for i, (m, n) in enumerate(marks) if ("head" in m and n <= HEADING_WORDS) or ("bare" in m and n <= 3)]
    kept: list[int] = []
    for i in heads:
        until = next((h for h in heads if h > i), len(rows))
        after = [w.text for row in rows[i + 1 : until] for w in row]
        oath = any("oath" in m for m, _ in marks[i:until])
        # Where the ordinance asks for no statement, none can be heard: the heading and some words under it will do.
        if _claims(after, sought) >= LEAST_AFTER_HEADING or ((oath or not sought.statements) and len(after) > 15):
            kept.append(i)
    if kept:
        return kept
    oaths = [i for i, (m, _) in enumerate(marks) if "oath" in m]
    for i in oaths:
        after = [w.text for row in rows[i:] for w in row]
        if _claims(after, sought) >= LEAST_STATEMENTS:
            return [_with_venue(rows, i)]
    return []


def _with_venue(rows: Sequence[Sequence[Word]], start: int) -> int:
    while start > 0 and "venue" in marks_of_act(rows[start - 1]) and len(rows[start - 1]) <= 9:
        start -= 1
    return start


def _claims(words: Sequence[str], sought: Sought) -> int:
    return sum(s.found.present is True for s in hear(words, sought.statements).statements)


def _continues(found: Sequence[_Place], view: PageView, rows: Sequence[Sequence[Word]], sought: Sought) -> bool:
    """Whether a page without a heading goes on with the affidavit of the page before: statements or a notarial act first
    on it.
    """
    if found[-1].view.page.number != view.page.number - 1 or _has_act(found[-1]):
        return False
    if act_rows(rows, 0.0):
        return not any("head" in _hits(r)[0] for r in rows)
    return _claims([w.text for row in rows for w in row], sought) >= 2 and len(rows) < 40


def _has_act(place: _Place) -> bool:
    return act_rows(printed_rows(place.view.text, place.region), place.region.y0) is not None


def _end(rows: Sequence[Sequence[Word]], start: int, view: PageView) -> float:
    """The affidavit runs to the foot of the page, or to the heading of another part below its notarial act."""
    for row in rows[start + 1 :]:
        marks, words = _hits(row)
        if "other-part" in marks and words <= 2 * HEADING_WORDS:
            return min(w.box.y0 for w in row) - 2
    return view.page.size[1]


def _facts(group: Sequence[_Place], sought: Sought, engines: Engines) -> AffidavitFacts:
    reads = [_read(place, sought, engines, oath_above=at > 0) for at, place in enumerate(group)]
    heard, statements = _statements(reads, sought)
    first = reads[0]
    particulars = _merged(reads)
    signature = next((r.signature for r in reads if r.signature.present is not None), first.signature)
    when = next((r.date for r in reads if r.date), None)
    notary = next((r.notary for r in reversed(reads) if r.notary), None)
    return AffidavitFacts(
        page=first.form.view.page.number,
        box=first.box,
        certainty=0.97 if group[0].headed else 0.85,
        statements=statements,
        unexplained=heard.unexplained,
        particulars=particulars,
        signature=signature,
        date=when,
        sworn=_sworn(reads, notary),
        registered_elector=replace(heard.registered_elector, page=first.form.view.page.number),
        alterations=tuple(a for r in reads for a in r.alterations),
        notary=notary,
    )


def _read(place: _Place, sought: Sought, engines: Engines, *, oath_above: bool) -> _Read:
    view, region = place.view, place.region
    rows = printed_rows(view.text, region)
    foot = _last_statement(rows, sought)
    act = act_rows(rows, foot)
    near = Box(0, max(region.y0, foot), view.page.size[0], region.y1)
    if act:
        tops = [min(w.box.y0 for w in rows[i]) for i in act]
        near = Box(0, max(tops[0] - STAMP_ABOVE_PT, 0), view.page.size[0], min(tops[1] + STAMP_BELOW_PT, region.y1))
    stamp = find_stamp(view, near)
    form = open_page(view, region, stamp)
    act = act_rows(form.rows, foot)
    zone = _zone(form, act) if act else None
    inside = [zone] if zone else []
    particulars, when, signature = read_particulars(form, region, inside, sought, engines.hand)
    notary = read_act(form, zone, sought, engines.hand) if zone else None
    words = tuple(
        w for row in form.rows if not _bracketed(row) for w in row if not any(z.contains(*w.box.middle) for z in inside)
    )
    return _Read(
        form=form,
        box=_box(form, words, particulars, zone),
        words=words,
        particulars=particulars,
        date=when,
        signature=signature,
        notary=notary,
        alterations=_alterations(form, zone),
    )


def _alterations(form: OathPage, zone: Box | None) -> tuple[Seen, ...]:
    """Struck or overwritten names, dates, counts and places; a signature may look like either."""
    watched = [b for b in form.blanks if b.caption.name in ALTERABLE]
    if zone is None:
        watched = [b for b in watched if not b.caption.name.startswith("notary")]
    return altered(form, [(b.caption.name, form.entry(b)) for b in watched])


def _bracketed(row: Sequence[Word]) -> bool:
    """A row all in brackets stands under a blank and is no part of the sentence that runs around it."""
    return (
        len(row) <= BRACKETED_WORDS
        and row[0].text.startswith("(")
        and row[-1].text.rstrip(".,;").endswith(")")
        and len(row[0].text) > 3
    )


def _last_statement(rows: Sequence[Sequence[Word]], sought: Sought) -> float:
    """Foot of the last row that says one of the statements, points."""
    words = [w for row in rows for w in row]
    heard = hear([w.text for w in words], sought.statements)
    feet = [words[s.last].box.y1 for s in heard.statements if s.last is not None and s.found.present]
    return max(feet, default=0.0)


def _zone(form: OathPage, act: tuple[int, int]) -> Box:
    """The notarial act's part of the page: from its first row to its last, as wide as its rows, blanks and stamp."""
    rows = form.rows[act[0] : act[1] + 1]
    top, foot = min(w.box.y0 for w in rows[0]) - 2, max(w.box.y1 for w in rows[-1]) + 4
    beside = [
        c for c in form.captions if c.name in {"signature", "date"} and top <= c.box.middle[1] <= foot and "notary" not in c.name
    ]
    x0, x1 = 0.0, form.view.page.size[0]
    marked = [w.box for row in rows for piece in _pieces(row) if marks_of_act(piece) & {"act", "mark"} for w in piece]
    if beside and marked:
        act_box = union(marked)
        for c in beside:
            if c.name == "signature" and c.box.x0 > act_box.x1:
                x1 = min(x1, c.box.x0 - 4)
            elif c.name == "signature" and c.box.x1 < act_box.x0:
                x0 = max(x0, c.box.x1 + 4)
    if form.stamp:
        foot = max(foot, min(form.stamp.box.y1, foot + 90))
    return Box(x0, top, max(x1, x0), foot)


def _pieces(row: Sequence[Word]) -> list[list[Word]]:
    out: list[list[Word]] = []
    for word in row:
        if out and word.box.x0 - out[-1][-1].box.x1 <= 2.0 * max(word.box.height, 5.0):
            out[-1].append(word)
        else:
            out.append([word])
    return out


def _box(form: OathPage, words: Sequence[Word], particulars: Sequence[Particular], zone: Box | None) -> Box:
    """Around statements and the circulator's blanks, as far down as the notarial act or the last of them."""
    foot = max([p.box.y1 for p in particulars] + [0.0])
    said = [w.box for w in words if zone is None or w.box.y0 < zone.y0 or w.box.y0 < foot]
    boxes = said + [b.box for b in particulars]
    if zone is None and particulars:
        boxes = [b for b in boxes if b.y0 < foot + 30]
    return union(boxes).clipped(form.view.page.box) if boxes else form.region


def _statements(reads: Sequence[_Read], sought: Sought) -> tuple[Heard, tuple[StatementFound, ...]]:
    words = [(r.form.view.page.number, w) for r in reads for w in r.words]
    heard = hear([_as_said(w) for _, w in words], sought.statements)
    return heard, tuple(_placed(s, words) for s in heard.statements)


def _as_said(word: Word) -> str:
    """A word without the stops that recognition of print saw in a pen's strokes: they would end the sentence around a blank."""
    return (word.text.strip(".,;:") or word.text) if word.certainty < WRITTEN_BELOW else word.text


def _placed(said: Said, words: Sequence[tuple[int, Word]]) -> StatementFound:
    page, box = None, None
    if said.first is not None and said.last is not None:
        page = words[said.first][0]
        box = union(w.box for p, w in words[said.first : said.last + 1] if p == page)
    return StatementFound(
        name=said.name, found=replace(said.found, page=page, box=box), sentence=said.sentence, page=page, box=box
    )


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
        return Seen(present=True, certainty=0.95, page=notary.page, box=notary.box, detail="an officer is named")
    for read in reads:
        for row in read.form.rows:
            if "oath" in _hits(row)[0]:
                return Seen(present=True, certainty=0.9, page=page, box=union(w.box for w in row), detail="words of an oath")
    return Seen(present=False, certainty=0.85, page=page)
