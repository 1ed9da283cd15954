"""Slashes that a reading took for ones are told by the leaning strokes counted in the crop, or left in doubt."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.geometry import Box
from pipeline.model.reading import DateRead
from pipeline.ocr import handday
from tests.ocr.test_handdate import BOX, certain_frames

JOINED = 6
"""Strokes counted where the last two figures of seven are written in one."""


def decided(text: str, *, tall: int, slashes: int, box: Box = BOX) -> DateRead:
    strokes = handday.Strokes(tall=tall, slashes=slashes)
    return handday.decide([certain_frames(text)], page=1, box=box, strokes=strokes)


def test_two_leaning_strokes_are_the_slashes_though_the_years_figures_are_joined() -> None:
    found = decided("8117126", tall=JOINED, slashes=2)
    assert found.day == date(2026, 8, 17)
    assert found.certainty > handday.UNPARTED_CERTAINTY


@pytest.mark.parametrize("slashes", [0, 1, 5])
def test_fewer_or_more_leaning_strokes_leave_it_in_doubt(slashes: int) -> None:
    assert decided("8117126", tall=JOINED, slashes=slashes).certainty <= handday.UNPARTED_CERTAINTY
