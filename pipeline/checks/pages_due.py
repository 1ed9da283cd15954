"""Which pages must bear the warning and the summary? Source: 54-124(a), (b), and what (c) takes back from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from pipeline.checks.case import Case
from pipeline.model.section import PartName


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A page that must bear a part."""

    page: int
    hangs_on: str | None
    """The reading on which alone the duty hangs; None where every reading has it."""


def due(case: Case, part: Literal["warning", "summary"]) -> tuple[Due, ...]:
    """The pages that must bear the part, in order; none where the ordinance does not ask for it.

    Blank pages never must. A page of the affidavit alone must only under the reading `affidavit-page`. Where the text runs
    over several pages, later text pages are excused, and what is missing on other pages after the first hangs on the reading
    `warning-pages`.
    """
    bearing = case.ordinance.param(f"{part}_on_pages_with")
    if bearing is None:
        return ()
    facts = case.facts
    pages = set(facts.pages_with(*(cast(PartName, name) for name in bearing)))
    if case.readings.chosen("affidavit-page") == "bears-warning":
        pages |= set(facts.pages_with("affidavit", "notary"))
    pages -= {p.number for p in facts.pages if p.blank}
    limit = next((x for x in case.ordinance.limits if part in x.excuses and x.pages == "later-text-pages"), None)
    text_pages = case.text_pages
    if limit is None or limit.reading is None or len(text_pages) < 2:
        return tuple(Due(page=page, hangs_on=None) for page in sorted(pages))
    first = text_pages[0]
    every_later_page = case.readings.chosen(limit.reading) == "all-after-first"
    with_lines = set(case.lines_pages)
    out = []
    for page in sorted(pages):
        if page <= first:
            out.append(Due(page=page, hangs_on=None))
        elif not every_later_page and (page not in text_pages or page in with_lines):
            out.append(Due(page=page, hangs_on=limit.reading))
    return tuple(out)
