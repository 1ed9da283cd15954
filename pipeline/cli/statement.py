"""`petition statement`: the count as a folder of papers: statement and letter (PDF, HTML), tables (CSV, XLSX) and data (JSON)."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.text import Text

from pipeline.cli.check import write_whole
from pipeline.cli.count import print_count
from pipeline.cli.gather import CountedPetition, counted
from pipeline.errors import ExitCode, PetitionError
from pipeline.model.petition import Person
from pipeline.report.count_json import count_object
from pipeline.report.pdf import pdf
from pipeline.report.plain_text import file_name
from pipeline.report.spreadsheet import csv_text, lines_table, reasons_table, sections_table, workbook
from pipeline.report.statement import letter_html, statement_html


def write_statement(path: Path, given: Sequence[Path], out: Path, *, jobs: int) -> int:
    """Count, write everything into `out`, name it. Returns the exit code of the count."""
    done = counted(path, given, jobs)
    files = statement_files(done, out, date.today())
    console = Console(highlight=False)
    print_count(console, done.tally)
    console.print(Text(f"Statement: {file_name(str(files[0]))}", style="bold"))
    sys.stdout.flush()
    if done.code:
        return done.code
    grave = done.tally.verdict != "sufficient" or any(f.consequence != "note" for f in done.tally.findings)
    return ExitCode.FINDINGS if grave else ExitCode.NOTHING_FOUND


def statement_files(done: CountedPetition, out: Path, day: date) -> tuple[Path, ...]:
    """Write the papers; the statement's PDF first.

    Raises:
        PetitionError: where the folder cannot be written to.
    """
    tally, petition, ordinance = done.tally, done.petition, done.ordinance
    html = statement_html(tally, petition, ordinance, day)
    letter = letter_html(tally, petition, ordinance, persons(done), day)
    lines, sections = lines_table(tally), sections_table(tally)
    texts = {
        "statement.html": html,
        "letter.html": letter,
        "count.json": json.dumps(count_object(tally), ensure_ascii=True, allow_nan=False, indent=1) + "\n",
        "lines.csv": csv_text(lines),
        "sections.csv": csv_text(sections),
    }
    for name, text in texts.items():
        write_whole(out / name, text)
    data = {
        "statement.pdf": pdf(html),
        "letter.pdf": pdf(letter),
        "tables.xlsx": workbook((("Lines", lines), ("Sections", sections), ("Reasons", reasons_table(tally)))),
    }
    for name, octets in data.items():
        write_octets(out / name, octets)
    return tuple(out / name for name in ("statement.pdf", "letter.pdf", "statement.html", "tables.xlsx", *texts))


def persons(done: CountedPetition) -> tuple[Person, ...]:
    """Whom the letter goes to: the committee that the office knows."""
    return done.petition.committee


def write_octets(target: Path, octets: bytes) -> None:
    """Write whole or not at all.

    Raises:
        PetitionError: where it cannot be written, with what to do.
    """
    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(octets)
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise PetitionError(
            f"{file_name(str(target))} could not be written: {error.strerror}. Choose another folder with --out, or make room."
        ) from error
