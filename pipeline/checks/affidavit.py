"""Is the circulator's affidavit attached, signed, dated, filled in, and does it state what it must?

Sources: 54-124(e), 10.3(c), 602(c)(1).
"""

from __future__ import annotations

from pipeline.checks.answer import EVEN_ODDS, answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect
from pipeline.checks.registry import Answer, check
from pipeline.checks.text import out_of_order
from pipeline.checks.warning import SURELY_ABSENT

# Certainty left to a finding where the finder has no word about a statement at all: nothing was seen either way.
NOTHING_SAID = 0.6

SAYS = {
    "read-laws": "has read and understands the laws of circulating petitions",
    "aged-18": "was 18 years of age or older",
    "circulated-personally": "personally circulated the paper",
    "number-of-signatures": "gives the number of signatures on the paper",
    "signed-in-presence": "saw each signature being made",
    "genuine": "says that each signature is that of the person whose name it purports to be",
    "registered": "says that, to the best of his or her knowledge and belief, each signer was a registered elector",
    "not-paid": "says that nobody has paid or will pay a signer for signing",
    "opportunity-to-read": "says that each signer could read the full text before signing",
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
    affidavit = case.affidavit
    if affidavit is None:
        return
    kinds = case.petition.kind
    for statement in case.ordinance.statements:
        if statement.kinds and kinds not in statement.kinds:
            continue
        found = next((s for s in affidavit.statements if s.name == statement.name), None)
        said = answer(found.found) if found else "unsure"
        if said == "yes":
            continue
        doubt = None
        if said == "unsure":
            doubt = (
                "a sentence comes near and may not say it" if found and found.sentence else "the affidavit's words do not tell"
            )
        elif affidavit.unexplained:
            doubt = f'a sentence of the affidavit stays unexplained ("{affidavit.unexplained[0][:120]}")'
        says = SAYS.get(statement.name, statement.quote)
        near = found.sentence if found and found.sentence else None
        yield Defect(
            check="affidavit-statement-missing",
            clause=statement.clause,
            name=statement.name,
            doubt=doubt,
            page=(found.page if found and found.page is not None else affidavit.page),
            box=(found.box if found and found.box is not None else affidavit.box),
            certainty=found.found.certainty if found else NOTHING_SAID,
            message=f"The affidavit on page {affidavit.page} does not state that the circulator {says}."
            if said == "no"
            else f"It is not certain that the affidavit on page {affidavit.page} states that the circulator {says}.",
            expected=statement.quote,
            found=near or "no such statement",
        )


@check("affidavit-unsigned", leans="marks")
def affidavit_unsigned(case: Case) -> Answer:
    """The affidavit bears no signature of the circulator.

    Review when: it is not certain that a signature stands there.
    """
    affidavit = case.affidavit
    if affidavit is None or (said := answer(affidavit.signature)) == "yes":
        return
    yield Defect(
        check="affidavit-unsigned",
        page=affidavit.signature.page or affidavit.page,
        box=affidavit.signature.box or affidavit.box,
        certainty=affidavit.signature.certainty,
        doubt="it is not certain whether a signature stands there" if said == "unsure" else None,
        message=f"The affidavit on page {affidavit.page} is not signed by the circulator."
        if said == "no"
        else f"It is not certain that the circulator signed the affidavit on page {affidavit.page}.",
        expected="the circulator's signature",
        found="no signature" if said == "no" else affidavit.signature.detail or None,
    )


@check("affidavit-altered", leans="marks")
def affidavit_altered(case: Case) -> Answer:
    """A date, a count or a name in the affidavit or the notarial act is overwritten, struck or whited out.

    Review when: always; a slip corrected legibly takes nothing away, and a person sees which it is.
    """
    affidavit = case.affidavit
    for mark in affidavit.alterations if affidavit else ():
        if affidavit is not None and answer(mark) == "yes":
            yield Defect(
                check="affidavit-altered",
                page=mark.page or affidavit.page,
                box=mark.box,
                certainty=mark.certainty,
                message=f"In the affidavit on page {mark.page or affidavit.page} something seems changed after writing"
                + (f": {mark.detail}." if mark.detail else "."),
                found=mark.detail or None,
            )


@check("presumed-genuine", leans="words")
def presumed_genuine(case: Case) -> Answer:
    """An affidavit of a registered elector that the signatures are genuine and the signers registered is attached.

    It is prima facie evidence of both; what that does to lines is the reading `prima-facie`. A note: no line falls by it.
    """
    affidavit = case.affidavit
    if affidavit is None or answer(affidavit.registered_elector) != "yes" or answer(affidavit.signature) == "no":
        return
    if case.ordinance.param("notarized") and (affidavit.notary is None or answer(affidavit.notary.signature) == "no"):
        # An affidavit is sworn: without a notary's signature nothing is presumed.
        return
    said = {s.name for s in affidavit.statements if answer(s.found) == "yes"}
    if {"genuine", "registered"} <= said:
        at = affidavit.registered_elector
        yield Defect(
            check="presumed-genuine",
            page=at.page or affidavit.page,
            box=at.box or affidavit.box,
            certainty=at.certainty,
            message=f"The affidavit on page {affidavit.page} is that of a registered elector, and states that the "
            f"signatures are genuine and the signers registered: until shown otherwise, both are presumed.",
        )
