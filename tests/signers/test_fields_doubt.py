"""Readings that look like no name and no address are less certain; nothing is changed in them."""

from __future__ import annotations

import pytest

from pipeline.signers.fields_doubt import name_most, street_most, without_label


@pytest.mark.parametrize(
    "text",
    [
        "Ada Quill",
        "O'NEIL, JEAN-PAUL",
        "Mei-Lin de la Cruz Jr.",
        "IngridNguyen",
        "Zoë Ångström",
        "J. R. Poole III",
        "Russell Cahill",
    ],
)
def test_names_of_all_kinds_are_left_as_certain_as_they_are(text: str) -> None:
    assert name_most(text) == 1.0


@pytest.mark.parametrize(
    "text",
    [
        "Omar E. gessup",
        "tuis Dankworth",
        "Jasper 7. Esparza",
        "Jasper W). Hollander",
        "7",
        'Opal "',
        "A. B.",
        "Clive Smith-Barrowll",
    ],
)
def test_names_with_figures_or_signs_in_them_are_not_certain(text: str) -> None:
    assert name_most(text) < 0.8


def test_a_name_of_one_word_may_lack_the_other() -> None:
    assert name_most("HOLLANDER") < 0.8


@pytest.mark.parametrize(
    "text",
    ["12 Elm St", "12 1/2 N Elm", "1204B SE Harbor Blvd", "45 5th Ave #3", "70 E Valley Pl Apt 4B", "77 Broadway", "40 Route 9 N",
     "9 Main St, Pine Hollow, CO 80999", "PO Box 12", "P.O. Box 9", "corner of Main and Oak", "812 Old Mill Rd #4", "21 Av B",
     "4809SE Vine Pl", "82North Vine Dr Unit2", "12 Saint Marys Court Suite 9", "St Ives Cottage", "9 Dove Cove Unit 3"],
)  # fmt: skip
def test_addresses_of_all_kinds_are_left_as_certain_as_they_are(text: str) -> None:
    assert street_most(text) == 1.0


@pytest.mark.parametrize(
    "text",
    ["12 Main Gt", "-2879 W 12th Rd", "r14382 Church Pl", "46 Meadowlark Street Apt", "14640 Linden Way Unit", "794ZZ Prairie Ct",
     "S6 S Columbine Lane", "4855 North Grandview A", "906 E Thistle n", "31 Oak St #", "I Vine Place", "SI OVERLOOK WAY",
     "62 Sage Brive Unit 4", "84 Aspen Way Mnit 27"],
)  # fmt: skip
def test_addresses_with_a_part_that_is_none_are_not_certain(text: str) -> None:
    assert street_most(text) < 0.8


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Street address 813 Cottonwood Ln", "813 Cottonwood Ln"),
        ("(Street and Number) 637 E Hickory Ct", "637 E Hickory Ct"),
        ("Print name: Ada Quill", "Ada Quill"),
        ("Strect addres 9 Elm", "9 Elm"),
        ("City Pine Hollow", "Pine Hollow"),
        ("Ada Quill", "Ada Quill"),
        ("City", "City"),
        ("12 Street Rd", "12 Street Rd"),
    ],
)
def test_a_printed_label_before_the_entry_is_left_out(text: str, rest: str) -> None:
    assert without_label(text) == rest
