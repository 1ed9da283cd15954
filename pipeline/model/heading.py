"""Parts of recall papers and nomination forms, found and measured: recall statement, nomination heading, designations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pipeline.geometry import Box
from pipeline.model.reading import Measured, Seen, TextRead

HeadingName = Literal["candidate", "address", "party", "office", "district"]
DesignationKind = Literal["party", "emblem", "other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallFacts:
    """The statement of a recall paper: whom it is about and why."""

    page: int
    box: Box
    certainty: float
    official: Seen
    """Whether the name of the official is stated."""
    office: Seen
    """Whether the office is stated."""
    official_read: TextRead | None
    office_read: TextRead | None
    reasons: TextRead | None
    """The reasons alone, without heading and captions; None where none are stated."""
    words: Measured
    """Words of the reasons as a word processor counts them, an interval where a reading is doubtful (unit `1`)."""
    words_hyphened: Measured
    """The same, hyphened words counted as two."""
    grounds: tuple[tuple[str, Seen], ...]
    """Each ground that the ordinance names, and whether the reasons speak of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadingParticular:
    """One thing that the heading of a nomination form states."""

    name: HeadingName
    filled: Seen
    value: TextRead | None
    page: int
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadingFacts:
    """The heading of one nomination form."""

    page: int
    box: Box
    certainty: float
    particulars: tuple[HeadingParticular, ...]

    def particular(self, name: HeadingName) -> HeadingParticular | None:
        """The particular of this name."""
        return next((p for p in self.particulars if p.name == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignationFacts:
    """Words or a mark that seem to name a party, or to recommend, on a nomination form."""

    page: int
    box: Box
    kind: DesignationKind
    words: str
    """As read; empty for an emblem."""
    certainty: float
