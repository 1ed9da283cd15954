"""Which words of an affidavit's rows are the marks of a list, however print OCR read them ("Ww" for "2.", "NONE" for a column of
figures)? By place: they stand alone, left of the edge at which the items' text begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, takewhile
from statistics import median

from pipeline.model.text import Word
from pipeline.section.statements import vocabulary

# A mark has so many characters at most, and begins no further left of its item's text, in points; a row has a mark and a stop.
MARK_LETTERS, MOST_LEFT_PT, MOST_MARKS = 4, 32.0, 2
# Items and their further rows begin within so many points of one edge; so many rows, with so many marks, are a list.
SAME_EDGE_PT, LEAST_ITEMS, LEAST_MARKS = 4.5, 4, 2
# A word so many times as high as the others is several rows' marks read as one.
TALLER = 1.7
# What print recognition makes of a lone I, which begins a sentence and is no mark.
_LIKE_I = frozenset({"I", "|", "l", "!", "]", "[", "\\"})


def list_marks(rows: Sequence[Sequence[Word]]) -> frozenset[int]:
    """Identities (`id`) of the words among `rows` that are marks of a list, or several rows' marks read as one word."""
    every = list(chain.from_iterable(rows))
    usual = median([w.box.height for w in every]) if every else 0.0
    tall = [w for w in every if w.box.height > TALLER * usual]
    level = [kept for row in rows if (kept := [w for w in row if w not in tall])]
    best: list[Word] = []
    most = LEAST_ITEMS - 1
    for edge in sorted({w.box.x0 for row in level for w in _beginnings(row)}):
        for part in _lists(level, edge):
            items = sum(any(abs(w.box.x0 - edge) <= SAME_EDGE_PT for w in _beginnings(row)) for row in part)
            left = [w for row in part for w in _left_of(row, edge)]
            left += [w for w in tall if edge - MOST_LEFT_PT <= w.box.x0 and w.box.x1 <= edge and _beside(w, part)]
            if items > most and len(left) >= LEAST_MARKS and not _first_words(left):
                best, most = left, items
    return frozenset(id(w) for w in best)


def _beginnings(row: Sequence[Word]) -> Sequence[Word]:
    """The words that the text of a row may begin with: the first one, or the second one behind a mark."""
    return row[:2] if _short(row[0]) else row[:1]


def _lists(rows: Sequence[Sequence[Word]], edge: float) -> list[list[Sequence[Word]]]:
    """Runs of rows that begin at `edge` or right of it, marks apart: a row that begins further left is prose, and ends a list."""
    out: list[list[Sequence[Word]]] = [[]]
    for row in rows:
        marks = _left_of(row, edge)
        prose = len(row) > len(marks) and row[len(marks)].box.x0 < edge - SAME_EDGE_PT
        if prose or len(marks) > MOST_MARKS or row[0].box.x0 < edge - MOST_LEFT_PT:
            out.append([])
        else:
            out[-1].append(row)
    return [part for part in out if part]


def _left_of(row: Sequence[Word], edge: float) -> list[Word]:
    """The marks that a row begins with, left of `edge`."""
    return list(takewhile(lambda w: _short(w) and w.box.x1 <= edge and w.box.x0 < edge - SAME_EDGE_PT, row))


def _first_words(left: Sequence[Word]) -> bool:
    """Whether what stands left of an edge is the rows' first words: short ones of one width ("the", "are", "was") leave the
    second words in a column of their own. A mark here and there may be read as a word, but not half of them.
    """
    said = [t for w in left for t in [w.text.strip(".,;:")] if len(t) > 1 and t.islower() and t in vocabulary()]
    return 2 * len(said) >= len(left)


def _beside(word: Word, part: Sequence[Sequence[Word]]) -> bool:
    return part[0][0].box.y0 <= word.box.y1 and word.box.y0 <= part[-1][0].box.y1


def _short(word: Word) -> bool:
    return len(word.text) <= MARK_LETTERS and word.text not in _LIKE_I
