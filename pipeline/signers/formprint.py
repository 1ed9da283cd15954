"""What on the lines is print of the form itself? Labels repeat at the same place on every line; writing does not."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.section import LinesFacts
from pipeline.model.text import Word
from pipeline.section.column_words import tokens, told_by
from pipeline.signers.sheet import PX_PER_PT, Mask, Sheet

# On what share of the lines a pixel must be dark to be print, by the number of lines. What is written over print only adds to
# it, so all lines but one in seven, lost to a bad scan, must have it; digits that begin at one place are dark at a given pixel,
# their strokes grown by one, on up to six lines in ten.
SHARE_BY_LINES = ((9, 0.85), (3, 0.99))
# Rests of rules are lost on more lines, and digits seldom stand on rules.
NEAR_RULE_SHARE_BY_LINES = ((9, 0.65), (5, 0.8), (3, 0.99))
# Lines are laid on each other within this many pixels of where their rules say.
SHIFT_PX = 1
# Below this many lines telling words of the page's print are taken for labels too.
FEW_LINES = 5
LEAST_WORD_CERTAINTY = 0.75
# A printed number found inside a cell, and its full stop, lie within this of the box that was read.
NUMBER_GROWN_PT = 1.2
# A letter of which so much stands at the same place on the other lines is print, all of it.
PRINT_SHARE = 0.75
LETTER_MOST_PT = 16.0
# A word of which less than this does is writing: the first digits of house numbers and dates, which begin at one place on
# many lines, meet by chance. Letters closer than a gap are one word.
WORD_SHARE, WORD_GAP_PT = 0.45, 3.0
# So is a word that lacks more than a quarter of what repeats at its place: each digit of a heap of digits has a part of it.
LEAST_EXPLAINED = 0.75
# What repeats is at least so large when pieces this far apart are one: smaller pieces are parts of pens' strokes.
LEAST_REPEAT_PT, REPEAT_GAP_PT = 2.6, 3.0
LEAST_GUIDE_PT = 8.0
NEAR_RULE_PT = 1.0
_CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)


def form_print(sheet: Sheet, facts: LinesFacts, words: Sequence[Word], *, exact: bool = False) -> Mask:
    """Labels, guide lines and numbers on and beside the lines, in the sheet's pixels.

    `exact`: the words come from a born-digital page; all of them are print.
    """
    out = np.zeros_like(sheet.ink)
    # What repeats along a rule is what tracing left of it, however thin.
    reach = 2 * round(NEAR_RULE_PT * PX_PER_PT) + 1
    near = cv2.dilate(sheet.ruled.astype(np.uint8), np.ones((reach, reach), np.uint8)).astype(bool)
    for at_top in (True, False):
        _repeated(sheet, facts, at_top, near, out)
    out = _by_words(sheet.ink, out, near)
    if exact:
        for word in words:
            if facts.box.contains(*word.box.middle):
                _cover(sheet, word.box.grown(NUMBER_GROWN_PT), out)
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


def _repeated(sheet: Sheet, facts: LinesFacts, at_top: bool, near: Mask, out: Mask) -> None:
    """Marks at one place against the line's upper (or lower) rule on most lines."""
    count = len(facts.lines)
    needed, needed_near = (
        next((share for least, share in table if count >= least), None) for table in (SHARE_BY_LINES, NEAR_RULE_SHARE_BY_LINES)
    )
    if needed is None or needed_near is None:
        return
    height = round(min(line.box.height for line in facts.lines) * PX_PER_PT)
    slope = lean(sheet)
    total_height, total_width = sheet.ink.shape
    margin = 4
    stack: list[NDArray[np.uint8]] = []
    places = []
    for k in range(count):
        level = float(sheet.levels[k if at_top else k + 1][0])
        y = round(level) if at_top else round(level) - height
        # What leans the rules leans the labels' column the other way.
        x = margin + round(-slope * (level - float(sheet.levels[0][0])))
        width = total_width - 2 * margin
        crop = np.zeros((height, width), np.uint8)
        ys0, ys1, xs0, xs1 = max(y, 0), min(y + height, total_height), max(x, 0), min(x + width, total_width)
        crop[ys0 - y : ys1 - y, xs0 - x : xs1 - x] = sheet.ink[ys0:ys1, xs0:xs1]
        stack.append(np.asarray(cv2.dilate(crop, _CROSS), np.uint8))
        places.append((y, x, ys0, ys1, xs0, xs1))
    laid, shifts = _laid(stack)
    usual = np.mean(np.stack(laid), axis=0)
    same, rests = (usual >= needed).astype(np.uint8), (usual >= needed_near).astype(np.uint8)
    large = cv2.dilate(_large(same), _CROSS).astype(bool)
    every = cv2.dilate(rests, _CROSS).astype(bool)
    for (y, x, ys0, ys1, xs0, xs1), (dy, dx) in zip(places, shifts, strict=True):
        large_here, every_here = (np.roll(m, (-dy, -dx), axis=(0, 1)) for m in (large, every))
        part = slice(ys0 - y, ys1 - y), slice(xs0 - x, xs1 - x)
        out[ys0:ys1, xs0:xs1] |= large_here[part] | (every_here[part] & near[ys0:ys1, xs0:xs1])


