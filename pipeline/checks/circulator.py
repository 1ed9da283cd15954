"""Are the circulator's particulars given: printed name, address, date of signing? 54-124(e)(1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from pipeline.checks.answer import Answer as ThreeAnswers
from pipeline.checks.answer import answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect
from pipeline.checks.registry import Answer, check
from pipeline.checks.words import and_list
from pipeline.geometry import Box
from pipeline.model.section import AffidavitFacts, ParticularName

# Certainty left to a finding where the finder has no word about a blank at all: nothing was seen either way.
NOTHING_SAID = 0.6
# From this certainty on the machine's reading of a street without any figure is believed enough to ask.
READ_WELL = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """Whether a blank of the affidavit is filled, and where it is."""

    answer: ThreeAnswers
    certainty: float
    page: int
    box: Box | None


def filled(affidavit: AffidavitFacts, name: ParticularName) -> Filled:
    """Whether the blank of this name is filled. No blank found at all is unsure: the finder may have missed it."""
    particular = affidavit.particular(name)
    if particular is None:
        return Filled(answer="unsure", certainty=NOTHING_SAID, page=affidavit.page, box=affidavit.box)
    return Filled(
        answer=answer(particular.filled), certainty=particular.filled.certainty, page=particular.page, box=particular.box
    )


@check("affidavit-undated", leans="marks")
def affidavit_undated(case: Case) -> Answer:
    """No date stands beside the circulator's signature. A date that is written and cannot be read is a date.

    Review when: the notary's certificate shows the day; it is not certain that the blank is empty.
    """
    affidavit = case.affidavit
    if affidavit is None or affidavit.date is not None:
        return
    blank = filled(affidavit, "date")
    if blank.answer == "yes":
        return
    doubt = None
    if affidavit.notary is not None and affidavit.notary.date is not None:
        doubt = "the notary's certificate shows the day"
    elif blank.answer == "unsure":
        doubt = "it is not certain that no date stands there"
    yield Defect(
        check="affidavit-undated",
        page=blank.page,
        box=blank.box,
        certainty=blank.certainty,
        doubt=doubt,
        message=f"No date was found beside the circulator's signature in the affidavit on page {affidavit.page}.",
        expected="the date on which the circulator signed",
        found="no date",
    )


@check("circulator-name-missing", leans="marks")
def circulator_name_missing(case: Case) -> Answer:
    """The circulator's printed name is left blank.

    Review when: no blank for it was found, or it is not certain that the blank is empty.
    """
    affidavit = case.affidavit
    if affidavit is None or (blank := filled(affidavit, "name")).answer == "yes":
        return
    yield Defect(
        check="circulator-name-missing",
        page=blank.page,
        box=blank.box,
        certainty=blank.certainty,
        doubt="it is not certain that the name is left blank" if blank.answer == "unsure" else None,
        message=f"The circulator's printed name was not found in the affidavit on page {affidavit.page}.",
        expected="the circulator's printed name",
        found="an empty blank" if blank.answer == "no" else None,
    )


@check("circulator-address-incomplete", leans="marks")
def circulator_address_incomplete(case: Case) -> Answer:
    """Street name and number, municipality or county of the circulator's residence is left blank; the message names which.

    Review when: the residence can be identified all the same, since the street is given and only one of municipality and
    county is wanting; a street was read without any number; it is not certain that a blank is empty.
    """
    affidavit = case.affidavit
    wanted = [p for p in ("street", "municipality", "county") if p in case.ordinance.param("affidavit_particulars", ())]
    if affidavit is None or not wanted:
        return
    blanks = {name: filled(affidavit, cast(ParticularName, name)) for name in wanted}
    empty = [name for name in wanted if blanks[name].answer == "no"]
    unsure = [name for name in wanted if blanks[name].answer == "unsure"]
    no_number = "street" in wanted and not empty and not unsure and _street_without_number(affidavit)
    if not empty and not unsure and not no_number:
        return
    told = empty or unsure or ["street number"]
    doubt = None
    if not empty:
        doubt = "the machine read no number in the street" if no_number else "it is not certain that this is left blank"
    elif "street" in wanted and len(empty) == 1 and empty != ["street"] and not unsure:
        doubt = "the street is given and only one of municipality and county is not, so the residence can be identified"
    first = blanks[told[0]] if told[0] in blanks else blanks["street"]
    particular = affidavit.particular("street")
    yield Defect(
        check="circulator-address-incomplete",
        page=first.page,
        box=first.box,
        name=" ".join(told),
        certainty=min(blanks[n].certainty for n in told) if told[0] in blanks else NOTHING_SAID,
        doubt=doubt,
        message=f"In the circulator's address in the affidavit on page {affidavit.page} the {and_list(told)} was not found.",
        expected="street name and number, municipality and county",
        found=particular.value.text if no_number and particular and particular.value else f"no {and_list(told)}",
    )


def _street_without_number(affidavit: AffidavitFacts) -> bool:
    """Whether the street was read well, and without any figure."""
    particular = affidavit.particular("street")
    value = particular.value if particular else None
    return bool(value and value.text and value.certainty >= READ_WELL and not any(c.isdigit() for c in value.text))
