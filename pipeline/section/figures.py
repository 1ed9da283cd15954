"""Numbers in print or by hand: a word taken as figures; figures read by two engines, a third time where they differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.geometry import Box
from pipeline.model.reading import TextRead
from pipeline.model.text import Word
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.figure_ink import whole_figures
from pipeline.section.runs import bare

MOST_DIGITS = 8
# Certainty of figures that two readings agree on without a third, two of three readings, one reading alone, two that differ.
AGREED, AGREED_BY_HAND, TWO_OF_THREE, ONE_ALONE, DIFFERENT = 0.97, 0.94, 0.9, 0.6, 0.4
# Words of a born-digital page need no second reading.
EXACT = 0.99
REREAD_SCALE = 2.0
OTHER_CUT_PT = 1.5

BLANK_MARKS = re.compile(r"^[\W_]+$")
_NUMBER_WORDS = {"no", "nr", "nbr", "num", "number", "#", "№", "nº", "n°", "n0"}
_VALUE = re.compile(r"^(?:([A-Za-z]{1,2})-)?([A-Za-z]{0,2}[0-9OolISB|]{1,9})(?:-([0-9]{1,5}))?([A-Za-z]?)$")
_LIKE_DIGITS = str.maketrans("OoQDlI|iSsBZz", "0000111155822")


@dataclass(frozen=True, slots=True)
class Engines:
    """The two recognisers; either may be missing, then its readings are."""

    printed: PrintEngine | None = None
    hand: HandEngine | None = None


def figures(text: str) -> str | None:
    """The word as figures, None where it is no number; letters that look like figures count when most are figures.

    A letter set off by a hyphen and a hyphen between figures belong to the number: `A-017`, `14-01`.
    """
    core = text.strip(".,:;()[]{}*'\"_-—– ")
    # A bar beside figures is the side of their box; a `1` read as a bar stands within them or alone.
    core = core.strip("|") if len(core.strip("|")) > 1 else core
    match = _VALUE.match(core)
    if not match or sum(c.isdigit() for c in core) * 2 < len(core):
        return None
    series, main, rest, _ = match.groups()
    found = digits(main.translate(_LIKE_DIGITS))
    if not 1 <= len(found) + len(rest or "") <= MOST_DIGITS:
        return None
    return (f"{series.upper()}-" if series else "") + found + (f"-{rest}" if rest else "")


def digits(text: str) -> str:
    """The digits alone."""
    return "".join(c for c in text if c.isdigit())


def is_number_word(name: str) -> bool:
    """Whether a bare word (see `runs.bare`) says "number"."""
    return name in _NUMBER_WORDS


def read_print(view: PageView, word: Word, engines: Engines) -> TextRead:
    """Figures that print OCR read (`word.text`), read a second and, where the two differ, a third time."""
    page, box, first = view.page.number, word.box, word.text
    if view.text.exact:
        return TextRead(text=first, certainty=EXACT, page=page, box=box, handwritten=False)
    ink = whole_figures(view, word)
    region = ink.box.grown(max(2.0, 0.25 * box.height), max(2.0, 0.2 * box.height)).clipped(view.page.box)
    second = _by_hand_engine(view, region, engines.hand)
    if second is not None and digits(second) == digits(first):
        return TextRead(text=first, certainty=AGREED, page=page, box=box, handwritten=False)
    third = _by_print_engine(view, region, engines.printed, room=(8.0, 6.0) if ink.count is None else (0.0, 0.0))
    # The line recogniser drops one of two equal figures now and then, and another cut of the line brings it back.
    fourth = _by_hand_engine(view, region.grown(OTHER_CUT_PT).clipped(view.page.box), engines.hand)
    readings = [first, second, third, fourth if fourth != second else None]
    counted = [r for r in readings if r and len(digits(r)) == ink.count]
    return _majority(page, box, counted or readings, handwritten=False)


def read_writing(view: PageView, ink: Box, engines: Engines) -> TextRead:
    """Figures written in a blank; text None where neither engine makes figures of them."""
    region = ink.grown(3, 2).clipped(view.page.box)
    readings = [_by_hand_engine(view, region, engines.hand), _by_print_engine(view, region, engines.printed)]
    if not any(readings):
        return TextRead(text=None, certainty=0.0, page=view.page.number, box=ink)
    return _majority(view.page.number, ink, readings, handwritten=True)


def _majority(page: int, box: Box, readings: Sequence[str | None], *, handwritten: bool) -> TextRead:
    votes = Counter(digits(r) for r in readings if r)
    most, count = votes.most_common(1)[0]
    # Engines that read digits alone leave out hyphens: the first reading with these digits has them.
    best = next(r for r in readings if r and digits(r) == most)
    others = tuple(v for v in votes if v != most)
    agreed, alone = (TWO_OF_THREE, DIFFERENT) if others else (AGREED_BY_HAND, ONE_ALONE)
    certainty = agreed if count >= 2 else alone
    return TextRead(text=best, certainty=certainty, page=page, box=box, handwritten=handwritten, alternatives=others)


def _by_hand_engine(view: PageView, region: Box, engine: HandEngine | None) -> str | None:
    crop = view.raster.gray_crop(region)
    if engine is None or crop.size == 0:
        return None
    digits_only = getattr(engine, "read_digits", engine.read)
    read: TextRead = digits_only(crop, page=view.page.number, box=region)
    return _only_figures(read.text)


def _by_print_engine(
    view: PageView, region: Box, engine: PrintEngine | None, room: tuple[float, float] = (8.0, 6.0)
) -> str | None:
    """`room`: points around the region, for a region that may cut figures; none where they are known to be whole."""
    around = region.grown(*room).clipped(view.page.box)
    crop = view.raster.gray_crop(around)
    if engine is None or crop.size == 0:
        return None
    origin = (around.x0, around.y0)
    text = engine.read_region(crop, view.raster.px_per_pt, page=view.page.number, origin=origin, scale=REREAD_SCALE)
    inside = [w for w in text.words if w.box.share_inside(region.grown(2)) > 0.6]
    return _only_figures(" ".join(w.text for w in inside))


def _only_figures(text: str | None) -> str | None:
    """The figures of a reading; None where it holds other words too."""
    if not text:
        return None
    words = [w for w in re.split(r"[\s_]+", text) if w and not BLANK_MARKS.match(w) and not is_number_word(bare(w))]
    found = [figures(w) for w in words]
    if not found or any(f is None for f in found):
        return None
    joined = "".join(f for f in found if f)
    return joined if len(joined) <= MOST_DIGITS else None
