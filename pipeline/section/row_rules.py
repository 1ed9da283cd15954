"""Which rules does a row have inside it: cells over each other, guide lines, blanks? Geometry only."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from pipeline.pages.ruling import RuledLine
from pipeline.section.bands import Band
from pipeline.section.grid import clusters, covered
from pipeline.section.slots import SAME_LEVEL_PT, Level

# Room to write above a blank's rule; a "rule" closer under its cell's top is the foot of a printed label.
LEAST_ROOM_PT = 8.5


def covers(level: Level, xs: Sequence[float]) -> list[bool]:
    """For each column between neighbouring `xs`, whether the level runs over half of it at least."""
    return [covered(level.spans, a, b) >= 0.5 for a, b in pairwise(xs)]


def nearest(known: Sequence[float | None], wanted: float, within: float) -> float:
    """The known height nearest to the wanted one; that itself where none is near enough."""
    near = [y for y in known if y is not None and abs(y - wanted) <= within]
    return min(near, key=lambda y: abs(y - wanted)) if near else wanted


def inner_levels(run: Sequence[Sequence[Band]], levels: Sequence[Level], xs: Sequence[float]) -> list[list[float]]:
    """For each row the inner rules that most rows have: those between its bands, and partial ones that meet verticals."""
    found: list[list[float]] = []
    for row in run:
        top, bottom = row[0].top, row[-1].bottom
        found.append([lv.y for lv in levels if top + SAME_LEVEL_PT < lv.y < bottom - SAME_LEVEL_PT and any(covers(lv, xs))])
    flat = [(y - r[0].top) / (r[-1].bottom - r[0].top) for r, ys in zip(run, found, strict=True) for y in ys]
    kept: list[float] = []
    for group in clusters(flat, 0.06):
        if len(group) >= max(2, 0.5 * len(run)):
            kept.append(sum(flat[i] for i in group) / len(group))
    out = []
    for r, ys in zip(run, found, strict=True):
        height = r[-1].bottom - r[0].top
        out.append([nearest(ys, r[0].top + f * height, 0.08 * height) for f in kept])
    return out


def mean_fractions(run: Sequence[Sequence[Band]], inner: Sequence[Sequence[float]]) -> list[float]:
    """At which shares of a row's height its inner rules stand."""
    if not inner or not inner[0]:
        return []
    out = []
    for n in range(len(inner[0])):
        shares = [(ys[n] - r[0].top) / (r[-1].bottom - r[0].top) for r, ys in zip(run, inner, strict=True)]
        out.append(median(shares))
    return out


def blanks_inside(
    run: Sequence[Sequence[Band]], xs: Sequence[float], rules: Sequence[RuledLine], inner: Sequence[float]
) -> list[tuple[float, float, float, list[float | None]]]:
    """Short rules that stand free inside most rows: (x0, x1, share of the height, its y in each row)."""
    pieces: list[tuple[int, RuledLine, float]] = []
    for k, row in enumerate(run):
        top, bottom = row[0].top, row[-1].bottom
        for r in rules:
            free = r.direction == "horizontal" and top + LEAST_ROOM_PT < r.at < bottom - 3.0
            if not free or r.start < xs[0] - 2 or r.end > xs[-1] + 2 or r.length < 18.0:
                continue
            if any(-SAME_LEVEL_PT < r.at - y < LEAST_ROOM_PT for y in inner):
                continue
            pieces.append((k, r, (r.at - top) / (bottom - top)))
    out: list[tuple[float, float, float, list[float | None]]] = []
    for group in clusters([p[2] for p in pieces], 0.05):
        for sub in clusters([pieces[i][1].start for i in group], 8.0):
            members = [pieces[group[i]] for i in sub]
            rows_hit = {m[0] for m in members}
            if len(rows_hit) < max(2, 0.5 * len(run)):
                continue
            ys: list[float | None] = [None] * len(run)
            for k, r, _ in members:
                ys[k] = r.at
            out.append(
                (
                    median(m[1].start for m in members),
                    median(m[1].end for m in members),
                    median(m[2] for m in members),
                    ys,
                )
            )
    return out
