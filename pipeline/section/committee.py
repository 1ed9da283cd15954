"""The block that designates "by name and address" who represents the signers (54-124(d)).

Found by its caption and the list under it, in any wording and arrangement: a numbered list, a table, two columns, names over
addresses or beside them, a running sentence, blanks filled by pen or typewriter. Signer lines, affidavits, candidates and
officials have no such caption; a measure that speaks of representatives has no list of names and addresses under it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.geometry import Box, union
from pipeline.model.reading import Measured
from pipeline.model.section import CommitteeFacts, Representative
from pipeline.model.sought import Sought
from pipeline.model.text import TextLine
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.committee_blanks import in_blanks
from pipeline.section.committee_caption import LONE_HEADING, Caption, captions
from pipeline.section.committee_list import Entry, entries_in, in_sentence
from pipeline.section.committee_numbering import ends_numbering
from pipeline.section.figures import Engines
from pipeline.section.persons import is_address, is_label, is_name, ordinal
from pipeline.section.printed_person import confirmed

# A gap wider than this many line heights ends the list, rules in between counting as lines.
GAP_ENDS_LIST = 4.2
# A printed line of more words than this, without address or rule, is running text of the next part.
PROSE_WORDS = 9
# No list of representatives runs further down than this, in points.
LONGEST_PT = 330.0
# A lone heading wants at least so many persons with name and address under it to be believed.
LEAST_UNDER_LONE_HEADING = 2
# Under a caption that says it outright, a list without any address is still one where it has so many names.
LEAST_NAMES_WITHOUT_ADDRESS = 2
# What a block with a saying caption but no list under it is still worth.
CAPTION_ALONE = 0.75

_NEXT_PART = re.compile(
    r"\b(?:warning|it is against the law|summary|(?:full|complete|entire) text|"
    r"text of (?:the )?(?:proposed|measure|ordinance|initiat)|be it ordained|ballot title|affidavit|duly sworn|subscribed and|"
    r"sworn (?:to|and)|notary public|my commission|signature of|petition section (?:no|number)|page \d+ of \d+|"
    r"state of [a-z]+\s*\)|whereas|section 1\b|an ordinance|we, the undersigned|to the honorable|to the city clerk|"
    r"do not sign)",
    re.IGNORECASE,
)


def find(
    view: PageView,
    sought: Sought | None = None,
    print_engine: PrintEngine | None = None,
    hand_engine: HandEngine | None = None,
) -> CommitteeFacts | None:
    """The block on this page that designates representatives; None where there is none.

    `members` has each representative with name and address, None where the blank is empty; `count` is an interval whose ends
    part where a name or an address could not be made out.
    """
    best: CommitteeFacts | None = None
    engines = Engines(print_engine, hand_engine)
    for caption in captions(view.text.lines):
        found = _block(view, caption, engines)
        if found and (best is None or (len(found.members) > 0, found.certainty) > (len(best.members) > 0, best.certainty)):
            best = found
    return best


def find_all(
    views: Sequence[PageView],
    sought: Sought | None = None,
    print_engine: PrintEngine | None = None,
    hand_engine: HandEngine | None = None,
) -> tuple[CommitteeFacts, ...]:
    """The blocks of a section's pages; an empty mention of representatives is left out where another page names them."""
    found = [f for view in views if (f := find(view, sought, print_engine, hand_engine)) is not None]
    named = [f for f in found if f.members]
    return tuple(named or found)


def _block(view: PageView, caption: Caption, engines: Engines) -> CommitteeFacts | None:
    lines, region = _lines_under(view, caption)
    entries = in_sentence(view.page.number, caption, lines)
    if len(entries) < 2:
        entries = entries_in(view.page.number, lines)
    filled = in_blanks(view, region, engines) if region is not None else None
    if filled is not None and len(filled) >= len(entries):
        entries = filled
    whole = sum(1 for e in entries if e.name is not None and e.address is not None)
    if caption.certainty <= LONE_HEADING and whole < LEAST_UNDER_LONE_HEADING:
        return None
    if not whole and sum(1 for e in entries if e.name is not None) < LEAST_NAMES_WITHOUT_ADDRESS:
        entries = []
    if not entries and not _captions_a_blank_list(caption, view):
        return None
    members = tuple(_representative(view, entry, engines) for entry in entries)
    boxes = [caption.box, *(m.box for m in members)]
    if filled is not None and region is not None and entries is filled:
        boxes.append(region)
    certainty = caption.certainty if entries else min(caption.certainty, CAPTION_ALONE)
    sure = sum(1 for e in entries if e.sure)
    count = Measured(value=len(entries), low=sure, high=len(entries), unit="1")
    return CommitteeFacts(page=view.page.number, box=union(boxes), certainty=round(certainty, 3), members=members, count=count)


