"""When does a period end? Civil days only: no clock, no locale. Sources: 3.06, 602(a), 602(c)(5), 10.3(b), 10.6.

Every function is pure. A time is turned to UTC before two are compared, so that an hour that a clock shows twice (the end of
daylight saving) has one place.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WEEK = 7
_MONTHS = 12


def last_day(event: date, days: int, *, same_day: bool = False) -> date:
    """The last day of a period of `days` calendar days that runs forward from `event`.

    The day after the event is day 1 and the last day counts whole; with `same_day` the event's own day is day 1 (the two
    choices of the reading `day-count`).

    >>> last_day(date(2026, 1, 1), 60)
    datetime.date(2026, 3, 2)
    >>> last_day(date(2026, 1, 1), 60, same_day=True)
    datetime.date(2026, 3, 1)
    """
    return event + timedelta(days=days - 1 if same_day else days)


def weeks_before(day: date, weeks: int) -> date:
    """The same weekday, `weeks` weeks before: "at least twelve weeks prior" has the 84th day before as its last day.

    >>> weeks_before(date(2026, 8, 4), 12)
    datetime.date(2026, 5, 12)
    """
    return day - timedelta(days=_WEEK * weeks)


def nth_weekday_before(day: date, weekday: str, nth: int) -> date:
    """The `nth` such weekday strictly before `day`: a primary on a Tuesday is not its own first Tuesday.

    Raises:
        ValueError: for a weekday that is none, or an `nth` under 1.

    >>> nth_weekday_before(date(2026, 8, 4), "Tuesday", 1)
    datetime.date(2026, 7, 28)
    """
    if nth < 1:
        raise ValueError(f"there is no {ordinal(nth)} weekday before a day")
    back = (day.weekday() - WEEKDAYS.index(weekday)) % _WEEK or _WEEK
    return day - timedelta(days=back + _WEEK * (nth - 1))


def weekday_after(day: date, weekday: str) -> date:
    """The first such weekday strictly after `day`.

    >>> weekday_after(date(2026, 5, 14), "Thursday")
    datetime.date(2026, 5, 21)
    """
    ahead = (WEEKDAYS.index(weekday) - day.weekday()) % _WEEK or _WEEK
    return day + timedelta(days=ahead)


def months_before(day: date, months: int) -> date:
    """The same day of an earlier month, or that month's last day where it is shorter.

    >>> months_before(date(2028, 8, 31), 6)
    datetime.date(2028, 2, 29)
    """
    year, month = divmod(day.year * _MONTHS + day.month - 1 - months, _MONTHS)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def years_after(day: date, years: int) -> date:
    """The same day of a later year; 29 February ends on 28 February where the year is no leap year.

    >>> years_after(date(2028, 2, 29), 1)
    datetime.date(2029, 2, 28)
    """
    return months_before(day, -_MONTHS * years)


def at_clock(day: date, clock: str, zone: str) -> datetime:
    """That day at that hour of the zone (`16:00`, IANA name), with its offset.

    Raises:
        ValueError: for an hour that is none.
        zoneinfo.ZoneInfoNotFoundError: for a zone that is not known.
    """
    hour, minute = clock.split(":")
    return datetime.combine(day, time(int(hour), int(minute)), tzinfo=ZoneInfo(zone))


def not_later(filed: datetime, deadline: datetime) -> bool:
    """Whether a filing stamp is in time: a stamp shows minutes, so one of the deadline's own minute is ("stamped 4:00")."""
    return filed.astimezone(UTC).replace(second=0, microsecond=0) <= deadline.astimezone(UTC)


def local_day(at: datetime, zone: str | None) -> date:
    """The calendar day of a time on the city's clock; on its own clock where the city's zone is not known."""
    return (at.astimezone(ZoneInfo(zone)) if zone else at).date()


def ordinal(number: int) -> str:
    """`1st`, `15th`, `22nd`."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if 10 <= number % 100 <= 20 else ends.get(number % 10, 'th')}"
