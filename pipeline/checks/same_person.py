"""Is the circulator the notary, or one of the signers? By the names as they were read. 54-124(e)."""

from __future__ import annotations

import re
from itertools import permutations

from rapidfuzz import fuzz

from pipeline.checks.answer import EVEN_ODDS
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect, Unsaid
from pipeline.checks.registry import Answer, check
from pipeline.checks.signer import CERTAIN, unstruck, where
from pipeline.model.reading import TextRead

# Likeness (0 to 100) from which every part of one name must find its like in the other. On the made-up names of the samples
# nine of ten names with one or two letters misread reach it, and under one in a hundred pairs of people who share a family name.
ONE_PART = 70.0
MOST_PARTS = 4
NO_NAMES = frozenset(["jr", "sr", "ii", "iii", "iv", "mr", "mrs", "ms", "dr", "notary", "public"])


def parts(name: str) -> list[str]:
    """The parts of a name in small letters, without initials, titles and suffixes."""
    words = re.findall(r"[^\W\d_]+", name.lower())
    return [w for w in words if len(w) > 1 and w not in NO_NAMES][:MOST_PARTS]


def alike(one: str, other: str) -> bool:
    """Whether two names as read can be one, in either order of their parts; a part more in one of them does not count."""
    fewer, more = sorted((parts(one), parts(other)), key=len)
    if len(fewer) < 2:
        # One word alone is shared by too many people; two whose space a reading lost make one long word.
        return len(more) > 1 and len(fewer) == 1 and fewer[0] == "".join(more)
    return any(
        all(fuzz.ratio(a, b) >= ONE_PART for a, b in zip(fewer, order, strict=True)) for order in permutations(more, len(fewer))
    )


def _named(read: TextRead | None, least: float) -> str | None:
    return read.text if read is not None and read.text and read.certainty >= least else None


def _circulator(case: Case, least: float) -> tuple[str | None, TextRead | None]:
    particular = case.affidavit.particular("name") if case.affidavit else None
    value = particular.value if particular else None
    return _named(value, least), value


@check("circulator-is-notary", leans="words")
def circulator_is_notary(case: Case) -> Answer:
    """The circulator took his own oath: the notary bears the name of the circulator.

    Compared as the names were read; a name that was not read is said to be not compared. Review when: always.
    """
    affidavit = case.affidavit
    if affidavit is None or affidavit.notary is None:
        return
    circulator, value = _circulator(case, EVEN_ODDS)
    notary = _named(affidavit.notary.name, EVEN_ODDS)
    if circulator is None or notary is None or value is None or affidavit.notary.name is None:
        lacking = "the circulator's" if circulator is None else "the notary's"
        yield Unsaid(check="circulator-is-notary", why=f"{lacking} name was not read")
        return
    if alike(circulator, notary):
        read = affidavit.notary.name
        yield Defect(
            check="circulator-is-notary",
            page=read.page,
            box=read.box,
            certainty=min(value.certainty, read.certainty),
            message=f'The notary of the affidavit on page {affidavit.page} bears the name of the circulator ("{notary}").',
            expected="a notary other than the circulator",
            found=notary,
        )


@check("circulator-signed-as-elector", leans="nothing")
def circulator_signed_as_elector(case: Case) -> Answer:
    """The circulator signed a line of the same section. A note: no clause forbids it.

    Compared as the names were read with certainty, a signer's with less where it is the circulator's letter by letter; two
    people may bear one name.
    """
    circulator, value = _circulator(case, CERTAIN)
    if case.affidavit is None or circulator is None or value is None:
        if case.affidavit is not None:
            yield Unsaid(check="circulator-signed-as-elector", why="the circulator's name was not read with certainty")
        return
    for line in unstruck(case):
        # A misread name would seldom be just the circulator's.
        name = _named(line.name, EVEN_ODDS)
        sure = line.name is not None and (line.name.certainty >= CERTAIN or parts(name or "") == parts(circulator))
        if name is not None and line.name is not None and sure and alike(circulator, name):
            yield Defect(
                check="circulator-signed-as-elector",
                page=line.page,
                row=line.row,
                line=line.display_number,
                box=line.name.box,
                certainty=min(value.certainty, line.name.certainty),
                message=f"{where(line)} bears the name of the circulator. No clause forbids it.",
                found=name,
            )
