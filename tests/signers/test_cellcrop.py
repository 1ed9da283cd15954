"""A stroke that leaves the crop lacks a part of a character; a rule of the form that lies along the crop cuts nothing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from pipeline.signers.cellcrop import is_cut


def crop(*, rule: int | None = None, step: int = 0, at: int = 20) -> NDArray[np.uint8]:
    """`8/13/26` in a crop of 60 by 240 pixels, its left side at `at`; `rule`: height of a rule along the foot, which may step."""
    pixels = np.full((60, 240), 245, np.uint8)
    cv2.putText(pixels, "8/13/26", (at, 42), cv2.FONT_HERSHEY_SIMPLEX, 1.2, 20, 3, cv2.LINE_AA)
    if rule is not None:
        pixels[60 - rule :, :120] = 10
        pixels[60 - rule - step : 60 - step or None, 120:] = 10
    return pixels


@pytest.mark.parametrize("rule", [5, 6, 8, 10])
@pytest.mark.parametrize("step", [0, 1, 2])
def test_a_rule_along_the_foot_cuts_nothing(rule: int, step: int) -> None:
    assert not is_cut(crop(rule=rule, step=step))


@pytest.mark.parametrize("rule", [None, 6])
def test_a_figure_that_leaves_the_crop_is_cut_with_a_rule_and_without(rule: int | None) -> None:
    assert is_cut(crop(rule=rule, at=-12))
