"""Which rules without verticals repeat down the page like signer lines: whole-width rules, or blanks side by side? Geometry only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
STEP_SLACK = 0.25
LEAST_ROWS = 3


@dataclass(frozen=True, slots=True)
class _Level:
    y: float
    segments: tuple[tuple[float, float], ...]


def find_blanks(rules: Sequence[RuledLine], taken: Sequence[Box]) -> tuple[Grid, ...]:
    """Blocks of blanks or bare rules that repeat at even steps, outside the `taken` boxes (tables found already)."""
    free = [r for r in rules if r.direction == "horizontal" and r.length >= LEAST_BLANK_PT and not _inside(r, taken)]
    levels = _levels(free)
    grids: list[Grid] = []
    used: set[int] = set()
    for period in (1, 2, 3):
        for chain in _chains(levels, period, used):
            used.update(i for row in chain for i in row)
            grids.append(_grid([[levels[i] for i in row] for row in chain]))
    return tuple(sorted(grids, key=lambda g: (g.rows[0].top, g.x0)))


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
    """The same blanks at the same places; one blank in four may have been missed or broken."""
    hits = sum(
        any(abs(p[0] - q[0]) <= SAME_END_PT and abs(p[1] - q[1]) <= SAME_END_PT for q in b.segments) for p in a.segments
    )
    return hits >= 1 and hits >= 0.7 * max(len(a.segments), len(b.segments))


def _chains(levels: Sequence[_Level], period: int, used: set[int]) -> list[list[list[int]]]:
    """Chains of rows, each `period` levels, with the same make and even steps."""
    free = [i for i in range(len(levels)) if i not in used]
    chains: list[list[list[int]]] = []
    at = 0
    while at + 2 * period <= len(free):
        chain = [free[at : at + period]]
        step = 0.0
        nxt = at + period
        while nxt + period <= len(free):
            row = free[nxt : nxt + period]
            gap = levels[row[0]].y - levels[chain[-1][0]].y
            same = all(_alike(levels[i], levels[j]) for i, j in zip(row, chain[-1], strict=True))
            even = LEAST_STEP_PT <= gap <= MOST_STEP_PT * period and (not step or abs(gap - step) <= STEP_SLACK * step)
            if not same or not even:
                break
            step = gap if not step else (step * len(chain) + gap) / (len(chain) + 1)
            chain.append(row)
            nxt += period
        if len(chain) >= LEAST_ROWS:
            chains.append(chain)
            at = nxt
        else:
            at += 1
    return chains


def _grid(chain: Sequence[Sequence[_Level]]) -> Grid:
    steps = [b[-1].y - a[-1].y for a, b in zip(chain, chain[1:], strict=False)]
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
