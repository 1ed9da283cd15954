"""Is the circulator's affidavit attached, signed, dated, filled in, and does it state what it must?

Sources: 54-124(e), 10.3(c), 602(c)(1).
"""

from __future__ import annotations

from pipeline.checks.answer import EVEN_ODDS, answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect
from pipeline.checks.leaves import Sworn, unsworn
from pipeline.checks.presumption import states_presumption
from pipeline.checks.registry import Answer, check
from pipeline.checks.text import out_of_order
from pipeline.checks.warning import SURELY_ABSENT
from pipeline.law.ordinance import Statement

# Certainty left to a finding where the finder has no word about a statement at all: nothing was seen either way.
NOTHING_SAID = 0.6

SAYS = {
    "read-laws": "that the circulator has read and understands the laws of circulating petitions",
    "aged-18": "that the circulator was 18 years of age or older",
    "circulated-personally": "that the circulator circulated the paper in person",
    "number-of-signatures": "how many signatures are on the paper",
    "signed-in-presence": "that each signature was made in the circulator's presence",
    "genuine": "that each signature is that of the person whose name it purports to be",
    "registered": "that, to the best of the circulator's knowledge and belief, each signer was a registered elector",
    "not-paid": "that nobody has paid or will pay a signer for signing",
    "opportunity-to-read": "that each signer could read the full text or statement before signing",
}


@check("affidavit-missing", leans="place")
def affidavit_missing(case: Case) -> Answer:
    """No affidavit of a circulator is attached to the section.

    Review when: a page of the section could not be read, or nothing on it was recognised.
    """
    if case.affidavit is None:
        yield Defect(
            check="affidavit-missing",
            page=case.facts.pages[-1].number if case.facts.pages else None,
            elsewhere=True,
            certainty=SURELY_ABSENT,
            block=True,
            message="No affidavit of the circulator is attached to the section.",
            expected="an affidavit of the circulator after the signature pages",
            found="no affidavit",
        )
    elif case.affidavit.certainty < EVEN_ODDS:
        yield Defect(
            check="affidavit-missing",
            page=case.affidavit.page,
            box=case.affidavit.box,
            block=True,
            certainty=round(1 - case.affidavit.certainty, 2),
            doubt="something like an affidavit stands there, and cannot be told for certain",
            message=f"It is not certain that what stands on page {case.affidavit.page} is an affidavit of the circulator.",
            expected="an affidavit of the circulator",
        )


@check("affidavit-missing-on-page", leans="place")
def affidavit_missing_on_page(case: Case) -> Answer:
    """A separate page with signatures has an affidavit on neither side of its leaf.

    A page on which nobody signed needs none. Which page of a scan is whose back cannot be seen: an affidavit on a page without
    signer lines answers for the page before it, else for the page behind it.

    Review when: a page beside it could not be read, or nothing on it was recognised.
    """
    written = {line.page for line, state in case.written_lines() if state != "struck"}
    for page in unsworn(case.facts):
        if page not in written:
            continue
        beside = [p for p in case.unknown_pages if abs(p - page) == 1]
        yield Defect(
            check="affidavit-missing-on-page",
            page=page,
            certainty=SURELY_ABSENT,
            doubt=f"nothing on page {beside[0]} was recognised; the affidavit may stand there" if beside else None,
            message=f"Page {page} bears signatures, and no affidavit of the circulator stands on either side of its leaf.",
            expected="an affidavit on the page or on its back",
            found="no affidavit",
            block=True,
        )


@check("affidavit-misplaced", leans="place")
def affidavit_misplaced(case: Case) -> Answer:
    """The affidavit does not follow the signature pages. Judged by the order of the pages in the scan.

    Review when: printed page numbers say that the pages were scanned in another order.
    """
    affidavit = case.affidavit
    if affidavit is None or not case.lines_pages:
        return
    last = case.lines_pages[-1]
    bottom = max(g.box.y1 for g in case.facts.lines if g.page == last)
    above = affidavit.page == last and affidavit.box.y0 < bottom and affidavit.box.y1 <= bottom
    if affidavit.page < last or above:
        where = (
            f"page {affidavit.page}, before the signer lines on page {last}"
            if affidavit.page < last
            else (f"page {last}, above the signer lines")
        )
        yield Defect(
            check="affidavit-misplaced",
            page=affidavit.page,
            box=affidavit.box,
            certainty=affidavit.certainty,
            doubt=out_of_order(case),
            message=f"The affidavit of the circulator stands on {where}.",
            expected="the affidavit after the signature pages",
            found=f"the affidavit on {where}",
        )


@check("affidavit-statement-missing", leans="words")
def affidavit_statement_missing(case: Case) -> Answer:
    """A statement that the ordinance requires is not in the affidavit; one finding a statement, by its name.

    Other words that say the same count. A statement is missing only where every sentence of the affidavit is explained by
    another statement or by the usual words of such papers.

    Review when: a sentence stays unexplained; a sentence comes near, but is negated or names another person or number.
    """
    for sworn in case.sworn():
        for statement in case.ordinance.statements:
            if not statement.kinds or case.petition.kind in statement.kinds:
                yield from _unstated(sworn, statement)


