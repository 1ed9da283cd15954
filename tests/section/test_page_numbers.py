"""Printed page numbers in the margins of a page."""

from __future__ import annotations

import pytest

from pipeline.section import page_numbers
from tests.section.printed_page import ReadsAs, Sheet


def page(text: str, number: int = 1, y: float = 760, x: float = 280):  # type: ignore[no-untyped-def]
    sheet = Sheet()
    sheet.print(60, 300, "The people of the city ordain that trees be planted along every street.")
    if text:
        sheet.print(x, y, text)
    return sheet.view(number)


@pytest.mark.parametrize(
    ("text", "number", "of"),
    [
        ("Page 2 of 5", 2, 5),
        ("page 2 of 5", 2, 5),
        ("2 / 5", 2, 5),
        ("2 of 5", 2, 5),
        ("Page 3", 3, None),
        ("Pg. 3", 3, None),
        ("PAGE l of 4", 1, 4),
        ("Page I of l", 1, 1),
        ("Page 2 of ____", 2, None),
        ("page 5 of 4", 5, 4),
    ],
)
def test_spellings(text: str, number: int, of: int | None) -> None:
    found = page_numbers.find(page(text))
    assert found is not None
    assert (found.number, found.of) == (number, of)


@pytest.mark.parametrize("text", ["Form 12", "2026", "9/3/26", "Ordinance No. 14", "10:30", "Section 3", "9/3"])
def test_other_figures_in_the_margin_are_no_page_numbers(text: str) -> None:
    assert page_numbers.find(page(text)) is None


def test_a_number_in_running_text_is_none() -> None:
    assert page_numbers.find(page("as said on page 3", y=400)) is None


def test_a_title_on_the_same_line_does_not_hide_it() -> None:
    sheet = Sheet()
    sheet.print(40, 20, "CITY OF PINE HOLLOW")
    sheet.print(500, 20, "Page 4 of 6")
    found = page_numbers.find(sheet.view())
    assert found is not None and found.number == 4


def test_bare_figures_count_where_they_run_along_with_the_pages_only() -> None:
    running = [page(f"- {n} -", number=n) for n in (1, 2, 3)]
    assert [n.number for n in page_numbers.find_all(running)] == [1, 2, 3]
    stray = [page("7", number=1), page("", number=2), page("7", number=3)]
    assert page_numbers.find_all(stray) == ()


def test_a_number_that_breaks_the_sequence_is_read_again() -> None:
    views = [page("Page 1 of 4", 1), page("Page 2 of 4", 2), page("Page 4 of 4", 3)]
    confirmed = page_numbers.find_all(views, ReadsAs("4/4"))
    assert confirmed[2].certainty >= 0.9
    doubted = page_numbers.find_all(views, ReadsAs(None))
    assert doubted[2].certainty < 0.5
    assert doubted[0].certainty >= 0.9


def test_a_last_number_that_says_more_pages_follow_is_read_again() -> None:
    views = [page("", 1), page("Page 9 of 29", 2)]
    doubted = page_numbers.find_all(views, ReadsAs("2 of 2"))
    assert [n.certainty < 0.5 for n in doubted] == [True]
    confirmed = page_numbers.find_all(views, ReadsAs("9/29"))
    assert [n.certainty >= 0.9 for n in confirmed] == [True]
