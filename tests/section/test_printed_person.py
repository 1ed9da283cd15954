"""Printed names and addresses: what two recognisers agree on, and strokes that only their word can tell."""

from __future__ import annotations

import pytest

from pipeline.model.reading import TextRead
from pipeline.section.figures import Engines
from pipeline.section.printed_person import confirmed, sensible
from tests.section.printed_page import ReadsAs, Sheet


def read(first: str, second: str | None, third: str | None = None, *, is_name: bool = False) -> TextRead:
    sheet = Sheet()
    box = sheet.print(60, 200, first, size=16)
    said = TextRead(text=first, certainty=0.95, page=1, box=box, handwritten=False)
    return confirmed(sheet.view(), said, Engines(ReadsAs(third), ReadsAs(second)), is_name=is_name)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("78 W Cottonwood PI, Mesa Verano", "78 W Cottonwood Pl, Mesa Verano"),
        ("16 Ponderosa P! Apt 13", "16 Ponderosa Pl Apt 13"),
        ("5O1 Oak St, Pine Hollow, CO 8O999", "501 Oak St, Pine Hollow, CO 80999"),
        ("11 Pine St", "11 Pine St"),
        ("9 Plum St, Pico, CO", "9 Plum St, Pico, CO"),
        ("206 E Valley Rd, Copper Bend, Colorado 81991 °", "206 E Valley Rd, Copper Bend, Colorado 81991"),
        ("_—-14656 SE Foxglove Place", "14656 SE Foxglove Place"),
        ("» 12 Elm St. |", "12 Elm St."),
        ("9 Oak Ave, #4", "9 Oak Ave, #4"),
        ("#4, 9 Oak Ave (rear)", "#4, 9 Oak Ave (rear)"),
    ],
)
def test_strokes_of_an_address_are_what_its_words_can_be(text: str, meant: str) -> None:
    assert sensible(text, is_name=False) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Ulysses C. Yarrow Ill", "Ulysses C. Yarrow III"),
        ("Lorna A. O'Hara Il", "Lorna A. O'Hara II"),
        ("Aiko Quarles IIT", "Aiko Quarles III"),
        ("Bo Roe lV", "Bo Roe IV"),
        ("Abigail Hill", "Abigail Hill"),
        ("2. Gwen H. Tamsin", "Gwen H. Tamsin"),
        ("A. J. Poe", "A. J. Poe"),
        ("Will", "Will"),
        ("Felix D'Amico —_", "Felix D'Amico"),
        ("| Ada Roe |", "Ada Roe"),
        ("lvan Youngblood", "Ivan Youngblood"),
        ("Mary-Jo lngalls", "Mary-Jo Ingalls"),
        ("Lee de la Rosa", "Lee de la Rosa"),
        ("Ana de los Santos", "Ana de los Santos"),
        ("Sammy Davis Jr.", "Sammy Davis Jr."),
    ],
)
def test_the_number_behind_a_name_is_made_of_capital_i(text: str, meant: str) -> None:
    assert sensible(text, is_name=True) == meant


def test_what_two_recognisers_read_alike_is_certain_and_the_first_reading_stays_beside_it() -> None:
    found = read("78 W Cottonwood PI, Mesa Verano", "78 W Cottonwood Pl Mesa Verano")
    assert found.text == "78 W Cottonwood Pl, Mesa Verano"
    assert found.certainty >= 0.9
    assert found.alternatives == ("78 W Cottonwood PI, Mesa Verano",)


def test_where_two_differ_a_third_reading_that_sides_with_the_second_decides() -> None:
    found = read("Opal O'Neil II", "Opal O'Neil III", "Opal O'Neil III", is_name=True)
    assert found.text == "Opal O'Neil III"
    assert 0.8 <= found.certainty < 0.95


def test_where_two_differ_and_nothing_decides_the_reading_is_doubted() -> None:
    for third in (None, "3065S Pinon Way", "366S Pinon Way"):
        found = read("3065S Pinon Way", "306 S Pinon Way", third)
        assert found.text == "3065S Pinon Way"
        assert found.certainty < 0.8
        assert "306 S Pinon Way" in found.alternatives


def test_a_name_that_lost_its_capital_is_doubtful_though_both_readings_agree() -> None:
    assert read("asper Lindqvist", "asper Lindqvist", "asper Lindqvist", is_name=True).certainty < 0.8
    assert read("de Vries, Anna", "de Vries, Anna", "de Vries, Anna", is_name=True).certainty >= 0.9
