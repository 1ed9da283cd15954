"""Is a whole line crossed out? A strike is one drawing over all of the line's entries; a flourish, a neighbour's strike or the
form's own rule is none, and where it is not sure whose a stroke is, a person is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from pipeline.geometry import Box
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.reading import Seen
from pipeline.signers.cell_ink import CellInk
from pipeline.signers.crossing import PASSED_BY, SCRIBBLE_RUNS, TREMBLE_PT
from pipeline.signers.sheet import PX_PER_PT, Mask
from pipeline.signers.strike import PARTED_REACH_PT, UNTOLD_TREMBLE, Stroke, crossed, scribbled, widest_stroke

# A stroke over so much of the width that a line's entries take up is meant for the line.
WHOLE_LENGTH = 0.85
STRIKE_LEAST_PT = 45.0
# A signature's flourish runs through the cell beside it; a strike that may be meant for the line runs through more of them.
DOUBT_CELLS = 0.7
# A strike of a line is one drawing over all of its entries, joined over the form's rules: 1.0 of their width on 29 of 30 struck
# lines. A flourish that ran into letters that touch had 0.45, a neighbour's strike along the common edge 0.77 (scans of seeds
# 7502, 7601 and 7602).
JOINED_LEAST = 0.9
# Strokes in the outer part of a line, as a share of its height, may be the neighbour's: theirs had -0.09 and 0.0, drawn ones up
# to 0.12, a line's own 0.22 and more (the same scans).
EDGE_PART = 0.15
# A stroke from end to end has writing on both sides in so much of the line's writing; else it passes the writing by.
THROUGH_LEAST = 0.3
# A stroke as level and as long as the block is a rule of the form that was not taken out.
LEVEL_PT, RULE_END_PT = 0.5, 4.0
# Such a rule, which rules between cells cut, has ink within so much of one height over so much of the block's width.
RULE_LEVEL_PT, RULE_WHOLE = 0.7, 0.99
# No flourish runs over three cells: where strokes do, a person is asked whatever else the line holds.
ASKED_CELLS = 3
# A zigzag from end to end, cut by the form's rules, is as dense as a scribble in so many of the cells, and so tall.
ZIGZAG_CELLS, ZIGZAG_TALL = 2, 0.3


def struck_line(
    line: SignerLine,
    cells: Sequence[CellMarks],
    inks: Sequence[CellInk],
    strokes: Sequence[tuple[Stroke, int]],
    drawn: tuple[Mask, int],
    origin: tuple[float, float],
    block: Box,
    page: int,
) -> Seen:
    """Whether the line is crossed out whole; `present` None where it is not sure whose strike it is.

    Args:
        line: the line.
        cells: its cells, measured.
        inks: what is written in each.
        strokes: the line's long strokes, each with the sheet's y of its mask's first row.
        drawn: the line's strokes over the sheet's width, and the sheet's y of their first row.
        origin: left and top edge of the sheet, points.
        block: of all lines.
        page: its number, from 1.
    """
    pairs = [(c, i) for c, i in zip(cells, inks, strict=True) if i.box is not None and c.written.present is not False]
    if not pairs:
        return Seen(present=False, certainty=0.99, page=page, box=line.box)
    over_cells = [(s, t) for s, t in strokes if _runs_on(s, cells, origin[0])]
    # The form's rule within a line: it is two rows, and which of them is struck cannot be told.
    parted = sorted({round((x - origin[0]) * PX_PER_PT) for c in cells for x in (c.box.x0, c.box.x1)})
    two_rows = _rule_within(drawn, parted, origin, line.box, block)
    long_ones = [(s, t) for s, t in over_cells if not _is_rule(s, origin[0], block)]
    own = any(not _at_edge(s, t, origin[1], line.box) for s, t in long_ones)
    extent = max(c.ink.x1 for c, _ in pairs if c.ink) - min(c.ink.x0 for c, _ in pairs if c.ink)
    if len(pairs) >= 2 and not two_rows:
        widest, joined = widest_stroke(drawn[0]), widest_stroke(drawn[0], parted)
        through = joined[0] >= JOINED_LEAST * extent
        told = _whole(pairs, long_ones, extent) if own and through else None
        if told is None and widest[0] >= 0.8 * extent and widest[1] >= 0.3 * line.box.height:
            told = 0.93, "one scrawl over the whole line"
        scribbles = [c for c, i in pairs if scribbled(i.mask) >= SCRIBBLE_RUNS]
        if told is None and all(c.struck.present or c in scribbles for c, _ in pairs):
            told = 0.93, "every cell is crossed out"
        tall = joined[1] >= ZIGZAG_TALL * line.box.height
        if told is None and through and tall and len(scribbles) >= ZIGZAG_CELLS:
            told = 0.91, "a zigzag runs over the whole line"
        if told is not None:
            return Seen(present=True, certainty=told[0], page=page, box=line.box, detail=told[1])
    # Strokes that leave their own curve wherever they stand alone run from letter to letter.
    steady = [(s, t) for s, t in long_ones if s.tremble <= TREMBLE_PT or s.tremble >= UNTOLD_TREMBLE]
    share, over, cut = _covered(pairs, steady)
    most = share >= 0.6 and over >= 0.5 and cut >= min(ASKED_CELLS, max(2, DOUBT_CELLS * len(pairs)))
    longest = max((s.length for s, _ in steady), default=0.0)
    beside = own and cut >= 2 and longest >= WHOLE_LENGTH * extent
    if len(pairs) >= 2 and (most or beside):
        detail = "a stroke runs over most of the line" if most else "a stroke runs from end to end beside the writing"
        return Seen(present=None, certainty=0.5, page=page, box=line.box, detail=detail)
    return Seen(present=False, certainty=0.96, page=page, box=line.box)


def _whole(
    pairs: Sequence[tuple[CellMarks, CellInk]], strokes: Sequence[tuple[Stroke, int]], extent: float
) -> tuple[float, str] | None:
    """How sure it is that strokes cross all of the line's writing out, and what is seen; None where they do not."""
    share, over, cut = _covered(pairs, strokes)
    if share >= 0.85 and over >= 0.5:
        return 0.97 if share >= 0.95 and over >= 0.8 else 0.92, "a stroke runs over the whole line"
    longest = max((s.length for s, _ in strokes), default=0.0)
    if cut >= 2 and longest >= WHOLE_LENGTH * extent and over >= THROUGH_LEAST:
        # It may miss a cell or two where it slants; no flourish runs from end to end.
        return 0.9, "a stroke runs from end to end of the line"
    return None


