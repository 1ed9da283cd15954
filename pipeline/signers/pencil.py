"""Pencil or pen? Three answers; a bitonal scan cannot tell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.page import Page
from pipeline.model.reading import Seen
from pipeline.signers.cell_ink import CellInk
from pipeline.signers.sheet import Sheet

# Strokes darker than this, whose edges are sharp, are pens; fainter ones may be pencil. Of 175 lines written with black pens in
# made-up colour scans (seed 7331) none was under 0.64 at its core, pencils lay between 0.44 and 0.60.
PEN_DARKNESS = 0.62
PENCIL_DARKNESS = 0.5
# On a gray scan a pale blue or green pen is as light as that too: pencil is doubted only where it is lighter still.
GRAY_DARKNESS = 0.54
# Graphite has no colour (up to 0.01 on those scans); the palest green pen had 0.11.
GRAPHITE_CHROMA = 0.06


def graphite(page: Page, cells: Sequence[CellMarks], inks: Sequence[CellInk], sheet: Sheet, line: SignerLine) -> Seen:
    """Pencil is gray, never coloured, and lighter than a pen's black at the core of its strokes."""
    if page.colour == "bitonal":
        return Seen(present=None, certainty=0.0, page=page.number, box=line.box, detail="a bitonal scan shows no pencil")
    written = [(c, i) for c, i in zip(cells, inks, strict=True) if c.written.present and i.mask.size]
    if not written:
        return Seen(present=False, certainty=0.9, page=page.number, box=line.box)
    dark, chroma = [], []
    for _, ink in written:
        y, x = ink.corner
        h, w = ink.mask.shape
        dark.append(sheet.dark[y : y + h, x : x + w][ink.mask])
        chroma.append(sheet.chroma[y : y + h, x : x + w][ink.mask])
    core = float(np.percentile(np.concatenate(dark), 80))
    colour = float(np.median(np.concatenate(chroma)))
    if colour > GRAPHITE_CHROMA or core > (PEN_DARKNESS if page.colour == "colour" else GRAY_DARKNESS):
        return Seen(present=False, certainty=0.9, page=page.number, box=line.box)
    if core < PENCIL_DARKNESS and page.colour == "colour":
        return Seen(present=True, certainty=0.7, page=page.number, box=line.box, detail="soft gray strokes")
    return Seen(present=None, certainty=0.5, page=page.number, box=line.box, detail="faint gray strokes")
