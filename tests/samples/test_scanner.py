"""A point of the paper is where the truth says it is in the scan, whatever the scanner did."""

import random

import cv2
import numpy as np
import pytest

from samples.factory.scanner import Setting, scan


@pytest.mark.parametrize("skew", [-2.5, 0.0, 3.0])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize(("fit", "crop"), [(1.0, (0.0, 0.0, 0.0, 0.0)), (0.95, (3.0, 9.0, 1.0, 0.0))])
def test_a_square_is_found_where_the_truth_says(skew, turn, fit, crop):
    sheet = np.full((1650, 1275, 3), 255, dtype=np.uint8)
    box = (60.0, 250.0, 84.0, 274.0)
    x0, y0, x1, y1 = (round(v * 300 / 72) for v in box)
    sheet[y0:y1, x0:x1] = 0
    how = Setting(colour="gray", dpi=150, skew=skew, turn=turn, fit=fit, crop=crop)
    pixels, placed = scan(sheet, how, random.Random(1))
    upright = np.rot90(pixels, turn // 90)
    height, width = upright.shape
    turned_back = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), skew, 1.0)
    back = cv2.warpAffine(upright, turned_back, (width, height), borderValue=255)
    ys, xs = np.nonzero(back < 100)
    found = [(xs.min()) * 72 / 150, (ys.min()) * 72 / 150, (xs.max() + 1) * 72 / 150, (ys.max() + 1) * 72 / 150]
    assert found == pytest.approx(placed.box(box), abs=0.8)
