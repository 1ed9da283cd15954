"""Which number is printed on each signer line? Every reading is doubtful alone; the run of numbers down the page is the
evidence.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from pipeline.geometry import Box
from pipeline.model.reading import Seen
from pipeline.model.text import Word
from pipeline.ocr.engine import HandEngine
from pipeline.pages.raster import Pixels, Raster
from pipeline.section.columns import NUMBER_WIDTH_PT, Column
from pipeline.section.grid import Grid, clusters

_NUMBER = re.compile(r"^[#(\[|]*([0-9OoIlSsBZ]{1,3})[.):,\]|]*$")
_LETTER_DIGITS = str.maketrans({"O": "0", "o": "0", "I": "1", "l": "1", "S": "5", "s": "5", "B": "8", "Z": "2"})
# Numbers stand in the first part of a line or just left of it.
LEFT_OF_GRID_PT = 26.0
INSIDE_LEFT_PT = 34.0
# Chance that a single reading of a printed number is wrong, and that the printed run breaks between two rows of one
# page. The first was
# seen on small grid numbers in OCR of made-up pages; the second says that a break needs the word of its neighbours or of
# two readers.
MISREAD = 0.06
BREAK = 0.0015
MOST_NUMBER = 400
# Scales at which a number is read again.
LOOK_AGAIN = (0.7, 1.5)


@dataclass(frozen=True, slots=True)
class Reading:
    """One reader's word about one row."""

    value: int
    certainty: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What is printed, row by row: (number, certainty), and whether numbers are printed at all."""

    printed: Seen
    rows: tuple[tuple[int | None, float], ...]
    boxes: tuple[Box | None, ...] = ()
    """Where each number stands."""
    place: Box | None
    """Where numbers stand, as a box relative to a row's top left corner; None where there are none."""


def parse(text: str) -> int | None:
    """The number in a printed `12.`, `#7`, `3)`; None where the text is anything else."""
    found = _NUMBER.match(text.strip())
    if not found or not any(c.isdigit() or c in "IlOo" for c in found.group(1)):
        return None
    digits = found.group(1).translate(_LETTER_DIGITS)
    return int(digits) if digits.isdigit() and 0 < int(digits) <= MOST_NUMBER else None


def settle(readings: Sequence[Sequence[Reading]]) -> tuple[tuple[int | None, float], ...]:
    """The likeliest printed run, given what the readers saw on each row; certainty is the probability of each row's number.

    A hidden run of numbers rises by one a row and may break. One misread digit bends nothing; numbers that are really
    left out or
    repeated are backed by all rows after them, or by two readers who agree, and come out as printed.
    """
    if not readings:
        return ()
    offsets = sorted({r.value - i for i, row in enumerate(readings) for r in row})
    if not offsets:
        return tuple((None, 0.0) for _ in readings)
    size = len(offsets)
    score = [[_emission(row, i + o) for o in offsets] for i, row in enumerate(readings)]
    stay, leave = math.log(1 - BREAK), math.log(BREAK / max(size - 1, 1))

    def step(before: list[float]) -> list[float]:
        return [_sum([b + (stay if k == j else leave) for k, b in enumerate(before)]) for j in range(size)]

    forward = [[s - math.log(size) for s in score[0]]]
    for row in score[1:]:
        forward.append([a + b for a, b in zip(step(forward[-1]), row, strict=True)])
    backward = [[0.0] * size]
    for row in reversed(score[1:]):
        backward.insert(0, step([a + b for a, b in zip(backward[0], row, strict=True)]))
    out: list[tuple[int | None, float]] = []
    for i, (f, b) in enumerate(zip(forward, backward, strict=True)):
        both = [x + y for x, y in zip(f, b, strict=True)]
        total = _sum(both)
        best = max(range(size), key=lambda k: both[k])
        certainty = math.exp(both[best] - total)
        out.append((i + offsets[best], certainty if readings[i] else min(certainty, 0.95)))
    return tuple(out)


def _emission(row: Sequence[Reading], value: int) -> float:
    total = 0.0
    for r in row:
        wrong = max(MISREAD, 1.0 - r.certainty)
        total += math.log(1 - wrong) if r.value == value else math.log(wrong / 30)
    return total


def _sum(logs: Sequence[float]) -> float:
    top = max(logs)
    return top + math.log(sum(math.exp(v - top) for v in logs))


