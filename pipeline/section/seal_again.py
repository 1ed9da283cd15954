"""Is a stamp there that print OCR could not read with the page? Borders full of letters are read line by line; then, where no
border is, the place is read by itself and enlarged.

A stamp of dashes and broken letters, as a bitonal scan leaves it, is a picture to print OCR, and small faint capitals are noise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from pipeline.errors import MissingProgram, PetitionError
from pipeline.geometry import Box
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.figures import Engines
from pipeline.section.seal import Stamp, seek_stamp, words_alone
from pipeline.section.seal_words import stamped_words
from pipeline.section.stamp_reading import stamp_lines

# Borders that are read again on one page, and kinds of a stamp's words that must then be on one.
MOST_READ, LEAST_KINDS = 2, 2
# Two borders are one where so much of the smaller one lies in the other.
SAME = 0.7
READ_AGAIN = 0.9
# Small capitals are read best at about 400 dpi (tried on three stamps of 6.6 to 7 points that were missed at 200 and 300);
# a place smaller than this, in points, holds no stamp.
ENLARGED_PX_PER_PT, LEAST_PLACE_PT = 5.6, 40.0
# A stamp's fixed lines without their spaces, and how like one a line with lost letters must be, 0 to 100: lines of forms and
# names stay under 60.
FIXED = {
    "public": ("notarypublic",), "id": ("notaryid", "commissionnumber"), "expires": ("mycommissionexpires", "commissionexpires"),
}  # fmt: skip
LIKE, ID_DIGITS = 74.0, 6


def find_or_read(view: PageView, search: Box, engines: Engines) -> Stamp | None:
    """The notary's stamp in `search` (points), its words read again where print OCR had none of them; None where none is seen.

    Raises:
        MissingProgram: when the engine is not on this computer.
    """
    looked = seek_stamp(view, search)
    if looked.found is not None or view.text.exact:
        return looked.found
    return _bordered(view, looked.unread, engines.hand) or _enlarged(view, search.clipped(view.page.box), engines.printed)


def _bordered(view: PageView, unread: Sequence[Stamp], hand: HandEngine | None) -> Stamp | None:
    """The first of these borders whose lines are a stamp's."""
    tried: list[Stamp] = []
    for stamp in unread:
        if hand is None or len(tried) == MOST_READ:
            break
        if any(stamp.box.share_inside(t.box) > SAME or t.box.share_inside(stamp.box) > SAME for t in tried):
            continue
        tried.append(stamp)
        if len(kinds_like(stamp_lines(view, stamp, hand))) >= LEAST_KINDS:
            return replace(stamp, certainty=READ_AGAIN)
    return None


def _enlarged(view: PageView, search: Box, engine: PrintEngine | None) -> Stamp | None:
    """A stamp without a border among the words of `search` read by itself, letters enlarged."""
    scale = round(ENLARGED_PX_PER_PT / view.raster.px_per_pt, 2)
    if engine is None or search.height < LEAST_PLACE_PT or search.width < LEAST_PLACE_PT:
        return None
    crop = view.raster.bgr_crop(search)
    if crop is None:
        crop = view.raster.gray_crop(search)
    try:
        text = engine.read_region(
            crop, view.raster.px_per_pt, page=view.page.number, origin=(search.x0, search.y0), scale=max(scale, 1.0)
        )
    except MissingProgram:
        raise
    except PetitionError:
        return None
    together = stamped_words(text.words)
    if together is None:
        return None
    return words_alone(together, READ_AGAIN)


def kinds_like(lines: Iterable[str]) -> set[str]:
    """Kinds of a stamp's fixed lines among lines that letters were lost from; a commission's number needs its figures."""
    found: set[str] = set()
    for line in lines:
        letters = "".join(c for c in line.lower() if c.isalpha())
        numbered = sum(c.isdigit() for c in line) >= ID_DIGITS
        for kind, fixed in FIXED.items():
            if (kind != "id" or numbered) and any(fuzz.ratio(letters, f) >= LIKE for f in fixed):
                found.add(kind)
    return found
