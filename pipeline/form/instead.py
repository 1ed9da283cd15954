"""What stands where words of the form do not? Read there and only there.

The form's own letters say it to the letter where few letters of a word differ. Where they cannot, a word counts as changed only
when two recognisers, print and hand, do not read the form's word and agree with each other rather than with it.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np

from pipeline.form.ink import Ink, mapped
from pipeline.form.letters import Compared
from pipeline.form.moved import Slot
from pipeline.form.ownletters import OwnLetters
from pipeline.form.plainly import plain, same
from pipeline.geometry import Box, union
from pipeline.model.beside import PrintChange
from pipeline.model.text import Word
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.raster import Raster

# So much of a word's ink is white on the scan where it is gone in part.
GONE_IN_PART = 0.4
# Writing and stamps do not keep to a word's box, another letter does: the least share of foreign ink in the ring around it.
LEAST_AROUND = 0.008
# Certainty of a change: two recognisers read the same other words, or the ink is gone; neither reads the form's word.
BOTH_AGREE, NEITHER_AGREES = 0.95, 0.8
# A letter under the first matches like no unchanged one of the made-up scans (1 in 2,000 lay under 0.895, changed ones at 0.877
# and less): where both recognisers read another word, and each its own, the word is changed all the same. One under the second
# is not believed unchanged on the word of the recogniser for writing alone.
SURELY_LOW, LOWER_STILL = 0.87, 0.8
# Where the words around have lost so much of their ink too, the print is faint on this scan and nothing is missing.
FAINT_SHARE = 0.15
# Letters that match so well on the median are there, if ever so light; where there is nothing, nothing matches. And a reading
# this near to the form's words is one of the same words, badly seen.
SEEN, NEARLY_SAME = 0.7, 0.85
# So many letters of a word are read one by one; more is another word, and is read whole.
MOST_LETTERS = 3
# Letters that match this little better than those looked at are tried with the form's own letters too.
NEARLY = 0.03
READ_SCALE = 2.0
SURE, MOVED_SURE = 0.99, 0.97


@dataclass(frozen=True, slots=True, kw_only=True)
class Instead:
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

    def judge(self, slot: Slot, covered: Set[int]) -> tuple[PrintChange | None, tuple[Word, ...]]:
        """Whether the form's words are changed, gone or joined by others, and what stands there instead."""
        if not slot.words:
            return self._put_in(slot)
        if not slot.ink:
            # Of a line that moved, the words' own places say nothing of ink.
            faint = not slot.shifted and (
                self._seen(slot.words)
                or faint_around(slot.words, self._words, self.ink)
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
            gone = gone and not self._seen(slot.words) and not faint_around(slot.words, self._words, self.ink)
            return (self._missing(slot.words), ()) if gone else (None, ())
        certainty = BOTH_AGREE
        if not same(by_print, by_hand):
            again_by_hand = self.hand_engine.read(self.raster.gray_crop(wide), page=self.page, box=wide).text or ""
            if not plain(by_print) or plain(by_print) not in plain(again_by_hand):
                if (low >= SURELY_LOW and not slot.shifted) or same(by_hand, expected) or gone:
                    return None, ()
                if self.ink.gone(form_box) > FAINT_SHARE and _nearly_same(by_print, expected):
                    # Light print that lost some of its ink is misread in a letter or two.
                    return None, ()
                if not slot.shifted and any(self.ink.around(self._words[n].box) > LEAST_AROUND for n in slot.words):
                    # Something is written or stamped here, which is read as neither word.
                    return None, ()
                certainty = NEITHER_AGREES
        found = by_print or by_hand
        change = PrintChange(kind="changed", expected=expected, found=found, box=box, certainty=certainty)
        return change, there or (Word(text=found, box=box, certainty=certainty),)

    def _seen(self, words: Sequence[int]) -> bool:
        """Whether letters of these words are there all the same, too light to count as ink: correlation knows no darkness."""
        scores = self.compared.scores[np.isin(self.compared.letters.words, list(words))]
        return len(scores) > 0 and float(np.median(scores)) >= SEEN

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

    def _put_in(self, slot: Slot) -> tuple[PrintChange | None, tuple[Word, ...]]:
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

    def _rooms(self, slot: Slot, box: Box) -> tuple[Box, Box]:
        """Where to read, close and with some paper around, no letter of a neighbour in it."""
        room = mapped(self.compared.laid.page_from_form, slot.room)
        close, wide = box.grown(2.5, 1.5), box.grown(9.0, 3.0)
        least = (min(room.x0, box.x0), max(room.x1, box.x1))

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


def _nearly_same(read: str, expected: str) -> bool:
    return SequenceMatcher(None, plain(read), plain(expected), autojunk=False).ratio() >= NEARLY_SAME


def faint_around(run: Sequence[int], words: Sequence[Word], ink: Ink) -> bool:
    """Whether the words next to the run, and those on the lines next to it, have lost much of their ink as well."""
    own = union(words[n].box for n in run)
    near = own.grown(150.0, 1.6 * own.height)
    lost = [ink.gone(w.box) for n, w in enumerate(words) if n not in run and near.contains(*w.box.middle)]
    return len(lost) >= 3 and float(np.median(lost)) > FAINT_SHARE
