"""Shares with their doubt: so many of so many, and the Wilson interval around it."""

from __future__ import annotations

import math
from dataclasses import dataclass

# Two-sided 95 %.
Z = 1.959964


@dataclass(frozen=True, slots=True)
class Share:
    """`hits` of `n`. The share is None where there was nothing to count."""

    hits: int = 0
    n: int = 0

    @property
    def value(self) -> float | None:
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson score interval at 95 %; (0, 1) where nothing was counted."""
        if not self.n:
            return 0.0, 1.0
        p, z2 = self.hits / self.n, Z * Z
        middle = (p + z2 / (2 * self.n)) / (1 + z2 / self.n)
        half = Z * math.sqrt(p * (1 - p) / self.n + z2 / (4 * self.n * self.n)) / (1 + z2 / self.n)
        low = 0.0 if self.hits == 0 else max(0.0, middle - half)
        high = 1.0 if self.hits == self.n else min(1.0, middle + half)
        return low, high

    def __add__(self, other: Share) -> Share:
        return Share(self.hits + other.hits, self.n + other.n)

    def __str__(self) -> str:
        if not self.n:
            return "   -   (nothing to count)"
        low, high = self.interval
        return f"{self.hits / self.n:7.4f} ({self.hits} of {self.n}, {low:.3f} to {high:.3f})"

    def as_json(self) -> dict[str, object]:
        return {
            "value": None if self.value is None else round(self.value, 4),
            "hits": self.hits,
            "n": self.n,
            "wilson95": [round(v, 4) for v in self.interval],
        }


@dataclass(frozen=True, slots=True)
class Found:
    """True finds, misses and false alarms, with precision, recall and F1."""

    true: int = 0
    missed: int = 0
    false: int = 0

    @property
    def precision(self) -> Share:
        return Share(self.true, self.true + self.false)

    @property
    def recall(self) -> Share:
        return Share(self.true, self.true + self.missed)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None where nothing was there and nothing was claimed."""
        n = 2 * self.true + self.missed + self.false
        return 2 * self.true / n if n else None

    def __add__(self, other: Found) -> Found:
        return Found(self.true + other.true, self.missed + other.missed, self.false + other.false)

    def as_json(self) -> dict[str, object]:
        return {
            "true": self.true,
            "missed": self.missed,
            "false": self.false,
            "precision": self.precision.as_json(),
            "recall": self.recall.as_json(),
            "f1": None if self.f1 is None else round(self.f1, 4),
        }
