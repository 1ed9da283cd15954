"""Printed words against known words: where they differ and of what kind each difference is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pipeline.geometry import Box

DifferenceKind = Literal["spacing", "ocr", "changed", "missing-block"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One place where the printed words are not the known ones.

    `spacing`: only spaces, line breaks, capitals, quotation marks or hyphenation differ. `ocr`: likely a misreading.
    `changed`: a word or a few changed, missing or added. `missing-block`: a sentence or more is not there.
    """

    kind: DifferenceKind
    expected: str
    """Known words at this place; empty where words were added."""
    found: str
    """Words read at this place; empty where words are missing."""
    context: str
    """A few known words around, for a person."""
    page: int
    box: Box | None
    """Where the found words stand, or between which words the missing ones should stand."""
    certainty: float
    """0 to 1: that the paper really differs here. Raised only where a second reading at twice the size agrees."""
    confirmed: bool
    """Whether the second reading of the region, and the other recogniser, read the same difference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A printed part compared with the words it should have."""

    coverage: float
    """Share of the known words that were found, in order, 0 to 1."""
    differences: tuple[Difference, ...]
    read: str
    """The words as they were read."""

    def of_kind(self, *kinds: DifferenceKind) -> tuple[Difference, ...]:
        """The differences of these kinds."""
        return tuple(d for d in self.differences if d.kind in kinds)
