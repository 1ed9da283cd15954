"""Shades of a crop by counting: the same figures as by putting the pixels in order."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.ocr.handshade import shade


@pytest.mark.parametrize("percent", [1.0, 15.0, 50.0, 85.0, 90.0, 98.0])
def test_a_count_of_shades_gives_what_the_order_of_pixels_gives(percent: float) -> None:
    drawn = np.random.default_rng(8)
    for height, width in ((1, 1), (1, 2), (7, 9), (60, 301), (48, 48)):
        page = drawn.integers(0, 256, (height + 4, width + 6), dtype=np.uint8)
        crop = page[2 : 2 + height, 3 : 3 + width]
        assert shade(crop, percent) == float(np.percentile(crop, percent))


def test_paper_of_one_shade_has_that_shade() -> None:
    assert shade(np.full((20, 30), 247, np.uint8), 85.0) == 247.0


def test_no_pixel_has_no_shade() -> None:
    with pytest.raises(ValueError, match="without a pixel"):
        shade(np.zeros((0, 5), np.uint8), 85.0)
