"""The date that a signer wrote in the date cell of a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from pipeline.geometry import union
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.reading import DateRead
from pipeline.ocr.engine import HandEngine
from pipeline.signers.cellcrop import CUT_CERTAINTY, is_cut, is_empty
from pipeline.signers.ditto import says_as_above
from pipeline.signers.fields_band import Crops

# A date of its own needs more room than this; cells this narrow beside each other hold its month, day and year.
NARROW_PT = 48.0
MOST_PARTS = 3
SHORTEST_DATE = 3


def read_date(
    crops: Crops,
    cells: Sequence[CellMarks],
    engine: HandEngine,
    *,
    page: int,
    first: date | None = None,
    last: date | None = None,
) -> DateRead | None:
    """The date in the cell, or in the cells of month, day and year; None where nothing is written.

    Written and unread: text and day None, certainty 0.
    `first`, `last`: known bounds (first day of circulation, day of filing). They never move a day that is read well.
    """
    written = [cell for cell in cells if not is_empty(cell)]
    if not written:
        return None
    found = [crops.of(cell)[:2] for cell in written]
    box = union(box for _, box in found)
    if len(found) == 1:
        read = engine.read_date(found[0][0], page=page, box=box, first=first, last=last)
    else:
        read = engine.read_split_date([pixels for pixels, _ in found], page=page, box=box, first=first, last=last)
    if read.text is None and all(cell.written.present is None for cell in written):
        return None
    if any(is_cut(pixels) for pixels, _ in found):
        return replace(read, certainty=min(read.certainty, CUT_CERTAINTY))
    return read


def marks_only(crops: Crops, cells: Sequence[CellMarks], read: DateRead) -> bool:
    """Whether the date's cell holds ditto marks and no date."""
    written = [cell for cell in cells if not is_empty(cell)]
    if len(written) != 1 or (read.day is not None and read.certainty >= CUT_CERTAINTY):
        return False
    pixels, box, _ = crops.of(written[0])
    # Read as a date, two strokes come out as any two or three figures.
    short = read.text is not None and len(read.text) <= SHORTEST_DATE
    return says_as_above(pixels, box, None if short else read.text)


def date_cells(line: SignerLine) -> tuple[CellMarks, ...]:
    """The cell for the date, or the cells of its month, day and year where the form parts them."""
    for i, cell in enumerate(line.cells):
        if cell.meaning == "date":
            found = [cell]
            for at, after in enumerate(line.cells[i + 1 : i + MOST_PARTS], i + 1):
                # Between month and year stands the day, whatever its heading was read as (`Date signed` over all three).
                behind = line.cells[at + 1] if at + 1 < len(line.cells) else None
                between = behind is not None and behind.meaning == "date" and behind.box.width <= NARROW_PT
                narrow = max(cell.box.width, after.box.width) <= NARROW_PT
                level = abs(after.box.middle[1] - cell.box.middle[1]) <= cell.box.height / 2
                if not (narrow and level and (between or after.meaning in ("date", "other"))):
                    break
                found.append(after)
            return tuple(found)
    return ()
