"""Was an entry written over or corrected? Certain it never is: a person looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from pipeline.model.line import CellMarks
from pipeline.model.reading import Seen
from pipeline.signers.cell_ink import WRITTEN_AREA, CellInk
from pipeline.signers.sheet import PX_PER_PT, Mask, Sheet

# Where an entry is written over, ink is closer over two or three letters than anywhere else on the line. Of 2,083 names,
# addresses and dates of made-up scans (seeds 7301, 7331 and a develop batch) one in a hundred had 1.21 times the closest ink
# of the line's other entries, three in a thousand 1.28 times, those by a neighbour's stroke; four written over had 1.29 to 1.8.
WINDOW_PT = 14.0
CLOSER, CLOSER_THAN_ONE = 1.27, 1.45
# With a second ink in the entry less is needed; a neighbour's stroke of another colour that runs in adds little.
CLOSER_TWO_INKS = 1.12
# Strokes over strokes run together and look thicker: so many times as the line's others.
THICKER = 1.15
# Taller ink than so many times the other entries' holds a stroke of a neighbour.
MOST_TALLER = 1.6
# Under a strike ink is closer too: only much closer ink is told beside it.
CLOSER_UNDER_STRIKE = 1.5
# Two inks in one entry: colour over darkness of a black pen's strokes is under the first, of a blue one's over the second (blues
# of made-up and of real pens from 0.35), and each makes up so much of the entry.
BLACK_TINT, COLOURED_TINT, EACH_INK = 0.12, 0.3, 0.2
LEAST_CORE_PX = 30


@dataclass(frozen=True, slots=True)
class _Written:
    closest: float
    """Most ink in a window, points of height that are inked on its average column."""
    thickness: float
    height: float


def altered_cell(cell: CellMarks, ink: CellInk, cells: Sequence[CellMarks], inks: Sequence[CellInk], sheet: Sheet) -> Seen:
    """Written over: another ink lies on the entry, or its ink is closer and thicker than the line's other entries.

    `cells`, `inks`: of the whole line, in one order, this cell among them; `cell.struck` is known.
    """
    page = cell.written.page
    no = Seen(present=False, certainty=0.8, page=page, box=cell.box)
    if ink.box is None or ink.area < 4 * WRITTEN_AREA or cell.written.present is False:
        return no
    entries = [(c, i) for c, i in zip(cells, inks, strict=True) if i is not ink and i.box is not None and i.area >= WRITTEN_AREA]
    others = [_measured(i) for c, i in entries if c.meaning not in ("signature", "number", "official")]
    if not others:
        return no
    own = _measured(ink)
    closer = own.closest / max(max(o.closest for o in others), 0.1)
    thicker = own.thickness / max(float(np.median([o.thickness for o in others])), 0.1)
    if own.height > MOST_TALLER * max(float(np.median([o.height for o in others])), 1.0):
        return no
    if closer >= CLOSER_TWO_INKS and _two_inks(ink, sheet):
        return Seen(present=True, certainty=0.8, page=page, box=ink.box, detail="two inks lie on each other")
    least = CLOSER_UNDER_STRIKE if cell.struck.present else CLOSER if len(others) > 1 else CLOSER_THAN_ONE
    if closer >= least and thicker >= THICKER:
        return Seen(present=True, certainty=0.7, page=page, box=ink.box, detail="written over, closer than the rest of the line")
    return no


def _measured(ink: CellInk) -> _Written:
    return _Written(closest(ink.mask), ink.thickness, ink.box.height if ink.box else 0.0)


def closest(mask: Mask) -> float:
    """The most ink that a window of `WINDOW_PT` has: points of height that are inked, on the average of its columns."""
    inked = mask.sum(axis=0) / PX_PER_PT
    width = round(WINDOW_PT * PX_PER_PT)
    if len(inked) <= width:
        return float(inked.sum()) / width
    return float(np.convolve(inked, np.full(width, 1.0 / width), "valid").max())


def _two_inks(ink: CellInk, sheet: Sheet) -> bool:
    """Whether one entry has black and coloured strokes; their rims, where paper and ink mix, are left out."""
    core = cv2.erode(ink.mask.astype(np.uint8), np.ones((2, 2), np.uint8)).astype(bool)
    if core.sum() < LEAST_CORE_PX:
        return False
    y, x = ink.corner
    h, w = ink.mask.shape
    tint = sheet.chroma[y : y + h, x : x + w][core] / np.maximum(sheet.dark[y : y + h, x : x + w][core], 0.1)
    return float((tint < BLACK_TINT).mean()) >= EACH_INK and float((tint > COLOURED_TINT).mean()) >= EACH_INK
