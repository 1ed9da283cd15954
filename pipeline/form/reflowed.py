"""A page that is the form's, but whose words have moved: read as a whole, and laid beside the form word by word."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from pipeline.form.ink import mapped
from pipeline.form.instead import BOTH_AGREE
from pipeline.form.plainly import plain
from pipeline.geometry import Affine, Box, union
from pipeline.model.beside import PrintChange
from pipeline.model.text import PageText, Word
from pipeline.ocr.engine import HandEngine
from pipeline.pages.raster import Raster

# Print that is read so surely counts as print of the page; writing is read less surely.
PRINT_CERTAINTY = 0.75
# More places than this are told as "set anew".
MOST_CHANGES = 25


def changes(
    form: PageText, read: PageText, page_from_form: Affine, leave_out: Sequence[Box], raster: Raster, hand: HandEngine
) -> tuple[PrintChange, ...]:
    """Where the words read are not the form's, in order. `leave_out`: boxes of the form's page where people write.

    What print OCR alone says proves nothing: the other recogniser must read the same words, or miss the same ones.
    """
    known = [w for w in form.words if plain(w.text) and not any(w.box.share_inside(b) > 0.5 for b in leave_out)]
    written = [mapped(page_from_form, b) for b in leave_out]
    found = [
        w
        for w in read.words
        if plain(w.text) and w.certainty >= PRINT_CERTAINTY and not any(w.box.share_inside(b) > 0.5 for b in written)
    ]
    matcher = SequenceMatcher(None, [plain(w.text) for w in known], [plain(w.text) for w in found], autojunk=False)
    whole_form, whole_read = "".join(plain(w.text) for w in known), "".join(plain(w.text) for w in found)
    out: list[PrintChange] = []
    for op, a0, a1, b0, b1 in matcher.get_opcodes():
        if op == "equal" or len(out) >= MOST_CHANGES:
            continue
        expected, there = known[a0:a1], found[b0:b1]
        wanted, said = "".join(plain(w.text) for w in expected), "".join(plain(w.text) for w in there)
        if wanted == said or (wanted in whole_read and said in whole_form):
            # The same words, read in another order or on another line.
            continue
        change = _confirmed(expected, there, found[max(b0 - 1, 0) : b1 + 1], page_from_form, raster, hand, read.page)
        if change is not None:
            out.append(change)
    return tuple(out)


def _confirmed(
    expected: Sequence[Word],
    there: Sequence[Word],
    around: Sequence[Word],
    page_from_form: Affine,
    raster: Raster,
    hand: HandEngine,
    page: int,
) -> PrintChange | None:
    said, wanted = " ".join(w.text for w in there), " ".join(w.text for w in expected)
    if there:
        box = union(w.box for w in there)
        if not _reads(there, plain(said), raster, hand, page):
            return None
        kind = "changed" if expected else "added"
        return PrintChange(
            kind="changed" if kind == "changed" else "added", expected=wanted, found=said, box=box, certainty=BOTH_AGREE
        )
    box = mapped(page_from_form, union(w.box for w in expected))
    if around and _reads(around, plain(wanted), raster, hand, page):
        return None
    return PrintChange(kind="missing", expected=wanted, found="", box=box, certainty=BOTH_AGREE)


def _reads(words: Sequence[Word], wanted: str, raster: Raster, hand: HandEngine, page: int) -> bool:
    """Whether the other recogniser reads these letters where the words stand, line by line."""
    read = ""
    line: list[Word] = []
    for word in (*words, None):
        if word is not None and (not line or abs(word.box.middle[1] - line[-1].box.middle[1]) < 0.6 * line[-1].box.height):
            line.append(word)
            continue
        if line:
            box = union(w.box for w in line).grown(2.5, 1.5).clipped(raster.box)
            crop = raster.gray_crop(box)
            read += plain(hand.read(crop, page=page, box=box).text or "") if min(crop.shape) >= 6 else ""
        line = [word] if word is not None else []
    return bool(wanted) and wanted in read
