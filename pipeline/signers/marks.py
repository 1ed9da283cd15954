"""What is written on each signer line: which cells, a signature or none, crossed out or not, pencil or ink. Measured,
not judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.geometry import Box
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.page import Page
from pipeline.model.reading import Seen
from pipeline.model.section import LinesFacts
from pipeline.pages.view import PageView
from pipeline.signers.cell_ink import DOUBT_AREA, WRITTEN_AREA, CellInk
from pipeline.signers.crossing import barred, long_strokes, struck_cell
from pipeline.signers.crowded import shared_signatures, two_entries
from pipeline.signers.formprint import form_print
from pipeline.signers.line_strike import struck_line
from pipeline.signers.outside import entries_apart, outside_line
from pipeline.signers.over_lines import between_lines, drawn_together, joined_over_rule, moved_up
from pipeline.signers.overwritten import altered_cell
from pipeline.signers.pencil import PENCIL_DARKNESS, graphite
from pipeline.signers.sheet import Sheet, sheet_of
from pipeline.signers.strike import Stroke
from pipeline.signers.strokes import BlockInk, attribute
from pipeline.signers.whited import with_whited

# The tail of a neighbour's entry: so near the common rule, where the neighbour's own writing comes up to it.
TAIL_PT, TAIL_GAP_PT = 14.0, 4.0
WRITTEN_TALL_PT = 3.2
# A flat piece so near to a rule is what a bow under the neighbouring line's signature leaves beyond it; a dash stands in the
# middle of its line.
FLAT_PT, FLAT_NEAR_PT = 2.2, 3.5
# No hand draws so straight over such a length: a rule of the form that was taken for none.
RULED_PT = 60.0
# A smear has no edge: its darkness falls over several pixels.
SHARP_LEAST = 0.35
# A column told by its entries, or for want of another, is in doubt (its certainty is 0.6); a heading's is 0.7 and more.
DOUBTED, EVEN = 0.7, 0.5


def mark(view: PageView, facts: LinesFacts) -> LinesFacts:
    """The block with every line's cells, signature, strikes and margins measured."""
    if not facts.lines:
        return facts
    sheet = sheet_of(view.raster, facts, view.rules)
    printed = form_print(sheet, facts, view.text.words, exact=view.text.exact)
    block = attribute(sheet, facts, printed)
    strokes = long_strokes(block)
    lines = tuple(_line(view.page, sheet, facts, block, strokes[k], k) for k in range(len(facts.lines)))
    lines = joined_over_rule(lines, view.page.number)
    lines = moved_up(between_lines(lines, block, view.page.number))
    lines = drawn_together(lines, view.page.number)
    lines = shared_signatures(lines, sheet, view.page.number)
    lines = tuple(two_entries(line, inks) for line, inks in zip(lines, block.cells, strict=True))
    if view.page.colour != "bitonal":
        lines = tuple(with_whited(view.raster, line) for line in lines)
    return replace(facts, lines=lines, outside=entries_apart(lines, block.stray))


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
        struck = struck_cell(ink, cell, written, strokes, inks, number)
        if not struck.present and cell.meaning != "signature" and barred(ink, inks):
            struck = Seen(present=True, certainty=0.9, page=number, box=ink.box, detail="heavy bars lie over the writing")
        box = ink.box if written.present is not False else None
        cells.append(
            replace(
                cell,
                ink=box,
                written=written,
                struck=struck,
                altered=Seen(present=False, certainty=0.7, page=number, box=cell.box),
            )
        )
    for i, (cell, ink) in enumerate(zip(cells, inks, strict=True)):
        if cell.meaning in ("name", "date"):
            cells[i] = replace(cell, altered=altered_cell(cell, ink, cells, inks, sheet))
    whole = struck_line(line, cells, inks, strokes, (block.lines[k], block.spans[k][0]), sheet.origin, facts.box, number)
    return replace(
        line,
        cells=tuple(cells),
        signature=_signature(cells, line, number),
        struck=whole,
        outside_block=outside_line(line, cells, inks, block.stray, number),
        graphite=graphite(page, cells, inks, sheet, line),
    )


def _written(ink: CellInk, box: Box, page: int) -> Seen:
    if ink.box is None or ink.area < DOUBT_AREA or ink.tallest < 0.6 * WRITTEN_TALL_PT:
        certainty = 0.98 if ink.area < 0.5 * DOUBT_AREA else 0.93
        return Seen(present=False, certainty=certainty, page=page, box=box)
    if ink.box.height <= FLAT_PT and min(ink.box.y0 - box.y0, box.y1 - ink.box.y1) <= FLAT_NEAR_PT:
        return Seen(present=False, certainty=0.9, page=page, box=box, detail="a stroke along the rule")
    if ink.box.height <= FLAT_PT and ink.box.width >= RULED_PT:
        return Seen(present=False, certainty=0.85, page=page, box=box, detail="a ruled blank")
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
            # Where the column itself is in doubt, so is what its cell says of a signature.
            most = max(cell.told, EVEN) if cell.told < DOUBTED else 1.0
            return replace(cell.written, certainty=min(cell.written.certainty, most), box=cell.ink or cell.box)
    return Seen(present=None, certainty=0.0, page=page, box=line.box, detail="no column for a signature was found")
