"""One block of signer lines, read: texts and dates, how the writing looks, and what was seen of it for whoever has a roll."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from pipeline.model.line import SignerLine
from pipeline.ocr.engine import HandEngine
from pipeline.pages.raster import Raster
from pipeline.signers.fields import read_lines
from pipeline.signers.fields_band import Crops
from pipeline.signers.fields_written import keep_writing
from pipeline.signers.hands import with_traits


def read_block(
    raster: Raster, lines: Sequence[SignerLine], engine: HandEngine, *, first: date | None = None, last: date | None = None
) -> tuple[SignerLine, ...]:
    """The lines of one block, marked already, from top to bottom. `first`, `last`: first day of circulation, day of filing."""
    crops = Crops(raster)
    read = read_lines(crops, lines, engine, first=first, last=last)
    return keep_writing(crops, tuple(with_traits(crops, line) for line in read))
