"""Is a line signed in ordinary pencil where the ordinance wants ink or indelible pencil? 10.3(b), 602(c)(2)."""

from __future__ import annotations

from pipeline.checks.answer import EVEN_ODDS, answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect, Unsaid
from pipeline.checks.registry import Answer, check
from pipeline.checks.signer import unstruck, where
from pipeline.checks.words import pages_phrase

# Where more of a page's lines than this are faint, the scan is, and no pencil is told by it. A choice, not measured: on two burnt
# looks at 96 scans it found two pencils more and told one faint pen for nothing.
FAINT_SHARE = 0.2


@check("line-not-ink", leans="colour")
def line_not_ink(case: Case) -> Answer:
    """The strokes of the signature look like ordinary graphite pencil, where ink or indelible pencil is required.

    Strokes in colour that may be pencil are for a person, unless many lines of the page are as faint: then the scan is. A bitonal
    scan cannot tell, a gray one not surely; it is said so, page by page. Review when: always.
    """
    untold = set()
    lines = list(unstruck(case))
    for line in lines:
        seen, colour = answer(line.graphite), case.facts.page(line.page).colour
        faint = sum(o.page == line.page and answer(o.graphite) == "unsure" for o in lines)
        alone = faint <= FAINT_SHARE * sum(o.page == line.page for o in lines) or faint == 1
        if seen == "unsure" and (colour != "colour" or not alone):
            untold.add(line.page)
        elif seen == "unsure" or (seen == "yes" and line.graphite.certainty >= EVEN_ODDS):
            yield Defect(
                check="line-not-ink",
                page=line.page,
                row=line.row,
                line=line.display_number,
                box=line.graphite.box or line.signature.box or line.box,
                certainty=line.graphite.certainty,
                doubt="it is not certain whether this is pencil or a faint pen" if seen == "unsure" else None,
                message=f"{where(line)} looks signed in ordinary pencil.",
                expected="ink or indelible pencil",
                found=line.graphite.detail or "strokes like graphite",
            )
    bitonal = sorted(p for p in untold if case.facts.page(p).colour == "bitonal")
    faint_pages = sorted(untold - set(bitonal))
    if bitonal:
        yield Unsaid(check="line-not-ink", why=f"a bitonal scan cannot tell pencil from ink ({pages_phrase(bitonal)})")
    if faint_pages:
        yield Unsaid(check="line-not-ink", why=f"pencil and a faint pen could not be told apart ({pages_phrase(faint_pages)})")
