"""Dates with their reckoning, in words and as plain objects."""

from __future__ import annotations

from datetime import date
from typing import Any

from pipeline.law.calendar import WEEKDAYS
from pipeline.model.reckoned import NotReckoned, Reckoned

DATES_SCHEMA = "petition-dates/1"
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def day_words(day: date) -> str:
    """`Tuesday, 4 August 2026`, in one language whatever the computer's."""
    return f"{WEEKDAYS[day.weekday()]}, {day.day} {MONTHS[day.month - 1]} {day.year}"


def when(one: Reckoned) -> str:
    """The day, with its hour or as a window."""
    if one.until is not None:
        return f"{day_words(one.day)} to {day_words(one.until)}"
    clock = f", {one.at:%H:%M} {one.at.tzname() or ''}".rstrip() if one.at is not None else ""
    return day_words(one.day) + clock


def reckoning(one: Reckoned) -> str:
    """From which day, by which rule, what was skipped."""
    start = "" if one.start_is == "the day itself" else f" Start: {one.start.isoformat()} ({one.start_is})."
    skipped = "; ".join(f"{s.day.isoformat()} {s.why}" for s in one.skipped)
    return f"{one.rule[:1].upper()}{one.rule[1:]}.{start}" + (f" Skipped: {skipped}." if skipped else "")


def dates_object(petition: str, told: tuple[Reckoned | NotReckoned, ...]) -> dict[str, Any]:
    """The dates as one plain object."""
    return {
        "schema": DATES_SCHEMA,
        "petition": petition,
        "dates": [
            {
                "name": t.name, "day": t.day.isoformat(), "at": t.at.isoformat() if t.at else None,
                "until": t.until.isoformat() if t.until else None, "start": t.start.isoformat(), "start_is": t.start_is,
                "rule": t.rule, "skipped": [{"day": s.day.isoformat(), "why": s.why} for s in t.skipped], "clause": t.clause,
                "says": t.says, "doubt": t.doubt,
            }
            for t in told if isinstance(t, Reckoned)
        ],
        "not_known": [{"name": t.name, "clause": t.clause, "why": t.why} for t in told if isinstance(t, NotReckoned)],
    }  # fmt: skip
