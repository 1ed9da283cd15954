"""From the crop of a cell or blank to the lines of writing in it, each cut close as the recogniser wants it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.ocr.handshade import shade

Pixels = NDArray[np.uint8]
Mask = NDArray[np.uint8]

# Less contrast than this between the darkest stroke and the paper is paper.
LEAST_CONTRAST = 28.0
# A pixel is ink when it is darker than the paper by this share of the darkest strokes; pencil beside a rule is kept.
INK_SHARE = 0.3
# A straight run this many times the crop's height long, or over this share of its width, is a rule and not a letter, unless it
# is shorter than the crop is high: the foot of a 2.
RULE_HEIGHTS, RULE_SHARE = 2.5, 0.6
# A stroke at the crop's upper or lower edge is the neighbour's when it reaches into the band of the writing by less than
# this share of the band; a tail or a capital of the writing itself reaches further. Asked only where the band has enough ink.
INTRUDER_REACH, INNER_LEAST_INK = 0.3, 0.3
# Room left around the writing, in shares of its height. Tried 0 to 0.4 on made-up crops of 18 hands: flat from 0.1 to 0.25.
ROOM_ABOVE, ROOM_BESIDE = 0.15, 0.4
# A gap between two lines holds less ink than this share of the fuller row beside it; each line holds a fifth of the ink.
VALLEY_SHARE, LINE_LEAST_INK = 0.08, 0.2
# Writing lower than this is a dash, a dot or a ditto mark: it must not be blown up to a letter's size.
LEAST_HEIGHT_PT = 7.0
# Digits of one hand differ in height, the smallest 0 beside the longest slash by about a half.
TALL_SHARE = 0.4
# A slash is as high as the figures, leans by this much (shift over height), and its pixels lie this close to one straight
# line (mean distance over its height: a pen's half width).
SLASH_TALL, SLASH_LEAN, SLASH_THICK = 0.7, 0.12, 0.07
# Thin strokes break; two parts that stand over each other closer than this share of the line's height are one stroke.
BROKEN_SHARE = 0.04


@dataclass(frozen=True, slots=True)
class _Ink:
    """Ink of a crop: `mask` 1 on writing, without rules and intruders; `clean` the pixels, intruders painted over."""

    mask: Mask
    clean: Pixels


def writing_lines(gray: Pixels, px_per_pt: float | None = None) -> list[Pixels]:
    """The lines of writing in a crop, from the top; none where nothing is written. `gray`: (height, width)."""
    ink = _ink(gray)
    if ink is None:
        return []
    least = LEAST_HEIGHT_PT * px_per_pt if px_per_pt else 0.0
    return [_cut(ink, top, bottom, least) for top, bottom in _rows(ink.mask)]


def _ink(gray: Pixels) -> _Ink | None:
    height, width = gray.shape
    if min(height, width) < 4:
        return None
    reach = max(height // 2, 9) | 1
    paper = _paper(gray, reach)
    dark = cv2.subtract(paper, gray)
    strongest = float(cv2.blur(dark, (3, 3)).max())
    if strongest < LEAST_CONTRAST:
        return None
    mask = np.asarray(dark > max(INK_SHARE * strongest, LEAST_CONTRAST / 2), np.uint8)
    written = cast(Mask, mask & ~_rules(mask))
    intruders, dust = _not_writing(written)
    written = cast(Mask, written & ~(intruders | dust))
    clean = gray.copy()
    over = cv2.dilate(intruders, np.ones((3, 3), np.uint8)) > 0
    clean[over] = paper[over]
    return _Ink(written, clean) if written.any() else None


def _paper(gray: Pixels, reach: int) -> Pixels:
    """The paper's brightness everywhere, strokes closed over; measured at a quarter of the size, for it varies slowly."""
    height, width = gray.shape
    small = cv2.resize(gray, (max(width // 4, 1), max(height // 4, 1)), interpolation=cv2.INTER_AREA)
    side = max(reach // 4, 3) | 1
    closed = cv2.blur(cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8)), (side, side))
    return np.asarray(cv2.resize(closed, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _rules(mask: Mask) -> Mask:
    """Straight printed rules, along and across."""
    height, width = mask.shape
    along = min(max(int(min(RULE_HEIGHTS * height, RULE_SHARE * width)), height, 24), max(int(0.97 * width), 8))
    flat: Mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((1, along), np.uint8)), np.uint8)
    upright = np.zeros_like(mask)
    # Only what runs through from the upper edge to the lower: a 1 cut close does not touch both.
    tall = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((max(int(0.97 * height), 8), 1), np.uint8))
    edge = max(int(0.25 * height), 3)
    upright[:, :edge], upright[:, -edge:] = tall[:, :edge], tall[:, -edge:]
    grown = np.asarray(cv2.dilate(flat | upright, np.ones((3, 3), np.uint8)), np.uint8)
    return grown & mask


def _not_writing(mask: Mask) -> tuple[Mask, Mask]:
    """Strokes that hang in from above or below, and dust. A faint stroke may fall to dust: it is not painted over."""
    height = mask.shape[0]
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    tops, areas = stats[:, cv2.CC_STAT_TOP], stats[:, cv2.CC_STAT_AREA]
    bottoms = tops + stats[:, cv2.CC_STAT_HEIGHT]
    dust = areas < max(4, 0.0004 * height * height)
    hangs = np.zeros_like(dust)
    inner = ~dust & (tops > 1) & (bottoms < height - 1)
    inner[0] = False
    if inner.any() and areas[inner].sum() >= INNER_LEAST_INK * areas[1:].sum():
        band_top, band_bottom = (float(np.average(ends[inner], weights=areas[inner])) for ends in (tops, bottoms))
        reach = INTRUDER_REACH * (band_bottom - band_top)
        hangs = ((tops <= 1) & (bottoms < band_top + reach)) | ((bottoms >= height - 1) & (tops > band_bottom - reach))
    dust[0] = hangs[0] = False
    return cast(Mask, hangs.astype(np.uint8)[labels]), cast(Mask, dust.astype(np.uint8)[labels])


def _rows(mask: Mask) -> list[tuple[int, int]]:
    """Top and bottom rows of each line of writing."""
    profile = mask.sum(axis=1).astype(np.float64)
    inked = np.flatnonzero(profile)
    top, bottom = int(inked[0]), int(inked[-1]) + 1
    span = bottom - top
    smooth = np.convolve(profile, np.ones(max(span // 16, 1)) / max(span // 16, 1), mode="same")
    inner = np.arange(top + span // 4, bottom - span // 4)
    if span >= 24 and len(inner):
        at = int(inner[np.argmin(smooth[inner])])
        above, below = profile[top:at], profile[at:bottom]
        enough = min(above.sum(), below.sum()) >= LINE_LEAST_INK * profile.sum()
        if enough and smooth[at] <= VALLEY_SHARE * min(float(smooth[top:at].max()), float(smooth[at:bottom].max())):
            upper, lower = mask.copy(), mask.copy()
            upper[at:], lower[:at] = 0, 0
            return _rows(upper) + _rows(lower)
    return [(top, bottom)]


def _cut(ink: _Ink, top: int, bottom: int, least_height: float) -> Pixels:
    """The pixels around one line, with a little room."""
    height, width = ink.mask.shape
    columns = np.flatnonzero(ink.mask[top:bottom].any(axis=0))
    missing = max(least_height - (bottom - top), 0.0)
    room = int((bottom - top) * ROOM_ABOVE + missing / 2) + 1
    beside = int(max(bottom - top, least_height) * ROOM_BESIDE) + 1
    x0, x1 = max(int(columns[0]) - beside, 0), min(int(columns[-1]) + 1 + beside, width)
    return np.ascontiguousarray(ink.clean[max(top - room, 0) : min(bottom + room, height), x0:x1])


def _strokes(mask: Mask) -> tuple[list[tuple[int, int, list[int]]], NDArray[np.int32]]:
    """Separate strokes from left to right as (first column, column after the last, labels), and the labelled mask.

    Parts that stand over each other, such as the two of an open 5, are one stroke, and so are the parts of a thin broken one.
    """
    reach = max(round(BROKEN_SHARE * mask.shape[0]), 1) * 2 + 1
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((reach, 1), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    groups: list[tuple[int, int, list[int]]] = []
    for i in sorted(range(1, count), key=lambda i: (2 * stats[i, 0] + stats[i, 2], i)):
        x0, x1 = int(stats[i, 0]), int(stats[i, 0] + stats[i, 2])
        if groups:
            before0, before1, members = groups[-1]
            if min(x1, before1) - max(x0, before0) > 0.5 * min(x1 - x0, before1 - before0):
                groups[-1] = (min(x0, before0), max(x1, before1), [*members, i])
                continue
        groups.append((x0, x1, [i]))
    return groups, np.asarray(labels, np.int32)


def parts_between_rules(gray: Pixels) -> list[Pixels]:
    """The crop cut at rules that run through it from top to bottom; the crop alone where there are none.

    A form that parts its date cell into month, day and year may have been taken for one cell.
    """
    height, width = gray.shape
    if min(height, width) < 12:
        return [gray]
    dark = np.asarray(gray < shade(gray, 90) * 0.75, np.uint8)
    through = dark[height // 16 : height - height // 16].mean(axis=0) > 0.9
    edges = np.flatnonzero(np.diff(np.concatenate(([False], through, [False])).astype(np.int8)))
    cuts = [(0, 0), *zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True), (width, width)]
    parts = [gray[:, a + 2 : b - 2] for (_, a), (b, _) in pairwise(cuts) if b - a >= height // 4 + 4]
    return [np.ascontiguousarray(part) for part in parts] or [gray]


def stroke_count(line: Pixels) -> int:
    """How many separate strokes the line has."""
    ink = _ink(line)
    return 0 if ink is None else len(_strokes(ink.mask)[0])


def tall_strokes(line: Pixels) -> int:
    """How many separate strokes stand about as high as the line's writing: digits and slashes, not dots and dashes."""
    ink = _ink(line)
    if ink is None:
        return 0
    groups, labels = _strokes(ink.mask)
    inked = np.flatnonzero(ink.mask.any(axis=1))
    least = TALL_SHARE * (inked[-1] + 1 - inked[0])
    heights = (np.flatnonzero(np.isin(labels[:, x0:x1], members).any(axis=1)) for x0, x1, members in groups)
    return sum(bool(rows[-1] + 1 - rows[0] >= least) for rows in heights)


def slashes(line: Pixels) -> int:
    """How many separate strokes are straight, lean to the right and stand about as high as the line's writing.

    Where a hand's slashes read as `1`, this tells them from its ones, which stand upright or have a hook.
    """
    ink = _ink(line)
    if ink is None:
        return 0
    groups, labels = _strokes(ink.mask)
    inked = np.flatnonzero(ink.mask.any(axis=1))
    high = inked[-1] + 1 - inked[0]
    count = 0
    for x0, x1, members in groups:
        ys, xs = np.nonzero(np.isin(labels[:, x0:x1], members) & (ink.mask[:, x0:x1] > 0))
        if len(ys) < 6 or ys.max() - ys.min() < SLASH_TALL * high:
            continue
        lean, at = np.polyfit(ys, xs, 1)
        off = float(np.abs(xs - (lean * ys + at)).mean())
        count += lean <= -SLASH_LEAN and off <= SLASH_THICK * (ys.max() - ys.min())
    return count


def spread(line: Pixels, gap: float) -> Pixels:
    """The line with its separate strokes moved apart by `gap` times its height, so that `11` is not run into `1`."""
    ink = _ink(line)
    if ink is None:
        return line
    height = line.shape[0]
    ground = int(shade(line, 90))
    groups, labels = _strokes(ink.mask)
    blank = np.full((height, max(int(gap * height), 1)), ground, np.uint8)
    parts = [blank]
    for x0, x1, members in groups:
        x0, x1 = max(x0 - 1, 0), x1 + 1
        own = cv2.dilate(np.isin(labels[:, x0:x1], members).astype(np.uint8), np.ones((3, 3), np.uint8))
        parts += [np.where(own > 0, line[:, x0:x1], np.uint8(ground)), blank]
    return np.hstack(parts)
