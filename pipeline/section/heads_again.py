"""Headings that the reading of the page lost are read once more, enlarged, together or each by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pipeline.geometry import Box
from pipeline.model.text import Word
from pipeline.ocr.engine import PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.column_order import bound
from pipeline.section.column_words import meaning_of
from pipeline.section.columns import NUMBER_WIDTH_PT, Column, head_box
from pipeline.section.grid import Grid


def unread(grid: Grid, columns: Sequence[Column]) -> bool:
    """Whether headings seem to have been lost: no column for a signature, or one that nothing tells, the narrow first
    one excepted.
    """
    if not any(c.meaning == "signature" for c in columns):
        return True
    return any(c.certainty == 0.0 and c.slot.x0 > grid.x0 + NUMBER_WIDTH_PT / 2 for c in columns)


def head_again(grid: Grid, view: PageView, engine: PrintEngine) -> tuple[Word, ...]:
    """The headings read once more, enlarged; white letters on a dark bar turned round."""
    return _read_head(head_box(grid).grown(3.0, 1.0), view, engine)


def _read_head(box: Box, view: PageView, engine: PrintEngine) -> tuple[Word, ...]:
    crop = view.raster.gray_crop(box)
    if min(crop.shape) < 8:
        return ()
    if float(np.median(crop)) < 110:
        crop = 255 - crop
    rows, cols = view.raster.to_px(box)
    s = view.raster.px_per_pt
    text = engine.read_region(
        np.ascontiguousarray(crop), s, page=view.page.number, origin=(cols.start / s, rows.start / s), scale=2.0
    )
    return text.words


def each_again(grid: Grid, columns: tuple[Column, ...], view: PageView, engine: PrintEngine) -> tuple[Column, ...]:
    """Headings that two readings of the whole head did not tell, each read by itself: words on two lines in a narrow cell."""
    if not grid.boxed or grid.head is None:
        return columns
    out = []
    for column in columns:
        box = Box(column.slot.x0, grid.head.y0, column.slot.x1, grid.head.y1).grown(-1.5)
        untold = column.certainty == 0.0 and column.slot.x0 > grid.x0 + NUMBER_WIDTH_PT / 2 and box.width >= 12.0
        if untold:
            text = " ".join(w.text for w in _read_head(box, view, engine))
            meaning, certainty = meaning_of(text)
            if certainty > 0.3:
                column = replace(column, meaning=meaning, certainty=certainty, label=text)
        out.append(column)
    return bound(out)
