"""Which ruled tables does a page have, and which of their bands repeat like signer lines? Geometry only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from pipeline.geometry import Box
from pipeline.pages.ruling import RuledLine
from pipeline.section.beat import BEAT_SLACK, regular
from pipeline.section.grid import Grid, GridRow, clusters, covered
from pipeline.section.slots import SAME_LEVEL_PT, Level, cells_of, with_blanks

# Points. A rule's end and the rule that it meets lie within this of each other after 200 dpi, breaks and residual skew
# of 0.3 degrees.
TOUCH_PT = 4.0
SAME_CUT_PT = 3.0
# Rows of one grid differ in height by hand-made forms; above this factor it is another kind of band (heading, affidavit).
HEIGHT_FACTOR = 1.9
# Share of common verticals from which two bands have the same make.
SAME_MAKE = 0.7
SAME_MAKE_SAME_HEIGHT = 0.35
# A vertical is a column's edge from this share of the block's height on, or from this length: two rows of most forms.
LEAST_CUT_SHARE = 0.35
LEAST_CUT_PT = 55.0
# Headings of two or three printed lines.
HEAD_HEIGHT_PT = 48.0
LEAST_ROW_PT = 9.0
# Room to write above a blank's rule; a "rule" closer under its cell's top is the foot of a printed label.
LEAST_ROOM_PT = 8.5
MOST_ROW_PT = 150.0


@dataclass(frozen=True, slots=True)
class _Band:
    top: float
    bottom: float
    cuts: tuple[float, ...]
    """For each inner vertical of the table, the share of the band's height that it covers."""

    @property
    def height(self) -> float:
        return self.bottom - self.top


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
    verticals = _real([[down[i] for i in group] for group in groups])
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
    for run in _runs(bands):
        grids.append(_grid(run, bands, levels, xs, verticals, rules))
    return [g for g in grids if g.slots]


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


def _covers(level: Level, xs: Sequence[float]) -> list[bool]:
    return [covered(level.spans, a, b) >= 0.5 for a, b in pairwise(xs)]


def _separators(levels: Sequence[Level], xs: Sequence[float]) -> list[float]:
    """Levels that part rows. Where a column (the number's, say) is often left uncut, only levels that cut it part rows."""
    widths = [b - a for a, b in pairwise(xs)]
    table = [_covers(level, xs) for level in levels]
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


def _bands(separators: Sequence[float], xs: Sequence[float], verticals: Sequence[Sequence[RuledLine]]) -> list[_Band]:
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
        bands.append(_Band(top, bottom, cuts))
    return bands


def _likeness(a: _Band, b: _Band) -> float:
    """Share of common verticals, 0 to 1."""
    inner = range(1, len(a.cuts) - 1)
    common = sum(min(a.cuts[i], b.cuts[i]) for i in inner)
    either = sum(max(a.cuts[i], b.cuts[i]) for i in inner)
    return common / either if either > 0.5 else 1.0


def _same_make(a: _Band, b: _Band) -> bool:
    alike, low, high = _likeness(a, b), min(a.height, b.height), max(a.height, b.height)
    if high > HEIGHT_FACTOR * low:
        return False
    # Strikes tear verticals: bands of the very same height are forgiven more.
    return alike >= (SAME_MAKE_SAME_HEIGHT if high <= (1 + BEAT_SLACK) * low else SAME_MAKE)


def _runs(bands: Sequence[_Band]) -> list[list[list[_Band]]]:
    """Runs of rows, each row a list of one, two or three bands."""
    usable = [b for b in bands if LEAST_ROW_PT <= b.height <= MOST_ROW_PT]
    period = _period(usable)
    found = _runs_of_period(usable, period)
    return found if found or period == 1 else _runs_of_period(usable, 1)


def _period(bands: Sequence[_Band]) -> int:
    """After how many bands the same make comes round: more than one only where that fits plainly better."""
    fit = {}
    for period in (1, 2, 3):
        pairs = list(zip(bands, bands[period:], strict=False))
        fits = [_likeness(a, b) if max(a.height, b.height) <= HEIGHT_FACTOR * min(a.height, b.height) else 0.0 for a, b in pairs]
        fit[period] = sum(fits) / len(fits) if len(fits) >= 2 * period else 0.0
    for period in (2, 3):
        if fit[period] > fit[1] + 0.15 and fit[period] >= SAME_MAKE:
            return period
    return 1


