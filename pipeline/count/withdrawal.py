"""Does a scanned request withdraw a petition? At least four members of the committee signed it, in time. Source: 10.6(e).

Names are held against the committee that the office knows; a name or a signature in doubt leaves the answer open, for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from rapidfuzz import fuzz

from pipeline.checks.answer import answer
from pipeline.checks.consequence import finding
from pipeline.checks.defect import Defect
from pipeline.checks.registry import THRESHOLD
from pipeline.checks.signer import CERTAIN
from pipeline.checks.words import and_list
from pipeline.count.after import withdrawal_day
from pipeline.law import calendar
from pipeline.law.business_days import OfficeDays
from pipeline.law.ordinance import Ordinance
from pipeline.law.readings import choose
from pipeline.model.finding import Finding
from pipeline.model.petition import Person
from pipeline.model.reckoned import NotReckoned, Reckoned
from pipeline.model.section import SectionFacts

TOO_FEW, TOO_LATE = "withdrawal-too-few-members", "withdrawal-too-late"
# Two spellings of one name (a middle initial, names reversed, a slip of the recogniser) score above the first; under the
# second it is another's. Tried on the made-up committees: other members of one committee scored under 60.
SAME_NAME = 88.0
OTHER_NAME = 65.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedLine:
    """One line of the request: the name beside it, and whether it is signed (None: the machine cannot tell)."""

    name: str | None
    certainty: float
    signed: bool | None
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal:
    """What can be said of the request."""

    members_signed: tuple[str, ...]
    """Members of the committee who surely signed."""
    doubtful: tuple[str, ...]
    """Members who may have."""
    filed: datetime | None
    last_day: Reckoned | NotReckoned
    effective: bool | None
    """None: a person must decide."""
    why: tuple[str, ...]
    findings: tuple[Finding, ...]


def signed_lines(sections: Iterable[SectionFacts]) -> tuple[SignedLine, ...]:
    """The written lines of the request, and those persons of a list of members beside whom no line was found."""
    out = []
    for facts in sections:
        for line in (line for grid in facts.lines for line in grid.lines):
            if not line.written or answer(line.struck) == "yes":
                continue
            signed = {"yes": True, "no": False, "unsure": None}[answer(line.signature)]
            name = line.name
            out.append(
                SignedLine(
                    name=name.text if name else None, certainty=name.certainty if name else 0.0, signed=signed, page=line.page
                )
            )
        # A letter has no ruled table: each signs on a rule of his own.
        out += [
            SignedLine(
                name=block.name.text,
                certainty=block.name.certainty,
                signed={"yes": True, "no": False, "unsure": None}[answer(block.signed)],
                page=block.page,
            )
            for block in facts.signature_blocks
        ]
        if not facts.lines and not facts.signature_blocks:
            # No ruled lines: names were found, whether they are signed was not.
            out += [
                SignedLine(name=m.name.text, certainty=m.name.certainty, signed=None, page=m.page)
                for c in facts.committees
                for m in c.members
                if m.name is not None
            ]
    return tuple(out)


def withdrawal(
    lines: Sequence[SignedLine], committee: Sequence[Person], *, vote: date | None, filed: datetime | None, timezone: str | None,
    law: Ordinance, office: OfficeDays,
) -> Withdrawal:  # fmt: skip
    """Who signed, whether it came in time, and whether it takes effect.

    Args:
        lines: of the request.
        committee: the members whom the office knows; empty: nobody can be said to be one.
        vote: the day scheduled for the vote.
        filed: when the request was filed.
        timezone: the city's, for the day of filing.
        law: sets how many members and which business day.
        office: closed days.
    """
    least = law.param("withdrawal_members_least")
    sure, doubtful, strangers = _matched(lines, committee)
    last = withdrawal_day(vote, law, office)
    defects: list[Defect] = []
    why: list[str] = []
    enough = _enough(len(sure), len(doubtful) + strangers, least, bool(committee), why)
    if enough is not True and (enough is False or lines):
        defects.append(
            Defect(
                check=TOO_FEW,
                message=f"{len(sure)} members of the committee surely signed, {least} are needed.",
                certainty=1.0,
                doubt=None if enough is False else why[-1],
                expected=f"at least {least} members",
                found=f"{len(sure)} to {min(len(sure) + len(doubtful) + strangers, max(len(committee), len(sure)))}",
            )
        )
    timely = _timely(filed, last, timezone, why)
    if timely is False:
        assert isinstance(last, Reckoned) and filed is not None
        defects.append(
            Defect(
                check=TOO_LATE,
                message=f"The request was filed on {calendar.local_day(filed, timezone).isoformat()}; the last day was "
                f"{last.day.isoformat()}. It had to be filed {last.rule}.",
                certainty=1.0,
                expected=f"not later than {last.day.isoformat()}",
                found=calendar.local_day(filed, timezone).isoformat(),
                doubt=last.doubt,
            )
        )
        if last.doubt:
            timely = None
            why.append(f"it seems too late, but {last.doubt}")
    effective = False if False in (enough, timely) else (True if enough and timely else None)
    if effective:
        why.append("Upon its filing the petition has no further force or effect, and all proceedings on it are ended.")
    readings = choose(law, {})
    rules = [(law.check(d.check, "withdrawal"), d) for d in defects]
    return Withdrawal(
        members_signed=tuple(sure),
        doubtful=tuple(doubtful),
        filed=filed,
        last_day=last,
        effective=effective,
        why=tuple(why),
        findings=tuple(finding(rule, d, readings, THRESHOLD, None) for rule, d in rules if rule is not None),
    )


def _matched(lines: Sequence[SignedLine], committee: Sequence[Person]) -> tuple[list[str], list[str], int]:
    """Members who surely signed, members who may have, and signed lines of which the name says nothing. Each line is one
    member's.
    """
    pairs = sorted(
        (
            (fuzz.token_sort_ratio(_plain(line.name or ""), _plain(member.name)), at, who)
            for at, line in enumerate(lines)
            for who, member in enumerate(committee)
            if line.signed is not False and line.name
        ),
        key=lambda p: (-p[0], p[1], p[2]),
    )
    taken: dict[int, int] = {}
    sure: list[str] = []
    doubtful: list[str] = []
    for score, at, who in pairs:
        if score < OTHER_NAME or at in taken or who in taken.values():
            continue
        taken[at] = who
        certain = score >= SAME_NAME and lines[at].signed is True and lines[at].certainty >= CERTAIN
        (sure if certain else doubtful).append(committee[who].name)
    unread = sum(
        1
        for at, line in enumerate(lines)
        if at not in taken and line.signed is not False and (line.name is None or line.certainty < CERTAIN)
    )
    # An unread name can only be that of a member who is not matched yet.
    return sure, doubtful, min(unread, len(committee) - len(taken))


def _plain(name: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in name.casefold()).split())


def _enough(sure: int, maybe: int, least: int, known: bool, why: list[str]) -> bool | None:
    if not known:
        why.append("the members of the petitioners' committee are not given (committee)")
        return None
    if sure >= least:
        return True
    if sure + maybe >= least:
        why.append(f"{sure} members surely signed, and {maybe} may have; {least} are needed")
        return None
    return False


def _timely(filed: datetime | None, last: Reckoned | NotReckoned, timezone: str | None, why: list[str]) -> bool | None:
    missing = [t for t in ("the day on which the request was filed is not given (filed)" if filed is None else "",
                           last.why if isinstance(last, NotReckoned) else "") if t]  # fmt: skip
    if filed is None or isinstance(last, NotReckoned):
        why.append(and_list(missing))
        return None
    return calendar.local_day(filed, timezone) <= last.day
