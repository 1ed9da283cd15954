"""In which order are the rows of an affidavit read, where oath and notarial act stand side by side? By place alone, mostly.

Rows gathered by height alone run the two into each other: "each signature to SUBSCRIBED AND SWORN TO before me in".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

from pipeline.geometry import Box
from pipeline.model.text import PageText, Word
from pipeline.section.runs import rows as by_height

# Paper between two columns of print, in points: words of a sentence stand nearer, a blank in it is seldom in two rows alike.
GUTTER_PT = 10.0
# Places across the page at which a gutter is looked for, in points.
STEP_PT = 3.0
# Two columns have so many rows each that begin at one edge, and stand beside a row of the other. Prose has rows of so many
# words: the one column as many rows of it, the other one at least a sentence. Blanks with their captions have less.
LEAST_ROWS, LEAST_WORDS, SENTENCE_WORDS = 3, 3, 5
# Beside a notarial act's first sentence so many rows will do: what follows it may be entries and a stamp alone.
LEAST_BESIDE_ACT = 2
# Rows of a column begin within so many points; so great a share of its rows does.
SAME_EDGE_PT, LEAST_ALIGNED = 5.0, 0.34
# Words by which a notarial act is known, however ragged its rows are ("subscribed and sworn to before me").
SWORN = frozenset({"sworn", "subscribed", "affirmed", "acknowledged"})
# Words read less surely than this, or higher than so many times the others, are a pen's strokes, which may lie across a gutter.
PEN_BELOW, PEN_HEIGHTS = 0.6, 1.8


@dataclass(frozen=True, slots=True, kw_only=True)
class OathRow:
    """One row of words, and the column it belongs to."""

    words: tuple[Word, ...]
    x0: float
    x1: float
    """Left and right end of its column, points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gutter:
    first: int
    last: int
    """Places of its first and last row, both inclusive."""
    x: float


def rows_of(text: PageText, region: Box) -> tuple[OathRow, ...]:
    """Words of `region` (points) in rows, in reading order: of two columns side by side the left one first."""
    return in_reading_order([w for w in text.words if region.contains(*w.box.middle)], region)


def in_reading_order(words: Iterable[Word], region: Box) -> tuple[OathRow, ...]:
    """As `rows_of`, of words at hand."""
    level = by_height(words)
    out: list[OathRow] = []
    at = 0
    for gutter in _gutters(level, region):
        out += [OathRow(words=row, x0=region.x0, x1=region.x1) for row in level[at : gutter.first]]
        beside = [w for row in level[gutter.first : gutter.last + 1] for w in row]
        left = [w for w in beside if w.box.middle[0] < gutter.x]
        right = [w for w in beside if w.box.middle[0] >= gutter.x]
        out += [OathRow(words=row, x0=region.x0, x1=gutter.x) for row in by_height(left)]
        out += [OathRow(words=row, x0=gutter.x, x1=region.x1) for row in by_height(right)]
        at = gutter.last + 1
    out += [OathRow(words=row, x0=region.x0, x1=region.x1) for row in level[at:]]
    return tuple(out)


def _gutters(level: Sequence[Sequence[Word]], region: Box) -> list[_Gutter]:
    """Gutters that share no row, from top to bottom; of those that do the one that parts most rows, then the widest."""
    found: list[tuple[int, float, _Gutter]] = []
    high = PEN_HEIGHTS * median([w.box.height for row in level for w in row] or [1.0])
    print_rows = [[w for w in row if w.certainty >= PEN_BELOW and w.box.height <= high] for row in level]
    steps = int((region.width - 2 * GUTTER_PT) / STEP_PT)
    for n in range(max(steps, 0)):
        x = region.x0 + GUTTER_PT + n * STEP_PT
        clear = [not any(_across(w, x) for w in row) for row in print_rows]
        for is_clear, group in groupby(range(len(level)), key=clear.__getitem__):
            places = list(group)
            beside = _beside(print_rows, places, x) if is_clear else 0
            if beside:
                gutter = _Gutter(first=places[0], last=places[-1], x=x)
                found.append((beside, _room(print_rows, gutter), gutter))
    kept: list[_Gutter] = []
    for _, _, gutter in sorted(found, key=lambda f: (-f[0], -f[1], f[2].x)):
        if not any(gutter.first <= k.last and k.first <= gutter.last for k in kept):
            kept.append(gutter)
    return sorted(kept, key=lambda g: g.first)


def _across(word: Word, x: float) -> bool:
    return word.box.x0 < x + GUTTER_PT / 2 and word.box.x1 > x - GUTTER_PT / 2 and word.certainty >= PEN_BELOW


def _beside(level: Sequence[Sequence[Word]], places: Sequence[int], x: float) -> int:
    """How many rows left of `x` stand beside one right of it, among rows that leave it clear; 0 where these are no columns."""
    left = {i: n for i in places if (n := _words(level[i], None, x))}
    right = {i: n for i in places if (n := _words(level[i], x, None))}
    prose = max(sum(n >= LEAST_WORDS for n in side.values()) for side in (left, right))
    if prose < LEAST_ROWS or min(max(side.values(), default=0) for side in (left, right)) < SENTENCE_WORDS:
        return 0
    aligned = all(_aligned([_start(level[i], x0, x1) for i in side]) for side, x0, x1 in ((left, None, x), (right, x, None)))
    swears = any(_swears(level[i], x) for i in places)
    if not aligned and not swears:
        return 0
    # Rows of the one column may stand between those of the other: the next one is beside it too.
    beside = min(sum(any(abs(i - j) <= 1 for j in right) for i in left), sum(any(abs(i - j) <= 1 for j in left) for i in right))
    return beside if beside >= (LEAST_BESIDE_ACT if swears else LEAST_ROWS) else 0


def _swears(row: Sequence[Word], x: float) -> bool:
    """Whether a notarial act's own words stand on one side of `x` in a row with words on the other: then it is a column."""
    left, right = ([w.text.lower().strip(".,;:") for w in row if (w.box.middle[0] < x) is side] for side in (True, False))
    return any(_is_act(set(one)) and other for one, other in ((left, right), (right, left)))


def _is_act(words: set[str]) -> bool:
    """Whether words are those of a notarial act; "subscribed and sworn" are, where "before" was read badly."""
    return bool(words & SWORN and "before" in words) or len(words & SWORN) > 1


def _start(row: Sequence[Word], x0: float | None, x1: float | None) -> float:
    """Where the row begins right of `x0` and left of `x1`."""
    return min(w.box.x0 for w in row if (x0 is None or w.box.middle[0] >= x0) and (x1 is None or w.box.middle[0] < x1))


def _aligned(starts: Sequence[float]) -> bool:
    most = max(sum(abs(a - b) <= SAME_EDGE_PT for b in starts) for a in starts)
    return most >= LEAST_ROWS and most >= LEAST_ALIGNED * len(starts)


def _words(row: Sequence[Word], x0: float | None, x1: float | None) -> int:
    """Words with letters in a row right of `x0` and left of `x1`."""
    return sum(
        any(c.isalpha() for c in w.text) and (x0 is None or w.box.middle[0] >= x0) and (x1 is None or w.box.middle[0] < x1)
        for w in row
    )


def _room(level: Sequence[Sequence[Word]], gutter: _Gutter) -> float:
    """Width of the clear paper about the gutter, points."""
    words = [w for row in level[gutter.first : gutter.last + 1] for w in row]
    left = max((w.box.x1 for w in words if w.box.middle[0] < gutter.x), default=0.0)
    right = min((w.box.x0 for w in words if w.box.middle[0] >= gutter.x), default=gutter.x)
    return right - left