def _runs_of_period(bands: Sequence[_Band], period: int) -> list[list[list[_Band]]]:
    runs: list[list[list[_Band]]] = []
    i = len(bands)
    # From the bottom up: a heading stands at the top, so the last band ends a whole line.
    while i >= 2 * period:
        run = [list(bands[i - period : i])]
        j = i - period
        while j >= period:
            row = list(bands[j - period : j])
            touching = abs(row[-1].bottom - run[0][0].top) < 1.0
            fits = any(all(_same_make(a, b) for a, b in zip(row, other, strict=True)) for other in (run[0], run[len(run) // 2]))
            if not touching or not (fits or _torn(bands, j, period, run)):
                break
            run.insert(0, row)
            j -= period
        if len(run) >= (2 if period == 1 else 3):
            runs.append(run)
            i = j
        else:
            i -= 1
    return runs


def _torn(bands: Sequence[_Band], j: int, period: int, run: Sequence[Sequence[_Band]]) -> bool:
    """Whether the row that ends at band `j` is one of the run's, its verticals lost under heavy strikes: it has the very
    height of the rows, and above it stands another row of their make and height.
    """
    if j < 2 * period:
        return False
    row, above = bands[j - period : j], bands[j - 2 * period : j - period]
    if abs(above[-1].bottom - row[0].top) >= 1.0:
        return False
    other = run[len(run) // 2]
    level = all(
        max(a.height, b.height) <= (1 + BEAT_SLACK) * min(a.height, b.height)
        for rows in (row, above)
        for a, b in zip(rows, other, strict=True)
    )
    return level and all(_same_make(a, b) for a, b in zip(above, other, strict=True))


def _grid(
    run: Sequence[Sequence[_Band]],
    bands: Sequence[_Band],
    levels: Sequence[Level],
    xs: Sequence[float],
    verticals: Sequence[Sequence[RuledLine]],
    rules: Sequence[RuledLine],
) -> Grid:
    inner = _inner_levels(run, levels, xs)
    blanks = _blanks(run, xs, rules, [y for ys in inner for y in ys])
    fractions = sorted({round(f, 4) for f in (*_mean_fractions(run, inner), *(b[2] for b in blanks))})
    rows = []
    for k, row in enumerate(run):
        top, bottom = row[0].top, row[-1].bottom
        known = [*inner[k], *(b[3][k] for b in blanks if b[3][k] is not None)]
        ys = [_nearest(known, top + f * (bottom - top), 0.08 * (bottom - top)) for f in fractions]
        rows.append(GridRow(levels=(top, *ys, bottom)))
    slots = cells_of(rows, fractions, levels, xs, verticals)
    slots = with_blanks(slots, blanks, fractions)
    first = rows[0].top
    head = _head(bands, first, xs)
    return Grid(x0=xs[0], x1=xs[-1], rows=tuple(rows), slots=tuple(slots), boxed=True, head=head)


def _head(bands: Sequence[_Band], first: float, xs: Sequence[float]) -> Box | None:
    """The heading: the band straight above the first row, as far up as headings reach; a boxed text farther up is none."""
    above = [b for b in bands if abs(b.bottom - first) < 1.5]
    if not above:
        return None
    top = max(above[0].top, first - HEAD_HEIGHT_PT, 0.0)
    return Box(xs[0], top, xs[-1], first) if top < first else None


def _nearest(known: Sequence[float | None], wanted: float, within: float) -> float:
    near = [y for y in known if y is not None and abs(y - wanted) <= within]
    return min(near, key=lambda y: abs(y - wanted)) if near else wanted


def _inner_levels(run: Sequence[Sequence[_Band]], levels: Sequence[Level], xs: Sequence[float]) -> list[list[float]]:
    """For each row the inner rules that most rows have: those between its bands, and partial ones that meet verticals."""
    found: list[list[float]] = []
    for row in run:
        top, bottom = row[0].top, row[-1].bottom
        found.append([lv.y for lv in levels if top + SAME_LEVEL_PT < lv.y < bottom - SAME_LEVEL_PT and any(_covers(lv, xs))])
    flat = [(y - r[0].top) / (r[-1].bottom - r[0].top) for r, ys in zip(run, found, strict=True) for y in ys]
    kept: list[float] = []
    for group in clusters(flat, 0.06):
        if len(group) >= max(2, 0.5 * len(run)):
            kept.append(sum(flat[i] for i in group) / len(group))
    out = []
    for r, ys in zip(run, found, strict=True):
        height = r[-1].bottom - r[0].top
        out.append([_nearest(ys, r[0].top + f * height, 0.08 * height) for f in kept])
    return out


def _mean_fractions(run: Sequence[Sequence[_Band]], inner: Sequence[Sequence[float]]) -> list[float]:
    if not inner or not inner[0]:
        return []
    out = []
    for n in range(len(inner[0])):
        shares = [(ys[n] - r[0].top) / (r[-1].bottom - r[0].top) for r, ys in zip(run, inner, strict=True)]
        out.append(median(shares))
    return out


def _blanks(
    run: Sequence[Sequence[_Band]], xs: Sequence[float], rules: Sequence[RuledLine], inner: Sequence[float]
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