def read(
    grid: Grid, columns: Sequence[Column], words: Sequence[Word], raster: Raster, hand: HandEngine | None, page: int
) -> Numbers:
    """Numbers printed on the rows of `grid`, wherever they stand: in a column of their own, inside a cell, left of the
    rule.
    """
    found = [_number_words(grid, k, words) for k in range(len(grid.rows))]
    best: Numbers | None = None
    for x0, x1, y0, y1, own in _places(grid, columns, found):
        rows: list[list[Reading]] = []
        boxes: list[Box | None] = []
        for k in range(len(grid.rows)):
            here: list[Reading] = []
            spot = _spot(grid, k, (x0, x1, y0, y1))
            for value, word in found[k]:
                if spot.contains(*word.box.middle):
                    here.append(Reading(value, max(word.certainty, 0.3)))
                    break
            seen = next((w.box for v, w in found[k] if spot.contains(*w.box.middle)), None)
            if hand is not None:
                crop, box = tight_crop(raster, spot)
                if crop is not None and box is not None:
                    here.extend(_by_hand(hand, crop, box, page))
                    seen = seen or box
            rows.append(here)
            boxes.append(seen)
        if hand is not None:
            _look_again(rows, boxes, raster, hand, page)
        candidate = _judge(grid, rows, boxes, Box(x0, y0, x1, max(y0, y1)), own, page)
        beaten = best is None or not best.printed.present or candidate.printed.certainty > best.printed.certainty
        if candidate.printed.present and beaten:
            best = candidate
        if best is not None and best.printed.certainty >= 0.9:
            break
    if best is not None:
        return best
    none = tuple((None, 0.0) for _ in grid.rows)
    sure = 0.93 if hand is not None else 0.7
    return Numbers(printed=Seen(present=False, certainty=sure, page=page, box=grid.box), rows=none, place=None)


def _look_again(rows: list[list[Reading]], boxes: Sequence[Box | None], raster: Raster, hand: HandEngine, page: int) -> None:
    """Where the readers agree with each other and not with the run, the number is read twice more, larger and smaller: what
    is really printed reads the same, a misread blur does not.
    """
    settled = settle(rows)
    for row, box, (number, _) in zip(rows, boxes, settled, strict=True):
        values = {r.value for r in row}
        if box is None or not values or number in values or len(values) > 1:
            continue
        crop = raster.gray_crop(box.grown(1.5))
        if min(crop.shape) < 5:
            continue
        for factor in LOOK_AGAIN:
            how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
            again = np.asarray(cv2.resize(crop, None, fx=factor, fy=factor, interpolation=how), np.uint8)
            row.extend(_by_hand(hand, again, box, page))


def _judge(
    grid: Grid, rows: Sequence[Sequence[Reading]], boxes: Sequence[Box | None], place: Box, own: bool, page: int
) -> Numbers:
    settled = settle(rows)
    read_at_all = sum(bool(row) for row in rows) / len(rows)
    # The run that most rows are on, and the next one beside it: a number left out or repeated shifts the rest by one or two.
    # One reader who sees them is enough: another may take every `10` for `1`.
    shifts = Counter(shift for i, row in enumerate(rows) for shift in {r.value - i for r in row})
    best = max((n for _, n in shifts.items()), default=0)
    near = max((n + m for a, n in shifts.items() for b, m in shifts.items() if 0 < abs(a - b) <= 2), default=best)
    share = max(best, near) / len(rows)
    present: bool | None
    if best >= 2 and share >= 0.5 and best >= 0.34 * len(rows):
        present, certainty = True, min(0.6 + 0.4 * share, 0.99)
    elif best >= 2 and share >= 0.3 and best >= 0.6 * sum(bool(row) for row in rows):
        present, certainty = True, 0.6
    else:
        present, certainty = False, 0.95 - 0.3 * read_at_all
    out = tuple((n, round(c * (1.0 if present else 0.0), 3)) if c > 0 else (None, 0.0) for n, c in settled)
    seen = Seen(present=present, certainty=certainty, page=page, box=grid.box)
    return Numbers(printed=seen, rows=out, boxes=tuple(boxes) if present else (), place=place)


def _number_words(grid: Grid, row: int, words: Sequence[Word]) -> list[tuple[int, Word]]:
    """Words of the row that are a number, from left to right."""
    box = grid.row_box(row)
    area = Box(max(box.x0 - LEFT_OF_GRID_PT, 0.0), box.y0 - 3.0, box.x1, box.y1 + 3.0)
    out = []
    for word in words:
        value = parse(word.text)
        if value is not None and area.contains(*word.box.middle):
            out.append((value, word))
    return sorted(out, key=lambda v: v[1].box.x0)


