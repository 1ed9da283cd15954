"""Printed line numbers: the run down the page is the evidence, not one reading."""

from __future__ import annotations

import pytest

from pipeline.section.numbers import Reading, parse, settle


def said(*values: int | None, certainty: float = 0.9) -> list[list[Reading]]:
    return [[] if v is None else [Reading(v, certainty)] for v in values]


def test_one_misread_digit_is_not_a_misnumbered_line() -> None:
    assert [n for n, _ in settle(said(1, 2, 3, 4, 6, 6, 7, 8))] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_number_that_was_not_read_follows_from_its_neighbours_with_less_certainty() -> None:
    settled = settle(said(1, 2, None, 4, 5))
    assert settled[2][0] == 3
    assert settled[2][1] < settled[1][1]


def test_a_repeated_number_comes_out_as_printed() -> None:
    assert [n for n, _ in settle(said(1, 2, 3, 3, 4, 5, 6))] == [1, 2, 3, 3, 4, 5, 6]


def test_two_readers_who_agree_are_believed_against_the_run() -> None:
    readings = said(1, 2, 3, 4, 5, 6)
    readings[3] = [Reading(9, 0.97), Reading(9, 0.97)]
    number, certainty = settle(readings)[3]
    assert number == 9 or certainty < 0.9


def test_nothing_read_is_nothing_said() -> None:
    assert settle(said(None, None)) == ((None, 0.0), (None, 0.0))


@pytest.mark.parametrize(("text", "number"), [("7.", 7), ("#12", 12), ("3)", 3), ("l.", 1), ("10", 10)])
def test_printed_numbers_in_their_dress(text: str, number: int) -> None:
    assert parse(text) == number


@pytest.mark.parametrize("text", ["9/3/26", "Street", "80302-1", "0", "S", "1234"])
def test_other_words_are_no_numbers(text: str) -> None:
    assert parse(text) is None


def test_two_numbers_that_were_printed_in_the_wrong_order_come_out_so_when_read_again() -> None:
    readings = [[Reading(v, 0.8), Reading(v, 0.98)] for v in (1, 3, 2, 4, 5, 6)]
    for row in readings[1:3]:
        row += [Reading(row[0].value, 0.98)] * 2
    settled = settle(readings)
    assert [n for n, _ in settled] == [1, 3, 2, 4, 5, 6]
    assert min(c for _, c in settled) > 0.9
