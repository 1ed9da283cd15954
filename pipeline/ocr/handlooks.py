"""Other looks at the same line of writing: what two of them read alike is surer than what one reads.

Each look is the same ink under another preparation: wider, narrower. The recogniser's errors hang
on such things, the signer's words do not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.ocr.handshade import shade

Pixels = NDArray[np.uint8]

# How much wider and narrower a look is: hands differ by more, and a recogniser reads both.
WIDER, NARROWER = 1.25, 0.82
# The paper of a crop, in percents of its pixels: strokes cover 5 to 20 % of a line cut close.
LIGHT_PERCENT = 85.0
# Slants that are tried when a line is set upright, as shift sideways over height; people lean by up to about 35 degrees.
SLANTS = tuple(round(0.1 * i, 1) for i in range(-3, 8))


def wider(line: Pixels) -> Pixels:
    """The line drawn out."""
    return _scaled(line, WIDER)


def narrower(line: Pixels) -> Pixels:
    """The line pressed together."""
    return _scaled(line, NARROWER)


def slant(line: Pixels) -> float:
    """By how much the strokes lean to the right: shift sideways over height, 0 upright.

    The slant is the shear under which the columns of ink are most unequal, for upright strokes stand in few columns.
    """
    ground = shade(line, LIGHT_PERCENT)
    ink = np.clip(ground - line.astype(np.float32), 0, None)
    small = cv2.resize(ink, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return max(SLANTS, key=lambda s: float((_sheared(small, s).sum(axis=0) ** 2).sum()) - (1e-6 * abs(s)))


LOOKS: tuple[Callable[[Pixels], Pixels], ...] = (narrower, wider)
"""In the order in which they are taken: what costs less first. More contrast made more errors, an upright look added nothing
(915 develop fields)."""


def _scaled(line: Pixels, by: float) -> Pixels:
    height, width = line.shape
    how = cv2.INTER_AREA if by < 1 else cv2.INTER_CUBIC
    return cast(Pixels, cv2.resize(line, (max(round(width * by), 8), height), interpolation=how))


def _sheared(line: NDArray[Any], slant: float) -> NDArray[Any]:
    height, width = line.shape
    extra = abs(slant) * height
    turn = np.array([[1.0, slant, 0.0 if slant > 0 else extra], [0.0, 1.0, 0.0]])
    ground = shade(line, LIGHT_PERCENT) if line.dtype == np.uint8 else 0.0
    size = (round(width + extra), height)
    return cast(NDArray[Any], cv2.warpAffine(line, turn, size, flags=cv2.INTER_LINEAR, borderValue=ground))
