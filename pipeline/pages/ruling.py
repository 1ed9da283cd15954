"""Ruled lines of a page: found at low resolution, kept in points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledLine:
    """A straight printed rule. Horizontal: `at` is its y, from `start` to `end` in x; vertical: `at` is its x."""

    direction: Literal["horizontal", "vertical"]
    at: float
    """Points."""
    start: float
    end: float
    thickness: float
    """Points."""

    @property
    def length(self) -> float:
        """Points."""
        return self.end - self.start
