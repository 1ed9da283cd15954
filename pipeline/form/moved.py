"""A printed line that was set again: which of its words stand where, and what stands where none of them does.

A word left out or put in moves the rest of its line. A word that moved is not changed: it is looked for along its line, letter
by letter, and only what is found nowhere is gone or became another word.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.form.letters import Compared, Floats, matched
from pipeline.geometry import Box
from pipeline.model.text import Word

# A word put in or left out moves the rest of its line by less than this, in points.
REACH_PT = 110.0
# Lines set again stand as high as before, within this many pixels after registration.
RISE_PX = 3
# Places on the line that are looked at letter by letter, best first, and from which correlation of the whole word on.
PLACES, LEAST_ALIKE = 4, 0.72
# Letters that moved fall on other parts of a pixel: on made-up forms set again, black and white at 200 dpi, their worst was this
# much under what letters at their place reach.
LOOSER = 0.06
# A word this near its own place has not moved, in points: what paper warps by within a line is less.
STILL_PT = 1.2
# A gap with so much ink, in square points, and so wide has a word in it; less is a mark or a speck.
WORD_AREA_PT2, WORD_WIDTH_PT, WORD_HEIGHT_PT = 0.8, 1.4, 2.0
# Changing the shift from one word to the next must be worth it: this many letters.
SHIFT_COST = 1.5
# A word of which nothing is known weighs less than a letter.
UNSURE_WORTH = 0.5
# Beside a line's end, ink farther from the words than this is not the line's, in points; and so much longer than the words of
# the form the other words may be.
BESIDE_PT, LONGER = 9.0, 0.8
_DARK_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Slot:
    """Words of a line that are not on it any more, between two that are; or a place where something was put in."""

    words: tuple[int, ...]
    """Indices of the form's words that are found nowhere; empty where something was put in."""
    place: Box
    """Where there is ink between the neighbours, or the room between them; in points of the form's page."""
    room: Box
    """The room between the neighbours where they stand now."""
    ink: bool
    """Whether something stands there."""
    shifted: bool
    """Whether a neighbour moved."""


@dataclass(frozen=True, slots=True)
class Settled:
    """One line of the form on the scan."""

    moved: dict[int, float]
    """Words that stand elsewhere on the line: by how much to the right, in points."""
    slots: tuple[Slot, ...]


def settle(compared: Compared, line: Sequence[int], words: Sequence[Word], doubted: Collection[int], bound: float) -> Settled:
    """Where the words of one printed line are.

    Args:
        compared: the letters of the page.
        line: indices of the line's words, from left to right.
        words: all words of the form's page.
        doubted: those whose letters are not all at their place.
        bound: correlation that all letters of a word must reach for it to be there.
    """
    base = _base(compared, [n for n in line if n not in doubted])
    choices: list[list[tuple[float, float]]] = []
    for n in line:
        if n in doubted:
            choices.append(_places(compared, words[n].box, n, base, bound))
        else:
            # A word that is written over, or whose print may vary, is where it was unless others are there now.
            unsure = float(np.min(compared.scores[compared.letters.words == n], initial=1.0)) < bound
            choices.append([(0.0, UNSURE_WORTH if unsure else _weight(compared, n))])
    shifts = _chosen([words[n].box for n in line], choices)
    moved = {n: s for n, s in zip(line, shifts, strict=True) if s is not None and n in doubted}
    return Settled(moved=moved, slots=tuple(_slots(compared, line, words, shifts, doubted)))


def _weight(compared: Compared, word: int) -> float:
    return float(max(int(np.count_nonzero(compared.letters.words == word)), 1))


def _base(compared: Compared, sure: Sequence[int]) -> tuple[float, float]:
    """Shift in pixels of the line's words that are where they should be: what registration left here."""
    known = np.isin(compared.letters.words, list(sure)) & (compared.scores > 0.8) if sure else np.zeros(0, bool)
    if not known.any():
        return 0.0, 0.0
    x, y = np.median(compared.shifts[known], axis=0)
    return float(x), float(y)


