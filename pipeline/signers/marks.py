"""What is written on each signer line: which cells, a signature or none, crossed out or not, pencil or ink. Measured,
not judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pipeline.geometry import Box
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.page import Page
from pipeline.model.reading import Seen
from pipeline.model.section import LinesFacts
from pipeline.pages.view import PageView
from pipeline.signers.formprint import form_print
from pipeline.signers.sheet import PX_PER_PT, Sheet, sheet_of
from pipeline.signers.strike import (
    STRAIGHT_PT,
    Stroke,
    crossed,
    laid_over,
    longest_strokes,
    scribbled,
    widest_stroke,
    without,
)
from pipeline.signers.strokes import BlockInk, CellInk, attribute

# Ink of a cell in square points. The smallest entries made by hand, one initial of 6 pt or ditto marks, have 5 and more;
# what dust, a staple's
# corner and the ends of neighbours' strokes leave stays under 2.
WRITTEN_AREA, DOUBT_AREA = 4.0, 2.2
# The tail of a neighbour's entry: so near the common rule, where the neighbour's own writing comes up to it.
TAIL_PT, TAIL_GAP_PT = 14.0, 4.0
WRITTEN_TALL_PT = 3.2
# A flat piece so near to a rule is what a bow under the neighbouring line's signature leaves beyond it; a dash stands in the
# middle of its line.
FLAT_PT, FLAT_NEAR_PT = 2.2, 3.5
# A smear has no edge: its darkness falls over several pixels.
SHARP_LEAST = 0.35
# Strokes darker than this, whose edges are sharp, are pens; fainter ones may be pencil.
PEN_DARKNESS = 0.62
PENCIL_DARKNESS = 0.5
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
STRIKE_LEAST_PT = 45.0
# Bars close together make strokes so many times thicker than those of the line's other cells; the pen is the same.
BARRED = 1.8
# A cell is written over when its strokes are so many times thicker and closer than those of the line's other cells.
HEAVIER, CLOSER = 1.5, 1.4
# Letters that stand on a rule have half their ink beyond it, tails of letters a tenth.
ACROSS_RULE = 0.28
# Or they stand a third of a line's height from where the page's other entries stand, and touch the rule or lean to a
# blank line.
OFF_PLACE, TOUCHING = 0.33, 0.03
BETWEEN_LINES = "the entry stands between two lines"
# Marks in the margin are an entry from the size of a short word on.
# A signature's flourish runs through the cell beside it; a strike that may be meant for the line runs through more of them.
DOUBT_CELLS = 0.7
MARGIN_AREA, MARGIN_WIDTH_PT = 120.0, 16.0
# Strokes that are followed on each line: a scribble or an X has two, and one may be a signature's flourish.
STROKES_A_LINE = 4
STROKE_LEAST_PT = 14.0
# A strike is one stroke of the pen: nearly every column of it has ink.
SOLID_LEAST = 0.95


def mark(view: PageView, facts: LinesFacts) -> LinesFacts:
    """The block with every line's cells, signature, strikes and margins measured."""
    if not facts.lines:
        return facts
    sheet = sheet_of(view.raster, facts, view.rules)
    printed = form_print(sheet, facts, view.text.words, exact=view.text.exact)
    block = attribute(sheet, facts, printed)
    strokes = _long_strokes(block)
    lines = tuple(_line(view.page, sheet, facts, block, strokes[k], k) for k in range(len(facts.lines)))
    lines = _moved_up(_between(facts, lines, block, view.page.number))
    return replace(facts, lines=lines, outside=_apart(lines, block.stray))


def _line(
    page: Page, sheet: Sheet, facts: LinesFacts, block: BlockInk, strokes: Sequence[tuple[Stroke, int]], k: int
) -> SignerLine:
    line, inks = facts.lines[k], block.cells[k]
    number = page.number
    cells: list[CellMarks] = []
    for cell, ink in zip(line.cells, inks, strict=True):
        if cell.meaning in ("number", "official"):
            nothing = Seen(present=False, certainty=0.9, page=number, box=cell.box)
            cells.append(replace(cell, ink=None, written=nothing, struck=nothing, altered=nothing))
            continue
        written = _written(ink, cell.box, number)
        if written.present and _is_tail(ink, cell, line, inks):
            written = Seen(present=False, certainty=0.85, page=number, box=cell.box, detail="the neighbour's entry runs over")
        struck = _struck(ink, written, cell.meaning == "signature", strokes, number)
        if not struck.present and cell.meaning != "signature" and _barred(ink, inks):
            struck = Seen(present=True, certainty=0.9, page=number, box=ink.box, detail="heavy bars lie over the writing")
        unaltered = Seen(present=False, certainty=0.7, page=number, box=cell.box)
        judged = cell.meaning in ("name", "address", "date") and not struck.present
        altered = _altered(ink, inks, cell.box, number) if judged else unaltered
        box = ink.box if written.present is not False else None
        cells.append(replace(cell, ink=box, written=written, struck=struck, altered=altered))
    whole = _whole(line, cells, inks, strokes, widest_stroke(block.lines[k]), sheet.origin[0], number)
    return replace(
        line,
        cells=tuple(cells),
        signature=_signature(cells, line, number),
        struck=whole,
        outside_block=_outside(line, cells, inks, block.stray, number),
        graphite=_graphite(page, cells, inks, sheet, line),
    )


