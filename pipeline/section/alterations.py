"""Was an entry of the affidavit struck through? Sources: 54-124(e), 10.3(c), 602(c)(1). Only what is evident is told.

A slip corrected legibly is tolerated by law. Of the first 60 scans never seen before, all nine marks told on weaker
evidence were false: five "strokes" were runs of small, close figures, and four entries "written
over" only a broad pen. Thick and dense ink cannot be told from a broad pen (0.53 and 0.56 of the box inked, strokes 1.8
times the usual, where entries really written over had 0.48 to 0.6 and 1.55 to 2.1), so it is not told at all.
"""

from __future__ import annotations

import cv2
import numpy as np

from pipeline.geometry import Box
from pipeline.model.reading import Seen
from pipeline.section.oath_page import OathPage
from pipeline.section.writing_room import Entry, Mask, dark

# A stroke through an entry: as long as this share of it, and so many points, in the middle part of its height. The false
# ones on the 60 scans had a share of 0.6, or an entry less than 8 pt high whose box more than half was ink.
STRUCK_SHARE, STRUCK_PT = 0.9, 22.0
MIDDLE = (0.25, 0.75)
LEAST_HEIGHT_PT, MOST_INKED = 9.0, 0.5
SEEN = 0.9


def altered(form: OathPage, entries: list[tuple[str, Entry]]) -> tuple[Seen, ...]:
    """Entries evidently struck through; `entries` are (what the blank is for, what stands in it)."""
    out: list[Seen] = []
    for name, found in entries:
        box = found.ink
        if found.answer != "written" or box is None or box.width < STRUCK_PT or box.height < LEAST_HEIGHT_PT:
            continue
        if struck(_ink(form, box), form.view.raster.px_per_pt):
            page = form.view.page.number
            out.append(Seen(present=True, certainty=SEEN, page=page, box=box, detail=f"{name}: a stroke through the entry"))
    return tuple(out)


def _ink(form: OathPage, box: Box) -> Mask:
    """Ink of the entry with its rule taken out."""
    mask = dark(form.view, box).copy()
    s = form.view.raster.px_per_pt
    for rule in form.rules:
        if box.y0 <= rule.y <= box.y1 and rule.x1 > box.x0 and rule.x0 < box.x1:
            at = round((rule.y - box.y0) * s)
            half = max(round(1.2 * s), 1)
            mask[max(at - half, 0) : at + half + 1] = False
    return mask


def struck(mask: Mask, px_per_pt: float) -> bool:
    """Whether a level stroke runs through the middle of the ink over nearly all its length; `mask` is true on ink."""
    height, width = mask.shape
    least = max(int(STRUCK_SHARE * width), int(STRUCK_PT * px_per_pt))
    if width < least or height < LEAST_HEIGHT_PT * px_per_pt * 0.9 or mask.mean() > MOST_INKED:
        return False
    middle = mask[int(MIDDLE[0] * height) : int(MIDDLE[1] * height)]
    thick = cv2.dilate(middle.astype(np.uint8), np.ones((2, 1), np.uint8))
    # Paper outside the entry is no ink: without the margin a run that touches an end counts as if it went on beyond it.
    runs = cv2.erode(
        np.pad(thick, ((0, 0), (1, 1))), np.ones((1, least), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0
    )
    return bool(runs.any())
