"""What does each column of signer lines hold? Told by its heading, or by the labels printed inside its cells, in any
wording.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from pipeline.geometry import Box
from pipeline.model.text import Word
from pipeline.section.column_order import bound
from pipeline.section.column_words import FUZZY_FROM, TELLING, meaning_of, tokens, told_by
from pipeline.section.columns import HEADING_WORDS, Column, head_box
from pipeline.section.grid import Grid, Slot

# Labels inside cells are read on at least this share of the lines, even where writing covers most of them.
LABELLED_ROWS = 0.25


def meanings(grid: Grid, words: Sequence[Word]) -> tuple[Column, ...]:
    """The meaning of every slot, by labels inside the cells first, else by the heading above."""
    head = [w for w in words if head_box(grid).contains(*w.box.middle)]
    out: list[Column] = []
    for slot in grid.slots:
        label = _label_inside(grid, slot, words)
        meaning, certainty = meaning_of(label)
        if certainty == 0.0:
            label = ""
        out.append(Column(slot=slot, meaning=meaning, certainty=certainty, label=label))
    if sum(c.certainty > 0 for c in out) < 2:
        out = [Column(slot=s, meaning="other", certainty=0.0, label="") for s in grid.slots]
    elif grid.head is None:
        # Labels inside the cells tell the columns: what stands above the block is running text.
        head = []
    for x0, x1 in sorted({(s.x0, s.x1) for s in grid.slots}):
        stack = [i for i, c in enumerate(out) if (c.slot.x0, c.slot.x1) == (x0, x1)]
        untold = [i for i in stack if out[i].certainty == 0.0]
        if not untold:
            continue
        told = _by_head([w for w in head if x0 <= w.box.middle[0] < x1], len(stack))
        for place, i in enumerate(stack):
            if i in untold and place < len(told):
                text = told[place]
                # Without a band of its own for headings, what stands above may be running text.
                prose = grid.head is None and len(tokens(text)) > HEADING_WORDS
                meaning, certainty = ("other", 0.0) if prose else meaning_of(text)
                out[i] = Column(slot=out[i].slot, meaning=meaning, certainty=certainty, label=text)
    return bound(out)


def _by_head(words: Sequence[Word], depth: int) -> list[str]:
    """The heading's text for each of `depth` cells below each other."""
    lines = _lines(words)
    text = " ".join(lines)
    if depth == 1 or not lines:
        return [text] if lines else []
    parts: list[str] = []
    for line in lines:
        here, before = meaning_of(line), meaning_of(parts[-1]) if parts else None
        if before and (here[1] == 0.0 or here[0] == before[0]):
            parts[-1] += " " + line
        else:
            parts.append(line)
    if len(parts) == depth:
        return parts
    return [text]


def _lines(words: Sequence[Word]) -> list[str]:
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda w: w.box.middle[1]):
        if rows and word.box.middle[1] - median(w.box.middle[1] for w in rows[-1]) < 0.6 * max(word.box.height, 4.0):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [" ".join(w.text for w in sorted(row, key=lambda w: w.box.x0)) for row in rows]


def _label_inside(grid: Grid, slot: Slot, words: Sequence[Word]) -> str:
    """Telling words that stand in, beside or under the slot in a good share of the rows."""
    seen: dict[str, int] = {}
    order: dict[str, float] = {}
    for k in range(len(grid.rows)):
        area = _label_area(grid, slot, k)
        here: dict[str, float] = {}
        for word in words:
            if area.contains(*word.box.middle):
                for token in tokens(word.text):
                    kind = told_by(token)
                    if kind and kind != "number":
                        here.setdefault(token if len(token) < FUZZY_FROM else kind + ":" + token[:3], word.box.x0)
        for token, x in here.items():
            seen[token] = seen.get(token, 0) + 1
            order.setdefault(token, x)
    least = max(2.0, LABELLED_ROWS * len(grid.rows))
    kept = sorted((t for t, n in seen.items() if n >= least), key=lambda t: order[t])
    out = []
    for token in kept:
        kind = token.split(":")[0]
        out.append(TELLING[kind][0] if kind in TELLING else token)
    return " ".join(out)


def _label_area(grid: Grid, slot: Slot, row: int) -> Box:
    cell = grid.cell(row, slot)
    if not slot.blank:
        return cell
    level = cell.y1
    left = max((s.x1 for s in grid.slots if s is not slot and s.x1 <= slot.x0 and s.bottom == slot.bottom), default=0.0)
    return Box(max(left, slot.x0 - 80.0), max(cell.y0, level - 20.0), slot.x1, level + 5.0)
