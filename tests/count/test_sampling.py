"""A sample is drawn without repeats, is the same from the same seed, and says how sure its estimate is."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.count.sampling import draw, estimate, key_of, size_of
from tests.count.filed_sections import blank, counted, line, of_line, petition, section

ROWS = [*(line(n, name=f"P {n}") for n in range(1, 40)), line(40, state="struck"), blank(41)]
PLACES = counted(petition(), section("1", ROWS, [of_line("line-struck", "void", 40)])).places


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 39), st.text(max_size=12))
def test_no_line_comes_twice_and_none_that_is_blank_or_struck(size: int, seed: str) -> None:
    drawn = draw(PLACES, size, seed)
    keys = [key_of(p) for p in drawn.lines]
    assert len(set(keys)) == len(keys) == size
    assert {p.state for p in drawn.lines} == {"signed"}
    assert drawn == draw(tuple(reversed(PLACES))[::-1], size, seed)


def test_another_seed_draws_other_lines() -> None:
    assert draw(PLACES, 10, "a").lines != draw(PLACES, 10, "b").lines


def test_a_larger_sample_holds_the_smaller_one_of_its_seed() -> None:
    small, large = draw(PLACES, 10, "seed"), draw(PLACES, 20, "seed")
    assert set(small.lines) < set(large.lines)


@pytest.mark.parametrize("size", [0, 40, 1000])
def test_more_lines_than_there_are_cannot_be_drawn(size: int) -> None:
    with pytest.raises(ValueError, match="39 lines"):
        draw(PLACES, size, "seed")


def test_the_percentage_has_two_decimals_and_rounds_up() -> None:
    """2 CCR 20530: 381 of 500 valid are 76.20 per cent; of 12,345 lines 9,406.89, rounded up."""
    told = estimate(381, 500, 12_345)
    assert (told.percent, told.estimated) == (Decimal("76.20"), 9_407)
    assert told.low < 9_407 < told.high


def test_a_share_without_two_decimals_rounds_up_too() -> None:
    assert estimate(1, 3, 300).percent == Decimal("33.34")


@pytest.mark.parametrize(("percent", "lines"), [(5, 828), (6, 993)])
def test_a_fraction_of_a_line_is_a_line(percent: int, lines: int) -> None:
    """5 per cent of 16,543 is 827.15: the rule is printed, and it is 828."""
    assert size_of(16_543, percent) == lines


def test_a_sample_of_all_lines_is_no_estimate() -> None:
    told = estimate(30, 39, 39)
    assert (told.estimated, told.low, told.high) == (30, 30, 30)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_interval_holds_what_the_sample_proves(data: st.DataObject) -> None:
    population = data.draw(st.integers(1, 5000))
    sampled = data.draw(st.integers(1, population))
    valid = data.draw(st.integers(0, sampled))
    told = estimate(valid, sampled, population)
    assert valid <= told.low <= told.high <= population - (sampled - valid)


@pytest.mark.parametrize(("valid", "sampled", "population"), [(5, 4, 10), (1, 0, 10), (1, 20, 10), (-1, 2, 3)])
def test_numbers_that_cannot_be_those_of_a_sample(valid: int, sampled: int, population: int) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        estimate(valid, sampled, population)
