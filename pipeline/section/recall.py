"""The statement of a recall paper: whom it is about, and the reasons alone with their number of words. 10.3(b).

Found by its words, wherever it stands on a page; every page that has reasons, or names the official, gives one statement.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.geometry import Box, union
from pipeline.model.heading import RecallFacts
from pipeline.model.reading import Measured, Seen, TextRead
from pipeline.model.section import AffidavitFacts, LinesFacts
from pipeline.model.sought import Sought
from pipeline.model.text import TextLine, Word
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.view import PageView
from pipeline.section import recall_count, recall_grounds
from pipeline.section.heading import region_of
from pipeline.section.heading_form import Stated, open_form
from pipeline.section.heading_values import stated
from pipeline.section.recall_official import in_print
from pipeline.section.recall_reasons import Reasons, find_reasons
from pipeline.section.recall_words import FOLLOWERS, INLINE, LEADING, recall_book, recall_vocabulary

# Certainty of a statement with reasons; of one that only names an official.
SURE, WITHOUT_REASONS = 0.97, 0.75
STATED_IN_PRINT, NOT_STATED = 0.95, 0.85
# What a look at ruled lines filled by hand can tell of a number of words: nothing.
UNREAD_MOST = 999.0
NO_WORDS = Measured(value=0, low=0, high=0, unit="1")

_RECALLS = re.compile(r"\brecall(?:ed|ing)?\b|\bremoval (?:from office )?of\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """Official and office as one page states them."""

    official: Stated | None
    office: Stated | None


def find_all(
    views: Sequence[PageView],
    sought: Sought,
    print_engine: PrintEngine | None,
    hand_engine: HandEngine | None,
    lines: Sequence[LinesFacts] = (),
    affidavits: Sequence[AffidavitFacts] = (),
) -> tuple[RecallFacts, ...]:
    """The statement on each page that has one; nothing where the petition is no recall.

    Args:
        views: written pages of the section.
        sought: kind of the petition, and the grounds that the ordinance names.
        print_engine: for counting the words a second time.
        hand_engine: for what is written into blanks.
        lines: grids found; nothing in them or below them is the statement.
        affidavits: those found; nothing in them is the statement.
    """
    if sought.kind != "recall":
        return ()
    out = [found for view in views if (found := _on_page(view, sought, print_engine, hand_engine, lines, affidavits))]
    with_reasons = [f for f in out if f.reasons is not None]
    return tuple(with_reasons or out)


def _on_page(
    view: PageView,
    sought: Sought,
    print_engine: PrintEngine | None,
    hand: HandEngine | None,
    lines: Sequence[LinesFacts],
    affidavits: Sequence[AffidavitFacts],
) -> RecallFacts | None:
    region = region_of(view, lines, affidavits)
    if region is None:
        return None
    inside = [line for line in view.text.lines if region.contains(*line.box.middle)]
    if not _RECALLS.search(" ".join(line.text for line in inside)):
        return None
    reasons = find_reasons(view, region)
    named = _named(view, region, reasons, hand)
    if reasons is None and named.official is None and named.office is None:
        return None
    counted = _counted(view, reasons, print_engine)
    read = _reading(view, reasons)
    boxes = [s.box for s in (named.official, named.office) if s] + [s.asked for s in (named.official, named.office) if s]
    boxes += [reasons.box] if reasons else []
    return RecallFacts(
        page=view.page.number,
        box=union(boxes).clipped(region),
        certainty=SURE if reasons else WITHOUT_REASONS,
        official=_stated(named.official),
        office=_stated(named.office),
        official_read=named.official.value if named.official else None,
        office_read=named.office.value if named.office else None,
        reasons=read,
        words=counted.words,
        words_hyphened=counted.hyphened,
        grounds=_grounds(sought, read, view.page.number),
    )


def _named(view: PageView, region: Box, reasons: Reasons | None, hand: HandEngine | None) -> _Named:
    """Official and office: in blanks or behind labels first, then in the words of the title or the demand."""
    form = open_form(view, region, recall_book(), recall_vocabulary(), LEADING)
    found = [s for s in stated(form, INLINE, hand, FOLLOWERS) if not (reasons and _within(s, reasons))]
    official, office = _first(found, "official"), _first(found, "office")
    in_words = in_print(view, region, reasons.box if reasons else None)
    if official is None or not official.filled.present:
        official = in_words.official or official
    if office is None or not office.filled.present:
        office = in_words.office or office
    return _Named(official=official, office=office)


def _within(found: Stated, reasons: Reasons) -> bool:
    return any(line.box.contains(*found.asked.middle) for line in reasons.lines)


def _first(found: Sequence[Stated], name: str) -> Stated | None:
    rank = {True: 0, None: 1, False: 2}
    return min((s for s in found if s.name == name), key=lambda s: (rank[s.filled.present], s.asked.y0), default=None)


def _stated(found: Stated | None) -> Seen:
    return found.filled if found else Seen(present=False, certainty=NOT_STATED)


def _counted(view: PageView, reasons: Reasons | None, engine: PrintEngine | None) -> recall_count.Counted:
    if reasons is None:
        return recall_count.Counted(words=NO_WORDS, hyphened=NO_WORDS)
    if not reasons.lines:
        unread = Measured(value=0, low=0, high=UNREAD_MOST, unit="1")
        return recall_count.Counted(words=unread, hyphened=unread)
    exact = view.text.exact
    again = None if exact or engine is None else _again(view, reasons, engine)
    return recall_count.count(reasons.lines, again, exact=exact)


def _again(view: PageView, reasons: Reasons, engine: PrintEngine) -> tuple[TextLine, ...] | None:
    """The lines of the reasons read a second time, at twice the size; None where that gave nothing like them."""
    box = union(line.box for line in reasons.lines).grown(4, 2).clipped(view.page.box)
    crop = view.raster.gray_crop(box)
    if crop.size == 0:
        return None
    read = engine.read_region(crop, view.raster.px_per_pt, page=view.page.number, origin=(box.x0, box.y0), scale=2.0)
    rows = [line.box.grown(6, 1) for line in reasons.lines]
    kept = (TextLine(words=tuple(w for w in line.words if _belongs(w, rows))) for line in read.lines)
    lines = tuple(line for line in kept if line.words)
    first, second = (sum(len(line.words) for line in some) for some in (reasons.lines, lines))
    return lines if second >= 0.8 * first else None


def _belongs(word: Word, rows: Sequence[Box]) -> bool:
    return any(row.contains(*word.box.middle) for row in rows)


def _reading(view: PageView, reasons: Reasons | None) -> TextRead | None:
    if reasons is None:
        return None
    page = view.page.number
    if not reasons.lines:
        return TextRead(text=None, certainty=0.0, page=page, box=reasons.box)
    words = [w for line in reasons.lines for w in line.words]
    sure = sum(w.certainty for w in words) / len(words)
    text = "\n".join(line.text for line in reasons.lines)
    box = union(line.box for line in reasons.lines)
    return TextRead(text=text, certainty=round(min(sure, 0.99), 3), page=page, box=box, handwritten=False)


def _grounds(sought: Sought, reasons: TextRead | None, page: int) -> tuple[tuple[str, Seen], ...]:
    if reasons is None:
        return ()
    if reasons.text is None:
        unread = Seen(present=None, certainty=0.5, page=page, detail="the reasons are written by hand")
        return tuple((g, unread) for g in sought.recall_grounds)
    return recall_grounds.spoken_of(sought.recall_grounds, reasons.text, page)
