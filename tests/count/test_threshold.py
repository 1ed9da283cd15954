"""How many signatures are needed: percentages, offices, and where the number comes from."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.count.threshold import required
from pipeline.law import loader
from pipeline.model.petition import Required
from tests.count.filed_sections import petition


def need(ordinance: str, **more: Any):  # type: ignore[no-untyped-def]
    return required(petition(ordinance, **more), loader.load(ordinance))


@pytest.mark.parametrize(
    ("kind", "voters", "least"),
    [
        ("initiative", 12_000, 1_200),
        ("initiative", 12_001, 1_201),  # a fraction rounds up
        ("initiative", 12_009, 1_201),
        ("referendum", 12_010, 1_201),
        ("recall", 4_000, 1_000),
        ("recall", 4_001, 1_001),
        ("recall", 4_003, 1_001),
        ("initiative", 1, 1),
        ("initiative", 0, 0),
    ],
)
def test_a_percentage_of_registered_electors_rounds_up(kind: str, voters: int, least: int) -> None:
    told = need("fulton-10-3", kind=kind, registered_voters=voters)
    assert told.least == least
    assert told.most is None
    assert "10.3(a)" in told.reckoning


def test_without_the_registered_electors_nothing_is_guessed() -> None:
    told = need("fulton-10-3", kind="initiative")
    assert told.least is None
    assert "registered_voters" in (told.why_not or "")


@pytest.mark.parametrize(
    ("ordinance", "office", "least", "most"),
    [
        ("charter-3-06", "Mayor", 125, 200),
        ("charter-3-06", "Council Member", 25, 50),
        ("charter-602", "Mayor", 1000, 2500),
        ("charter-602", "Council Member at Large", 500, 1500),
        ("charter-602", "District Council Member", 300, 750),
    ],
)
def test_the_numbers_of_each_office(ordinance: str, office: str, least: int, most: int) -> None:
    told = need(ordinance, kind="nomination", office=office)
    assert (told.least, told.most) == (least, most)


@pytest.mark.parametrize("office", [None, "Council Member at Large"])
def test_an_office_that_is_not_known_or_not_of_this_ordinance(office: str | None) -> None:
    told = need("charter-3-06", kind="nomination", office=office)
    assert told.least is None
    assert told.why_not


def test_where_the_ordinance_sets_no_number_the_petition_file_does() -> None:
    told = need("colorado-54-124", required=Required(source="Art. 7", least=12_017))
    assert told.least == 12_017
    assert "Art. 7" in told.reckoning
    assert need("colorado-54-124").least is None


def test_a_number_of_the_petition_file_does_not_override_the_ordinance() -> None:
    told = need("charter-3-06", kind="nomination", office="Mayor", required=Required(source="a wish", least=3))
    assert told.least == 125
