"""What do a form's words state: what is written into a blank, or printed after the words that ask for it?

Three ways in which forms state a thing: a ruled blank or a cell with its caption, filled by pen or typewriter; words of a sentence
("as a candidate of the Orchard Party for"); a label with a colon. Finders of headings and recall statements say which words ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipeline.geometry import Box, union
from pipeline.model.reading import Seen, TextRead
from pipeline.model.text import Word
from pipeline.ocr.engine import HandEngine
from pipeline.pages.ink import darkest
from pipeline.pages.view import PageView
from pipeline.section.captions import Blank, Caption, assign, captions, plain, printed_rows, room
from pipeline.section.heading_cells import places
from pipeline.section.phrases import Hit, PhraseBook
from pipeline.section.writing_room import Entry, Rule, entry, rules_in

# Room that writing takes above its rule, in points.
WRITING_HEIGHT_PT = 26.0
# Words read less surely are writing that print OCR made letters of; words surer than this are print even if no form's word.
LEAST_PRINT_CERTAINTY, PRINT_CERTAINTY = 0.35, 0.8
# A typed entry is one that print OCR is this sure of.
TYPED_CERTAINTY = 0.85
FILLED, FILLED_UNREAD, EMPTY, UNSURE, EMPTY_WITHOUT_RULE = 0.96, 0.8, 0.95, 0.5, 0.75
# The words that lead into a blank end so near before it, in points.
LEAD_GAP_PT = 14.0
# A blank that follows another after a comma alone begins so near behind it and is so long, in points.
NEXT_BLANK_PT, NEXT_LEAST_PT = 24.0, 24.0
# A label's value has so many words at most where the sentence's would have fewer.
LABELLED_WORDS = 6
# Words of one label or sentence stand nearer than so many heights; further apart is another column.
COLUMN_HEIGHTS = 3.5
# A value printed under its caption begins within so many heights of it.
BELOW_HEIGHTS = 2.0


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
    entered = _entries(rows, rules)
    asking = [[w for w in row if id(w) not in entered and w.certainty >= LEAST_PRINT_CERTAINTY] for row in rows]
    found = captions(asking, book, vocabulary, leading)
    printed = [w.box for row in rows for w in row if _is_print(w, vocabulary)]
    wanted = tuple(c for c in found if not _is_tail(c, rows))
    boxes = [c.box for c in wanted]
    cells = {i: p for i, c in enumerate(wanted) if c.alone and (p := places(view, c.box, [b for b in boxes if b != c.box]))}
    ruled = [i for i in range(len(wanted)) if i not in cells]
    blanks = assign([wanted[i] for i in ruled], rules, printed)
    return Form(
        view=view, region=region, rows=rows, rules=rules, captions=wanted,
        blanks={ruled[i]: b for i, b in blanks.items() if not b.caption.leads or b.side in {"right", "next"}}, cells=cells, book=book, vocabulary=vocabulary,
    )  # fmt: skip


def stated(
    form: Form, inline: Mapping[str, InlineRule], hand: HandEngine | None, followers: Mapping[str, str] | None = None
) -> tuple[Stated, ...]:
    """Everything that the region states or leaves blank under the names of `inline`, from top to bottom.

    `followers`: what a blank without words of its own holds, by the name of the blank before it ("nominate ____, ____, as").
    """
    out = [s for b in form.blanks.values() if (s := _in_blank(form, b, inline, hand)) is not None]
    out += [_in_cells(form, i, hand) for i in form.cells if form.captions[i].name in inline]
    out += _next_blanks(form, {s.name for s in out}, followers or {}, hand)
    out += _in_sentences(form, inline)
    out += _behind_labels(form, inline, {s.name for s in out if s.filled.present}, hand)
    return tuple(sorted(out, key=lambda s: (s.asked.y0, s.asked.x0)))


def _entries(rows: Sequence[Sequence[Word]], rules: Sequence[Rule]) -> frozenset[int]:
    """Ids of words that stand on a rule with print right before it: what is filled in asks for nothing."""
    out: set[int] = set()
    for rule in rules:
        for row in rows:
            on = [w for w in row if _stands_on(w.box, rule)]
            before = [w for w in row if -LEAD_GAP_PT <= w.box.x1 - rule.x0 <= 4 and abs(w.box.y1 - rule.y) <= 8 and w not in on]
            if on and any(w.certainty >= PRINT_CERTAINTY for w in before):
                out |= {id(w) for w in on}
    return frozenset(out)


def _stands_on(box: Box, rule: Rule) -> bool:
    """Whether a word stands on a rule, from its beginning on."""
    return rule.x0 - 3 <= box.x0 and box.x1 <= rule.x1 + 6 and rule.y - 9 <= box.y1 <= rule.y + 6


def _is_print(word: Word, vocabulary: frozenset[str]) -> bool:
    if word.certainty < LEAST_PRINT_CERTAINTY or not any(c.isalnum() for c in word.text):
        return False
    return word.certainty >= PRINT_CERTAINTY or any(t in vocabulary for t in plain(word.text, vocabulary))


def _is_tail(caption: Caption, rows: Sequence[Sequence[Word]]) -> bool:
    """Whether a lone "of" or "the" begins a row: it belongs to words that end the row before."""
    said = "".join(c for c in caption.words[0].text.lower() if c.isalpha())
    if len(caption.words) > 1 or said not in {"of", "the"}:
        return False
    return any(row[0] is caption.words[0] for row in rows)


def _said(words: Iterable[Word]) -> list[str]:
    return ["".join(c for c in w.text.lower() if c.isalnum() or c == "-") for w in words]


# --- a ruled blank or a cell


def _in_blank(form: Form, blank: Blank, inline: Mapping[str, InlineRule], hand: HandEngine | None) -> Stated | None:
    rule = inline.get(blank.caption.name)
    if rule is None or not _closed(form, blank, rule):
        return None
    return _in_place(form, blank.caption, _place(form, blank), hand)


def _next_blanks(
    form: Form, known: set[str], followers: Mapping[str, str], hand: HandEngine | None
) -> list[Stated]:
    """Blanks with nothing but a comma between them and a known one: by their order in the sentence."""
    out: list[Stated] = []
    used = {b.rule for b in form.blanks.values()}
    for blank in form.blanks.values():
        name = followers.get(blank.caption.name)
        if name is None or name in known or blank.side not in {"right", "next"}:
            continue
        after = [
            r for r in form.rules
            if r not in used and abs(r.y - blank.rule.y) <= 2.5 and 0 < r.x0 - blank.rule.x1 <= NEXT_BLANK_PT and r.length >= NEXT_LEAST_PT
        ]  # fmt: skip
        if len(after) != 1 or _words_between(form, blank.rule.x1, after[0].x0, blank.rule.y):
            continue
        rule = after[0]
        place = Box(rule.x0 - 1, rule.y - WRITING_HEIGHT_PT + 6, rule.x1 + 2, rule.y + 4.5)
        found = _in_place(form, replace(blank.caption, name=name), place, hand)
        out.append(replace(found, asked=blank.caption.box))
    return out


def _words_between(form: Form, x0: float, x1: float, y: float) -> bool:
    return any(
        x0 - 1 <= w.box.middle[0] <= x1 + 1 and abs(w.box.y1 - y) < 8 and sum(c.isalnum() for c in w.text) > 1
        for row in form.rows for w in row
    )  # fmt: skip


def _in_cells(form: Form, at: int, hand: HandEngine | None) -> Stated:
    """The first of a caption's places that is written in; where none is, its likeliest."""
    tried = [_in_place(form, form.captions[at], place, hand) for place in form.cells[at]]
    rank = {True: 0, None: 1, False: 2}
    return min(tried, key=lambda s: rank[s.filled.present])


