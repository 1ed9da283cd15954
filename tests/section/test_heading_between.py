"""Blanks of a nominating sentence are told by the words about them, wherever the rows were broken."""

from __future__ import annotations

import pytest

from pipeline.geometry import Box
from pipeline.section.heading_between import between
from pipeline.section.heading_form import open_form
from pipeline.section.heading_words import LEADING, heading_book, heading_vocabulary
from tests.section.printed_page import Sheet

LETTER_PT, ROW_PT = 5.2, 22.0


def named(sentence: str, *, right: float) -> list[str]:
    """What the blanks (`____`) of a sentence set up to `right` (points) are told to be for."""
    sheet = Sheet()
    x, y = 40.0, 60.0
    for word in sentence.split():
        width = 110.0 if word == "____" else LETTER_PT * len(word)
        if x + width > right:
            x, y = 40.0, y + ROW_PT
        if word == "____":
            sheet.rule(x, x + width, y + 11)
            x += width + 6
        else:
            x = sheet.print(x, y, word).x1 + 5
    view = sheet.view()
    form = open_form(view, Box(0, 0, 612, 400), heading_book(), heading_vocabulary(), LEADING)
    return [b.caption.name for b in between(form)]


SENTENCES = {
    "We, registered voters of the city, petition that the name of ____ , residing at ____ , be printed on the ballot as a "
    "candidate of the ____ Party for the office of ____ .": ["candidate", "address", "party", "office"],
    "We, the undersigned, hereby nominate ____ who resides at ____ as the nominee of the ____ party for the office of ____ "
    "at the primary election to be held on ____ .": ["candidate", "address", "party", "office"],
}


@pytest.mark.parametrize("right", [560.0, 470.0, 400.0])
@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_words_about_a_blank_tell_what_it_is_for(sentence: str, right: float) -> None:
    assert named(sentence, right=right) == SENTENCES[sentence]


def test_blanks_for_places_and_days_are_none_of_them() -> None:
    assert named("In the City of ____ and County of ____ on the day of ____ we sign.", right=560.0) == []
