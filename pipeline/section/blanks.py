"""Which rules without verticals repeat down the page like signer lines: whole-width rules, or blanks side by side?
Geometry only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from pipeline.geometry import Box
from pipeline.pages.ruling import RuledLine
from pipeline.section.grid import Grid, GridRow, Slot, clusters

SAME_LEVEL_PT = 2.5
# Ends of the same blank on different lines: forms made with underscores wander by a character.
SAME_END_PT = 7.0
LEAST_BLANK_PT = 28.0
LEAST_STEP_PT = 12.0
MOST_STEP_PT = 110.0
# Steps between lines of one block differ by typing; beyond this they are other rules.
STEP_SLACK = 0.15
LEAST_ROWS = 3


@dataclass(frozen=True, slots=True)
class _Level:
    y: float
    segments: tuple[tuple[float, float], ...]


def find_blanks(rules: Sequence[RuledLine], taken: Sequence[Box]) -> tuple[Grid, ...]:
    """Blocks of blanks or bare rules that repeat at even steps, outside the `taken` boxes (tables found already)."""
    free = [r for r in rules if r.direction == "horizontal" and r.length >= LEAST_BLANK_PT and not _inside(r, taken)]
    levels = _levels(_recurring(free))
    grids: list[Grid] = []
    used: set[int] = set()
    for period in (1, 2, 3):
        while True:
            chain = _best_chain(levels, period, used)
            if not chain:
                break
            top, bottom = chain[0][0].y, chain[-1][-1].y
            used.update(i for i, lv in enumerate(levels) if top <= lv.y <= bottom)
            grids.append(_grid(chain))
    return tuple(sorted(grids, key=lambda g: (g.rows[0].top, g.x0)))


def _recurring(rules: Sequence[RuledLine]) -> list[RuledLine]:
    """Rules whose place across the page comes back at least three times, and that are not drawn through several such: a
    pen's strokes.
    """

    def count(r: RuledLine) -> int:
        return sum(abs(r.start - o.start) <= SAME_END_PT and abs(r.end - o.end) <= SAME_END_PT for o in rules)

    often = [(r, n) for r in rules if (n := count(r)) >= LEAST_ROWS]
    out = []
    for rule, n in often:
        inside = [o for o, m in often if m > n and rule.start - SAME_END_PT <= o.start and o.end <= rule.end + SAME_END_PT]
        apart = bool(inside) and max(o.start for o in inside) > min(o.end for o in inside)
        if not apart:
            out.append(rule)
    return out


def _inside(rule: RuledLine, boxes: Sequence[Box]) -> bool:
    middle = (rule.start + rule.end) / 2
    return any(b.x0 - 4 <= middle <= b.x1 + 4 and b.y0 - 4 <= rule.at <= b.y1 + 4 for b in boxes)


def _levels(rules: Sequence[RuledLine]) -> list[_Level]:
    out = []
    for group in clusters([r.at for r in rules], SAME_LEVEL_PT):
        members = sorted((rules[i] for i in group), key=lambda r: r.start)
        segments: list[tuple[float, float]] = []
        for r in members:
            if segments and r.start - segments[-1][1] < 2.0:
                segments[-1] = (segments[-1][0], max(segments[-1][1], r.end))
            else:
                segments.append((r.start, r.end))
        out.append(_Level(median(r.at for r in members), tuple(segments)))
    return out


def _alike(a: _Level, b: _Level) -> bool:
    """The same blanks at the same places; two blanks in five may have been missed, broken or written over."""
    hits = sum(any(abs(p[0] - q[0]) <= SAME_END_PT and abs(p[1] - q[1]) <= SAME_END_PT for q in b.segments) for p in a.segments)
    return hits >= 1 and hits >= 0.6 * max(len(a.segments), len(b.segments))


def _best_chain(levels: Sequence[_Level], period: int, used: set[int]) -> list[list[_Level]]:
    """The longest chain of rows, each of `period` levels, at even steps; levels that do not fit are passed over, one
    lost row is bridged.
    """
    free = [lv for i, lv in enumerate(levels) if i not in used]
    best: list[list[_Level]] = []
    best_score = 0.0
    for a in range(len(free) - 2 * period + 1):
        first = free[a : a + period]
        for b in range(a + period, min(a + period + 6, len(free) - period + 1)):
            step = free[b].y - first[0].y
            if not LEAST_STEP_PT <= step <= MOST_STEP_PT * period:
                continue
            chain, seen = _chain(free, first, step)
            # Of chains as long as each other the one with the smaller step, which bridges nothing, is right.
            score = seen - 0.6 * (len(chain) - seen) - 0.001 * step
            if seen >= LEAST_ROWS and score > best_score:
                best, best_score = chain, score
    return best


def _chain(free: Sequence[_Level], first: list[_Level], step: float) -> tuple[list[list[_Level]], int]:
    """The chain from `first` on, and how many of its rows were seen."""
    chain, seen, period = [first], 1, len(first)
    while True:
        last = chain[-1]
        for reach in (1, 2):
            found = _next(free, last, period, step * reach, step)
            if found is not None:
                break
        if found is None:
            return chain, seen
        if reach == 2:
            half = (found[0].y - last[0].y) / 2
            chain.append([_Level(lv.y + half, lv.segments) for lv in last])
        chain.append(found)
        seen += 1


def _next(free: Sequence[_Level], last: Sequence[_Level], period: int, gap: float, step: float) -> list[_Level] | None:
    best: tuple[float, list[_Level]] | None = None
    for n in range(len(free) - period + 1):
        row = list(free[n : n + period])
        off = abs(row[0].y - last[0].y - gap)
        if row[0].y <= last[-1].y or off > STEP_SLACK * step:
            continue
        if all(_alike(a, b) for a, b in zip(row, last, strict=True)) and (best is None or off < best[0]):
            best = (off, row)
    return best[1] if best else None


def _grid(chain: Sequence[Sequence[_Level]]) -> Grid:
    steps = [b[-1].y - a[-1].y for a, b in pairwise(chain)]
    step = median(steps)
    rows = []
    bottom = chain[0][-1].y - step
    for row in chain:
        rows.append(GridRow(levels=(max(bottom, row[0].y - step), *(lv.y for lv in row))))
        bottom = row[-1].y
    slots = []
    for k in range(len(chain[0])):
        for x0, x1 in _common_segments([row[k] for row in chain]):
            slots.append(Slot(x0=x0, x1=x1, top=k, bottom=k + 1, blank=True))
    x0, x1 = min(s.x0 for s in slots), max(s.x1 for s in slots)
    return Grid(x0=x0, x1=x1, rows=tuple(rows), slots=tuple(slots), boxed=False)


def _common_segments(levels: Sequence[_Level]) -> list[tuple[float, float]]:
    pieces = [s for level in levels for s in level.segments]
    out = []
    for group in clusters([(a + b) / 2 for a, b in pieces], SAME_END_PT):
        if len(group) >= 0.5 * len(levels):
            out.append((median(pieces[i][0] for i in group), median(pieces[i][1] for i in group)))
    return out
