"""What differs between a page and the form: words whose print changed or is gone, and ink that the form has not.

Letters that match badly name the words that are looked at; only those are read. A word counts as changed only where two
recognisers, print and hand, do not read the form's word and agree with each other rather than with it.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.form import moved
from pipeline.form.letters import Compared
from pipeline.form.ownletters import OwnLetters
from pipeline.geometry import Affine, Box, union
from pipeline.model.beside import PrintChange
from pipeline.model.text import TextLine, Word
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.raster import Pixels, Raster

# A letter is looked at when it matches so much worse than the page's letters do: seven times the distance from their median to
# their lower quarter, within these bounds. On made-up forms in five scanning modes 1 in 2,000 unchanged letters lay under 0.895
# (bitonal, 200 dpi), the best of 180 changed ones at 0.877.
SPREADS, LOWEST_BOUND, HIGHEST_BOUND = 7.0, 0.86, 0.92
# A word is gone where so much of its ink is white on the scan.
GONE_SHARE, GONE_IN_PART = 0.6, 0.4
# Writing over a word adds ink around it that the form has not: from this share of its box on the word is covered, not changed.
COVERED_SHARE = 0.09
# Writing and stamps do not keep to a word's box, another letter does: the least share of foreign ink in the ring around it.
LEAST_AROUND = 0.008
# More changed lines than this share: the page was set anew, and is read as any page.
SET_ANEW_SHARE = 0.3
LEAST_LINES_ANEW = 6
# Inside the lines, where people write, so little foreign ink is a pen's already.
COVERED_IN_LINES = 0.012
# Certainty of a change: two recognisers read the same other words, or the ink is gone; neither reads the form's word.
BOTH_AGREE, NEITHER_AGREES = 0.95, 0.8
# A letter under the first matches like no unchanged one of the made-up scans (1 in 2,000 lay under 0.895, changed ones at 0.877
# and less): where both recognisers read another word, and each its own, the word is changed all the same. One under the second
# is not believed unchanged on the word of the recogniser for writing alone.
SURELY_LOW, LOWER_STILL = 0.87, 0.8
# Where the words around have lost so much of their ink too, the print is faint on this scan and nothing is missing.
FAINT_SHARE = 0.15
# So many letters of a word are read one by one; more is another word, and is read whole.
MOST_LETTERS = 3
# Letters that match this little better than those looked at are tried too, the worst so many of a page.
NEARLY, MOST_NEARLY = 0.03, 30
READ_SCALE = 2.0
SURE, MOVED_SURE = 0.99, 0.97
# More words than these found nowhere on their lines: the print runs on differently.
MOST_ABSENT = 3
# Lines in doubt beyond this many times those that make a page another print: not looked at one by one.
LINES_TRIED = 3
_DARK_SHARE = 0.55


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
    reader = Reader(
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Reads what stands where words of the form are not."""

    raster: Raster
    compared: Compared
    ink: Ink
    print_engine: PrintEngine
    hand_engine: HandEngine
    page: int
    least: float
    """Correlation under which a letter is looked at."""
    own: OwnLetters

    @property
    def _words(self) -> Sequence[Word]:
        return self.compared.laid.form.page.text.words

    def in_place(self, word: int, shift: float) -> Word:
        """The form's word where it stands on the scan, `shift` points to the right of where the form has it."""
        form, laid = self._words[word], self.compared.laid
        size = None if form.size is None or not laid.form.page.exact else form.size * laid.scale
        box = mapped(laid.page_from_form, form.box.moved(shift, 0.0)).clipped(self.raster.box)
        return Word(text=form.text, box=box, certainty=MOVED_SURE if shift else SURE, size=size, font=form.font)

    def judge(self, slot: moved.Slot, covered: Set[int]) -> tuple[PrintChange | None, tuple[Word, ...]]:
        """Whether the form's words are changed, gone or joined by others, and what stands there instead."""
        if not slot.words:
            return self._put_in(slot)
        if not slot.ink:
            # Of a line that moved, the words' own places say nothing of ink.
            faint = not slot.shifted and (
                _faint_around(slot.words, self._words, self.ink)
                or self.ink.gone(union(self._words[n].box for n in slot.words)) < GONE_IN_PART
            )
            return (None, ()) if faint else (self._missing(slot.words), ())
        expected = " ".join(self._words[n].text for n in slot.words)
        form_box = union(self._words[n].box for n in slot.words)
        box = mapped(self.compared.laid.page_from_form, slot.place if slot.shifted else form_box)
        low = min(float(self.compared.scores[self.compared.letters.words == n].min(initial=1.0)) for n in slot.words)
        letters = None if slot.shifted or any(n in covered for n in slot.words) else self._by_own_letters(slot.words)
        if letters is not None:
            if letters == expected:
                return None, ()
            # The form's own letters say it, pixel by pixel; no other engine need agree.
            change = PrintChange(kind="changed", expected=expected, found=letters, box=box, certainty=BOTH_AGREE)
            return change, (Word(text=letters, box=box, certainty=BOTH_AGREE),)
        close, wide = self._rooms(slot, box)
        crop = self.raster.gray_crop(close)
        if min(crop.shape) < 6:
            return None, ()
        by_hand = self.hand_engine.read(crop, page=self.page, box=close).text or ""
        if same(by_hand, expected) and low >= LOWER_STILL:
            return None, ()
        there, by_print = self._print(wide, box)
        if same(by_print, expected):
            return None, ()
        if not slot.shifted and any(n in covered for n in slot.words):
            return None, ()
        gone = not slot.shifted and self.ink.gone(form_box) >= GONE_IN_PART
        if not plain(by_print) and not plain(by_hand):
            gone = gone and not _faint_around(slot.words, self._words, self.ink)
            return (self._missing(slot.words), ()) if gone else (None, ())
        certainty = BOTH_AGREE
        if not same(by_print, by_hand):
            again_by_hand = self.hand_engine.read(self.raster.gray_crop(wide), page=self.page, box=wide).text or ""
            if not plain(by_print) or plain(by_print) not in plain(again_by_hand):
                if (low >= SURELY_LOW and not slot.shifted) or same(by_hand, expected) or gone:
                    return None, ()
                if not slot.shifted and any(self.ink.around(self._words[n].box) > LEAST_AROUND for n in slot.words):
                    # Something is written or stamped here, which is read as neither word.
                    return None, ()
                certainty = NEITHER_AGREES
        found = by_print or by_hand
        change = PrintChange(kind="changed", expected=expected, found=found, box=box, certainty=certainty)
        return change, there or (Word(text=found, box=box, certainty=certainty),)

    def _by_own_letters(self, words: Sequence[int]) -> str | None:
        """The words as the form's own letters read them; None where they cannot."""
        said = []
        for n in words:
            low = np.nonzero((self.compared.letters.words == n) & (self.compared.scores < self.least + NEARLY))[0]
            one = self.own.word(n, [int(k) for k in low]) if len(low) <= MOST_LETTERS else None
            if one is None:
                return None
            said.append(one)
        return " ".join(said)

    def _put_in(self, slot: moved.Slot) -> tuple[PrintChange | None, tuple[Word, ...]]:
        """Words in a line whose own words moved to make room for them."""
        box = mapped(self.compared.laid.page_from_form, slot.place)
        close, wide = self._rooms(slot, box)
        there, by_print = self._print(wide, box)
        crop = self.raster.gray_crop(close)
        by_hand = (self.hand_engine.read(crop, page=self.page, box=close).text or "") if min(crop.shape) >= 6 else ""
        found = by_print or by_hand
        if not plain(found):
            return None, ()
        certainty = BOTH_AGREE if same(by_print, by_hand) else NEITHER_AGREES
        change = PrintChange(kind="added", expected="", found=found, box=box, certainty=certainty)
        return change, there or (Word(text=found, box=box, certainty=certainty),)

    def _rooms(self, slot: moved.Slot, box: Box) -> tuple[Box, Box]:
        """Where to read, close and with some paper around, no letter of a neighbour in it."""
        room = mapped(self.compared.laid.page_from_form, slot.place)
        x0, x1 = (room.x0, room.x1) if not slot.shifted else (box.x0 - 9.0, box.x1 + 9.0)
        close, wide = box.grown(2.5, 1.5), box.grown(9.0, 3.0)
        least = (min(x0, box.x0), max(x1, box.x1))

        def within(b: Box) -> Box:
            return Box(max(b.x0, least[0]), b.y0, min(b.x1, least[1]), b.y1).clipped(self.raster.box)

        return within(close), within(wide)

    def _print(self, wide: Box, box: Box) -> tuple[tuple[Word, ...], str]:
        """What print OCR reads there."""
        crop = self.raster.gray_crop(wide)
        if min(crop.shape) < 6:
            return (), ""
        again = self.print_engine.read_region(
            crop, self.raster.px_per_pt, page=self.page, origin=(wide.x0, wide.y0), scale=READ_SCALE
        )
        there = tuple(w for w in again.words if w.box.share_inside(box.grown(1.5, 3.0)) > 0.5)
        return there, " ".join(w.text for w in there)

    def _missing(self, run: Sequence[int]) -> PrintChange:
        box = mapped(self.compared.laid.page_from_form, union(self._words[n].box for n in run))
        return PrintChange(
            kind="missing", expected=" ".join(self._words[n].text for n in run), found="", box=box, certainty=BOTH_AGREE
        )


