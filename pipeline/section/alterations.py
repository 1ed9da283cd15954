"""Was an entry of the affidavit struck, written over or whited out? Sources: 54-124(e), 10.3(c), 602(c)(1). Never certain.

Every entry is held against the other ones of the same writer: a broad pen makes all of them heavy, and close small figures
run together in all of them. A slip corrected legibly is tolerated by law, and a person sees which it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np

from pipeline.geometry import Box
from pipeline.model.reading import Seen
from pipeline.section.oath_page import OathPage
from pipeline.section.whited import whited_out
from pipeline.section.writing_room import Entry, Mask, dark

# A level stroke through an entry is so long, in points and as a share of the entry, and so many times as long as what runs on
# level in the writer's other entries. Of 8 altered and 44 other affidavits of the measure seed 7331 (which is burnt), entries
# struck or written over had runs of 25 to 82 pt, 0.45 to 0.81 of their width; the others at most 22 pt, or 0.3.
STRUCK_PT, STRUCK_SHARE, LONGER = 17.0, 0.38, 2.2
# Of an entry written over with a heavier pen a shorter part tells: so many times as thick, and a stroke of so many points.
OVER_THICKER, OVER_PT, OVER_SHARE = 1.5, 24.0, 0.3
# The letters of a broad pen touch, and their bars run on for up to 7 times its thickness, the writer's pen or the entry's own
# (four affidavits of a blind look written with markers); a stroke runs on for more.
PENS_OF_WRITER, PENS_OF_ENTRY = 9.0, 7.5
# Ink so many times as high as the writer's other entries, and so high at least, in points, is a signature beside them.
HIGHER, HIGH_PT = 1.9, 16.0
# What runs on level in clean writing, where there is no other entry to hold against it.
USUAL_RUN = 0.16
# Entries narrower than this are figures and dashes, which are all stroke: only their weight tells, in points.
NARROW_PT = 24.0
# Strokes so many times thicker and closer than the same writer's other entries: written over. A wider entry is told so only where
# its box is nearly full of ink (a marker fills 0.6 of it): else another pen wrote it, as often the date.
HEAVIER, CLOSER, FULL = 2.0, 1.35, 0.68
# Middle part of an entry's height, where a stroke is looked for.
MIDDLE = (0.2, 0.8)
# Thickness of the thickest tenth of an entry.
THICK_PERCENTILE = 90
# Certainties: a stroke; a heavier hand; white paper under the writing.
STROKE_SEEN, HEAVY_SEEN, WHITE_SEEN = 0.8, 0.65, 0.65


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """An entry and what it is for."""

    name: str
    """What the blank is for, in plain words for a person."""
    writer: str
    """Whose entries it is held against: `circulator` or `notary`."""
    entry: Entry
    typed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InkMeasured:
    """How the ink of one entry lies."""

    width: float
    """Of its box, points."""
    run: float
    """The longest level run of ink in its middle, points."""
    thickness: float
    """Of its thick strokes, points."""
    density: float
    """Share of its box that is ink, 0 to 1."""
    height: float = 0.0
    """Of its box, points."""

    @property
    def share(self) -> float:
        """The longest run as a share of the width."""
        return self.run / self.width if self.width else 0.0


def altered(form: OathPage, entries: Sequence[Written]) -> tuple[Seen, ...]:
    """Entries that seem struck, written over or whited out, in the order given."""
    inked = [(w, w.entry.ink) for w in entries if w.entry.answer == "written" and w.entry.ink is not None]
    measured = [(w, box, ink_of(_ink(form, box), form.view.raster.px_per_pt)) for w, box in inked]
    page = form.view.page.number
    out: list[Seen] = []
    for written, box, ink in measured:
        # A typewriter's strokes say nothing of a pen.
        peers = [i for w, b, i in measured if b != box and w.writer == written.writer and not w.typed]
        why, certainty = _why(ink, peers)
        if not why and whited_out(form, box):
            why, certainty = "white patch under the writing", WHITE_SEEN
        if why:
            detail = f"{written.name}: {why}"
            out.append(Seen(present=True, certainty=certainty, page=page, box=box, detail=detail))
    return tuple(out)


def _why(ink: InkMeasured, peers: Sequence[InkMeasured]) -> tuple[str, float]:
    """What speaks for an alteration of one entry, held against its writer's other ones; empty where nothing does."""
    if signature_like(ink, peers):
        return "", 0.0
    if struck(ink, peers):
        return "a stroke through the entry, or written over", STROKE_SEEN
    if heavier(ink, peers):
        return "written over, heavier than the other entries", HEAVY_SEEN
    return "", 0.0


