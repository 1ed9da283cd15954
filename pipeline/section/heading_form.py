"""The captions of a form's region and the places that they leave for what they ask for: blanks on rules, ruled cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.geometry import Box
from pipeline.model.reading import Seen, TextRead
from pipeline.model.text import Word
from pipeline.pages.view import PageView
from pipeline.section.captions import Blank, Caption, assign, captions, plain, printed_rows
from pipeline.section.heading_cells import cell_at, places, under_heads
from pipeline.section.phrases import PhraseBook
from pipeline.section.writing_room import Rule, rules_in

# Words read less surely are writing that print OCR made letters of; words surer than this are print even if no form's word.
LEAST_PRINT_CERTAINTY, PRINT_CERTAINTY = 0.35, 0.8
# The words that lead into a blank end so near before it, in points.
LEAD_GAP_PT = 14.0
# Words that end a row and lead on to a blank at the beginning of the next, which lies so far below at most, in points.
LEADS_ON, ROW_ABOVE_PT = frozenset({"of", "the", "at", "nominate", "is", "for", "named", "by"}), 30.0
# An entry has no more words than this, and its feet stand so near its rule, in points.
ENTRY_WORDS, ON_RULE_PT = 8, 6.0
# A label's rule lies so far below its foot at most, in points.
LABEL_ABOVE_PT = 6.0
# A word's box may reach over the rule beside it by so much, in points.
WALL_SLACK_PT = 1.0
# An upright rule stands at a cell border's end within so many points.
WALL_PT = 4.0
# A word of so many letters is no accident of a pen.
OWN_WORD_LETTERS = 5
# Words so many heights beside a caption are no part of what its cell says.
ANOTHER_CELL_HEIGHTS = 4.0
# A caption has this share of its cell's letters at least.
OWN_CELL_SHARE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class InlineRule:
    """Where a value ends that is printed after the words that ask for it, and what it may be."""

    ends: frozenset[str]
    """Plain words that are no part of it."""
    most: int
    """Words."""
    at_comma: bool
    valid: Callable[[str], bool]
    goes_on: frozenset[tuple[str, str]] = frozenset()
    """Pairs of words that belong to it though the first would end it."""
    closes: frozenset[str] = frozenset()
    """Where not empty: the words that ask, or the word after the value, must be one of these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """One thing that the form states or leaves blank."""

    name: str
    filled: Seen
    value: TextRead | None
    box: Box
    """Of the value, or of the place left for it; points."""
    asked: Box
    """Of the words that ask for it; points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A region of a page with the captions of one phrase book and their blanks."""

    view: PageView
    region: Box
    rows: tuple[tuple[Word, ...], ...]
    rules: tuple[Rule, ...]
    captions: tuple[Caption, ...]
    blanks: Mapping[int, Blank]
    """By the caption's place in `captions`."""
    cells: Mapping[int, tuple[Box, ...]]
    """Places in ruled cells where the value of a caption may stand, likeliest first; by the caption's place."""
    book: PhraseBook
    vocabulary: frozenset[str]

    @property
    def named(self) -> frozenset[int]:
        """Ids of the words that are some caption's."""
        return frozenset(id(w) for c in self.captions for w in c.words)


def open_form(view: PageView, region: Box, book: PhraseBook, vocabulary: frozenset[str], leading: frozenset[str]) -> Form:
    """Captions and blanks of `region` (points)."""
    rows = printed_rows(view.text, region)
    rules = rules_in(view, region)
    entered = _entries(rows, [r for r in rules if not borders_cell(view, r)])
    pieces = [piece for row in rows for piece in _by_cells(view, row)]
    asking = [[w for w in piece if id(w) not in entered and _asks(w, vocabulary)] for piece in pieces]
    found = captions(_with_broken(view, asking, book, vocabulary), book, vocabulary, leading)
    printed = [w.box for row in rows for w in row if is_print(w, vocabulary)]
    wanted = tuple(c for c in found if not _is_tail(c, rows) and not _is_cells_entry(c, view, rows))
    boxes = [c.box for c in wanted]
    wanted = tuple(c for c in wanted if not (c.alone and under_heads(view, c.box, [b for b in boxes if b != c.box])))
    boxes = [c.box for c in wanted]
    # A lead takes what follows it; a rule over or under it is another's.
    cells = {i: p for i, c in enumerate(wanted) if c.alone and (p := places(view, c.box, [b for b in boxes if b != c.box]))}
    ruled = [i for i in range(len(wanted)) if i not in cells]
    blanks = assign([wanted[i] for i in ruled], rules, printed)
    kept = {ruled[i]: b for i, b in blanks.items() if not b.caption.leads or b.side in {"right", "next"}}
    of_party = _before_party(wanted, rules)
    kept = {i: b for i, b in kept.items() if all(b.rule != p.rule for p in of_party.values())} | of_party
    kept |= _far_blanks(wanted, {*kept, *cells}, [r for r in rules if r not in {b.rule for b in kept.values()}], rows)
    return Form(
        view=view, region=region, rows=rows, rules=rules, captions=wanted, blanks=kept, cells=cells, book=book,
        vocabulary=vocabulary,
    )  # fmt: skip


