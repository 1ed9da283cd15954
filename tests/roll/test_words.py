"""One spelling for names and addresses, however they are written."""

from __future__ import annotations

import pytest

from pipeline.roll.words import plain, split_address, street_key


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("O'Neil-Núñez Jr.", "ONEIL NUNEZ JR"),
        ("  st.  clair ", "ST CLAIR"),
        ("Łukasz Größe", "LUKASZ GROSSE"),
        ("12½ Elm", "12 1 2 ELM"),
        ("=cmd|'/c'", "CMD C"),
        ("", ""),
    ],
)
def test_names_lose_accents_marks_and_case(written: str, kept: str) -> None:
    assert plain(written) == kept


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("1420 N Elm Street Apt 4", ("1420", "N", "ELM", "ST", "4")),
        ("12 1/2 W 5th Ave #3", ("12 1/2", "W", "5TH", "AVE", "3")),
        ("77 North St", ("77", "", "NORTH", "ST", "")),
        ("5 Fifth Avenue SE", ("5", "SE", "FIFTH", "AVE", "")),
        ("40B St. Vrain Rd Unit 2", ("40B", "", "ST VRAIN", "RD", "2")),
        ("123 Main", ("123", "", "MAIN", "", "")),
        ("12 Elm St 4B", ("12", "", "ELM", "ST", "4B")),
        ("100 County Road 12", ("100", "", "COUNTY ROAD 12", "", "")),
        ("9 E Ridge Dr", ("9", "E", "RIDGE", "DR", "")),
        ("", ("", "", "", "", "")),
    ],
)
def test_an_address_is_parted(written: str, parts: tuple[str, ...]) -> None:
    assert split_address(written) == parts


def test_a_numbered_street_is_one_however_it_is_written() -> None:
    assert street_key("Fifth") == street_key("5th") != street_key("Sixth")