def _in_place(form: Form, caption: Caption, place: Box, hand: HandEngine | None) -> Stated:
    typed = tuple(
        w
        for w in form.view.text.words
        if place.contains(*w.box.middle) and w.box.y1 <= place.y1 + 1.5 and id(w) not in form.named
        and w.certainty >= LEAST_PRINT_CERTAINTY
        and any(c.isalnum() for c in w.text)
    )  # fmt: skip
    inside = {id(w) for w in typed}
    printed = [w.box for row in form.rows for w in row if id(w) not in inside and _is_print(w, form.vocabulary)]
    found = entry(form.view, place, printed, form.rules)
    seen = _seen(found, form.view.page.number, place)
    value = _trimmed(_read(form.view, found, sorted(typed, key=lambda w: (round(w.box.middle[1] / 8), w.box.x0)), hand))
    box = found.ink if found.ink is not None and seen.present else place
    return Stated(name=caption.name, filled=seen, value=value, box=box, asked=caption.box)


def _closed(form: Form, blank: Blank, rule: InlineRule) -> bool:
    """Whether a lead that may mean much ("of the ____") is borne out by the word after its blank ("party")."""
    if not rule.closes or not blank.caption.leads or set(_said(blank.caption.words)) & (rule.closes | {"candidate", "nominee"}):
        return True
    after = [
        w for row in form.rows for w in row
        if w.box.x0 >= blank.rule.x1 - 3 and abs(w.box.y1 - blank.rule.y) < 8 and w.box.x0 - blank.rule.x1 < 40
    ]  # fmt: skip
    return bool(after) and bool(set(_said([min(after, key=lambda w: w.box.x0)])) & rule.closes)


