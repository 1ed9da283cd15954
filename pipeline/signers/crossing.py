"""Is a cell crossed out? Strokes laid over writing, weighed against flourishes and joined hands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.model.line import CellMarks
from pipeline.model.reading import Seen
from pipeline.signers.cell_ink import WRITTEN_AREA, CellInk
from pipeline.signers.sheet import PX_PER_PT, Mask
from pipeline.signers.strike import (
    STRAIGHT_PT,
    STROKE_HALF_PT,
    THICKEST_PT,
    CellStrike,
    Stroke,
    crossed,
    laid_over,
    longest_strokes,
    scribbled,
    without,
)
from pipeline.signers.strokes import BlockInk

# A strike covers so much of a cell's writing.
CROSSED_MOST = 0.85
# Strokes a point where a scribble has fewest; writing has 0.1 there (ascenders), a scribble with a stroke every 8 pt 0.2.
SCRIBBLE_RUNS = 0.15
# The digits of a date are as dense as a scribble; one over a single cell is told from this width on.
SCRIBBLE_LEAST_PT = 90.0
# Share of a cell's writing under level runs of ink: strokes ruled or drawn have 0.8 and more, unstruck writing under 0.3.
LAID_LEAST, LAID_DOUBT = 0.84, 0.5
# Joined hands sway by 0.5 pt and more between letters, strikes drawn by hand or ruler by less than 0.3.
TREMBLE_PT = 0.32
# Share of a strike's columns with nothing else written near: letters leave a third free, more between words.
BARE_LEAST = 0.2
# Share of the other writing on the smaller side of a strike: underlines and base lines of joined hands have under a tenth.
BALANCE_LEAST = 0.13
BALANCE_SIGNATURE = 0.36
# The same with the other long strokes taken away: a loop that was wrongly told as a strike had 0.22, two struck signatures 0.30
# and 0.44 (seeds 7601 and 7331: few, so that this only takes away).
BALANCE_NAME = 0.26
# Less than this on the smaller side is none: a neighbour's strike that passed two entries by had 0.0 and 0.01.
PASSED_BY = 0.06
# A signature that reaches so far into the next line, as a share of a line's height, may hold that line's strokes: 0.76 on one
# that was wrongly told as struck.
NEIGHBOUR_PART = 0.6
# Two struck signatures had 0.93 and 1.0 of their writing under level runs, the first stroke's balance 0.45 and 0.47; of seven
# with a bold underline none had both over 0.9 and 0.36 (scans of seeds 7301, 7311 and 7331).
LAID_SIGNATURE = 0.9
# Beside a strike stands a name's ink, so many square points a point of its length (2.3 and 2.7 on those two); a signature drawn
# out flat is itself the stroke and has under 1.
REST_SIGNATURE = 1.5
# A scribble adds half as much ink again to a cell as writing has.
SCRIBBLE_DENSER = 1.35
# Bars close together make strokes so many times thicker than those of the line's other cells; the pen is the same.
BARRED = 1.8
# Strokes that are followed on each line: a scribble or an X has two, and one may be a signature's flourish.
STROKES_A_LINE = 4
STROKE_LEAST_PT = 14.0
# A strike is one stroke of the pen: nearly every column of it has ink.
SOLID_LEAST = 0.95


def long_strokes(block: BlockInk) -> list[list[tuple[Stroke, int]]]:
    """Up to three long strokes of each line, with the sheet's y of their mask's first row."""
    found: list[list[tuple[Stroke, int]]] = [[] for _ in block.lines]
    masks = list(block.lines)
    open_lines = [k for k, m in enumerate(masks) if m.any()]
    for _ in range(STROKES_A_LINE):
        strokes = longest_strokes([masks[k] for k in open_lines])
        still = []
        for k, stroke in zip(open_lines, strokes, strict=True):
            if stroke is not None and stroke.length >= STROKE_LEAST_PT:
                found[k].append((stroke, block.spans[k][0]))
                masks[k] = without(masks[k], stroke)
                still.append(k)
        open_lines = still
        if not open_lines:
            break
    return found


def struck_cell(
    ink: CellInk, cell: CellMarks, written: Seen, strokes: Sequence[tuple[Stroke, int]], inks: Sequence[CellInk], page: int
) -> Seen:
    """Whether a stroke, several, or a scribble crosses the cell out. `inks`: of the line's cells, this one among them."""
    if ink.box is None or written.present is False:
        return Seen(present=False, certainty=0.99, page=page)
    laid = laid_over(ink.mask, ink.thickness)
    best = 0.0
    signature = cell.meaning == "signature"
    if signature:
        beyond = max(cell.box.y0 - ink.box.y0, ink.box.y1 - cell.box.y1)
        best = _signature_score(ink, strokes, laid) if beyond < NEIGHBOUR_PART * cell.box.height else 0.0
    else:
        if laid.crossed >= LAID_LEAST and laid.balance >= BALANCE_LEAST and laid.rest >= 4.0:
            best = 0.92
        # Where level runs have all of the writing on one side, they pass it by, and the strokes found are its letters.
        for stroke, top in strokes if laid.crossed >= LAID_DOUBT and laid.balance >= PASSED_BY else ():
            best = max(best, _strike_score(ink, stroke, top))
    if best >= 0.8:
        return Seen(present=True, certainty=best, page=page, box=ink.box, detail="a stroke runs through the writing")
    wide = not signature and ink.box.width >= SCRIBBLE_LEAST_PT
    if wide and scribbled(ink.mask) >= SCRIBBLE_RUNS and _denser(ink, inks):
        return Seen(present=True, certainty=0.91, page=page, box=ink.box, detail="scribbled over")
    return Seen(present=False, certainty=0.95 - 0.4 * best, page=page, box=ink.box)


