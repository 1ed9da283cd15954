"""A scan file and the facts of all sections found in it: what `run.measure` gives and the store keeps (`facts/1`)."""

from __future__ import annotations

from dataclasses import dataclass, field

from pipeline.model.page import Page
from pipeline.model.section import SectionFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """One file as it came from the scanner."""

    file: str
    """Name without folder; data, never a path to open."""
    sha256: str
    page_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanFacts:
    """All that was measured on a scan. Pure data: judged later, under any reading, without touching a pixel."""

    schema: str
    """`facts/1`"""
    scan: Scan
    pages: tuple[Page, ...]
    """Every page of the scan, blank and unplaced ones too."""
    sections: tuple[SectionFacts, ...]
    blank: tuple[int, ...]
    unplaced: tuple[int, ...]
    """Pages that belong to no section that was found."""
    problems: tuple[str, ...] = ()
    versions: dict[str, str] = field(default_factory=dict)
    """Program, engines and finder version that made these facts."""
