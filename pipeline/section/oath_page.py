"""One page's affidavit as a form: its printed rows, its captions with their blanks, and the notary's stamp that may lie
over both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box, union
from pipeline.model.reading import TextRead
from pipeline.model.text import Word
from pipeline.ocr.engine import HandEngine
from pipeline.pages.ink import darkest
from pipeline.pages.view import PageView
from pipeline.section.captions import Blank, Caption, apart, assign, captions, plain, room
from pipeline.section.oath_caption_words import loose_captions
from pipeline.section.oath_captions import LEADING, caption_book, caption_vocabulary
from pipeline.section.oath_rows import OathRow, in_reading_order
from pipeline.section.seal import Stamp, pixels_of
from pipeline.section.writing_room import Entry, Mask, Rule, entry, rules_in

# Room that writing takes above its rule, in points: a line of writing; a signature.
LINE_HEIGHT_PT, SIGNATURE_HEIGHT_PT = 24.0, 40.0
# An entry stands on its rule: its foot is not further above or below, in points.
ON_RULE_PT = (9.0, 6.0)
LEAST_PRINT_CERTAINTY = 0.35
# A word that print OCR is this sure of, standing in a blank, may be typed.
TYPED_CERTAINTY = 0.9
# Print OCR reads handwriting as surely as this only where it is as clear as print.
LIKELY_TYPED = 0.7
# Print is known by a word of so many letters read so surely; little words alone must be surer.
PRINT_CERTAINTY, PRINT_LETTERS, LITTLE_WORD_CERTAINTY = 0.5, 4, 0.85
# A rule that words may stand on as an entry is so long, in points.
LEAST_ENTRY_RULE_PT = 40.0
# A remark in brackets stands so near behind its caption, on its line, in points.
REMARK_PT, SAME_LINE_PT = 10.0, 4.0
# What a caption may list in brackets, each for a piece of its blank.
RESIDENCE = frozenset({"street", "municipality", "county"})
NO_BLANK = frozenset({"seal", "state-of", "day-of"})
_MARKS_OF_PRINT = frozenset(")(.,;:|")


@dataclass(frozen=True, slots=True, kw_only=True)
class OathPage:
    """A region of a page that bears an affidavit or a notarial act."""

    view: PageView
    region: Box
    rows: tuple[tuple[Word, ...], ...]
    """Words of the region, the stamp's left out, by rows in reading order."""
    columns: tuple[tuple[float, float], ...]
    """Left and right end of the column that each row belongs to, points."""
    printed: tuple[Box, ...]
    """Boxes of words that are likely the form's own."""
    rules: tuple[Rule, ...]
    captions: tuple[Caption, ...]
    blanks: tuple[Blank, ...]
    stamp: Stamp | None
    stamp_pixels: Mask | None

    def named(self, name: str) -> tuple[Blank, ...]:
        """Blanks with this caption, top to bottom."""
        return tuple(sorted((b for b in self.blanks if b.caption.name == name), key=lambda b: (b.rule.y, b.rule.x0)))

    def room(self, blank: Blank, height: float = LINE_HEIGHT_PT) -> Box:
        """Where writing for the blank stands, points."""
        return room(blank, self.printed_for(blank.rule), height=height, rules=self.rules)

    def room_over(self, rule: Rule, height: float = LINE_HEIGHT_PT) -> Box:
        """Where writing stands over a rule that no caption names, points: below the print above it."""
        printed = self.printed_for(rule)
        top = max(
            [rule.y - height]
            + [b.y1 for b in printed if b.y1 <= rule.y - 6 and b.x1 > rule.x0 and b.x0 < rule.x1 and b.middle[1] < rule.y - 8]
        )
        return Box(rule.x0 - 1, min(top, rule.y - 8), rule.x1 + 2, rule.y + 4.5)

    def printed_for(self, rule: Rule) -> tuple[Box, ...]:
        """The form's words about a rule: what stands on the rule itself is an entry, in whatever words."""
        return tuple(b for b in self.printed if not stands_on(b, rule))

    def entry(self, blank: Blank, height: float = LINE_HEIGHT_PT) -> Entry:
        """What is written in the blank."""
        own = [w.box for w in blank.caption.words]
        return self.entry_in(self.room(blank, height), blank.rule, own)

    def entry_in(self, place: Box, rule: Rule, also_printed: Iterable[Box] = ()) -> Entry:
        """What is written in `place`, above `rule`."""
        return entry(self.view, place, (*self.printed_for(rule), *also_printed), self.rules, leave_out=self.stamp_pixels)

    def crop(self, box: Box) -> NDArray[np.uint8]:
        """Gray pixels of a box with ink of any colour dark and the form's other words white; may be empty."""
        pixels = darkest(self.view.raster, box).copy()
        return pixels

    def read(self, found: Entry, rule: Rule, hand: HandEngine | None) -> TextRead | None:
        """The text of an entry, typed or by hand; written but unread has `text` None; an empty blank None."""
        if found.ink is None:
            return None
        box = found.ink.grown(3.0, 2.0).clipped(self.view.page.box)
        page = self.view.page.number
        typed = self.typed(box, rule)
        if typed and self.view.text.exact:
            return TextRead(text=" ".join(w.text for w in typed), certainty=0.99, page=page, box=found.ink, handwritten=False)
        if hand is None:
            text = " ".join(w.text for w in typed) or None
            return TextRead(text=text, certainty=0.5 if text else 0.0, page=page, box=found.ink)
        read = hand.read(self.crop(box), page=page, box=found.ink)
        # The comma that the form prints behind a blank is no part of its entry.
        read = replace(read, text=read.text.strip(" ,;") or None) if read.text else read
        as_print = " ".join(w.text for w in typed)
        sure = bool(typed) and min(w.certainty for w in typed) >= TYPED_CERTAINTY
        if sure and read.text and _alike(read.text, as_print):
            return TextRead(
                text=as_print,
                certainty=max(read.certainty, 0.95),
                page=page,
                box=found.ink,
                handwritten=False,
                alternatives=(read.text,),
            )
        return read

    def is_typed(self, box: Box, rule: Rule) -> bool:
        """Whether print OCR read all of an entry surely, so that it was typed, or written as clearly."""
        words = self.typed(box.grown(3.0, 2.0), rule)
        return bool(words) and min(w.certainty for w in words) >= LIKELY_TYPED

    def typed(self, box: Box, rule: Rule) -> tuple[Word, ...]:
        """Words that print OCR read in a blank."""
        words = [w for w in self.view.text.words if box.contains(*w.box.middle) and stands_on(w.box, rule)]
        return tuple(sorted((w for w in words if any(c.isalnum() for c in w.text)), key=lambda w: w.box.x0))


