"""What is printed above a part that belongs at the top of its page, and of what kind it is. 54-124(a): "at the top of each page".

A serial number, a page number, a received stamp and the imprinter's number do not count; dirt and handwriting are nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from rapidfuzz import fuzz

from pipeline.geometry import Box, union
from pipeline.model.section import PrintedAbove
from pipeline.model.text import Word
from pipeline.pages.ink import ink_taken
from pipeline.pages.view import PageView

Kind = Literal["serial", "page-number", "stamp", "other", "unsure"]

# Words closer than this, in heights, stand in one run; a gap wider than this starts another (a corner mark, a column).
RUN_GAP_HEIGHTS = 2.2
# Below this certainty the engine has read dirt, a rule's end or handwriting.
READ_LEAST, READ_WELL = 0.35, 0.7
STAMP_WORDS = ("received", "filed", "clerk", "accepted", "recorded", "office of the city clerk", "city clerk")
# A line of a stamp has few words; a sentence that names an hour or a day is print of the form.
STAMP_WORDS_MOST = 7
SERIAL_LABELS = (
    "petition section", "section number", "section no", "serial number", "serial no", "petition no", "petition number",
    "booklet", "packet",
    "section", "serial", "sheet no", "sec no",
)  # fmt: skip
LABEL_LIKENESS = 88

_PAGE = re.compile(
    r"^\W*(?:p(?:a|g)?g?e?|sheet|pg)\W*\d{1,3}(?:\W*(?:of|/|-)\W*\d{1,3})?\W*$|^\W*\d{1,3}\W*(?:/|of)\W*\d{1,3}\W*$",
    re.IGNORECASE,
)
_FIGURES = re.compile(r"^[\W_]*(?:n[o0]?\.?\s*)?[\dOolIS][\dOolIS\s\-.]{0,14}[\W_]*$", re.IGNORECASE)
_DATE = re.compile(
    r"\b\d{1,2}[/.\-]\d{1,2}[/.\-]\d{2,4}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}\b",
    re.IGNORECASE,
)
_TIME = re.compile(r"\b\d{1,2}[:.]\d{2}\s*[ap]\.?m", re.IGNORECASE)


def printed_above(view: PageView, box: Box) -> tuple[PrintedAbove, ...]:
    """Runs of print that lie wholly above `box` on its page, from top to bottom."""
    found = []
    for run in _runs([w for w in view.text.words if _is_above(w, box)]):
        told = _told(view, run, box)
        if told is not None:
            found.append(told)
    return tuple(sorted(found, key=lambda a: (a.box.y0, a.box.x0)))


def _is_above(word: Word, box: Box) -> bool:
    # A tall numbering machine's figure beside the first line overlaps it and is not above it.
    return word.box.y1 <= box.y0 + 0.35 * word.box.height and any(c.isalnum() for c in word.text)


def _runs(words: Sequence[Word]) -> list[list[Word]]:
    """Words of one line with no wide gap between them."""
    runs: list[list[Word]] = []
    for word in sorted(words, key=lambda w: (w.box.x0, w.box.y0)):
        for run in runs:
            last = run[-1]
            height = max(last.box.height, word.box.height)
            level = abs(last.box.middle[1] - word.box.middle[1]) <= 0.55 * height
            if level and word.box.x0 - last.box.x1 <= RUN_GAP_HEIGHTS * height:
                run.append(word)
                break
        else:
            runs.append([word])
    return runs


def _told(view: PageView, run: Sequence[Word], box: Box) -> PrintedAbove | None:
    text = " ".join(w.text for w in run)
    around = union(w.box for w in run)
    certainty = sum(w.certainty * len(w.text) for w in run) / sum(len(w.text) for w in run)
    kind: Kind
    letters = sum(c.isalpha() for c in text)
    if _PAGE.match(text):
        kind = "page-number"
    elif _is_serial(text):
        kind = "serial"
    elif _is_stamp(view, text, around):
        kind = "stamp"
    elif _FIGURES.match(text):
        # Bare figures: a numbering machine, or the imprinter of the scanner.
        kind = "serial"
    elif certainty < READ_LEAST or (letters < 3 and certainty < 0.9):
        return None
    elif certainty < READ_WELL or letters < 4 or not _even(run):
        kind = "unsure" if letters >= 3 and certainty >= 0.5 and _even(run) else "stamp"
        if kind == "stamp":
            return None
    else:
        kind = "other"
    return PrintedAbove(text=text, box=around, kind=kind, certainty=round(certainty, 3))


def _is_serial(text: str) -> bool:
    low = text.lower()
    digits = bool(re.search(r"\d", low))
    words = low.split()
    return (
        len(words) <= 8
        and (digits or len(words) <= 5)
        and any(fuzz.partial_ratio(label, low) >= LABEL_LIKENESS for label in SERIAL_LABELS if len(label) <= len(low) + 1)
    )


def _is_stamp(view: PageView, text: str, box: Box) -> bool:
    low = text.lower()
    short = len(low.split()) <= STAMP_WORDS_MOST
    if short and (_TIME.search(text) or _DATE.search(text)):
        return True
    if short and any(fuzz.ratio(word, low) >= 80 or word in low.split() for word in STAMP_WORDS):
        return True
    ink = ink_taken(view.raster, box)
    # Print of a form is black, or red as the warning is; any other colour is an office's stamp or a pen.
    return ink is not None and ink.colour == "other"


def _even(run: Sequence[Word]) -> bool:
    """Print keeps one height; handwriting read as words does not."""
    heights = [w.box.height for w in run if len(w.text) > 1]
    return len(heights) < 2 or max(heights) <= 2.2 * min(heights)
