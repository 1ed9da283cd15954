"""Where do the reasons for a recall stand, and which printed lines are they? Heading and captions left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from pipeline.geometry import Box, union
from pipeline.model.text import TextLine, Word
from pipeline.pages.view import PageView
from pipeline.section.recall_words import LIMIT, reasons_begin
from pipeline.section.runs import rows
from pipeline.section.writing_room import entry, rules_in

# A gap wider than so many heights of a line ends the reasons; between paragraphs lie up to two.
GAP_HEIGHTS = 2.4
# A line that begins another part though the sentence before it is not finished stands so many heights apart.
APART_HEIGHTS = 0.8
# A heading and its reasons lie no further apart, in heights.
HEAD_GAP_HEIGHTS = 4.5
# Reasons have so many words at least; fewer are a caption.
LEAST_WORDS = 4
# Lines of the reasons begin no further left of their first line than so, in points.
LEFT_PT = 60.0
# Ruled lines for reasons written by hand: so many at least, in so much height (points).
LEAST_RULED, RULED_PT = 2, 260.0

_OTHER_PART = re.compile(
    r"^(?:we,? the (?:under|qualified|regist)|the undersigned|i,? the undersigned|affidavit|warning\b|instructions?\b|"
    r"signatures? (?:of|and)|signers?\b|each signer|circulator|(?:for )?office use|"
    r"official use only|do not (?:write|sign)|"
    r"(?:paper|page|sheet) (?:no|number|\d)|name and office|official (?:sought|named)|name of (?:the )?(?:official|officer)|"
    r"office (?:held|title|of)\s*:|filed (?:with|by|on)|received|(?:by|in) signing|"
    r"signing (?:this|below)|"
    r"no\.?\s+(?:signature|name|printed)|signature\b.*\b(?:address|date|name)\b|this petition|"
    r"to the (?:honou?rable|city|clerk|council)|"
    r"end of (?:the )?(?:statement|reasons)|before (?:you )?sign|every (?:person|signer)|only (?:registered|qualified)|"
    r"print(?:ed)? name|"
    r"sign in ink|the (?:full|foregoing|above) (?:statement|text))",
    re.IGNORECASE,
)
_COLUMNS = re.compile(r"\bsignature\b.*\b(?:address|date|name)\b|^we,? the undersigned", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasons:
    """The reasons of one page."""

    lines: tuple[TextLine, ...]
    """The reasons alone, top to bottom; empty where they are written by hand and unread."""
    heading: Box
    box: Box
    """Around heading and reasons, points."""


def find_reasons(view: PageView, region: Box) -> Reasons | None:
    """The reasons stated in `region` (points); None where none are."""
    lines = _page_lines(view, region)
    best: Reasons | None = None
    for at, line in enumerate(lines):
        begins = reasons_begin(line.text)
        if begins is None:
            continue
        found = _under(view, region, lines, at, begins)
        if found and (best is None or _size(found) > _size(best)):
            best = found
    return best


def _size(found: Reasons) -> int:
    return sum(len(line.words) for line in found.lines)


def _page_lines(view: PageView, region: Box) -> list[TextLine]:
    """Printed lines of the region, top to bottom: rows of words of one block, so that columns stay apart."""
    out: list[TextLine] = []
    blocks: dict[int, list[Word]] = {}
    for line in view.text.lines:
        blocks.setdefault(line.block, []).extend(w for w in line.words if region.contains(*w.box.middle) and w.text.strip())
    for block, words in blocks.items():
        out += [TextLine(words=row, block=block) for row in rows(words)]
    return sorted(out, key=lambda line: (round(line.box.middle[1]), line.box.x0))


def _under(view: PageView, region: Box, lines: Sequence[TextLine], at: int, begins: int) -> Reasons | None:
    head = lines[at]
    own = _behind(head, begins)
    heading = union(w.box for w in head.words if w not in own) if len(own) < len(head.words) else head.box
    kept: list[TextLine] = [TextLine(words=tuple(own), block=head.block)] if own else []
    height = max(median([w.box.height for w in head.words]), 6.0)
    bottom, gap = head.box.y1, HEAD_GAP_HEIGHTS if not own else GAP_HEIGHTS
    wall = _walled(view, head.box)
    for line in lines[at + 1 :]:
        if line.box.middle[1] <= head.box.y1 - 1 or line.box.x1 < head.box.x0 - LEFT_PT or not _has_letters(line):
            continue
        if kept and not _same_column(line, kept):
            continue
        if line.box.y0 - bottom > gap * height or line.box.y0 > wall or _ends(line, kept):
            break
        if LIMIT.search(line.text) and not kept and len(line.words) <= 16 and line.text.strip()[:1] in "(*Nn":
            heading, bottom = union((heading, line.box)), line.box.y1
            continue
        kept.append(line)
        bottom, height, gap = max(bottom, line.box.y1), max(median(k.box.height for k in kept), 6.0), GAP_HEIGHTS
    if sum(len(k.words) for k in kept) >= LEAST_WORDS:
        return Reasons(lines=tuple(kept), heading=heading, box=union([heading, *(k.box for k in kept)]))
    return _by_hand(view, region, heading)


def _behind(head: TextLine, begins: int) -> list[Word]:
    """Words of the heading's line behind the heading itself."""
    at, out = 0, []
    for word in head.words:
        if at >= begins:
            out.append(word)
        at += len(word.text) + 1
    return out if any(any(c.isalnum() for c in w.text) for w in out) else []


