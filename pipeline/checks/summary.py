"""Does the clerk's summary follow the warning on every page that must bear it, in her words? 54-124(b)."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.checks.answer import EVEN_ODDS, answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect, Unsaid
from pipeline.checks.pages_due import due
from pipeline.checks.registry import Answer, check
from pipeline.checks.warning import SURELY_ABSENT, hangs
from pipeline.checks.wording import defects
from pipeline.model.section import SummaryFacts


def _borne(case: Case) -> Iterator[tuple[SummaryFacts, str | None]]:
    """The summaries on pages that must bear one, with the doubt of pages whose duty hangs on a reading."""
    pages = {d.page: d for d in due(case, "summary")}
    for summary in sorted(case.facts.summaries, key=lambda s: (s.page, s.box.y0)):
        if summary.page in pages:
            yield summary, hangs(pages[summary.page])


@check("summary-missing", leans="place")
def summary_missing(case: Case) -> Answer:
    """A page that must bear the summary does not; the same pages as the warning.

    Review when: the duty hangs on the reading `warning-pages`; the approved summary is not known, so that it was looked for
    by its place alone; the page could not be read.
    """
    borne = {s.page: s for s in case.facts.summaries}
    unknown = None if case.petition.summary else "the approved summary is not known, so it was looked for by its place alone"
    for page in due(case, "summary"):
        summary = borne.get(page.page)
        if summary is None:
            yield Defect(
                check="summary-missing",
                page=page.page,
                certainty=SURELY_ABSENT,
                doubt=hangs(page) or unknown,
                message=f"Page {page.page} does not bear the summary.",
                expected="the summary, following the warning",
                found="no summary",
                block=True,
            )
        elif summary.certainty < EVEN_ODDS:
            yield Defect(
                check="summary-missing",
                page=page.page,
                box=summary.box,
                certainty=round(1 - summary.certainty, 2),
                doubt=hangs(page) or "something like the summary stands there, and cannot be told for certain",
                message=f"On page {page.page} the summary cannot be told for certain from what is printed there.",
                expected="the summary, following the warning",
                block=True,
            )


@check("summary-misplaced", leans="place")
def summary_misplaced(case: Case) -> Answer:
    """The summary does not follow the warning on its page.

    Review when: it is not certain what stands between the two.
    """
    warned = {w.page for w in case.facts.warnings}
    for summary, doubt in _borne(case):
        follows = answer(summary.follows_warning)
        if follows == "yes" or summary.page not in warned:
            continue
        if follows == "unsure":
            doubt = doubt or "it is not certain what stands between warning and summary"
        detail = summary.follows_warning.detail
        yield Defect(
            check="summary-misplaced",
            page=summary.page,
            box=summary.box,
            doubt=doubt,
            certainty=summary.follows_warning.certainty,
            message=f"On page {summary.page} the summary does not follow the warning" + (f": {detail}." if detail else "."),
            expected="the summary, following the warning",
            found=detail or None,
        )


@check("summary-wording", leans="words")
def summary_wording(case: Case) -> Answer:
    """The summary differs from the one that the clerk prepared. The message shows both wordings, the difference marked.

    Spacing, line breaks, capitals and quotation marks do not count; nor does what only one reading of the print says.

    Review when: a second reading did not confirm the difference; the page is blurred or was compressed with loss.
    """
    if case.petition.summary is None:
        yield Unsaid(check="summary-wording", why="no approved summary is given (summary_file or form in the petition file)")
        return
    for summary, doubt in _borne(case):
        if summary.wording is None:
            yield Unsaid(check="summary-wording", why=f"the summary on page {summary.page} was not compared")
            continue
        doubts = {summary.page: doubt} if doubt else {}
        yield from defects("summary-wording", "the summary", summary.wording, frozenset({summary.page}), doubts)
