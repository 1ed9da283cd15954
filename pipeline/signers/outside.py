"""Which entries stand outside their line: between two lines, over two, or in the margin?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pipeline.geometry import Box
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.reading import Seen
from pipeline.model.section import LinesFacts
from pipeline.signers.cell_ink import CellInk
from pipeline.signers.strokes import BlockInk

# Letters that stand on a rule have half their ink beyond it, tails of letters a tenth.
ACROSS_RULE = 0.28
# Or they stand a third of a line's height from where the page's other entries stand, and touch the rule or lean to a
# blank line.
OFF_PLACE, TOUCHING = 0.33, 0.03
BETWEEN_LINES = "the entry stands between two lines"
# Marks in the margin are an entry from the size of a short word on.
MARGIN_AREA, MARGIN_WIDTH_PT = 120.0, 16.0


def outside_line(line: SignerLine, cells: Sequence[CellMarks], inks: Sequence[CellInk], stray: Sequence[Box], page: int) -> Seen:
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


def entries_apart(lines: Sequence[SignerLine], stray: Sequence[Box]) -> tuple[Box, ...]:
    """Entries in the margin that no written line answers for."""
    written = [line.box for line in lines if line.written]
    return tuple(b for b in stray if _is_entry(b) and not any(w.y0 <= b.middle[1] < w.y1 for w in written))


def between_lines(facts: LinesFacts, lines: tuple[SignerLine, ...], block: BlockInk, page: int) -> tuple[SignerLine, ...]:
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
