"""Was an entry of the affidavit written over, or struck through? Sources: 54-124(e), 10.3(c), 602(c)(1). Only what is
evident is told.

A slip corrected legibly is tolerated by law; here only ink that lies twice on itself, or a stroke through the whole entry,
is seen.
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
# Written over: ink lies twice, so that the entry's box is dense with it and its strokes are thick, against the median
# stroke of the
# page's entries. Of made-up entries the overwritten ones had 0.48 and more of their box inked and strokes 1.55 to 2.1
# times as thick;
# no other had both more than 0.41 and 1.3.
DENSE, THICKER, LEAST_WIDTH_PT = 0.43, 1.4, 22.0
THICK_PERCENTILE = 95
SEEN, MAYBE = 0.8, 0.6


def altered(form: OathPage, entries: list[tuple[str, Entry]]) -> tuple[Seen, ...]:
    """Entries that are evidently struck through or written over; `entries` are (what the blank is for, what stands in
    it).
    """
    measured = []
    for name, found in entries:
        if found.answer == "written" and found.ink is not None and found.ink.width >= LEAST_WIDTH_PT:
            mask = _ink(form, found.ink)
            if mask.size:
                measured.append((name, found.ink, mask, _thickness(mask)))
    out: list[Seen] = []
    for name, box, mask, thick in measured:
        others = [t for _, b, _, t in measured if b != box]
        page = form.view.page.number
        if _struck(mask, form.view.raster.px_per_pt):
            out.append(Seen(present=True, certainty=SEEN, page=page, box=box, detail=f"{name}: a stroke through the entry"))
        elif len(others) >= 2 and mask.mean() >= DENSE and thick >= THICKER * float(np.median(others)):
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


def _thickness(mask: Mask) -> float:
    """How thick the thickest strokes are, in pixels."""
    reach = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 3)
    inked = reach[reach > 0]
    return 2 * float(np.percentile(inked, THICK_PERCENTILE)) if inked.size else 0.0


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