def _written(ink: CellInk, box: Box, page: int) -> Seen:
    if ink.box is None or ink.area < DOUBT_AREA or ink.tallest < 0.6 * WRITTEN_TALL_PT:
        certainty = 0.98 if ink.area < 0.5 * DOUBT_AREA else 0.93
        return Seen(present=False, certainty=certainty, page=page, box=box)
    if ink.box.height <= FLAT_PT and min(ink.box.y0 - box.y0, box.y1 - ink.box.y1) <= FLAT_NEAR_PT:
        return Seen(present=False, certainty=0.9, page=page, box=box, detail="a stroke along the rule")
    if ink.sharpness < SHARP_LEAST and ink.darkness < PENCIL_DARKNESS:
        sure = ink.sharpness < 0.6 * SHARP_LEAST
        return Seen(present=False if sure else None, certainty=0.9 if sure else 0.5, page=page, box=ink.box, detail="a smear")
    if ink.area < WRITTEN_AREA or ink.tallest < WRITTEN_TALL_PT:
        return Seen(present=None, certainty=0.5, page=page, box=ink.box, detail="a small mark")
    certainty = 0.93 if ink.area < 2 * WRITTEN_AREA else 0.99
    return Seen(present=True, certainty=certainty, page=page, box=ink.box)


def _is_tail(ink: CellInk, cell: CellMarks, line: SignerLine, inks: Sequence[CellInk]) -> bool:
    """Whether the ink is only the end of what stands in the cell to the left."""
    if ink.box is None or ink.box.x1 > cell.box.x0 + TAIL_PT or cell.meaning == "signature":
        return False
    for other, theirs in zip(line.cells, inks, strict=True):
        beside = abs(other.box.x1 - cell.box.x0) < 3.0 and other.box.y0 < cell.box.y1 and cell.box.y0 < other.box.y1
        if beside and theirs.box is not None and theirs.box.width > 2 * TAIL_PT:
            return theirs.box.x1 > cell.box.x0 - TAIL_GAP_PT
    return False


def _signature(cells: Sequence[CellMarks], line: SignerLine, page: int) -> Seen:
    for cell in cells:
        if cell.meaning == "signature":
            return replace(cell.written, box=cell.ink or cell.box)
    return Seen(present=None, certainty=0.0, page=page, box=line.box, detail="no column for a signature was found")


def _long_strokes(block: BlockInk) -> list[list[tuple[Stroke, int]]]:
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


def _struck(ink: CellInk, written: Seen, signature: bool, strokes: Sequence[tuple[Stroke, int]], page: int) -> Seen:
    if ink.box is None or written.present is False:
        return Seen(present=False, certainty=0.99, page=page)
    laid = laid_over(ink.mask, ink.thickness)
    best = 0.0
    if not signature and laid.crossed >= LAID_LEAST and laid.balance >= BALANCE_LEAST and laid.rest >= 4.0:
        best = 0.92
    for stroke, top in strokes if laid.crossed >= (LAID_LEAST if signature else LAID_DOUBT) else ():
        score = _strike_score(ink, stroke, top, signature)
        best = max(best, score)
    if best >= 0.8:
        return Seen(present=True, certainty=best, page=page, box=ink.box, detail="a stroke runs through the writing")
    if not signature and ink.box.width >= SCRIBBLE_LEAST_PT and scribbled(ink.mask) >= SCRIBBLE_RUNS:
        return Seen(present=True, certainty=0.91, page=page, box=ink.box, detail="scribbled over")
    return Seen(present=False, certainty=0.95 - 0.4 * best, page=page, box=ink.box)