def _captions_a_blank_list(caption: Caption, view: PageView) -> bool:
    """A caption that says it outright, ends like one, and stands by itself: a list was meant and nobody is named."""
    return caption.certainty > LONE_HEADING and caption.text.rstrip().endswith(":") and len(caption.lines) <= 3


def _lines_under(view: PageView, caption: Caption) -> tuple[list[TextLine], Box | None]:
    """The lines that belong to the list under (or, in a table, beside) the caption, and the region with its blanks."""
    box = caption.box
    height = max(min(line.box.height for line in caption.lines), 6.0)
    below = sorted(
        (
            line
            for line in view.text.lines
            if line not in caption.lines and line.box.y0 >= box.y1 - 0.5 * height and line.box.y0 < box.y1 + LONGEST_PT
        ),
        key=lambda line: (line.box.middle[1], line.box.x0),
    )
    rules = sorted(r.at for r in view.rules if r.direction == "horizontal" and box.y1 < r.at < box.y1 + LONGEST_PT)
    kept: list[TextLine] = []
    bottom = box.y1
    for at, line in enumerate(below):
        if ends_numbering(kept, line, below[at + 1 :]):
            break
        reached = max([bottom, *(y for y in rules if y <= line.box.y0 and y - bottom <= GAP_ENDS_LIST * height * 2)])
        if line.box.y0 - reached > GAP_ENDS_LIST * height or _NEXT_PART.search(line.text) or _is_prose(line):
            break
        kept.append(line)
        bottom = max(bottom, line.box.y1)
    blanks = [at for at in rules if at <= bottom + GAP_ENDS_LIST * height * 2]
    lower = max([bottom, *_consecutive(blanks, bottom, GAP_ENDS_LIST * height * 2, view, kept)])
    if lower <= box.y1 + 1:
        return kept, None
    spans = [(r.start, r.end) for r in view.rules if r.direction == "horizontal" and box.y1 < r.at <= lower]
    edges = [(line.box.x0, line.box.x1) for line in kept]
    left, right = min(x for x, _ in [*spans, *edges]), max(x for _, x in [*spans, *edges])
    return kept, Box(float(left), box.y1, float(right), float(lower) + 1)


def _consecutive(rules: Sequence[float], start: float, step: float, view: PageView, kept: Sequence[TextLine]) -> list[float]:
    """Rules below `start` that follow each other within `step`, as blanks of one list do, before the next printed line."""
    others = [w.box.y0 for line in view.text.lines if line not in kept for w in line.words if w.box.y0 > start]
    end = min(others, default=float("inf"))
    followed, at = [], start
    for rule in rules:
        if rule > at + step or rule > end:
            break
        followed.append(rule)
        at = max(at, rule)
    return followed


def _is_prose(line: TextLine) -> bool:
    _, text = ordinal(line.text)
    words = text.split()
    if len(words) <= PROSE_WORDS or is_address(text) or is_label(text):
        return False
    small = sum(1 for w in words if w[:1].islower())
    return small > 0.5 * len(words) and not any(is_name(" ".join(words[i : i + 2])) for i in range(0, len(words) - 1, 2))


def _representative(view: PageView, entry: Entry, engines: Engines) -> Representative:
    boxes = [t.box for t in (entry.name, entry.address) if t is not None]
    name = entry.name and confirmed(view, entry.name, engines, is_name=True)
    address = entry.address and confirmed(view, entry.address, engines, is_name=False)
    return Representative(name=name, address=address, page=view.page.number, box=union(boxes) if boxes else entry.box)
