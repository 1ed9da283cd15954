"""Words as they are compared: what of a printed word counts, and what (case, quotes, dashes, spacing) never does.

Source of the tolerances: the statute's own text has run-together sentences ("MEASURE.TO BE"); requirements.md, "Tolerances".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.geometry import Box
from pipeline.model.text import PageText, Word

# A dot between digits counts ("2.4" is not "24"); a comma between digits does not ("1,350,000").
_PIECE = re.compile(r"[0-9]+(?:[.,][0-9]+)*|[^\W_]+", re.UNICODE)
_APOSTROPHES = re.compile(r"(?<=\w)['`´‘’ʼ](?=\w)")
# A slanted or worn I at the head of a word, as print engines give it: `\f adopted`, `|n force`.
_STROKE_FIRST = re.compile(r"^[\\|/!](?=[a-z])")
_SENTENCE_END = re.compile(r"[.:!?][\"'”’)]*$")

# Letters and digits that print engines take for each other. No two digits share an image, so a changed digit is never
# folded away.
_LOOK_ALIKE = str.maketrans({"1": "l", "i": "l", "|": "l", "j": "l", "0": "o", "5": "s", "8": "b", "2": "z"})


@dataclass(frozen=True, slots=True)
class KnownToken:
    """One comparable piece of a known wording."""

    text: str
    """Lower case letters and digits only."""
    raw: str
    """As it stands in the known wording."""
    ends_sentence: bool


@dataclass(frozen=True, slots=True)
class PageToken:
    """One comparable piece of a word on a page."""

    text: str
    raw: str
    word: Word
    box: Box
    """The piece's share of the word's box."""
    page: int
    line: int
    """Number of the line over all pages given, in reading order."""


def pieces(text: str) -> list[str]:
    """The comparable pieces of a string: `"MEASURE.TO` gives `measure`, `to`."""
    plain = _APOSTROPHES.sub("", unicodedata.normalize("NFKC", text).replace("\u00ad", "")).lower()
    plain = "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    return [m.group().replace(",", "") for m in _PIECE.finditer(plain)]


def folded(text: str) -> str:
    """The string with look-alike letters and digits made one, and letter pairs that run together (`rn`, `vv`) made one."""
    return text.translate(_LOOK_ALIKE).replace("rn", "m").replace("vv", "w")


def known_tokens(text: str) -> tuple[KnownToken, ...]:
    """The pieces of a known wording, in order."""
    found: list[KnownToken] = []
    for chunk in text.split():
        parts = pieces(chunk)
        for i, part in enumerate(parts):
            last = i == len(parts) - 1
            inner_stop = not last and bool(re.search(re.escape(part) + r"[.:!?][^\d\s]", chunk.lower()))
            ends = bool(_SENTENCE_END.search(chunk)) if last else inner_stop
            found.append(KnownToken(part, chunk if len(parts) == 1 else _as_written(part, chunk), ends))
    return tuple(found)


def _as_written(part: str, chunk: str) -> str:
    at = chunk.lower().find(part)
    return chunk[at : at + len(part)] if at >= 0 else part


def page_tokens(texts: Sequence[PageText], leave_out: Iterable[tuple[int, Box]] = ()) -> tuple[PageToken, ...]:
    """The pieces of all words of these pages in reading order.

    Args:
        texts: pages in order.
        leave_out: (page, box) of regions that belong to other parts; words whose middle lies in one are left out.
    """
    banned: dict[int, list[Box]] = {}
    for page, box in leave_out:
        banned.setdefault(page, []).append(box)
    found: list[PageToken] = []
    number = 0
    for text in texts:
        for line in text.lines:
            number += 1
            for word in line.words:
                x, y = word.box.middle
                if any(box.contains(x, y) for box in banned.get(text.page, ())):
                    continue
                found.extend(_of_word(word, text.page, number))
    return tuple(found)


def _of_word(word: Word, page: int, line: int) -> list[PageToken]:
    parts = pieces(_STROKE_FIRST.sub("I", word.text))
    if not parts:
        return []
    if len(parts) == 1:
        return [PageToken(parts[0], word.text, word, word.box, page, line)]
    total = sum(len(p) for p in parts)
    x, found = word.box.x0, []
    for part in parts:
        width = word.box.width * len(part) / total
        found.append(PageToken(part, part, word, Box(x, word.box.y0, x + width, word.box.y1), page, line))
        x += width
    return found
