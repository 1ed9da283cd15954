"""What is written or typed in a blank or a cell of a form's heading, by the words that ask for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from pipeline.geometry import Box
from pipeline.model.reading import Seen, TextRead
from pipeline.model.text import Word
from pipeline.ocr.engine import HandEngine
from pipeline.pages.ink import darkest
from pipeline.pages.view import PageView
from pipeline.section.captions import Blank, Caption, Side, room
from pipeline.section.heading_form import (
    LEAD_GAP_PT,
    LEAST_PRINT_CERTAINTY,
    PRINT_CERTAINTY,
    ROW_ABOVE_PT,
    Form,
    InlineRule,
    Stated,
    is_print,
    said,
)
from pipeline.section.writing_room import Entry, Rule, entry

# Room that writing takes above its rule, in points.
WRITING_HEIGHT_PT = 26.0
# Rows of blanks stand at least so far apart, in points.
ROW_PT = 9.0
# Half the width of an upright rule with its soft edges, in points.
WALL_PT = 1.4
# A typed entry is one that print OCR is this sure of.
TYPED_CERTAINTY = 0.85
# An entry that begins so near to its cell's left side, and so near behind a word before that side, in points, may come over it.
AT_WALL_PT, RUN_OVER_PT = 2.0, 14.0
FILLED, EMPTY, UNSURE = 0.96, 0.95, 0.5
# A blank that follows another after a comma alone begins so near behind it and is so long, in points.
NEXT_BLANK_PT, NEXT_LEAST_PT = 24.0, 24.0


def in_blank(form: Form, blank: Blank, inline: Mapping[str, InlineRule], hand: HandEngine | None) -> Stated | None:
    """What a ruled blank holds; None where its words may mean something else."""
    rule = inline.get(blank.caption.name)
    if rule is None or not _closed(form, blank, rule):
        return None
    return _in_place(form, blank.caption, _place(form, blank), hand)


def next_blanks(form: Form, known: set[str], followers: Mapping[str, str], hand: HandEngine | None) -> list[Stated]:
    """Blanks with nothing but a comma between them and a known one: by their order in the sentence."""
    out: list[Stated] = []
    used = {b.rule for b in form.blanks.values()}
    for blank in form.blanks.values():
        name = followers.get(blank.caption.name)
        if name is None or name in known or blank.side not in {"right", "next"}:
            continue
        free = [r for r in form.rules if r not in used and r.length >= NEXT_LEAST_PT]
        level = [r for r in free if abs(r.y - blank.rule.y) <= 2.5]
        after = [r for r in level if 0 < r.x0 - blank.rule.x1 <= NEXT_BLANK_PT]
        if not level and not _words_between(form, blank.rule.x1, form.region.x1, blank.rule.y):
            after = [r for r in free if _begins_next_row(form, blank.rule, r)]
        elif after and _words_between(form, blank.rule.x1, after[0].x0, blank.rule.y):
            continue
        if len(after) != 1:
            continue
        rule = after[0]
        side: Side = "right" if level else "next"
        place = _place(form, replace(blank, rule=rule, side=side))
        found = _in_place(form, replace(blank.caption, name=name), place, hand)
        out.append(replace(found, asked=blank.caption.box))
    return out


def _begins_next_row(form: Form, blank: Rule, rule: Rule) -> bool:
    """Whether `rule` begins the row under `blank` and the sentence goes on behind it: "demand that ____, / ____ of the City"."""
    if not 4 < rule.y - blank.y <= ROW_ABOVE_PT or rule.x0 >= blank.x0:
        return False
    return not _words_between(form, form.region.x0, rule.x0 - 2, rule.y) and _words_between(
        form, rule.x1, rule.x1 + LEAD_GAP_PT, rule.y
    )


def _words_between(form: Form, x0: float, x1: float, y: float) -> bool:
    return any(
        x0 - 1 <= w.box.middle[0] <= x1 + 1 and abs(w.box.y1 - y) < 8 and sum(c.isalnum() for c in w.text) > 1
        for row in form.rows for w in row
    )  # fmt: skip


def in_cells(form: Form, at: int, hand: HandEngine | None) -> Stated:
    """The first of a caption's places that is written in; where none is, its likeliest."""
    tried = [_unless_run_over(form, place, _in_place(form, form.captions[at], place, hand)) for place in form.cells[at]]
    rank = {True: 0, None: 1, False: 2}
    return min(tried, key=lambda s: rank[s.filled.present])


def _unless_run_over(form: Form, place: Box, found: Stated) -> Stated:
    """A cell's entry that goes on over the wall from the cell before it, whose last word is close and ends in a comma: typed
    lines too long for their cell do so. It may be all that stands here, or cover an entry of this cell's own.
    """
    box = found.filled.box
    if not found.filled.present or box is None or box.x0 > place.x0 + AT_WALL_PT:
        return found
    level = [w for row in form.rows for w in row if w.box.y0 < box.middle[1] < w.box.y1 and w.box.middle[0] < place.x0]
    before = max(level, key=lambda w: w.box.x1, default=None)
    if before is None or not before.text.endswith(",") or box.x0 - before.box.x1 > RUN_OVER_PT:
        return found
    unsure = replace(found.filled, present=None, certainty=UNSURE, detail="writing runs over from the cell before it")
    return replace(found, filled=unsure, value=None)


