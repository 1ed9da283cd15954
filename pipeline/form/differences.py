"""What differs between a page and the form: words whose print changed or is gone, and ink that the form has not.

Letters that match badly name the words that are looked at. Each is looked for along its line first, for a word left out or put in
moves the rest of its line; only what is found nowhere is read (instead.py).
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.form import moved
from pipeline.form.ink import Ink, mapped
from pipeline.form.instead import LEAST_AROUND, NEARLY, Instead
from pipeline.form.letters import Compared
from pipeline.form.ownletters import OwnLetters
from pipeline.geometry import Box, union
from pipeline.model.beside import PrintChange
from pipeline.model.text import TextLine, Word
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.raster import Raster

# A letter is looked at when it matches so much worse than the page's letters do: seven times the distance from their median to
# their lower quarter, within these bounds. On made-up forms in five scanning modes 1 in 2,000 unchanged letters lay under 0.895
# (bitonal, 200 dpi), the best of 180 changed ones at 0.877.
SPREADS, LOWEST_BOUND, HIGHEST_BOUND = 7.0, 0.86, 0.92
# A word is gone where so much of its ink is white on the scan.
GONE_SHARE = 0.6
# Writing over a word adds ink around it that the form has not: from this share of its box on the word is covered, not changed.
COVERED_SHARE = 0.09
# More changed lines than this share: the page was set anew, and is read as any page.
SET_ANEW_SHARE = 0.3
LEAST_LINES_ANEW = 6
# Inside the lines, where people write, so little foreign ink is a pen's already.
COVERED_IN_LINES = 0.012
# Letters that match a little better than those looked at are tried too, the worst so many of a page.
MOST_NEARLY = 30
# More words than these found nowhere on their lines: the print runs on differently.
MOST_ABSENT = 3
# Lines in doubt beyond this many times those that make a page another print: not looked at one by one.
LINES_TRIED = 3


@dataclass(frozen=True, slots=True)
class Differing:
    """The words of a page that were looked at, and what came of it."""

    changes: tuple[PrintChange, ...]
    read: dict[int, tuple[Word, ...]]
    """By the index of the form's word: the words that stand there instead (none: it is gone)."""
    covered: frozenset[int]
    """Words that something is written or stamped over."""
    set_anew: bool
    """So much differs that the page is another print."""
    looked_at: int
    """Regions that were read."""
    moved: tuple[Box, ...]
    """Lines of which words moved, on the scan's page."""


def bound(scores: NDArray[np.float32]) -> float:
    """The correlation under which a letter of this page is looked at."""
    if not len(scores):
        return LOWEST_BOUND
    median, quarter = (float(np.percentile(scores, p)) for p in (50, 25))
    return min(max(median - SPREADS * (median - quarter), LOWEST_BOUND), HIGHEST_BOUND)


