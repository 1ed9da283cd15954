"""Ditto marks: strokes or a word that say "as above". What stands above is taken, with the row it was taken from.

Marks are seen by their shape: short strokes, two by two, in a cell that holds nothing else; or by the words people write. Never
for a signature, and never for a name: nobody signs in another one's name by two strokes.
"""

from __future__ import annotations

import re
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.reading import DateRead, TextRead
from pipeline.ocr.handshade import shade

# The strokes of ditto marks measured 2.5 to 6 points on develop pages; small letters of small hands begin at 4.
TALLEST_PT, LEAST_PT = 7.6, 1.2
# Each stroke is upright: not wider than so many times its height. Two strokes that touch are one of a width between these.
UPRIGHT, TOUCHING = 1.0, (0.8, 1.6)
MOST_STROKES = 12
INK_SHARE = 0.4
LEAST_CONTRAST = 30.0
# The most certain of a reading that ditto marks stand for.
MOST_CERTAINTY = 0.95

_WORDS = re.compile(r"(ditto|do|same|same as above|as above|idem|id)\.?", re.IGNORECASE)
# What a recogniser makes of such strokes.
_STROKES = re.compile(r"[\"'`,./\\|lIi1nuvHyYNUVtr4() :;-]*")


def says_as_above(pixels: NDArray[np.uint8], box: Box, text: str | None) -> bool:
    """Whether a cell holds ditto marks and nothing else.

    `pixels`: gray (height, width), the writing of the cell; `box`: what they cover, in points; `text`: how they were read.
    """
    if text is not None and _WORDS.fullmatch(text.strip()):
        return True
    if text is not None and not _STROKES.fullmatch(text.strip()):
        return False
    return _are_marks(pixels, box)


def _are_marks(pixels: NDArray[np.uint8], box: Box) -> bool:
    if min(pixels.shape, default=0) < 4 or box.height <= 0:
        return False
    scale = pixels.shape[0] / box.height
    paper = shade(pixels, 85)
    strongest = paper - float(pixels.min())
    if strongest < LEAST_CONTRAST:
        return False
    mask = np.asarray(pixels < paper - INK_SHARE * strongest, np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    sizes = [(wide / scale, tall / scale) for _, _, wide, tall, area in stats[1:count].tolist() if area >= 0.3 * scale * scale]
    if not sizes or len(sizes) > MOST_STROKES or any(not LEAST_PT <= tall <= TALLEST_PT for _, tall in sizes):
        return False
    if len(sizes) == 1:
        wide, tall = sizes[0]
        return TOUCHING[0] * tall <= wide <= TOUCHING[1] * tall
    return len(sizes) % 2 == 0 and all(wide <= max(UPRIGHT * tall, 1.5) for wide, tall in sizes)


def text_above(marks: TextRead, above: TextRead | None, row: int) -> TextRead:
    """What the marks stand for: the entry of `row`, in the marks' own place. Unread where nothing stands above."""
    if above is None or above.text is None:
        return replace(marks, text=None, certainty=0.0)
    raw = (marks.text,) if marks.text else ()
    return replace(
        marks, text=above.text, certainty=min(above.certainty, MOST_CERTAINTY), alternatives=raw, above=above.above or row
    )


def day_above(marks: DateRead, above: DateRead | None, row: int) -> DateRead:
    """The day that the marks stand for; `text` stays what is written."""
    if above is None or above.day is None:
        return replace(marks, day=None, certainty=0.0, missing=(), candidates=())
    return replace(
        marks,
        day=above.day,
        certainty=min(above.certainty, MOST_CERTAINTY),
        missing=(),
        candidates=above.candidates,
        above=above.above or row,
    )
