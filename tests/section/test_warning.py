"""The warning of a page: found, its colour, its type, and what stands above it."""

from __future__ import annotations

import pytest

from pipeline.law import loader
from pipeline.law.sought import warning as warning_of
from pipeline.model.sought import Sought
from pipeline.section import warning
from tests.section.typeset_page import RED, SANS, SANS_BOLD, SERIF_BOLD, SERIF_ITALIC, Paper, Readers

WORDS = warning_of(loader.load("colorado-54-124")) or ""
SOUGHT = Sought(ordinance="colorado-54-124", kind="initiative", warning=WORDS)
BODY = "We, the undersigned registered electors of the City, petition that the measure be submitted to a vote of the people."


def page(*, y: float = 60, words: str = WORDS, face: str = SERIF_BOLD, size: float = 10, colour=RED, dpi: int = 300) -> Paper:
    paper = Paper(dpi=dpi)
    bottom = paper.set(words, y, face=face, size=size, colour=colour)
    paper.set(BODY, bottom + 20)
    return paper


def found(paper: Paper, **scan):
    return warning.find(paper.view(**scan), SOUGHT, paper, paper)


def test_a_proper_warning_is_red_bold_plain_large_enough_and_on_top():
    paper = page()
    seen = found(paper)
    assert seen is not None and seen.certainty > 0.95
    assert seen.wording.coverage == 1.0
    assert seen.colour.answer == "red" and seen.colour.share > 0.9
    assert seen.type.bold.present is True
    assert seen.type.plain.present is True
    assert seen.type.size is not None and seen.type.size.value >= 9.7
    assert seen.above == ()


@pytest.mark.parametrize("red", [(139, 0, 0), (112, 0, 0), (220, 20, 60), (255, 69, 0), (214, 100, 95), (178, 34, 34)])
@pytest.mark.parametrize("dpi", [200, 300])
def test_dark_faded_and_orange_reds_are_red(red, dpi):
    seen = found(page(colour=red, dpi=dpi), blur=0.9, jpeg=50)
    assert seen is not None and seen.colour.answer == "red"


@pytest.mark.parametrize("other", [(0, 0, 0), (34, 34, 34), (26, 58, 154), (11, 90, 42), (150, 80, 0), (120, 0, 120)])
def test_other_colours_are_not_red(other):
    paper = page(colour=other)
    paper.stroke([(100, 600), (220, 590), (240, 620)], (30, 60, 170))
    seen = found(paper, jpeg=50)
    assert seen is not None and seen.colour.answer == "not-red"
    assert seen.colour.colour_elsewhere


@pytest.mark.parametrize("mode", ["gray", "bitonal"])
def test_without_colour_nobody_can_tell(mode):
    seen = found(page(), colour=mode)
    assert seen is not None and seen.colour.answer == "unknown"


def test_a_stamp_across_some_words_does_not_make_them_another_colour():
    paper = page()
    paper.stroke([(150, 55), (300, 130), (420, 60)], (40, 60, 190), width=2)
    seen = found(paper)
    assert seen is not None and seen.colour.answer == "red"


@pytest.mark.parametrize(
    ("size", "too_small", "centre_under"), [(8, True, True), (9.5, False, True), (10, False, False), (10.2, False, False)]
)
@pytest.mark.parametrize("face", [SERIF_BOLD, SANS_BOLD])
def test_type_size_at_and_beside_ten_points(size, too_small, centre_under, face):
    seen = found(page(size=size, face=face))
    assert seen is not None and seen.type.size is not None
    assert (seen.type.size.high < 10) is too_small
    assert (seen.type.size.value < 9.7) is centre_under
    assert seen.type.size.low <= size <= seen.type.size.high


def test_ordinary_weight_and_italic_letters_are_told():
    light = found(page(face=SANS))
    leaning = found(page(face=SERIF_ITALIC))
    assert light is not None and light.type.bold.present is False and light.type.plain.present is True
    assert leaning is not None and leaning.type.plain.present is False


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Petition Section No. 0017", "serial"),
        ("Page 1 of 4", "page-number"),
        ("RECEIVED SEP 14 2026 3:12 p.m.", "stamp"),
        ("000482", "serial"),
        ("Citizens for Longer Library Hours", "other"),
        ("Blowers may run from 8:00 a.m. to 6:00 p.m. daily", "other"),
    ],
)
def test_what_stands_above_is_told_by_kind(text, kind):
    paper = page(y=80)
    paper.set(text, 40, x=300)
    seen = found(paper)
    assert seen is not None
    assert [a.kind for a in seen.above] == [kind]


def test_a_serial_number_beside_the_first_line_is_not_above():
    paper = Paper()
    paper.set("No. 0017", 58, x=500, size=12)
    paper.set(WORDS, 62, face=SERIF_BOLD, colour=RED, right=480)
    seen = found(paper)
    assert seen is not None and seen.above == ()


def test_a_warning_in_other_words_is_still_a_warning():
    words = "WARNING. It is against the law to put any name but your own upon this paper. Read it before you sign."
    seen = found(page(words=words))
    assert seen is not None and seen.wording.coverage < 0.5 and 0.5 < seen.certainty < 0.95


def test_no_warning_gives_none():
    paper = Paper()
    paper.set(BODY, 60)
    paper.set("I am a registered elector and I was 18 years of age or older when this petition was signed.", 120)
    assert found(paper) is None


def test_a_changed_word_of_the_warning_is_found():
    seen = found(page(words=WORDS.replace("more than once", "more than twice")))
    assert seen is not None
    assert [(d.expected, d.found, d.confirmed) for d in seen.wording.of_kind("changed")] == [("once", "twice", True)]


def test_red_that_the_scanner_dropped_is_told_by_the_sibling_page():
    first, second = page(), Paper()
    second.set(BODY, 300)
    views = [first.view(1, colour="gray"), second.view(2, colour="gray")]
    both = Readers(first, second)
    seen = warning.find_all(views, SOUGHT, both, both)
    assert [(w.page, w.colour.answer) for w in seen] == [(1, "unknown"), (2, "dropped-out")]


def test_a_page_with_other_print_in_the_warnings_place_has_simply_none():
    first, second = page(), Paper()
    second.set(BODY * 4, 60)
    seen = warning.find_all([first.view(1), second.view(2)], SOUGHT, first, first)
    assert [w.page for w in seen] == [1]


def test_an_ordinance_without_a_warning_asks_for_none():
    paper = page()
    assert warning.find_all([paper.view()], Sought(ordinance="charter-602", kind="nomination"), paper, paper) == ()
