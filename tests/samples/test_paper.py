"""Papers under the charters: wordings apart on both sides, reasons of an exact length, nothing found that is not asked for."""

import random
from datetime import date

import pytest

from samples.factory.paper import consequence, form, reasons
from samples.factory.paper.layout import ORDINANCES, layouts, wordings

SIDES = ("develop", "measure")


@pytest.mark.parametrize("ordinance", ORDINANCES)
def test_each_side_has_two_layouts_of_its_own(ordinance):
    found = {side: {layout.id for layout in layouts(side, ordinance)} for side in SIDES}
    assert all(len(ids) >= 2 for ids in found.values())
    assert not found["develop"] & found["measure"]


@pytest.mark.parametrize(("ordinance", "statement"), [(o, s) for o in ORDINANCES for s in form.STATEMENTS[o]])
def test_statements_have_wordings_of_their_own_on_each_side(ordinance, statement):
    texts = {side: {e["text"] for e in wordings("statements", ordinance, statement, side=side)} for side in SIDES}
    assert all(len(found) >= 3 for found in texts.values())
    assert not texts["develop"] & texts["measure"]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("words", [199, 200, 201, 240])
def test_reasons_have_exactly_as_many_words_as_were_asked(side, words):
    made = reasons.compose(random.Random(words), side, words)
    assert len(made.text.split()) == made.words == words
    assert made.grounds and made.hyphened >= words


def test_a_hyphened_word_counts_as_two_only_by_the_other_rule():
    assert reasons.count("the long-standing two-year plan") == 4
    assert reasons.hyphened("the long-standing two-year plan") == 6


@pytest.mark.parametrize(
    ("ordinance", "check", "is_asked"),
    [
        ("charter-3-06", "line-address-missing", False),
        ("charter-3-06", "affidavit-unsigned", False),
        ("charter-602", "line-date-missing", False),
        ("charter-602", "line-name-missing", True),
        ("fulton-10-3", "line-name-missing", False),
        ("fulton-10-3", "line-date-missing", True),
    ],
)
def test_what_an_ordinance_does_not_ask_for_is_no_defect(ordinance, check, is_asked):
    assert consequence.asked(ordinance, check) == is_asked


def test_a_missing_statement_of_the_number_silences_what_is_said_of_the_number():
    made = [
        consequence.section("fulton-10-3", "affidavit-statement-missing", statement="number-of-signatures"),
        consequence.section("fulton-10-3", "count-stated-missing"),
        consequence.section("fulton-10-3", "count-stated-differs"),
    ]
    assert [f["check"] for f in consequence.silenced(made)] == ["affidavit-statement-missing"]


@pytest.mark.parametrize("ordinance", ORDINANCES)
def test_a_nonpartisan_form_has_no_party(ordinance):
    drawn = form.draw(random.Random(4), "develop", ordinance, first=date(2026, 8, 1))
    assert bool(drawn.stated.get("party")) == (ordinance == "charter-3-06")
