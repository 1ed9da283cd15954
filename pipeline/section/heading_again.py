"""Cells of a form's heading that the reading of the page lost, each read by itself: two small lines beside neighbours of one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.geometry import Box
from pipeline.model.text import PageText, TextLine, Word
from pipeline.ocr.engine import PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.heading_cells import cell_at
from pipeline.section.heading_form import PRINT_CERTAINTY

# Each reading costs a process start; a heading has few cells, and a page whose cells are mostly lost is read no better so.
CELLS_AT_MOST = 4
# The next cell begins so far behind a wall, its borders lie so far inside, in points.
BESIDE_PT, INSET_PT = 6.0, 1.5


def lost_cells(view: PageView, region: Box) -> tuple[Box, ...]:
    """Cells of `region` (points) without one word surely read, beside a cell that has such a word; from left to right."""
    sure = [w.box for w in view.text.words if _sure(w) and region.contains(*w.box.middle)]
    cells: list[Box] = []
    for word in sure:
        cell = cell_at(view, *word.middle)
        if cell is None:
            continue
        for x in (cell.x0 - BESIDE_PT, cell.x1 + BESIDE_PT):
            beside = cell_at(view, x, cell.middle[1])
            if beside is not None and beside not in cells and not any(beside.contains(*b.middle) for b in sure):
                cells.append(beside)
    return tuple(sorted(cells, key=lambda c: (c.y0, c.x0))[:CELLS_AT_MOST])


def cells_again(view: PageView, cells: Sequence[Box], engine: PrintEngine) -> PageView:
    """The page with each of `cells` (points) read by itself at twice the size; what cannot be read better stays as it was."""
    lines, shift = list(view.text.lines), max((line.block for line in view.text.lines), default=0) + 1
    for cell in cells:
        inner = cell.grown(-INSET_PT)
        crop = view.raster.gray_crop(inner)
        if min(crop.shape) < 8:
            continue
        rows, cols = view.raster.to_px(inner)
        s = view.raster.px_per_pt
        origin = (cols.start / s, rows.start / s)
        read = engine.read_region(np.ascontiguousarray(crop), s, page=view.page.number, origin=origin, scale=2.0)
        if not any(_sure(w) for w in read.words):
            continue
        kept = ([w for w in line.words if not cell.contains(*w.box.middle)] for line in lines)
        numbers = [line.block for line in lines]
        lines = [TextLine(words=tuple(ws), block=n) for ws, n in zip(kept, numbers, strict=True) if ws]
        lines += [TextLine(words=line.words, block=line.block + shift) for line in read.lines]
        shift = max(line.block for line in lines) + 1
    text = PageText(page=view.page.number, lines=tuple(lines), exact=False, engine=view.text.engine)
    return PageView(page=view.page, raster=view.raster, text=text, rules=view.rules)


def _sure(word: Word) -> bool:
    return word.certainty >= PRINT_CERTAINTY and any(c.isalnum() for c in word.text)
