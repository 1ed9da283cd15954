"""Is a notary's stamp on the paper? Looked for as a mark: stamp words standing close, a closed border filled with letters,
a ring of letters.

A printed place for the seal ("(SEAL)", an empty circle) is none. An embosser leaves nothing on a scan: no stamp seen is
not no seal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from pipeline.geometry import Box, union
from pipeline.model.text import Word
from pipeline.pages.ink import darkest
from pipeline.pages.view import PageView
from pipeline.section.phrases import word_set
from pipeline.section.seal_shapes import WORK_PX_PER_PT, Circle, Corners, rectangles, rings
from pipeline.section.seal_words import kinds_of, stamped_words
from pipeline.section.writing_room import Mask, dark, dark_pixels

# Letters and share of the inside with ink that only a stamp's words fill. Printed places for a seal had at most 20
# letters and filled a third; stamps had 45 letters and more and filled over half.
LEAST_LETTERS = 24
LEAST_FILLED = 0.42
# A stamp short of ink is looked for a second time among fainter marks: so many levels of 255 below the paper.
FAINT = 26.0
# A stamp may stand in the middle: each half is looked at with so much of the other's width.
HALF_AND = 0.14
LETTER_PT = (2.2, 13.0)
# Certainty of a border with two kinds of a stamp's words or a ring, of one with one kind, and of words without a border.
WHOLE, PARTLY_READ, WORDS_ALONE = 0.97, 0.93, 0.93
# Pages are laid straight within a fraction of a degree; a stamp set by hand leans more.
ASKEW_DEG = 1.8
# A stamp of five lines is so many times longer than high, and has so many letters: what else leans has not.
LONGER_THAN_HIGH, ASKEW_LETTERS = 1.5, 40
RECEIVED = word_set("received filed clerk recd")
# Paper about words without a border that belongs to the stamp, in points.
WORDS_MARGIN_PT = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """A notary's stamp."""

    box: Box
    shape: Literal["rectangle", "round", "words"]
    certainty: float
    corners: tuple[tuple[float, float], ...]
    """Of a rectangle, points; empty else."""
    words: tuple[Word, ...]
    """Printed words inside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What looking for a stamp gave."""

    found: Stamp | None
    unread: tuple[Stamp, ...]
    """Where none was found: closed borders full of letters on which print OCR read no word of a notary's."""


def find_stamp(view: PageView, search: Box) -> Stamp | None:
    """The notary's stamp in `search` (points), None where no stamp is seen."""
    return seek_stamp(view, search).found


def seek_stamp(view: PageView, search: Box) -> Looked:
    """The notary's stamp in `search` (points), looked for in the whole, then in its halves.

    A border is one stroke among hundreds on a full page; in half of it, fewer hide it.
    """
    search = search.clipped(view.page.box)
    middle = (search.x0 + search.x1) / 2
    reach = search.width * HALF_AND
    halves = (Box(search.x0, search.y0, middle + reach, search.y1), Box(middle - reach, search.y0, search.x1, search.y1))
    unread: list[Stamp] = []
    for part, darker in ((search, None), *((h, None) for h in halves), (search, FAINT)):
        looked = _find_in(view, part, darker)
        if looked.found:
            return looked
        unread += looked.unread
    return Looked(found=None, unread=tuple(unread))


def _find_in(view: PageView, search: Box, darker: float | None) -> Looked:
    words = tuple(w for w in view.text.words if search.contains(*w.box.middle))
    s = view.raster.px_per_pt
    pixels = darkest(view.raster, search)
    if pixels.size == 0:
        return Looked(found=None, unread=())
    mask = dark_pixels(pixels, s) if darker is None else dark_pixels(pixels, s, darker=darker, share=0.0)
    f = WORK_PX_PER_PT / s
    small = np.asarray(cv2.resize(mask.astype(np.uint8) * 255, None, fx=f, fy=f, interpolation=cv2.INTER_AREA) > 60)
    shapes: list[tuple[Corners | None, Circle | None]] = [(c, None) for c in rectangles(small)]
    shapes += [(None, c) for c in rings(small)]
    found: list[Stamp] = []
    unread: list[Stamp] = []
    for corners, circle in shapes:
        letters, filled = _inside(mask, small, corners, circle, f)
        if letters < LEAST_LETTERS or filled < LEAST_FILLED:
            continue
        known = kinds_of(_words_in(words, corners, circle, search))
        box, points = _placed(corners, circle, search)
        stamp = Stamp(
            box=box,
            shape="round" if circle else "rectangle",
            certainty=WHOLE if len(known) >= 2 or circle else PARTLY_READ,
            corners=points,
            words=tuple(w for w in words if box.contains(*w.box.middle)),
        )
        # Rows of a list with a left edge look like a box: without a word of a notary's on it, it is none. But what is set
        # askew was not printed with the form, and its words are hard to read.
        if circle is None and not known and (_office_stamp(words, corners, search) or letters < ASKEW_LETTERS):
            continue
        if circle is None and not known and not _turned(corners):
            unread.append(stamp)
        else:
            found.append(stamp)
    if found:
        return Looked(found=max(found, key=lambda one: (one.certainty, one.box.area)), unread=())
    together = stamped_words(words)
    if together is None:
        return Looked(found=None, unread=tuple(unread))
    return Looked(found=words_alone(together, WORDS_ALONE), unread=())


