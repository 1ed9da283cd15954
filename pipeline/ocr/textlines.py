"""Single words to lines and blocks in reading order, for words that come without either."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pipeline.geometry import Box, union
from pipeline.model.text import TextLine, Word

# Two words share a line when their heights overlap by this share of the smaller.
SAME_LINE_OVERLAP = 0.5
# A gap of this many line heights parts columns and cells; the widest justified word space seen in print is under one.
COLUMN_GAP = 2.5
# Lines of a block lie no further apart than this many line heights: double-spaced text stays one block.
BLOCK_GAP = 1.3


def in_lines(words: Sequence[Word]) -> tuple[TextLine, ...]:
    """Lines of `words`, block after block from the top. Words of a line run from left to right."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda w: (w.box.middle[1], w.box.x0)):
        row = next((r for r in reversed(rows[-3:]) if _same_line(r[-1], word)), None)
        if row is None:
            rows.append([word])
        else:
            row.append(word)
    pieces = [piece for row in rows for piece in _cut_at_gaps(sorted(row, key=lambda w: w.box.x0))]
    blocks: list[list[list[Word]]] = []
    for piece in sorted(pieces, key=lambda p: (round(min(w.box.y0 for w in p), 1), p[0].box.x0)):
        home = next((b for b in reversed(blocks) if _continues(b[-1], piece)), None)
        if home is None:
            blocks.append([piece])
        else:
            home.append(piece)
    blocks.sort(key=lambda b: (round(b[0][0].box.y0, 1), b[0][0].box.x0))
    return tuple(
        TextLine(words=tuple(piece), block=number) for number, block in enumerate(blocks, start=1) for piece in block
    )


def _same_line(a: Word, b: Word) -> bool:
    overlap = min(a.box.y1, b.box.y1) - max(a.box.y0, b.box.y0)
    return overlap > SAME_LINE_OVERLAP * min(a.box.height, b.box.height)


def _cut_at_gaps(row: list[Word]) -> list[list[Word]]:
    pieces = [[row[0]]]
    for before, word in pairwise(row):
        height = max(before.box.height, word.box.height)
        if word.box.x0 - before.box.x1 > COLUMN_GAP * height:
            pieces.append([word])
        else:
            pieces[-1].append(word)
    return pieces


def _around(piece: Sequence[Word]) -> Box:
    return union(w.box for w in piece)


def _continues(above: Sequence[Word], piece: Sequence[Word]) -> bool:
    """Whether `piece` is the next line of the block that ends in `above`."""
    a, b = _around(above), _around(piece)
    beside = min(a.x1, b.x1) - max(a.x0, b.x0)
    return b.y0 >= a.middle[1] and b.y0 - a.y1 <= BLOCK_GAP * max(a.height, b.height) and beside > 0
