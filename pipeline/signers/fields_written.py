"""What the recogniser saw in the cells that name the signer: kept with the facts, so that another roll needs no pixel."""

from __future__ import annotations

from dataclasses import replace

from pipeline.model.line import SignerLine
from pipeline.model.writing import Writing
from pipeline.ocr.alphabet import WRITING
from pipeline.ocr.crops import writing_lines
from pipeline.ocr.lattice import packed
from pipeline.ocr.recogniser import frames
from pipeline.pages.raster import Raster
from pipeline.signers.cellcrop import is_empty
from pipeline.signers.fields_band import band_pixels

KEPT = ("name", "address", "street", "city", "county", "zip")
# A cell holds a line or two of writing; what would be more is print, stamps or a neighbour's.
MOST_LINES = 3


def keep_writing(raster: Raster, line: SignerLine) -> SignerLine:
    """The line with what was seen in its cells; the recogniser's memory makes a second look at the same pixels free."""
    kept = []
    for cell in line.cells:
        if cell.meaning not in KEPT or is_empty(cell):
            continue
        pixels, box, _ = band_pixels(raster, cell)
        scale = pixels.shape[0] / box.height if box.height >= 2 and pixels.shape[0] >= 4 else None
        lines = [packed(frames(one, WRITING)) for one in writing_lines(pixels, scale)[:MOST_LINES]]
        if lines:
            kept.append(Writing(meaning=cell.meaning, packed=tuple(lines), box=box))
    return replace(line, writing=tuple(kept))