def _asks(word: Word, vocabulary: frozenset[str]) -> bool:
    """Whether a word may be a caption's: surely read, or a form's word letter by letter."""
    letters = "".join(c for c in word.text.lower() if c.isalpha())
    return word.certainty >= LEAST_PRINT_CERTAINTY or (len(letters) >= OWN_WORD_LETTERS and letters in vocabulary)


def _by_cells(view: PageView, row: Sequence[Word]) -> list[list[Word]]:
    """A row of words cut where an upright rule stands between two of them: captions of neighbouring cells stand close."""
    # Print OCR reads the upright rule itself as a bar.
    words = [w for w in row if set(w.text) - set("|[]I") or len(row) == 1]
    out: list[list[Word]] = [words[:1]]
    for before, word in pairwise(words):
        middle = (before.box.middle[1] + word.box.middle[1]) / 2
        walls = [r.at for r in view.rules if r.direction == "vertical" and r.start - 2 <= middle <= r.end + 2]
        if any(before.box.x1 - WALL_SLACK_PT <= x <= word.box.x0 + WALL_SLACK_PT for x in walls):
            out.append([word])
        else:
            out[-1].append(word)
    return out


def _with_broken(view: PageView, pieces: Sequence[list[Word]], book: PhraseBook, vocabulary: frozenset[str]) -> list[list[Word]]:
    """Pieces of rows; joined those of one caption broken within its cell: "POLITICAL" over "PARTY". The captions of the cells
    beside, set in one row, stand between the two.
    """
    out: list[list[Word]] = []
    for piece in pieces:
        cell = cell_at(view, *piece[0].box.middle) if piece else None
        over = next((o for o in reversed(out) if cell is not None and o and all(cell.contains(*w.box.middle) for w in o)), None)
        if over is not None and _one_phrase([*over, *piece], book, vocabulary):
            over += piece
        else:
            out.append(list(piece))
    return out


def _one_phrase(words: Sequence[Word], book: PhraseBook, vocabulary: frozenset[str]) -> bool:
    """Whether words are one phrase of the book from the first to the last."""
    tokens = [t for w in words for t in plain(w.text, vocabulary)]
    return any(h.start == 0 and h.end == len(tokens) for h in book.hits(tokens))


def _before_party(wanted: Sequence[Caption], rules: Sequence[Rule]) -> dict[int, Blank]:
    """Blanks that end right before the word "party" in a sentence, whatever leads to them: "of the ____ Party for"."""
    out: dict[int, Blank] = {}
    for at, caption in enumerate(wanted):
        box = caption.box
        if caption.name != "party" or caption.leads or caption.words[-1].text.endswith(":"):
            continue
        ending = [r for r in rules if -3 <= box.x0 - r.x1 <= LEAD_GAP_PT and abs(r.y - box.y1) <= LABEL_ABOVE_PT]
        if ending:
            out[at] = Blank(caption=caption, rule=ending[0], side="left", cost=0.0)
    return out


def _far_blanks(
    wanted: Sequence[Caption], served: set[int], free: Sequence[Rule], rows: Sequence[Sequence[Word]]
) -> dict[int, Blank]:
    """Blanks of labels with a colon whose rules begin far to the right, in a column of their own."""
    out: dict[int, Blank] = {}
    for at, caption in enumerate(wanted):
        box = caption.box
        if at in served or not caption.words[-1].text.endswith(":"):
            continue
        beside = [r for r in free if r.x0 > box.x1 - 2 and box.middle[1] <= r.y <= box.y1 + LABEL_ABOVE_PT]
        rule = min(beside, key=lambda r: r.x0, default=None)
        if rule is None:
            continue
        level = [w.box for row in rows for w in row if abs(w.box.middle[1] - box.middle[1]) < box.height]
        if any(box.x1 < b.x0 and b.x1 < rule.x0 for b in level):
            continue
        out[at] = Blank(caption=caption, rule=rule, side="right", cost=rule.x0 - box.x1)
    return out


def _entries(rows: Sequence[Sequence[Word]], rules: Sequence[Rule]) -> frozenset[int]:
    """Ids of words that stand on a rule with print right before it: what is filled in asks for nothing."""
    out: set[int] = set()
    for rule in rules:
        for row in rows:
            on = [w for w in row if _stands_on(w.box, rule)]
            before = [w for w in row if -LEAD_GAP_PT <= w.box.x1 - rule.x0 <= 4 and abs(w.box.y1 - rule.y) <= 8 and w not in on]
            begins = not before and (_begins_row(on, rule, row, rows) or _goes_on_after_blank(on, rule, rules, rows))
            led = any(w.certainty >= PRINT_CERTAINTY for w in before) or begins
            if on and led:
                out |= {id(w) for w in on}
    return frozenset(out)