def _walled(view: PageView, head: Box) -> float:
    """Where the frame around the heading ends, points; the page's foot where it stands in none."""
    y = head.middle[1]
    sides = [r for r in view.rules if r.direction == "vertical" and r.start <= y <= r.end and r.length > 40]
    left, right = [r for r in sides if r.at < head.x0 + 2], [r for r in sides if r.at > head.x1 - 2]
    if not left or not right:
        return view.page.size[1]
    return min(max(left, key=lambda r: r.at).end, min(right, key=lambda r: r.at).end) + 2


def _has_letters(line: TextLine) -> bool:
    return sum(c.isalpha() for c in line.text) >= 2 or any(c.isdigit() for c in line.text)


def _same_column(line: TextLine, kept: Sequence[TextLine]) -> bool:
    box = union(k.box for k in kept)
    return min(line.box.x1, box.x1) - max(line.box.x0, box.x0) > 0.5 * min(line.box.width, box.width)


def _ends(line: TextLine, kept: Sequence[TextLine]) -> bool:
    text = " ".join(line.text.split()).strip(" _-—|")
    finished = bool(kept) and kept[-1].text.rstrip()[-1:] in '.!?"”):'
    apart = bool(kept) and line.box.y0 - kept[-1].box.y1 > APART_HEIGHTS * max(line.box.height, 6.0)
    # A sentence of the reasons may go on with any word.
    if _OTHER_PART.search(text) and (finished or apart or not kept or _COLUMNS.search(text)):
        return True
    # A line in capitals, short, under a finished sentence: the next part's heading.
    shouts = text == text.upper() and any(c.isalpha() for c in text) and len(text.split()) <= 10
    said = " ".join(k.text for k in kept)
    return shouts and finished and said != said.upper() and len(text) > 6


def _by_hand(view: PageView, region: Box, heading: Box) -> Reasons | None:
    """Ruled lines under the heading that are written on."""
    below = Box(region.x0, heading.y1, region.x1, min(heading.y1 + RULED_PT, region.y1))
    if below.height < 20:
        return None
    ruled = [r for r in rules_in(view, below) if r.length > 0.4 * view.page.size[0]]
    if len(ruled) < LEAST_RULED:
        return None
    place = Box(min(r.x0 for r in ruled), heading.y1 + 1, max(r.x1 for r in ruled), max(r.y for r in ruled))
    printed = [w.box for w in view.text.words if w.certainty > 0.9]
    found = entry(view, place, printed, ruled)
    if found.answer != "written" or found.ink is None:
        return None
    return Reasons(lines=(), heading=heading, box=union([heading, found.ink]))