def _barred(ink: CellInk, inks: Sequence[CellInk]) -> bool:
    """Whether level bars, much thicker than the line's other strokes, lie over all of the writing, of which little is left."""
    others = [i.thickness for i in inks if i is not ink and i.box is not None and i.area >= WRITTEN_AREA]
    if ink.box is None or len(others) < 2 or ink.thickness < BARRED * float(np.median(others)):
        return False
    laid = laid_over(ink.mask, float(np.median(others)))
    return laid.crossed >= CROSSED_MOST and laid.rest >= 4.0


def _strike_score(ink: CellInk, stroke: Stroke, top: int, signature: bool) -> float:
    """How much a long stroke looks like a strike of this cell, 0 to 1."""
    if stroke.solid < SOLID_LEAST or stroke.wander > STRAIGHT_PT + 0.008 * stroke.length:
        return 0.0
    on = crossed(ink.mask, ink.corner[1], [(stroke, top)], ink.corner[0])
    if on.crossed < CROSSED_MOST or on.rest < 4.0:
        return 0.0
    bare = stroke.bare_pt / max(stroke.length, 1.0)
    if stroke.tremble > TREMBLE_PT or bare < BARE_LEAST:
        return 0.0
    # A signature's own flourish is long, straight and bare too; a strike has as much writing above as below.
    if on.balance < (BALANCE_SIGNATURE if signature else BALANCE_LEAST):
        return 0.0
    return 0.85 if signature else 0.92


