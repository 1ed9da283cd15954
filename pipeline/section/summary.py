"""The summary on each page: by the clerk's own words where they are known, else by its heading or its place. 54-124(b)."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.geometry import Box, union
from pipeline.model.reading import Seen
from pipeline.model.section import SummaryFacts, WarningFacts
from pipeline.model.sought import Sought
from pipeline.model.text import TextLine
from pipeline.model.wording import Difference, Wording
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.passages import is_heading_of, passage_after, without_heading
from pipeline.section.wording import compare

# Summary and full text share phrases; a page that bears the text alone reaches 0.3 at most on the made-up measures.
FOUND_LEAST = 0.4
HEADINGS = ("summary", "ballot title and summary", "summary of the proposed measure", "summary of measure", "clerk's summary")
# Words between warning and summary: a title or a heading has no more than the first; a paragraph of something else the
# second.
HEADING_WORDS, PARAGRAPH_WORDS = 30, 45


def find_all(
    views: Sequence[PageView],
    sought: Sought,
    warnings: Sequence[WarningFacts],
    print_engine: PrintEngine,
    hand_engine: HandEngine,
) -> tuple[SummaryFacts, ...]:
    """The summaries of a section, one a page at most.

    Args:
        views: pages of one section, in order.
        sought: `summary` as the clerk prepared it, None where it is not known.
        warnings: those found on these pages.
        print_engine: for second readings.
        hand_engine: the other recogniser.
    """
    by_page = {w.page: w for w in warnings}
    found = (find(v, sought, by_page.get(v.page.number), print_engine, hand_engine) for v in views if not v.page.blank)
    return tuple(s for s in found if s is not None)


def find(
    view: PageView,
    sought: Sought,
    warning: WarningFacts | None,
    print_engine: PrintEngine,
    hand_engine: HandEngine | None,
) -> SummaryFacts | None:
    """The summary on one page, None where there is none. `warning`: the one on this page."""
    if sought.summary is not None:
        # What the warning's own words cover is no part of the summary, but a box lost in scanning covers nothing.
        taken = [(view.page.number, warning.box)] if warning is not None and warning.certainty >= 0.75 else []
        compared = compare(
            sought.summary, [view], print_engine=print_engine, hand_engine=hand_engine, leave_out=taken, found_least=FOUND_LEAST
        )
        if compared is not None:
            box = compared.boxes[0][1]
            share = compared.wording.coverage
            return SummaryFacts(
                page=view.page.number,
                box=box,
                certainty=round(min(0.99, 0.7 + 0.3 * share), 3),
                wording=compared.wording,
                follows_warning=_follows(view, warning, box),
            )
    return _by_place(view, sought, warning)


def _by_place(view: PageView, sought: Sought, warning: WarningFacts | None) -> SummaryFacts | None:
    """A block under a heading that says summary; where the wording is not known, else the first paragraph after the warning."""
    head = next((line for line in view.text.lines if is_heading_of(line, HEADINGS)), None)
    if head is not None:
        block = passage_after(view, head)
        certainty = 0.75
    elif sought.summary is None and warning is not None and warning.colour.answer != "dropped-out":
        block = _first_paragraph(view, warning.box)
        certainty = 0.55
    else:
        return None
    if not block:
        return None
    box = union(line.box for line in block)
    read = without_heading(" ".join(line.text for line in block), HEADINGS)
    wording = None
    if sought.summary is not None:
        # Words of another summary altogether: told whole, for no piece of it can be laid beside the clerk's.
        other = Difference(
            kind="missing-block",
            expected=sought.summary,
            found=read,
            context=sought.summary[:80],
            page=view.page.number,
            box=box,
            certainty=0.6,
            confirmed=view.page.born_digital,
        )
        wording = Wording(coverage=0.0, differences=(other,), read=read)
    return SummaryFacts(
        page=view.page.number, box=box, certainty=certainty, wording=wording, follows_warning=_follows(view, warning, box)
    )


def _first_paragraph(view: PageView, warning: Box) -> list[TextLine]:
    """The first passage of two lines, or a dozen words, that begins under the warning and above any ruled table."""
    below = [line for line in view.text.lines if line.box.y0 >= warning.y1 - 2]
    tables = [r.at for r in view.rules if r.direction == "horizontal" and r.at > warning.y1 + 10 and r.length > 200]
    limit = min(tables, default=view.page.size[1])
    for line in sorted(below, key=lambda one: (one.box.y0, one.box.x0)):
        block = [one for one in passage_after(view, line) if one.box.y0 < limit]
        words = sum(len(one.words) for one in block)
        if words >= 12 and (len(block) >= 2 or words >= 16):
            return block
    return []


def _follows(view: PageView, warning: WarningFacts | None, box: Box) -> Seen:
    """Whether the summary stands next after the warning: headings and titles between are no matter, other matter is."""
    page = view.page.number
    if warning is None or warning.colour.answer == "dropped-out":
        return Seen(present=None, certainty=0.5, page=page, box=box, detail="there is no warning on this page to follow")
    above = warning.box
    height = max(above.height, 1.0)
    if box.y1 <= above.y0 + 0.2 * height:
        return Seen(present=False, certainty=0.96, page=page, box=box, detail="it stands above the warning")
    if box.y0 < above.y1 - 0.3 * height:
        beside = box.x0 >= above.x1 - 5 or box.x1 <= above.x0 + 5
        if beside:
            return Seen(present=box.x0 >= above.x1 - 5, certainty=0.9, page=page, box=box, detail="it stands beside the warning")
        return Seen(present=None, certainty=0.5, page=page, box=box, detail="the two overlap as they were read")
    between = [
        line
        for line in view.text.lines
        if above.y1 - 1 <= line.box.middle[1] <= box.y0
        and not is_heading_of(line, HEADINGS)
        and line.box.x1 > box.x0
        and line.box.x0 < box.x1
    ]
    words = [w for line in between for w in line.words if any(c.isalnum() for c in w.text) and w.certainty >= 0.5]
    said = " ".join(w.text for w in words)
    if len(words) <= HEADING_WORDS:
        return Seen(present=True, certainty=0.97, page=page, box=box, detail="")
    detail = f'between the two stands "{said[:80]}"'
    if len(words) < PARAGRAPH_WORDS:
        return Seen(present=None, certainty=0.5, page=page, box=box, detail=detail)
    return Seen(present=False, certainty=0.92, page=page, box=box, detail=detail)
