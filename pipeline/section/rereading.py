"""Second readings of a place: print at twice the size, and the other recogniser; and which wording a reading speaks for.

Source: requirements.md, "Words": OCR's word alone proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from pipeline.errors import MissingProgram, PetitionError
from pipeline.geometry import Box, union
from pipeline.model.text import TextLine
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.raster import Pixels
from pipeline.pages.view import PageView
from pipeline.section.tokens import folded, pieces

Speaks = Literal["expected", "found", "neither"]

# Each call costs a process start and the reading of some lines: a part that wants more is unreadable, not changed so
# often.
CALLS_AT_MOST = 14
# Places in one column closer than this, in points, are read in one call, up to a height at which the engine takes a
# second.
JOIN_PT, JOINED_HEIGHT_PT = 16.0, 170.0
# Points around a line's words: ascenders that the word boxes cut, and no neighbour line (leading is at least two points).
AROUND_LINE_PT = 1.5
# The nearer of two wordings must fit a reading at least this well (edits per letter), else the reading speaks for
# neither.
FIT_WORST = 0.34


@dataclass(slots=True)
class SecondReader:
    """Reads places again, each place once. Holds no result beyond one part of one section."""

    print_engine: PrintEngine
    hand_engine: HandEngine | None
    calls_left: int = CALLS_AT_MOST
    _printed: dict[int, list[tuple[Box, tuple[TextLine, ...]]]] = field(default_factory=dict)

    def prepare(self, view: PageView, boxes: Sequence[Box]) -> None:
        """Reads these places with as few calls of the engine as their nearness allows: lines close together go in one."""
        for box in _joined(boxes):
            self.lines(view, box)

    def lines(self, view: PageView, box: Box) -> tuple[TextLine, ...]:
        """Printed lines of `box` (points) read at twice the size; empty where the engine gave up.

        Raises:
            MissingProgram: when the engine is not on this computer.
        """
        box = box.clipped(view.page.box)
        known = self._printed.setdefault(view.page.number, [])
        for region, lines in known:
            if box.share_inside(region) > 0.98:
                return _inside(lines, box)
        if self.calls_left <= 0 or box.width < 4 or box.height < 4:
            return ()
        self.calls_left -= 1
        lines = self._read(view, box)
        known.append((box, lines))
        return lines

    def _read(self, view: PageView, box: Box) -> tuple[TextLine, ...]:
        crop = view.raster.bgr_crop(box)
        if crop is None:
            crop = view.raster.gray_crop(box)
        if crop.size == 0:
            return ()
        try:
            text = self.print_engine.read_region(
                crop, view.raster.px_per_pt, page=view.page.number, origin=(box.x0, box.y0), scale=2.0
            )
        except MissingProgram:
            raise
        except PetitionError:
            return ()
        return text.lines

    def other(self, view: PageView, box: Box) -> str:
        """One printed line as the handwriting recogniser reads it; empty where it read nothing."""
        if self.hand_engine is None:
            return ""
        crop = dark(view, box)
        if crop.size == 0 or min(crop.shape) < 6:
            return ""
        return self.hand_engine.read(crop, page=view.page.number, box=box).text or ""


def _joined(boxes: Sequence[Box]) -> list[Box]:
    joined: list[Box] = []
    for box in sorted(boxes, key=lambda b: b.y0):
        for index, region in enumerate(joined):
            together = union((region, box))
            near = box.y0 - region.y1 <= JOIN_PT and box.x0 < region.x1 and box.x1 > region.x0
            if near and together.height <= JOINED_HEIGHT_PT:
                joined[index] = together
                break
        else:
            joined.append(box)
    return joined


def _inside(lines: Sequence[TextLine], box: Box) -> tuple[TextLine, ...]:
    """The words of `lines` whose middle lies in `box`, line by line."""
    cut = ([w for w in line.words if box.contains(*w.box.middle)] for line in lines)
    return tuple(TextLine(words=tuple(words)) for words in cut if words)


def dark(view: PageView, box: Box) -> Pixels:
    """The crop with letters of any colour dark: the darkest channel where there is colour."""
    bgr = view.raster.bgr_crop(box)
    return view.raster.gray_crop(box) if bgr is None or bgr.size == 0 else np.asarray(bgr.min(axis=2), np.uint8)


def speaks_for(reading: str, expected: Sequence[str], found: Sequence[str], left: str, right: str) -> Speaks:
    """Which of two wordings a second reading bears out at one place.

    Args:
        reading: words of the place and some around, in order.
        expected: known pieces at the place; may be empty (words added).
        found: pieces that the first reading had there; may be empty (words missing).
        left: known letters that stand just before the place.
        right: known letters that stand just after it.
    """
    text = folded("".join(pieces(reading)))
    if not text:
        return "neither"
    wanted, had = folded(left + "".join(expected) + right), folded(left + "".join(found) + right)
    to_wanted, to_had = _edits_inside(wanted, text), _edits_inside(had, text)
    if to_wanted == to_had or min(to_wanted / max(len(wanted), 1), to_had / max(len(had), 1)) > FIT_WORST:
        return "neither"
    if to_wanted < to_had:
        return "expected"
    # Agreement on the same difference, not a second misreading that happens to be nearer to it: each error of the
    # reading must be outweighed twice.
    return "found" if to_wanted >= 1 + 2 * to_had else "neither"


def _edits_inside(sought: str, text: str) -> int:
    """Fewest edits that turn `sought` into some stretch of `text`."""
    row = [0] * (len(text) + 1)
    for i, letter in enumerate(sought, 1):
        before, row = row, [i, *([0] * len(text))]
        for j, other in enumerate(text, 1):
            row[j] = min(before[j - 1] + (letter != other), before[j] + 1, row[j - 1] + 1)
    return min(row)
