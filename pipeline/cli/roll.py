"""`petition roll`: import the office's list of electors, and look at what was imported."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.text import Text

from pipeline.errors import ExitCode, WrongUse
from pipeline.model.petition import PetitionFile
from pipeline.report.plain_text import file_name
from pipeline.roll.given import import_of, is_imported, mapping_of
from pipeline.roll.importing import import_roll
from pipeline.roll.report import RollReport, imported, report_of

ODD = {
    "doubled-id": "rows with an id that an earlier row has; the first was kept",
    "columns": "rows with more or fewer columns than the header",
    "quote": "rows with a quotation mark that is never closed; the mark was taken for a letter",
    "encoding": "rows that are not in the file's encoding; they were read as Windows-1252",
    "too-long": "lines too long to be an elector; left out",
    "no-id": "rows without an id; left out",
    "no-name": "rows without any name; left out",
    "half-name": "electors without a first name or without a family name",
    "date": "days of registration that are no day; left empty",
    "birth-year": "years of birth that are none; left empty",
    "status": "states of registration that are not known; give their meaning in the mapping, under [status]",
}
"""What an import may find odd, in words."""
TELL_EVERY = 200_000
HAS = ("street_name", "city", "zip", "county", "ward", "district", "party", "registered_on", "status", "birth_year")


def import_file(path: Path, mapping: Path | None, as_of: str | None) -> int:
    """Import a roll and tell how it went."""
    day = None
    if as_of is not None:
        try:
            day = date.fromisoformat(as_of)
        except ValueError:
            raise WrongUse(f'--as-of is "{as_of}". It wants a day, as 2026-09-01.') from None
    report = import_roll(path, mapping_of(mapping), as_of=day, progress=_Told())
    tell(Console(highlight=False, soft_wrap=True), report)
    return ExitCode.NOTHING_FOUND


def show(hash: str | None) -> int:
    """List the imported rolls, or tell of one."""
    console = Console(highlight=False, soft_wrap=True)
    known = imported()
    if hash is None:
        for path in known:
            report = report_of(path)
            as_of = f", as of {report.as_of.isoformat()}" if report.as_of else ""
            console.print(Text(f"{report.hash[:12]}  {report.electors:,} electors  {file_name(report.file)}{as_of}"))
        if not known:
            console.print("No roll is imported. Run: petition roll import FILE")
        return ExitCode.NOTHING_FOUND
    found = [p for p in known if p.stem.startswith(hash.lower())]
    if len(found) != 1:
        raise WrongUse(
            f'{"No" if not found else "More than one"} imported roll begins with "{hash[:64]}". See: petition roll show'
        )
    tell(console, report_of(found[0]))
    return ExitCode.NOTHING_FOUND


def tell(console: Console, report: RollReport) -> None:
    """How an import went, with everything that was odd."""
    how = ", ".join(p for p in (report.format, report.encoding, f"mapping {report.mapping}") if p)
    console.print(Text(f"{file_name(report.file)}: {report.electors:,} electors of {report.rows:,} rows ({how})"))
    console.print(Text(f"Roll {report.hash[:12]}{', imported now' if report.fresh else ', imported before'}"
                       f"{f', as of {report.as_of.isoformat()}' if report.as_of else ''}"))  # fmt: skip
    whole = max(report.electors, 1)
    parts = [f"{name.replace('_', ' ')} {100 * report.counts.get(name, 0) // whole}%" for name in HAS]
    console.print(Text("Given: " + ", ".join(parts)))
    states = [f"{report.counts.get(s, 0):,} {s}" for s in ("active", "inactive", "cancelled")]
    console.print(Text("Registration: " + ", ".join(states)))
    for kind, count, rows in report.odd:
        first = ", ".join(map(str, rows))
        console.print(Text(f"Odd: {count:,} {ODD.get(kind, kind)} (row {first}{' …' if count > len(rows) else ''})"))
    if not report.odd:
        console.print("Nothing was odd.")


def ready(petition: PetitionFile) -> None:
    """Import the petition's roll where that is still to be done, and say so: it may take minutes."""
    if petition.roll is not None and not is_imported(petition):
        print(f"petition: importing the roll {file_name(petition.roll.name)}", file=sys.stderr)
        import_of(petition, _Told())


class _Told:
    """Says every so many rows how far an import is."""

    def __init__(self) -> None:
        self._next = TELL_EVERY

    def __call__(self, rows: int) -> None:
        if rows >= self._next:
            self._next = rows + TELL_EVERY
            print(f"petition: {rows:,} rows of the roll", file=sys.stderr)