def _place(form: Form, blank: Blank) -> Box:
    """The blank's writing room; in a table, no wider than the column of its caption."""
    printed = [w.box for w in _named_words(form)]
    place = room(blank, printed, height=WRITING_HEIGHT_PT, rules=form.rules)
    if blank.side not in {"over", "under"}:
        return place
    middle = blank.caption.box.middle[0]
    sides = [
        r.at for r in form.view.rules if r.direction == "vertical" and r.start - 3 <= blank.rule.y <= r.end + 3 and r.length > 8
    ]
    x0 = max([place.x0, *(x + 1 for x in sides if x <= middle)])
    x1 = min([place.x1, *(x - 1 for x in sides if x > middle)])
    top = max(place.y0, blank.caption.box.y1 + 0.5) if blank.side == "over" else place.y0
    return Box(min(x0, x1), min(top, place.y1), max(x0, x1), place.y1)


def _named_words(form: Form) -> list[Word]:
    return [w for c in form.captions for w in c.words] + [
        w for row in form.rows for w in row if w.certainty >= PRINT_CERTAINTY and not _on_rule(form, w)
    ]


def _on_rule(form: Form, word: Word) -> bool:
    box = word.box
    return any(r.x0 - 3 <= box.middle[0] <= r.x1 + 3 and r.y - 14 <= box.y1 <= r.y + 6 for r in form.rules)


def _seen(found: Entry, page: int, place: Box) -> Seen:
    if found.answer == "written":
        return Seen(present=True, certainty=FILLED, page=page, box=found.ink)
    if found.answer == "empty":
        return Seen(present=False, certainty=EMPTY, page=page, box=place)
    return Seen(present=None, certainty=UNSURE, page=page, box=found.ink or place, detail="some ink, too little to be sure")


def _read(view: PageView, found: Entry, typed: Sequence[Word], hand: HandEngine | None) -> TextRead | None:
    if found.ink is None:
        return None
    page, as_print = view.page.number, " ".join(w.text for w in typed)
    sure = min((w.certainty for w in typed), default=0.0)
    if typed and (view.text.exact or hand is None):
        return TextRead(text=as_print, certainty=0.99 if view.text.exact else sure, page=page, box=found.ink, handwritten=False)
    if hand is None:
        return TextRead(text=None, certainty=0.0, page=page, box=found.ink)
    pixels = np.ascontiguousarray(darkest(view.raster, found.ink.grown(3.0, 2.0).clipped(view.page.box)))
    if pixels.size == 0:
        return TextRead(text=None, certainty=0.0, page=page, box=found.ink)
    read = hand.read(pixels, page=page, box=found.ink)
    if typed and sure >= TYPED_CERTAINTY:
        alike = read.text is not None and _letters(read.text) == _letters(as_print)
        certainty = max(read.certainty, 0.95) if alike else min(sure, 0.8)
        others = (read.text,) if read.text and not alike else ()
        if alike or read.certainty < certainty:
            return TextRead(
                text=as_print, certainty=certainty, page=page, box=found.ink, handwritten=False, alternatives=others
            )
    return read


