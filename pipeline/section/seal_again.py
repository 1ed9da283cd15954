"""A closed border full of letters that print OCR could not read: is it the notary's stamp? Its lines are read by themselves.

A stamp of dashes and broken letters, as a bitonal scan leaves it, is a picture to print OCR.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rapidfuzz import fuzz

from pipeline.geometry import Box
from pipeline.ocr.engine import HandEngine
from pipeline.pages.view import PageView
from pipeline.section.seal import Stamp, seek_stamp
from pipeline.section.stamp_reading import stamp_lines

# Borders that are read again on one page, and kinds of a stamp's words that must then be on one.
MOST_READ, LEAST_KINDS = 2, 2
# Two borders are one where so much of the smaller one lies in the other.
SAME = 0.7
READ_AGAIN = 0.9
# A stamp's fixed lines without their spaces, and how like one a line with lost letters must be, 0 to 100: lines of forms and
# names stay under 60.
FIXED = {
    "public": ("notarypublic",), "id": ("notaryid", "commissionnumber"), "expires": ("mycommissionexpires", "commissionexpires"),
}  # fmt: skip
LIKE, ID_DIGITS = 74.0, 6


def find_or_read(view: PageView, search: Box, hand: HandEngine | None) -> Stamp | None:
    """The notary's stamp in `search` (points), its words read again where print OCR had none of them; None where none is seen."""
    looked = seek_stamp(view, search)
    if looked.found is not None or hand is None:
        return looked.found
    tried: list[Stamp] = []
    for stamp in looked.unread:
        if len(tried) == MOST_READ:
            break
        if any(stamp.box.share_inside(t.box) > SAME or t.box.share_inside(stamp.box) > SAME for t in tried):
            continue
        tried.append(stamp)
        if len(kinds_like(stamp_lines(view, stamp, hand))) >= LEAST_KINDS:
            return replace(stamp, certainty=READ_AGAIN)
    return None


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
