"""What follows by law once a petition was found sufficient, as dates: council, vote, recall, withdrawal. Source: 10.6
(fulton-10-6).

Every date starts from one that a person typed into the petition file, never from our own verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

from pipeline.count.deadlines import clause_of, run_on
from pipeline.law import calendar
from pipeline.law.business_days import OfficeDays, business_day_before, last_open
from pipeline.law.ordinance import Ordinance
from pipeline.law.readings import choose
from pipeline.model.petition import PetitionFile
from pipeline.model.reckoned import NotReckoned, Reckoned

Told = Reckoned | NotReckoned
COUNCIL = "Council's last day"
VOTE = "Vote of the city"
RECALL_ORDINANCE = "Council's last day to call the recall election"
RECALL_VOTE = "Recall election"
WITHDRAWAL = "Last day to withdraw"
_MEASURES = ("initiative", "referendum")


def after_the_count(petition: PetitionFile, law: Ordinance, office: OfficeDays) -> tuple[Told, ...]:
    """All dates that `law` sets for this kind of petition after it was found sufficient; what is not known says what is
    missing.
    """
    out: list[Told] = []
    if petition.kind in _MEASURES and law.param("council_days"):
        out += _council(petition, law, office)
        out += _vote(petition, law)
    if petition.kind == "recall" and law.param("recall_ordinance_days"):
        out += _recall(petition, law, office)
    if petition.kind in (*_MEASURES, "recall") and law.param("withdrawal_business_days_before_vote"):
        out.append(withdrawal_day(petition.vote, law, office))
    return tuple(out)


def _same_day(petition: PetitionFile, law: Ordinance) -> bool:
    """Whether the reading `day-count` makes the event's own day day 1."""
    named = {k: v for k, v in petition.readings.items() if law.reading(k) is not None}
    return choose(law, named).chosen("day-count") == "same-day"


def _forward(
    name: str, start: date, start_is: str, days: int, clause: str, petition: PetitionFile, law: Ordinance, office: OfficeDays
) -> Reckoned:
    """The last day of a period of calendar days, with the doubt where that day is a closed one."""
    same_day = _same_day(petition, law)
    begins = "that day itself is day 1" if same_day else "the day after is day 1"
    day = calendar.last_day(start, days, same_day=same_day)
    plain = Reckoned(
        name=name, day=day, start=start, start_is=start_is, clause=clause,
        rule=f"within {days} calendar days; {begins}, and the last day counts whole",
    )  # fmt: skip
    later = run_on(plain, office)
    if later.day == plain.day:
        return plain
    named = {k: v for k, v in petition.readings.items() if law.reading(k) is not None}
    if choose(law, named).chosen("last-day-closed") == "next-open-day":
        return later
    why = office.closed(plain.day)
    return replace(plain, doubt=f"the office is closed on that day ({why}); by another reading it is {later.day.isoformat()}")


def _council(petition: PetitionFile, law: Ordinance, office: OfficeDays) -> Iterator[Told]:
    clause = clause_of(law, "council_days")
    days = law.param("council_days")[petition.kind]
    if petition.determined_sufficient is None:
        why = (
            "the day on which the petition was finally determined sufficient is not given (determined_sufficient); a person "
            "types it in"
        )
        yield NotReckoned(name=COUNCIL, clause=clause, why=why)
        return
    does = "adopt the ordinance without change in substance" if petition.kind == "initiative" else "repeal the ordinance"
    one = _forward(COUNCIL, petition.determined_sufficient, "finally determined sufficient", days, clause, petition, law, office)
    yield replace(one, says=f"Where the council does not {does} by this day, it submits it to the voters.")


