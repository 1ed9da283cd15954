"""Ink that the form has not, outside its lines and blanks: numbers set by a machine, stamps, print that was added. Read where
it stands, and only there.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from pipeline.form.ink import Ink, mapped
from pipeline.form.letters import Compared
from pipeline.geometry import Box, union
from pipeline.model.text import TextLine, Word
from pipeline.ocr.engine import PrintEngine
from pipeline.pages.raster import Raster

# Ink so close together, in points across and down, is read together.
JOIN_PT = (9.0, 3.5)
# Smaller pieces are dust; a single figure of small print is larger.
LEAST_WIDTH_PT, LEAST_HEIGHT_PT, LEAST_AREA_PT2 = 3.0, 3.5, 3.0
# Ink that touches the page's edge is a shadow, a hole or the bed.
EDGE_PT = 5.0
# So solid and large a piece is a hole, a shadow or a smear.
SOLID_SHARE, SOLID_PT = 0.6, 16.0
# More places than this are not added print but a page written all over: the largest are read.
MOST_PLACES = 10
LEAST_CERTAINTY = 0.3
# A word so sure, on the height of a printed line and next to it, was added to that line.
IN_LINE_CERTAINTY, IN_LINE_GAP_PT = 0.6, 18.0
READ_SCALE = 1.5


def places(compared: Compared, ink: Ink, leave_out: Sequence[Box], raster: Raster) -> list[Box]:
    """Where ink was added, in points of the scan's page, top to bottom. `leave_out`: boxes of the form's page."""
    s = compared.letters.px_per_pt
    extra = ink.extra()
    height, width = extra.shape
    for box in leave_out:
        y0, y1 = max(round(box.y0 * s), 0), min(round(box.y1 * s), height)
        extra[y0:y1, max(round(box.x0 * s), 0) : min(round(box.x1 * s), width)] = 0
    across, down = (2 * round(v * s / 2) + 1 for v in JOIN_PT)
    joined = cv2.morphologyEx(extra, cv2.MORPH_CLOSE, np.ones((down, across), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(joined, np.uint8), connectivity=8)
    areas = np.bincount(labels[extra > 0], minlength=len(stats)) / s**2
    found: list[tuple[float, Box]] = []
    transform = compared.laid.page_from_form
    for n in range(1, len(stats)):
        x, y, w, h = (float(v) / s for v in stats[n][:4])
        if w < LEAST_WIDTH_PT or h < LEAST_HEIGHT_PT or areas[n] < LEAST_AREA_PT2:
            continue
        if min(w, h) >= SOLID_PT and areas[n] >= SOLID_SHARE * w * h:
            continue
        box = mapped(transform, Box(x, y, x + w, y + h))
        if box.intersection(raster.box.grown(-EDGE_PT)) is None or box.x0 < EDGE_PT or box.y0 < EDGE_PT:
            continue
        if box.x1 > raster.box.x1 - EDGE_PT or box.y1 > raster.box.y1 - EDGE_PT:
            continue
        found.append((float(areas[n]), box))
    found.sort(key=lambda f: -f[0])
    return sorted((box for _, box in _together(found[: 2 * MOST_PLACES])[:MOST_PLACES]), key=lambda b: (b.y0, b.x0))


def _together(found: Sequence[tuple[float, Box]]) -> list[tuple[float, Box]]:
    """Boxes that overlap or nearly touch as one."""
    out: list[tuple[float, Box]] = []
    for area, box in found:
        for k, (other_area, other) in enumerate(out):
            if other.grown(6.0, 2.0).intersection(box) is not None:
                out[k] = (area + other_area, union((box, other)))
                break
        else:
            out.append((area, box))
    return out


def read(
    places_: Sequence[Box],
    printed: Sequence[Box],
    raster: Raster,
    engine: PrintEngine,
    page: int,
    least: float = LEAST_CERTAINTY,
) -> list[TextLine]:
    """The words at these places that are not the form's own.

    Args:
        places_: where to read, points of the scan's page.
        printed: boxes of the form's words on the page.
        raster: the page.
        engine: reads it.
        page: its number.
        least: certainty under which a word is not believed. Figures set apart from their label are read rightly with none at
            all, so 0 where a number is known to stand, and its reader looks again by itself.
    """
    lines: list[TextLine] = []
    for place in places_:
        region = place.grown(6.0, 4.0).clipped(raster.box)
        crop = raster.gray_crop(region)
        if min(crop.shape) < 8:
            continue
        again = engine.read_region(crop, raster.px_per_pt, page=page, origin=(region.x0, region.y0), scale=READ_SCALE)
        for line in again.lines:
            words = tuple(
                w
                for w in line.words
                if w.certainty >= least
                and w.box.share_inside(place.grown(3.0)) > 0.5
                and not any(w.box.share_inside(b.grown(1.0)) > 0.6 for b in printed)
            )
            if words:
                lines.append(TextLine(words=words, block=1_000 + len(lines)))
    return lines


def merged(lines: Sequence[TextLine], added: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """The form's lines with what was added to one of them in its place; the rest as lines of their own."""
    out = list(lines)
    own: list[TextLine] = []
    for line in added:
        rest: list[Word] = []
        for word in line.words:
            at = _line_of(out, word) if word.certainty >= IN_LINE_CERTAINTY else None
            if at is None:
                rest.append(word)
            else:
                both = (*out[at].words, word)
                out[at] = TextLine(words=tuple(sorted(both, key=lambda w: w.box.x0)), block=out[at].block)
        if rest:
            own.append(TextLine(words=tuple(rest), block=line.block))
    return (*out, *own)


def _line_of(lines: Sequence[TextLine], word: Word) -> int | None:
    """The printed line that the word stands in, between or next to its words."""
    middle = word.box.middle[1]
    for n, line in enumerate(lines):
        box = line.box
        if not box.y0 <= middle <= box.y1 or word.box.height > 1.8 * box.height:
            continue
        if box.x0 - IN_LINE_GAP_PT <= word.box.x1 and word.box.x0 <= box.x1 + IN_LINE_GAP_PT:
            return n
    return None
