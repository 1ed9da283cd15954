"""The summary: by the clerk's words, by its heading, by its place; and whether it follows the warning."""

from __future__ import annotations

from pipeline.model.sought import Sought
from pipeline.section import summary, warning
from tests.section.test_warning import WORDS
from tests.section.typeset_page import RED, SERIF_BOLD, Paper

SUMMARY = (
    "The ordinance would require the City to keep the library open at least 52 hours a week, and would set aside 2.4 percent "
    "of the sales tax for that purpose. It would take effect on January 1, 2027."
)
OTHER = (
    "A yes vote is a vote for our children and for the future of this town, because nothing is as dear to a child as a book, and "
    "nothing so cheap to give; the council has had years to act upon the plain wishes of the people who elected it, and it has "
    "sat still."
)
KNOWN = Sought(ordinance="colorado-54-124", kind="initiative", warning=WORDS, summary=SUMMARY)
UNKNOWN = Sought(ordinance="colorado-54-124", kind="initiative", warning=WORDS)


def find(paper: Paper, sought: Sought = KNOWN):
    view = paper.view()
    return summary.find(view, sought, warning.find(view, sought, paper, paper), paper, paper)


def warned(paper: Paper, y: float = 60) -> float:
    return paper.set(WORDS, y, face=SERIF_BOLD, colour=RED)


def test_it_follows_the_warning_under_title_and_heading():
    paper = Paper()
    y = paper.set("Library Hours Ordinance", warned(paper) + 6, x=240, face=SERIF_BOLD)
    y = paper.set("SUMMARY", y + 4, x=280, face=SERIF_BOLD)
    paper.set(SUMMARY, y)
    seen = find(paper)
    assert seen is not None and seen.wording is not None
    assert seen.wording.coverage == 1.0 and seen.follows_warning.present is True


def test_above_the_warning_it_does_not_follow():
    paper = Paper()
    warned(paper, paper.set(SUMMARY, 50) + 8)
    seen = find(paper)
    assert seen is not None and seen.follows_warning.present is False


def test_after_a_long_passage_of_something_else_it_does_not_follow():
    paper = Paper()
    paper.set(SUMMARY, paper.set(OTHER, warned(paper) + 8) + 8)
    seen = find(paper)
    assert seen is not None and seen.follows_warning.present is False


def test_a_changed_number_is_found():
    paper = Paper()
    paper.set(SUMMARY.replace("2.4", "2.7"), warned(paper) + 8)
    seen = find(paper)
    assert seen is not None and seen.wording is not None
    assert [(d.expected, d.found) for d in seen.wording.of_kind("changed")] == [("2.4", "2.7")]


def test_other_words_under_its_heading_are_a_summary_that_differs():
    paper = Paper()
    paper.set(OTHER, paper.set("SUMMARY", warned(paper) + 8, x=280))
    seen = find(paper)
    assert seen is not None and seen.wording is not None
    assert seen.wording.coverage == 0.0 and seen.wording.differences


def test_a_page_without_it_has_none():
    paper = Paper()
    paper.set("We, the undersigned registered electors, petition the council.", warned(paper) + 8)
    assert find(paper) is None


def test_where_its_words_are_not_known_heading_or_place_tells():
    headed, bare = Paper(), Paper()
    headed.set(SUMMARY, headed.set("Summary:", warned(headed) + 8))
    bare.set(SUMMARY, warned(bare) + 8)
    for paper in (headed, bare):
        seen = find(paper, UNKNOWN)
        assert seen is not None and seen.wording is None
        assert seen.follows_warning.present is True
