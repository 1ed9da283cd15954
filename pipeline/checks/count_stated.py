"""Is the number of signatures stated in the affidavit, and is it the number found? 10.3(c)."""

from __future__ import annotations

import re

from pipeline.checks.answer import EVEN_ODDS, answer
from pipeline.checks.case import Case
from pipeline.checks.circulator import filled
from pipeline.checks.defect import Defect
from pipeline.checks.registry import Answer, check
from pipeline.checks.signer import CERTAIN
from pipeline.model.line import SignerLine
from pipeline.model.reading import TextRead

ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def number(words: str) -> int | None:
    """The whole number that figures or words under a hundred spell, None where they spell none, or two that differ."""
    found = {int(f) for f in re.findall(r"\d+", words)}
    spelled = _spelled(words)
    if spelled is not None:
        found.add(spelled)
    return found.pop() if len(found) == 1 else None


def _spelled(words: str) -> int | None:
    """`twenty-one` as 21."""
    total, seen = 0, False
    for word in re.findall(r"[a-z]+", words.lower()):
        if word in ONES:
            total, seen = total + ONES.index(word), True
        elif word in TENS and word:
            total, seen = total + 10 * TENS.index(word), True
    return total if seen else None


def stated(case: Case) -> TextRead | None:
    """What stands in the blank for the number, as it was read."""
    particular = case.affidavit.particular("count") if case.affidavit else None
    return particular.value if particular else None


@check("count-stated-missing", leans="marks")
def count_stated_missing(case: Case) -> Answer:
    """The blank for the number of signatures is not filled.

    An affidavit that has no such statement at all belongs to `affidavit-statement-missing`. Review when: always.
    """
    affidavit = case.affidavit
    if affidavit is None or (particular := affidavit.particular("count")) is None:
        return
    if answer(particular.printed) == "no" or (blank := filled(affidavit, "count")).answer == "yes":
        return
    yield Defect(
        check="count-stated-missing",
        page=blank.page,
        box=blank.box,
        certainty=blank.certainty,
        doubt="it is not certain that the blank is empty" if blank.answer == "unsure" else None,
        message=f"The blank for the number of signatures in the affidavit on page {affidavit.page} is not filled.",
        expected="the number of signatures on the paper",
        found="an empty blank",
    )


@check("count-stated-differs", leans="words")
def count_stated_differs(case: Case) -> Answer:
    """The number of signatures in the affidavit is not that of the signed lines; over and under are told apart.

    The signed lines are counted with and without struck ones, and with and without lines of which it is not certain that they
    are signed: a number between is no difference. What the reading `count-stated` makes of a difference: harmless where
    fewer are stated than found, a review, or the lines beyond the number not counted, last ones first.

    Review when: always under the default reading; a number that was not read with certainty and is not the number found.
    """
    affidavit, read = case.affidavit, stated(case)
    if affidavit is None or read is None:
        return
    told = number(read.text) if read.text else None
    least, most = bounds(case)
    if told is not None and least <= told <= most and read.certainty >= EVEN_ODDS:
        # Read less surely, and yet the number of lines found: a misread number would seldom be just that.
        return
    if told is None or read.certainty < CERTAIN:
        yield Defect(
            check="count-stated-differs",
            page=read.page,
            box=read.box,
            certainty=1.0 - read.certainty if told is not None else 1.0,
            doubt="the number stated could not be read with certainty",
            message=f"The number of signatures that the affidavit on page {affidavit.page} states could not be read for certain.",
            expected=_expected(case),
            found=read.text,
        )
        return
    choice = case.readings.chosen("count-stated")
    if told < least and choice == "fewer-harmless":
        return
    if choice in ("beyond-not-counted", "beyond-not-counted-with-struck"):
        if told < least:
            yield from _beyond(case, told, with_struck=choice == "beyond-not-counted-with-struck", certainty=read.certainty)
        return
    how = "fewer than" if told < least else "more than"
    yield Defect(
        check="count-stated-differs",
        page=read.page,
        box=read.box,
        certainty=read.certainty,
        name="under" if told < least else "over",
        message=f"The affidavit on page {affidavit.page} states {told} signatures, {how} the {_expected(case)} found.",
        expected=_expected(case),
        found=str(told),
    )


def bounds(case: Case) -> tuple[int, int]:
    """The fewest and the most signatures that can be counted on the paper."""
    least = most = 0
    for line, state in case.written_lines():
        signed = answer(line.signature)
        if state != "struck" and answer(line.struck) == "no" and signed == "yes":
            least += 1
        if signed != "no":
            most += 1
    return least, most


def _expected(case: Case) -> str:
    least, most = bounds(case)
    return f"{least}" if least == most else f"{least} to {most}"


def _beyond(case: Case, told: int, *, with_struck: bool, certainty: float) -> Answer:
    """The signed lines after the stated number of them, in order."""
    signed: list[SignerLine] = [
        line for line, state in case.written_lines() if answer(line.signature) == "yes" and (with_struck or state != "struck")
    ]
    for line in signed[told:]:
        yield Defect(
            check="count-stated-differs",
            page=line.page,
            row=line.row,
            line=line.display_number,
            box=line.box,
            certainty=certainty,
            name="under",
            message=f"Line {line.display_number} on page {line.page} lies beyond the {told} signatures stated in the affidavit.",
            expected=f"{told} signatures",
            found=_expected(case),
        )
