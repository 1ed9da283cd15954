"""Printed page numbers: `Page 2 of 5`, `2/5`, `Page 2`, `- 2 -`, a bare figure in the margin.

They are evidence for how a section was put together (54-124(g)), so a number that breaks the sequence is read a second
time before it is given with any certainty.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.geometry import Box
from pipeline.model.section import PrintedPageNumber
from pipeline.model.text import PageText
from pipeline.ocr.engine import PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.runs import Run, runs

# Page numbers stand in the outer part of a page. Share of the page's height, from either end; the deepest on the public
# forms stands at 0.11, under a running title.
MARGIN_SHARE = 0.16
# No petition section is longer; larger figures in the margin are dates, form numbers and years.
MOST_PAGES = 99

# How sure each spelling is, before the engine's own doubt. A bare figure may be a line number or a stamp.
SURE_OF_PAGES, SURE_PAGE, SURE_FRACTION, SURE_BARE = 0.98, 0.95, 0.85, 0.55
# What is left of the certainty when a second reading does not confirm a number that breaks the sequence.
UNCONFIRMED = 0.4
# A second reading is made at twice the size, with this much paper around the number, in points.
REREAD_SCALE, REREAD_MARGIN_PT = 2.0, 6.0

_PAGE = r"(?:pa[gq]e|pg|p)\.?\s*(?:no\.?|number|#)?\s*:?\s*"
_NUMBER = r"([0-9OolI|]{1,3})"
# "Sheet 3 of 4" is a page number; a sheet's number alone may be the section's.
_OF_PAGES = re.compile(rf"(?<![a-z])(?:{_PAGE}|sheet\s*){_NUMBER}\s*(?:of|/|0f)\s*{_NUMBER}(?![0-9])", re.IGNORECASE)
_PAGE_ONLY = re.compile(rf"(?<![a-z]){_PAGE}{_NUMBER}(?![0-9/.-])\s*(?:of\b[\s_.]*)?(?:pages)?\W*$", re.IGNORECASE)
_FRACTION = re.compile(rf"^\W*{_NUMBER}\s*(?:of|/|0f)\s*{_NUMBER}\W*$", re.IGNORECASE)
_BARE = re.compile(r"^[-–—~\s.\[(]*([0-9]{1,2})[-–—~\s.\])]*$")
_LIKE_DIGITS = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "|": "1"})


@dataclass(frozen=True, slots=True)
class _Spelling:
    number: int
    of: int | None
    certainty: float


def find(view: PageView) -> PrintedPageNumber | None:
    """The page number printed in the margin of one page; None where none is seen."""
    return in_text(view.text, view.page.box)


def in_text(text: PageText, page: Box) -> PrintedPageNumber | None:
    """The page number among the words of a page of this size; the surest spelling where several stand there."""
    best: PrintedPageNumber | None = None
    for run in runs(text):
        spelled = _spelled(run)
        if spelled is None:
            continue
        at = (run.box.middle[1] - page.y0) / max(page.height, 1.0)
        if MARGIN_SHARE < at < 1 - MARGIN_SHARE and spelled.certainty < SURE_OF_PAGES:
            continue
        # Figures that were all read as letters ("Page I of l") have the certainty of the words around them.
        figures = [w for w in run.words if any(c.isdigit() for c in w.text)] or run.words
        engine = min(w.certainty for w in figures)
        certainty = round(spelled.certainty * (0.5 + 0.5 * engine), 3)
        if best is None or certainty > best.certainty:
            best = PrintedPageNumber(page=text.page, box=run.box, number=spelled.number, of=spelled.of, certainty=certainty)
    return best


def find_all(views: Sequence[PageView], engine: PrintEngine | None = None) -> tuple[PrintedPageNumber, ...]:
    """The page numbers of a scan's pages, in order; what breaks the sequence has been read twice.

    Bare figures are kept only where they run along with the pages, for a lone figure in a margin may be anything.
    """
    found = {view.page.number: number for view in views if (number := find(view)) is not None}
    found = _without_stray_figures(found)
    order = [view.page.number for view in views if view.page.number in found]
    by_page = {view.page.number: view for view in views}
    for place, page in enumerate(order):
        before = found[order[place - 1]] if place else None
        after = found[order[place + 1]] if place + 1 < len(order) else None
        missing = after is None and _says_more_follow(found[page], sum(view.page.number > page for view in views))
        if (_fits(before, found[page], after) and not missing) or by_page[page].text.exact:
            continue
        found[page] = _read_again(found[page], by_page[page], engine)
    return tuple(found[page] for page in order)


def _spelled(run: Run) -> _Spelling | None:
    text = run.text
    for pattern, sure in ((_OF_PAGES, SURE_OF_PAGES), (_FRACTION, SURE_FRACTION)):
        if match := pattern.search(text):
            number, of = _figure(match[1]), _figure(match[2])
            # "Page 5 of 4" is what a leaf of a longer section bears among those of a shorter one; "5/4" is no page number.
            beyond = pattern is _FRACTION and number is not None and of is not None and number > of
            if number and of and max(number, of) <= MOST_PAGES and not beyond:
                return _Spelling(number, of, sure)
    if len(run.words) <= 6 and (match := _PAGE_ONLY.search(text)):
        number = _figure(match[1])
        if number and number <= MOST_PAGES:
            return _Spelling(number, None, SURE_PAGE)
    if match := _BARE.match(text):
        number = _figure(match[1])
        if number and number <= MOST_PAGES:
            return _Spelling(number, None, SURE_BARE)
    return None


def _figure(text: str) -> int | None:
    digits = text.translate(_LIKE_DIGITS)
    return int(digits) if digits.isdigit() else None


def _without_stray_figures(found: dict[int, PrintedPageNumber]) -> dict[int, PrintedPageNumber]:
    figures = {page: n for page, n in found.items() if n.certainty <= SURE_BARE}
    steps = [b.number - a.number == b.page - a.page for a, b in zip(found.values(), list(found.values())[1:], strict=False)]
    if figures and (len(found) < 2 or not any(steps)):
        return {page: n for page, n in found.items() if page not in figures}
    return found


def _fits(before: PrintedPageNumber | None, this: PrintedPageNumber, after: PrintedPageNumber | None) -> bool:
    """Whether the number goes up by one from the page before, or starts again at one, and the next goes on from it."""
    good_before = before is None or this.number == before.number + 1 or this.number == 1
    good_after = after is None or after.number == this.number + 1 or after.number == 1
    return good_before and good_after and (before is None or before.of == this.of or this.number == 1)


def _says_more_follow(last: PrintedPageNumber, behind: int) -> bool:
    """Whether the last number leaves room for more pages than follow it: pages missing, or "2 of 2" read as "9 of 29"."""
    return last.of is not None and last.number != last.of and last.number + behind != last.of


def _read_again(number: PrintedPageNumber, view: PageView, engine: PrintEngine | None) -> PrintedPageNumber:
    if engine is None:
        return replace(number, certainty=min(number.certainty, UNCONFIRMED))
    region = number.box.grown(REREAD_MARGIN_PT * 2, REREAD_MARGIN_PT).clipped(view.page.box)
    crop = view.raster.gray_crop(region)
    if crop.size == 0:
        return replace(number, certainty=UNCONFIRMED)
    again = engine.read_region(
        crop, view.raster.px_per_pt, page=view.page.number, origin=(region.x0, region.y0), scale=REREAD_SCALE
    )
    spelled = [s for run in runs(again) if (s := _spelled(run)) is not None]
    if any((s.number, s.of) == (number.number, number.of) for s in spelled):
        return number
    return replace(number, certainty=min(number.certainty, UNCONFIRMED))
