"""Which bands between two rules are rows of one block? Those of the same make, one after the other. Geometry only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.section.beat import BEAT_SLACK

# Rows of one grid differ in height by hand-made forms; above this factor it is another kind of band (heading, affidavit).
HEIGHT_FACTOR = 1.9
# Share of common verticals from which two bands have the same make.
SAME_MAKE = 0.7
SAME_MAKE_SAME_HEIGHT = 0.35
LEAST_ROW_PT = 9.0
MOST_ROW_PT = 150.0


@dataclass(frozen=True, slots=True)
class Band:
    """What lies between two rules that part rows."""

    top: float
    bottom: float
    cuts: tuple[float, ...]
    """For each inner vertical of the table, the share of the band's height that it covers."""

    @property
    def height(self) -> float:
        """Points."""
        return self.bottom - self.top


def likeness(a: Band, b: Band) -> float:
    """Share of common verticals, 0 to 1."""
    inner = range(1, len(a.cuts) - 1)
    common = sum(min(a.cuts[i], b.cuts[i]) for i in inner)
    either = sum(max(a.cuts[i], b.cuts[i]) for i in inner)
    return common / either if either > 0.5 else 1.0


def _same_make(a: Band, b: Band) -> bool:
    alike, low, high = likeness(a, b), min(a.height, b.height), max(a.height, b.height)
    if high > HEIGHT_FACTOR * low:
        return False
    # Strikes tear verticals: bands of the very same height are forgiven more.
    return alike >= (SAME_MAKE_SAME_HEIGHT if high <= (1 + BEAT_SLACK) * low else SAME_MAKE)


def runs_of_rows(bands: Sequence[Band]) -> list[list[list[Band]]]:
    """Runs of rows, each row a list of one, two or three bands."""
    usable = [b for b in bands if LEAST_ROW_PT <= b.height <= MOST_ROW_PT]
    period = _period(usable)
    found = _runs_of_period(usable, period)
    return found if found or period == 1 else _runs_of_period(usable, 1)


def _period(bands: Sequence[Band]) -> int:
    """After how many bands the same make comes round: more than one only where that fits plainly better."""
    fit = {}
    for period in (1, 2, 3):
        pairs = list(zip(bands, bands[period:], strict=False))
        fits = [likeness(a, b) if max(a.height, b.height) <= HEIGHT_FACTOR * min(a.height, b.height) else 0.0 for a, b in pairs]
        fit[period] = sum(fits) / len(fits) if len(fits) >= 2 * period else 0.0
    for period in (2, 3):
        if fit[period] > fit[1] + 0.15 and fit[period] >= SAME_MAKE:
            return period
    return 1


def _runs_of_period(bands: Sequence[Band], period: int) -> list[list[list[Band]]]:
    runs: list[list[list[Band]]] = []
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


def _torn(bands: Sequence[Band], j: int, period: int, run: Sequence[Sequence[Band]]) -> bool:
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