def on_rule(form: Form, caption: Caption, rule: Rule, hand: HandEngine | None) -> Stated:
    """What stands over a rule that is the blank of `caption`'s words."""
    blank = Blank(caption=caption, rule=rule, side="right", cost=0.0)
    printed = [w.box for w in _named_words(form)]
    place = room(replace(blank, side="next"), printed, height=WRITING_HEIGHT_PT, rules=form.rules)
    top = min(_under_others(form, rule, place), rule.y - ROW_PT + 1)
    return _in_place(form, caption, Box(place.x0, top, place.x1, place.y1), hand)


def _in_place(form: Form, caption: Caption, place: Box, hand: HandEngine | None) -> Stated:
    typed = tuple(
        w
        for w in form.view.text.words
        if place.contains(*w.box.middle) and w.box.y1 <= place.y1 + 1.5 and id(w) not in form.named
        and w.certainty >= LEAST_PRINT_CERTAINTY
        and any(c.isalnum() for c in w.text)
    )  # fmt: skip
    inside = {id(w) for w in typed}
    printed = [w.box for row in form.rows for w in row if id(w) not in inside and is_print(w, form.vocabulary)]
    # The sides of a cell are no strokes of a pen.
    walls = [Box(r.at - WALL_PT, r.start, r.at + WALL_PT, r.end) for r in form.view.rules if r.direction == "vertical"]
    found = entry(form.view, place, (*printed, *walls), form.rules)
    fact = seen(found, form.view.page.number, place)
    value = _trimmed(read(form.view, found, sorted(typed, key=lambda w: (round(w.box.middle[1] / 8), w.box.x0)), hand))
    box = found.ink if found.ink is not None and fact.present else place
    return Stated(name=caption.name, filled=fact, value=value, box=box, asked=caption.box)


def _closed(form: Form, blank: Blank, rule: InlineRule) -> bool:
    """Whether a lead that may mean much ("of the ____") is borne out by the word after its blank ("party")."""
    if not rule.closes or not blank.caption.leads or set(said(blank.caption.words)) & (rule.closes | {"candidate", "nominee"}):
        return True
    after = [
        w for row in form.rows for w in row
        if w.box.x0 >= blank.rule.x1 - 3 and abs(w.box.y1 - blank.rule.y) < 8 and w.box.x0 - blank.rule.x1 < 40
    ]  # fmt: skip
    return bool(after) and bool(set(said([min(after, key=lambda w: w.box.x0)])) & rule.closes)


def _place(form: Form, blank: Blank) -> Box:
    """The blank's writing room; in a table, no wider than the column of its caption."""
    printed = [w.box for w in _named_words(form)]
    place = room(blank, printed, height=WRITING_HEIGHT_PT, rules=form.rules)
    top = _under_others(form, blank.rule, place)
    place = Box(place.x0, min(top, blank.rule.y - ROW_PT + 1), place.x1, place.y1)
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


def _under_others(form: Form, rule: Rule, place: Box) -> float:
    """The top of a place over `rule` that ends at the blanks above it: those may be shorter, and their entries are their own."""
    over = [r.y + 1 for r in form.rules if rule.y - r.y > ROW_PT and min(r.x1, place.x1) - max(r.x0, place.x0) > ROW_PT]
    return max([place.y0, *(y for y in over if y < place.y1)])


def _named_words(form: Form) -> list[Word]:
    return [w for c in form.captions for w in c.words] + [
        w for row in form.rows for w in row if w.certainty >= PRINT_CERTAINTY and not _on_rule(form, w)
    ]


def _on_rule(form: Form, word: Word) -> bool:
    box = word.box
    return any(r.x0 - 3 <= box.middle[0] <= r.x1 + 3 and r.y - 8 <= box.y1 <= r.y + 6 for r in form.rules)


def seen(found: Entry, page: int, place: Box) -> Seen:
    """An entry as a fact: filled or not."""
    if found.answer == "written":
        return Seen(present=True, certainty=FILLED, page=page, box=found.ink)
    if found.answer == "empty":
        return Seen(present=False, certainty=EMPTY, page=page, box=place)
    return Seen(present=None, certainty=UNSURE, page=page, box=found.ink or place, detail="some ink, too little to be sure")


def read(view: PageView, found: Entry, typed: Sequence[Word], hand: HandEngine | None) -> TextRead | None:
    """The text of an entry, typed (`typed`: words that print OCR read there) or by hand; None where nothing is written."""
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
            return TextRead(text=as_print, certainty=certainty, page=page, box=found.ink, handwritten=False, alternatives=others)
    return read


def _trimmed(read: TextRead | None) -> TextRead | None:
    """The reading without the sentence's comma and the rule's ends, which stand beside the entry."""
    if read is None or read.text is None:
        return read
    return replace(read, text=read.text.strip(" ,;:_|") or None)


def _letters(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())
