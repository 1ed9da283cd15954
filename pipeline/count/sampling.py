"""A random sample of lines, where a law allows sampling: drawn without repeats, reproducible from its seed, with an estimate.

Offered only where the petition file names the law (`sampling_clause`). Source: requirements.md; cases B25 and F19.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_UP, Decimal

from pipeline.model.count import LinePlace

# Two-sided 95 per cent: the usual figure of election offices.
Z = 1.959964


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The lines drawn, in the order of the petition, and how they were drawn."""

    seed: str
    rule: str
    population: int
    lines: tuple[LinePlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What the sample says of all lines."""

    valid: int
    sampled: int
    population: int
    percent: Decimal
    """Share of valid lines in the sample, two decimals, rounded up."""
    estimated: int
    """Valid lines of the population, a fraction rounded up."""
    low: int
    high: int
    """Ends of the interval (Wilson, with the correction for a finite population), whole lines, rounded outwards."""


def draw(places: Sequence[LinePlace], size: int, seed: str) -> Sample:
    """A sample of the written lines that are not struck.

    Each line gets the SHA-256 of the seed and its own key; the lines with the lowest hashes are drawn. No generator's version
    matters, no line can come twice, and anybody can check a single line by hand.

    Raises:
        ValueError: where more are asked for than there are.
    """
    pool = [p for p in places if p.state not in ("blank", "struck")]
    if not 0 < size <= len(pool):
        raise ValueError(f"a sample of {size} cannot be drawn from {len(pool)} lines")
    drawn = sorted(pool, key=lambda p: (rank(seed, p), key_of(p)))[:size]
    chosen = {key_of(p) for p in drawn}
    return Sample(
        seed=seed,
        rule=f"the {size} of {len(pool)} written lines with the lowest SHA-256 of 'seed/section:page:row'",
        population=len(pool),
        lines=tuple(p for p in pool if key_of(p) in chosen),
    )


def key_of(place: LinePlace) -> str:
    """`SECTION:PAGE:ROW`."""
    return f"{place.section}:{place.page}:{place.row}"


def rank(seed: str, place: LinePlace) -> str:
    """The hash by which a line is drawn."""
    return hashlib.sha256(f"{seed}/{key_of(place)}".encode()).hexdigest()


def size_of(population: int, percent: float, *, least: int = 0) -> int:
    """Lines in a sample of so many per cent; a fraction rounds up; never under `least`, never over the population."""
    return min(population, max(least, math.ceil(Decimal(str(percent)) * population / 100)))


def estimate(valid: int, sampled: int, population: int) -> Estimate:
    """What a sample says of the population.

    Raises:
        ValueError: where the numbers cannot be those of a sample.

    >>> one = estimate(381, 500, 12345)
    >>> str(one.percent), one.estimated
    ('76.20', 9407)
    """
    if not 0 <= valid <= sampled <= population or sampled == 0:
        raise ValueError(f"{valid} valid of {sampled} sampled of {population} cannot be")
    percent = (Decimal(valid) * 100 / Decimal(sampled)).quantize(Decimal("0.01"), rounding=ROUND_UP)
    # Rounding up twice must not count lines that the sample itself proved bad.
    most = population - (sampled - valid)
    estimated = min(most, int((percent * population / 100).to_integral_value(rounding=ROUND_UP)))
    share = valid / sampled
    finite = math.sqrt((population - sampled) / (population - 1)) if population > 1 else 0.0
    z = Z * finite
    middle = (share + z * z / (2 * sampled)) / (1 + z * z / sampled)
    half = z * math.sqrt(share * (1 - share) / sampled + z * z / (4 * sampled * sampled)) / (1 + z * z / sampled)
    low = max(valid, math.floor((middle - half) * population))
    high = min(most, math.ceil((middle + half) * population))
    return Estimate(valid=valid, sampled=sampled, population=population, percent=percent, estimated=estimated, low=low, high=high)
