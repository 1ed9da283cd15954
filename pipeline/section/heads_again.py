"""Headings that the reading of the page lost are read once more, enlarged, together or each by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.text import Word
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.column_order import bound
from pipeline.section.column_words import meaning_of, tokens
from pipeline.section.columns import NUMBER_WIDTH_PT, Column, head_box
from pipeline.section.grid import Grid

# A head whose middle shade is under this, of 255, is a dark bar with white letters.
DARK_HEAD = 110
BAR_PERCENT = 30.0
# Lines of a heading are no lower than this, and read with so much white around them.
LEAST_LETTER_PT, LINE_PAD_PT = 3.5, 1.5
LEAST_READ = 0.5


def unread(grid: Grid, columns: Sequence[Column]) -> bool:
    """Whether headings seem to have been lost: no column for a signature, two, or one that nothing tells, the narrow first
    one excepted.
    """
    if sum(c.meaning == "signature" for c in columns) != 1:
        return True
    return any(_untold(grid, c) for c in columns)


def _untold(grid: Grid, column: Column) -> bool:
    return column.certainty == 0.0 and column.slot.x0 > grid.x0 + NUMBER_WIDTH_PT / 2


def head_again(grid: Grid, view: PageView, engine: PrintEngine) -> tuple[Word, ...]:
    """The headings read once more, enlarged; white letters on a dark bar turned round."""
    box = head_box(grid).grown(3.0, 1.0)
    crop = view.raster.gray_crop(box)
    if crop.size and float(np.median(crop)) < DARK_HEAD:
        crop = np.asarray(255 - crop, np.uint8)
    return _read_head(crop, box, view, engine)


def _read_head(crop: NDArray[np.uint8], box: Box, view: PageView, engine: PrintEngine) -> tuple[Word, ...]:
    if min(crop.shape) < 8:
        return ()
    rows, cols = view.raster.to_px(box)
    s = view.raster.px_per_pt
    text = engine.read_region(
        np.ascontiguousarray(crop), s, page=view.page.number, origin=(cols.start / s, rows.start / s), scale=2.0
    )
    return text.words


def _letters(box: Box, view: PageView) -> tuple[NDArray[np.uint8], Box]:
    """What stands in the box as dark letters on light ground, and where: a dark bar in it is turned round, and is all of it."""
    crop = view.raster.gray_crop(box)
    if crop.size == 0:
        return crop, box
    # Between white letters, too, a third of a row is the bar.
    dark = np.concatenate(([False], np.percentile(crop, BAR_PERCENT, axis=1) < DARK_HEAD, [False]))
    edges = np.nonzero(np.diff(dark.astype(np.int8)))[0]
    top, bottom = max(zip(edges[::2], edges[1::2], strict=True), key=lambda run: int(run[1] - run[0]), default=(0, 0))
    s = view.raster.px_per_pt
    if bottom - top < 2 * LEAST_LETTER_PT * s or float(np.median(crop[top:bottom])) >= DARK_HEAD:
        return crop, box
    first = view.raster.to_px(box)[0].start
    return np.asarray(255 - crop[top:bottom], np.uint8), Box(box.x0, (first + top) / s, box.x1, (first + bottom) / s)


def each_again(
    grid: Grid, columns: tuple[Column, ...], view: PageView, engine: PrintEngine, hand: HandEngine | None = None
) -> tuple[Column, ...]:
    """Headings that two readings of the whole head did not tell, each read by itself: words on two lines in a narrow cell.

    Of two columns for a signature one has lost a word of its heading (`Date of`), so both are read; the longer reading tells.
    """
    if not grid.boxed or grid.head is None:
        return columns
    head = head_box(grid)
    twice = sum(c.meaning == "signature" for c in columns) > 1
    out = []
    for column in columns:
        box = Box(column.slot.x0, head.y0, column.slot.x1, head.y1).grown(-1.5)
        doubled = twice and column.meaning == "signature"
        if (doubled or _untold(grid, column)) and box.width >= 12.0:
            texts = [" ".join(w.text for w in _read_head(*_letters(box, view), view, engine))]
            texts += [_by_lines(box, view, hand)] if hand is not None else []
            for text in texts:
                meaning, certainty = meaning_of(text)
                more = len(tokens(text)) > len(tokens(column.label)) if doubled else certainty > column.certainty
                if certainty > 0.3 and more:
                    column = replace(column, meaning=meaning, certainty=certainty, label=text)
        out.append(column)
    return bound(out)


def _by_lines(box: Box, view: PageView, hand: HandEngine) -> str:
    """A heading's text, line by line, by the recogniser of single lines: it reads small print on tinted paper too."""
    crop, box = _letters(box, view)
    if min(crop.shape) < 8:
        return ""
    paper = float(np.percentile(crop, 70))
    dark = crop < paper - max(0.35 * (paper - float(crop.min())), 25.0)
    rows = np.concatenate(([False], dark.any(axis=1), [False]))
    edges = np.nonzero(np.diff(rows.astype(np.int8)))[0]
    s = view.raster.px_per_pt
    out = []
    for top, bottom in zip(edges[::2], edges[1::2], strict=True):
        xs = np.nonzero(dark[top:bottom].any(axis=0))[0]
        if bottom - top < LEAST_LETTER_PT * s or len(xs) == 0:
            continue
        pad = round(LINE_PAD_PT * s)
        line = crop[max(top - pad, 0) : bottom + pad, max(int(xs[0]) - pad, 0) : int(xs[-1]) + 1 + pad]
        read = hand.read(np.ascontiguousarray(line), page=view.page.number, box=box)
        if read.text and read.certainty >= LEAST_READ:
            out.append(read.text)
    return " ".join(out)