def open_page(view: PageView, region: Box, stamp: Stamp | None, *, headed: bool = False) -> OathPage:
    """Rows, rules, captions and blanks of `region`; nothing of the stamp's counts as the form's.

    `headed`: the first row is a heading, which names no blank.
    """
    over = stamp.box.grown(2) if stamp else None
    stamped = {id(w) for w in stamp.words} if stamp else set()
    ordered = _ordered(view, region, stamped)
    rows = tuple(row.words for row in ordered)
    vocabulary = caption_vocabulary()
    printed = tuple(w.box for row in rows for w in _print_of(row, vocabulary))
    rules = tuple(r for r in rules_in(view, region) if not (over and _on_border(r, over)))
    told = _without_remarks(captions(rows[headed:], caption_book(), vocabulary, LEADING))
    told += loose_captions([_off_rules(row, rules) for row in rows[headed:]], told, vocabulary)
    found = tuple(c for c in told if not (over and c.box.share_inside(over) > 0.7))
    wanted = tuple(c for c in found if c.name not in NO_BLANK)
    blanks = assign(wanted, rules, printed)
    columns = tuple((r.x0, r.x1) for r in ordered)
    return OathPage(
        view=view, region=region, rows=rows, columns=columns, printed=printed, rules=rules, captions=found,
        blanks=tuple(blanks.values()), stamp=stamp, stamp_pixels=pixels_of(view, stamp) if stamp else None,
    )  # fmt: skip


def _ordered(view: PageView, region: Box, stamped: set[int]) -> tuple[OathRow, ...]:
    """Rows without the stamp's words; the columns as they are told with them, where they are not told without."""
    words = [w for w in view.text.words if region.contains(*w.box.middle)]
    without = in_reading_order((w for w in words if id(w) not in stamped), region)
    if not stamped or any(row.x1 - row.x0 < region.width for row in without):
        return without
    out = []
    for row in in_reading_order(words, region):
        if kept := tuple(w for w in row.words if id(w) not in stamped):
            out.append(OathRow(words=kept, x0=row.x0, x1=row.x1))
    return tuple(out)