def _laid(stack: Sequence[NDArray[np.uint8]]) -> tuple[list[NDArray[np.uint8]], list[tuple[int, int]]]:
    """The lines' pictures moved by a pixel where that lays them better on what most of them have, and how far (down, right)."""
    usual = np.mean(np.stack(stack), axis=0) >= 0.6
    if not usual.any():
        return list(stack), [(0, 0)] * len(stack)
    steps = range(-SHIFT_PX, SHIFT_PX + 1)
    # Standing still comes first: of equals it is chosen.
    shifts = sorted(((dy, dx) for dy in steps for dx in steps), key=lambda s: abs(s[0]) + abs(s[1]))
    out, chosen = [], []
    for crop in stack:
        moved = [np.roll(crop, shift, axis=(0, 1)) for shift in shifts]
        fits = [int(np.count_nonzero(m[usual])) for m in moved]
        best = int(np.argmax(fits))
        out.append(moved[best])
        chosen.append(shifts[best])
    return out, chosen


def _large(same: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Only the pieces that are large enough for a letter or a guide line, together with their close neighbours."""
    gap = round(REPEAT_GAP_PT * PX_PER_PT) | 1
    joined = cv2.morphologyEx(same, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    wide, tall = stats[:, cv2.CC_STAT_WIDTH] / PX_PER_PT, stats[:, cv2.CC_STAT_HEIGHT] / PX_PER_PT
    large = ((wide >= LEAST_REPEAT_PT) & (tall >= LEAST_REPEAT_PT)) | (wide >= LEAST_GUIDE_PT)
    return np.asarray(same * large[labels], np.uint8)


def _by_words(ink: Mask, printed: Mask, near: Mask) -> Mask:
    """`printed` without the words it covers but a part of, and with the whole of the letters it covers mostly."""
    out = printed.copy()
    gap = round(WORD_GAP_PT * PX_PER_PT) | 1
    free = ink & ~near
    words = np.asarray(cv2.morphologyEx(free.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((1, gap), np.uint8)), np.uint8)
    share, labels, stats = _shares(words, free, printed)
    low = stats[:, cv2.CC_STAT_HEIGHT] <= 2 * LETTER_MOST_PT * PX_PER_PT
    writing = low & (share > 0) & (share < WORD_SHARE)
    grown = cv2.dilate(ink.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
    for n in np.nonzero(low & (share >= WORD_SHARE))[0]:
        x, y, w, h = (int(v) for v in stats[n][:4])
        there = printed[y : y + h, x : x + w] & ~near[y : y + h, x : x + w]
        lacks = int(np.count_nonzero(there & ~grown[y : y + h, x : x + w]))
        writing[n] = lacks > (1.0 - LEAST_EXPLAINED) * int(np.count_nonzero(there))
    out &= ~(writing[labels] & ~near)
    share, labels, stats = _shares(ink.astype(np.uint8), ink, out)
    letter = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) <= LETTER_MOST_PT * PX_PER_PT
    return np.asarray(out | (letter & (share >= PRINT_SHARE))[labels])


def _shares(
    pieces: NDArray[np.uint8], ink: Mask, printed: Mask
) -> tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.int32]]:
    """For each connected piece the share of its ink that is printed; the pieces' labels and statistics."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(pieces, connectivity=8)
    size = np.bincount(labels[ink], minlength=count)
    share = np.bincount(labels[ink & printed], minlength=count) / np.maximum(size, 1)
    share[0] = 0.0
    return share, np.asarray(labels, np.int32), np.asarray(stats, np.int32)


def _cover(sheet: Sheet, box: Box, out: Mask) -> None:
    ys, xs = sheet.to_px(box)
    out[ys, xs] = True