def _places(compared: Compared, box: Box, word: int, base: tuple[float, float], bound: float) -> list[tuple[float, float]]:
    """Shifts, in points, at which all letters of the word are found, with how many they are."""
    own = compared.letters.words == word
    s = compared.letters.px_per_pt
    pieces = compared.letters.boxes[own]
    if not len(pieces):
        return []
    x0, y0 = int(pieces[:, 0].min()) - 2, int(pieces[:, 1].min()) - 2
    x1, y1 = int((pieces[:, 0] + pieces[:, 2]).max()) + 2, int((pieces[:, 1] + pieces[:, 3]).max()) + 2
    height, width = compared.page.shape
    reach = round(REACH_PT * s)
    left, right = max(x0 - reach, 0), min(x1 + reach, width)
    dy = round(base[1])
    top, bottom = y0 + dy - RISE_PX, y1 + dy + RISE_PX
    if x0 < 0 or top < 0 or bottom > height or x1 > width or right - left < x1 - x0:
        return []
    field = np.asarray(
        cv2.matchTemplate(compared.page[top:bottom, left:right], compared.picture[y0:y1, x0:x1], cv2.TM_CCOEFF_NORMED), np.float32
    )
    best: Floats = np.max(field, axis=0)
    rise: NDArray[np.intp] = np.argmax(field, axis=0)
    found = []
    for _ in range(PLACES):
        at = int(np.argmax(best))
        if not best[at] >= LEAST_ALIKE:
            break
        shift = np.array([left + at - x0, int(rise[at]) - RISE_PX + dy], np.float32)
        scores, _shifts = matched(compared.picture, compared.page, pieces, 2, np.repeat(shift[None], len(pieces), axis=0))
        away = (float(shift[0]) - base[0]) / s
        if float(np.min(scores)) >= (bound if abs(away) <= STILL_PT else bound - LOOSER):
            found.append((away, float(len(pieces))))
        best[max(at - 3, 0) : at + 4] = -1.0
    return found


def _chosen(boxes: Sequence[Box], choices: Sequence[Sequence[tuple[float, float]]]) -> list[float | None]:
    """For each word its shift, or None where it is not on the line: the most letters found, in order, with few shifts."""
    # Each state: (letters found, right end so far, last shift, shifts chosen).
    states: list[tuple[float, float, float, tuple[float | None, ...]]] = [(0.0, -1e9, 0.0, ())]
    for box, options in zip(boxes, choices, strict=True):
        grown: list[tuple[float, float, float, tuple[float | None, ...]]] = []
        for worth, end, last, path in states:
            grown.append((worth, end, last, (*path, None)))
            for shift, letters in options:
                if box.x0 + shift < end - 0.8:
                    continue
                cost = 0.0 if abs(shift - last) <= STILL_PT else SHIFT_COST
                grown.append((worth + letters - cost, box.x1 + shift, shift, (*path, shift)))
        grown.sort(key=lambda g: -g[0])
        states = grown[:40]
    return list(states[0][3])


