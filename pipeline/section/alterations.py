"""Was an entry of the affidavit written over, or struck through? Sources: 54-124(e), 10.3(c), 602(c)(1). Only what is evident is told.

A slip corrected legibly is tolerated by law; here only ink that lies twice on itself, or a stroke through the whole entry, is seen.
"""

from __future__ import annotations

import cv2
import numpy as np

from pipeline.geometry import Box
from pipeline.model.reading import Seen
from pipeline.section.oath_page import OathPage
from pipeline.section.writing_room import Entry, Mask, dark

# A stroke through an entry: as long as this share of it, and so many points, in the middle part of its height. The bars
# of a t or 7 and the dashes of dates are under 8 pt.
STRUCK_SHARE, STRUCK_PT = 0.6, 22.0
MIDDLE = (0.2, 0.8)
# Ink per box of the entry, against the median of the other entries of the page: written over, it lies twice and
# heavier. Entries in one hand differ by a third; overwritten ones of made-up scans had twice the ink and more.
HEAVIER, DENSE, LEAST_WIDTH_PT = 2.2, 0.30, 22.0
SEEN, MAYBE = 0.8, 0.6


def altered(form: OathPage, entries: list[tuple[str, Entry]]) -> tuple[Seen, ...]:
    """Entries that are evidently struck through or written over; `entries` are (what the blank is for, what stands in it)."""
    measured = []
    for name, found in entries:
        if found.answer == "written" and found.ink is not None and found.ink.width >= LEAST_WIDTH_PT:
            mask = _ink(form, found.ink)
            if mask.size:
                measured.append((name, found.ink, mask, _weight(mask)))
    out: list[Seen] = []
    for name, box, mask, weight in measured:
        others = [w for n, b, _, w in measured if b != box]
        page = form.view.page.number
        if _struck(mask, form.view.raster.px_per_pt):
            out.append(Seen(present=True, certainty=SEEN, page=page, box=box, detail=f"{name}: a stroke through the entry"))
        elif len(others) >= 2 and weight >= DENSE and weight >= HEAVIER * float(np.median(others)):
            out.append(Seen(present=True, certainty=MAYBE, page=page, box=box, detail=f"{name}: written over"))
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


def _weight(mask: Mask) -> float:
    return float(mask.mean())


def _struck(mask: Mask, px_per_pt: float) -> bool:
    """Whether a level or slanting stroke runs through the middle of the ink over much of its length."""
    height, width = mask.shape
    least = max(int(STRUCK_SHARE * width), int(STRUCK_PT * px_per_pt))
    if width < least or height < 6:
        return False
    middle = mask[int(MIDDLE[0] * height) : int(MIDDLE[1] * height)]
    thick = cv2.dilate(middle.astype(np.uint8), np.ones((2, 1), np.uint8))
    runs = cv2.morphologyEx(thick, cv2.MORPH_OPEN, np.ones((1, least), np.uint8))
    return bool(runs.any())
