"""At which step do the rules of a block follow each other, which levels are off it, which are lost?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

# Rows mostly have one height; a level that parts such a row in two is a pen's stroke, a gap of two or three rows has
# lost its rules.
BEAT_SLACK = 0.1


def regular(
    levels: Sequence[float], least: float, most: float, hints: Sequence[float] = (), torn: Sequence[float] = ()
) -> list[float]:
    """Levels freed of strokes between them, and with those put back that are plainly lost, where rows have one height.

    `least`, `most`: heights of rows, in points. `hints`: heights at which something like a rule was seen, torn perhaps.
    `torn`: those of them that run over most of the block, and do not reach its edges.
    """
    beat = _beat(levels, least, most)
    if beat is None:
        return list(levels)
    kept = _on_beat(levels, beat)
    filled = kept[:1]
    for k in range(1, len(kept)):
        gap = kept[k] - kept[k - 1]
        count = round(gap / beat)
        before = k >= 2 and abs(kept[k - 1] - kept[k - 2] - beat) <= BEAT_SLACK * beat
        after = k + 1 < len(kept) and abs(kept[k + 1] - kept[k] - beat) <= BEAT_SLACK * beat
        between = [kept[k - 1] + n * gap / count for n in range(1, count)] if 2 <= count <= 4 else []
        seen = bool(between) and all(any(abs(h - y) <= 2.5 for h in hints) for y in between)
        even = abs(gap - count * beat) <= BEAT_SLACK * beat
        if between and even and (seen or before or (k >= 2 and after)):
            filled.extend(between)
        elif gap > 1.6 * beat:
            # Under a heading of another height the rows count upwards from the first rule that held.
            filled.extend(_upwards(kept[k], kept[k - 1], beat, torn))
        filled.append(kept[k])
    return filled


def _upwards(low: float, high: float, beat: float, torn: Sequence[float]) -> list[float]:
    """Torn rules a beat above each other, from the level `low` up to under the level `high`, topmost first."""
    found: list[float] = []
    at = low
    while at - 1.5 * beat > high:
        near = [y for y in torn if abs(at - beat - y) <= BEAT_SLACK * beat]
        if not near:
            break
        at = min(near, key=lambda y: abs(at - beat - y))
        found.insert(0, at)
    return found


def _on_beat(levels: Sequence[float], beat: float) -> list[float]:
    """The levels that make the best sense as edges of rows: most of them a beat apart, others only where nothing else
    explains them.
    """
    best: list[tuple[float, int]] = []
    for i, y in enumerate(levels):
        here = (0.0, -1)
        for j in range(i):
            gap = y - levels[j]
            count = max(round(gap / beat), 1)
            even = abs(gap - count * beat) <= BEAT_SLACK * beat and count <= 4
            # Weights: a stroke between two edges costs more than it gives (1 - 2 * 0.8), even three of them; a row of
            # another height does not.
            value = best[j][0] - (0.3 * (count - 1) if even else 0.8)
            if value > here[0] or here[1] < 0:
                here = (value, j)
        best.append((here[0] + 1.0, here[1]))
    last = max(range(len(levels)), key=lambda i: best[i][0])
    chain = []
    while last >= 0:
        chain.append(levels[last])
        last = best[last][1]
    return chain[::-1]


def _beat(levels: Sequence[float], least: float, most: float) -> float | None:
    """The step at which most levels follow each other; None where the rows have no common height."""
    if len(levels) < 4:
        return None
    gaps = sorted({round(b - a, 1) for i, a in enumerate(levels) for b in levels[i + 1 :] if least <= b - a <= most})
    counts = [sum(any(abs(b - a - g) <= 0.05 * g + 0.5 for b in levels) for a in levels) for g in gaps]
    if not counts or max(counts) < 0.5 * len(levels):
        return None
    # The smallest step that explains nearly as many levels as the best: twice the step explains all but one.
    step = next(g for g, c in zip(gaps, counts, strict=True) if c >= 0.85 * max(counts))
    # It must also be the step from one level to the next: rows of three heights in turn repeat too, at the sum of the three.
    straight = sum(abs(b - a - step) <= BEAT_SLACK * step for a, b in pairwise(levels))
    return step if straight >= 0.3 * len(levels) else None
