"""Which printed words label a section's serial number, in whatever wording?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from pipeline.geometry import Box, union
from pipeline.model.text import Word
from pipeline.section.figures import BLANK_MARKS, figures, is_number_word
from pipeline.section.runs import Run, bare

# Words that name a section, with how surely a number behind them is its serial number. A "petition number" may as well be
# the clerk's number of the whole petition.
_THING = {
    **{"section": 1.0, "serial": 1.0, "booklet": 0.95, "part-petition": 0.95, "packet": 0.9, "sec": 0.9},
    **{"pamphlet": 0.9, "folder": 0.85, "petition": 0.75},
}
# Before a label may stand a title ("City of Aspen Grove, Petition Section No."); more words before it are running text.
WORDS_BEFORE_LABEL = 5
# OCR of a worn or small label is off by a letter; below this ratio (0 to 100) two words are two words.
LABEL_WORD_RATIO = 82

# Figures set wide apart come out as so short words, read so unsurely; a serial number has so many figures at most.
SCRAP_LETTERS, SCRAP_BELOW, MOST_SCRAPS = 2, 0.75, 6

_NUMBER_OF_TEXT = re.compile(r"^[0-9]{1,2}\.$")
# `SECTION NO.` that came out of OCR as one word.
_ONE_WORD = re.compile(r"^(?:petition)?(?:section|serial|booklet)(?:serial)?(no|nr|num|number|#)$")
_GLUED = re.compile(r"^((?:no|nº|n°|№|#)[.:]*)\s*([0-9]{1,9})$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Label:
    """A label with what follows it."""

    text: str
    box: Box
    strength: float
    """0 to 1: how surely a number behind it is a serial number."""
    after: tuple[Word, ...]
    """Words of the same run behind the label."""


def label_in(run: Run) -> Label | None:
    """The label that a run begins with, or holds behind a few words of title; None where its words are something else."""
    words = run.words
    names = [bare(w.text) for w in words]
    for start in range(min(len(words), WORDS_BEFORE_LABEL + 1)):
        if _ONE_WORD.match(names[start]) and _only_value(words[start + 1 :]):
            return Label(words[start].text, words[start].box, 1.0, tuple(words[start + 1 :]))
        strength, end = 0.0, start
        while end < len(words) and (more := _thing(names[end])) is not None:
            strength, end = max(strength, more), end + 1
        if end == start:
            continue
        head, after = words[start:end], words[end:]
        if after and _says_number(names[end]):
            head, after = words[start : end + 1], words[end + 1 :]
        elif after and (parted := part_glued(after[0])) is not None:
            head, after = (*head, parted[0]), (parted[1], *after[1:])
        elif not _needs_no_number_word(names[start:end], after):
            continue
        if not _only_value(after):
            return None
        lead = start - 1 if start and fuzz.ratio(names[start - 1], "petition") >= LABEL_WORD_RATIO else start
        head = (*words[lead:start], *head)
        return Label(" ".join(w.text for w in head), union(w.box for w in head), strength, tuple(after))
    return None


def begins_number(text: str) -> bool:
    """Whether a word's letters are the end of a label, so that figures glued to them are the number behind it."""
    name = bare(text)
    return bool(_ONE_WORD.match(name)) or _says_number(name) or _thing(name) is not None


def names_section(name: str) -> bool:
    """Whether a bare word names a section outright; `petition` alone does not."""
    return (_thing(name) or 0.0) > _THING["petition"]


def _thing(name: str) -> float | None:
    if name in _THING:
        return _THING[name]
    if len(name) < 5:
        return None
    best = max(_THING, key=lambda thing: fuzz.ratio(name, thing))
    return _THING[best] * 0.95 if len(best) > 4 and fuzz.ratio(name, best) >= LABEL_WORD_RATIO else None


def _says_number(name: str) -> bool:
    return is_number_word(name) or (len(name) >= 5 and fuzz.ratio(name.replace("rn", "m"), "number") >= LABEL_WORD_RATIO)


def part_glued(word: Word) -> tuple[Word, Word] | None:
    """`No.0017`, which OCR gave as one word, as the label's end and the figures."""
    match = _GLUED.match(word.text)
    if not match:
        return None
    at = word.box.x0 + word.box.width * len(match[1]) / len(word.text)
    left, right = Box(word.box.x0, word.box.y0, at, word.box.y1), Box(at, word.box.y0, word.box.x1, word.box.y1)
    return replace(word, text=match[1], box=left), replace(word, text=match[2], box=right)


def _needs_no_number_word(names: Sequence[str], after: Sequence[Word]) -> bool:
    """`Petition Section 17` has no number word; `Section 2.` of a measure's text has neither `petition` nor zeros."""
    if len(after) != 1 or _NUMBER_OF_TEXT.match(after[0].text):
        return False
    digits = figures(after[0].text)
    if digits is None:
        return False
    return list(names[:2]) == ["petition", "section"] or "serial" in names or (len(digits) >= 3 and digits[0] == "0")


def misread_figures(after: Sequence[Word]) -> bool:
    """Whether what follows a label is figures of a numbering machine of which print OCR made short words, unsurely: "0 al aE al"
    for 0111.
    """
    unsure = [w for w in after if figures(w.text) is None]
    scraps = all(len(w.text) <= SCRAP_LETTERS and w.certainty < SCRAP_BELOW for w in unsure)
    return bool(unsure) and scraps and figures(after[0].text) is not None and len(after) <= MOST_SCRAPS


def _only_value(after: Sequence[Word]) -> bool:
    """Whether nothing but figures, blanks and a page number follows the label in its run."""
    words = [w.text for w in after if not BLANK_MARKS.match(w.text)]
    while words and figures(words[0]) is not None:
        words = words[1:]
    if not words or bare(words[0]) in {"page", "pg"}:
        return True
    if misread_figures(after):
        return True
    of_so_many = bare(words[0]) == "of" and all(figures(w) is not None for w in words[1:])
    return of_so_many or (len(words) == 1 and len(bare(words[0])) < 2)
