"""The form's grid on the scan's own rules: a rule is where the scan has it, to the tenth of a point, not where it should be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from pipeline.geometry import Box
from pipeline.model.section import LinesFacts
from pipeline.pages.ruling import RuledLine

# What registration and a rule's thickness leave; rules of one grid stand farther apart.
REACH_PT = 1.6
# A rule of the grid covers so much of its extent; pieces of a broken one are passed over.
LEAST_COVER = 0.25


def snapped(grid: LinesFacts, rules: Sequence[RuledLine]) -> LinesFacts:
    """The block with every edge moved to the scan's rule beside it, where there is one."""
    box = grid.box
    across = [r.at for r in rules if r.direction == "horizontal" and _cover(r, box.x0, box.x1) >= LEAST_COVER]
    down = [r.at for r in rules if r.direction == "vertical" and _cover(r, box.y0, box.y1) >= LEAST_COVER]
    move = _mover(down, across)
    return replace(
        grid,
        box=move(box),
        columns=tuple((meaning, move(b)) for meaning, b in grid.columns),
        lines=tuple(
            replace(line, box=move(line.box), cells=tuple(replace(c, box=move(c.box)) for c in line.cells)) for line in grid.lines
        ),
    )


def _cover(rule: RuledLine, start: float, end: float) -> float:
    return max(0.0, min(rule.end, end) - max(rule.start, start)) / max(end - start, 1.0)


def _mover(down: Iterable[float], across: Iterable[float]) -> Callable[[Box], Box]:
    xs, ys = sorted(down), sorted(across)

    def near(value: float, levels: Sequence[float]) -> float:
        best = min(levels, key=lambda level: abs(level - value), default=value)
        return best if abs(best - value) <= REACH_PT else value

    def move(box: Box) -> Box:
        x0, x1, y0, y1 = near(box.x0, xs), near(box.x1, xs), near(box.y0, ys), near(box.y1, ys)
        return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))

    return move
