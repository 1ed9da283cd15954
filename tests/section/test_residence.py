"""A residence on one line is parsed into street, municipality and county; what is not written is not made up."""

from __future__ import annotations

import pytest

from pipeline.section.residence import parse


@pytest.mark.parametrize(
    ("text", "street", "municipality", "county"),
    [
        ("12 Elm St, Arvana, Tollgate County", "12 Elm St", "Arvana", "Tollgate"),
        ("1402 Larkspur Lane Apt. 4, Arvana, CO 80001", "1402 Larkspur Lane Apt. 4", "Arvana", None),
        ("77 N. Main Street, Pine Hollow, County of Quarry", "77 N. Main Street", "Pine Hollow", "Quarry"),
        ("9 Mesa Dr Granite Ford Tamarack County", "9 Mesa Dr", "Granite Ford", "Tamarack"),
        ("12 Elm St", "12 Elm St", None, None),
        ("Arvana", None, "Arvana", None),
    ],
)
def test_parts_of_an_address(text: str, street: str | None, municipality: str | None, county: str | None) -> None:
    found = parse(text)
    assert (found.street, found.municipality, found.county) == (street, municipality, county)
