"""The result of one section: facts, findings and counts together, frozen. The JSON contract is made from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pipeline.model.finding import Finding, LineCount, LineState, NotChecked, Observation
from pipeline.model.scan import Scan
from pipeline.model.section import SectionFacts

Place = Literal["blank", "counted", "not-counted", "review"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineVerdict:
    """Where one line was counted, and why."""

    page: int
    row: int
    line: int
    """Number printed on the form, or the row."""
    state: LineState
    place: Place
    reason: str | None
    """Name of the check that decided the place; None for blank and counted lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingEnd:
    """Where a section would end under another choice of a reading."""

    choice: str
    count: LineCount
    changed: tuple[str, ...]
    """Checks whose findings would be others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingUsed:
    """A reading of an unclear clause: which was used, which is the default, and what another would change."""

    name: str
    chosen: str
    default: str
    ends: tuple[ReadingEnd, ...] = ()
    """Only of choices under which the section would end differently."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionResult:
    """Everything the product says of one section."""

    scan: Scan
    ordinance: str
    kind: str
    facts: SectionFacts
    findings: tuple[Finding, ...]
    not_checked: tuple[NotChecked, ...]
    observations: tuple[Observation, ...]
    verdicts: tuple[LineVerdict, ...]
    count: LineCount
    readings: tuple[ReadingUsed, ...]
    fingerprint: str
    versions: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanResult:
    """All sections of one scan."""

    scan: Scan
    sections: tuple[SectionResult, ...]
    blank: tuple[int, ...]
    unplaced: tuple[int, ...]
    problems: tuple[str, ...]
    exit: int
