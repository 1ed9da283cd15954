"""Headings of columns in the wordings of many forms."""

from __future__ import annotations

import pytest

from pipeline.section.columns import meaning_of


@pytest.mark.parametrize(
    ("heading", "meaning"),
    [
        ("Signature", "signature"),
        ("SIGNATURE OF ELECTOR", "signature"),
        ("Sign your name here", "signature"),
        ("Name (Signature)", "signature"),
        ("Signature (sign in ink)", "signature"),
        ("Printed Name", "name"),
        ("NAME (Printed or Typed)", "name"),
        ("Print Full Name", "name"),
        ("Residence Address (Street and Number)", "address"),
        ("PLACE OF RESIDENCE", "address"),
        ("Registered Voting Address (Street) (City, Town or Village)", "address"),
        ("Residing at", "address"),
        ("City or Town", "city"),
        ("County", "county"),
        ("Zip Code", "zip"),
        ("DATE OF SIGNING", "date"),
        ("Date signed", "date"),
        ("Mo.", "date"),
        ("Ward", "ward"),
        ("For official use only", "official"),
        ("No.", "number"),
        ("#", "number"),
        ("Line No.", "number"),
        ("Slgnature", "signature"),
        ("Printod Narne", "name"),
    ],
)
def test_a_heading_tells_its_column(heading: str, meaning: str) -> None:
    assert meaning_of(heading)[0] == meaning


@pytest.mark.parametrize("text", ["", "The proposed measure", "12345"])
def test_other_text_tells_nothing(text: str) -> None:
    assert meaning_of(text)[1] == 0.0
