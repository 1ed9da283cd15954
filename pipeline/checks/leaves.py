"""Which affidavit answers for which signature page, where each separate page must have its own? 602(c)(1).

"On either side of its leaf": the page itself, or the page before or behind it that bears an affidavit and no signer lines. Which
page of a scan is whose back cannot be seen; so each affidavit on a page without lines answers for one neighbour, in order.
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.model.section import AffidavitFacts, SectionFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class Sworn:
    """An affidavit and the signature pages that it answers for."""

    affidavit: AffidavitFacts
    pages: tuple[int, ...]
    """Empty where it answers for the section."""


def paired(facts: SectionFacts) -> tuple[Sworn, ...]:
    """Every affidavit with the signature pages on its leaf, in order of pages."""
    signing = sorted({g.page for g in facts.lines})
    blank = {p.number for p in facts.pages if p.blank}
    free = [p for p in signing if not any(a.page == p for a in facts.affidavits)]
    out = []
    for affidavit in sorted(facts.affidavits, key=lambda a: (a.page, a.box.y0)):
        if affidavit.page in signing:
            out.append(Sworn(affidavit=affidavit, pages=(affidavit.page,)))
            continue
        # The back comes behind its front, so the page before is asked first; a blank page is no front of anything.
        near = [p for p in (affidavit.page - 1, affidavit.page + 1) if p in free and p not in blank]
        if near:
            free.remove(near[0])
        out.append(Sworn(affidavit=affidavit, pages=tuple(near[:1])))
    return tuple(out)


def unsworn(facts: SectionFacts) -> tuple[int, ...]:
    """Signature pages for which no affidavit answers."""
    answered = {page for sworn in paired(facts) for page in sworn.pages}
    return tuple(sorted({g.page for g in facts.lines} - answered))