def _places(
    grid: Grid, columns: Sequence[Column], found: Sequence[Sequence[tuple[int, Word]]]
) -> list[tuple[float, float, float, float, bool]]:
    """Where numbers may stand, likeliest first: (x0, x1, offsets of top and bottom from the row's top, a column of its
    own?).
    """
    least = min(r.height for r in grid.rows)
    out: list[tuple[float, float, float, float, bool]] = []
    for column in columns:
        if column.meaning == "number":
            out.append((column.slot.x0, column.slot.x1, 0.0, 0.0, True))
    for column in sorted(columns, key=lambda c: c.slot.x0):
        narrow = column.slot.x1 - column.slot.x0 <= NUMBER_WIDTH_PT and not column.slot.blank
        if narrow and column.certainty == 0.0 and column.slot.x0 - grid.x0 < NUMBER_WIDTH_PT:
            out.append((column.slot.x0, column.slot.x1, 0.0, 0.0, True))
    # Number words that stand below each other tell the place themselves.
    flat = [(k, w) for k, row in enumerate(found) for _, w in row if w.box.x0 < grid.x0 + INSIDE_LEFT_PT + 30.0]
    for group in sorted(clusters([w.box.middle[0] for _, w in flat], 5.0), key=len, reverse=True)[:2]:
        members = [flat[i] for i in group]
        if len({k for k, _ in members}) < max(2, 0.25 * len(grid.rows)):
            continue
        y0 = min(w.box.y0 - grid.rows[k].top for k, w in members) - 3.0
        y1 = max(w.box.y1 - grid.rows[k].top for k, w in members) + 3.0
        out.append((min(w.box.x0 for _, w in members) - 4.0, max(w.box.x1 for _, w in members) + 4.0, y0, y1, False))
    first = min((c.slot.x0 for c in columns), default=grid.x0)
    out.append((first - LEFT_OF_GRID_PT, first - 1.0, 0.0, 0.0, False))
    out.append((first + 1.0, first + 22.0, 0.0, min(least, 16.0), False))
    return [p for p in out if p[0] >= 0.0 and p[1] - p[0] >= 5.0]


def _spot(grid: Grid, row: int, place: tuple[float, float, float, float]) -> Box:
    x0, x1, y0, y1 = place
    top = grid.rows[row].top
    bottom = grid.rows[row].bottom if y1 <= y0 else top + y1
    return Box(x0, max(top + y0, 0.0), x1, max(bottom, top + y0 + 1.0))


def _by_hand(hand: HandEngine, crop: Pixels, box: Box, page: int) -> list[Reading]:
    read_text = hand.read(crop, page=page, box=box)
    value = parse(read_text.text) if read_text.text else None
    return [Reading(value, read_text.certainty)] if value is not None else []


def tight_crop(raster: Raster, spot: Box) -> tuple[Pixels | None, Box | None]:
    """The printed number in the spot, cut close, rules at the edges left out; (None, None) where the spot has no ink."""
    inner = spot.grown(-1.5, -1.5)
    gray = raster.gray_crop(inner)
    if gray.size == 0 or min(gray.shape) < 5:
        return None, None
    paper = float(np.percentile(gray, 90))
    ink = gray < paper - max(40.0, 0.25 * paper)
    s = raster.px_per_pt
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    keep = []
    height, width = ink.shape
    for n in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[n])
        rule = (w > 0.8 * width and h < 2.0 * s) or (h > 0.9 * height and w < 2.0 * s)
        if not rule and area >= (0.35 * s) ** 2 and 1.2 * s <= max(w, h) and h <= 22 * s:
            keep.append((x, y, x + w, y + h))
    tall = [b for b in keep if b[3] - b[1] >= 3.0 * s]
    if not tall:
        return None, None
    x0, y0 = min(b[0] for b in tall), min(b[1] for b in tall)
    x1, y1 = max(b[2] for b in tall), max(b[3] for b in tall)
    pad = round(2.5 * s)
    ys, xs = slice(max(y0 - pad, 0), min(y1 + pad, height)), slice(max(x0 - pad, 0), min(x1 + pad, width))
    crop = np.ascontiguousarray(gray[ys, xs])
    origin = raster.to_px(inner)
    box = raster.to_pt(origin[1].start + xs.start, origin[0].start + ys.start, crop.shape[1], crop.shape[0])
    return crop, box
