"""Which days is the office open, and which is the fifteenth business day before a vote? Source: 10.6(e), reading
`last-day-closed`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Protocol

from pipeline.law.calendar import WEEKDAYS
from pipeline.model.reckoned import Skipped

_DAY = timedelta(days=1)
# A calendar that closes the office for longer than this without a break is a slip in the city's file, not a calendar.
LONGEST_CLOSED_DAYS = 60


class OfficeDays(Protocol):
    """Says why the office is closed on a day; None where it is open."""

    def closed(self, day: date) -> str | None:
        """`Saturday`, `Veterans Day`, or None."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Weekdays:
    """An office that is closed on weekends only; what is reckoned with it says so."""

    weekend: tuple[str, ...] = ("Saturday", "Sunday")

    def closed(self, day: date) -> str | None:
        """The weekday's name where it is one of the weekend."""
        name = WEEKDAYS[day.weekday()]
        return name if name in self.weekend else None


def business_day_before(day: date, nth: int, office: OfficeDays) -> tuple[date, tuple[Skipped, ...]]:
    """The `nth` business day preceding `day` (which is not counted itself), and the closed days that were skipped.

    Raises:
        ValueError: for an `nth` under 1, and where the calendar never opens.
    """
    if nth < 1:
        raise ValueError(f"the {nth}th business day before a day is not one")
    skipped: list[Skipped] = []
    counted, closed_for = 0, 0
    while counted < nth:
        day -= _DAY
        why = office.closed(day)
        if why is None:
            counted, closed_for = counted + 1, 0
            continue
        skipped.append(Skipped(day=day, why=why))
        closed_for += 1
        if closed_for > LONGEST_CLOSED_DAYS:
            raise ValueError(f"the office is closed for more than {LONGEST_CLOSED_DAYS} days before {day.isoformat()}")
    return day, tuple(sorted(skipped, key=lambda s: s.day))


def next_open(day: date, office: OfficeDays) -> tuple[date, tuple[Skipped, ...]]:
    """`day` where the office is open on it, else the next day on which it is; with the closed days passed over.

    Raises:
        ValueError: where the calendar never opens.
    """
    return _open(day, office, _DAY)


def last_open(day: date, office: OfficeDays) -> tuple[date, tuple[Skipped, ...]]:
    """`day` where the office is open on it, else the last day before on which it was.

    Raises:
        ValueError: where the calendar never opens.
    """
    return _open(day, office, -_DAY)


def _open(day: date, office: OfficeDays, step: timedelta) -> tuple[date, tuple[Skipped, ...]]:
    skipped: list[Skipped] = []
    while (why := office.closed(day)) is not None:
        skipped.append(Skipped(day=day, why=why))
        if len(skipped) > LONGEST_CLOSED_DAYS:
            raise ValueError(f"the office is closed for more than {LONGEST_CLOSED_DAYS} days around {day.isoformat()}")
        day += step
    return day, tuple(sorted(skipped, key=lambda s: s.day))
