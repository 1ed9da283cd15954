"""Which words tell of a notary's stamp, and do they stand together as a stamp's do, border or no border?

Contents of a Colorado stamp: 24-21-516 C.R.S. (name, NOTARY PUBLIC, STATE OF COLORADO, NOTARY ID, MY COMMISSION EXPIRES).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from pipeline.geometry import Box, union
from pipeline.model.text import Word
from pipeline.section.captions import plain
from pipeline.section.oath_rows import SWORN
from pipeline.section.phrases import PhraseBook
from pipeline.section.runs import rows
from pipeline.section.statements import vocabulary

# Lines of one stamp follow each other more closely than lines of a form with blanks, in points.
LINE_STEP_PT = 16.0
# Words of one line of a stamp stand within so many heights.
WORD_GAP_HEIGHTS = 1.6
# Numbers of commissions have more digits than dates, house numbers and ZIP codes.
ID_DIGITS = 6
# Lines of a stamp, and kinds of fixed words on it, at least.
LEAST_LINES, LEAST_KINDS = 3, 3

# Without the number, where writing went over it, all four kinds of lines in capitals are a stamp: no form prints these so.
CAPITALS = 0.8
# What print recognition makes of "ID".
_LIKE_ID = re.compile(r"^[1lI|i][D0O]$")

PHRASES = {
    "public": ("notary|notarial public|publics|officer", "notary seal"),
    "state": ("state|commonwealth of",),
    "id": (
        "notary|commission|comm|registration ?public id|no|number|identification",
        "id ?no|number",
        "commission number|no",
    ),
    "expires": ("commission|comm ?will expires|expires|exp|expire|expiration", "expires|exp|expiration"),
}


@cache
def _book() -> PhraseBook:
    return PhraseBook(PHRASES, {})


@cache
def _vocabulary() -> frozenset[str]:
    return vocabulary() | _book().words


def stamped_words(words: Sequence[Word]) -> tuple[Word, ...] | None:
    """Stamp words on close lines with the number of a commission among them; None where there are none."""
    pieces = [p for line in rows(words) for p in _split(line) if not _of_act(p)]
    # A stamp in capitals that lies over the act's sentence is gathered without the sentence.
    for near in ([p for p in pieces if _in_capitals(p) or _is_number(p)], pieces):
        for seed in (p for p in near if kinds_of(p)):
            if found := _stamped(_gathered(seed, near)):
                return found
    return None


def _stamped(group: Sequence[list[Word]]) -> tuple[Word, ...] | None:
    """The words of close lines where they are a stamp's."""
    flat = [w for p in group for w in p]
    kinds = kinds_of(flat, lines=group)
    numbered = any(_is_number([w]) for w in flat) and (len(kinds) >= LEAST_KINDS or {"id", "state"} <= kinds)
    if len(group) >= LEAST_LINES and numbered:
        return tuple(flat)
    capitals = [p for p in group if _in_capitals(p)]
    if len(kinds_of([], lines=capitals)) == len(PHRASES):
        return tuple(w for p in capitals for w in p)
    return None


def _is_number(words: Sequence[Word]) -> bool:
    """Whether the number of a commission is among the words."""
    return any(sum(c.isdigit() for c in w.text) >= ID_DIGITS and "/" not in w.text for w in words)


def _of_act(words: Sequence[Word]) -> bool:
    """Whether a piece is of the act's sentence ("Sworn to and signed before me"), which no stamp bears."""
    return bool(SWORN & {w.text.lower().strip(".,;:") for w in words}) and len(words) > 1


def _gathered(seed: list[Word], pieces: Sequence[list[Word]]) -> list[list[Word]]:
    """Pieces that stand close over or under each other about one middle, from `seed` on."""
    group = [seed]
    grew = True
    while grew:
        grew = False
        box = union(w.box for p in group for w in p)
        for piece in pieces:
            other = union(w.box for w in piece)
            near = max(other.y0 - box.y1, box.y0 - other.y1) <= LINE_STEP_PT / 2
            if piece not in group and near and _centred(other, box):
                group.append(piece)
                grew = True
                break
    return group


def _in_capitals(words: Sequence[Word]) -> bool:
    letters = [c for w in words for c in w.text if c.isalpha()]
    return bool(letters) and sum(c.isupper() for c in letters) >= CAPITALS * len(letters)


def _centred(one: Box, other: Box) -> bool:
    return abs(one.middle[0] - other.middle[0]) <= 0.5 * max(one.width, other.width)


def _split(line: Sequence[Word]) -> list[list[Word]]:
    out: list[list[Word]] = []
    for word in line:
        if not any(c.isalnum() for c in word.text):
            continue
        if out and word.box.x0 - out[-1][-1].box.x1 <= WORD_GAP_HEIGHTS * max(word.box.height, 4.0):
            out[-1].append(word)
        else:
            out.append([word])
    return out


def stamp_words(line: Sequence[Word]) -> bool:
    """Whether a line of a stamp bears its fixed words (not a name)."""
    return bool(kinds_of(line))


def kinds_of(words: Sequence[Word], *, lines: Sequence[Sequence[Word]] | None = None) -> set[str]:
    """Kinds of a stamp's fixed words (names in `PHRASES`) among words of one line, or of several `lines`."""
    found: set[str] = set()
    for line in lines if lines is not None else [words]:
        tokens = [t for w in line for t in (["id"] if _LIKE_ID.match(w.text) else plain(w.text, _vocabulary()))]
        found |= {h.name for h in _book().hits(tokens)}
    return found
