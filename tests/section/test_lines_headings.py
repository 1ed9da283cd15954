"""Headings of columns in the wordings of many forms."""

from __future__ import annotations

import pytest

from pipeline.section.column_order import bound, surer
from pipeline.section.column_words import meaning_of
from pipeline.section.columns import Column
from pipeline.section.grid import Slot


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


def _column(x0: float, x1: float, label: str) -> Column:
    meaning, certainty = meaning_of(label)
    return Column(slot=Slot(x0=x0, x1=x1, top=0, bottom=1), meaning=meaning, certainty=certainty, label=label)


def test_month_and_day_whose_headings_were_lost_belong_to_the_year_beside_them() -> None:
    heads = ("", 40, 70), ("Signature", 70, 300), ("oa", 300, 340), ("", 340, 380), ("Yr.", 380, 420)
    told = bound([_column(x0, x1, text) for text, x0, x1 in heads])
    assert [c.meaning for c in told] == ["other", "signature", "date"]
    assert (told[2].slot.x0, told[2].slot.x1) == (300, 420)


def test_a_narrow_column_left_of_a_whole_date_is_no_part_of_it() -> None:
    told = bound([_column(70, 300, "Signature"), _column(300, 345, ""), _column(345, 395, "Date signed")])
    assert [c.meaning for c in told] == ["signature", "other", "date"]


def test_of_two_readings_of_the_headings_each_column_keeps_the_surer() -> None:
    first = [_column(40, 200, "Signature"), _column(200, 250, "Zip"), _column(250, 300, "ENED")]
    second = [_column(40, 200, "aa"), _column(200, 250, ""), _column(250, 300, "DATE")]
    assert [c.meaning for c in surer(first, second)] == ["signature", "zip", "date"]


def test_of_two_signature_columns_without_a_date_the_narrow_one_is_the_dates() -> None:
    told = bound([_column(70, 200, "Printed name"), _column(200, 340, "Signature"), _column(340, 410, "signature")])
    assert [c.meaning for c in told] == ["name", "signature", "date"]
    assert told[2].certainty < 0.7


def test_two_signature_columns_of_like_width_stay_two() -> None:
    told = bound([_column(70, 200, "Signature"), _column(200, 325, "Signature of witness")])
    assert [c.meaning for c in told] == ["signature", "signature"]
