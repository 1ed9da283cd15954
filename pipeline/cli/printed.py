"""What the terminal shows of a checked scan."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pipeline.model.finding import Consequence
from pipeline.model.result import ScanResult, SectionResult
from pipeline.report import words
from pipeline.report.plain_text import file_name, plain

_STYLES: dict[Consequence, str] = {"refuse": "bold red", "void": "bold red", "review": "yellow", "note": "blue"}


def print_scan(console: Console, result: ScanResult, *, blank: bool = False) -> None:
    """The findings of each section, gravest first, and its count. Text from the scan is never taken as markup."""
    name = file_name(result.scan.file)
    if not result.sections:
        console.print(Text(f"{name}: no petition section was found in this scan. Look at it by eye."))
    for section in result.sections:
        _print_section(console, name, section, blank=blank)
    for problem in result.problems:
        console.print(Text(f"{name}: {plain(problem)}", style="yellow"))
    if result.unplaced:
        pages = ", ".join(map(str, result.unplaced))
        console.print(Text(f"{name}: pages that belong to no section that was found: {pages}. Look at them.", style="yellow"))


def _print_section(console: Console, name: str, section: SectionResult, *, blank: bool) -> None:
    read = words.serial(section)
    pages = ", ".join(str(p.number) for p in section.facts.pages)
    _, advice = words.recommendation(section, blank=blank)
    console.print(Text(f"{name} · section {plain(read) if read else 'without a number'} · pages {pages}", style="bold"))
    console.print(Text(f"  {advice}"))
    notes = [f for f in section.findings if f.consequence == "note"]
    shown = [f for f in words.in_order(section.findings) if f.consequence != "note"]
    for finding in shown:
        head = Text("  ")
        head.append(f"{finding.consequence:<7}", style=_STYLES[finding.consequence])
        name = f": {plain(finding.name)}" if finding.name else ""
        head.append(f" {words.place(finding) or finding.scope} · {finding.check}{name} · {finding.clause}")
        head.append(f" · {finding.certainty:.2f}", style="dim")
        console.print(head)
        console.print(Padding(Text(plain(finding.message)), (0, 0, 0, 10)))
    if notes:
        console.print(Text(f"  {len(notes)} notes (nothing falls by them; see the report)", style="dim"))
    count = section.count
    console.print(
        Text(
            f"  lines: {count.counted} counted, {count.not_counted} not counted, {count.review} for review"
            f" · {len(section.not_checked)} checks not run"
        )
    )


def print_failed(console: Console, path: Path, why: str) -> None:
    """Why one file could not be checked."""
    console.print(Text(f"{file_name(path.name)}: {plain(why)}", style="red"))
