"""What was measured or read, with how sure it is: the value, and its doubt, travel together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from pipeline.geometry import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A measurement as an interval.

    Raises:
        ValueError: when `value` does not lie between `low` and `high`.
    """

    value: float
    low: float
    high: float
    unit: str
    """`pt`, `deg`, `1` (a ratio) …"""

    def __post_init__(self) -> None:
        if not self.low <= self.value <= self.high:
            raise ValueError(f"{self.value} {self.unit} is not between {self.low} and {self.high}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Whether a thing is there: three answers. `present` None means that the machine cannot tell."""

    present: bool | None
    certainty: float
    """0 to 1, of the answer in `present`."""
    page: int | None = None
    """Page of the scan, from 1."""
    box: Box | None = None
    detail: str = ""
    """What was seen, in plain words, for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRead:
    """Written or printed text as it was read. Written but unread: `text` None, `certainty` 0, with its box."""

    text: str | None
    certainty: float
    page: int
    box: Box
    handwritten: bool = True
    alternatives: tuple[str, ...] = ()
    """Other readings, best first, where the engine gave them."""
    above: int | None = None
    """Where ditto marks stand for it: the row of the same page that says it. None: it is written out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DateRead:
    """A date as it was written and the day it means. `day` is None where the year is missing or nothing certain was read."""

    text: str | None
    """The raw reading, never corrected."""
    day: date | None
    certainty: float
    """Of `day` where it is given, else of the raw reading."""
    page: int
    box: Box
    missing: tuple[str, ...] = ()
    """Which of `day`, `month`, `year` was not written."""
    candidates: tuple[tuple[date, float], ...] = ()
    """Possible days with their probabilities, best first."""
    above: int | None = None
    """Where ditto marks stand for it: the row of the same page that says it. None: it is written out."""
