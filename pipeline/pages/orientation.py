"""Which quarter turn makes a page upright?

From the direction in which characters join to lines, and from the letters that rise above a line against those that hang
below it; tesseract is asked only where these do not decide.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.pages.inkmask import MASK_DPI, InkMask
from pipeline.pages.raster import Pixels
from pipeline.pages.raw import Turn

logger = logging.getLogger(__name__)

# Characters of 5 to 30 point type, as heights of their boxes in points.
_CHARACTER_PT = (1.6, 24.0)
# Marks longer than this in either direction are rules and borders, not characters.
_RULE_PT = 40.0
# Fewer characters than this say nothing; a blank page keeps its place.
_LEAST_CHARACTERS = 24
# Nor is a page with fewer turned on a guess: most are a few words in a hand, shown as they should be.
_ENOUGH_TO_GUESS = 60
# A line direction is taken where one way of smearing joins at least this many times more than the other.
_CLEAR_DIRECTION = 1.35
# So much where the way up is not known, so that nothing else supports the direction.
_PLAIN_DIRECTION = 2.0
# In English about a third of the letters of mixed-case print rise above the x-height, a twelfth hang below the base line.
# Both counted as outliers of their word, at least this surplus (in standard errors) decides the way up. On thirteen pages of
# public forms, faded, blurred and at JPEG quality 40, the surplus was never under 2.7, in the middle 8.6.
_CLEAR_WAY_UP = 5.0
# Less than that still counts where tesseract says the same, or cannot say.
_SOME_WAY_UP = 1.5
# Letters that run together are wider than this share of their height, and rise and hang at once.
_WIDEST_LETTER = 1.3
_LEAST_OUTLIERS = 14
_OSD_SECONDS = 12
# Measure that tesseract gives of its own answer: right answers on faded forms had 6 to 15; on
# print blurred until nobody could read it, wrong answers had 4 to 5.6.
_OSD_SURE = 6.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Orientation:
    """The turn that makes a page upright."""

    turn: Turn
    """Clockwise, degrees."""
    sure: bool
    """False where nothing on the page decided and it was left as it is shown."""
    evidence: str
    """`letters`, `osd` or `none`."""


def orientation_of(mask: InkMask) -> Orientation:
    """The turn for a page whose marks are `mask`; skew must be small or taken out before."""
    boxes = _characters(mask)
    if len(boxes) < _LEAST_CHARACTERS:
        return _AS_SHOWN
    horizontal, vertical = _joined(boxes, mask.ink.shape), _joined(boxes[:, [1, 0, 3, 2]], mask.ink.shape[::-1])
    ratio = (horizontal + 1) / (vertical + 1)
    along = down = 0.0
    # Rows that run along the page, and rows that run down it: both are looked at only where the direction is not clear.
    if ratio > 1 / _CLEAR_DIRECTION:
        along = _rise(boxes, mask.ink.shape)
        if ratio >= _CLEAR_DIRECTION and abs(along) >= _CLEAR_WAY_UP:
            return Orientation(turn=0 if along > 0 else 180, sure=True, evidence="letters")
    if ratio < _CLEAR_DIRECTION:
        # `_turned` turns the boxes clockwise by 90 degrees.
        down = _rise(_turned(boxes, mask.ink.shape), mask.ink.shape[::-1])
        if ratio <= 1 / _CLEAR_DIRECTION and abs(down) >= _CLEAR_WAY_UP:
            return Orientation(turn=90 if down > 0 else 270, sure=True, evidence="letters")
    guess = _best_guess(ratio, along, down) if len(boxes) >= _ENOUGH_TO_GUESS else _AS_SHOWN
    asked, sure = _ask_tesseract(mask.small)
    if asked is not None and (sure >= _OSD_SURE or asked == guess.turn):
        return Orientation(turn=asked, sure=True, evidence="osd")
    return guess


def _best_guess(ratio: float, along: float, down: float) -> Orientation:
    """Without certainty: the line direction where it is clear, the way up by the sign, else as shown."""
    if ratio <= 1 / _PLAIN_DIRECTION:
        return Orientation(turn=90 if down >= 0 else 270, sure=False, evidence="none")
    return Orientation(turn=180 if along <= -_SOME_WAY_UP else 0, sure=False, evidence="none")


_AS_SHOWN = Orientation(turn=0, sure=False, evidence="none")


def _characters(mask: InkMask) -> NDArray[np.int32]:
    """Boxes of marks the size of characters, as rows x, y, width, height in pixels of the mask."""
    px = mask.dpi / 72
    ink = mask.ink
    reach = max(int(_RULE_PT * px), 3)
    rules = cv2.bitwise_or(
        cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((1, reach), np.uint8)),
        cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((reach, 1), np.uint8)),
    )
    letters = cv2.subtract(ink, cv2.dilate(rules, np.ones((3, 3), np.uint8)))
    _, _, stats, _ = cv2.connectedComponentsWithStats(letters, connectivity=8)
    boxes = np.asarray(stats)[1:, :4].astype(np.int32)
    low, high = max(_CHARACTER_PT[0] * px, 3.0), _CHARACTER_PT[1] * px
    larger = boxes[:, 2:].max(axis=1)
    return boxes[(larger >= low) & (larger <= high) & (boxes[:, 2:].min(axis=1) >= 1)]


def _joined(boxes: NDArray[np.int32], shape: tuple[int, ...]) -> float:
    """How many characters have their nearest neighbour beside them, by painting each box widened along the row."""
    size = float(np.median(boxes[:, 2:].max(axis=1)))
    # Letters of a word stand 0.1 to 0.3 of their size apart, lines of print 0.4 and more.
    gap = max(round(0.25 * size), 1)
    canvas = np.zeros(shape[:2], np.uint8)
    for x, y, w, h in boxes.tolist():
        canvas[y : y + h, max(x - gap, 0) : x + w + gap] = 255
    count, _ = cv2.connectedComponents(canvas, connectivity=4)
    return float(len(boxes) - (count - 1))


def _turned(boxes: NDArray[np.int32], shape: tuple[int, ...]) -> NDArray[np.int32]:
    """The boxes of the page turned clockwise by 90 degrees."""
    height = shape[0]
    x, y, w, h = boxes.T
    return np.stack([height - y - h, x, h, w], axis=1).astype(np.int32)


def _rise(boxes: NDArray[np.int32], shape: tuple[int, ...]) -> float:
    """Surplus, in standard errors, of letters that rise above their word over letters that hang below it."""
    words = _words(boxes, shape)
    rising = hanging = 0
    for members in words:
        tops, bottoms = members[:, 1], members[:, 1] + members[:, 3]
        height = float(np.median(members[:, 3]))
        single = members[:, 2] <= _WIDEST_LETTER * np.maximum(members[:, 3], height)
        tall = (members[:, 3] >= 0.7 * height) & single
        if np.count_nonzero(tall) < 3 or height < 4:
            continue
        tops, bottoms = tops[tall], bottoms[tall]
        slack = max(0.17 * height, 1.0)
        rising += int(np.count_nonzero(tops < np.median(tops) - slack))
        hanging += int(np.count_nonzero(bottoms > np.median(bottoms) + slack))
    total = rising + hanging
    if total < _LEAST_OUTLIERS:
        return 0.0
    return float((rising - hanging) / np.sqrt(total))


def _words(boxes: NDArray[np.int32], shape: tuple[int, ...]) -> list[NDArray[np.int32]]:
    """Characters grouped to the words (or runs of words) of a row."""
    size = float(np.median(boxes[:, 3]))
    gap = max(round(0.45 * size), 1)
    canvas = np.zeros(shape[:2], np.uint8)
    for x, y, w, h in boxes.tolist():
        # Only the middle of each character is painted: rows that nearly touch must not be taken for one word.
        y0 = y + h // 3
        canvas[y0 : y + max(h - h // 3, h // 3 + 1), max(x - gap, 0) : x + w + gap] = 255
    _, labels = cv2.connectedComponents(canvas, connectivity=4)
    middle_y = np.clip(boxes[:, 1] + boxes[:, 3] // 2, 0, shape[0] - 1)
    middle_x = np.clip(boxes[:, 0] + boxes[:, 2] // 2, 0, shape[1] - 1)
    label = np.asarray(labels)[middle_y, middle_x]
    order = np.argsort(label, kind="stable")
    cuts = np.flatnonzero(np.diff(label[order])) + 1
    return [boxes[group] for group in np.split(order, cuts) if len(group) >= 3]


def _ask_tesseract(small: Pixels) -> tuple[Turn | None, float]:
    """The turn that tesseract finds and how sure it is; None where it fails or is not there: a page need not bear text."""
    import pytesseract

    turns: dict[int, Turn] = {0: 0, 90: 90, 180: 180, 270: 270}
    try:
        found = pytesseract.image_to_osd(
            small, config=f"--dpi {MASK_DPI:.0f}", output_type=pytesseract.Output.DICT, timeout=_OSD_SECONDS
        )
        sure = float(found.get("orientation_conf", 0.0))
        turn = int(found.get("rotate", 0))
    except (pytesseract.TesseractError, pytesseract.TesseractNotFoundError, RuntimeError, OSError, ValueError) as error:
        # That tesseract is missing is told by the reader of print, which cannot do without it.
        logger.debug("orientation by tesseract failed: %s", type(error).__name__)
        return None, 0.0
    return turns.get(turn), sure
