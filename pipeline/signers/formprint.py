"""What on the lines is print of the form itself? Labels repeat at the same place on every line; writing does not."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from pipeline.geometry import Box
from pipeline.model.section import LinesFacts
from pipeline.model.text import Word
from pipeline.section.columns import tokens, told_by
from pipeline.signers.sheet import PX_PER_PT, Mask, Sheet

# On what share of the lines a pixel must be dark to be print, by the number of lines. Writing, its strokes grown by a
# pixel, is dark at a
# given place of the middle of a cell on a third of the lines; so chance would take away one pixel in thirty at most.
SHARE_BY_LINES = ((9, 0.65), (5, 0.8), (3, 0.99))
# Below this many lines telling words of the page's print are taken for labels too.
FEW_LINES = 5
LEAST_WORD_CERTAINTY = 0.75
# A printed number found inside a cell, and its full stop, lie within this of the box that was read.
NUMBER_GROWN_PT = 1.2
_CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)


def form_print(sheet: Sheet, facts: LinesFacts, words: Sequence[Word]) -> Mask:
    """Labels, guide lines and numbers on and beside the lines, in the sheet's pixels."""
    out = np.zeros_like(sheet.ink)
    for at_top in (True, False):
        _repeated(sheet, facts, at_top, out)
    if len(facts.lines) < FEW_LINES:
        for word in words:
            known = any(told_by(t) for t in tokens(word.text))
            if known and word.certainty >= LEAST_WORD_CERTAINTY and facts.box.contains(*word.box.middle):
                _cover(sheet, word.box.grown(0.6), out)
    for line in facts.lines:
        if line.number_box is not None:
            _cover(sheet, line.number_box.grown(NUMBER_GROWN_PT), out)
    return out


def lean(sheet: Sheet) -> float:
    """Slope of the lines' rules: what is left of the page's skew, as dy/dx."""
    width = sheet.levels.shape[1]
    return float(np.median((sheet.levels[:, -1] - sheet.levels[:, 0]) / max(width - 1, 1)))


def _repeated(sheet: Sheet, facts: LinesFacts, at_top: bool, out: Mask) -> None:
    """Marks at one place against the line's upper (or lower) rule on most lines."""
    count = len(facts.lines)
    needed = next((share for least, share in SHARE_BY_LINES if count >= least), None)
    if needed is None:
        return
    height = round(min(line.box.height for line in facts.lines) * PX_PER_PT)
    slope = lean(sheet)
    total_height, total_width = sheet.ink.shape
    margin = 4
    stack, places = [], []
    for k in range(count):
        level = float(sheet.levels[k if at_top else k + 1][0])
        y = round(level) if at_top else round(level) - height
        # What leans the rules leans the labels' column the other way.
        x = margin + round(-slope * (level - float(sheet.levels[0][0])))
        width = total_width - 2 * margin
        crop = np.zeros((height, width), np.uint8)
        ys0, ys1, xs0, xs1 = max(y, 0), min(y + height, total_height), max(x, 0), min(x + width, total_width)
        crop[ys0 - y : ys1 - y, xs0 - x : xs1 - x] = sheet.ink[ys0:ys1, xs0:xs1]
        stack.append(cv2.dilate(crop, _CROSS))
        places.append((y, x, ys0, ys1, xs0, xs1))
    same = (np.mean(np.stack(stack), axis=0) >= needed).astype(np.uint8)
    if not same.any():
        return
    same = cv2.dilate(same, _CROSS).astype(bool)
    for y, x, ys0, ys1, xs0, xs1 in places:
        out[ys0:ys1, xs0:xs1] |= same[ys0 - y : ys1 - y, xs0 - x : xs1 - x]


def _cover(sheet: Sheet, box: Box, out: Mask) -> None:
    ys, xs = sheet.to_px(box)
    out[ys, xs] = True
