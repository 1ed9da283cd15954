"""What the recogniser saw in the cells that name the signer: kept with the facts, so that another roll needs no pixel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.writing import Writing
from pipeline.ocr.alphabet import WRITING
from pipeline.ocr.crops import writing_lines
from pipeline.ocr.lattice import packed
from pipeline.ocr.recogniser import best_path, frames
from pipeline.signers.cellcrop import is_empty
from pipeline.signers.ditto import says_as_above
from pipeline.signers.fields_band import Crops

NAME = "name"
KEPT = (NAME, "address", "street", "city", "county", "zip")
# A cell holds a line or two of writing; what would be more is print, stamps or a neighbour's.
MOST_LINES = 3


def keep_writing(crops: Crops, lines: Sequence[SignerLine]) -> tuple[SignerLine, ...]:
    """The lines of one block, from top to bottom, with what was seen in their cells.

    Ditto marks have what was seen in the cell above that they stand for; never for a name. The recogniser's memory makes a
    second look at the same pixels free.
    """
    above: dict[str, Writing] = {}
    out = []
    for line in lines:
        kept = []
        for cell in line.cells:
            if cell.meaning not in KEPT or is_empty(cell):
                continue
            seen = _seen(crops, cell, above)
            if seen is not None:
                kept.append(seen)
        above |= {w.meaning: w for w in kept}
        out.append(replace(line, writing=tuple(kept)))
    return tuple(out)


def _seen(crops: Crops, cell: CellMarks, above: dict[str, Writing]) -> Writing | None:
    """What was seen in one cell; None where there is no writing in it."""
    pixels, box, _ = crops.of(cell)
    scale = pixels.shape[0] / box.height if box.height >= 2 and pixels.shape[0] >= 4 else None
    reads = [frames(one, WRITING) for one in writing_lines(pixels, scale)[:MOST_LINES]]
    if cell.meaning != NAME and cell.meaning in above:
        text = " ".join(best_path(read)[0] for read in reads)
        if says_as_above(pixels, box, text or None):
            return replace(above[cell.meaning], box=box)
    return Writing(meaning=cell.meaning, packed=tuple(packed(read) for read in reads), box=box) if reads else None
