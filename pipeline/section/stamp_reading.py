"""What does a notary's stamp say: name and expiry, line by line, whatever way it is turned. Not part of any blank's
entry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box, union
from pipeline.model.reading import DateRead, TextRead
from pipeline.ocr.engine import HandEngine
from pipeline.pages.ink import darkest
from pipeline.pages.view import PageView
from pipeline.section.dates_written import printed_day
from pipeline.section.runs import rows
from pipeline.section.seal import Stamp
from pipeline.section.seal_words import stamp_words
from pipeline.section.writing_room import dark_pixels

# Two readings of the expiry that agree; one alone.
AGREED, ALONE = 0.97, 0.9
# Lines of a stamp's print are between so high, in points.
LINE_PT = (3.0, 16.0)
# The words of a round stamp's middle stand within this share of its radius.
MIDDLE_SHARE = 0.66
_NAME = re.compile(r"^[A-Za-z][A-Za-z.'\- ]{4,}$")


@dataclass(frozen=True, slots=True, kw_only=True)
class StampLine:
    """One line of a stamp as the recogniser read it."""

    text: str
    certainty: float


def read_stamp(view: PageView, stamp: Stamp, hand: HandEngine | None) -> tuple[DateRead | None, TextRead | None]:
    """Expiry and name on the stamp; None where they were not read."""
    page = view.page.number
    by_print = [" ".join(w.text for w in line) for line in rows(stamp.words)]
    lines = [] if hand is None else [
        StampLine(text=r.text, certainty=r.certainty)
        for crop in _lines(view, stamp) if (r := hand.read(crop, page=page, box=stamp.box)).text
    ]  # fmt: skip
    first = printed_day(" ".join(by_print)) or next((d for t in by_print if (d := printed_day(t))), None)
    second = next(((d, line.certainty) for line in lines if (d := printed_day(line.text))), None)
    if second is None:
        joined = " ".join(line.text for line in lines)
        second = (d, 0.8) if (d := printed_day(joined)) else None
    expires = None
    if first and second and first == second[0]:
        expires = DateRead(text=first.isoformat(), day=first, certainty=AGREED, page=page, box=stamp.box)
    elif second:
        certainty = min(ALONE, second[1]) if first is None else 0.6
        expires = DateRead(text=second[0].isoformat(), day=second[0], certainty=certainty, page=page, box=stamp.box)
    elif first:
        sure = min((w.certainty for w in stamp.words if any(c.isdigit() for c in w.text)), default=0.0)
        expires = DateRead(text=first.isoformat(), day=first, certainty=min(ALONE, sure), page=page, box=stamp.box)
    return expires, _name(stamp, page, lines)


def stamp_lines(view: PageView, stamp: Stamp, hand: HandEngine) -> list[str]:
    """The stamp's lines as the line recogniser reads them, top to bottom."""
    found = (hand.read(crop, page=view.page.number, box=stamp.box).text for crop in _lines(view, stamp))
    return [text for text in found if text]


def _name(stamp: Stamp, page: int, lines: list[StampLine]) -> TextRead | None:
    """The first line that is none of the stamp's fixed words."""
    for line in rows(stamp.words):
        text = " ".join(w.text for w in line if any(c.isalpha() for c in w.text))
        sure = min(w.certainty for w in line)
        if _NAME.match(text) and not stamp_words(line) and sure >= 0.7:
            return TextRead(text=text, certainty=sure, page=page, box=union(w.box for w in line), handwritten=False)
    for read in lines:
        fixed = re.search(r"notary|state|comm|public|exp|\bid\b", read.text, re.IGNORECASE)
        if _NAME.match(read.text) and not fixed:
            return TextRead(text=read.text, certainty=read.certainty, page=page, box=stamp.box, handwritten=False)
    return None


def _lines(view: PageView, stamp: Stamp) -> list[NDArray[np.uint8]]:
    """Crops of the stamp's lines of print, the stamp laid level."""
    level = _level(view, stamp)
    if level.size == 0 or min(level.shape) < 12:
        return []
    s = view.raster.px_per_pt
    mask = dark_pixels(level, s)
    edge = max(int(0.04 * level.shape[1]), 2)
    filled = mask[:, edge:-edge].sum(axis=1) > max(2, 0.012 * level.shape[1])
    out: list[NDArray[np.uint8]] = []
    start = None
    for y, on in enumerate([*filled.tolist(), False]):
        if on and start is None:
            start = y
        elif not on and start is not None:
            if LINE_PT[0] * s <= y - start <= LINE_PT[1] * s:
                pad = int(1.5 * s)
                out.append(np.ascontiguousarray(level[max(start - pad, 0) : y + pad]))
            start = None
    return out


def _level(view: PageView, stamp: Stamp) -> NDArray[np.uint8]:
    if stamp.shape == "round":
        x, y = stamp.box.middle
        half = stamp.box.width / 2 * MIDDLE_SHARE * 0.92
        return darkest(view.raster, Box(x - half, y - half, x + half, y + half).clipped(view.page.box))
    if not stamp.corners:
        return darkest(view.raster, stamp.box)
    box = stamp.box.grown(2).clipped(view.page.box)
    crop = darkest(view.raster, box)
    s = view.raster.px_per_pt
    corners = np.array([[(x - box.x0) * s, (y - box.y0) * s] for x, y in stamp.corners], np.float32)
    middle = corners.mean(axis=0)
    corners = (middle + (corners - middle) * np.array([0.97, 0.93])).astype(np.float32)
    width, height = float(np.hypot(*(corners[1] - corners[0]))), float(np.hypot(*(corners[3] - corners[0])))
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    turn = cv2.getPerspectiveTransform(corners, target)
    return np.asarray(cv2.warpPerspective(crop, turn, (max(int(width), 1), max(int(height), 1)), borderValue=255.0), np.uint8)
