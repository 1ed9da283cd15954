"""`petition lines`: what stands on each signer line and who of the roll signed it, as a table; crops on demand."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from pipeline import run
from pipeline.cli.check import petition_of, write_whole
from pipeline.cli.printed import print_failed
from pipeline.cli.roll import ready
from pipeline.cli.statement import write_octets
from pipeline.errors import ExitCode, PetitionError
from pipeline.model.result import ScanResult
from pipeline.report.line_crops import crops
from pipeline.report.lines_table import HEAD, lines_of
from pipeline.report.plain_text import file_name
from pipeline.report.spreadsheet import csv_text, workbook


def read_lines(
    scans: Sequence[Path],
    petition: Path | None,
    ordinance: str | None,
    *,
    csv: Path | None,
    xlsx: Path | None,
    folder: Path | None,
) -> int:
    """Read the lines of `scans`, print them, write what was asked for. Returns the exit code."""
    chosen = petition_of(petition, ordinance)
    ready(chosen)
    results: list[ScanResult] = []
    worst = 0
    console = Console(highlight=False, soft_wrap=True)
    for path in scans:
        print(f"petition: reading {file_name(path.name)}", file=sys.stderr)
        try:
            checked = run.check(path, chosen, pictures=folder is not None)
        except PetitionError as error:
            print_failed(Console(stderr=True, highlight=False), path, str(error))
            worst = max(worst, int(error.exit_code))
            continue
        results.append(checked.result)
        if folder is not None:
            for name, png in crops(checked.result, checked.pictures):
                write_octets(folder / f"{path.stem}-{name}", png)
        _print(console, checked.result)
    table = lines_of(results)
    if csv is not None:
        write_whole(csv, csv_text(table))
        console.print(Text(f"Table: {file_name(str(csv))}"))
    if xlsx is not None:
        write_octets(xlsx, workbook((("Lines", table),)))
        console.print(Text(f"Workbook: {file_name(str(xlsx))}"))
    if worst:
        return worst
    return ExitCode.FINDINGS if any(r.exit for r in results) else ExitCode.NOTHING_FOUND


def _print(console: Console, result: ScanResult) -> None:
    """The written lines of one scan, one below the other: where, state, what was read, who of the roll, what was found."""
    table = lines_of([result])
    rows = [dict(zip(HEAD, row, strict=True)) for row in table[1:]]
    written = [row for row in rows if row["state"] != "blank"]
    console.print(Text(file_name(result.scan.file), style="bold"))
    for row in written:
        read = " · ".join(p for p in (row["name"], row["address"], row["date read"] or row["date"]) if p)
        console.print(Text(f"page {row['page']} line {row['line']}: {row['state']}, {row['place']}: {read}"))
        if row["roll"]:
            who = f"{row['elector']} {row['elector name']}, {row['elector address']}" if row["elector"] else row["also possible"]
            more = f" ({row['forgiven']})" if row["forgiven"] else ""
            console.print(Text(f"    roll: {row['roll']} {row['elector certainty']} {who}{more}".rstrip()))
        if row["findings"]:
            console.print(Text(f"    {row['findings']}"))
    console.print(Text(f"{len(written)} of {len(rows)} lines are written on."))
