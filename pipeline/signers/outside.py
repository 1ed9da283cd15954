"""Which entries stand outside their line: between two lines, over two, or in the margin?"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.geometry import Box
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.reading import Seen
from pipeline.signers.cell_ink import CellInk

# Letters that stand on a rule have half their ink beyond it, tails of letters a tenth.
ACROSS_RULE = 0.28
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
