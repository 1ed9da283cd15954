"""Which words of a form say what belongs into a blank, and which blank they belong to: beside, above, under or inside it.

A caption is matched with the blank by where it stands; the word order of no form is assumed. Nothing is read here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from pipeline.geometry import Box, union
from pipeline.model.text import PageText, Word
from pipeline.section.phrases import PhraseBook
from pipeline.section.propositions import set_right, unaccented
from pipeline.section.runs import rows
from pipeline.section.writing_room import Rule

Side = Literal["right", "under", "left", "over", "next"]
"""`next`: at the beginning of the next row, the caption ending its own. Where the blank stands, seen from its caption's
words: `under` a caption printed below its rule, `over` one printed above it."""

# How far apart a caption and its blank's rule may be, in points: beside it on one line; caption below the rule; caption
# above it.
BESIDE_PT, UNDER_PT, OVER_PT = 120.0, 13.0, 40.0
# Captions printed right of their blank are in parentheses: "____ (print name)".
LEFT_PT = 18.0
# A run of words longer than this is a sentence; only what leads into a blank counts as a caption in it.
CAPTION_WORDS = 9
# A caption's own words are at least this share of its run: "state as follows" is no caption for a state.
LEAST_FILLING = 0.35
# Words further apart than so many heights are apart as captions too.
APART_HEIGHTS = 1.3
# A blank ends this far before the next printed word.
LEAST_ROOM_PT = 12.0

# Words read less surely than this are writing, or dirt, that print OCR made letters of.
LEAST_PRINT_CERTAINTY = 0.35
# The next row of a sentence begins so far below, in points, and so near the left edge of its text.
NEXT_ROW_PT = (7.0, 36.0)
NEXT_ROW_LEFT_PT = 40.0

# A caption under a rule that begins where the rule does has that one for its blank, and not a piece of a rule beside it (the edge
# of a stamp) so many times as short. Blanks of years, the shortest, are a fifth of a line for a signature.
SAME_LEFT_PT, FRAGMENT_TIMES = 4.0, 6.0

# A lone "I" that leads into a blank stands before it; a letter on the rule is a scrap of writing.
LONE_LETTER_PT = 8.0
# A little word ("of", "is") may stand between a caption and its blank, in points.
LITTLE_WORD_PT = 13.0
ON_ENTRY_PT = 10.0

_LETTERS = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*|\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """Words that name a blank."""

    name: str
    words: tuple[Word, ...]
    alone: bool
    """They stand in a short run of words, not in a sentence."""
    bracketed: bool
    ends_row: bool = False
    """No printed word follows it on its row."""
    run_x0: float = 0.0
    """Where its run of words begins, points."""
    leads: bool = False
    """It leads into its blank as words of a sentence do ("residing at")."""
    corrected: bool = False
    """Its words were not read as they stand in the book: "Clive" for "live"."""

    @property
    def box(self) -> Box:
        """Box of the words, points."""
        return union(w.box for w in self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """A caption's blank: its rule and how the two stand to each other."""

    caption: Caption
    rule: Rule
    side: Side
    cost: float


def captions(
    text_rows: Sequence[Sequence[Word]], book: PhraseBook, vocabulary: frozenset[str], leading: frozenset[str]
) -> tuple[Caption, ...]:
    """Captions among printed words; phrases of `leading` count inside sentences too. Longer phrases win over shorter
    within them.
    """
    found: list[Caption] = []
    for row in text_rows:
        for run in apart(row):
            tokens = [(i, t) for i, w in enumerate(run) for t in plain(w.text, vocabulary)]
            taken: set[int] = set()
            hits = sorted(book.hits([t for _, t in tokens]), key=lambda h: (h.start - h.end, h.start, h.name not in leading))
            alone = len(tokens) <= CAPTION_WORDS
            for hit in hits:
                name = hit.name.split(":")[0]
                if taken & set(range(hit.start, hit.end)):
                    continue
                places = range(tokens[hit.start][0], tokens[hit.end - 1][0] + 1)
                words = tuple(run[i] for i in places)
                opened = " ".join(w.text for w in run[: places[0]]) + " " + words[0].text.split(")")[0]
                bracketed = opened.count("(") > opened.count(")") and not any(")" in w.text for w in words[:-1])
                ends = run[places[-1]] is _last(row)
                if _letter_of_an_entry(tokens[hit.start : hit.end], words):
                    continue
                filling = alone and hit.end - hit.start >= LEAST_FILLING * len(tokens)
                if not (filling or bracketed or hit.name in leading):
                    continue
                taken |= set(range(hit.start, hit.end))
                found.append(
                    Caption(
                        name=name,
                        words=words,
                        alone=alone,
                        bracketed=bracketed,
                        ends_row=ends,
                        leads=hit.name in leading,
                        run_x0=run[0].box.x0,
                        corrected=_bare(words) != "".join(t for i, t in tokens if i in places),
                    )
                )
    return tuple(found)


def _letter_of_an_entry(tokens: Sequence[tuple[int, str]], words: Sequence[Word]) -> bool:
    """Whether a caption of one letter is a piece of a word with figures: the I of "9-I-26"."""
    return len(tokens) == 1 and len(tokens[0][1]) == 1 and any(c.isdigit() for c in words[0].text.rstrip(",."))


