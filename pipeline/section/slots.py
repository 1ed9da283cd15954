"""Which cells and blanks does every row of a ruled block have? Geometry only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.pages.ruling import RuledLine
from pipeline.section.grid import GridRow, Slot, covered

# Points. Rules within this of each other are at one height.
SAME_LEVEL_PT = 2.5


@dataclass(frozen=True, slots=True)
class Level:
    """Horizontal rules at one height."""

    y: float
    spans: tuple[tuple[float, float], ...]


def cells_of(
    rows: Sequence[GridRow],
    fractions: Sequence[float],
    levels: Sequence[Level],
    xs: Sequence[float],
    verticals: Sequence[Sequence[RuledLine]],
) -> list[Slot]:
    """Atoms between neighbouring levels and verticals, joined where most rows have no rule between them."""
    depth, columns = len(fractions) + 1, len(xs) - 1
    parent = {(k, c): (k, c) for k in range(depth) for c in range(columns)}

    def root(a: tuple[int, int]) -> tuple[int, int]:
        while parent[a] != a:
            a = parent[a]
        return a

    for k in range(depth):
        for c in range(columns - 1):
            spans = [(v.start, v.end) for v in verticals[c + 1]]
            cut = sum(covered(spans, row.levels[k], row.levels[k + 1]) >= 0.5 for row in rows)
            if cut < 0.5 * len(rows):
                parent[root((k, c))] = root((k, c + 1))
    for k in range(1, depth):
        for c in range(columns):
            cut = 0
            for row in rows:
                near = [lv for lv in levels if abs(lv.y - row.levels[k]) <= SAME_LEVEL_PT]
                cut += any(covered(lv.spans, xs[c], xs[c + 1]) >= 0.5 for lv in near)
            if cut < 0.5 * len(rows):
                parent[root((k - 1, c))] = root((k, c))
    groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for atom in parent:
        groups.setdefault(root(atom), []).append(atom)
    slots = []
    for atoms in groups.values():
        slots.append(
            Slot(
                x0=xs[min(c for _, c in atoms)],
                x1=xs[max(c for _, c in atoms) + 1],
                top=min(k for k, _ in atoms),
                bottom=max(k for k, _ in atoms) + 1,
            )
        )
    return sorted(slots, key=lambda s: (s.top, s.x0))


def with_blanks(
    slots: Sequence[Slot],
    blanks: Sequence[tuple[float, float, float, list[float | None]]],
    fractions: Sequence[float],
) -> list[Slot]:
    """Cells that hold blanks are replaced by them; a rule across nearly a whole cell is a guide line and changes nothing."""
    out: list[Slot] = []
    for slot in slots:
        inside = [
            b
            for b in blanks
            if slot.x0 - 3 <= b[0]
            and b[1] <= slot.x1 + 3
            and slot.top <= _index(fractions, b[2]) <= slot.bottom
            and b[1] - b[0] < 0.85 * (slot.x1 - slot.x0)
        ]
        if not inside:
            out.append(slot)
            continue
        for x0, x1, share, _ in inside:
            bottom = _index(fractions, share)
            above = [_index(fractions, o[2]) for o in inside if o[2] < share - 0.05 and min(o[1], x1) - max(o[0], x0) > 5]
            out.append(Slot(x0=x0, x1=x1, top=max(above, default=slot.top), bottom=bottom, blank=True))
    return sorted(out, key=lambda s: (s.top, s.x0))


def _index(fractions: Sequence[float], share: float) -> int:
    """Index into a row's levels of the inner level at this share."""
    return 1 + min(range(len(fractions)), key=lambda i: abs(fractions[i] - share))
