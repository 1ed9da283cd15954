"""The signer lines of a page: none lost, none invented, columns told, numbers as printed."""

from __future__ import annotations

import pytest

from pipeline.section import lines
from tests.signers.drawn_lines import COLUMNS, Drawn, NoHand, grid


def rows_of(page: Drawn, colour: str = "colour", lean: float = 0.0) -> tuple[lines.LinesFacts, ...]:
    return lines.find(page.view(colour, lean), None, NoHand())  # type: ignore[arg-type]


def assert_rows(page: Drawn, found: tuple[lines.LinesFacts, ...]) -> None:
    assert len(found) == 1
    got = found[0].lines
    assert len(got) == len(page.tops) - 1
    for line, top, bottom in zip(got, page.tops, page.tops[1:], strict=False):
        assert abs(line.box.y0 - top) < 3 and abs(line.box.y1 - bottom) < 3


@pytest.mark.parametrize("head", ["plain", "dark"])
@pytest.mark.parametrize(("colour", "dpi"), [("colour", 200), ("gray", 300), ("bitonal", 200)])
def test_every_line_of_a_table_is_found(head: str, colour: str, dpi: int) -> None:
    page = grid(9, head=head, dpi=dpi)
    assert_rows(page, rows_of(page, colour))


def test_what_deskewing_left_moves_no_line() -> None:
    page = grid(12)
    assert_rows(page, rows_of(page, lean=0.3))


def test_the_last_line_is_found_without_a_rule_under_it() -> None:
    page = grid(7, closed=False)
    assert_rows(page, rows_of(page))


def test_lines_of_unequal_height_are_all_found() -> None:
    page = grid(8, heights=(24.0, 33.0, 28.0))
    assert_rows(page, rows_of(page))


def test_rules_without_verticals_are_lines_with_columns_by_their_headings() -> None:
    page = grid(8, verticals=False)
    found = rows_of(page)
    assert_rows(page, found)
    assert [m for m, _ in found[0].columns] == ["number", "signature", "name", "address", "date"]


def test_labels_inside_the_cells_tell_the_columns() -> None:
    page = grid(6, head="none", labels=True, heights=(36.0,))
    found = rows_of(page)
    assert_rows(page, found)
    assert {m for m, _ in found[0].columns} == {"number", "signature", "name", "address", "date"}


def test_columns_are_told_in_any_order() -> None:
    turned = (COLUMNS[0], COLUMNS[4], COLUMNS[3], COLUMNS[2], COLUMNS[1])
    found = rows_of(grid(6, columns=turned))
    assert [m for m, _ in found[0].columns] == ["number", "date", "address", "name", "signature"]


def test_strikes_are_no_rules() -> None:
    page = grid(8)
    for row in (1, 4, 5):
        page.fill_line(row)
        page.strike(row, page.edges[0] + 3, page.edges[-1] - 3)
    assert_rows(page, rows_of(page))


def test_a_filled_page_has_the_lines_of_the_blank_one() -> None:
    page = grid(10)
    for row in range(10):
        page.fill_line(row)
    assert_rows(page, rows_of(page))


def test_printed_numbers_are_read() -> None:
    page = grid(6, numbers=(11, 12, 13, 14, 15, 16))
    (facts,) = rows_of(page)
    assert facts.numbers_printed.present
    assert [line.number for line in facts.lines] == [11, 12, 13, 14, 15, 16]


def test_a_number_left_out_comes_out_as_printed() -> None:
    (facts,) = rows_of(grid(8, numbers=(1, 2, 3, 5, 6, 7, 8, 9)))
    assert [line.number for line in facts.lines] == [1, 2, 3, 5, 6, 7, 8, 9]
    assert facts.lines[3].number_certainty >= 0.9


def test_lines_without_numbers_say_so() -> None:
    (facts,) = rows_of(grid(7, columns=COLUMNS[1:]))
    assert facts.numbers_printed.present is False
    assert all(line.number is None for line in facts.lines)


def test_two_blocks_on_a_page_are_two() -> None:
    page = grid(4)
    other = grid(5, top=420.0)
    page.image.paste(other.image.crop((0, round(400 * page.k), *other.image.size)), (0, round(400 * page.k)))
    page.words.extend(w for w in other.words if w.box.y0 > 400)
    assert [len(f.lines) for f in rows_of(page)] == [4, 5]


def test_a_table_of_representatives_is_not_for_signers() -> None:
    page = Drawn()
    page.printed(42, 120, "Committee of petitioners who represent the signers", 9)
    for y in range(150, 276, 25):
        page.rule(42, y, 560, y)
    for x in (42, 250, 560):
        page.rule(x, 150, x, 275)
    page.printed(46, 158, "Name", 8)
    page.printed(254, 158, "Address", 8)
    assert rows_of(page) == ()


def test_the_blanks_of_an_affidavit_are_not_lines() -> None:
    page = Drawn()
    for y, label in ((200, "Signature of circulator"), (235, "Printed name"), (262, "Residence address"), (310, "Date")):
        page.rule(60, y, 300, y)
        page.printed(60, y + 3, label, 8)
    assert rows_of(page) == ()


def test_a_page_of_text_has_none() -> None:
    page = Drawn()
    for y in range(100, 600, 14):
        page.printed(60, y, "Section two of the ordinance is amended to read as follows hereafter", 10)
    assert rows_of(page) == ()


def test_a_streak_over_the_whole_page_is_no_column() -> None:
    page = grid(8)
    x = page.cell(0, "signature").middle[0]
    page.rule(x, 20, x, 770, 0.6)
    (facts,) = lines.find(page.view())
    assert [meaning for meaning, _ in facts.columns] == ["number", "signature", "name", "address", "date"]
    assert len(facts.lines) == 8