def _denser(ink: CellInk, inks: Sequence[CellInk]) -> bool:
    """Whether ink is plainly denser than in the line's other cells: a small hand is dense in all of them."""
    others = [float(i.mask.mean()) for i in inks if i is not ink and i.box is not None and i.area >= WRITTEN_AREA]
    return len(others) >= 2 and float(ink.mask.mean()) >= SCRIBBLE_DENSER * float(np.median(others))


def barred(ink: CellInk, inks: Sequence[CellInk]) -> bool:
    """Whether level bars, much thicker than the line's other strokes, lie over all of the writing, of which little is left."""
    others = [i.thickness for i in inks if i is not ink and i.box is not None and i.area >= WRITTEN_AREA]
    if ink.box is None or len(others) < 2 or ink.thickness < BARRED * float(np.median(others)):
        return False
    laid = laid_over(ink.mask, float(np.median(others)))
    return laid.crossed >= CROSSED_MOST and laid.rest >= 4.0


def _signature_score(ink: CellInk, strokes: Sequence[tuple[Stroke, int]], laid: CellStrike) -> float:
    """How much the stroke that runs farthest looks like a strike of a signature. A signature's own underline or flourish is
    long, straight and bare too: a strike has as much writing above as below, and level runs of ink lie over all of it.
    Strokes that are thicker in the mean than any pen's have run together: which of them is a strike cannot be told.
    """
    if ink.thickness > THICKEST_PT:
        return 0.0
    if laid.crossed < LAID_SIGNATURE or laid.balance < BALANCE_LEAST:
        return 0.0
    for stroke, top in strokes:
        on = crossed(ink.mask, ink.corner[1], [(stroke, top)], ink.corner[0])
        if on.crossed < 0.5:
            continue
        # Strokes come by their length: the first on this signature tells, later ones run through what is left of letters.
        straight = stroke.solid >= SOLID_LEAST and stroke.wander <= STRAIGHT_PT + 0.008 * stroke.length
        through = on.crossed >= CROSSED_MOST and on.balance >= BALANCE_SIGNATURE
        through = through and on.rest >= REST_SIGNATURE * stroke.length
        if not straight or not through:
            return 0.0
        # A loop under the name is two strokes, each with the other's ink beyond it: that is no writing for either.
        name = crossed(_without_others(ink, stroke, strokes), ink.corner[1], [(stroke, top)], ink.corner[0])
        return 0.85 if name.balance >= BALANCE_NAME else 0.0
    return 0.0


def _without_others(ink: CellInk, stroke: Stroke, strokes: Sequence[tuple[Stroke, int]]) -> Mask:
    """The cell's writing without the other long strokes that run over half of it."""
    rest = ink.mask.copy()
    near = round(STROKE_HALF_PT * PX_PER_PT)
    for other, top in strokes:
        if other is stroke or crossed(ink.mask, ink.corner[1], [(other, top)], ink.corner[0]).crossed < 0.5:
            continue
        for n, y in enumerate(other.ys):
            x, row = other.start + 2 * n - ink.corner[1], int(y) + top - ink.corner[0]
            if x >= 0:
                rest[max(row - near, 0) : max(row + near + 2, 0), x : x + 2] = False
    return rest


def _strike_score(ink: CellInk, stroke: Stroke, top: int) -> float:
    """How much a long stroke looks like a strike of this cell, 0 to 1."""
    if stroke.solid < SOLID_LEAST or stroke.wander > STRAIGHT_PT + 0.008 * stroke.length:
        return 0.0
    on = crossed(ink.mask, ink.corner[1], [(stroke, top)], ink.corner[0])
    if on.crossed < CROSSED_MOST or on.rest < 4.0:
        return 0.0
    bare = stroke.bare_pt / max(stroke.length, 1.0)
    if stroke.tremble > TREMBLE_PT or bare < BARE_LEAST or on.balance < BALANCE_LEAST:
        return 0.0
    return 0.92
