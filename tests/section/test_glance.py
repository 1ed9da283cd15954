"""What is on a page at a glance, from its words."""

from __future__ import annotations

import pytest

from pipeline.model.sought import Sought
from pipeline.section.glance import Glance, glance, share_of_pairs
from tests.section.printed_page import Sheet

TEXT = (
    "Be it ordained by the people of the City that no person shall operate a gasoline powered leaf blower between the hours "
    "of eight in the evening and seven in the morning. The city manager shall post the rules at every trailhead and in every "
    "library, and shall report to the council in the month of May of each year how many complaints were heard and settled."
)
SOUGHT = Sought(ordinance="colorado-54-124", kind="initiative", text=TEXT)


def seen(*lines: str, sought: Sought = SOUGHT) -> Glance:
    sheet = Sheet()
    for n, text in enumerate(lines):
        sheet.print(40, 60 + 14 * n, text, size=8)
    return glance(sheet.view(), sought, None, None)


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("WARNING: IT IS AGAINST THE LAW: For anyone to sign any initiative", "warning"),
        ("SUMMARY OF MEASURE", "summary"),
        ("Signature Printed Name Residence Address Date Signed", "lines"),
        ("AFFIDAVIT OF CIRCULATOR being first duly sworn I depose and say", "affidavit"),
        ("Notary Public. My commission expires", "notary"),
        ("The following are designated to represent the signers in all matters affecting the petition", "committee"),
    ],
)
def test_parts_by_their_words(line: str, part: str) -> None:
    assert part in seen(line).parts


def test_a_text_begins_where_its_first_words_stand_and_goes_on_without_beginning() -> None:
    words = TEXT.split()
    first = seen(" ".join(words[:16]), " ".join(words[16:32]), " ".join(words[32:46]))
    assert (first.text_begins, "text" in first.parts) == (True, True)
    later = seen(" ".join(words[38:52]), " ".join(words[52:]))
    assert (later.text_begins, "text" in later.parts) == (False, True)


def test_a_page_of_other_words_says_nothing_about_itself() -> None:
    page = seen("Dear Ms. Clerk, enclosed please find what we spoke of on Tuesday.", "With kind regards")
    assert page.parts == frozenset()
    assert not page.text_begins


def test_words_in_another_order_share_no_pairs() -> None:
    assert share_of_pairs(["a", "b", "c"], ["a", "b", "c"]) == 1.0
    assert share_of_pairs(["a", "b", "c"], ["c", "b", "a"]) == 0.0
    assert share_of_pairs(["a"], ["a"]) == 0.0


@pytest.mark.parametrize(
    "line",
    [
        "FULL TEXT OF THE INITIATED ORDINANCE",
        "PROPOSED ORDINANCE - FULL TEXT",
        "Text of proposed measure:",
        "The complete text of the measure",
        "The City of Pine Hollow does ordain:",
        "BE IT ORDAINED BY THE PEOPLE OF THE CITY",
        "Full text of proposed ordinance: An ordinance to plant trees along every arterial street of the City this year",
    ],
)
def test_what_heads_the_text_of_a_measure(line: str) -> None:
    page = seen(line, "Trees are good for the city and for those who live in it.", sought=SOUGHT)
    assert page.text_begins


@pytest.mark.parametrize(
    "line",
    [
        "The full text of the proposed ordinance is printed on the reverse side.",
        "I had an opportunity to read the full text of the ordinance before I signed.",
        "the full text of the measure attached to this petition",
        "A copy of the full text of the measure was shown to each signer.",
    ],
)
def test_what_only_speaks_of_the_text_begins_none(line: str) -> None:
    assert not seen("CITIZEN INITIATIVE PETITION", line, sought=SOUGHT).text_begins


def test_an_oath_that_breaks_before_the_text_begins_none() -> None:
    page = seen(
        "each signer had before signing an opportunity to read the", "full text of the ordinance, and I believe", sought=SOUGHT
    )
    assert not page.text_begins


@pytest.mark.parametrize(
    "title",
    [
        "DECLARATION OF PERSON CIRCULATING PETITION",
        "Affidavit of Person Circulating Petition",
        "STATEMENT BY PERSON WHO CIRCULATED THIS PAPER",
        "Circulator's Oath",
    ],
)
def test_an_oath_without_a_notary_is_told_by_its_title(title: str) -> None:
    assert "affidavit" in seen("Signature of voter Name Residence Date", title).parts


@pytest.mark.parametrize(
    "line", ["The circulator must see every person sign.", "A list of persons circulating petitions is kept."]
)
def test_what_only_speaks_of_circulating_is_no_oath(line: str) -> None:
    assert "affidavit" not in seen("Signature of voter Name Residence Date", line).parts