def _covered(pairs: Sequence[tuple[CellMarks, CellInk]], strokes: Sequence[tuple[Stroke, int]]) -> tuple[float, float, int]:
    """Share of the writing's width under the strokes, share of it in cells where they have writing on both sides, and the
    number of cells they run through by half.
    """
    if not strokes:
        return 0.0, 0.0, 0
    writing = sum(c.ink.width for c, _ in pairs if c.ink)
    hit = over = 0.0
    cut = 0
    for cell, ink in pairs:
        if cell.ink is not None:
            on = crossed(ink.mask, ink.corner[1], strokes, ink.corner[0])
            cut += on.crossed >= 0.5
            hit += on.crossed * cell.ink.width
            over += cell.ink.width if on.balance >= PASSED_BY else 0.0
    return hit / max(writing, 1.0), over / max(writing, 1.0), cut


def _is_rule(stroke: Stroke, left: float, block: Box) -> bool:
    start, end = left + stroke.start / PX_PER_PT, left + stroke.end / PX_PER_PT
    return start <= block.x0 + RULE_END_PT and end >= block.x1 - RULE_END_PT and stroke.wander < LEVEL_PT


def _rule_within(drawn: tuple[Mask, int], parted: Sequence[int], origin: tuple[float, float], line: Box, block: Box) -> bool:
    """Whether ink lies level over all of the block's width, away from the line's edges. `parted`: columns of rules between
    cells, which tell nothing.
    """
    mask, first = drawn
    x0, x1 = (max(round((x - origin[0]) * PX_PER_PT), 0) for x in (block.x0 + RULE_END_PT, block.x1 - RULE_END_PT))
    tall = 2 * round(RULE_LEVEL_PT * PX_PER_PT) + 1
    kept = np.ones(mask.shape[1], bool)
    for x in parted:
        kept[max(x - round(PARTED_REACH_PT * PX_PER_PT), 0) : max(x + round(PARTED_REACH_PT * PX_PER_PT) + 1, 0)] = False
    if mask.size == 0 or not kept[x0:x1].any():
        return False
    level = cv2.dilate(mask.astype(np.uint8), np.ones((tall, 1), np.uint8))[:, x0:x1][:, kept[x0:x1]].mean(axis=1)
    parts = (origin[1] + (first + np.nonzero(level >= RULE_WHOLE)[0]) / PX_PER_PT - line.y0) / max(line.height, 1.0)
    return bool(((parts >= EDGE_PART) & (parts <= 1.0 - EDGE_PART)).any())


def _at_edge(stroke: Stroke, first: int, top: float, line: Box) -> bool:
    """Whether the stroke, whose mask begins `first` pixels under the sheet's `top`, lies along the line's upper or lower edge."""
    middle = top + (first + float(np.median(stroke.ys))) / PX_PER_PT
    return not EDGE_PART <= (middle - line.y0) / max(line.height, 1.0) <= 1.0 - EDGE_PART


def _runs_on(stroke: Stroke, cells: Sequence[CellMarks], left: float) -> bool:
    """One stroke of the pen from one cell into the next, straighter than joined writing."""
    if stroke.length < STRIKE_LEAST_PT or stroke.solid < 0.92 or stroke.wander > 2.0 + 0.012 * stroke.length:
        return False
    start, end = left + stroke.start / PX_PER_PT, left + stroke.end / PX_PER_PT
    return any(start < c.box.x0 - 6.0 and end > c.box.x0 + 6.0 for c in cells)
