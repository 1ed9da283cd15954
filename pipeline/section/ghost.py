"""Print that a scanner's red lamp has all but wiped out: an empty band at the top of a page, and the ghost of letters in it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from pipeline.errors import MissingProgram, PetitionError
from pipeline.geometry import Box
from pipeline.model.text import Word
from pipeline.ocr.engine import PrintEngine
from pipeline.pages.ink import darkest, letter_mask
from pipeline.pages.raster import Pixels
from pipeline.pages.view import PageView

# A band with no more ink than this share of its area is blank (dust, the ghost of red letters).
BLANK_SHARE = 0.004
# A blank top of a page higher than this, in points, where no margin of the page is, may have borne red print (the
# shortest warning of ten points in a wide page is 60 points high).
BLANK_TOP_PT = 75.0
# Gray levels by which a ghost must be darker than the paper: noise of a clean scan stays under this after the blur of a
# letter.
GHOST_DEPTH = 5.0
# What is printed this near to the top edge, in points, with this few words on its line, is a corner mark: serial, page
# number.
CORNER_PT, CORNER_WORDS = 60.0, 8


def is_blank(view: PageView, band: Box) -> bool:
    """Whether a band of the page bears neither words nor ink."""
    inner = band.grown(-2.0)
    pixels = darkest(view.raster, inner)
    if pixels.size == 0 or any(inner.contains(*w.box.middle) and w.certainty > 0.5 for w in view.text.words):
        return False
    return float(letter_mask(pixels).mean()) <= BLANK_SHARE


def empty_top(view: PageView) -> Box | None:
    """An empty band from the top margin, or what stands in its corners, to the first print or rule: high enough for a warning."""
    words = [w for w in view.text.words if w.certainty > 0.5]
    body = [w for w in words if not (w.box.y1 < CORNER_PT and len(_on_line(words, w)) <= CORNER_WORDS)]
    if not body:
        return None
    width = view.page.size[0]
    margin = min(max(min(w.box.x0 for w in body), 18.0), 72.0)
    first = min(w.box.y0 for w in body)
    corner = max((w.box.y1 for w in words if w.box.y1 < first), default=margin)
    rules = [
        r.at
        for r in view.rules
        if r.direction == "horizontal" and r.length > 0.3 * width and corner + BLANK_TOP_PT < r.at < first
    ]
    bottom = min([first, *rules])
    if bottom - corner < BLANK_TOP_PT:
        return None
    band = Box(margin, corner + 2, width - margin, bottom - 3)
    return band if is_blank(view, band) else None


def _on_line(words: list[Word], word: Word) -> list[Word]:
    return [w for w in words if w.box.y0 < word.box.middle[1] < w.box.y1]


def with_ghost(view: PageView, band: Box, print_engine: PrintEngine) -> PageView | None:
    """The page with the words that can be read in an empty band once its contrast is stretched; None where there are none.

    Raises:
        MissingProgram: when the engine is not on this computer.
    """
    stretched = _stretched(darkest(view.raster, band))
    if stretched is None:
        return None
    try:
        text = print_engine.read_region(
            stretched, view.raster.px_per_pt, page=view.page.number, origin=(band.x0, band.y0), scale=1.0
        )
    except MissingProgram:
        raise
    except PetitionError:
        return None
    lines = tuple(line for line in text.lines if any(c.isalpha() for c in line.text))
    if not lines:
        return None
    return replace(view, text=replace(view.text, lines=(*lines, *view.text.lines)))


def _stretched(pixels: Pixels) -> Pixels | None:
    if pixels.size == 0:
        return None
    soft = cv2.blur(pixels, (3, 3))
    paper, ghost = float(np.median(soft)), float(np.percentile(soft, 1.5))
    if paper - ghost < GHOST_DEPTH:
        return None
    spread = (pixels.astype(np.float32) - ghost) / (paper - ghost) * 215 + 30
    return np.asarray(np.clip(spread, 0, 255), np.uint8)
