"""A slash joined at its head to the 1 behind it is drawn apart; strokes that only look like it stay as they are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from pipeline.ocr.crops import tall_strokes
from pipeline.ocr.handcaret import without_carets

Stroke = list[tuple[int, int]]
EIGHT: Stroke = [(14, 10), (6, 18), (20, 32), (14, 40), (6, 32), (20, 18), (14, 10)]
CARET: Stroke = [(30, 42), (50, 8), (52, 42)]
LEANING: Stroke = [(30, 42), (54, 8), (48, 42)]
FOUR: Stroke = [(70, 8), (62, 28), (80, 28), (76, 10), (74, 42)]
LETTER_A: Stroke = [(30, 42), (42, 8), (54, 42), (48, 28), (36, 28)]
LETTER_N: Stroke = [(32, 42), (32, 10), (34, 12), (48, 10), (50, 42)]
ZERO: Stroke = [(40, 8), (30, 20), (32, 38), (42, 42), (52, 30), (50, 14), (40, 8)]


def line(*strokes: Stroke) -> NDArray[np.uint8]:
    pixels = np.full((50, 100), 245, np.uint8)
    for stroke in strokes:
        cv2.polylines(pixels, [np.array(stroke, np.int32)], False, 25, 4, cv2.LINE_AA)
    return pixels


@pytest.mark.parametrize("caret", [CARET, LEANING])
def test_a_slash_and_a_one_in_one_stroke_become_two(caret: Stroke) -> None:
    drawn = line(EIGHT, caret, FOUR)
    apart = without_carets(drawn)
    assert apart.shape[1] > drawn.shape[1]
    assert tall_strokes(apart) == tall_strokes(drawn) + 1


@pytest.mark.parametrize("other", [LETTER_A, LETTER_N, ZERO])
def test_other_strokes_stay_as_they_are(other: Stroke) -> None:
    drawn = line(EIGHT, other, FOUR)
    assert without_carets(drawn) is drawn


def test_no_ink_is_lost_where_a_stroke_is_drawn_apart() -> None:
    drawn = line(EIGHT, CARET, FOUR)
    assert (245 - without_carets(drawn).astype(int)).sum() == pytest.approx((245 - drawn.astype(int)).sum(), rel=0.01)


def test_an_empty_line_stays_empty() -> None:
    blank = line()
    assert without_carets(blank) is blank
