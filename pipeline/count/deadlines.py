"""By when is a petition filed, when is notice of it published, when do petitions go to the authorities? 10.3(b), 3.06, 602(a),
(c)(5).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from pipeline.law import calendar
from pipeline.law.business_days import OfficeDays, next_open
from pipeline.law.ordinance import Ordinance
from pipeline.model.petition import PetitionFile
from pipeline.model.reckoned import NotReckoned, Reckoned

FILING = "Last day to file"
NOTICE = "Notice of the last day to file"
AUTHORITIES = "Petitions go to the election authorities"


def clause_of(ordinance: Ordinance, parameter: str) -> str:
    """The clause that sets this figure; the ordinance's first where none does."""
    return next((c.id for c in ordinance.clauses if parameter in c.parameters), ordinance.clauses[0].id)


def filing_deadline(
    petition: PetitionFile, ordinance: Ordinance, *, earliest: date | None = None, same_day: bool = False
) -> Reckoned | NotReckoned | None:
    """The last day, and hour where one is set, of filing; None where the ordinance sets none.

    Args:
        petition: `filing_deadline` overrides what the ordinance says ("or as provided by state law").
        ordinance: sets the rule.
        earliest: the earliest signature, for periods that begin with it.
        same_day: the reading `day-count`: the day of the signature itself is day 1.
    """
    if petition.filing_deadline is not None:
        at = petition.filing_deadline.at
        day = calendar.local_day(at, petition.timezone)
        return Reckoned(
            name=FILING, day=day, at=at, start=day, start_is="the day itself", rule=f"set by {petition.filing_deadline.source}",
            clause=_filing_clause(ordinance),
        )  # fmt: skip
    days = ordinance.param("filing_days_after_first_signature")
    if days is not None:
        return _after_first_signature(int(days), ordinance, earliest, same_day)
    nth = ordinance.param("filing_weekdays_before_primary")
    weeks = ordinance.param("filing_weeks_before_primary")
    if nth is None and weeks is None:
        return None
    if petition.primary is None:
        return NotReckoned(name=FILING, clause=_filing_clause(ordinance), why="the date of the primary is not given (primary)")
    if nth is not None:
        day = calendar.nth_weekday_before(petition.primary, nth["weekday"], nth["nth"])
        if petition.timezone is None:
            return NotReckoned(name=FILING, clause=_filing_clause(ordinance), why="the city's time zone is not given (timezone)")
        return Reckoned(
            name=FILING, day=day, at=calendar.at_clock(day, nth["at"], petition.timezone), start=petition.primary,
            start_is="the primary",
            rule=f"the {calendar.ordinal(nth['nth'])} {nth['weekday']} strictly before the primary, "
            f"not later than {_clock(nth['at'])} local time",
            clause=_filing_clause(ordinance),
        )  # fmt: skip
    return Reckoned(
        name=FILING, day=calendar.weeks_before(petition.primary, weeks), start=petition.primary, start_is="the primary",
        rule=f"at least {weeks} weeks before the primary: its {calendar.ordinal(weeks * 7)} day before is in time",
        clause=_filing_clause(ordinance),
    )  # fmt: skip


def _after_first_signature(days: int, ordinance: Ordinance, earliest: date | None, same_day: bool) -> Reckoned | NotReckoned:
    clause = _filing_clause(ordinance)
    if earliest is None:
        return NotReckoned(name=FILING, clause=clause, why="the earliest signature is known only once the sections are counted")
    begins = "the day of the signature is day 1" if same_day else "the day after the signature is day 1"
    return Reckoned(
        name=FILING,
        day=calendar.last_day(earliest, days, same_day=same_day),
        start=earliest,
        start_is="the earliest signature",
        rule=f"within {days} days after it; {begins}, and the last day counts whole",
        clause=clause,
    )


def _filing_clause(ordinance: Ordinance) -> str:
    rule = ordinance.check("filed-too-late")
    return rule.clause if rule is not None else ordinance.clauses[0].id


def _clock(clock: str) -> str:
    """`16:00` as `4:00 p.m.`."""
    hour, minute = (int(part) for part in clock.split(":"))
    return f"{(hour - 1) % 12 + 1}:{minute:02d} {'a.m.' if hour < 12 else 'p.m.'}"


def end_of(deadline: Reckoned, zone: str | None) -> datetime | None:
    """The last minute that is in time: the hour that is set, else the end of the day on the city's clock."""
    if deadline.at is not None:
        return deadline.at
    if zone is None:
        return None
    return datetime.combine(deadline.day, datetime.max.time().replace(second=0, microsecond=0), tzinfo=ZoneInfo(zone))


def run_on(deadline: Reckoned, office: OfficeDays) -> Reckoned:
    """The deadline under the reading that a closed last day runs on to the next open one; itself where the office is open."""
    day, skipped = next_open(deadline.day, office)
    if day == deadline.day:
        return deadline
    at = deadline.at.replace(year=day.year, month=day.month, day=day.day) if deadline.at else None
    return replace(
        deadline, day=day, at=at, skipped=skipped, rule=f"{deadline.rule}; a closed last day runs on to the next open day"
    )


def notice_window(deadline: Reckoned | NotReckoned, ordinance: Ordinance) -> Reckoned | NotReckoned | None:
    """When notice of the last day to file is published; None where the ordinance says nothing of it."""
    weeks = ordinance.param("notice_weeks_before_deadline")
    if weeks is None:
        return None
    clause = clause_of(ordinance, "notice_weeks_before_deadline")
    if isinstance(deadline, NotReckoned):
        return NotReckoned(name=NOTICE, clause=clause, why=deadline.why)
    return Reckoned(
        name=NOTICE,
        day=calendar.weeks_before(deadline.day, weeks["most"]),
        until=calendar.weeks_before(deadline.day, weeks["least"]),
        start=deadline.day,
        start_is="the last day to file",
        rule=f"at least {weeks['least']} and not more than {weeks['most']} weeks before that day",
        clause=clause,
    )


def to_authorities(deadline: Reckoned | NotReckoned, ordinance: Ordinance) -> Reckoned | NotReckoned | None:
    """By when petitions go to the election authorities; None where the ordinance says nothing of it."""
    weekday = ordinance.param("authorities_by_weekday")
    if weekday is None:
        return None
    clause = clause_of(ordinance, "authorities_by_weekday")
    if isinstance(deadline, NotReckoned):
        return NotReckoned(name=AUTHORITIES, clause=clause, why=deadline.why)
    return Reckoned(
        name=AUTHORITIES, day=calendar.weekday_after(deadline.day, weekday), start=deadline.day, start_is="the last day to file",
        rule=f"no later than the first {weekday} strictly after it", clause=clause,
    )  # fmt: skip
