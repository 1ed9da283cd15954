"""The full text of the measure over a section's pages: aligned with the filed text, or found by headings. 54-124(c), 10.3(b)."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz

from pipeline.geometry import Box, union
from pipeline.model.reading import Seen
from pipeline.model.section import SummaryFacts, TextFacts, WarningFacts
from pipeline.model.sought import Sought
from pipeline.model.text import PageText, TextLine
from pipeline.model.wording import Wording
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.tokens import KnownToken, page_tokens, pieces
from pipeline.section.typeset import type_of
from pipeline.section.wording import Matched, compare

# A summary repeats up to a quarter of a short measure's words.
FOUND_LEAST = 0.25
# A page that bears less than this share of the known letters, and fewer than so many words, bears none of the text:
# chance matches.
PAGE_WORDS_LEAST = 6
HEADINGS = (
    "full text",
    "text of the measure",
    "text of the proposed",
    "text of measure",
    "be it ordained",
    "be it enacted",
    "an ordinance",
    "the following ordinance",
    "proposed ordinance",
)
HEADING_LIKENESS = 90
# A passage found by headings alone needs this many words to be a measure's text.
WORDS_LEAST = 40


def find(
    views: Sequence[PageView],
    sought: Sought,
    summaries: Sequence[SummaryFacts],
    print_engine: PrintEngine,
    hand_engine: HandEngine,
    warnings: Sequence[WarningFacts] = (),
) -> TextFacts | None:
    """The full text in one section; None where no page bears any of it.

    Args:
        views: pages of the section, in the order of the scan.
        sought: `text` as it was filed, None where it is not known.
        summaries: those found; their words are not the text's.
        print_engine: for second readings.
        hand_engine: the other recogniser.
        warnings: those found, where the caller has them.
    """
    pages = [v for v in views if not v.page.blank]
    taken = [(s.page, s.box) for s in summaries if s.certainty >= 0.7]
    taken += [(w.page, w.box) for w in warnings if w.certainty >= 0.7 and w.colour.answer != "dropped-out"]
    if sought.text is None:
        return _by_headings(pages, taken, summaries)
    compared = compare(
        sought.text, pages, print_engine=print_engine, hand_engine=hand_engine, leave_out=taken, found_least=FOUND_LEAST
    )
    if compared is None:
        return None
    counts: dict[int, int] = {}
    for match in compared.matched:
        counts[match.token.page] = counts.get(match.token.page, 0) + 1
    boxes = tuple((page, box) for page, box in compared.boxes if counts.get(page, 0) >= PAGE_WORDS_LEAST)
    if not boxes:
        return None
    bearing = [v for v in pages if any(v.page.number == page for page, _ in boxes)]
    return TextFacts(
        pages=tuple(page for page, _ in boxes),
        boxes=boxes,
        certainty=round(min(0.99, 0.6 + 0.45 * compared.wording.coverage), 3),
        wording=compared.wording,
        type=type_of(compared.matched, bearing),
        after_summary=_after_summary(boxes[0], summaries),
    )


def _by_headings(
    views: Sequence[PageView], taken: Sequence[tuple[int, Box]], summaries: Sequence[SummaryFacts]
) -> TextFacts | None:
    """The text where the filed one is not known: from the first heading that begins one, to the end of its pages' print."""
    boxes: list[tuple[int, Box]] = []
    words: list[str] = []
    matched: list[Matched] = []
    for view in views:
        lines = _free_lines(view, taken)
        start = _start(lines, began=bool(boxes) and view.page.number == boxes[-1][0] + 1)
        if start is None:
            continue
        body = _until_table(view, lines[start:])
        count = sum(len(line.words) for line in body)
        if count < WORDS_LEAST:
            continue
        boxes.append((view.page.number, union(line.box for line in body)))
        words.extend(line.text for line in body)
        matched.extend(_as_matched(view, body))
    if not boxes:
        return None
    bearing = [v for v in views if any(v.page.number == page for page, _ in boxes)]
    wording: Wording | None = None
    return TextFacts(
        pages=tuple(page for page, _ in boxes),
        boxes=tuple(boxes),
        certainty=0.6,
        wording=wording,
        type=type_of(matched, bearing),
        after_summary=_after_summary(boxes[0], summaries),
    )


def _free_lines(view: PageView, taken: Sequence[tuple[int, Box]]) -> list[TextLine]:
    mine = [box for page, box in taken if page == view.page.number]
    return [line for line in view.text.lines if not any(box.contains(*line.box.middle) for box in mine)]


def _start(lines: Sequence[TextLine], *, began: bool) -> int | None:
    """Index of the line with which the text begins; on a page after one that bears text, a section number will do."""
    for index, line in enumerate(lines):
        said = " ".join(pieces(line.text))
        if any(fuzz.ratio(said[: len(h)], h) >= HEADING_LIKENESS for h in HEADINGS):
            return index
        if began and (said.startswith(("section ", "sec ")) or fuzz.ratio(said[:9], "section 1") >= HEADING_LIKENESS):
            return index
    return None


def _until_table(view: PageView, lines: Sequence[TextLine]) -> list[TextLine]:
    """The lines down to the first ruled table: three long horizontal rules within a hand's breadth."""
    top = min((line.box.y0 for line in lines), default=0.0)
    rules = sorted(r.at for r in view.rules if r.direction == "horizontal" and r.length > 0.4 * view.page.size[0] and r.at > top)
    limit = view.page.size[1]
    for first, _, third in zip(rules, rules[1:], rules[2:], strict=False):
        if third - first < 160:
            limit = first
            break
    return [line for line in lines if line.box.y1 <= limit + 2]


def _as_matched(view: PageView, lines: Sequence[TextLine]) -> list[Matched]:
    """Words read well, as if they were known: good enough to measure their type."""
    text = PageText(page=view.page.number, lines=tuple(lines), exact=view.text.exact, engine=view.text.engine)
    return [
        Matched(known=KnownToken(t.text, t.raw, False), token=t)
        for t in page_tokens([text])
        if t.word.certainty >= 0.9 and t.box == t.word.box
    ]


def _after_summary(first: tuple[int, Box], summaries: Sequence[SummaryFacts]) -> Seen:
    """Whether, on its first page, the text stands below the summary."""
    page, box = first
    summary = next((s for s in summaries if s.page == page), None)
    if summary is None:
        return Seen(present=None, certainty=0.5, page=page, box=box, detail="there is no summary on this page")
    if box.y0 >= summary.box.y1 - 0.25 * summary.box.height:
        return Seen(present=True, certainty=0.97, page=page, box=box)
    if box.y1 <= summary.box.y0 + 0.25 * summary.box.height or box.y0 < summary.box.y0:
        return Seen(present=False, certainty=0.93, page=page, box=box, detail="it stands above the summary")
    return Seen(present=None, certainty=0.5, page=page, box=box, detail="the two overlap as they were read")
