"""Are three to five persons named, with address, to represent the signers? 54-124(d)."""

from __future__ import annotations

from pipeline.checks.answer import EVEN_ODDS
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect
from pipeline.checks.registry import Answer, check
from pipeline.checks.warning import SURELY_ABSENT
from pipeline.model.section import CommitteeFacts

# Certainty of a count that may lie inside the bounds as well as outside.
STRADDLES = 0.6


def _judged(case: Case) -> CommitteeFacts | None:
    """The designation that names most persons: a form may repeat it, whole on one page and in short on others."""
    found = [c for c in case.facts.committees if c.certainty >= EVEN_ODDS]
    return max(found, key=lambda c: (c.count.value, c.certainty, -c.page)) if found else None


@check("committee-missing", leans="place")
def committee_missing(case: Case) -> Answer:
    """Nobody is designated to represent the signers.

    Review when: always for one section; where no section of the petition designates anybody, the petition falls.
    """
    committee = _judged(case)
    if committee is None or committee.count.high < 1:
        yield Defect(
            check="committee-missing",
            page=committee.page if committee else None,
            box=committee.box if committee else None,
            certainty=SURELY_ABSENT,
            elsewhere=committee is None,
            block=True,
            message="Nobody is designated in this section to represent the signers.",
            expected=_bounds(case),
            found="nobody",
        )


@check("committee-size", leans="marks")
def committee_size(case: Case) -> Answer:
    """Fewer than the least or more than the most persons are designated.

    Review when: always for one section; where no section of the petition has it right, the petition falls.
    """
    committee = _judged(case)
    if committee is None or committee.count.high < 1:
        return
    count, least, most = committee.count, case.ordinance.param("committee_least"), case.ordinance.param("committee_most")
    outside = count.high < least or count.low > most
    if not outside and least <= count.low and count.high <= most:
        return
    # An address whose name is lacking is a person, and told as incomplete: the same doubt is not told twice.
    unnamed = sum(m.name is None and m.address is not None for m in committee.members)
    if not outside and least <= count.value <= most and count.low + unnamed >= count.value == count.high:
        return
    number = f"{count.value:g}" if count.low == count.high else f"{count.low:g} to {count.high:g}"
    yield Defect(
        check="committee-size",
        page=committee.page,
        box=committee.box,
        certainty=SURELY_ABSENT if outside else STRADDLES,
        message=f"On page {committee.page} {number} {'person is' if number == '1' else 'persons are'} designated "
        f"to represent the signers.",
        expected=_bounds(case),
        found=number,
    )


@check("committee-incomplete", leans="marks")
def committee_incomplete(case: Case) -> Answer:
    """A person who represents the signers has no name or no address.

    A place of the form that nobody filled is no person. Review when: always.
    """
    committee = _judged(case)
    if committee is None:
        return
    for number, member in enumerate(committee.members, 1):
        if (member.name is None) == (member.address is None):
            continue
        lacks = "name" if member.name is None else "address"
        yield Defect(
            check="committee-incomplete",
            page=member.page,
            box=member.box,
            name=f"{number} {lacks}",
            certainty=committee.certainty,
            message=f"On page {member.page} the {_ordinal(number)} person who represents the signers has no {lacks}.",
            expected="name and address",
            found=f"no {lacks}",
        )


def _bounds(case: Case) -> str:
    return f"{case.ordinance.param('committee_least')} to {case.ordinance.param('committee_most')} persons by name and address"


def _ordinal(number: int) -> str:
    """`first` … `fifth`, then `no. 6`."""
    names = ("first", "second", "third", "fourth", "fifth")
    return names[number - 1] if number <= len(names) else f"no. {number}"
