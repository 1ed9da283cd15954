"""Signatures on a letter: a rule to sign on, a printed name under it or beside it. Source: 10.6(e), a request to withdraw.

A request has no ruled table: each person signs above a line that bears the name. Whose names they are is for the count to say.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.geometry import Box, union
from pipeline.model.reading import Seen, TextRead
from pipeline.model.section import SignatureBlock
from pipeline.model.text import Word
from pipeline.pages.view import PageView
from pipeline.section.writing_room import Rule, entry, rules_in

# None of these figures was tuned: they are choices, tried on two letters of one drawn layout and on those that the tests draw.
# A rule to sign on is at least so long, in points: an inch and a half; a blank for a day or initials is mostly shorter.
LEAST_SIGNED_PT = 108.0
# The name stands so near under its rule, top to rule, in points: one line of text with its lead.
UNDER_PT = 20.0
# A signature rises so high above its rule and hangs so far below, in points: about half an inch.
ABOVE_PT, BELOW_PT = 34.0, 3.0
# A printed word that the recogniser doubts more than this may be the signature itself, read as print.
LEAST_PRINT = 0.6
PRESENT: dict[str, bool | None] = {"written": True, "empty": False, "unsure": None}
SURE, UNSURE = 0.95, 0.5


def find(views: Sequence[PageView]) -> tuple[SignatureBlock, ...]:
    """The signature blocks of these pages, in reading order; a rule without a printed name is none."""
    return tuple(block for view in views for block in _on(view))


def _on(view: PageView) -> list[SignatureBlock]:
    rules = rules_in(view, view.raster.box)
    words = [w for w in view.text.words if w.certainty >= LEAST_PRINT and any(c.isalpha() for c in w.text)]
    out = []
    for rule in rules:
        if rule.length < LEAST_SIGNED_PT:
            continue
        name = _under(rule, words) or _beside(rule, words, rules)
        if not name:
            continue
        room = Box(rule.x0, max(rule.y - ABOVE_PT, _floor_above(rule, rules)), rule.x1, rule.y + BELOW_PT)
        printed = [w.box for w in words if w.box.y0 > rule.y or not _inside(w.box, room) or w in name]
        found = entry(view, room, printed, rules)
        out.append(
            SignatureBlock(
                page=view.page.number,
                name=_read(name, view.page.number),
                signed=Seen(
                    present=PRESENT[found.answer],
                    certainty=UNSURE if found.answer == "unsure" else SURE,
                    page=view.page.number,
                    box=found.ink or room,
                ),
            )
        )
    return out


def _under(rule: Rule, words: Sequence[Word]) -> list[Word]:
    """Printed words of the first line under a rule, within its length."""
    near = [w for w in words if -2.0 <= w.box.y0 - rule.y <= UNDER_PT and rule.x0 - 6 <= w.box.x0 and w.box.x1 <= rule.x1 + 6]
    return _first_line(near)


def _beside(rule: Rule, words: Sequence[Word], rules: Sequence[Rule]) -> list[Word]:
    """Printed words on the level of a rule, before it, back to the next rule."""
    start = max((r.x1 for r in rules if r.x1 < rule.x0 and abs(r.y - rule.y) < UNDER_PT), default=0.0)
    near = [w for w in words if w.box.x1 <= rule.x0 + 4 and w.box.x0 >= start and w.box.y0 - 3 < rule.y < w.box.y1 + 8]
    return _first_line(near)


def _first_line(words: Sequence[Word]) -> list[Word]:
    if not words:
        return []
    top = min(words, key=lambda w: w.box.y0)
    return sorted((w for w in words if w.box.y0 < top.box.y1), key=lambda w: w.box.x0)


def _floor_above(rule: Rule, rules: Sequence[Rule]) -> float:
    """The next rule above over the same width: what stands over it belongs there."""
    above = [r.y for r in rules if r.y < rule.y - BELOW_PT and min(r.x1, rule.x1) - max(r.x0, rule.x0) > 0]
    return max(above, default=0.0)


def _inside(box: Box, room: Box) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return room.x0 <= x <= room.x1 and room.y0 <= y <= room.y1


def _read(words: Sequence[Word], page: int) -> TextRead:
    box = union(w.box for w in words)
    text = " ".join(w.text for w in words)
    return TextRead(text=text, certainty=min(w.certainty for w in words), page=page, box=box, handwritten=False)
