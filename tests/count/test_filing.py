"""Whether a petition was filed in time: at every limit, just under and just over it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest

from pipeline.law.city_holidays import city_calendar
from pipeline.model.petition import FilingDeadline, PetitionFile
from tests.count.filed_sections import checks, counted, line, of_line, one, petition, section

DENVER = {"timezone": "America/Denver"}
FULTON = {"ordinance": "fulton-10-3", "kind": "initiative"}


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def partisan(filed: str, **more: Any) -> PetitionFile:
    base = petition("charter-3-06", kind="nomination", office="Mayor", primary=date(2026, 8, 4), filed=at(filed), **DENVER)
    return replace(base, **more)


@pytest.mark.parametrize(
    ("filed", "late"),
    [
        ("2026-04-21T15:59:00-06:00", False),
        ("2026-04-21T16:00:00-06:00", False),
        ("2026-04-21T16:01:00-06:00", True),
        ("2026-04-21T22:01:00+00:00", True),
        ("2026-04-22T09:00:00-06:00", True),
    ],
)
def test_four_oclock_on_the_fifteenth_tuesday_before_the_primary(filed: str, late: bool) -> None:
    tally = counted(partisan(filed))
    assert ("filed-too-late" in checks(tally)) is late
    if late:
        assert one(tally, "filed-too-late").consequence == "refuse"
        assert tally.verdict == "insufficient"


@pytest.mark.parametrize(("filed", "late"), [("2026-08-11T23:59:00-06:00", False), ("2026-08-12T00:00:00-06:00", True)])
def test_the_eighty_fourth_day_before_the_primary_is_in_time(filed: str, late: bool) -> None:
    nonpartisan = petition("charter-602", kind="nomination", office="Mayor", primary=date(2026, 11, 3), filed=at(filed), **DENVER)
    assert ("filed-too-late" in checks(counted(nonpartisan))) is late


def test_another_law_that_sets_the_deadline_overrides() -> None:
    other = FilingDeadline(at=at("2026-04-28T17:00:00-06:00"), source="State Code 1-4-801 (made up)")
    assert "filed-too-late" not in checks(counted(partisan("2026-04-28T16:59:00-06:00", filing_deadline=other)))
    late = one(counted(partisan("2026-04-28T17:01:00-06:00", filing_deadline=other)), "filed-too-late")
    assert "State Code 1-4-801" in late.finding.message


@pytest.mark.parametrize(("missing", "told"), [("filed", "filing"), ("primary", "primary")])
def test_what_is_not_known_makes_it_not_checked(missing: str, told: str) -> None:
    tally = counted(replace(partisan("2026-04-22T09:00:00-06:00"), **{missing: None}))
    assert "filed-too-late" not in checks(tally)
    assert any(n.check == "filed-too-late" and told in n.why for n in tally.not_checked)


# ---- Sixty days after the earliest signature (10.3(b)) -------------------------------------------------------------------


def fulton(filed: str, **more: Any) -> PetitionFile:
    return replace(petition("fulton-10-3", kind="initiative", filed=at(filed), timezone="America/Chicago"), **more)


def dated(*days: str, sure: float = 0.97, **more: Any):  # type: ignore[no-untyped-def]
    rows = [line(n, day=date.fromisoformat(d), day_certainty=sure, name=f"P {n}") for n, d in enumerate(days, 1)]
    return section("1", rows, **FULTON, **more)


@pytest.mark.parametrize(
    ("filed", "answer"),
    [("2026-03-02T23:00:00-06:00", None), ("2026-03-03T00:10:00-06:00", "void"), ("2026-03-03T03:00:00+00:00", None)],
)
def test_day_sixty_counts_whole_and_day_sixty_one_is_late(filed: str, answer: str | None) -> None:
    tally = counted(fulton(filed), dated("2026-01-01", "2026-01-20"))
    found = [f.consequence for f in tally.findings if f.finding.check == "filed-too-late"]
    assert found == ([] if answer is None else [answer])


def test_under_the_other_day_count_day_sixty_is_late() -> None:
    filed = fulton("2026-03-06T10:00:00-06:00", readings={"day-count": "same-day"})
    assert one(counted(filed, dated("2026-01-05")), "filed-too-late").consequence == "void"
    assert "filed-too-late" not in checks(counted(replace(filed, readings={}), dated("2026-01-05")))


def test_a_last_day_on_which_the_office_is_closed_is_for_a_person() -> None:
    """Sixty days after 2026-02-10 is Saturday, 11 April; filed on the Monday after it."""
    tally = counted(fulton("2026-04-13T10:00:00-05:00"), dated("2026-02-10"), office=city_calendar(None))
    assert one(tally, "filed-too-late").consequence == "review"
    runs_on = fulton("2026-04-13T10:00:00-05:00", readings={"last-day-closed": "next-open-day"})
    assert one(counted(runs_on, dated("2026-02-10"), office=city_calendar(None)), "filed-too-late").consequence == "review"
    late_by_both = counted(fulton("2026-04-14T10:00:00-05:00"), dated("2026-02-10"), office=city_calendar(None))
    assert one(late_by_both, "filed-too-late").consequence == "void"


def test_a_struck_line_is_the_earliest_by_one_reading_and_not_by_another_so_a_person_decides() -> None:
    rows = dated("2026-01-01", "2026-01-20")
    struck = replace(
        rows, lines=(replace(rows.lines[0], state="struck"), rows.lines[1]), findings=(of_line("line-struck", "void", 1),)
    )
    tally = counted(fulton("2026-03-10T10:00:00-06:00"), struck)
    assert one(tally, "filed-too-late").consequence == "review"
    assert "end differently" in one(tally, "filed-too-late").finding.message


def test_by_another_reading_only_the_older_lines_fall() -> None:
    filed = fulton("2026-03-10T10:00:00-06:00", readings={"earliest-signature": "older-lines-fall"})
    tally = counted(filed, dated("2026-01-01", "2026-01-20"))
    assert dict(tally.reasons) == {"filed-too-late": 1}
    assert tally.numbers.counted == 1


def test_a_date_in_doubt_never_voids_the_petition() -> None:
    tally = counted(fulton("2026-03-10T10:00:00-06:00"), dated("2026-01-01", sure=0.6))
    assert one(tally, "filed-too-late").consequence == "review"


def test_an_impossible_date_is_no_signature_of_that_day() -> None:
    rows = dated("1926-01-01", "2026-01-20")
    wrong = replace(rows, findings=(of_line("line-date-impossible", "review", 1, law="fulton-10-3"),))
    assert "filed-too-late" not in checks(counted(fulton("2026-03-10T10:00:00-06:00"), wrong))


def test_unread_dates_may_be_the_earliest_and_are_told() -> None:
    rows = dated("2026-01-20", "2026-01-21")
    unread = replace(rows, lines=(*rows.lines, line(3, day=None, day_certainty=0.0, name="P 3")))
    tally = counted(fulton("2026-03-10T10:00:00-06:00"), unread)
    assert any(n.check == "filed-too-late" and "1 lines were not read" in n.why for n in tally.not_checked)
    bounded = counted(fulton("2026-03-10T10:00:00-06:00", circulation_from=date(2026, 1, 15)), unread)
    assert not any(n.check == "filed-too-late" for n in bounded.not_checked)
