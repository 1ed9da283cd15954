"""Which pages make up which section, and which came in from elsewhere."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipeline.geometry import Box
from pipeline.model.section import PrintedPageNumber
from pipeline.section.assembly import foreign_pages, split
from pipeline.section.glance import Glance


def words_of(text: str) -> list[str]:
    return text.split()


HEAD = words_of("warning it is against the law summary shall the city plant trees along every arterial street this year")
OTHER = words_of("an act about dogs and their leashes in the parks of a town far away that nobody here has heard of")


def number(page: int, printed: int, of: int | None = None, certainty: float = 0.95) -> PrintedPageNumber:
    return PrintedPageNumber(page=page, box=Box(300, 760, 340, 770), number=printed, of=of, certainty=certainty)


def seen(page: int, *parts: str, serial: str | None = None, begins: bool = False, printed: int | None = None,
         blank: bool = False, words: list[str] | None = None) -> Glance:  # fmt: skip
    return Glance(
        page=page,
        blank=blank,
        parts=frozenset(parts),  # type: ignore[arg-type]
        text_begins=begins,
        serial=serial,
        number=number(page, printed) if printed else None,
        words=tuple(words if words is not None else HEAD),
    )


def section(start: int, serial: str | None = "0017", *, affidavit: bool = True, numbered: bool = False) -> list[Glance]:
    def no(i: int) -> int | None:
        return i if numbered else None

    pages = [
        seen(start, "warning", "text", serial=serial, begins=True, printed=no(1)),
        seen(start + 1, "warning", "lines", serial=serial, printed=no(2)),
        seen(start + 2, "warning", "lines", serial=serial, printed=no(3)),
    ]
    return [*pages, seen(start + 3, "affidavit", "notary", serial=serial, printed=no(4))] if affidavit else pages


def test_one_section_with_blank_backs_keeps_them_with_their_leaves() -> None:
    leaves = [seen(1, "text", begins=True), seen(3, "lines"), seen(5, "affidavit")]
    pages = sorted([*leaves, *(seen(n, blank=True) for n in (2, 4, 6))], key=lambda g: g.page)
    result = split(pages)
    assert result.sections == ((1, 2, 3, 4, 5, 6),)
    assert result.blank == (2, 4, 6)
    assert result.unplaced == ()


def test_a_new_serial_number_begins_a_new_section() -> None:
    result = split([*section(1, "0017"), *section(5, "0018")])
    assert result.sections == ((1, 2, 3, 4), (5, 6, 7, 8))


def test_the_second_section_is_found_without_serial_numbers() -> None:
    assert split([*section(1, None), *section(5, None)]).sections == ((1, 2, 3, 4), (5, 6, 7, 8))


def test_a_section_without_affidavit_ends_where_the_next_serial_begins() -> None:
    pages = [*section(1, "0017", affidavit=False), *section(4, "0018")]
    assert split(pages).sections == ((1, 2, 3), (4, 5, 6, 7))


def test_a_section_without_affidavit_and_serial_ends_where_text_and_page_numbers_start_again() -> None:
    pages = [*section(1, None, affidavit=False, numbered=True), *section(4, None, numbered=True)]
    assert split(pages).sections == ((1, 2, 3), (4, 5, 6, 7))


def test_a_leaf_of_another_section_among_the_pages_does_not_begin_a_section() -> None:
    pages = section(1, "0017")
    pages[2] = seen(3, "warning", "lines", serial="0031")
    result = split(pages)
    assert result.sections == ((1, 2, 3, 4),)
    assert [(f.page, "0031" in f.why) for f in foreign_pages(pages)] == [(3, True)]


def test_an_affidavit_with_another_number_stays_and_is_foreign() -> None:
    pages = section(1, "0017")
    pages[3] = seen(4, "affidavit", "notary", serial="0031")
    assert split(pages).sections == ((1, 2, 3, 4),)
    assert [f.page for f in foreign_pages(pages)] == [4]


def test_a_number_that_changes_in_the_middle_begins_no_section_where_nothing_else_begins() -> None:
    pages = section(1, None, numbered=True)
    pages[0] = seen(1, "warning", "text", serial="0152", begins=True, printed=1)
    pages[1] = seen(2, "warning", "lines", serial="0153", printed=2)
    assert split(pages).sections == ((1, 2, 3, 4),)


def test_a_leaf_with_another_number_before_an_affidavit_without_one_stays() -> None:
    pages = section(1, "0017")
    pages[2] = seen(3, "warning", "lines", serial="0031")
    pages[3] = seen(4, "affidavit", "notary")
    assert split(pages).sections == ((1, 2, 3, 4),)
    assert [f.page for f in foreign_pages(pages)] == [3]


def test_an_affidavit_before_the_signature_pages_is_no_section_of_its_own() -> None:
    pages = [seen(1, "text", begins=True), seen(2, "affidavit"), seen(3, "lines"), seen(4, "lines")]
    assert split(pages).sections == ((1, 2, 3, 4),)
    first = [seen(1, "affidavit"), seen(2, "text", begins=True), seen(3, "lines")]
    assert split(first).sections == ((1, 2, 3),)


def test_a_covering_letter_is_unplaced_and_a_page_between_is_not() -> None:
    pages = [seen(1), *section(2), seen(6)]
    result = split(pages)
    assert result.sections == ((2, 3, 4, 5),)
    assert result.unplaced == (1, 6)
    between = [seen(1, "text", begins=True), seen(2), seen(3, "lines"), seen(4, "affidavit")]
    assert split(between).sections == ((1, 2, 3, 4),)


def test_nothing_known_gives_no_section() -> None:
    assert split([seen(1), seen(2)]).sections == ()
    assert split([]).sections == ()


def test_a_signature_page_of_another_petition_is_foreign_by_its_print() -> None:
    pages = [seen(1, "text", begins=True), *(seen(n, "lines") for n in (2, 3, 4)), seen(5, "lines", words=OTHER)]
    assert [f.page for f in foreign_pages(pages)] == [5]
    assert foreign_pages(pages[:4]) == ()


def test_two_numbers_on_two_pages_count_the_first_as_the_sections_own() -> None:
    pages = [seen(1, "text", serial="0017"), seen(2, "lines", serial="0031")]
    assert [f.page for f in foreign_pages(pages)] == [2]


PARTS = st.sets(st.sampled_from(["warning", "text", "lines", "affidavit", "notary", "serial", "committee"]))


@given(st.lists(st.tuples(PARTS, st.booleans(), st.sampled_from([None, "0017", "0018"]), st.booleans()), max_size=12))
def test_every_page_is_in_one_section_or_blank_or_unplaced(raw: list[tuple[set[str], bool, str | None, bool]]) -> None:
    pages = [
        seen(i, *parts, blank=blank, serial=serial, begins=begins) for i, (parts, blank, serial, begins) in enumerate(raw, 1)
    ]
    result = split(pages)
    placed = [p for s in result.sections for p in s]
    assert len(placed) == len(set(placed))
    assert {*placed, *result.unplaced, *result.blank} == {g.page for g in pages}
    assert not set(placed) & set(result.unplaced)


def test_a_text_on_the_back_of_the_affidavit_belongs_to_the_section_before_it() -> None:
    pages = [seen(1, "lines"), seen(2, "lines"), seen(3, "affidavit", "notary"), seen(4, "text", begins=True)]
    assert split(pages).sections == ((1, 2, 3, 4),)


def test_two_sections_with_their_texts_behind_them() -> None:
    pages = [
        *(seen(1, "lines"), seen(2, "affidavit", "notary"), seen(3, "text", begins=True)),
        *(seen(4, "lines"), seen(5, "affidavit", "notary"), seen(6, "text", begins=True)),
    ]
    assert split(pages).sections == ((1, 2, 3), (4, 5, 6))


def test_a_form_of_one_page_that_lacks_its_affidavit_comes_first_and_is_a_form_all_the_same() -> None:
    pages = [seen(1, "nomination-heading", "lines"), seen(2, "nomination-heading", "lines", "affidavit", "notary")]
    assert split(pages).sections == ((1,), (2,))


def test_numbered_pages_with_a_heading_each_stay_one_paper() -> None:
    first = seen(1, "nomination-heading", "lines", printed=1)
    last = seen(2, "nomination-heading", "lines", "affidavit", printed=2)
    assert split([first, last]).sections == ((1, 2),)


def test_a_recall_statement_over_all_lines_of_a_paper_with_one_affidavit_is_one_paper() -> None:
    pages = [seen(1, "recall-statement", "lines"), seen(2, "recall-statement", "lines", "affidavit")]
    assert split(pages).sections == ((1, 2),)


def test_the_same_text_again_after_lines_is_the_next_paper_though_no_affidavit_was_seen() -> None:
    pages = [
        seen(1, "text", begins=True, words=OTHER),
        seen(2, "lines"),
        seen(3, "text", begins=True, words=OTHER),
        seen(4, "lines"),
    ]
    assert split(pages).sections == ((1, 2), (3, 4))


def test_another_text_or_numbered_pages_split_no_paper_without_an_affidavit() -> None:
    other = [seen(1, "text", begins=True, words=OTHER), seen(2, "lines"), seen(3, "text", begins=True), seen(4, "lines")]
    assert split(other).sections == ((1, 2, 3, 4),)
    numbered = [
        seen(1, "text", begins=True, words=OTHER, printed=1),
        seen(2, "lines", printed=2),
        seen(3, "text", begins=True, words=OTHER, printed=3),
        seen(4, "lines", printed=4),
    ]
    assert split(numbered).sections == ((1, 2, 3, 4),)


def test_a_serial_number_that_lost_its_first_figures_makes_no_page_foreign() -> None:
    pages = section(1, "0162")
    pages[3] = seen(4, "affidavit", "notary", serial="62")
    assert split(pages).sections == ((1, 2, 3, 4),)
    assert foreign_pages(pages) == ()
    pages[3] = seen(4, "affidavit", "notary", serial="0062")
    assert [f.page for f in foreign_pages(pages)] == [4]