def _unstated(sworn: Sworn, statement: Statement) -> Answer:
    """The defect where one affidavit does not make one statement, or may not."""
    affidavit = sworn.affidavit
    found = next((s for s in affidavit.statements if s.name == statement.name), None)
    said = answer(found.found) if found else "unsure"
    if said == "yes":
        return
    doubt = None
    if said == "unsure":
        doubt = "a sentence comes near and may not say it" if found and found.sentence else "the affidavit's words do not tell"
    elif affidavit.unexplained:
        doubt = f'a sentence of the affidavit stays unexplained ("{affidavit.unexplained[0][:120]}")'
    says = SAYS.get(statement.name, f'"{statement.quote}"')
    yield Defect(
        check="affidavit-statement-missing",
        clause=statement.clause,
        name=statement.name,
        doubt=doubt,
        page=(found.page if found and found.page is not None else affidavit.page),
        falls_on=sworn.pages,
        box=(found.box if found and found.box is not None else affidavit.box),
        certainty=found.found.certainty if found else NOTHING_SAID,
        message=f"The affidavit on page {affidavit.page} does not state {says}."
        if said == "no"
        else f"It is not certain that the affidavit on page {affidavit.page} states {says}.",
        expected=statement.quote,
        found=(found.sentence if found and found.sentence else None) or "no such statement",
    )


@check("affidavit-unsigned", leans="marks")
def affidavit_unsigned(case: Case) -> Answer:
    """The affidavit bears no signature of the circulator.

    Review when: it is not certain that a signature stands there.
    """
    for sworn in case.sworn():
        affidavit = sworn.affidavit
        if (said := answer(affidavit.signature)) == "yes":
            continue
        yield Defect(
            check="affidavit-unsigned",
            page=affidavit.signature.page or affidavit.page,
            falls_on=sworn.pages,
            box=affidavit.signature.box or affidavit.box,
            certainty=affidavit.signature.certainty,
            doubt="it is not certain whether a signature stands there" if said == "unsure" else None,
            message=f"The affidavit on page {affidavit.page} is not signed by the circulator."
            if said == "no"
            else f"It is not certain that the circulator signed the affidavit on page {affidavit.page}.",
            expected="the circulator's signature",
            found="no signature" if said == "no" else affidavit.signature.detail or None,
        )


@check("affidavit-not-sworn", leans="words")
def affidavit_not_sworn(case: Case) -> Answer:
    """A bare statement where the ordinance wants an affidavit: no oath and no officer are named.

    Review when: always.
    """
    for sworn in case.sworn():
        affidavit = sworn.affidavit
        if (said := answer(affidavit.sworn)) == "yes":
            continue
        yield Defect(
            check="affidavit-not-sworn",
            page=affidavit.sworn.page or affidavit.page,
            falls_on=sworn.pages,
            box=affidavit.sworn.box or affidavit.box,
            certainty=affidavit.sworn.certainty,
            doubt="its words do not tell" if said == "unsure" else None,
            message=f"What the circulator states on page {affidavit.page} names no oath and no officer: a bare statement."
            if said == "no"
            else f"It is not certain that what the circulator states on page {affidavit.page} was sworn.",
            expected="an affidavit: a statement under oath",
            found=affidavit.sworn.detail or None,
        )


@check("affidavit-altered", leans="marks")
def affidavit_altered(case: Case) -> Answer:
    """A date, a count or a name in the affidavit or the notarial act is overwritten, struck or whited out.

    Review when: always; a slip corrected legibly takes nothing away, and a person sees which it is.
    """
    for sworn in case.sworn():
        for mark in sworn.affidavit.alterations:
            if answer(mark) != "yes":
                continue
            page = mark.page or sworn.affidavit.page
            yield Defect(
                check="affidavit-altered",
                page=page,
                falls_on=sworn.pages,
                box=mark.box,
                certainty=mark.certainty,
                message=f"In the affidavit on page {page} something seems changed after writing"
                + (f": {mark.detail}." if mark.detail else "."),
                found=mark.detail or None,
            )


@check("presumed-genuine", leans="words")
def presumed_genuine(case: Case) -> Answer:
    """An affidavit of a registered elector that the signatures are genuine and the signers registered is attached.

    It is prima facie evidence of both; what that does to lines is the reading `prima-facie`. A note: no line falls by it.
    """
    affidavit = case.affidavit
    if affidavit is not None and states_presumption(case):
        at = affidavit.registered_elector
        yield Defect(
            check="presumed-genuine",
            page=at.page or affidavit.page,
            box=at.box or affidavit.box,
            certainty=at.certainty,
            message=f"The affidavit on page {affidavit.page} is that of a registered elector, and states that the "
            f"signatures are genuine and the signers registered: until shown otherwise, both are presumed.",
        )