def borders_cell(view: PageView, rule: Rule) -> bool:
    """Whether a rule ends at an upright one: the border of a cell, which no entry is led to by the words of the next cell."""
    upright = [r for r in view.rules if r.direction == "vertical" and r.start - WALL_PT <= rule.y <= r.end + WALL_PT]
    return any(min(abs(r.at - rule.x0), abs(r.at - rule.x1)) <= WALL_PT for r in upright)


def _begins_row(on: Sequence[Word], rule: Rule, row: Sequence[Word], rows: Sequence[Sequence[Word]]) -> bool:
    """Whether words on a rule begin their row and the row above ends with a word that leads on: "for the office of / ____"."""
    if not on or on[0] is not row[0] or len(on) > ENTRY_WORDS or any(w.text.endswith(":") for w in on):
        return False
    if max(w.box.y1 for w in on) < rule.y - ON_RULE_PT:
        return False
    above = [w for r in rows for w in r[-1:] if 4 < on[0].box.middle[1] - w.box.middle[1] <= ROW_ABOVE_PT and _weight(w)]
    return bool(above) and said([max(above, key=lambda w: w.box.middle[1])])[0] in LEADS_ON


def _goes_on_after_blank(on: Sequence[Word], rule: Rule, rules: Sequence[Rule], rows: Sequence[Sequence[Word]]) -> bool:
    """Whether words fill a blank that begins a row whose row above ends in one: "that ____, / ____ of the City"."""
    if not on or len(on) > ENTRY_WORDS or any(w.text.endswith(":") for w in on):
        return False
    printed = [w for row in rows for w in row if w.certainty >= PRINT_CERTAINTY and _weight(w)]
    behind = any(-2 <= w.box.x0 - rule.x1 <= LEAD_GAP_PT and abs(w.box.y1 - rule.y) <= ON_RULE_PT for w in printed)
    above = [r for r in rules if 4 < rule.y - r.y <= ROW_ABOVE_PT and r.x0 > rule.x0 + LEAD_GAP_PT]
    for blank in above if behind else ():
        level = [w for w in printed if abs(w.box.y1 - blank.y) <= ON_RULE_PT]
        leads = any(-LEAD_GAP_PT <= w.box.x1 - blank.x0 <= 4 for w in level)
        if leads and not any(w.box.x0 >= blank.x1 - 2 for w in level):
            return True
    return False


def _stands_on(box: Box, rule: Rule) -> bool:
    """Whether a word stands on a rule, from its beginning on."""
    return rule.x0 - 3 <= box.x0 and box.x1 <= rule.x1 + 6 and rule.y - 9 <= box.y1 <= rule.y + 6


def is_print(word: Word, vocabulary: frozenset[str]) -> bool:
    """Whether a word is likely the form's own."""
    if word.certainty < LEAST_PRINT_CERTAINTY or not any(c.isalnum() for c in word.text):
        return False
    return word.certainty >= PRINT_CERTAINTY or any(t in vocabulary for t in plain(word.text, vocabulary))


def _is_tail(caption: Caption, rows: Sequence[Sequence[Word]]) -> bool:
    """Whether a lone "of" or "the" begins a row: it belongs to words that end the row before."""
    first = "".join(c for c in caption.words[0].text.lower() if c.isalpha())
    if len(caption.words) > 1 or first not in {"of", "the"}:
        return False
    return any(row[0] is caption.words[0] for row in rows)


def _is_cells_entry(caption: Caption, view: PageView, rows: Sequence[Sequence[Word]]) -> bool:
    """Whether words like a caption's are the lesser part of a ruled cell's: "District" of "District Council Member"."""
    if not caption.alone or caption.words[-1].text.endswith(":"):
        return False
    cell = cell_at(view, *caption.box.middle)
    if cell is None:
        return False
    inside = sum(_weight(w) for row in rows for w in row if cell.contains(*w.box.middle) and not _far_beside(w.box, caption.box))
    return sum(_weight(w) for w in caption.words) < OWN_CELL_SHARE * inside


def _far_beside(box: Box, caption: Box) -> bool:
    """Whether a word stands beside a caption across so much paper that it is another cell's, the wall between not seen."""
    level = box.y0 < caption.middle[1] < box.y1
    return level and max(box.x0 - caption.x1, caption.x0 - box.x1) > ANOTHER_CELL_HEIGHTS * max(caption.height, 5.0)


def _weight(word: Word) -> int:
    return sum(c.isalnum() for c in word.text)


def said(words: Iterable[Word]) -> list[str]:
    """Words in small letters without signs."""
    return ["".join(c for c in w.text.lower() if c.isalnum() or c == "-") for w in words]
