"""Is a cell, or the whole line, crossed out? Strokes laid over writing, weighed against flourishes and joined hands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.reading import Seen
from pipeline.signers.cell_ink import WRITTEN_AREA, CellInk
from pipeline.signers.sheet import PX_PER_PT
from pipeline.signers.strike import (
    STRAIGHT_PT,
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
# Two struck signatures had 0.93 and 1.0 of their writing under level runs, the first stroke's balance 0.45 and 0.47; of seven
# with a bold underline none had both over 0.9 and 0.36 (scans of seeds 7301, 7311 and 7331).
LAID_SIGNATURE = 0.9
# Beside a strike stands a name's ink, so many square points a point of its length (2.3 and 2.7 on those two); a signature drawn
# out flat is itself the stroke and has under 1.
REST_SIGNATURE = 1.5
# A scribble adds half as much ink again to a cell as writing has.
SCRIBBLE_DENSER = 1.35
# A stroke over so much of the width that a line's entries take up is meant for the line.
WHOLE_LENGTH = 0.85
STRIKE_LEAST_PT = 45.0
# Bars close together make strokes so many times thicker than those of the line's other cells; the pen is the same.
BARRED = 1.8
# A signature's flourish runs through the cell beside it; a strike that may be meant for the line runs through more of them.
DOUBT_CELLS = 0.7
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
    ink: CellInk, written: Seen, signature: bool, strokes: Sequence[tuple[Stroke, int]], inks: Sequence[CellInk], page: int
) -> Seen:
    """Whether a stroke, several, or a scribble crosses the cell out. `inks`: of the line's cells, this one among them."""
    if ink.box is None or written.present is False:
        return Seen(present=False, certainty=0.99, page=page)
    laid = laid_over(ink.mask, ink.thickness)
    best = 0.0
    if signature:
        best = _signature_score(ink, strokes, laid)
    else:
        if laid.crossed >= LAID_LEAST and laid.balance >= BALANCE_LEAST and laid.rest >= 4.0:
            best = 0.92
        for stroke, top in strokes if laid.crossed >= LAID_DOUBT else ():
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
        return 0.85 if straight and through else 0.0
    return 0.0


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


def struck_line(
    line: SignerLine,
    cells: Sequence[CellMarks],
    inks: Sequence[CellInk],
    strokes: Sequence[tuple[Stroke, int]],
    widest: tuple[float, float],
    left: float,
    page: int,
) -> Seen:
    """Whether the line is crossed out whole. `left`: the sheet's left edge in points."""
    pairs = [(c, i) for c, i in zip(cells, inks, strict=True) if i.box is not None and c.written.present is not False]
    if not pairs:
        return Seen(present=False, certainty=0.99, page=page, box=line.box)
    long_ones = [(s, t) for s, t in strokes if _runs_on(s, cells, left)]
    writing = sum(c.ink.width for c, _ in pairs if c.ink)
    hit = over = 0.0
    cut = 0
    for cell, ink in pairs:
        if long_ones and cell.ink is not None:
            on = crossed(ink.mask, ink.corner[1], long_ones, ink.corner[0])
            cut += on.crossed >= 0.5
            hit += on.crossed * cell.ink.width
            over += cell.ink.width if on.balance >= 0.06 else 0.0
    share, through = hit / max(writing, 1.0), over / max(writing, 1.0)
    if len(pairs) >= 2 and share >= 0.85 and through >= 0.5:
        certainty = 0.97 if share >= 0.95 and through >= 0.8 else 0.92
        return Seen(present=True, certainty=certainty, page=page, box=line.box, detail="a stroke runs over the whole line")
    extent = max(c.ink.x1 for c, _ in pairs if c.ink) - min(c.ink.x0 for c, _ in pairs if c.ink)
    if len(pairs) >= 2 and widest[0] >= 0.8 * extent and widest[1] >= 0.3 * line.box.height:
        return Seen(present=True, certainty=0.93, page=page, box=line.box, detail="one scrawl over the whole line")
    struck = [c for c, i in pairs if c.struck.present or scribbled(i.mask) >= SCRIBBLE_RUNS]
    if len(pairs) >= 2 and len(struck) == len(pairs):
        return Seen(present=True, certainty=0.93, page=page, box=line.box, detail="every cell is crossed out")
    longest = max((s.length for s, _ in long_ones), default=0.0)
    if cut >= 2 and longest >= WHOLE_LENGTH * extent:
        # It may miss a cell or two where it slants; no flourish runs from end to end.
        return Seen(present=True, certainty=0.9, page=page, box=line.box, detail="a stroke runs from end to end of the line")
    if len(pairs) >= 2 and share >= 0.6 and through >= 0.5 and cut >= max(2, DOUBT_CELLS * len(pairs)):
        return Seen(present=None, certainty=0.5, page=page, box=line.box, detail="a stroke runs over most of the line")
    return Seen(present=False, certainty=0.96, page=page, box=line.box)


def _runs_on(stroke: Stroke, cells: Sequence[CellMarks], left: float) -> bool:
    """One stroke of the pen from one cell into the next, straighter than joined writing."""
    if stroke.length < STRIKE_LEAST_PT or stroke.solid < 0.92 or stroke.wander > 2.0 + 0.012 * stroke.length:
        return False
    start, end = left + stroke.start / PX_PER_PT, left + stroke.end / PX_PER_PT
    return any(start < c.box.x0 - 6.0 and end > c.box.x0 + 6.0 for c in cells)
