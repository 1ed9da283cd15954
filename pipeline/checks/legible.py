"""Can a person be made out of the line? All ordinances: a line that cannot be read can be found by nobody."""

from __future__ import annotations

from pipeline.checks.answer import EVEN_ODDS
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect
from pipeline.checks.presumption import presumed
from pipeline.checks.registry import Answer, check
from pipeline.checks.signer import unstruck, where
from pipeline.model.line import SignerLine
from pipeline.model.reading import TextRead
from pipeline.roll.words import STREET_TYPES, plain

# Under this certainty a name is no name that could be looked up: scribbles that nobody can read lie under it, and few names,
# nearly all in joined hands (develop pages).
LEGIBLE = 0.2
# From this certainty on a house number and a kind of street tell a door, however surely the rest was read: scribbles give neither
# (two lines of a burnt look at 40 scans, and one of eight fresh develop scans, were told for nothing with such an address at 0.1
# and 0.18).
DOOR_FROM = 0.05
# Certainty that a line is illegible of which nothing was read. The machine's eye is not a person's: it is always for review.
CERTAINTY = 0.8


@check("line-illegible", leans="marks")
def line_illegible(case: Case) -> Answer:
    """Name and address cannot be read: no word of the name could be made out, and the address tells no more.

    A name that was read badly beside an address that was read well, or in which a house number and a kind of street can be made
    out, is not told: the door names the household. Where the form asks for no printed name, or none is written, nothing is
    told. Under the reading `ditto` = `review` an address by ditto marks is for a person.

    Review when: always, unless the affiant of 54(f) is found on the roll and the reading `prima-facie` lets such lines count.
    """
    by_hand = case.readings.chosen("ditto") == "review"
    for line in unstruck(case):
        name, address = line.name, line.address
        marks = by_hand and address is not None and address.above is not None
        if not marks and (name is None or _legible(name, LEGIBLE) or (address is not None and _tells_a_door(address))):
            continue
        told = address if marks and address is not None else name
        if told is None:
            continue
        yield Defect(
            check="line-illegible",
            page=line.page,
            row=line.row,
            line=line.display_number,
            box=told.box,
            certainty=CERTAINTY,
            presumed=presumed(case),
            message=_message(line, marks=marks),
            expected="a name and an address that can be read",
            found="ditto marks" if marks else told.text,
        )


def _legible(read: TextRead, least: float) -> bool:
    return read.text is not None and read.certainty >= least


def _tells_a_door(address: TextRead) -> bool:
    """Whether an address was read well, or its house number and its kind of street at least."""
    if _legible(address, EVEN_ODDS):
        return True
    words = plain(address.text or "").split()
    return _legible(address, DOOR_FROM) and words[:1] != [] and words[0].isdigit() and any(w in STREET_TYPES for w in words[1:])


def _message(line: SignerLine, *, marks: bool) -> str:
    if marks:
        return f"On {where(line).lower()} ditto marks stand for the address."
    what = "name" if line.address is None else "name and the address"
    return f"The {what} on {where(line).lower()} could not be read."
