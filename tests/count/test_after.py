"""What follows after the count: council, vote, recall, withdrawal, each date with its reckoning."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from pipeline.count.after import COUNCIL, RECALL_ORDINANCE, RECALL_VOTE, VOTE, WITHDRAWAL
from pipeline.count.dates import dates
from pipeline.count.deadlines import AUTHORITIES, FILING, NOTICE
from pipeline.law import loader
from pipeline.law.city_holidays import city_calendar
from pipeline.model.reckoned import NotReckoned, Reckoned
from tests.count.filed_sections import petition

D = date.fromisoformat


def told(ordinance: str = "fulton-10-3", **more: Any) -> dict[str, Reckoned | NotReckoned]:
    filed = petition(ordinance, **more)
    return {t.name: t for t in dates(filed, loader.load(ordinance), city_calendar(None))}


def day(one: Reckoned | NotReckoned) -> Reckoned:
    assert isinstance(one, Reckoned), one
    return one


@pytest.mark.parametrize(("kind", "last"), [("initiative", "2026-08-07"), ("referendum", "2026-07-08")])
def test_the_council_has_sixty_days_for_an_initiative_and_thirty_for_a_referendum(kind: str, last: str) -> None:
    one = day(told(kind=kind, determined_sufficient=D("2026-06-08"))[COUNCIL])
    assert one.day == D(last)
    assert (one.start, one.clause) == (D("2026-06-08"), "10.6(a)")


def test_no_date_is_taken_from_our_own_verdict() -> None:
    one = told(kind="initiative")[COUNCIL]
    assert isinstance(one, NotReckoned)
    assert "determined_sufficient" in one.why


def test_a_last_day_on_which_the_office_is_closed_stands_with_a_doubt_or_runs_on_by_reading() -> None:
    saturday = {"kind": "initiative", "determined_sufficient": D("2026-05-05")}
    stands = day(told(**saturday)[COUNCIL])
    assert (stands.day, "2026-07-06" in (stands.doubt or "")) == (D("2026-07-04"), True)
    runs = day(told(**saturday, readings={"last-day-closed": "next-open-day"})[COUNCIL])
    assert runs.day == D("2026-07-06")
    assert [s.day for s in runs.skipped] == [D("2026-07-04"), D("2026-07-05")]


def vote(**more: Any) -> Reckoned | NotReckoned:
    return told(kind="initiative", council_vote=D("2026-06-30"), **more)[VOTE]


def test_the_vote_is_at_the_regular_election_within_the_year() -> None:
    one = day(vote(available_dates=(D("2026-11-03"), D("2027-04-06")), regular_elections=(D("2027-04-06"),)))
    assert one.day == D("2027-04-06")
    assert "2026-11-03" in one.says


def test_without_a_regular_election_in_the_year_a_special_one_is_held() -> None:
    one = day(vote(available_dates=(D("2026-11-03"), D("2027-02-02")), regular_elections=(D("2028-04-04"),)))
    assert one.day == D("2026-11-03")
    assert "special" in one.rule


@pytest.mark.parametrize(("available", "inside"), [("2027-06-30", True), ("2027-07-01", False), ("2026-06-30", False)])
def test_the_window_ends_one_year_after_the_councils_vote(available: str, inside: bool) -> None:
    one = vote(available_dates=(D(available),), regular_elections=(D("2030-01-01"),))
    assert isinstance(one, Reckoned) is inside


def test_without_a_vote_of_the_council_there_is_no_window() -> None:
    one = told(kind="initiative")[VOTE]
    assert isinstance(one, NotReckoned)
    assert "council_vote" in one.why


def recall(**more: Any) -> dict[str, Reckoned | NotReckoned]:
    given = {"certificate_received": D("2026-09-15"), "available_dates": (D("2026-11-03"), D("2027-04-06"))}
    return told(kind="recall", **(given | more))


def test_the_council_calls_a_recall_within_forty_five_days() -> None:
    assert day(recall()[RECALL_ORDINANCE]).day == D("2026-10-30")


def test_the_recall_is_on_the_next_available_date_after_the_ordinance() -> None:
    assert day(recall(council_vote=D("2026-10-01"))[RECALL_VOTE]).day == D("2026-11-03")
    assert day(recall(council_vote=D("2026-11-03"))[RECALL_VOTE]).day == D("2027-04-06")


@pytest.mark.parametrize(("ends", "required"), [("2027-05-03", False), ("2027-05-04", True)])
def test_the_six_month_day_itself_is_within_the_last_six_months(ends: str, required: bool) -> None:
    """Six months before 3 May 2027 is 3 November 2026, the day of the election."""
    one = day(recall(council_vote=D("2026-10-01"), term_ends=D(ends))[RECALL_VOTE])
    assert ("not required" in one.says) is not required


def test_a_vacancy_before_the_election_cancels_it() -> None:
    one = day(recall(council_vote=D("2026-10-01"), vacated=D("2026-10-20"))[RECALL_VOTE])
    assert "cancelled" in one.says
    assert "cancelled" not in day(recall(council_vote=D("2026-10-01"), vacated=D("2026-11-03"))[RECALL_VOTE]).says


def test_the_last_day_to_withdraw_is_the_day_before_the_fifteenth_business_day() -> None:
    one = day(told(kind="initiative", vote=D("2026-11-03"))[WITHDRAWAL])
    assert one.day == D("2026-10-12")
    assert "2026-10-13" in one.rule
    assert "2026-10-09" in one.says
    assert len(one.skipped) == 6


def test_a_reckoning_without_the_citys_own_holidays_is_doubted() -> None:
    assert "holidays" in (day(told(kind="initiative", vote=D("2026-11-03"))[WITHDRAWAL]).doubt or "")


def test_partisan_deadline_and_window_of_its_notice() -> None:
    out = told("charter-3-06", kind="nomination", office="Mayor", primary=D("2026-08-04"), timezone="America/Detroit")
    filing, notice = day(out[FILING]), day(out[NOTICE])
    assert filing.at is not None
    assert filing.at.isoformat() == "2026-04-21T16:00:00-04:00"
    assert (notice.day, notice.until) == (D("2026-03-31"), D("2026-04-14"))


@pytest.mark.parametrize(
    ("published", "inside"), [("2026-03-30", False), ("2026-03-31", True), ("2026-04-14", True), ("2026-04-15", False)]
)
def test_a_notice_is_held_against_its_window(published: str, inside: bool) -> None:
    out = told(
        "charter-3-06", kind="nomination", office="Mayor", primary=D("2026-08-04"), timezone="America/Detroit",
        notice_published=D(published),
    )  # fmt: skip
    assert (day(out["Notice published"]).doubt is None) is inside


def test_nonpartisan_deadline_and_the_thursday_to_the_authorities() -> None:
    out = told("charter-602", kind="nomination", office="Mayor", primary=D("2026-08-06"), timezone="America/Chicago")
    assert day(out[FILING]).day == D("2026-05-14")  # a Thursday
    assert day(out[AUTHORITIES]).day == D("2026-05-21")


def test_sixty_four_sets_no_dates() -> None:
    assert told("colorado-54-124", kind="initiative") == {}


def test_cure_is_named_only_where_a_law_allows_it() -> None:
    assert "Last day to cure" not in told("colorado-54-124", kind="initiative", cure_until=D("2026-12-20"))
    out = told("colorado-54-124", kind="initiative", cure_clause="State Code 9 (made up)", cure_until=D("2026-12-20"))
    assert day(out["Last day to cure"]).day == D("2026-12-20")


def test_the_period_from_the_first_signature_needs_the_count() -> None:
    filed = petition("fulton-10-3", kind="initiative")
    law = loader.load("fulton-10-3")
    before = {t.name: t for t in dates(filed, law, city_calendar(None))}[FILING]
    assert isinstance(before, NotReckoned)
    after = {t.name: t for t in dates(replace(filed), law, city_calendar(None), earliest=D("2026-01-01"))}[FILING]
    assert day(after).day == D("2026-03-02")
