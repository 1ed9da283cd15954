"""What signers wrote beside their signatures: name, address and date of each line, read with certainty. Struck lines too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from pipeline.geometry import union
from pipeline.model.line import CellMarks, ColumnMeaning, SignerLine
from pipeline.model.reading import DateRead, TextRead
from pipeline.ocr.engine import HandEngine
from pipeline.pages.raster import Raster
from pipeline.signers import ditto
from pipeline.signers.cellcrop import CUT_CERTAINTY, is_cut, is_empty
from pipeline.signers.dates import date_cells, marks_only, read_date
from pipeline.signers.fields_band import Crops
from pipeline.signers.fields_doubt import name_most, street_most, without_label

NAME: tuple[ColumnMeaning, ...] = ("name",)
STREET: tuple[ColumnMeaning, ...] = ("address", "street")
ADDRESS: tuple[ColumnMeaning, ...] = (*STREET, "city", "zip")


@dataclass(slots=True)
class _Above:
    """What the lines read so far say, for ditto marks below them."""

    texts: dict[ColumnMeaning, tuple[int, TextRead]] = field(default_factory=dict)
    """By column: the row, and what it says."""
    day: tuple[int, DateRead] | None = None


def read_lines(
    crops: Crops, lines: Sequence[SignerLine], engine: HandEngine, *, first: date | None = None, last: date | None = None
) -> tuple[SignerLine, ...]:
    """The lines of one block, from top to bottom, with `name`, `address` and `date` read.

    A field is None where the line has no such cell or nothing is written in it; written and unread, its text is None and its
    certainty 0. Ditto marks are said as what stands above, and name the row. `first`, `last`: first day of circulation and day of
    filing, where known.
    """
    above = _Above()
    return tuple(_read_line(crops, line, engine, above, first, last) for line in lines)


def read_fields(
    raster: Raster, line: SignerLine, engine: HandEngine, *, first: date | None = None, last: date | None = None
) -> SignerLine:
    """One line by itself, as `read_lines` reads it: ditto marks have nothing above."""
    return read_lines(Crops(raster), (line,), engine, first=first, last=last)[0]


def _read_line(
    crops: Crops, line: SignerLine, engine: HandEngine, above: _Above, first: date | None, last: date | None
) -> SignerLine:
    cells = date_cells(line)
    day = read_date(crops, cells, engine, page=line.page, first=first, last=last)
    if day is not None and marks_only(crops, cells, day):
        row, stands = above.day or (0, None)
        day = ditto.day_above(day, stands, row)
    if day is not None:
        above.day = (line.row, day)
    return replace(
        line,
        name=_joined(crops, line, NAME, engine, above),
        address=_joined(crops, line, ADDRESS, engine, above),
        date=day,
    )


def _joined(
    crops: Crops, line: SignerLine, meanings: Sequence[ColumnMeaning], engine: HandEngine, above: _Above
) -> TextRead | None:
    """The cells' texts in the order of their columns, `street, city, zip`; as sure as all of them together."""
    cells = [cell for cell in line.cells if cell.meaning in meanings]
    reads = [read for cell in cells if (read := _read_cell(crops, line, cell, engine, above)) is not None]
    if not reads:
        return None
    box = union(read.box for read in reads)
    texts = [read.text for read in reads if read.text is not None]
    row = next((read.above for read in reads if read.above is not None), None)
    if len(texts) < len(reads):
        kept = (", ".join(texts),) if texts else ()
        return TextRead(text=None, certainty=0.0, page=line.page, box=box, alternatives=kept, above=row)
    certainty = 1.0
    for read in reads:
        certainty *= read.certainty
    others = [read.alternatives[0] if read.alternatives else read.text or "" for read in reads]
    said, second = ", ".join(texts), ", ".join(others)
    return TextRead(
        text=said,
        certainty=round(certainty, 4),
        page=line.page,
        box=box,
        alternatives=(second,) if second != said else (),
        above=row,
    )


def _read_cell(crops: Crops, line: SignerLine, cell: CellMarks, engine: HandEngine, above: _Above) -> TextRead | None:
    """The cell's text; None where it is empty, or only a doubtful speck is in it that reads as nothing."""
    if is_empty(cell):
        return None
    pixels, box, band = crops.of(cell)
    read = engine.read(pixels, page=line.page, box=box)
    if cell.meaning not in NAME and ditto.says_as_above(pixels, box, read.text):
        row, stands = above.texts.get(cell.meaning, (0, None))
        read = ditto.text_above(read, stands, row)
        if read.text is not None:
            above.texts[cell.meaning] = (line.row, read)
        return read
    if read.text is None:
        return None if cell.written.present is None else read
    text = without_label(read.text)
    mosts = [CUT_CERTAINTY] if is_cut(pixels) or (band is not None and band.crosses) else []
    if cell.meaning in NAME:
        mosts.append(name_most(text))
    elif cell.meaning in STREET:
        mosts.append(street_most(text))
    read = replace(read, text=text, certainty=min((read.certainty, *mosts)))
    above.texts[cell.meaning] = (line.row, read)
    return read
