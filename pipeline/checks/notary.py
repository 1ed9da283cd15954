"""Was the affidavit sworn before a notary: signature, seal, date, commission? 54-124(e), (g)."""

from __future__ import annotations

from pipeline.checks.answer import answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect, Unsaid
from pipeline.checks.registry import Answer, check
from pipeline.checks.warning import SURELY_ABSENT
from pipeline.checks.words import and_list
from pipeline.model.reading import DateRead
from pipeline.model.section import NotaryFacts

# Two dates that do not agree are likelier misread than wrong where one was read with doubt (all five true ones of two burnt looks
# were read at 0.97 and more, the one told for nothing at 0.5).
SURE_OF_BOTH = 0.7


def _act(case: Case) -> NotaryFacts | None:
    return case.affidavit.notary if case.affidavit else None


@check("affidavit-not-notarized", leans="marks")
def affidavit_not_notarized(case: Case) -> Answer:
    """There is no notarial act at all: no notary's signature and no seal.

    Review when: it is not certain that a signature or a seal is there; no act was found, but print or ink that could not be
    read stands below the affidavit; a page of the section could not be read.
    """
    affidavit = case.affidavit
    if affidavit is None:
        return
    notary = affidavit.notary
    if notary is None:
        yield Defect(
            check="affidavit-not-notarized",
            page=affidavit.page,
            box=affidavit.perhaps_act.box if affidavit.perhaps_act else affidavit.box,
            certainty=affidavit.perhaps_act.certainty if affidavit.perhaps_act else SURELY_ABSENT,
            elsewhere=True,
            doubt="something stands below it that the machine could not read" if affidavit.perhaps_act else None,
            message=f"The affidavit on page {affidavit.page} bears no notarial act."
            if affidavit.perhaps_act is None
            else f"No notarial act was found with the affidavit on page {affidavit.page}.",
            expected="a notary's certificate with signature and seal",
            found="no notarial act",
            block=True,
        )
        return
    signed, sealed = answer(notary.signature), answer(notary.seal)
    if signed == "yes" or sealed == "yes" or (signed == "unsure" and sealed == "unsure"):
        # Both doubtful: the two doubts are told by the checks of signature and seal.
        return
    sure = signed == "no" and sealed == "no"
    yield Defect(
        check="affidavit-not-notarized",
        page=notary.page,
        box=notary.box,
        # Without the notary's signature the affidavit is not accepted, seal or no seal: its certainty decides.
        certainty=notary.signature.certainty if signed == "no" else notary.seal.certainty,
        doubt=None if sure else f"it is not certain whether a {'signature' if signed == 'unsure' else 'seal'} is there",
        message=f"The notarial act on page {notary.page} has neither a notary's signature nor a seal."
        if sure
        else f"On page {notary.page} it is not certain that a notary signed or sealed.",
        expected="the notary's signature and seal",
        found="neither" if sure else None,
        block=True,
    )


@check("notary-signature-missing", leans="marks")
def notary_signature_missing(case: Case) -> Answer:
    """There is a seal, and no notary's signature.

    Review when: it is not certain whether a signature stands there.
    """
    notary = _act(case)
    if notary is None:
        return
    signed, sealed = answer(notary.signature), answer(notary.seal)
    if signed == "yes" or sealed == "no" or (signed == "no" and sealed == "unsure"):
        return
    yield Defect(
        check="notary-signature-missing",
        page=notary.signature.page or notary.page,
        box=notary.signature.box or notary.box,
        certainty=notary.signature.certainty,
        doubt="it is not certain whether a signature stands there" if signed == "unsure" else None,
        message=f"The notarial act on page {notary.page} bears a seal and no notary's signature."
        if signed == "no"
        else f"It is not certain that the notary signed on page {notary.page}.",
        expected="the notary's signature",
        found="no signature" if signed == "no" else None,
    )