def _bare(words: Sequence[Word]) -> str:
    return "".join(c for w in words for c in w.text.lower() if c.isalnum())


def _last(row: Sequence[Word]) -> Word | None:
    """The last word of a row that has letters enough to be print."""
    return next(
        (w for w in reversed(row) if sum(c.isalpha() for c in w.text) >= 2 and w.certainty >= LEAST_PRINT_CERTAINTY), None
    )


def plain(text: str, vocabulary: frozenset[str]) -> list[str]:
    """The letters of one printed word as plain words, misread ones set right; `|` alone is a misread I.

    An accent is a stroke of a pen or dirt over an English word.
    """
    text = unaccented(text)
    if text == "1," or text.strip(".,;:()") in {"|", "\\", "l", "!", "]", "[", "1,"}:
        return ["i"]
    out: list[str] = []
    for piece in _LETTERS.findall(text):
        out += set_right(re.sub(r"['’]", "", piece).lower(), vocabulary)
    return out


def apart(row: Sequence[Word]) -> list[list[Word]]:
    """A row's words with letters, cut where a wide gap or a blank's own marks part them."""
    out: list[list[Word]] = []
    for word in row:
        if not any(c.isalnum() or c == "|" for c in word.text):
            continue
        if out and word.box.x0 - out[-1][-1].box.x1 <= APART_HEIGHTS * max(word.box.height, out[-1][-1].box.height, 5.0):
            out[-1].append(word)
        else:
            out.append([word])
    return out


def printed_rows(text: PageText, region: Box) -> tuple[tuple[Word, ...], ...]:
    """Words of `region` gathered into rows by height alone."""
    return rows(w for w in text.words if region.contains(*w.box.middle))


def assign(found: Sequence[Caption], rules: Sequence[Rule], printed: Sequence[Box]) -> dict[int, Blank]:
    """The blank of each caption, by its place in `found`. `printed`: boxes of the form's own words.

    Cheapest pairs first: a blank on the caption's own line begins right after it; a caption under a rule touches it; one
    above leaves
    room for writing. One rule serves several captions only where they stand side by side along it.
    """
    every = [(i, b) for i, c in enumerate(found) for r in rules for b in _pairs(c, r, printed) if not _skips(b, rules)]
    long = {i: b.rule.length for i, b in every if b.side == "under" and abs(b.caption.box.x0 - b.rule.x0) <= SAME_LEFT_PT}
    pairs = sorted(
        ((b.cost, i, b) for i, b in every if not (b.side == "right" and b.rule.length * FRAGMENT_TIMES <= long.get(i, 0.0))),
        key=lambda p: (p[0], p[1]),
    )
    out: dict[int, Blank] = {}
    used: dict[Rule, list[int]] = {}
    for _, i, blank in pairs:
        if i in out:
            continue
        others = used.get(blank.rule, [])
        if others and not all(_share(out[o], blank) for o in others):
            continue
        out[i] = blank
        used.setdefault(blank.rule, []).append(i)
    return _split(out)


def _pairs(caption: Caption, rule: Rule, printed: Sequence[Box]) -> list[Blank]:
    box = caption.box
    # Words that stand within a rule's length are its entry, whatever print OCR made of them.
    if rule.x0 < box.x0 - ON_ENTRY_PT and box.x1 < rule.x1 + 2 and rule.y - 9 <= box.y1 <= rule.y + 5:
        return []
    # A lone word that only looks like a caption's and stands on the rule is an entry: "Clive" for "live".
    lone = caption.corrected and len(caption.words) == 1 and not caption.words[0].text.endswith(":")
    if lone and rule.x0 < box.x0 and box.x1 < rule.x1 + 2 and rule.y - 9 <= box.y1 <= rule.y + 5:
        return []
    letters = sum(c.isalnum() or c == "|" for w in caption.words for c in w.text)
    if letters == 1 and (box.width > LONE_LETTER_PT or (rule.x0 < box.x0 - 1 and rule.y - 30 < box.y1 < rule.y + 6)):
        return []
    common = min(box.x1, rule.x1) - max(box.x0, rule.x0)
    out: list[Blank] = []
    on_line = box.y0 + 0.35 * box.height <= rule.y <= box.y1 + 5.0
    if (on_line and rule.x1 - max(rule.x0, box.x1) >= LEAST_ROOM_PT and -6 <= rule.x0 - box.x1 <= BESIDE_PT) or (
        on_line and rule.x0 < box.x1 and rule.x1 - box.x1 >= LEAST_ROOM_PT
    ):
        start = max(rule.x0, box.x1)
        if not _printed_between(printed, box.x1, start, box):
            cost = (start - box.x1) / 20 + (2.5 if caption.bracketed else 0.0)
            out.append(Blank(caption=caption, rule=rule, side="right", cost=cost))
    if on_line and caption.bracketed and -3 <= box.x0 - rule.x1 <= LEFT_PT and not caption.name.startswith("i"):
        out.append(Blank(caption=caption, rule=rule, side="left", cost=0.4 + (box.x0 - rule.x1) / 40))
    down = rule.y - box.y1
    if (
        caption.ends_row
        and caption.leads
        and not caption.bracketed
        and NEXT_ROW_PT[0] <= down <= NEXT_ROW_PT[1]
        and rule.x0 < box.x0
    ):
        margins = (caption.run_x0, min((b.x0 for b in printed if abs(b.middle[1] - box.middle[1]) < 60), default=rule.x0))
        before = any(b.x1 <= rule.x0 + 2 and rule.y - 12 < b.middle[1] < rule.y for b in printed)
        if any(abs(rule.x0 - m) <= NEXT_ROW_LEFT_PT for m in margins) and not before:
            out.append(Blank(caption=caption, rule=rule, side="next", cost=1.2 + down / 60))
    gap = box.y0 - rule.y
    if caption.alone and common >= 0.5 * min(box.width, rule.length) and -2.0 <= gap <= UNDER_PT:
        out.append(Blank(caption=caption, rule=rule, side="under", cost=1.0 + max(gap, 0) / 10))
    gap = rule.y - box.y1
    if caption.alone and common >= 0.5 * min(box.width, rule.length) and 8.0 <= gap <= OVER_PT:
        room = Box(max(box.x0, rule.x0), box.y1 + 1.5, max(box.x0, rule.x0) + max(common, 1), rule.y - 1.0)
        if not any(b.intersection(room) and b.height > 3 and b.middle[1] > room.y0 and b.middle[1] < room.y1 for b in printed):
            out.append(Blank(caption=caption, rule=rule, side="over", cost=3.0 + gap / 15))
    return out