def find(
    compared: Compared,
    raster: Raster,
    leave_out: Sequence[Box],
    print_engine: PrintEngine,
    hand_engine: HandEngine,
    page: int,
    off: Set[int] = frozenset(),
    gone: Set[int] = frozenset(),
    unbound: Set[int] = frozenset(),
    written: Sequence[Box] = (),
) -> Differing:
    """The words that differ.

    Args:
        compared: the letters of the page.
        raster: the scan's page.
        leave_out: boxes of the form's page whose print may vary or is written over.
        print_engine: reads the places that differ.
        hand_engine: reads them too; the two must agree.
        page: number of the scan's page.
        off: indices of words that are not on the scan.
        gone: indices of words whose ink is not there.
        unbound: those of them where people write: that they are gone does not say that the page was set anew.
        written: boxes of the form's page where print stands that is written and stamped over.
    """
    form = compared.laid.form.page
    words = form.text.words
    least = bound(compared.scores)
    low = np.nonzero(compared.scores < least)[0]
    hit = {int(w) for w in compared.letters.words[low] if w >= 0} - set(off) - set(gone)
    ink = Ink(compared)
    suspects: list[int] = []
    covered: set[int] = set()
    for n in sorted(hit):
        box = words[n].box
        if not any(c.isalnum() for c in words[n].text) or any(box.share_inside(b) > 0.5 for b in leave_out):
            continue
        numbers = [line.number_box for g in form.lines for line in g.lines if line.number_box is not None]
        # Nobody writes on the number of a line; another number there is print.
        written_on = any(b.contains(*box.middle) for b in written) or (
            any(g.box.contains(*box.middle) for g in form.lines) and not any(b.grown(2.0).contains(*box.middle) for b in numbers)
        )
        over = ink.foreign(box) > COVERED_SHARE and ink.around(box) > LEAST_AROUND
        if (ink.foreign(box) > COVERED_IN_LINES) if written_on else over:
            covered.add(n)
            if written_on:
                continue
        suspects.append(n)
    own = OwnLetters(compared)
    known = set(suspects) | covered | set(gone) | set(off)
    avoided = (*leave_out, *written, *(g.box for g in form.lines))
    suspects = sorted({*suspects, *_nearly(compared, own, least, known, avoided)})
    absent = {n for n in gone if not any(words[n].box.share_inside(b) > 0.5 for b in leave_out)}
    limit = max(LEAST_LINES_ANEW, SET_ANEW_SHARE * len(form.text.lines))
    if len(_lines_of(form.text.lines, absent | set(suspects))) > LINES_TRIED * limit:
        return Differing((), {}, frozenset(covered), True, 0, ())
    settled = {
        line: moved.settle(compared, line, words, absent | set(suspects), least)
        for line in _lines_of(form.text.lines, absent | set(suspects))
    }
    slots = [(line, slot) for line, found in settled.items() for slot in found.slots]
    still_absent = [n for _, slot in slots if not slot.ink for n in slot.words if n in absent and n not in unbound]
    if len({line for line, _ in slots}) > limit or len(still_absent) > MOST_ABSENT:
        return Differing((), {}, frozenset(covered), True, 0, ())
    reader = Instead(
        raster=raster, compared=compared, ink=ink, print_engine=print_engine, hand_engine=hand_engine, page=page, least=least,
        own=own,
    )  # fmt: skip
    changes: list[PrintChange] = []
    read: dict[int, tuple[Word, ...]] = {}
    for line, found in settled.items():
        for n, shift in found.moved.items():
            read[n] = (reader.in_place(n, shift),)
        for slot in found.slots:
            change, there = reader.judge(slot, covered)
            if change is None:
                continue
            changes.append(change)
            if slot.words:
                read.update(dict.fromkeys(slot.words, ()))
                read[slot.words[0]] = there
            else:
                beside = _after(slot, line, words, found)
                if beside is not None:
                    read[beside] = (*there, *read.get(beside, (reader.in_place(beside, 0.0),)))
    seen = tuple(
        mapped(compared.laid.page_from_form, _extent(line, words, found)) for line, found in settled.items() if found.moved
    )
    return Differing(tuple(changes), read, frozenset(covered), False, len(slots), seen)


def moved_words(compared: Compared, off: Set[int], gone: Set[int]) -> set[int]:
    """Words that stand elsewhere on their line, of a page of which too few letters are at their place."""
    least = bound(compared.scores)
    low = compared.letters.words[compared.scores < least]
    doubted = ({int(n) for n in low if n >= 0} | set(gone)) - set(off)
    text = compared.laid.form.page.text
    found: set[int] = set()
    for line in _lines_of(text.lines, doubted):
        found.update(moved.settle(compared, line, text.words, doubted, least).moved)
    return found


def _nearly(compared: Compared, own: OwnLetters, least: float, known: Set[int], avoided: Sequence[Box]) -> list[int]:
    """Words with a letter that matches nearly as badly, and of which the form's letters say that it is another one."""
    words = compared.laid.form.page.text.words
    scores, owner = compared.scores, compared.letters.words
    close = np.nonzero((scores >= least) & (scores < least + NEARLY))[0]
    found = []
    for piece in close[np.argsort(scores[close])][:MOST_NEARLY]:
        n = int(owner[piece])
        if n in known or any(b.contains(*words[n].box.middle) for b in avoided):
            continue
        said = own.word(n, [int(piece)])
        if said is not None and said != words[n].text:
            found.append(n)
    return found


def _lines_of(lines: Sequence[TextLine], chosen: Set[int]) -> list[tuple[int, ...]]:
    """The printed lines, as indices of words, of which a word is chosen."""
    out: list[tuple[int, ...]] = []
    n = 0
    for line in lines:
        own = tuple(range(n, n + len(line.words)))
        n += len(line.words)
        if not chosen.isdisjoint(own):
            out.append(own)
    return out


def _after(slot: moved.Slot, line: Sequence[int], words: Sequence[Word], found: moved.Settled) -> int | None:
    """The first word of the line that stands to the right of what was put in."""
    right = [n for n in line if words[n].box.x0 + found.moved.get(n, 0.0) >= slot.place.x1 - 1.0]
    return min(right, key=lambda n: words[n].box.x0 + found.moved.get(n, 0.0), default=None)


def _extent(line: Sequence[int], words: Sequence[Word], found: moved.Settled) -> Box:
    return union(words[n].box.moved(found.moved.get(n, 0.0), 0.0) for n in line)