def _off_rules(row: Sequence[Word], rules: Sequence[Rule]) -> list[Word]:
    """A row's words that stand on no rule of a blank's length: those that do are entries."""
    return [w for w in row if not any(r.length >= LEAST_ENTRY_RULE_PT and stands_on(w.box, r) for r in rules)]


def _without_remarks(found: tuple[Caption, ...]) -> tuple[Caption, ...]:
    """Captions without those in brackets right behind another one, which only explain it: "Notary Public (sign)"."""
    ends = [c.box for c in found if c.alone and not c.bracketed]

    def explains(c: Caption) -> bool:
        before = [e for e in ends if abs(e.middle[1] - c.box.middle[1]) < SAME_LINE_PT]
        return c.alone and c.bracketed and c.name not in RESIDENCE and any(0 <= c.box.x0 - e.x1 < REMARK_PT for e in before)

    return tuple(c for c in found if not explains(c))


def _print_of(row: Sequence[Word], vocabulary: frozenset[str]) -> list[Word]:
    """The form's own words of a row: pieces with a known word of some length, surely read. Scraps of writing look like
    little words.
    """
    out: list[Word] = []
    for piece in apart(row):
        sure = any(
            w.certainty >= PRINT_CERTAINTY and any(len(t) >= PRINT_LETTERS and t in vocabulary for t in plain(w.text, vocabulary))
            for w in piece
        )
        out += [w for w in piece if _is_print(w, vocabulary) and (sure or w.certainty >= LITTLE_WORD_CERTAINTY)]
    return out + [
        w for w in row if w not in out and w.text and all(c in _MARKS_OF_PRINT for c in w.text) and _is_print(w, vocabulary)
    ]


def _is_print(word: Word, vocabulary: frozenset[str]) -> bool:
    if word.text and all(c in _MARKS_OF_PRINT for c in word.text):
        return word.certainty >= LEAST_PRINT_CERTAINTY
    tokens = plain(word.text, vocabulary)
    if tokens == ["ss"]:
        return True
    return word.certainty >= LEAST_PRINT_CERTAINTY and any(t in vocabulary for t in tokens)


def stands_on(box: Box, rule: Rule) -> bool:
    """Whether a word stands on a rule, and so is its entry. Print two rows up may come as near: then it is further from
    the rule.
    """
    return rule.x0 - 3 <= box.middle[0] <= rule.x1 + 3 and rule.y - ON_RULE_PT[0] <= box.y1 <= rule.y + ON_RULE_PT[1]


def _on_border(rule: Rule, stamp: Box) -> bool:
    """Whether a rule is a piece of the stamp's border: as long as it at most, at its upper or lower edge."""
    at_edge = min(abs(rule.y - stamp.y0), abs(rule.y - stamp.y1)) <= 6 or stamp.y0 < rule.y < stamp.y1
    return at_edge and rule.x0 >= stamp.x0 - 3 and rule.x1 <= stamp.x1 + 3


def _alike(first: str, second: str) -> bool:
    def bare(text: str) -> str:
        return "".join(c for c in text.lower() if c.isalnum())

    return bare(first) == bare(second)


def stitched(crops: Sequence[NDArray[np.uint8]], px_per_pt: float, *, gap_pt: float = 5.0) -> NDArray[np.uint8]:
    """Pieces of one date (day, month, year) side by side as one line of writing, white between them."""
    kept = [c for c in crops if c.size]
    if not kept:
        return np.zeros((0, 0), np.uint8)
    height = max(c.shape[0] for c in kept)
    paper = int(np.percentile(np.concatenate([c.ravel() for c in kept]), 85))
    gap = np.full((height, max(int(gap_pt * px_per_pt), 1)), paper, np.uint8)
    out: list[NDArray[np.uint8]] = []
    for crop in kept:
        space = height - crop.shape[0]
        padded = cv2.copyMakeBorder(crop, space // 2, space - space // 2, 0, 0, cv2.BORDER_CONSTANT, value=[paper])
        out += [np.asarray(padded, np.uint8), gap]
    return np.concatenate(out[:-1], axis=1)


def around(boxes: Iterable[Box]) -> Box | None:
    """The box around all boxes, None where there are none."""
    found = list(boxes)
    return union(found) if found else None
