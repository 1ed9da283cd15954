"""Where does a circulator's affidavit begin and end, over one page or two? By its heading, its oath and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pipeline.geometry import Box
from pipeline.model.sought import Sought
from pipeline.model.text import Word
from pipeline.pages.view import PageView
from pipeline.section.captions import apart, plain, printed_rows
from pipeline.section.jurat import VENUE_WORDS, act_rows, marks_of_act
from pipeline.section.oath_caption_words import asked_for
from pipeline.section.phrases import PhraseBook
from pipeline.section.statements import hear, vocabulary

# A heading is a short row; one of the bare word "affidavit" shorter still.
HEADING_WORDS, BARE_WORDS = 12, 3
# Statements that a page must make before it is an affidavit without heading or oath; and after a heading, or an oath.
LEAST_STATEMENTS, LEAST_AFTER_HEADING = 3, 1
# Words under a heading where the ordinance asks for no statement, or an oath follows.
LEAST_WORDS = 15
# A page that goes on with the affidavit of the page before makes so many statements, in no more rows.
GOES_ON_STATEMENTS, GOES_ON_ROWS = 2, 40

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


# Blanks of the circulator above an oath without a heading: rows of captions follow each other, and the oath, within so many
# points; an entry stands so far above its caption.
BLANKS_ABOVE_PT, ENTRY_ABOVE_PT = 50.0, 22.0
CIRCULATORS = frozenset({"name", "street", "municipality", "county"})


@cache
def head_book() -> PhraseBook:
    """Phrases of headings, compiled."""
    return PhraseBook(HEADS, {})


@cache
def _vocabulary() -> frozenset[str]:
    return vocabulary() | head_book().words


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Rows of one page that an affidavit takes."""

    view: PageView
    region: Box
    headed: bool


def places(views: Sequence[PageView], sought: Sought) -> list[Place]:
    """Places of all affidavits, in page order; one without a heading goes on with the one before."""
    found: list[Place] = []
    for view in views:
        if view.page.blank or not view.text.lines:
            continue
        rows = printed_rows(view.text, view.page.box)
        starts = _starts(rows, sought)
        if not starts and found and _continues(found, view, rows, sought):
            found.append(Place(view=view, region=view.page.box, headed=False))
        for at, start in enumerate(starts):
            top = min(w.box.y0 for w in rows[start]) - (ENTRY_ABOVE_PT if _asks(rows[start]) else 3)
            end = min(w.box.y0 for w in rows[starts[at + 1]]) - 2 if at + 1 < len(starts) else _end(rows, start, view)
            found.append(Place(view=view, region=Box(0, max(top, 0), view.page.size[0], max(end, top + 1)), headed=True))
    return found


def head_marks(row: Sequence[Word]) -> tuple[set[str], int]:
    """Which phrases of `HEADS` a printed row bears, and how many words it has."""
    tokens = [t for w in row for t in plain(w.text, _vocabulary())]
    return {h.name for h in head_book().hits(tokens)}, len(tokens)


def _starts(rows: Sequence[Sequence[Word]], sought: Sought) -> list[int]:
    """Rows where an affidavit begins: a heading with statements or an oath after it; else the row of an oath with
    statements after it.
    """
    marks = [head_marks(row) for row in rows]
    heads = [i for i, (m, n) in enumerate(marks) if ("head" in m and n <= HEADING_WORDS) or ("bare" in m and n <= BARE_WORDS)]
    kept: list[int] = []
    for i in heads:
        until = next((h for h in heads if h > i), len(rows))
        after = [w.text for row in rows[i + 1 : until] for w in row]
        oath = any("oath" in m for m, _ in marks[i:until])
        # Where the ordinance asks for no statement, none can be heard: the heading and some words under it will do.
        if _claims(after, sought) >= LEAST_AFTER_HEADING or ((oath or not sought.statements) and len(after) > LEAST_WORDS):
            kept.append(i)
    if kept:
        return kept
    oaths = [i for i, (m, _) in enumerate(marks) if "oath" in m]
    for i in oaths:
        after = [w.text for row in rows[i:] for w in row]
        if _claims(after, sought) >= LEAST_STATEMENTS:
            return [_with_particulars(rows, _with_venue(rows, i))]
    return []


def _with_particulars(rows: Sequence[Sequence[Word]], start: int) -> int:
    """The row of the topmost entry of the circulator's blanks that stand above the oath, where their captions are seen there."""
    first = start
    top = min(w.box.y0 for w in rows[start])
    for at in range(start - 1, -1, -1):
        above = min(w.box.y0 for w in rows[at])
        if top - above > BLANKS_ABOVE_PT:
            break
        if _asks(rows[at]) and "other-part" not in head_marks(rows[at])[0]:
            first, top = at, above
    return first


def _asks(row: Sequence[Word]) -> bool:
    """Whether a row bears captions of the circulator's blanks."""
    told = (asked_for([t for w in run for t in plain(w.text, _vocabulary())]) for run in apart(row))
    return any(CIRCULATORS & set(names) for names in told)


def _with_venue(rows: Sequence[Sequence[Word]], start: int) -> int:
    while start > 0 and "venue" in marks_of_act(rows[start - 1]) and len(rows[start - 1]) <= VENUE_WORDS:
        start -= 1
    return start


def _claims(words: Sequence[str], sought: Sought) -> int:
    return sum(s.found.present is True for s in hear(words, sought.statements).statements)


def _continues(found: Sequence[Place], view: PageView, rows: Sequence[Sequence[Word]], sought: Sought) -> bool:
    """Whether a page without a heading goes on with the affidavit of the page before: statements or a notarial act first
    on it.
    """
    if found[-1].view.page.number != view.page.number - 1 or _has_act(found[-1]):
        return False
    if act_rows(rows, -1):
        return not any("head" in head_marks(r)[0] for r in rows)
    return _claims([w.text for row in rows for w in row], sought) >= GOES_ON_STATEMENTS and len(rows) < GOES_ON_ROWS


def _has_act(place: Place) -> bool:
    return act_rows(printed_rows(place.view.text, place.region), -1) is not None


def _end(rows: Sequence[Sequence[Word]], start: int, view: PageView) -> float:
    """The affidavit runs to the foot of the page, or to the heading of another part below its notarial act."""
    for row in rows[start + 1 :]:
        marks, words = head_marks(row)
        if "other-part" in marks and words <= 2 * HEADING_WORDS:
            return min(w.box.y0 for w in row) - 2
    return view.page.size[1]
