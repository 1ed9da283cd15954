"""A request for withdrawal: four members of the committee, in time; what is in doubt is for a person."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pipeline.cli.withdrawal import withdrawal_object
from pipeline.count.withdrawal import SignedLine, Withdrawal, signed_lines, withdrawal
from pipeline.law import loader
from pipeline.law.city_holidays import CityCalendar, city_calendar
from pipeline.model.petition import Person
from pipeline.report.result_json import schema
from tests.checks.clean_section import clean_facts

LAW = loader.load("fulton-10-6")
MEMBERS = ("Ada M. Quill", "Bo Marsh", "Cyr Stone", "Dee Reed", "Eli Thorn")
COMMITTEE = tuple(Person(name=n) for n in MEMBERS)


def city(tmp_path: Path) -> CityCalendar:
    file = tmp_path / "holidays.toml"
    file.write_text('seed = "US"\n')
    return city_calendar(file)


def by(*names: str | None, **more: Any) -> list[SignedLine]:
    return [replace(SignedLine(name=n, certainty=0.95 if n else 0.0, signed=True, page=1), **more) for n in names]


def asked(tmp_path: Path, lines: list[SignedLine], filed: str | None = "2026-10-12T17:00:00-05:00", **more: Any) -> Withdrawal:
    given: dict[str, Any] = {"vote": date(2026, 11, 3), "timezone": "America/Chicago", "law": LAW, "office": city(tmp_path)}
    when = datetime.fromisoformat(filed) if filed else None
    return withdrawal(lines, more.pop("committee", COMMITTEE), filed=when, **(given | more))


@pytest.mark.parametrize(("signed", "effective"), [(5, True), (4, True), (3, False), (0, False)])
def test_four_members_are_needed(tmp_path: Path, signed: int, effective: bool) -> None:
    assert asked(tmp_path, by(*MEMBERS[:signed])).effective is effective


def test_a_member_who_signed_twice_is_one(tmp_path: Path) -> None:
    told = asked(tmp_path, by("Ada Quill", "Ada M Quill", "Bo Marsh", "Cyr Stone"))
    assert len(told.members_signed) == 3
    assert told.effective is False


def test_strangers_are_no_members(tmp_path: Path) -> None:
    told = asked(tmp_path, by("Hal Vale", "Ida Zinc", "Jud Oakum", "Gus Yarrow"))
    assert (told.members_signed, told.effective) == ((), False)


@pytest.mark.parametrize("spelled", ["Ada Quill", "ADA M QUILL", "Quill, Ada M."])
def test_spellings_of_a_members_name(tmp_path: Path, spelled: str) -> None:
    told = asked(tmp_path, by(spelled, *MEMBERS[1:4]))
    assert told.effective is not False
    assert "Ada M. Quill" in (*told.members_signed, *told.doubtful)


@pytest.mark.parametrize(
    "doubt", [{"signed": None}, {"certainty": 0.4}, {"name": None, "certainty": 0.0}], ids=["signature", "name", "unread"]
)
def test_what_is_in_doubt_leaves_the_answer_open(tmp_path: Path, doubt: dict[str, Any]) -> None:
    told = asked(tmp_path, [*by(*MEMBERS[:3]), *by(MEMBERS[3], **doubt)])
    assert told.effective is None
    assert [f.consequence for f in told.findings] == ["review"]


@pytest.mark.parametrize(
    ("filed", "effective"),
    [("2026-10-12T23:59:00-05:00", True), ("2026-10-13T00:01:00-05:00", False), ("2026-10-13T03:00:00+00:00", True)],
)
def test_filed_before_the_fifteenth_business_day(tmp_path: Path, filed: str, effective: bool) -> None:
    told = asked(tmp_path, by(*MEMBERS), filed)
    assert told.effective is effective
    assert [f.check for f in told.findings] == ([] if effective else ["withdrawal-too-late"])


def test_too_late_by_a_calendar_that_the_city_did_not_give_is_for_a_person(tmp_path: Path) -> None:
    assert asked(tmp_path, by(*MEMBERS), "2026-10-13T09:00:00-05:00", office=city_calendar(None)).effective is None


@pytest.mark.parametrize(
    ("more", "told"), [({"filed": None}, "filed"), ({"vote": None}, "vote"), ({"committee": ()}, "committee")]
)
def test_what_is_not_known_is_said(tmp_path: Path, more: dict[str, Any], told: str) -> None:
    said = asked(tmp_path, by(*MEMBERS), **more)
    assert said.effective is None
    assert any(told in why for why in said.why)


def test_lines_of_a_scan_become_signed_names() -> None:
    lines = signed_lines([clean_facts()])
    assert len(lines) == 9
    assert {x.signed for x in lines} == {True}


def test_the_object_keeps_to_its_schema(tmp_path: Path) -> None:
    for told in (asked(tmp_path, by(*MEMBERS)), asked(tmp_path, by(*MEMBERS[:2]), None)):
        made = withdrawal_object(told)
        jsonschema.Draft202012Validator(schema("petition-withdrawal/1")).validate(made)
    assert list(made)[:6] == ["schema", "members_signed", "filed", "last_day", "effective", "findings"]
    assert made["last_day"] == "2026-10-12"
