"""Which day is the fifteenth business day before a vote: worked by hand, with the holidays that lie between."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from pipeline.errors import WrongUse
from pipeline.law.business_days import LONGEST_CLOSED_DAYS, Weekdays, business_day_before, last_open, next_open
from pipeline.law.city_holidays import city_calendar

D = date.fromisoformat


@pytest.mark.parametrize(
    ("vote", "day"),
    [
        ("2026-11-03", "2026-10-13"),  # Columbus Day, 12 October, lies just before it
        ("2027-11-02", "2027-10-12"),
        ("2026-12-08", "2026-11-16"),  # Thanksgiving; the Friday after it is a business day by the seed
        ("2028-01-18", "2027-12-23"),  # King's day; New Year's Day and Christmas on Saturdays are kept on Fridays
        ("2026-07-21", "2026-06-29"),  # 4 July on a Saturday is kept on Friday the 3rd
    ],
)
def test_the_fifteenth_business_day_before(vote: str, day: str) -> None:
    assert business_day_before(D(vote), 15, city_calendar(None))[0] == D(day)


def test_the_days_skipped_are_told_with_their_reason() -> None:
    _, skipped = business_day_before(D("2028-01-18"), 15, city_calendar(None))
    told = {s.day: s.why for s in skipped}
    assert told[D("2027-12-24")] == "Christmas Day (observed)"
    assert told[D("2027-12-31")] == "New Year's Day (observed)"
    assert told[D("2028-01-17")].startswith("Martin Luther King")
    assert told[D("2028-01-15")] == "Saturday"


def city(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "holidays.toml"
    file.write_text(text)
    return file


def test_a_day_of_the_city_alone_moves_the_count(tmp_path: Path) -> None:
    own = city_calendar(city(tmp_path, '[[closed]]\nday = 2026-11-27\nname = "Day after Thanksgiving"\n'))
    day, skipped = business_day_before(D("2026-12-08"), 15, own)
    assert day == D("2026-11-13")
    assert any(s.why == "Day after Thanksgiving" for s in skipped)


def test_a_holiday_that_the_city_does_not_keep_is_a_business_day(tmp_path: Path) -> None:
    own = city_calendar(city(tmp_path, 'not_kept = ["Columbus Day"]\n'))
    assert own.closed(D("2026-10-12")) is None
    assert city_calendar(None).closed(D("2026-10-12")) == "Columbus Day"


def test_a_city_may_leave_a_weekend_holiday_on_its_weekend(tmp_path: Path) -> None:
    assert city_calendar(city(tmp_path, "observed = false\n")).closed(D("2026-07-03")) is None


def test_a_city_without_a_seed_keeps_only_its_own_days(tmp_path: Path) -> None:
    own = city_calendar(city(tmp_path, 'seed = "none"\nweekend = ["Sunday"]\n'))
    assert own.closed(D("2026-12-25")) is None
    assert own.closed(D("2026-12-26")) is None
    assert own.closed(D("2026-12-27")) == "Sunday"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('seed = "Atlantis"\n', "seed"),
        ('weekend = ["Caturday"]\n', "Caturday"),
        ('not_kept = ["Columbus Eve"]\n', "Columbus Eve"),
        ('holydays = ["x"]\n', "holydays"),
    ],
)
def test_a_wrong_file_says_what_is_wrong(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(WrongUse, match=told):
        city_calendar(city(tmp_path, text))


@pytest.mark.parametrize(
    ("day", "after", "before"),
    [
        ("2026-07-03", "2026-07-06", "2026-07-02"),
        ("2026-07-06", "2026-07-06", "2026-07-06"),
        ("2028-01-15", "2028-01-18", "2028-01-14"),
    ],
)
def test_a_closed_day_runs_on_or_back_to_an_open_one(day: str, after: str, before: str) -> None:
    office = city_calendar(None)
    assert next_open(D(day), office)[0] == D(after)
    assert last_open(D(day), office)[0] == D(before)


def test_an_office_that_never_opens_is_a_mistake_not_an_endless_search() -> None:
    never = Weekdays(weekend=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"))
    with pytest.raises(ValueError, match=str(LONGEST_CLOSED_DAYS)):
        business_day_before(D("2026-11-03"), 15, never)
    with pytest.raises(ValueError, match=str(LONGEST_CLOSED_DAYS)):
        next_open(D("2026-11-03"), never)


@pytest.mark.parametrize("nth", [1, 2, 15, 30])
def test_as_many_business_days_lie_from_it_to_the_vote(nth: int) -> None:
    office, vote = city_calendar(None), D("2026-12-08")
    day, _ = business_day_before(vote, nth, office)
    between = [day + timedelta(days=n) for n in range((vote - day).days)]
    assert sum(1 for d in between if office.closed(d) is None) == nth
