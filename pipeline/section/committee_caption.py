"""Which words say that persons are designated to represent the signers (54-124(d)), in whatever wording?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.geometry import Box, union
from pipeline.model.text import TextLine

# How surely each way of saying it captions a list of representatives. A lone heading ("Proponents") needs a list under it.
SAYS_IT, NAMES_A_COMMITTEE, LONE_HEADING = 0.97, 0.92, 0.6
# A caption runs over so many printed lines at most.
MOST_LINES = 5
# A lone heading has no more words than this: "Names and addresses of the proponents of this measure".
LONE_HEADING_WORDS = 9

_REPRESENT = r"repre[sz]ent\w*"
_DESIGNATE = r"(?:des[il1]gn\w*|appoint\w*|named?\b|select\w*|constitut\w*|authori[sz]\w*|chosen)"
_SIGNERS = r"(?:s[il1]gn(?:ers?|atories)\b|(?:those|electors) who (?:have )?sign|petit[il1]oners?|proponents?|undersigned)"
_SAYING = (
    rf"{_DESIGNATE}\b.{{0,90}}?\b(?:{_REPRESENT}|act (?:for|on behalf))",
    rf"\b{_REPRESENT}\b.{{0,60}}?\b{_DESIGNATE}",
    rf"(?:shall|will|to|may|who) {_REPRESENT}\b",
    rf"{_REPRESENT} (?:in all matters|of (?:the )?{_SIGNERS}|(?:the |those )?{_SIGNERS})",
    rf"{_SIGNERS} .{{0,40}}{_REPRESENT}",
    r"in all matters affecting",
    rf"(?:designated|petition|{_SIGNERS}'?s?) {_REPRESENT}",
)
_COMMITTEE = (
    r"committee of (?:the )?(?:petitioners|proponents|sponsors|electors)",
    r"(?:petit[il1]oners?'?s?'?|proponents?'?s?'?|sponsor(?:s|ing)|petition) committee",
    r"committee for (?:the )?(?:petition|initiative|referendum)",
)
_HEADING = r"\b(?:representatives?|(?:chief |designated )?(?:proponents?|sponsors|petitioners)|petition(?:ers')? agents?)\b"
# An item of a list of something else: `(1) Florida representative,`.
_ITEM = re.compile(r"^\W*(?:\d{1,2}|[a-z])[).]|.*,$")
# Running text that speaks of representatives without naming any: statements, statutes, notices, the measure itself.
_NOT_A_CAPTION = re.compile(
    r"\b(?:have the right|withdraw|duly sworn|u\.? ?s\.? representative|house of representatives|"
    r"the committee (?:shall|may|must)|upon (?:the )?request of|candidates? representing|i represent|state that|"
    r"represent (?:myself|himself|herself|themselves|that))\b|^i,"
)


@dataclass(frozen=True, slots=True)
class Caption:
    """The caption's lines, and how surely they caption a list of representatives."""

    lines: tuple[TextLine, ...]
    certainty: float
    rest: str
    """Words after the caption's colon on its last line: a list that runs on in the sentence."""

    @property
    def box(self) -> Box:
        """Around all its lines, in points."""
        return union(line.box for line in self.lines)

    @property
    def text(self) -> str:
        """Its words with one space between."""
        return " ".join(line.text for line in self.lines)


def captions(lines: Sequence[TextLine]) -> list[Caption]:
    """Every caption among the lines of a page, surest first; overlapping ones only once."""
    found: list[tuple[float, int, int]] = []
    for first in range(len(lines)):
        inside = first > 0 and lines[first].text[:1].islower() and _goes_on(lines[first - 1], lines[first])
        for last in range(first, min(first + MOST_LINES, len(lines))):
            if last > first and not _goes_on(lines[last - 1], lines[last]):
                break
            certainty = _says(_plain(lines[first : last + 1]))
            if inside and not lines[_to_the_end(lines, last)].text.rstrip().endswith(":"):
                # The middle of a paragraph captions nothing unless it leads up to its list.
                continue
            if certainty:
                found.append((certainty, first, last))
                break
    kept: list[tuple[float, int, int]] = []
    for certainty, first, last in sorted(found, key=lambda f: (-f[0], f[2] - f[1], f[1])):
        if all(last < a or first > b for _, a, b in kept):
            kept.append((certainty, first, _to_the_end(lines, last)))
    return [Caption(tuple(lines[a : b + 1]), c, _after_colon(lines[b].text)) for c, a, b in kept]


def _says(text: str) -> float:
    if _NOT_A_CAPTION.search(text):
        return 0.0
    if any(re.search(pattern, text) for pattern in _SAYING):
        return SAYS_IT
    if any(re.search(pattern, text) for pattern in _COMMITTEE):
        return NAMES_A_COMMITTEE
    if len(text.split()) <= LONE_HEADING_WORDS and not _ITEM.match(text) and re.search(_HEADING, text):
        return LONE_HEADING
    return 0.0


def _plain(lines: Sequence[TextLine]) -> str:
    text = " ".join(line.text for line in lines).casefold().replace("’", "'").replace("-\n", "")
    return re.sub(r"\s+", " ", text)


def _goes_on(line: TextLine, following: TextLine) -> bool:
    """Whether the second line is the next of the same paragraph: close below, and overlapping in x."""
    height = max(line.box.height, following.box.height, 4.0)
    gap = following.box.y0 - line.box.y1
    return -0.6 * height <= gap <= 1.3 * height and min(line.box.x1, following.box.x1) > max(line.box.x0, following.box.x0)


def _to_the_end(lines: Sequence[TextLine], last: int) -> int:
    """The caption's sentence may go on for a line or two: up to its colon or full stop."""
    for at in range(last, min(last + 3, len(lines))):
        if at > last and not (_goes_on(lines[at - 1], lines[at]) and lines[at].text[:1].islower()):
            return at - 1
        if ":" in lines[at].text or lines[at].text.rstrip().endswith("."):
            return at
    return last


def _after_colon(text: str) -> str:
    _, colon, rest = text.rpartition(":")
    return rest.strip() if colon else ""
