"""Entries that stand between two lines or over two: whose are they? The upper line's: lines are filled from the top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pipeline.geometry import union
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.reading import Seen
from pipeline.signers.outside import BETWEEN_LINES
from pipeline.signers.strokes import BlockInk

# Or they stand a third of a line's height from where the page's other entries stand, and touch the rule or lean to a
# blank line.
OFF_PLACE, TOUCHING = 0.33, 0.03
# With fewer other entries than this an entry must stand in the outer part of its line, towards a blank one; people write
# low on a line, so the lower part begins farther down.
FEW_OTHERS, OUTER_PART, LOWEST_PART = 2, 0.34, 0.85
# On a line of two rows of cells, an entry over two lines fills so many of the cells at least.
LEAST_CELLS = 2
# A cell lower than this share of its line is one of two rows; cells over each other begin within this of each other.
WHOLE_HEIGHT, ALIGNED_PT = 0.75, 6.0
# An entry that hangs on a rule comes so near to it, and reaches so far into its line, as a share of its height.
ON_RULE_PT, HANGING_PART = 3.0, 0.62
# Pieces of one writing that a rule cut in two lie so near.
CUT_PT = 2.5
OVER_TWO_LINES = "the entry stands over two lines"


def between_lines(lines: tuple[SignerLine, ...], block: BlockInk, page: int) -> tuple[SignerLine, ...]:
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
    out = []
    for k, (line, place, touches) in enumerate(zip(lines, places, touching, strict=True)):
        others = [p for n, p in enumerate(places) if n != k and p is not None]
        if place is None or not others:
            out.append(line)
            continue
        middle = float(np.median(others))
        beyond = k - 1 if place < middle else k + 1
        free = 0 <= beyond < len(lines) and not lines[beyond].written
        # One or two other entries show little of where people write on this form: the height itself must tell too.
        far = len(others) >= FEW_OTHERS or (free and not LOWEST_PART > place > OUTER_PART)
        off = far and abs(place - middle) >= OFF_PLACE
        if off and (touches >= 2 or free) and not line.outside_block.present:
            seen_there = Seen(present=True, certainty=0.75, page=page, box=line.box, detail=BETWEEN_LINES)
            line = replace(line, outside_block=seen_there)
        out.append(line)
    return tuple(out)


def moved_up(lines: tuple[SignerLine, ...]) -> tuple[SignerLine, ...]:
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


def joined_over_rule(lines: tuple[SignerLine, ...], page: int) -> tuple[SignerLine, ...]:
    """An entry written along the rule between two lines, some of its cells given to the one and some to the other, is one.

    What the upper line has of it hangs on its lower rule, what the lower line has of it from its upper rule; a cell that both
    have is one writing cut in two.
    """
    out = list(lines)
    for k in range(len(out) - 1):
        upper, lower = out[k], out[k + 1]
        if len(upper.cells) != len(lower.cells) or not upper.written or not lower.written:
            continue
        if not (_hangs(upper, low=True) and _hangs(lower, low=False)):
            continue
        both = [(a, b) for a, b in zip(upper.cells, lower.cells, strict=True) if a.ink is not None and b.ink is not None]
        cut = all(a.ink and b.ink and b.ink.y0 - a.ink.y1 <= CUT_PT and _beside(a, b) for a, b in both)
        filled = sum(a.ink is not None or b.ink is not None for a, b in zip(upper.cells, lower.cells, strict=True))
        if not cut or 2 * len(both) >= filled or filled < LEAST_CELLS + 1:
            continue
        cells = tuple(_one_of(a, b) for a, b in zip(upper.cells, lower.cells, strict=True))
        nothing = tuple(_emptied(c) for c in lower.cells)
        signed = upper.signature if upper.signature.present else lower.signature
        seen = Seen(present=True, certainty=0.8, page=page, box=upper.box, detail=BETWEEN_LINES)
        out[k] = replace(upper, cells=cells, signature=signed, outside_block=seen)
        unsigned = next((c.written for c in nothing if c.meaning == "signature"), lower.signature)
        out[k + 1] = replace(lower, cells=nothing, signature=unsigned)
    return tuple(out)


def _hangs(line: SignerLine, *, low: bool) -> bool:
    """Whether all writing beside a signature lies in the lower (or upper) part of its line, and most of it on the rule."""
    inks = [c.ink for c in line.cells if c.ink is not None and c.meaning != "signature"]
    if not inks:
        # A signature alone goes where it is written: half of it in this part of its line.
        signed = next((c.ink for c in line.cells if c.ink is not None), None)
        return signed is not None and (signed.middle[1] > line.box.middle[1]) == low
    reach = [(line.box.y1 - i.y1, line.box.y1 - i.y0) if low else (i.y0 - line.box.y0, i.y1 - line.box.y0) for i in inks]
    near = sum(first <= ON_RULE_PT for first, _ in reach)
    return 2 * near > len(inks) and all(last <= HANGING_PART * line.box.height for _, last in reach)


def _beside(one: CellMarks, other: CellMarks) -> bool:
    """Whether the writings of two cells stand over each other."""
    if one.ink is None or other.ink is None:
        return False
    common = min(one.ink.x1, other.ink.x1) - max(one.ink.x0, other.ink.x0)
    return common > 0.3 * min(one.ink.width, other.ink.width) or common > -ALIGNED_PT


def _one_of(one: CellMarks, other: CellMarks) -> CellMarks:
    if one.ink is not None and other.ink is not None:
        return replace(one, ink=union((one.ink, other.ink)))
    return one if one.ink is not None else replace(other, box=one.box)


def _emptied(cell: CellMarks) -> CellMarks:
    nothing = Seen(present=False, certainty=0.8, page=cell.written.page, box=cell.box)
    return replace(cell, ink=None, written=nothing, struck=nothing, altered=nothing)


def drawn_together(lines: tuple[SignerLine, ...], page: int) -> tuple[SignerLine, ...]:
    """Lines of two rows of cells: an entry in the lower row of one line and the upper row of the next is one, the upper
    line's; the next is blank.
    """
    out = list(lines)
    for k in range(len(out) - 1):
        first, second = _two_rows(out[k]), _two_rows(out[k + 1])
        if first is None or second is None:
            continue
        empty = _filled(first[0]) == 0 and _filled(second[1]) == 0
        if not empty or min(_filled(first[1]), _filled(second[0])) < LEAST_CELLS:
            continue
        moved = [*zip(first[0], first[1], strict=True), *zip(first[1], second[0], strict=True)]
        marks = {id(own): replace(theirs, box=own.box, meaning=own.meaning, told=own.told) for own, theirs in moved}
        blank = {
            id(own): replace(theirs, box=own.box, meaning=own.meaning, told=own.told)
            for own, theirs in [*zip(second[0], second[1], strict=True)]
        }
        cells = tuple(marks.get(id(c), c) for c in out[k].cells)
        signature = next((c for c in cells if c.meaning == "signature"), None)
        seen = Seen(present=True, certainty=0.85, page=page, box=out[k].box, detail=OVER_TWO_LINES)
        nothing = next((replace(c.written, box=c.box) for c in second[1]), out[k + 1].signature)
        out[k] = replace(
            out[k],
            cells=cells,
            signature=replace(signature.written, box=signature.ink or signature.box) if signature else out[k].signature,
            outside_block=seen,
        )
        out[k + 1] = replace(
            out[k + 1],
            cells=tuple(blank.get(id(c), c) for c in out[k + 1].cells),
            signature=nothing,
            struck=out[k].struck if not out[k].struck.present else replace(out[k].struck, present=False),
        )
    return tuple(out)


def _two_rows(line: SignerLine) -> tuple[list[CellMarks], list[CellMarks]] | None:
    """The cells of the upper and of the lower row, standing over each other; None where the line has not two such rows."""
    half = [c for c in line.cells if c.box.height < WHOLE_HEIGHT * line.box.height]
    upper = sorted((c for c in half if c.box.middle[1] < line.box.middle[1]), key=lambda c: c.box.x0)
    lower = sorted((c for c in half if c.box.middle[1] >= line.box.middle[1]), key=lambda c: c.box.x0)
    level = len(upper) == len(lower) >= LEAST_CELLS
    if not level or any(abs(a.box.x0 - b.box.x0) > ALIGNED_PT for a, b in zip(upper, lower, strict=True)):
        return None
    return upper, lower


def _filled(cells: Sequence[CellMarks]) -> int:
    return sum(c.written.present is True for c in cells)


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
