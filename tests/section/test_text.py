"""The full text over a section's pages: aligned where it is known, by headings where it is not."""

from __future__ import annotations

from pipeline.model.sought import Sought
from pipeline.section import summary, text
from tests.section.test_summary import SUMMARY
from tests.section.typeset_page import SERIF_ITALIC, Paper, Readers

PARTS = (
    "BE IT ORDAINED BY THE PEOPLE OF THE CITY OF ASPEN GROVE:",
    "Section 1. The public library shall be open to the public for at least 52 hours in every week of the year.",
    "Section 2. There is levied a fee of 2.4 percent upon the price of each ticket sold for an event in the civic hall.",
    "Section 3. The proceeds shall be kept apart from the general fund and may be spent on the hours of the library alone.",
    "Section 4. The city manager shall report each March to the council on the hours kept and on the moneys received and spent.",
    "Section 5. If a court holds a part of it invalid, the rest remains in force. It takes effect on January 1, 2027.",
)
TEXT = "\n\n".join(PARTS)
KNOWN = Sought(ordinance="colorado-54-124", kind="initiative", summary=SUMMARY, text=TEXT)
UNKNOWN = Sought(ordinance="colorado-54-124", kind="initiative")


def paper_with(*parts: str, y: float = 60, head: str = "", **look) -> Paper:
    paper = Paper()
    if head:
        y = paper.set(head, y) + 10
    for part in parts:
        y = paper.set(part, y, **look) + 5
    return paper


def find(papers: list[Paper], sought: Sought = KNOWN):
    views = [p.view(n) for n, p in enumerate(papers, start=1)]
    both = Readers(*papers)
    summaries = summary.find_all(views, sought, (), both, both) if sought.summary else ()
    return text.find(views, sought, summaries, both, both)


def test_whole_text_after_the_summary():
    seen = find([paper_with(*PARTS, head=SUMMARY)])
    assert seen is not None and seen.wording is not None
    assert seen.wording.coverage == 1.0 and seen.wording.of_kind("changed", "missing-block") == ()
    assert seen.after_summary.present is True
    assert seen.type.plain.present is True and seen.type.size is not None and seen.type.size.value >= 9.7


def test_it_runs_over_two_pages_and_says_which():
    seen = find([paper_with(*PARTS[:3], head=SUMMARY), paper_with(*PARTS[3:]), paper_with("We, the undersigned, petition.")])
    assert seen is not None and seen.pages == (1, 2)
    assert seen.wording is not None and seen.wording.of_kind("changed", "missing-block") == ()


def test_a_page_left_out_is_a_missing_block():
    seen = find([paper_with(*PARTS[:2], head=SUMMARY), paper_with(*PARTS[4:])])
    assert seen is not None and seen.wording is not None
    missing = seen.wording.of_kind("missing-block")
    assert len(missing) == 1 and missing[0].expected.startswith("Section 2") and missing[0].confirmed


def test_small_and_leaning_letters_are_measured():
    small = find([paper_with(*PARTS, head=SUMMARY, size=8)])
    leaning = find([paper_with(*PARTS, head=SUMMARY, face=SERIF_ITALIC)])
    assert small is not None and small.type.size is not None and small.type.size.high < 10
    assert leaning is not None and leaning.type.plain.present is False


def test_above_the_summary_it_does_not_follow_it():
    paper = paper_with(*PARTS)
    paper.set(SUMMARY, 500)
    seen = find([paper])
    assert seen is not None and seen.after_summary.present is False


def test_a_section_without_it_has_none():
    assert find([paper_with("We, the undersigned registered electors, petition the council.", head=SUMMARY)]) is None


def test_where_it_is_not_known_its_opening_words_tell():
    seen = find([paper_with(*PARTS)], UNKNOWN)
    assert seen is not None and seen.wording is None and seen.certainty < 0.9
    assert seen.boxes[0][1].y0 < 70