def _vote(petition: PetitionFile, law: Ordinance) -> Iterator[Told]:
    """The window of the vote, and the election at which it is held. 10.6(b)."""
    clause = clause_of(law, "vote_within_years")
    if petition.council_vote is None:
        yield NotReckoned(name=VOTE, clause=clause, why="the council has not voted (council_vote), so there is no window yet")
        return
    start, years = petition.council_vote, law.param("vote_within_years")
    last = calendar.years_after(start, years)
    window = Reckoned(
        name="Window of the vote", day=start + timedelta(days=1), until=last, start=start, start_is="the council's final vote",
        rule=f"on an available election date not later than {years} year{'s' if years > 1 else ''} from it", clause=clause,
    )  # fmt: skip
    yield window
    available = sorted(d for d in petition.available_dates if start < d <= last)
    regular = sorted(d for d in petition.regular_elections if start < d <= last)
    if not petition.available_dates and not regular:
        yield NotReckoned(name=VOTE, clause=clause, why="the available election dates are not given (available_dates)")
        return
    if regular:
        day = regular[0]
        earlier = [d for d in available if d < day]
        may = f" The council may set a special election earlier: {_days(earlier)}." if earlier else ""
        doubt = (
            None
            if not petition.available_dates or day in available
            else "it is not among the available dates that the clerk gave"
        )
        if len(regular) > 1:
            doubt = doubt or f"more than one regular city election lies in the window ({_days(regular)})"
        yield Reckoned(
            name=VOTE, day=day, start=start, start_is="the council's final vote",
            rule="at the regular city election within the window", clause=clause, says=f"A regular election.{may}", doubt=doubt,
        )  # fmt: skip
        return
    if not available:
        span = f"{window.day.isoformat()} to {last.isoformat()}"
        why = f"none of the available dates lies in the window from {span}; a person must look"
        yield NotReckoned(name=VOTE, clause=clause, why=why)
        return
    known = "" if petition.regular_elections else " (no regular elections are given)"
    yield Reckoned(
        name=VOTE, day=available[0], until=available[-1] if len(available) > 1 else None, start=start,
        start_is="the council's final vote", clause=clause,
        rule=f"no regular city election lies within the window{known}, so the council provides for a special one",
        says=f"Available: {_days(available)}.",
        doubt=None if petition.regular_elections else "whether a regular election lies in the window is not known",
    )  # fmt: skip


def _recall(petition: PetitionFile, law: Ordinance, office: OfficeDays) -> Iterator[Told]:
    """The ordinance that calls the election, and the election. 10.6(c)."""
    clause = clause_of(law, "recall_ordinance_days")
    months = law.param("recall_last_months_of_term")
    if petition.certificate_received is None:
        why = "the day on which the council received the certificate is not given (certificate_received)"
        yield NotReckoned(name=RECALL_ORDINANCE, clause=clause, why=why)
        return
    days = law.param("recall_ordinance_days")
    last = _forward(
        RECALL_ORDINANCE, petition.certificate_received, "the certificate received", days, clause, petition, law, office
    )
    yield last
    called = petition.council_vote
    after = called or last.day
    next_one = next((d for d in sorted(petition.available_dates) if d > after), None)
    if next_one is None:
        given = "lies after the ordinance" if petition.available_dates else "is given (available_dates)"
        yield NotReckoned(name=RECALL_VOTE, clause=clause, why=f"no available election date {given}")
        return
    yield _recall_vote(petition, law, clause, months, after, called, next_one)


def _recall_vote(
    petition: PetitionFile, law: Ordinance, clause: str, months: int, after: date, called: date | None, day: date
) -> Reckoned:
    says, doubt = [], None
    if called is None:
        doubt = "the ordinance is not adopted yet (council_vote); reckoned as if it were on its last day"
    if petition.term_ends is None:
        doubt = doubt or "the end of the term is not given (term_ends), so the last months of it are not known"
    else:
        six = calendar.months_before(petition.term_ends, months)
        if day >= six:
            says.append(
                f"It lies within the last {months} months of the term ({six.isoformat()} to "
                f"{petition.term_ends.isoformat()}, both days included): the council is not required to submit the question."
            )
    if petition.vacated is not None and petition.vacated < day:
        says.append(f"The office became vacant on {petition.vacated.isoformat()}: the election is cancelled.")
    return Reckoned(
        name=RECALL_VOTE, day=day, start=after, start_is="the ordinance" if called else "the last day for the ordinance",
        rule="the next available election date after it", clause=clause, says=" ".join(says), doubt=doubt,
    )  # fmt: skip


def withdrawal_day(vote: date | None, law: Ordinance, office: OfficeDays) -> Told:
    """The last day on which a request for withdrawal is in time: the day before the fifteenth business day before the vote.
    10.6(e).
    """
    clause = clause_of(law, "withdrawal_business_days_before_vote")
    nth = law.param("withdrawal_business_days_before_vote")
    if vote is None:
        return NotReckoned(name=WITHDRAWAL, clause=clause, why="the day scheduled for the vote is not given (vote)")
    bound, skipped = business_day_before(vote, nth, office)
    day = bound - timedelta(days=1)
    opened, _ = last_open(day, office)
    source = getattr(office, "source", "weekends")
    given = getattr(office, "given", False)
    closed = "" if opened == day else f" The office is closed on that day; the last open day is {opened.isoformat()}."
    return Reckoned(
        name=WITHDRAWAL, day=day, start=vote, start_is="the day of the vote", clause=clause, skipped=skipped,
        rule=f"before the {calendar.ordinal(nth)} business day preceding it, which is {bound.isoformat()}; "
        f"closed days from {source}",
        says=f"From {bound.isoformat()} on a request is too late.{closed}",
        doubt=None if given else "the city gave no list of its own holidays (holidays)",
    )  # fmt: skip


def _days(days: list[date]) -> str:
    return ", ".join(d.isoformat() for d in days)