def _faint_around(run: Sequence[int], words: Sequence[Word], ink: Ink) -> bool:
    """Whether the words next to the run, and those on the lines next to it, have lost much of their ink as well."""
    own = union(words[n].box for n in run)
    near = own.grown(150.0, 1.6 * own.height)
    lost = [ink.gone(w.box) for n, w in enumerate(words) if n not in run and near.contains(*w.box.middle)]
    return len(lost) >= 3 and float(np.median(lost)) > FAINT_SHARE


def same(read: str, expected: str) -> bool:
    """Whether a reading is the form's words, small letters, spaces and marks apart."""
    return plain(read) == plain(expected)


_ALIKE = str.maketrans({"’": "", "'": "", "“": "", "”": "", '"': "", "—": "", "–": "", "-": "", "_": ""})


def plain(text: str) -> str:
    """Letters, figures and the marks that matter between figures."""
    return "".join(c for c in text.casefold().translate(_ALIKE) if c.isalnum() or c in "$%§")


def mapped(transform: Affine, box: Box) -> Box:
    """The box around where the corners of `box` go."""
    corners = [transform.apply(x, y) for x in (box.x0, box.x1) for y in (box.y0, box.y1)]
    return Box(min(x for x, _ in corners), min(y for _, y in corners), max(x for x, _ in corners), max(y for _, y in corners))


