"""Was an entry written over, whited out or corrected? Certain it never is: a person looks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.geometry import Box
from pipeline.model.reading import Seen
from pipeline.signers.cell_ink import WRITTEN_AREA, CellInk

# A cell is written over when its strokes are so many times thicker and closer than those of the line's other cells.
HEAVIER, CLOSER = 1.5, 1.4


def altered_cell(ink: CellInk, inks: Sequence[CellInk], box: Box, page: int) -> Seen:
    """Written over: strokes much heavier and closer than the same hand's in the other cells. Certain it never is."""
    others = [i for i in inks if i is not ink and i.box is not None and i.area >= WRITTEN_AREA]
    if ink.box is None or len(others) < 2 or ink.area < 4 * WRITTEN_AREA:
        return Seen(present=False, certainty=0.8, page=page, box=box)
    heavier = ink.thickness / max(float(np.median([i.thickness for i in others])), 0.1)
    closer = float(ink.mask.mean()) / max(float(np.median([i.mask.mean() for i in others])), 0.01)
    if heavier >= HEAVIER and closer >= CLOSER:
        return Seen(present=True, certainty=0.7, page=page, box=ink.box, detail="written over, heavier than the rest of the line")
    return Seen(present=False, certainty=0.8, page=page, box=ink.box)
