"""All dates of a petition, from filing to vote, in the order in which they come."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from pipeline.count.after import after_the_count
from pipeline.count.deadlines import filing_deadline, notice_window, run_on, to_authorities
from pipeline.law import loader
from pipeline.law.business_days import OfficeDays
from pipeline.law.ordinance import Ordinance
from pipeline.law.readings import choose
from pipeline.model.petition import PetitionFile
from pipeline.model.reckoned import NotReckoned, Reckoned

Told = Reckoned | NotReckoned


def dates(petition: PetitionFile, ordinance: Ordinance, office: OfficeDays, *, earliest: date | None = None) -> tuple[Told, ...]:
    """Every date that the petition's ordinance, and the one that follows on it, sets.

    Args:
        petition: dates typed in by a person.
        ordinance: the petition's own; its `then` names the ordinance for what follows after the count.
        office: closed days.
        earliest: the earliest signature, where the sections were counted.
    """
    readings = choose(ordinance, petition.readings)
    out: list[Told] = []
    same_day = readings.chosen("day-count") == "same-day"
    deadline = filing_deadline(petition, ordinance, earliest=earliest, same_day=same_day)
    if deadline is not None:
        if isinstance(deadline, Reckoned):
            deadline = _closed(deadline, office, readings.chosen("last-day-closed"))
        out.append(deadline)
        out += [t for t in (notice_window(deadline, ordinance), to_authorities(deadline, ordinance)) if t is not None]
        out += _notice(petition, ordinance, deadline)
    if ordinance.then is not None:
        out += after_the_count(petition, loader.load(ordinance.then), office)
    if petition.cure_clause is not None and petition.cure_until is not None:
        out.append(
            Reckoned(
                name="Last day to cure", day=petition.cure_until, start=petition.cure_until, start_is="the day itself",
                rule=f"set by {petition.cure_clause}", clause=petition.cure_clause,
            )
        )  # fmt: skip
    return tuple(sorted(out, key=lambda t: (isinstance(t, NotReckoned), t.day if isinstance(t, Reckoned) else date.max)))


def _closed(deadline: Reckoned, office: OfficeDays, chosen: str | None) -> Reckoned:
    """The last day to file under the reading in force; where it is closed and the readings part, with the doubt."""
    later = run_on(deadline, office)
    if later.day == deadline.day or chosen is None:
        return deadline
    if chosen == "next-open-day":
        return later
    why = office.closed(deadline.day)
    return replace(deadline, doubt=f"the office is closed on that day ({why}); by another reading it is {later.day.isoformat()}")


def _notice(petition: PetitionFile, ordinance: Ordinance, deadline: Told) -> list[Told]:
    """Whether the notice that was published lies in its window; for an ordinance that leaves it to other law, that it does."""
    window = notice_window(deadline, ordinance)
    published = petition.notice_published
    if isinstance(window, Reckoned) and published is not None and window.until is not None:
        inside = window.day <= published <= window.until
        return [
            Reckoned(
                name="Notice published", day=published, start=published, start_is="the day itself",
                rule="as the office gave it (notice_published)", clause=window.clause,
                says="In its window." if inside else "",
                doubt=None if inside else f"it lies outside its window of {window.day.isoformat()} to {window.until.isoformat()}",
            )
        ]  # fmt: skip
    if window is None and ordinance.check("returns-missing") is not None:
        clause = ordinance.clauses[0].id
        why = 'the clause leaves the notice to other law ("as required by law")'
        return [NotReckoned(name="Notice of filing", clause=clause, why=why)]
    return []