def _skips(blank: Blank, rules: Sequence[Rule]) -> bool:
    """Whether a blank found below its caption passes over one that begins on the caption's own line."""
    box = blank.caption.box
    return blank.side == "over" and any(
        box.y0 + 0.35 * box.height <= r.y <= box.y1 + 5.0 and -6 <= r.x0 - box.x1 <= BESIDE_PT for r in rules if r != blank.rule
    )


def _printed_between(printed: Sequence[Box], x0: float, x1: float, line: Box) -> bool:
    return any(
        b.x0 >= x0 - 1 and b.x1 <= x1 + 1 and b.width > LITTLE_WORD_PT and abs(b.middle[1] - line.middle[1]) < 0.6 * line.height
        for b in printed
    )


def _share(first: Blank, second: Blank) -> bool:
    """Whether two captions may share a rule: both stand under (or over) it, one beside the other."""
    apart = first.caption.box.x1 <= second.caption.box.x0 + 1 or second.caption.box.x1 <= first.caption.box.x0 + 1
    return first.side == second.side and first.side in {"under", "over"} and apart


def _split(blanks: Mapping[int, Blank]) -> dict[int, Blank]:
    """Shared rules cut between their captions where these stand well apart; captions close together keep the whole rule
    together.
    """
    out = dict(blanks)
    for rule in {b.rule for b in blanks.values()}:
        sharing = sorted((i for i, b in blanks.items() if b.rule == rule), key=lambda i: blanks[i].caption.box.x0)
        boxes = [blanks[i].caption.box for i in sharing]
        gaps = [b.x0 - a.x1 for a, b in pairwise(boxes)]
        if not gaps or min(gaps) < 14.0:
            continue
        # Captions are set left or centred below their piece; the cut lies before the next caption's first letter, less
        # the margin by which a centred caption is indented.
        edges = [rule.x0, *(b.x0 - min(0.35 * g, 20.0) for b, g in zip(boxes[1:], gaps, strict=True)), rule.x1]
        for i, (x0, x1) in zip(sharing, pairwise(edges), strict=True):
            out[i] = replace(blanks[i], rule=Rule(y=rule.y, x0=x0, x1=max(x1, x0 + 1)))
    return out


def room(blank: Blank, printed: Sequence[Box], *, height: float, rules: Sequence[Rule] = ()) -> Box:
    """Where writing for this blank stands: above its rule up to `height` points, less where other print is, a little below
    it.
    """
    rule, box = blank.rule, blank.caption.box
    x0, x1 = rule.x0, rule.x1
    if blank.side == "right":
        x0 = max(x0, box.x1)
        x1 = min(
            [
                x1,
                *(b.x0 for b in printed if b.x0 > x0 + LEAST_ROOM_PT and abs(b.middle[1] - box.middle[1]) < 0.5 * box.height),
            ]
        )
    if blank.side == "left":
        x1 = min(x1, box.x0)
    top = rule.y - height
    for b in printed:
        if b.y1 <= rule.y - 6 and min(b.x1, x1) - max(b.x0, x0) > 0 and b.middle[1] < rule.y - 8:
            top = max(top, b.y1)
    for other in rules:
        if other.y < rule.y - 9 and min(other.x1, x1) - max(other.x0, x0) > 0.5 * (x1 - x0):
            top = max(top, other.y + 1.5)
    return Box(x0 - 1, min(top, rule.y - 8), max(x1, x0) + 2, rule.y + 4.5)