def words_alone(words: tuple[Word, ...], certainty: float) -> Stamp:
    """A stamp that is known by its words, without a border."""
    box = union(w.box for w in words).grown(WORDS_MARGIN_PT)
    return Stamp(box=box, shape="words", certainty=certainty, corners=(), words=words)


def _turned(corners: Corners | None) -> bool:
    """Whether a rectangle leans as nothing does that is printed with the form."""
    if corners is None:
        return False
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    if np.hypot(*along) < LONGER_THAN_HIGH * np.hypot(*down):
        return False
    return bool(abs(np.degrees(np.arctan2(along[1], along[0]))) >= ASKEW_DEG)


def _office_stamp(words: Sequence[Word], corners: Corners | None, search: Box) -> bool:
    """Whether words of an office's stamp of receipt stand inside."""
    inside = _words_in(words, corners, None, search)
    return any("".join(c for c in w.text.lower() if c.isalpha()) in RECEIVED for w in inside)


def _inside(mask: Mask, small: Mask, corners: Corners | None, circle: Circle | None, f: float) -> tuple[int, float]:
    """Letters inside a shape, and the share of its inside that has ink."""
    shape = np.zeros(small.shape, np.uint8)
    if corners is not None:
        middle = corners.mean(axis=0)
        cv2.fillPoly(shape, [np.round(middle + (corners - middle) * np.array([0.955, 0.90])).astype(np.int32)], 1)
    elif circle is not None:
        cv2.circle(shape, (round(circle[0]), round(circle[1])), max(int(circle[2] * 0.95), 1), 1, -1)
    ys, xs = np.nonzero(shape)
    if not len(ys):
        return 0, 0.0
    ink = small & (shape > 0)
    # Cells of about a letter line each.
    cell = max(int(8 * WORK_PX_PER_PT), 2)
    full = total = 0
    for y in range(int(ys.min()), int(ys.max()) - cell // 2, cell):
        for x in range(int(xs.min()), int(xs.max()) - cell // 2, cell):
            if shape[y : y + cell, x : x + cell].mean() > 0.7:
                total += 1
                full += bool(ink[y : y + cell, x : x + cell].mean() > 0.06)
    x0, x1, y0, y1 = int(xs.min()), int(xs.max()) + 1, int(ys.min()), int(ys.max()) + 1
    crop = mask[round(y0 / f) : round(y1 / f), round(x0 / f) : round(x1 / f)]
    if not crop.size:
        return 0, 0.0
    big = cv2.resize(shape[y0:y1, x0:x1], (crop.shape[1], crop.shape[0]), interpolation=cv2.INTER_NEAREST) > 0
    s = WORK_PX_PER_PT / f
    _, _, stats, _ = cv2.connectedComponentsWithStats((crop & big).astype(np.uint8), connectivity=8)
    heights, widths = stats[1:, cv2.CC_STAT_HEIGHT] / s, stats[1:, cv2.CC_STAT_WIDTH] / s
    letters = int(((heights >= LETTER_PT[0]) & (heights <= LETTER_PT[1]) & (widths <= 2 * LETTER_PT[1])).sum())
    return letters, full / total if total else 0.0


def _words_in(words: Sequence[Word], corners: Corners | None, circle: Circle | None, search: Box) -> list[Word]:
    box, _ = _placed(corners, circle, search)
    return [w for w in words if box.contains(*w.box.middle)]


def _placed(corners: Corners | None, circle: Circle | None, search: Box) -> tuple[Box, tuple[tuple[float, float], ...]]:
    k = WORK_PX_PER_PT
    if circle is not None:
        x, y, r = (float(v) / k for v in circle)
        return Box(x - r, y - r, x + r, y + r).moved(search.x0, search.y0), ()
    assert corners is not None
    points = tuple((float(x / k + search.x0), float(y / k + search.y0)) for x, y in corners)
    return Box(min(p[0] for p in points), min(p[1] for p in points), max(p[0] for p in points), max(p[1] for p in points)), points


def pixels_of(view: PageView, stamp: Stamp) -> Mask:
    """Pixels of the whole raster that belong to the stamp: its border and its letters, not long strokes that cross it."""
    out = np.zeros(view.raster.gray.shape[:2], bool)
    s = view.raster.px_per_pt
    wide = stamp.box.grown(3).clipped(view.page.box)
    rows_, columns = view.raster.to_px(wide)
    mask = dark(view, wide)
    border = np.zeros(mask.shape, np.uint8)
    thick = max(round(3.6 * s), 2)
    if stamp.shape == "round":
        x, y = ((v - o) * s for v, o in zip(stamp.box.middle, (wide.x0, wide.y0), strict=True))
        for share in (1.0, 0.66):
            cv2.circle(border, (round(x), round(y)), round(stamp.box.width / 2 * share * s), 1, thick)
    elif stamp.corners:
        points = np.array([[(x - wide.x0) * s, (y - wide.y0) * s] for x, y in stamp.corners])
        cv2.polylines(border, [np.round(points).astype(np.int32)], True, 1, thick)
    inner = mask & (border == 0)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(inner.astype(np.uint8), connectivity=8)
    limit = LETTER_PT[1] * s
    small = (stats[:, cv2.CC_STAT_HEIGHT] <= limit) & (stats[:, cv2.CC_STAT_WIDTH] <= 2.2 * limit)
    small[0] = False
    out[rows_, columns] = small[labels] | (border > 0)
    return out
