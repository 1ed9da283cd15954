"""What signers wrote beside their signatures: name, address and date of each line, read with certainty. Struck lines too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from pipeline.geometry import union
from pipeline.model.line import CellMarks, ColumnMeaning, SignerLine
from pipeline.model.reading import TextRead
from pipeline.ocr.engine import HandEngine
from pipeline.pages.raster import Raster
from pipeline.signers.cellcrop import CUT_CERTAINTY, is_cut, is_empty
from pipeline.signers.dates import date_cells, read_date
from pipeline.signers.fields_band import band_pixels
from pipeline.signers.fields_doubt import name_most, street_most, without_label

NAME: tuple[ColumnMeaning, ...] = ("name",)
STREET: tuple[ColumnMeaning, ...] = ("address", "street")
ADDRESS: tuple[ColumnMeaning, ...] = ("address", "street", "city", "zip")


def read_fields(
    raster: Raster, line: SignerLine, engine: HandEngine, *, first: date | None = None, last: date | None = None
) -> SignerLine:
    """The line with `name`, `address` and `date` read.

    A field is None where the line has no such cell or nothing is written in it; written and unread, its text is None and its
    certainty 0. `first`, `last`: first day of circulation and day of filing, where known.
    """
    return replace(
        line,
        name=_joined(raster, _cells(line, NAME), engine, page=line.page),
        address=_joined(raster, _cells(line, ADDRESS), engine, page=line.page),
        date=read_date(raster, date_cells(line), engine, page=line.page, first=first, last=last),
    )


def _cells(line: SignerLine, meanings: Sequence[ColumnMeaning]) -> list[CellMarks]:
    return [cell for cell in line.cells if cell.meaning in meanings]


def _joined(raster: Raster, cells: Sequence[CellMarks], engine: HandEngine, *, page: int) -> TextRead | None:
    """The cells' texts in the order of their columns, `street, city, zip`; as sure as all of them together."""
    reads = [read for cell in cells if (read := _read_cell(raster, cell, engine, page=page)) is not None]
    if not reads:
        return None
    box = union(read.box for read in reads)
    texts = [read.text for read in reads if read.text is not None]
    if len(texts) < len(reads):
        return TextRead(text=None, certainty=0.0, page=page, box=box, alternatives=(", ".join(texts),) if texts else ())
    certainty = 1.0
    for read in reads:
        certainty *= read.certainty
    return TextRead(text=", ".join(texts), certainty=round(certainty, 4), page=page, box=box)


def _read_cell(raster: Raster, cell: CellMarks, engine: HandEngine, *, page: int) -> TextRead | None:
    """The cell's text; None where it is empty, or only a doubtful speck is in it that reads as nothing."""
    if is_empty(cell):
        return None
    pixels, box, band = band_pixels(raster, cell)
    read = engine.read(pixels, page=page, box=box)
    if read.text is None:
        return None if cell.written.present is None else read
    text = without_label(read.text)
    mosts = [CUT_CERTAINTY] if is_cut(pixels) or (band is not None and band.crosses) else []
    if cell.meaning in NAME:
        mosts.append(name_most(text))
    elif cell.meaning in STREET:
        mosts.append(street_most(text))
    return replace(read, text=text, certainty=min((read.certainty, *mosts)))