@check("notary-seal-missing", leans="marks")
def notary_seal_missing(case: Case) -> Answer:
    """No seal was seen beside the notary's signature.

    Review when: always; an embosser leaves nothing on a scan, so the paper tells.
    """
    notary = _act(case)
    if notary is None or answer(notary.signature) == "no" or answer(notary.seal) == "yes":
        return
    if answer(notary.signature) == "unsure" and answer(notary.seal) == "no":
        return
    yield Defect(
        check="notary-seal-missing",
        page=notary.page,
        box=notary.box,
        certainty=notary.seal.certainty,
        message=f"No notary's seal was seen on page {notary.page}. An embosser leaves nothing on a scan: look at the paper.",
        expected="the notary's seal",
        found="no seal seen",
    )


@check("notary-date-missing", leans="marks")
def notary_date_missing(case: Case) -> Answer:
    """No date of the notarial act was seen. A date that is written and cannot be read is a date.

    Review when: always; look at the paper.
    """
    notary = _act(case)
    if notary is None or notary.date is not None:
        return
    blank = answer(notary.date_blank)
    if blank == "unsure":
        # Most acts are dated: marks that are no date for certain are likelier a date than none.
        yield Unsaid(check="notary-date-missing", why="it could not be told whether a date of the notarial act stands there")
    if blank != "yes":
        return
    yield Defect(
        check="notary-date-missing",
        page=notary.date_blank.page or notary.page,
        box=notary.date_blank.box or notary.box,
        certainty=notary.date_blank.certainty,
        message=f"No date of the notarial act was seen on page {notary.page}.",
        expected="the day on which the notary acted",
        found="no date seen",
    )


@check("notary-commission-expired", leans="words")
def notary_commission_expired(case: Case) -> Answer:
    """The notary's commission expired before the date of the act; the day of expiry itself is in time.

    Review when: always; dates that cannot be read, or only with doubt, give no finding.
    """
    notary = _act(case)
    if notary is None or answer(notary.signature) == "no":
        return
    act, expiry = notary.date, notary.commission_expires
    if unread := _unread(("the notary's date", act), ("the day on which the commission expires", expiry)):
        yield Unsaid(check="notary-commission-expired", why=unread)
    if act is None or expiry is None or act.day is None or expiry.day is None or expiry.day >= act.day:
        return
    if (certainty := _both(act, expiry)) >= SURE_OF_BOTH:
        yield Defect(
            check="notary-commission-expired",
            page=expiry.page,
            box=expiry.box,
            certainty=certainty,
            message=f"The notary's commission expired on {expiry.day.isoformat()}, before the date of the act "
            f"({act.day.isoformat()}).",
            expected=f"a commission not expired on {act.day.isoformat()}",
            found=expiry.day.isoformat(),
        )


@check("notary-date-mismatch", leans="words")
def notary_date_mismatch(case: Case) -> Answer:
    """The circulator's date lies after the notary's; the same day is right.

    Review when: always; dates that cannot be read, or only with doubt, give no finding.
    """
    affidavit, notary = case.affidavit, _act(case)
    if affidavit is None or notary is None:
        return
    signed, act = affidavit.date, notary.date
    if unread := _unread(("the circulator's date", signed), ("the notary's date", act)):
        yield Unsaid(check="notary-date-mismatch", why=unread)
    if signed is None or act is None or signed.day is None or act.day is None or signed.day <= act.day:
        return
    if (certainty := _both(signed, act)) >= SURE_OF_BOTH:
        yield Defect(
            check="notary-date-mismatch",
            page=act.page,
            box=act.box,
            certainty=certainty,
            message=f"The circulator's date ({signed.day.isoformat()}) lies after the notary's ({act.day.isoformat()}).",
            expected=f"a notarial act on or after {signed.day.isoformat()}",
            found=act.day.isoformat(),
        )


def _unread(*dates: tuple[str, DateRead | None]) -> str | None:
    """Which of the dates were not read, None where all were. A date that is not there at all is another check's matter."""
    told = [name for name, read in dates if read is None or read.day is None or read.certainty < SURE_OF_BOTH]
    return f"{and_list(told)} {'was' if len(told) == 1 else 'were'} not read" if told else None


def _both(one: DateRead, other: DateRead) -> float:
    """Certainty that both dates are as read."""
    return round(one.certainty * other.certainty, 2)
