"""Two people on one line, or one signature for two lines: told for a person, who decides whose is what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from pipeline.geometry import union
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.reading import Seen
from pipeline.signers.cell_ink import CellInk
from pipeline.signers.sheet import PX_PER_PT, Mask, Sheet

TWO_ENTRIES = "two entries stand on one line"
ONE_SIGNATURE = "one signature stands over two lines"
# The figures below are choices that the drawn pages of tests/signers/test_crowded.py bear out, in colour, gray and black
# and white; no scan with such lines was at hand. The heights were chosen on those pages and on a scan that was told for nothing.
# Baselines climb and fall by so much (rise over run); rows of writing are parted along one of these.
SLOPES = (-0.08, -0.04, 0.0, 0.04, 0.08)
# Two rows of writing: the gap between them holds under this share of the ink that the fullest row of pixels has, each row has so
# much of the ink, and is as high as the smallest letters.
GAP_SHARE, ROW_SHARE, ROW_PT = 0.06, 0.25, 3.5
# One person may break a name, or an address, into two rows where the cell is narrow. A signature or a date in two rows as well,
# and three such fields on one line, are two people's.
FIELDS_LEAST = 3
# A signature over two lines crosses the rule so often, over so much of its width; a letter's tail or a bow crosses once or twice.
CROSSINGS_LEAST, CROSSING_WIDTH = 4, 0.4
# What crosses is so much of the ink in the lower cell, and has so much of its own ink on either side.
CROSSING_SHARE, EITHER_SIDE = 0.85, 0.2
# So often at the rule and at these heights over and under it, in points: a flourish along the rule passes through at fewer.
HEIGHTS_PT = (-4.0, -2.0, 0.0, 2.0, 4.0)
# A line holds an entry of its own where so many of its other cells are written on.
OWN_CELLS = 2


def two_entries(line: SignerLine, inks: Sequence[CellInk]) -> SignerLine:
    """The line, told where two people have written on it, one over the other."""
    if line.outside_block.present:
        return line
    doubled = {c.meaning for c, i in zip(line.cells, inks, strict=True) if c.written.present and in_two_rows(i)}
    doubled &= {"signature", "name", "address", "street", "date"}
    if len(doubled) < FIELDS_LEAST or not doubled & {"signature", "date"}:
        return line
    seen = Seen(present=True, certainty=0.7, page=line.page, box=line.box, detail=TWO_ENTRIES)
    return replace(line, outside_block=seen)


def in_two_rows(ink: CellInk) -> bool:
    """Whether what is written in a cell stands in two rows, one over the other."""
    if ink.box is None or ink.box.height < 2 * ROW_PT:
        return False
    ys, xs = np.nonzero(ink.mask)
    return any(_parts(np.round(ys - slope * xs).astype(np.int64)) for slope in SLOPES)


def _parts(ys: np.ndarray) -> bool:
    """Whether pixels at these heights have a gap in their middle."""
    profile = np.bincount(ys - ys.min()).astype(np.float64)
    span = len(profile)
    inner = np.arange(span // 4, span - span // 4)
    if not len(inner):
        return False
    smooth = np.convolve(profile, np.full(3, 1 / 3), "same")
    at = int(inner[np.argmin(smooth[inner])])
    above, below = profile[:at], profile[at:]
    if min(above.sum(), below.sum()) < ROW_SHARE * profile.sum() or min(at, span - at) < ROW_PT * PX_PER_PT:
        return False
    return bool(smooth[at] <= GAP_SHARE * max(float(smooth[:at].max()), float(smooth[at:].max())))


def shared_signatures(lines: tuple[SignerLine, ...], sheet: Sheet, page: int) -> tuple[SignerLine, ...]:
    """Signatures drawn over the rule between two lines.

    Where the lower line is otherwise blank the signature is the upper line's, and the other way about; where both are filled, it
    is not known whose it is: the lower line's signature is in doubt, and the upper one's stands outside its block.
    """
    out = list(lines)
    for k in range(len(out) - 1):
        upper, lower = out[k], out[k + 1]
        over, under = upper.cell("signature"), lower.cell("signature")
        if over is None or under is None or over.ink is None or under.ink is None:
            continue
        if abs(over.box.x0 - under.box.x0) > 2.0 or not _crosses(sheet, over, under, k + 1):
            continue
        own_upper, own_lower = _other_entries(upper), _other_entries(lower)
        if own_upper >= OWN_CELLS and own_lower >= OWN_CELLS:
            doubt = Seen(present=None, certainty=0.5, page=page, box=under.ink, detail=ONE_SIGNATURE)
            told = Seen(present=True, certainty=0.7, page=page, box=over.ink, detail=ONE_SIGNATURE)
            out[k] = replace(upper, outside_block=told) if not upper.outside_block.present else upper
            out[k + 1] = replace(lower, signature=doubt)
        elif own_upper >= OWN_CELLS and not own_lower:
            out[k + 1] = _unsigned(lower, page)
        elif own_lower >= OWN_CELLS and not own_upper:
            out[k] = _unsigned(upper, page)
    return tuple(out)


def _other_entries(line: SignerLine) -> int:
    return sum(c.written.present is not False for c in line.cells if c.meaning not in ("signature", "number", "official"))


def _unsigned(line: SignerLine, page: int) -> SignerLine:
    """The line without the part of the neighbour's signature that lies on it."""
    nothing = Seen(present=False, certainty=0.8, page=page, box=line.box, detail="the neighbouring line's signature runs over")
    cells = tuple(
        replace(c, ink=None, written=replace(nothing, box=c.box)) if c.meaning == "signature" else c for c in line.cells
    )
    return replace(line, cells=cells, signature=nothing)


def _crosses(sheet: Sheet, over: CellMarks, under: CellMarks, level: int) -> bool:
    """Whether one signature is drawn over the rule between two cells. `level`: of the rule, among the sheet's."""
    rows, columns = sheet.to_px(union((over.box, under.box)))
    ink: Mask = sheet.ink[rows, columns]
    if not ink.any():
        return False
    edge = np.clip(np.round(sheet.levels[level][columns]).astype(int) - rows.start, 0, ink.shape[0] - 1)
    count, labels, _, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    below = np.arange(ink.shape[0])[:, None] >= edge[None, :]
    total = np.bincount(labels.ravel(), minlength=count)[1:]
    lower = np.bincount(labels[below], minlength=count)[1:]
    both = (lower >= EITHER_SIDE * total) & (lower <= (1 - EITHER_SIDE) * total)
    if not both.any() or lower[both].sum() < CROSSING_SHARE * lower.sum():
        return False
    crossing = np.isin(labels, np.flatnonzero(both) + 1)
    across, columns_there = np.arange(ink.shape[1]), np.flatnonzero(crossing.any(axis=0))

    def strokes_at(off: int) -> np.ndarray:
        along = crossing[np.clip(edge + off, 0, ink.shape[0] - 1), across]
        return np.flatnonzero(np.diff(np.concatenate(([False], along)).astype(np.int8)) == 1)

    starts = min((strokes_at(round(h * PX_PER_PT)) for h in HEIGHTS_PT), key=len)
    if len(starts) < CROSSINGS_LEAST:
        return False
    return float(starts[-1] - starts[0]) >= CROSSING_WIDTH * float(columns_there[-1] - columns_there[0])
