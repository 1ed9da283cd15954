"""Who is designated to represent the signers, in any wording and arrangement."""

from __future__ import annotations

import pytest

from pipeline.model.section import CommitteeFacts
from pipeline.section import committee
from tests.section.printed_page import ReadsAs, Sheet

PEOPLE = [
    ("Alma Baines", "1204 Alder Street, Pine Hollow, Colorado 80999"),
    ("Mei-Lin O'Neil", "88 County Road 12, Pine Hollow, CO 80999"),
    ("Jean-Paul St. Clair Jr.", "7 Elm Court Apt 3B, Pine Hollow, CO 80999"),
    ("Omar de la Cruz", "PO Box 14, Pine Hollow, CO 80999"),
]
CAPTION = "The following persons are designated to represent the signers:"
TEXT = "Be it ordained by the people of the City that trees be planted along every arterial street this year."


def sheet_with(caption: str = CAPTION) -> Sheet:
    sheet = Sheet()
    sheet.print(60, 40, "WARNING: IT IS AGAINST THE LAW for anyone to sign with any name other than his or her own")
    sheet.print(60, 200, caption)
    sheet.print(60, 420, TEXT)
    return sheet


def names(found: CommitteeFacts | None) -> list[tuple[str | None, str | None]]:
    assert found is not None
    return [(m.name.text if m.name else None, m.address.text if m.address else None) for m in found.members]


@pytest.mark.parametrize(
    "caption",
    [
        CAPTION,
        "PETITION REPRESENTATIVES",
        "DESIGNATED REPRESENTATIVES OF THE PROPONENTS",
        "COMMITTEE OF PETITIONERS",
        "Petitioners' Committee (names and addresses)",
        "Proponents",
        "These electors shall represent those who sign in all matters affecting the petition:",
        "Persons appointed to act on behalf of the petitioners",
    ],
)
def test_captions_in_many_wordings(caption: str) -> None:
    sheet = sheet_with(caption)
    for n, (name, address) in enumerate(PEOPLE, start=1):
        sheet.print(60, 205 + 15 * n, f"{n}. {name}")
        sheet.print(240, 205 + 15 * n, address)
    found = committee.find(sheet.view())
    assert names(found) == PEOPLE
    assert found is not None and (found.count.low, found.count.high) == (4, 4)


