"""When is type for a person to measure? A known face by its interval and centre; an unknown one only where more speaks for it."""

from __future__ import annotations

import pytest

from pipeline.checks.type_size import too_small
from pipeline.geometry import Box
from pipeline.model.reading import Measured, Seen
from pipeline.model.section import TypeMeasured

SEEN = Seen(present=True, certainty=0.96)


def told(low: float, value: float, high: float, *, exact: bool = False) -> int:
    size = Measured(value=value, low=low, high=high, unit="pt")
    type_ = TypeMeasured(size=size, exact=exact, bold=SEEN, plain=SEEN)
    return len(list(too_small("text-too-small", "the full text", 1, Box(0, 0, 10, 10), type_, 10.0)))


@pytest.mark.parametrize(("low", "value", "high"), [(7.8, 8.0, 8.2), (9.2, 9.5, 9.8), (9.3, 9.6, 10.1)])
def test_a_known_face_is_told_by_interval_or_centre(low: float, value: float, high: float) -> None:
    assert told(low, value, high) == 1


@pytest.mark.parametrize(("low", "value", "high"), [(9.7, 10.0, 10.3), (9.6, 9.9, 10.2), (8.3, 9.6, 9.95), (8.4, 9.4, 10.2)])
def test_what_is_met_or_hardly_measured_is_not(low: float, value: float, high: float) -> None:
    assert told(low, value, high) == 0


@pytest.mark.parametrize(("low", "value", "high"), [(7.4, 8.0, 8.7), (8.2, 9.0, 9.6), (8.3, 9.2, 10.1)])
def test_an_unknown_face_that_is_clearly_small_is_told(low: float, value: float, high: float) -> None:
    assert told(low, value, high) == 1


def test_a_born_digital_page_needs_no_allowance() -> None:
    assert told(9.5, 9.5, 9.5, exact=True) == 1
