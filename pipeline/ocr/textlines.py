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
# First lines are indented by less than this many line heights; a column under a wide heading starts further off.
INDENT = 5.0


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
    boxes = [_around(piece) for piece in pieces]
    blocks: list[list[int]] = []
    for i in sorted(range(len(pieces)), key=lambda i: (boxes[i].y0, boxes[i].x0)):
        above = [b for b in blocks if _continues(boxes[b[-1]], boxes[i])]
        if len(above) == 1 and not _shared(boxes[above[0][-1]], i, boxes):
            above[0].append(i)
        else:
            blocks.append([i])
    found: list[TextLine] = []
    for number, block in enumerate(_ordered(blocks, [union(boxes[i] for i in b) for b in blocks]), start=1):
        found += [TextLine(words=tuple(pieces[i]), block=number) for i in block]
    return tuple(found)


def _shared(above: Box, i: int, boxes: Sequence[Box]) -> bool:
    """Whether the line above stands over another piece beside piece `i` too: a heading over two columns."""
    return any(
        j != i and min(b.y1, boxes[i].y1) > max(b.y0, boxes[i].y0) and b != above and _continues(above, b)
        for j, b in enumerate(boxes)
    )


def _ordered(blocks: list[list[int]], around: list[Box]) -> list[list[int]]:
    """Blocks in reading order: what stands above in the same column first, then what stands left of it."""
    left = list(range(len(blocks)))
    found: list[list[int]] = []
    while left:
        free = [i for i in left if not any(_before(around[j], around[i]) for j in left if j != i)]
        chosen = min(free or left, key=lambda i: (around[i].y0, around[i].x0))
        left.remove(chosen)
        found.append(blocks[chosen])
    return found


def _before(a: Box, b: Box) -> bool:
    """Whether `a` must be read before `b`."""
    if min(a.x1, b.x1) > max(a.x0, b.x0):
        return a.middle[1] < b.middle[1]
    return min(a.y1, b.y1) > max(a.y0, b.y0) and a.x1 <= b.x0


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


def _continues(a: Box, b: Box) -> bool:
    """Whether `b` is a line right below line `a`."""
    height = max(a.height, b.height)
    beside = min(a.x1, b.x1) - max(a.x0, b.x0)
    aligned = abs(a.x0 - b.x0) <= INDENT * height or abs(a.middle[0] - b.middle[0]) <= 2 * height
    return b.y0 >= a.middle[1] and b.y0 - a.y1 <= BLOCK_GAP * height and beside > 0 and aligned