def test_addresses_under_names_in_two_columns() -> None:
    sheet = sheet_with()
    for n, (name, address) in enumerate(PEOPLE):
        x, y = 60 + 260 * (n % 2), 216 + 40 * (n // 2)
        street, rest = address.split(", ", 1)
        sheet.print(x, y, name)
        sheet.print(x, y + 12, street)
        sheet.print(x, y + 24, rest)
    assert set(names(committee.find(sheet.view()))) == set(PEOPLE)


def test_a_list_that_runs_on_in_the_sentence() -> None:
    sheet = Sheet()
    sheet.print(40, 200, "The signers shall be represented in all matters affecting the petition by: Alma Baines, 12 Alder")
    sheet.print(40, 212, "Street; Omar Ng, 88 Mesa Drive; and Vera Quintero, 31 Mill Road.")
    found = names(committee.find(sheet.view()))
    assert [name for name, _ in found] == ["Alma Baines", "Omar Ng", "Vera Quintero"]


def test_an_address_left_out_is_none_and_the_person_still_counts() -> None:
    sheet = sheet_with()
    for n, (name, address) in enumerate(PEOPLE, start=1):
        sheet.print(60, 205 + 15 * n, f"{n}. {name}")
        if n != 2:
            sheet.print(240, 205 + 15 * n, address)
    found = committee.find(sheet.view())
    assert names(found)[1] == ("Mei-Lin O'Neil", None)
    assert found is not None and (found.count.low, found.count.high) == (4, 4)


def table(filled: list[tuple[str, str]]) -> Sheet:
    """A ruled table for five, filled by hand, under a printed heading."""
    sheet = sheet_with()
    sheet.print(70, 220, "Name")
    sheet.print(270, 220, "Residence address")
    for n in range(7):
        sheet.rule(60, 560, 216 + 20 * n)
    for x in (60, 260, 560):
        sheet.upright(x, 216, 336)
    for n, (name, address) in enumerate(filled):
        if name:
            sheet.write(70, 238 + 20 * n, name, size=12)
        if address:
            sheet.write(270, 238 + 20 * n, address, size=12)
    return sheet


def test_blanks_filled_by_hand_are_counted_and_empty_rows_are_nobody() -> None:
    view = table([("Alma Baines", "12 Alder St"), ("Omar Ng", "88 Mesa Dr"), ("Vera Poe", "31 Mill Rd")]).view()
    found = committee.find(view, None, ReadsAs(None), ReadsAs("writing"))
    assert names(found) == [("writing", "writing")] * 3
    assert found is not None and found.count.value == 3


def test_a_row_with_a_name_alone_has_no_address() -> None:
    view = table([("Alma Baines", "12 Alder St"), ("Omar Ng", ""), ("Vera Poe", "31 Mill Rd")]).view()
    found = committee.find(view, None, ReadsAs(None), ReadsAs("writing"))
    assert names(found) == [("writing", "writing"), ("writing", None), ("writing", "writing")]


def test_writing_that_nobody_can_read_is_still_there() -> None:
    view = table([("Alma Baines", "12 Alder St"), ("Omar Ng", "88 Mesa Dr")]).view()
    found = committee.find(view, None, ReadsAs(None), ReadsAs(None))
    assert found is not None
    assert [m.name is not None and m.name.text is None for m in found.members] == [True, True]


@pytest.mark.parametrize(
    "words",
    [
        "Section 2. The council shall designate two representatives of the department to the board.",
        "THE PROPONENTS OF THIS PROPOSED INITIATIVE MEASURE HAVE THE RIGHT TO WITHDRAW THIS PETITION",
        "Ask who pays the committee that circulates this petition before you sign it.",
    ],
)
def test_running_text_that_speaks_of_representatives_designates_nobody(words: str) -> None:
    sheet = Sheet()
    sheet.print(40, 200, words)
    sheet.print(40, 212, "and no person shall operate a leaf blower within the city between eight and seven.")
    assert committee.find(sheet.view()) is None


def test_signer_lines_are_no_committee() -> None:
    sheet = Sheet()
    sheet.print(60, 180, "Signature Printed Name Residence Address Date")
    for n, (name, address) in enumerate(PEOPLE, start=1):
        sheet.rule(60, 560, 190 + 20 * n)
        sheet.print(200, 193 + 20 * n, name, certainty=0.5)
        sheet.print(360, 193 + 20 * n, address, certainty=0.5)
    assert committee.find(sheet.view()) is None


def numbered(caption: str = "Persons designated to represent the signers") -> Sheet:
    sheet = Sheet()
    sheet.print(60, 200, caption)
    for n, (name, address) in enumerate(PEOPLE, start=1):
        sheet.print(60, 202 + 14 * n, f"{n}. {name}")
        sheet.print(240, 202 + 14 * n, address)
    return sheet


def test_numbers_that_start_again_end_the_list() -> None:
    sheet = numbered()
    for n, title in enumerate(["Title.", "Street Planting.", "Tree Commissioner.", "Tree Fund."], start=1):
        sheet.print(60, 260 + 20 * n, f"{n}. {title}")
    found = committee.find(sheet.view())
    assert names(found) == PEOPLE
    assert found is not None and found.box.y1 < 275


@pytest.mark.parametrize("heading", ["COMPLETE TEXT OF PROPOSED ORDINANCE", "AN ACT CONCERNING TREES", "Title and Purpose"])
def test_a_heading_under_whole_rows_ends_the_list(heading: str) -> None:
    sheet = numbered()
    sheet.print(200, 275, heading)
    sheet.print(60, 292, "Street Tree Ordinance")
    sheet.print(60, 308, "300 Railroad Avenue")
    found = committee.find(sheet.view())
    assert names(found) == PEOPLE
    assert found is not None and found.box.y1 < 275


@pytest.mark.parametrize(
    ("row", "person"),
    [
        ("2. Mei-Lin P, Montoya 14327 E Aspen Court", ("Mei-Lin P, Montoya", "14327 E Aspen Court")),
        ("2. Ida Poe 521SE Railroad Ave", ("Ida Poe", "521SE Railroad Ave")),
        ("2 Joan Villasenor 12 Elm Court", ("Joan Villasenor", "12 Elm Court")),
    ],
)
def test_a_row_that_ocr_read_a_little_wrong_is_a_whole_person(row: str, person: tuple[str, str]) -> None:
    sheet = Sheet()
    sheet.print(60, 200, CAPTION)
    name, _, street = row.partition(person[1])
    for y, left, right in (
        (216, "1. Alma Baines", "1204 Alder Street"),
        (230, name.strip(), person[1] + street),
        (244, "3. Bo Roe", "9 Oak St"),
    ):
        sheet.print(60, y, left)
        sheet.print(240, y, right)
    found = committee.find(sheet.view())
    assert names(found) == [("Alma Baines", "1204 Alder Street"), person, ("Bo Roe", "9 Oak St")]


def test_an_address_under_its_name_is_no_number_of_the_list() -> None:
    sheet = Sheet()
    sheet.print(60, 200, CAPTION)
    for n, (name, street) in enumerate([("Ann Poe", "3 Oak St"), ("Bo Roe", "4 Elm Court")], start=1):
        sheet.print(60, 190 + 28 * n, f"{n}. {name}")
        sheet.print(60, 203 + 28 * n, street)
    assert names(committee.find(sheet.view())) == [("Ann Poe", "3 Oak St"), ("Bo Roe", "4 Elm Court")]


def test_persons_come_in_the_order_of_the_list_with_or_without_a_name() -> None:
    sheet = sheet_with()
    for n, (name, address) in enumerate(PEOPLE, start=1):
        sheet.print(60, 205 + 15 * n, f"{n}. {name}" if n != 2 else f"{n}.")
        sheet.print(240, 205 + 15 * n, address)
    found = names(committee.find(sheet.view()))
    assert found == [(None if n == 2 else name, address) for n, (name, address) in enumerate(PEOPLE, start=1)]


def test_a_name_that_ocr_spoilt_is_no_empty_place() -> None:
    sheet = sheet_with()
    for n, (name, address) in enumerate(PEOPLE, start=1):
        sheet.print(60, 205 + 15 * n, f"{n}. {name}" if n != 2 else "2. M3i-L1n 0'N3il")
        sheet.print(240, 205 + 15 * n, address)
    found = committee.find(sheet.view())
    assert found is not None and found.count.low == 4
    unread = found.members[1].name
    assert unread is not None and unread.certainty <= 0.5
