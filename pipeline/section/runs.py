"""Printed runs: words of one line that stand together, apart from what else shares the line.

A header line often holds a title, a serial number and a page number with wide gaps between; OCR gives them as one line, or
as three. Labels and numbers are therefore looked for in runs, never in lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.geometry import Box, union
from pipeline.model.text import PageText, Word

# A gap wider than this many word heights parts two runs. Ordinary and justified word spaces stay under one word height;
# figure chosen on made-up forms and on the public forms, where columns stand at least two heights apart.
GAP_HEIGHTS = 1.8

_EDGE_MARKS = re.compile(r"^[^0-9A-Za-z#№º°]+|[^0-9A-Za-z#№º°]+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Words from left to right, never empty."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """The words with one space between."""
        return " ".join(w.text for w in self.words)

    @property
    def box(self) -> Box:
        """The box around all words, in points."""
        return union(w.box for w in self.words)


def runs(text: PageText) -> tuple[Run, ...]:
    """All runs of a page, in the reading order of its lines."""
    found: list[Run] = []
    for line in text.lines:
        current: list[Word] = []
        for word in line.words:
            if current:
                height = max(current[-1].box.height, word.box.height, 4.0)
                gap = word.box.x0 - current[-1].box.x1
                if gap > GAP_HEIGHTS * height:
                    found.append(Run(words=tuple(current)))
                    current = []
            current.append(word)
        if current:
            found.append(Run(words=tuple(current)))
    return tuple(found)


def rows(words: Iterable[Word]) -> tuple[tuple[Word, ...], ...]:
    """Words gathered into lines by height alone, top to bottom, each from left to right: whatever line OCR put them in."""
    gathered: list[list[Word]] = []
    for word in sorted(words, key=lambda w: w.box.middle[1]):
        middle = word.box.middle[1]
        if gathered:
            last = union(w.box for w in gathered[-1][-4:])
            if abs(middle - last.middle[1]) <= 0.5 * max(min(word.box.height, last.height), 4.0):
                gathered[-1].append(word)
                continue
        gathered.append([word])
    return tuple(tuple(sorted(row, key=lambda w: w.box.x0)) for row in gathered)


def bare(word: str) -> str:
    """The word in small letters without marks at its ends: `No.:` is `no`, `#` stays."""
    return _EDGE_MARKS.sub("", word).casefold()
