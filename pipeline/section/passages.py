"""Passages of print: a heading, and the lines that belong under it until a gap, another heading or a table ends them."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz

from pipeline.model.text import TextLine
from pipeline.pages.view import PageView
from pipeline.section.tokens import pieces

HEADING_LIKENESS = 86
# A gap of more than this many line heights ends a passage.
GAP_HEIGHTS = 1.5
# What begins another part, whatever the gap: captions of committees, full texts and signer lines, in the words of
# public forms.
STOPS = (
    "we the undersigned",
    "the undersigned",
    "committee",
    "persons who represent",
    "petition representatives",
    "full text",
    "text of the",
    "affidavit",
    "warning",
)


def is_heading_of(line: TextLine, headings: Sequence[str]) -> bool:
    """Whether the line is one of these headings, alone or running on into its passage after a colon or dash."""
    said = " ".join(pieces(line.text))
    if not said:
        return False
    for heading in headings:
        name = " ".join(pieces(heading))
        if fuzz.ratio(said, name) >= HEADING_LIKENESS:
            return True
        start = said[: len(name)]
        if fuzz.ratio(start, name) >= 92 and _marked_off(line, len(name.split())):
            return True
    # "SUMMARY OF THE PROPOSED ORDINANCE": a short line in capitals that begins with the word.
    first = said.split()[0]
    short = len(line.words) <= 8 and line.text == line.text.upper()
    return short and any(fuzz.ratio(first, pieces(h)[0]) >= 90 for h in headings if len(pieces(h)) == 1)


def _marked_off(line: TextLine, words: int) -> bool:
    """Whether the heading's last word ends with a colon, a dash or a stop, or is set in capitals before ordinary words."""
    head = [w.text for w in line.words[:words]]
    rest = [w.text for w in line.words[words:]]
    if not head:
        return False
    text = " ".join(head)
    return text.rstrip()[-1:] in ":.-–—" or bool(rest and rest[0][:1] in ":-–—") or (text == text.upper() and len(rest) > 1)


def without_heading(text: str, headings: Sequence[str]) -> str:
    """The passage without the heading that it runs on from."""
    for heading in sorted(headings, key=len, reverse=True):
        if fuzz.ratio(text[: len(heading)].lower(), heading.lower()) >= 92:
            return text[len(heading) :].lstrip(" :.-–—")
    return text


def passage_after(view: PageView, head: TextLine) -> list[TextLine]:
    """The lines from `head` on that make one passage with it: no wide gap, no other part's beginning, the same column."""
    lines = sorted(view.text.lines, key=lambda line: (line.box.y0, line.box.x0))
    passage = [head]
    bottom, heights = head.box.y1, [head.box.height]
    for line in lines:
        if line is head or line.box.y0 < head.box.y0 - 1:
            continue
        if line.box.x1 < head.box.x0 - 200 or not any(c.isalnum() for c in line.text):
            continue
        height = sorted(heights)[len(heights) // 2]
        if line.box.y0 - bottom > GAP_HEIGHTS * max(height, 7.0) or (len(passage) > 1 and _begins_other(line)):
            break
        if len(passage) == 1 and _begins_other(line):
            break
        passage.append(line)
        heights.append(line.box.height)
        bottom = max(bottom, line.box.y1)
    return passage


def _begins_other(line: TextLine) -> bool:
    said = " ".join(pieces(line.text))
    return any(fuzz.ratio(said[: len(stop)], stop) >= 90 for stop in STOPS)
