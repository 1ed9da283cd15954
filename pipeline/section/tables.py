"""Which ruled tables does a page have, and which of their bands repeat like signer lines? Geometry only."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from pipeline.geometry import Box
from pipeline.pages.ruling import RuledLine
from pipeline.section.bands import HEIGHT_FACTOR, LEAST_ROW_PT, MOST_ROW_PT, Band, runs_of_rows
from pipeline.section.beat import regular
from pipeline.section.grid import Grid, GridRow, clusters, covered
from pipeline.section.row_rules import blanks_inside, covers, inner_levels, mean_fractions, nearest
from pipeline.section.slots import SAME_LEVEL_PT, Level, cells_of, with_blanks

# Points. A rule's end and the rule that it meets lie within this of each other after 200 dpi, breaks and residual skew
# of 0.3 degrees.
TOUCH_PT = 4.0
SAME_CUT_PT = 3.0
# A vertical is a column's edge from this share of the block's height on, or from this length: two rows of most forms.
LEAST_CUT_SHARE = 0.35
LEAST_CUT_PT = 55.0
# A streak of dirt on the scanner's glass runs over most of a page; columns end with their block.
STREAK_BEYOND_PT = 40.0
# Headings of two or three printed lines.
HEAD_HEIGHT_PT = 48.0


def find_tables(rules: Sequence[RuledLine]) -> tuple[Grid, ...]:
    """Every run of at least two bands of the same make in tables with verticals, longest first in each table."""
    grids: list[Grid] = []
    for across, down in _components(rules):
        if len(across) < 2 or not down:
            continue
        grids.extend(_of_component(across, down, rules))
    return tuple(sorted(grids, key=lambda g: (g.rows[0].top, g.x0)))


def _components(rules: Sequence[RuledLine]) -> list[tuple[list[RuledLine], list[RuledLine]]]:
    across = [r for r in rules if r.direction == "horizontal"]
    down = [r for r in rules if r.direction == "vertical"]
    parent = list(range(len(across) + len(down)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for j, v in enumerate(down):
        for i, h in enumerate(across):
            meets_x = h.start - TOUCH_PT <= v.at <= h.end + TOUCH_PT
            meets_y = v.start - TOUCH_PT <= h.at <= v.end + TOUCH_PT
            if meets_x and meets_y:
                parent[root(i)] = root(len(across) + j)
    found: dict[int, tuple[list[RuledLine], list[RuledLine]]] = {}
    for i, h in enumerate(across):
        found.setdefault(root(i), ([], []))[0].append(h)
    for j, v in enumerate(down):
        found.setdefault(root(len(across) + j), ([], []))[1].append(v)
    return list(found.values())


def _of_component(across: list[RuledLine], down: list[RuledLine], rules: Sequence[RuledLine]) -> list[Grid]:
    longest = max(h.length for h in across)
    long_ones = [h for h in across if h.length >= 0.6 * longest]
    groups = clusters([v.at for v in down], SAME_CUT_PT)
    verticals = _real([[down[i] for i in group] for group in groups if not _streak([down[i] for i in group], across)])
    if not verticals:
        return []
    xs = [median(v.at for v in group) for group in verticals]
    x0 = min(xs[0], median(h.start for h in long_ones))
    x1 = max(xs[-1], median(h.end for h in long_ones))
    if xs[0] - x0 > 2 * TOUCH_PT:
        xs, verticals = [x0, *xs], [[], *verticals]
    if x1 - xs[-1] > 2 * TOUCH_PT:
        xs, verticals = [*xs, x1], [*verticals, []]
    if len(xs) < 2:
        return []
    levels = _levels(across)
    separators = _separators(levels, xs)
    bands = _bands(separators, xs, verticals)
    grids = []
    for run in runs_of_rows(bands):
        grids.append(_grid(run, bands, levels, xs, verticals, rules))
    return [g for g in grids if g.slots]


def _streak(group: Sequence[RuledLine], across: Sequence[RuledLine]) -> bool:
    """Whether a vertical runs far over the block above and below, as a scanner's streak does and no column's edge."""
    top, bottom = min(h.at for h in across), max(h.at for h in across)
    return min(v.start for v in group) < top - STREAK_BEYOND_PT and max(v.end for v in group) > bottom + STREAK_BEYOND_PT


def _real(verticals: Sequence[list[RuledLine]]) -> list[list[RuledLine]]:
    """Verticals that part columns: long ones, or pieces over a good share of the block; not single upright strokes of a
    pen.
    """
    top = min(v.start for group in verticals for v in group)
    bottom = max(v.end for group in verticals for v in group)
    out = []
    for group in verticals:
        share = covered([(v.start, v.end) for v in group], top, bottom)
        if share >= LEAST_CUT_SHARE or max(v.length for v in group) >= LEAST_CUT_PT:
            out.append(group)
    return out


def _levels(across: Sequence[RuledLine]) -> list[Level]:
    groups = clusters([h.at for h in across], SAME_LEVEL_PT)
    return [
        Level(
            sum(across[i].at * across[i].length for i in group) / sum(across[i].length for i in group),
            tuple((across[i].start, across[i].end) for i in group),
        )
        for group in groups
    ]


def _separators(levels: Sequence[Level], xs: Sequence[float]) -> list[float]:
    """Levels that part rows. Where a column (the number's, say) is often left uncut, only levels that cut it part rows."""
    widths = [b - a for a, b in pairwise(xs)]
    table = [covers(level, xs) for level in levels]
    wide = [i for i, row in enumerate(table) if sum(w for w, c in zip(widths, row, strict=True) if c) >= 0.6 * sum(widths)]
    spanned = []
    for c in range(len(widths)):
        missing = sum(not table[i][c] for i in wide)
        if missing >= 2 and 0.25 <= missing / max(len(wide), 1) <= 0.85:
            spanned.append(c)
    out = []
    for i in wide:
        start, end = min(a for a, _ in levels[i].spans), max(b for _, b in levels[i].spans)
        if start > xs[0] + TOUCH_PT or end < xs[-1] - TOUCH_PT:
            continue
        if spanned and sum(widths[c] for c in spanned if table[i][c]) < 0.5 * sum(widths[c] for c in spanned):
            continue
        out.append(levels[i].y)
    return regular(out, LEAST_ROW_PT, MOST_ROW_PT, [level.y for level in levels], [levels[i].y for i in wide])


def _bands(separators: Sequence[float], xs: Sequence[float], verticals: Sequence[Sequence[RuledLine]]) -> list[Band]:
    edges = list(separators)
    if len(edges) < 2:
        return []
    usual = median(b - a for a, b in pairwise(edges))
    ends = sorted((max((v.end for v in group), default=0.0) for group in verticals), reverse=True)
    starts = sorted(min((v.start for v in group), default=1e9) for group in verticals)
    # A table without its bottom (or top) rule: at least two verticals run on for most of a row.
    if len(ends) >= 2 and 0.6 * usual <= ends[1] - edges[-1] <= HEIGHT_FACTOR * usual:
        edges.append(ends[1])
    if len(starts) >= 2 and 0.6 * usual <= edges[0] - starts[1] <= HEIGHT_FACTOR * usual:
        edges.insert(0, starts[1])
    bands = []
    for top, bottom in pairwise(edges):
        cuts = tuple(covered([(v.start, v.end) for v in group], top, bottom) for group in verticals)
        bands.append(Band(top, bottom, cuts))
    return bands


def _grid(
    run: Sequence[Sequence[Band]],
    bands: Sequence[Band],
    levels: Sequence[Level],
    xs: Sequence[float],
    verticals: Sequence[Sequence[RuledLine]],
    rules: Sequence[RuledLine],
) -> Grid:
    inner = inner_levels(run, levels, xs)
    blanks = blanks_inside(run, xs, rules, [y for ys in inner for y in ys])
    fractions = sorted({round(f, 4) for f in (*mean_fractions(run, inner), *(b[2] for b in blanks))})
    rows = []
    for k, row in enumerate(run):
        top, bottom = row[0].top, row[-1].bottom
        known = [*inner[k], *(b[3][k] for b in blanks if b[3][k] is not None)]
        ys = [nearest(known, top + f * (bottom - top), 0.08 * (bottom - top)) for f in fractions]
        rows.append(GridRow(levels=(top, *ys, bottom)))
    slots = cells_of(rows, fractions, levels, xs, verticals)
    slots = with_blanks(slots, blanks, fractions)
    first = rows[0].top
    head = _head(bands, first, xs)
    return Grid(x0=xs[0], x1=xs[-1], rows=tuple(rows), slots=tuple(slots), boxed=True, head=head)


def _head(bands: Sequence[Band], first: float, xs: Sequence[float]) -> Box | None:
    """The heading: the band straight above the first row, as far up as headings reach; a boxed text farther up is none."""
    above = [b for b in bands if abs(b.bottom - first) < 1.5]
    if not above:
        return None
    top = max(above[0].top, first - HEAD_HEIGHT_PT, 0.0)
    return Box(xs[0], top, xs[-1], first) if top < first else None