def _slots(
    compared: Compared, line: Sequence[int], words: Sequence[Word], shifts: Sequence[float | None], doubted: Collection[int]
) -> list[Slot]:
    out: list[Slot] = []
    here = [k for k, s in enumerate(shifts) if s is not None]
    whole = [words[n].box for n in line]
    top, bottom = min(b.y0 for b in whole), max(b.y1 for b in whole)
    for before, after in zip([-1, *here], [*here, len(line)], strict=True):
        lost = tuple(n for n in line[before + 1 : after] if n in doubted)
        left = 0.0 if before < 0 else _at(shifts, before)
        right = left if after == len(line) else _at(shifts, after)
        if before < 0 and right <= STILL_PT:
            # Nothing was put in before the line: it moved to the left, or stayed.
            left = right
        shifted = abs(left) > STILL_PT or abs(right) > STILL_PT
        if not lost and (abs(right - left) <= STILL_PT or after == len(line)):
            continue
        x0, x1 = _room(line, words, lost)
        x0 = words[line[before]].box.x1 + left if before >= 0 else x0 if lost else words[line[after]].box.x0 - 2.0
        x1 = words[line[after]].box.x0 + right if after < len(line) else x1
        if x1 - x0 < 1.0:
            if lost:
                narrow = Box(x0, top, max(x1, x0 + 0.5), bottom)
                out.append(Slot(words=lost, place=narrow, room=narrow, ink=False, shifted=shifted))
            continue
        room = Box(x0, top, x1, bottom)
        place, ink = _inked(compared, room, open_left=before < 0, open_right=after == len(line))
        if lost or ink:
            out.append(Slot(words=lost, place=place, room=room, ink=ink, shifted=shifted))
    return out


def _at(shifts: Sequence[float | None], k: int) -> float:
    return shifts[k] or 0.0


def _room(line: Sequence[int], words: Sequence[Word], lost: Sequence[int]) -> tuple[float, float]:
    """How far words that replace these may reach where no word of the line stands beside them: up to the next column."""
    if not lost:
        return 0.0, 0.0
    own = [words[n].box for n in lost]
    x0, x1 = min(b.x0 for b in own), max(b.x1 for b in own)
    top, bottom = min(b.y0 for b in own), max(b.y1 for b in own)
    others = [w.box for n, w in enumerate(words) if n not in line and w.box.y0 < bottom and w.box.y1 > top]
    left = max((b.x1 + 1.0 for b in others if b.x1 <= x0), default=x0 - BESIDE_PT)
    right = min((b.x0 - 1.0 for b in others if b.x0 >= x1), default=x1 + LONGER * (x1 - x0) + BESIDE_PT)
    return max(left, x0 - BESIDE_PT), min(right, x1 + LONGER * (x1 - x0) + BESIDE_PT)


def _inked(compared: Compared, room: Box, *, open_left: bool, open_right: bool) -> tuple[Box, bool]:
    """The part of the room in which there is ink of a word's size, and whether there is any."""
    s = compared.letters.px_per_pt
    height, width = compared.page.shape
    x0, x1 = max(round((room.x0 + 0.5) * s), 0), min(round((room.x1 - 0.5) * s), width)
    y0, y1 = max(round(room.y0 * s), 0), min(round(room.y1 * s), height)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return room, False
    crop = compared.page[y0:y1, x0:x1]
    paper = float(np.percentile(crop, 90))
    dark = crop < _DARK_SHARE * paper
    columns = np.nonzero(dark.any(axis=0))[0]
    if not len(columns):
        return room, False
    columns = _joined(columns, BESIDE_PT * s, open_left=open_left and not open_right)
    rows = np.nonzero(dark[:, columns[0] : columns[-1] + 1].any(axis=1))[0]
    area = float(np.count_nonzero(dark[:, columns[0] : columns[-1] + 1])) / s**2
    wide, tall = (columns[-1] - columns[0] + 1) / s, (rows[-1] - rows[0] + 1) / s
    if area < WORD_AREA_PT2 or wide < WORD_WIDTH_PT or tall < WORD_HEIGHT_PT:
        return room, False
    first, last = int(columns[0]), int(columns[-1])
    return Box((x0 + first) / s, room.y0, (x0 + last + 1) / s, room.y1), True


def _joined(columns: np.ndarray, gap: float, *, open_left: bool) -> np.ndarray:
    """The columns next to the line without those beyond a wide gap."""
    cuts = np.nonzero(np.diff(columns) > gap)[0]
    if not len(cuts):
        return columns
    return columns[cuts[-1] + 1 :] if open_left else columns[: cuts[0] + 1]
