"""Is the full text of the measure there, whole, in its place, in plain letters large enough? 54-124(c), 10.3(b)."""

from __future__ import annotations

from itertools import pairwise

from pipeline.checks.answer import EVEN_ODDS, answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect, Unsaid
from pipeline.checks.registry import Answer, check
from pipeline.checks.type_size import too_small
from pipeline.checks.warning import SURELY_ABSENT
from pipeline.checks.wording import defects
from pipeline.checks.words import pages_phrase


@check("text-missing", leans="place")
def text_missing(case: Case) -> Answer:
    """The section has no full text of the measure.

    Review when: the filed text is not known, so that it was looked for by headings alone; a page of the section could not be
    read, or nothing on it was recognised.
    """
    text = case.facts.text
    if text is not None and text.certainty >= EVEN_ODDS:
        return
    doubt = None if case.petition.text else "the filed text is not known, so it was looked for by headings alone"
    if text is not None:
        doubt = "something like it stands there, and cannot be told for certain"
    yield Defect(
        check="text-missing",
        page=case.facts.pages[0].number if case.facts.pages else None,
        elsewhere=True,
        certainty=SURELY_ABSENT if text is None else round(1 - text.certainty, 2),
        doubt=doubt,
        block=True,
        message="The section does not contain the full text of the measure.",
        expected="the full text of the measure",
        found="no full text",
    )


@check("text-misplaced", leans="place")
def text_misplaced(case: Case) -> Answer:
    """The text stands after the first signature page, or not after the summary.

    Judged by the order of the pages in the scan.

    Review when: printed page numbers say that the pages were scanned in another order; it is not certain what stands first.
    """
    text = case.facts.text
    if text is None:
        return
    signing = case.lines_pages
    late = [p for p in case.text_pages if signing and p > signing[0]]
    if signing and signing[0] in case.text_pages and not late:
        grid_top = min(g.box.y0 for g in case.facts.lines if g.page == signing[0])
        below = [box for page, box in text.boxes if page == signing[0] and box.y0 >= grid_top]
        late = [signing[0]] if below else []
    if late:
        box = next((b for p, b in text.boxes if p == late[0]), None)
        yield Defect(
            check="text-misplaced",
            page=late[0],
            box=box,
            certainty=text.certainty,
            doubt=out_of_order(case),
            message=f"The text of the measure stands on {pages_phrase(late)}, after the first signer lines on page {signing[0]}.",
            expected="the full text before the signature pages",
            found=f"text on {pages_phrase(late)}",
        )
        return
    summed = {s.page for s in case.facts.summaries}
    first = case.text_pages[0] if case.text_pages else None
    follows = answer(text.after_summary)
    if first in summed and follows != "yes":
        box = next((b for p, b in text.boxes if p == first), None)
        detail = text.after_summary.detail
        yield Defect(
            check="text-misplaced",
            page=first,
            box=box,
            certainty=text.after_summary.certainty,
            doubt="it is not certain which of the two stands first" if follows == "unsure" else None,
            message=f"On page {first} the text of the measure does not follow the summary" + (f": {detail}." if detail else "."),
            expected="the full text, following the summary",
            found=detail or None,
        )


def out_of_order(case: Case) -> str | None:
    """The doubt where printed page numbers run against the order of the scan."""
    numbers = [n.number for n in sorted(case.facts.page_numbers, key=lambda n: n.page) if n.certainty >= EVEN_ODDS]
    if any(b < a for a, b in pairwise(numbers)):
        return "the printed page numbers say that the pages were scanned in another order"
    return None


@check("text-wording", leans="words")
def text_wording(case: Case) -> Answer:
    """It is not the complete text as filed: words missing, added or changed, a whole page missing.

    Spacing, line breaks, capitals and quotation marks do not count; nor does what only one reading of the print says.

    Review when: a second reading did not confirm the difference; the page is blurred or was compressed with loss.
    """
    if case.petition.text is None:
        yield Unsaid(check="text-wording", why="no filed text is given (text_file or form in the petition file)")
        return
    text = case.facts.text
    if text is None:
        return
    if text.wording is None:
        yield Unsaid(check="text-wording", why="the text on the paper was not compared with the filed text")
        return
    pages = frozenset(p.number for p in case.facts.pages)
    yield from defects("text-wording", "the full text", text.wording, pages, {})


@check("text-too-small", leans="size")
def text_too_small(case: Case) -> Answer:
    """The type of the full text is smaller than required, by more than the error of the measurement.

    Review when: the page is a scan (a scanner's "shrink to fit" looks the same: lay a type gauge on the paper); the interval
    reaches the size required and its centre does not.
    """
    text = case.facts.text
    if text is not None and text.boxes:
        page, box = text.boxes[0]
        yield from too_small("text-too-small", "the full text", page, box, text.type, float(case.ordinance.param("text_type_pt")))


@check("text-not-plain", leans="size")
def text_not_plain(case: Case) -> Answer:
    """Script, italic or decorative letters, where plain block letters are required.

    Review when: always; what is plain is for a person to say.
    """
    text = case.facts.text
    if text is not None and answer(text.type.plain) == "unsure":
        yield Unsaid(check="text-not-plain", why="the shape of the text's letters could not be told")
    if text is not None and text.boxes and answer(text.type.plain) == "no":
        page, box = text.boxes[0]
        detail = text.type.plain.detail
        yield Defect(
            check="text-not-plain",
            page=page,
            box=box,
            certainty=text.type.plain.certainty,
            message="The full text is not printed in plain block letters" + (f": {detail}." if detail else "."),
            expected="plain block letters",
            found=detail or "script, italic or decorative letters",
        )
