"""Where do the figures of a number begin and end on the paper? Print OCR cuts the first or last of a numbering machine's figures,
which are set wide and stand apart, and what is cut in two is misread by every engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from pipeline.geometry import Box, union
from pipeline.model.text import Word
from pipeline.pages.ink import darkest, letter_mask
from pipeline.pages.view import PageView

# How far a figure may be looked for beside the word, in heights of the word.
REACH_HEIGHTS = 3.0
# A figure is so high and at most so wide, in heights of the word; smaller pieces are points and dust, wider ones rules.
FIGURE_HEIGHT, FIGURE_WIDTH = (0.6, 1.5), 1.1
# Figures of one number stand no further apart than this, in heights.
GAP_HEIGHTS = 0.9
# Where figures cover less of the number's width than this, some of them are broken and cannot be counted.
INK_SHARE = 0.35
# How far a figure's middle may lie off the word's, in heights.
OFF_LINE = 0.35


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureInk:
    """The figures of a number as ink."""

    box: Box
    """All of them whole."""
    count: int | None
    """How many there are; None where they cannot be told apart."""


def whole_figures(view: PageView, word: Word) -> FigureInk:
    """The ink of the number that print OCR read as `word`, figures beside it that no other word claims included.

    Where the ink shows no figures (joined to a rule, too pale) the word's own box comes back.
    """
    height = max(word.box.height, 4.0)
    around = word.box.grown(REACH_HEIGHTS * height, 0.5 * height)
    # Words that reach in are taken whole, so that their letters can be counted.
    beside = [w.box for w in view.text.words if w.box.intersection(around) and abs(w.box.middle[1] - word.box.middle[1]) < height]
    across = union([around, *beside])
    around = Box(across.x0, around.y0, across.x1, around.y1).clipped(view.page.box)
    pixels = darkest(view.raster, around)
    if pixels.size == 0:
        return FigureInk(box=word.box, count=None)
    mask = letter_mask(pixels).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    px = view.raster.px_per_pt
    pieces = []
    for x, y, w, h in ([float(side) / px for side in stats[i][:4]] for i in range(1, count)):
        box = Box(around.x0 + x, around.y0 + y, around.x0 + x + w, around.y0 + y + h)
        high = FIGURE_HEIGHT[0] * height <= h <= FIGURE_HEIGHT[1] * height and w <= FIGURE_WIDTH * height
        if high and abs(box.middle[1] - word.box.middle[1]) <= OFF_LINE * height:
            pieces.append(box)
    pieces = _unclaimed(pieces, view, word)
    inside = [p for p in pieces if p.share_inside(Box(word.box.x0, p.y0, word.box.x1, max(p.y1, p.y0 + 0.1))) > 0.3]
    if not inside:
        return FigureInk(box=word.box, count=None)
    found = union([word.box, *inside])
    for piece in sorted(pieces, key=lambda p: -p.x1):
        if piece.x0 < found.x0 and found.x0 - piece.x1 <= GAP_HEIGHTS * height:
            found = union((found, piece))
    for piece in sorted(pieces, key=lambda p: p.x0):
        if piece.x1 > found.x1 and piece.x0 - found.x1 <= GAP_HEIGHTS * height:
            found = union((found, piece))
    figures = [p for p in pieces if p.x0 >= found.x0 - 0.1 and p.x1 <= found.x1 + 0.1]
    whole = sum(p.width for p in figures) >= INK_SHARE * found.width
    return FigureInk(box=found, count=len(figures) if whole else None)


def _unclaimed(pieces: Sequence[Box], view: PageView, number: Word) -> list[Box]:
    """The pieces that are no letters of other words. Where a word has more pieces than letters, those nearest to the number are
    not its own: print OCR drew its box too far.
    """
    free = list(pieces)
    for word in view.text.words:
        letters = sum(c.isalnum() for c in word.text)
        if word.box.share_inside(number.box) >= 0.5 or letters == 0:
            continue
        own = [p for p in free if p.share_inside(word.box) > 0.5 and p.share_inside(number.box) < 0.5]
        own.sort(key=lambda p: abs(p.middle[0] - number.box.middle[0]), reverse=True)
        for piece in own[:letters]:
            free.remove(piece)
    return free