def _trimmed(read: TextRead | None) -> TextRead | None:
    """The reading without the sentence's comma and the rule's ends, which stand beside the entry."""
    if read is None or read.text is None:
        return read
    return replace(read, text=read.text.strip(" ,;:_|") or None)


def _letters(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


# --- words of a sentence


def _stream(form: Form) -> list[Word | None]:
    """The region's words in reading order; None where a new column or block begins."""
    out: list[Word | None] = []
    block = None
    for line in form.view.text.lines:
        words = [w for w in line.words if form.region.contains(*w.box.middle) and any(c.isalnum() or c in "|" for c in w.text)]
        if not words:
            continue
        if block is not None and line.block != block:
            out.append(None)
        block = line.block
        last: Word | None = None
        for word in words:
            if last is not None and word.box.x0 - last.box.x1 > COLUMN_HEIGHTS * max(word.box.height, last.box.height, 5.0):
                out.append(None)
            out.append(word)
            last = word
    return out


def _in_sentences(form: Form, inline: Mapping[str, InlineRule]) -> list[Stated]:
    stream = _stream(form)
    out: list[Stated] = []
    blanks = {id(b.caption.words[-1]) for b in form.blanks.values()}
    for start, words in _spans(stream):
        tokens = [(i, t) for i, w in enumerate(words) for t in plain(w.text, form.vocabulary)]
        for hit in _longest(h for h in form.book.hits([t for _, t in tokens]) if ":" in h.name):
            name = hit.name.partition(":")[0]
            rule = inline.get(name)
            if rule is None:
                continue
            places = range(tokens[hit.start][0], tokens[hit.end - 1][0] + 1)
            asks = words[places.start : places.stop]
            if id(asks[-1]) in blanks or asks[-1].text.endswith((".", ";")):
                continue
            value, after = _value(words[places.stop :], rule)
            if rule.closes and not (set(_said(asks)) | set(_said(after[:1]))) & rule.closes:
                continue
            if value and _allowed(asks, value, rule):
                out.append(_printed(form.view, name, asks, value))
    return out


def _spans(stream: Sequence[Word | None]) -> list[tuple[int, list[Word]]]:
    """Stretches of the stream without a break."""
    out: list[tuple[int, list[Word]]] = []
    current: list[Word] = []
    for at, word in enumerate([*stream, None]):
        if word is not None:
            current.append(word)
        elif current:
            out.append((at - len(current), current))
            current = []
    return out


def _longest(hits: Iterable[Hit]) -> list[Hit]:
    """Hits of which none lies within a longer one; of several that end alike the longest."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda h: (h.start - h.end, h.start)):
        if not any(hit.start < k.end and k.start < hit.end for k in kept):
            kept.append(hit)
    return sorted(kept, key=lambda h: h.start)


def _value(words: Sequence[Word], rule: InlineRule) -> tuple[list[Word], Sequence[Word]]:
    """The words that state the value, and what follows them."""
    out: list[Word] = []
    said = _said(words)
    at = 0
    while at < len(words) and len(out) < rule.most:
        pair = (said[at], said[at + 1] if at + 1 < len(words) else "")
        if pair in rule.goes_on:
            out += words[at : at + 2]
            at += 2
        elif said[at] in rule.ends:
            break
        else:
            out.append(words[at])
            at += 1
        text = out[-1].text
        if text.endswith((";", ":")) or (text.endswith(".") and len(text) > 3 and at < len(words) and words[at].text[:1].isupper()):
            break
        suffix = at < len(words) and said[at] in {"jr", "sr", "ii", "iii", "iv"}
        if rule.at_comma and text.endswith(",") and not suffix:
            break
    return out, words[at:]


def _allowed(asks: Sequence[Word], value: Sequence[Word], rule: InlineRule) -> bool:
    text = " ".join(w.text for w in value).strip(" ,.;:")
    if not rule.valid(text):
        return False
    # A lone "of" leads to an address only where a house number follows.
    return _said(asks) != ["of"] or value[0].text[:1].isdigit()


def _printed(view: PageView, name: str, asks: Sequence[Word], value: Sequence[Word]) -> Stated:
    box = union(w.box for w in value)
    sure = 0.99 if view.text.exact else min(w.certainty for w in value)
    page = view.page.number
    read = TextRead(
        text=" ".join(w.text for w in value).strip(" ,;:"), certainty=round(sure, 3), page=page, box=box, handwritten=False
    )
    seen = Seen(present=True, certainty=FILLED if sure >= LEAST_PRINT_CERTAINTY else FILLED_UNREAD, page=page, box=box)
    return Stated(name=name, filled=seen, value=read, box=box, asked=union(w.box for w in asks))


# --- a label with a colon, or a caption over its value


def _behind_labels(
    form: Form, inline: Mapping[str, InlineRule], known: set[str], hand: HandEngine | None
) -> list[Stated]:
    out: list[Stated] = []
    in_blank = {*form.blanks, *form.cells}
    own = form.named
    for row in form.rows:
        labels = _labels(form, row)
        for n, (name, asks, end) in enumerate(labels):
            if name not in inline or any(id(asks[-1]) == id(form.captions[i].words[-1]) for i in in_blank):
                continue
            until = labels[n + 1][1][0] if n + 1 < len(labels) else None
            behind = []
            for word in row[end:]:
                if word is until:
                    break
                if behind and word.box.x0 - behind[-1].box.x1 > COLUMN_HEIGHTS * max(word.box.height, 5.0):
                    break
                behind.append(word)
            if behind:
                out.append(_printed(form.view, name, asks, behind[: max(inline[name].most, LABELLED_WORDS)]))
            elif name not in known:
                out += _beside_or_below(form, name, asks, until, own, hand)
    return out


def _labels(form: Form, row: Sequence[Word]) -> list[tuple[str, Sequence[Word], int]]:
    """Labels of a row that end with a colon: name, words, place after them."""
    tokens = [(i, t) for i, w in enumerate(row) for t in plain(w.text, form.vocabulary)]
    out: list[tuple[str, Sequence[Word], int]] = []
    for hit in _longest(form.book.hits([t for _, t in tokens])):
        name, _, leads = hit.name.partition(":")
        first, last = tokens[hit.start][0], tokens[hit.end - 1][0]
        if row[last].text.rstrip().endswith(":") and not (leads and name == "other"):
            out.append((name, row[first : last + 1], last + 1))
    return out


def _beside_or_below(
    form: Form, name: str, asks: Sequence[Word], until: Word | None, own: frozenset[int], hand: HandEngine | None
) -> list[Stated]:
    """A label with nothing printed behind it and no rule: writing beside it, else print right below it."""
    box = union(w.box for w in asks)
    height = max(box.height, 6.0)
    right = min(until.box.x0 - 4 if until else form.region.x1 - 8, box.x1 + 260)
    if right - box.x1 > 30:
        place = Box(box.x1 + 2, box.y0 - 0.8 * height, right, box.y1 + 0.6 * height).clipped(form.region)
        printed = [w.box for row in form.rows for w in row if _is_print(w, form.vocabulary)]
        found = entry(form.view, place, printed, form.rules)
        if found.answer == "written":
            page = form.view.page.number
            return [
                Stated(name=name, filled=_seen(found, page, place), value=_read(form.view, found, (), hand), box=found.ink or place,
                       asked=box)
            ]  # fmt: skip
    below = [
        w for row in form.rows for w in row
        if 0 <= w.box.y0 - box.y1 <= BELOW_HEIGHTS * height and w.box.x1 > box.x0 - 4 and w.box.x0 < box.x0 + 200
        and id(w) not in own
    ]  # fmt: skip
    first = [w for w in below if abs(w.box.middle[1] - min(b.box.middle[1] for b in below)) < 0.6 * height]
    if first and first[0].box.x0 - box.x0 < 30:
        return [_printed(form.view, name, asks, first)]
    seen = Seen(present=False, certainty=EMPTY_WITHOUT_RULE, page=form.view.page.number, box=box)
    return [Stated(name=name, filled=seen, value=None, box=box, asked=box)]
