"""How far a piece of a long scan reaches: to the end of a section, and never further than a section can be long."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pipeline import measure
from pipeline.measure import SECTION_PAGES, Piece
from pipeline.section.assembly import Assembled


class Leaves:
    """Stands for the shelf: pages that were looked at, by number."""

    def __init__(self, page_count: int) -> None:
        self.page_count = page_count
        self.read: list[int] = []

    def read_all(self, seen, first, last):
        for number in range(first, min(last or self.page_count, self.page_count) + 1):
            self.read.append(number)
            seen(SimpleNamespace(page=SimpleNamespace(number=number, blank=True)))
            yield number


@pytest.fixture
def stack(monkeypatch):
    """A scan whose sections begin at the pages given; how far a piece of it reached, and what it kept."""

    def measured(pages: int, begins: tuple[int, ...], piece: Piece):
        monkeypatch.setattr(measure, "glance", lambda view, *_: view.page.number)
        monkeypatch.setattr(measure.page_numbers, "find", lambda _view: None)

        def split(glances):
            inside = [b for b in begins if glances[0] <= b <= glances[-1]]
            starts = inside if glances[0] in inside else [glances[0], *inside]
            ends = [*(s - 1 for s in starts[1:]), glances[-1]]
            found = tuple(tuple(range(s, e + 1)) for s, e in zip(starts, ends, strict=True))
            return Assembled(sections=found, unplaced=(), blank=())

        monkeypatch.setattr(measure.assembly, "split", split)
        leaves = Leaves(pages)
        read, glances, _, _ = measure._leaf_through(leaves, None, None, False, lambda *_: None, piece)
        return measure._whole_sections(split(glances), read[-1].number, pages, piece), leaves.read

    return measured


def test_a_small_piece_ends_with_its_first_section(stack):
    (found, behind), read = stack(100, tuple(range(1, 101, 4)), Piece(first=1, most=6))
    assert found.sections == ((1, 2, 3, 4),) and behind == 5 and read == list(range(1, 7))


def test_a_small_piece_grows_until_a_second_section_begins(stack):
    (found, behind), read = stack(100, (1, 15, 40), Piece(first=1, most=6))
    assert found.sections == (tuple(range(1, 15)),) and behind == 15 and read[-1] == 18
    assert measure._cut(found, behind) == []


def test_a_section_without_end_is_cut_and_told(stack):
    (found, behind), read = stack(10_000, (1,), Piece(first=1, most=6))
    assert found.sections == (tuple(range(1, SECTION_PAGES + 1)),) and behind == SECTION_PAGES + 1
    assert read == list(range(1, SECTION_PAGES + 1))
    (said,) = measure._cut(found, behind)
    assert f"From page 1 on no beginning of another section was seen in {SECTION_PAGES} pages" in said


def test_the_longest_section_that_ends_is_whole(stack):
    (found, behind), _ = stack(500, (1, SECTION_PAGES), Piece(first=1, most=50))
    assert len(found.sections[0]) == SECTION_PAGES - 1 and behind == SECTION_PAGES
    assert measure._cut(found, behind) == []


def test_a_scan_read_in_one_look_is_never_cut(stack):
    (found, behind), read = stack(300, (1,), Piece())
    assert len(found.sections[0]) == len(read) == 300 and behind is None
    assert measure._cut(found, behind) == []
