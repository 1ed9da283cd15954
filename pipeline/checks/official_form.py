"""Is every page printed from the form that the clerk furnished or approved, and are all its pages there? 3.06, 602(c)(4)."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.checks.answer import EVEN_ODDS
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect, Unsaid
from pipeline.checks.registry import Answer, check
from pipeline.checks.words import and_list, pages_phrase
from pipeline.model.beside import FormFacts, PageOnForm, PrintChange
from pipeline.model.finding import Observation

# So many changed places are told word by word; the report shows the rest.
TOLD = 5


@check("form-not-official", leans="words")
def form_not_official(case: Case) -> Answer:
    """A page is not the form that the clerk furnished or approved: it lies on no page of it, or words of its print differ.

    Review when: always. A page that could not be compared is told and not judged.
    """
    form = case.facts.form
    if form is None or form.not_used:
        why = "no approved form is given" if form is None else f"the approved form was not used. {form.not_used}"
        yield Unsaid(check="form-not-official", why=why)
        return
    strangers = [p for p in form.pages if p.lies == "not-this-form" and p.certainty >= EVEN_ODDS]
    changed = [p for p in form.pages if p.lies == "registered" and _sure(p)]
    if strangers:
        first = strangers[0]
        yield Defect(
            check="form-not-official",
            page=first.page,
            certainty=min(p.certainty for p in strangers),
            message=f"{pages_phrase([p.page for p in strangers]).capitalize()} of the scan "
            f"{'are' if len(strangers) > 1 else 'is'} not printed from the approved form ({form.file}): {first.why}.",
            expected=f"a page of {form.file}",
            found=first.why,
        )
    elif changed:
        first = changed[0]
        changes = [c for p in changed for c in _sure(p)]
        yield Defect(
            check="form-not-official",
            page=first.page,
            box=changes[0].box,
            certainty=max(c.certainty for c in changes),
            message=f"The print on {pages_phrase([p.page for p in changed])} is not that of the approved form ({form.file}): "
            f"{told(changes)}.",
            expected=changes[0].expected,
            found=changes[0].found,
        )
    for page in form.pages:
        if page.lies == "doubtful":
            yield Unsaid(
                check="form-not-official",
                why=f"page {page.page} could not be compared with the approved form ({page.why}); it was read without it",
            )


def _sure(page: PageOnForm) -> list[PrintChange]:
    return [c for c in page.changes if c.certainty >= EVEN_ODDS]


def told(changes: list[PrintChange]) -> str:
    """The changed places in words, the first few of them."""
    said = []
    for change in changes[:TOLD]:
        if change.kind == "missing":
            said.append(f'"{change.expected}" is missing')
        elif change.kind == "added":
            said.append(f'"{change.found}" was added')
        else:
            said.append(f'"{change.found}" stands for "{change.expected}"')
    more = len(changes) - len(said)
    return and_list(said) + (f", and {more} more places" if more > 0 else "")


def pages_of_form(case: Case) -> Iterator[Defect]:
    """Pages of the approved form that the section lacks, or has twice: signs that it was apart (54-124(g))."""
    form = case.facts.form
    if form is None or form.not_used:
        return
    for number in form.repeated:
        page = next(p for p in form.pages if p.page == number)
        first = next(p for p in form.pages if p.form_page == page.form_page)
        yield Defect(
            check="section-disassembled",
            page=number,
            certainty=page.certainty,
            name="repeated-page",
            message=f"Page {number} of the scan is page {page.form_page} of the approved form again, as page {first.page} is.",
            expected="each page of the form once",
            found=f"page {page.form_page} of the form twice",
        )
    if form.missing:
        pages = and_list(str(n) for n in form.missing)
        yield Defect(
            check="section-disassembled",
            page=None,
            certainty=0.9,
            name="missing-page",
            message=f"Of the {form.page_count} pages of the approved form this section lacks {pages_phrase(list(form.missing))}.",
            expected=f"all {form.page_count} pages of the form",
            found=f"without {pages}",
        )


def form_observations(form: FormFacts | None) -> list[Observation]:
    """What is told of the comparison whatever the ordinance asks: pages read without the form, and words that differ."""
    if form is None:
        return []
    if form.not_used:
        return [Observation(fact=f"The scan was read without the approved form. {form.not_used}")]
    seen = []
    for page in form.pages:
        if page.lies != "registered" or page.why:
            why = f"Page {page.page} was read without the approved form: {page.why}."
            seen.append(Observation(fact=why, page=page.page))
        if sure := _sure(page):
            fact = f"On page {page.page} the print differs from the approved form: {told(sure)}."
            seen.append(Observation(fact=fact, page=page.page, box=sure[0].box))
    return seen
