"""What was counted of pages laid on their form, and how it is told."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Changes:
    """Planted changes of one kind, or in one mode."""

    planted: int = 0
    found: int = 0
    named: int = 0
    """Told with exactly the form's word and the word that stands there."""


@dataclass(slots=True)
class Figures:
    """Sums over all pages."""

    pages: int = 0
    registered: int = 0
    refused: list[str] = field(default_factory=list)
    residuals: list[float] = field(default_factory=list)
    cells: int = 0
    cells_right: int = 0
    lines: int = 0
    lines_right: int = 0
    alarm_pages: dict[str, int] = field(default_factory=dict)
    """Pages looked at for false alarms, by mode."""
    alarms: dict[str, list[str]] = field(default_factory=dict)
    strangers: int = 0
    accepted: list[str] = field(default_factory=list)
    modes: dict[str, Changes] = field(default_factory=dict)
    kinds: dict[str, Changes] = field(default_factory=dict)
    """By resolution and kind."""
    missed: list[str] = field(default_factory=list)
    misnamed: list[str] = field(default_factory=list)
    cpu: list[tuple[int, float, float]] = field(default_factory=list)
    """Scans measured whole: pages, seconds of the program's own, seconds of Tesseract."""
    laying: list[float] = field(default_factory=list)
    """CPU seconds to lay one page on the form, Tesseract in it."""

    def page(self, mode: str, alarms: list[str]) -> None:
        """One page on which these changes were told that were not planted."""
        self.alarm_pages[mode] = self.alarm_pages.get(mode, 0) + 1
        self.alarms.setdefault(mode, []).extend(alarms)

    def change(self, mode: str, kind: str, *, found: bool, named: bool) -> None:
        """One planted change."""
        fine = "300 dpi" if mode.startswith("300") else mode
        for one in (self.modes.setdefault(mode, Changes()), self.kinds.setdefault(f"{fine}: {kind}", Changes())):
            one.planted += 1
            one.found += found
            one.named += named

    def told(self) -> dict[str, Any]:
        """As kept in a file."""
        own, ocr, pages = (sum(x) for x in zip(*((o, t, p) for p, o, t in self.cpu), strict=True)) if self.cpu else (0, 0, 0)
        return {
            "pages": self.pages,
            "registered": self.registered,
            "refused": self.refused,
            "residual_median_pt": round(statistics.median(self.residuals), 4) if self.residuals else None,
            "residual_worst_pt": max(self.residuals, default=None),
            "cells_right": [self.cells_right, self.cells],
            "lines_right": [self.lines_right, self.lines],
            "strangers_refused": [self.strangers - len(self.accepted), self.strangers],
            "accepted": self.accepted,
            "changes": {name: [c.found, c.named, c.planted] for name, c in {**self.modes, **self.kinds}.items()},
            "false_alarms": {mode: [len(self.alarms.get(mode, ())), pages] for mode, pages in self.alarm_pages.items()},
            "alarms": self.alarms,
            "missed": self.missed,
            "misnamed": self.misnamed,
            "lay_cpu_median_s": round(statistics.median(self.laying), 2) if self.laying else None,
            "page_cpu_s": round((own + ocr) / pages, 2) if pages else None,
            "page_ocr_s": round(ocr / pages, 2) if pages else None,
        }

    def print(self, after: str) -> None:
        """The sums so far: a run that is broken off has said what it found."""
        t = self.told()
        print(f"--- after {after}", flush=True)
        print(f"pages laid on their form   {self.registered} of {self.pages} registered")
        _list("refused", self.refused)
        print(f"residual                   median {t['residual_median_pt']} pt, largest {t['residual_worst_pt']} pt")
        print(f"cells right                {self.cells_right} of {self.cells}")
        print(f"lines with their number    {self.lines_right} of {self.lines}")
        print(f"pages of another petition  {self.strangers - len(self.accepted)} of {self.strangers} refused")
        _list("accepted", self.accepted)
        for name, (found, named, planted) in t["changes"].items():
            print(f"changed, {name:<26} {found:4d} found, {named:4d} named, of {planted:4d}  ({found / planted:.3f})")
        for mode, (alarms, pages) in t["false_alarms"].items():
            print(f"false alarms, {mode:<22} {alarms} on {pages} pages")
            _list("false", self.alarms.get(mode, []))
        _list("missed", self.missed)
        _list("misnamed", self.misnamed)
        print(f"CPU seconds to lay a page  {t['lay_cpu_median_s']} on the median")
        if self.cpu:
            print(f"CPU seconds, whole page    {t['page_cpu_s']}, of which Tesseract {t['page_ocr_s']}", flush=True)


def _list(head: str, lines: list[str]) -> None:
    for line in lines:
        print(f"    {head}: {line}")
