"""The date that a signer wrote in the date cell of a line."""

from __future__ import annotations

from datetime import date

from pipeline.model.line import CellMarks
from pipeline.model.reading import DateRead
from pipeline.ocr.engine import HandEngine
from pipeline.pages.raster import Raster
from pipeline.signers.cellcrop import cell_crop, is_empty


def read_date(
    raster: Raster, cell: CellMarks, engine: HandEngine, *, page: int, first: date | None = None, last: date | None = None
) -> DateRead | None:
    """The date in the cell; None where the cell is empty. Written and unread: text and day None, certainty 0.

    `first`, `last`: known bounds (first day of circulation, day of filing). They never move a day that is read well.
    """
    if is_empty(cell):
        return None
    pixels, box = cell_crop(raster, cell)
    read = engine.read_date(pixels, page=page, box=box, first=first, last=last)
    if cell.written.present is None and read.text is None:
        return None
    return read