def _whole(
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
    if len(pairs) >= 2 and share >= 0.6 and through >= 0.5 and cut >= max(2, DOUBT_CELLS * len(pairs)):
        return Seen(present=None, certainty=0.5, page=page, box=line.box, detail="a stroke runs over most of the line")
    return Seen(present=False, certainty=0.96, page=page, box=line.box)


def _runs_on(stroke: Stroke, cells: Sequence[CellMarks], left: float) -> bool:
    """One stroke of the pen from one cell into the next, straighter than joined writing."""
    if stroke.length < STRIKE_LEAST_PT or stroke.solid < 0.92 or stroke.wander > 2.0 + 0.012 * stroke.length:
        return False
    start, end = left + stroke.start / PX_PER_PT, left + stroke.end / PX_PER_PT
    return any(start < c.box.x0 - 6.0 and end > c.box.x0 + 6.0 for c in cells)


def _altered(ink: CellInk, inks: Sequence[CellInk], box: Box, page: int) -> Seen:
    """Written over: strokes much heavier and closer than the same hand's in the other cells. Certain it never is."""
    others = [i for i in inks if i is not ink and i.box is not None and i.area >= WRITTEN_AREA]
    if ink.box is None or len(others) < 2 or ink.area < 4 * WRITTEN_AREA:
        return Seen(present=False, certainty=0.8, page=page, box=box)
    heavier = ink.thickness / max(float(np.median([i.thickness for i in others])), 0.1)
    closer = float(ink.mask.mean()) / max(float(np.median([i.mask.mean() for i in others])), 0.01)
    if heavier >= HEAVIER and closer >= CLOSER:
        return Seen(present=True, certainty=0.7, page=page, box=ink.box, detail="written over, heavier than the rest of the line")
    return Seen(present=False, certainty=0.8, page=page, box=ink.box)


def _outside(line: SignerLine, cells: Sequence[CellMarks], inks: Sequence[CellInk], stray: Sequence[Box], page: int) -> Seen:
    """Writing that stands on a rule between two lines, or in the margin at the height of the line (a tick is no entry)."""
    plain = [i for c, i in zip(cells, inks, strict=True) if c.meaning != "signature" and c.written.present and i.box is not None]
    across = [i for i in plain if i.over >= ACROSS_RULE]
    if len(across) >= 2 and 2 * len(across) > len(plain):
        return Seen(present=True, certainty=0.8, page=page, box=across[0].box, detail=BETWEEN_LINES)
    beside = [b for b in stray if line.box.y0 <= b.middle[1] < line.box.y1 and _is_entry(b)]
    if beside:
        return Seen(present=True, certainty=0.7, page=page, box=beside[0], detail="writing in the margin")
    return Seen(present=False, certainty=0.9, page=page, box=line.box)


def _is_entry(box: Box) -> bool:
    """Whether a mark in the margin is as large as a short word: an office's tick is not."""
    return box.width * box.height >= MARGIN_AREA and box.width >= MARGIN_WIDTH_PT


def _apart(lines: Sequence[SignerLine], stray: Sequence[Box]) -> tuple[Box, ...]:
    """Entries in the margin that no written line answers for."""
    written = [line.box for line in lines if line.written]
    return tuple(b for b in stray if _is_entry(b) and not any(w.y0 <= b.middle[1] < w.y1 for w in written))


def _between(facts: LinesFacts, lines: tuple[SignerLine, ...], block: BlockInk, page: int) -> tuple[SignerLine, ...]:
    """Entries that stand much higher or lower on their line than all others do, and touch its rule, stand between two
    lines.
    """
    places: list[float | None] = []
    touching: list[int] = []
    for line, inks in zip(lines, block.cells, strict=True):
        seen = [
            (i.box.middle[1] - c.box.y0) / max(c.box.height, 1.0)
            for c, i in zip(line.cells, inks, strict=True)
            if c.written.present and i.box is not None and c.meaning not in ("signature", "number", "official")
        ]
        places.append(float(np.median(seen)) if len(seen) >= 2 else None)
        touching.append(sum(i.over >= TOUCHING for c, i in zip(line.cells, inks, strict=True) if c.meaning != "signature"))
    usual = [p for p in places if p is not None]
    if len(usual) < 3:
        return lines
    middle = float(np.median(usual))
    out = []
    for k, (line, place, touches) in enumerate(zip(lines, places, touching, strict=True)):
        beyond = k - 1 if place is not None and place < middle else k + 1
        free = 0 <= beyond < len(lines) and not lines[beyond].written
        off = place is not None and abs(place - middle) >= OFF_PLACE
        if off and (touches >= 2 or free) and not line.outside_block.present:
            seen_there = Seen(present=True, certainty=0.75, page=page, box=line.box, detail=BETWEEN_LINES)
            line = replace(line, outside_block=seen_there)
        out.append(line)
    return tuple(out)


def _moved_up(lines: tuple[SignerLine, ...]) -> tuple[SignerLine, ...]:
    """An entry between a blank line and the next is the blank one's: lines are filled from the top, each on the first free."""
    out = list(lines)
    for k in range(1, len(out)):
        upper, lower = out[k - 1], out[k]
        between = lower.outside_block.present and lower.outside_block.detail == BETWEEN_LINES
        inks = [c.ink for c in lower.cells if c.ink is not None]
        if not between or upper.written or not inks or len(upper.cells) != len(lower.cells):
            continue
        middle = float(np.median([ink.middle[1] for ink in inks]))
        if middle < lower.box.middle[1]:
            out[k - 1] = _with_marks_of(upper, lower)
            out[k] = _with_marks_of(lower, upper)
    return tuple(out)


def _with_marks_of(line: SignerLine, other: SignerLine) -> SignerLine:
    """The line, what is written on the other taken for its own."""
    cells = tuple(replace(theirs, box=own.box) for own, theirs in zip(line.cells, other.cells, strict=True))
    return replace(
        line,
        cells=cells,
        signature=other.signature,
        struck=other.struck,
        outside_block=other.outside_block,
        graphite=other.graphite,
    )


def _graphite(page: Page, cells: Sequence[CellMarks], inks: Sequence[CellInk], sheet: Sheet, line: SignerLine) -> Seen:
    """Pencil is gray, never coloured, and lighter than a pen's black at the core of its strokes."""
    if page.colour == "bitonal":
        return Seen(present=None, certainty=0.0, page=page.number, box=line.box, detail="a bitonal scan shows no pencil")
    written = [(c, i) for c, i in zip(cells, inks, strict=True) if c.written.present and i.mask.size]
    if not written:
        return Seen(present=False, certainty=0.9, page=page.number, box=line.box)
    dark, chroma = [], []
    for _, ink in written:
        y, x = ink.corner
        h, w = ink.mask.shape
        dark.append(sheet.dark[y : y + h, x : x + w][ink.mask])
        chroma.append(sheet.chroma[y : y + h, x : x + w][ink.mask])
    core = float(np.percentile(np.concatenate(dark), 80))
    colour = float(np.median(np.concatenate(chroma)))
    if colour > 0.12 or core > PEN_DARKNESS:
        return Seen(present=False, certainty=0.9, page=page.number, box=line.box)
    if core < PENCIL_DARKNESS and page.colour == "colour":
        return Seen(present=True, certainty=0.7, page=page.number, box=line.box, detail="soft gray strokes")
    return Seen(present=None, certainty=0.5, page=page.number, box=line.box, detail="faint gray strokes")