class Ink:
    """Dark pixels of form and scan in the form's frame."""

    def __init__(self, compared: Compared) -> None:
        self._s = compared.letters.px_per_pt
        self._form = dark(compared.letters.gray)
        self._page = dark(compared.page)
        reach = 2 * round(0.9 * self._s / (200 / 72)) + 3
        kernel = np.ones((reach, reach), np.uint8)
        self._form_wide = np.asarray(cv2.dilate(self._form, kernel), np.uint8)
        self._page_wide = np.asarray(cv2.dilate(self._page, np.ones((3, 3), np.uint8)), np.uint8)

    def _cut(self, mask: Pixels, box: Box) -> Pixels:
        height, width = mask.shape
        x0, x1 = (min(max(round(v * self._s), 0), width) for v in (box.x0, box.x1))
        y0, y1 = (min(max(round(v * self._s), 0), height) for v in (box.y0, box.y1))
        return mask[y0:y1, x0:x1]

    def foreign(self, box: Box) -> float:
        """Share of the box that is dark on the scan and far from the form's print."""
        page, form = self._cut(self._page, box.grown(1.0)), self._cut(self._form_wide, box.grown(1.0))
        return float(np.mean(page & (1 - form))) if page.size else 0.0

    def around(self, box: Box) -> float:
        """Share of a ring around the box that is dark on the scan and far from the form's print."""
        inner, outer = box.grown(1.0), box.grown(4.0)
        ring = outer.area - inner.area
        alone = [self._cut(self._page, b) & (1 - self._cut(self._form_wide, b)) for b in (inner, outer)]
        inside, whole = (int(np.count_nonzero(a)) for a in alone)
        return (whole - inside) / max(ring * self._s**2, 1.0)

    def gone(self, box: Box) -> float:
        """Share of the form's dark pixels in the box that are light on the scan."""
        form, page = self._cut(self._form, box), self._cut(self._page_wide, box)
        count = int(np.count_nonzero(form))
        return float(np.count_nonzero(form & (1 - page))) / count if count else 0.0

    def dark(self, box: Box) -> float:
        """Share of the box that is dark on the scan."""
        page = self._cut(self._page, box)
        return float(np.mean(page)) if page.size else 0.0

    def extra(self) -> Pixels:
        """1 where the scan is dark and the form has no print near."""
        return np.asarray(self._page & (1 - self._form_wide), np.uint8)


def dark(gray: Pixels) -> Pixels:
    """1 where print or writing is, against the page's own paper."""
    paper = float(np.percentile(gray[::4, ::4], 80))
    return np.asarray(gray < _DARK_SHARE * paper + 20, np.uint8)