def struck(ink: InkMeasured, peers: Sequence[InkMeasured]) -> bool:
    """Whether a level stroke runs through an entry as through none of the others."""
    usual = median([p.share for p in peers if p.width >= NARROW_PT] or [USUAL_RUN])
    pens = max(PENS_OF_ENTRY * ink.thickness, PENS_OF_WRITER * median([p.thickness for p in peers] or [0.0]))
    long = ink.run >= max(STRUCK_PT, pens) and ink.share >= STRUCK_SHARE
    long = long and ink.share >= LONGER * max(usual, USUAL_RUN / 2)
    thicker = bool(peers) and ink.thickness >= OVER_THICKER * median(p.thickness for p in peers)
    # In points: of a short entry one letter's bar is a large share.
    part = thicker and ink.run >= max(OVER_PT, pens, LONGER * max(p.run for p in peers)) and ink.share >= OVER_SHARE
    return ink.width >= NARROW_PT and (long or part)


def signature_like(ink: InkMeasured, peers: Sequence[InkMeasured]) -> bool:
    """Whether ink is so high beside the writer's other entries that it is no entry: a signature that reached a blank's room."""
    return bool(peers) and ink.height >= max(HIGH_PT, HIGHER * median(p.height for p in peers))


def heavier(ink: InkMeasured, peers: Sequence[InkMeasured]) -> bool:
    """Whether an entry's strokes are much thicker and closer than those of all the others, beyond another pen's."""
    if len(peers) < 2 or (ink.width >= NARROW_PT and ink.density < FULL):
        return False
    thick = ink.thickness >= HEAVIER * median(p.thickness for p in peers) and ink.thickness > max(p.thickness for p in peers)
    # Short entries fill their box better than long ones.
    alike = [p.density for p in peers if p.width <= 2 * ink.width] or [max(p.density for p in peers)]
    return thick and ink.density >= CLOSER * median(alike)


def ink_of(mask: Mask, px_per_pt: float) -> InkMeasured:
    """The measures of an entry's ink; `mask` is true on ink, its box cut close."""
    height, width = mask.shape
    if not mask.any():
        return InkMeasured(width=width / px_per_pt, run=0.0, thickness=0.0, density=0.0, height=height / px_per_pt)
    distance = cv2.distanceTransform(np.pad(mask, 1).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
    thickness = 2 * float(np.percentile(distance[mask], THICK_PERCENTILE)) / px_per_pt
    middle = mask[int(MIDDLE[0] * height) : max(int(MIDDLE[1] * height), 1)].astype(np.uint8)
    # A stroke that leans by a pixel is still level.
    joined = cv2.dilate(middle, np.ones((2, 1), np.uint8)) if middle.size else middle
    return InkMeasured(
        width=width / px_per_pt,
        run=max((_longest(row) for row in joined), default=0) / px_per_pt,
        thickness=thickness,
        density=float(mask.mean()),
        height=height / px_per_pt,
    )


def _longest(row: np.ndarray) -> int:
    """Length of the longest run of ones, pixels."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], row, [0])).astype(np.int8)))
    return int((edges[1::2] - edges[::2]).max()) if len(edges) else 0


def _ink(form: OathPage, box: Box) -> Mask:
    """Ink of the entry with its rule and the notary's stamp taken out."""
    mask = dark(form.view, box).copy()
    s = form.view.raster.px_per_pt
    if form.stamp_pixels is not None:
        rows, columns = form.view.raster.to_px(box)
        mask &= ~form.stamp_pixels[rows, columns][: mask.shape[0], : mask.shape[1]]
    for rule in form.rules:
        if box.y0 <= rule.y <= box.y1 and rule.x1 > box.x0 and rule.x0 < box.x1:
            at = round((rule.y - box.y0) * s)
            half = max(round(1.2 * s), 1)
            mask[max(at - half, 0) : at + half + 1] = False
    return mask
