"""Dates worked by hand, from a paper calendar: leap years, daylight saving, primaries on Tuesdays, ends of months."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from pipeline.law import calendar

D = date.fromisoformat


@pytest.mark.parametrize(
    ("event", "days", "same_day", "last"),
    [
        ("2026-01-01", 60, False, "2026-03-02"),
        ("2026-01-01", 60, True, "2026-03-01"),
        ("2028-01-01", 60, False, "2028-03-01"),
        ("2027-12-31", 60, False, "2028-02-29"),
        ("2027-12-31", 60, True, "2028-02-28"),
        ("2028-02-29", 60, False, "2028-04-29"),
        ("2026-12-10", 60, False, "2027-02-08"),
        ("2026-01-31", 30, False, "2026-03-02"),
        ("2028-01-31", 30, False, "2028-03-01"),
        ("2026-09-15", 45, False, "2026-10-30"),
        ("2028-01-20", 45, False, "2028-03-05"),
        ("2028-01-20", 45, True, "2028-03-04"),
    ],
)
def test_a_period_that_runs_forward(event: str, days: int, same_day: bool, last: str) -> None:
    assert calendar.last_day(D(event), days, same_day=same_day) == D(last)


@pytest.mark.parametrize(
    ("primary", "nth", "day"),
    [
        ("2026-08-04", 1, "2026-07-28"),  # the primary is a Tuesday itself: not its own first Tuesday
        ("2026-08-04", 15, "2026-04-21"),
        ("2026-08-03", 15, "2026-04-21"),  # a Monday: its first Tuesday before is six days earlier
        ("2026-08-06", 15, "2026-04-28"),  # a Thursday
        ("2028-06-06", 15, "2028-02-22"),  # over a leap day
        ("2028-03-07", 15, "2027-11-23"),  # over a turn of the year
        ("2026-06-30", 15, "2026-03-17"),
    ],
)
def test_the_nth_tuesday_strictly_before(primary: str, nth: int, day: str) -> None:
    assert calendar.nth_weekday_before(D(primary), "Tuesday", nth) == D(day)


@pytest.mark.parametrize(
    ("primary", "day"),
    [("2028-03-07", "2027-12-14"), ("2027-03-02", "2026-12-08"), ("2026-11-03", "2026-08-11"), ("2028-05-23", "2028-02-29")],
)
def test_the_eighty_fourth_day_before(primary: str, day: str) -> None:
    assert calendar.weeks_before(D(primary), 12) == D(day)


@pytest.mark.parametrize(
    ("day", "thursday"),
    [("2027-12-14", "2027-12-16"), ("2026-05-14", "2026-05-21"), ("2026-05-15", "2026-05-21"), ("2028-02-29", "2028-03-02")],
)
def test_the_first_thursday_strictly_after(day: str, thursday: str) -> None:
    assert calendar.weekday_after(D(day), "Thursday") == D(thursday)


@pytest.mark.parametrize(
    ("ends", "first"),
    [
        ("2027-12-31", "2027-06-30"),
        ("2028-08-31", "2028-02-29"),
        ("2027-08-31", "2027-02-28"),
        ("2026-05-04", "2025-11-04"),
    ],
)
def test_six_months_before_the_end_of_a_term(ends: str, first: str) -> None:
    assert calendar.months_before(D(ends), 6) == D(first)


@pytest.mark.parametrize(
    ("vote", "last"), [("2027-06-15", "2028-06-15"), ("2028-02-29", "2029-02-28"), ("2027-02-28", "2028-02-28")]
)
def test_one_year_after_the_vote(vote: str, last: str) -> None:
    assert calendar.years_after(D(vote), 1) == D(last)


@pytest.mark.parametrize(
    ("day", "offset_hours"),
    [("2026-02-24", -7), ("2026-03-07", -7), ("2026-03-08", -6), ("2026-10-31", -6), ("2026-11-01", -7)],
)
def test_four_in_the_afternoon_is_the_clock_of_that_day(day: str, offset_hours: int) -> None:
    at = calendar.at_clock(D(day), "16:00", "America/Denver")
    assert (at.hour, at.minute) == (16, 0)
    offset = at.utcoffset()
    assert offset is not None
    assert offset.total_seconds() == offset_hours * 3600


@pytest.mark.parametrize(
    ("stamp", "in_time"),
    [
        ("2026-04-21T15:59:59-06:00", True),
        ("2026-04-21T16:00:00-06:00", True),
        ("2026-04-21T16:00:59-06:00", True),  # the stamp shows 4:00
        ("2026-04-21T16:01:00-06:00", False),
        ("2026-04-21T17:00:00-05:00", True),  # the same minute on another city's clock
        ("2026-04-22T00:30:00-06:00", False),
    ],
)
def test_a_stamp_of_four_is_in_time(stamp: str, in_time: bool) -> None:
    deadline = calendar.at_clock(D("2026-04-21"), "16:00", "America/Denver")
    assert calendar.not_later(datetime.fromisoformat(stamp), deadline) is in_time


def test_an_hour_that_the_clock_shows_twice_has_two_places() -> None:
    zone = ZoneInfo("America/Denver")
    first = datetime(2026, 11, 1, 1, 30, tzinfo=zone)
    second = datetime(2026, 11, 1, 1, 30, tzinfo=zone, fold=1)
    assert calendar.not_later(first, second)
    assert not calendar.not_later(second, first)


def test_the_day_of_filing_is_that_of_the_city() -> None:
    at = datetime.fromisoformat("2026-03-03T03:30:00+00:00")
    assert calendar.local_day(at, "America/Denver") == D("2026-03-02")


@pytest.mark.parametrize("nth", [0, -1])
def test_no_weekday_is_the_zeroth(nth: int) -> None:
    with pytest.raises(ValueError, match="weekday before"):
        calendar.nth_weekday_before(D("2026-08-04"), "Tuesday", nth)


@pytest.mark.parametrize(
    ("number", "words"), [(1, "1st"), (2, "2nd"), (11, "11th"), (13, "13th"), (15, "15th"), (22, "22nd"), (84, "84th")]
)
def test_ordinals(number: int, words: str) -> None:
    assert calendar.ordinal(number) == words
