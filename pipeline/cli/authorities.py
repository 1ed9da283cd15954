"""`petition authorities`: packages for the election authorities, their returns, the total. Source: 602(c)(5), (d)(1)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.cli.check import write_whole
from pipeline.cli.gather import RETURNS, CountedPetition, counted, file_stem, pages_from
from pipeline.cli.statement import write_octets
from pipeline.count.returns import lines_of, read_return, total_valid
from pipeline.errors import ExitCode, NotADocument, WrongUse
from pipeline.model.petition import Authority
from pipeline.report.authority_package import lines_csv, pages_pdf
from pipeline.report.plain_text import file_name, plain
from pipeline.report.spreadsheet import csv_text, text_cell


def _counted(path: Path, given: Sequence[Path], jobs: int) -> CountedPetition:
    done = counted(path, given, jobs)
    if not done.petition.authorities:
        raise WrongUse(f"{path.name} names no election authorities. Add a table [[authorities]] with name and counties for each.")
    return done


def export(path: Path, given: Sequence[Path], out: Path, jobs: int) -> int:
    """Write a folder for each authority: the pages with its lines as PDF, and the lines as CSV to fill in."""
    done = _counted(path, given, jobs)
    console = Console(highlight=False)
    scans = pages_from(done)
    sections = [s.section for s in done.tally.sections]
    for authority in done.petition.authorities:
        lines = lines_of(authority, sections, done.petition)
        folder = out / file_stem(authority.name)
        write_whole(folder / "lines.csv", lines_csv(lines))
        packed = pages_pdf(lines, scans)
        if packed.pdf is not None:
            write_octets(folder / "pages.pdf", packed.pdf)
        console.print(Text(f"{plain(authority.name)}: {len(lines)} lines in {file_name(str(folder))}"))
        for problem in packed.problems:
            console.print(Text(f"  {problem}", style="yellow"))
    left = lines_of(None, sections, done.petition)
    if left:
        write_whole(out / "not-placed.csv", lines_csv(left))
        console.print(
            Text(f"{len(left)} lines of which the county is not known: {file_name(str(out / 'not-placed.csv'))}", style="yellow")
        )
        return ExitCode.FINDINGS
    return ExitCode.NOTHING_FOUND


def import_return(path: Path, name: str, file: Path, given: Sequence[Path], jobs: int) -> int:
    """Prove a returned CSV against the lines of the petition and keep it, as it came, in `returns/` beside the petition file.

    Raises:
        WrongUse: for an authority that the petition file does not name.
        NotADocument: for a file that cannot be read, or of which nothing can be used.
    """
    done = _counted(path, given, jobs)
    authority = _named(done, name)
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as why:
        raise NotADocument(f"{file_name(file.name)} cannot be read: {why.strerror}.") from None
    except UnicodeDecodeError:
        raise NotADocument(f"{file_name(file.name)} is not UTF-8 text. Save it again as CSV (UTF-8).") from None
    back = read_return(authority.name, text, [s.section for s in done.tally.sections])
    if not back.lines:
        raise NotADocument(" ".join(back.problems) or f"{file_name(file.name)} holds no line.")
    target = path.parent / RETURNS / f"{file_stem(authority.name)}.csv"
    write_whole(target, text)
    console = Console(highlight=False)
    valid = sum(1 for line in back.lines if line.valid)
    console.print(Text(f"{plain(authority.name)}: {len(back.lines)} lines, {valid} valid; kept as {file_name(str(target))}"))
    for problem in back.problems:
        console.print(Text(f"  {plain(problem)}", style="yellow"))
    return ExitCode.FINDINGS if back.problems else ExitCode.NOTHING_FOUND


def _named(done: CountedPetition, name: str) -> Authority:
    for authority in done.petition.authorities:
        if authority.name.casefold() == name.casefold():
            return authority
    known = ", ".join(a.name for a in done.petition.authorities)
    raise WrongUse(f'There is no election authority "{name}". Known are: {known}.')


def reconcile(path: Path, given: Sequence[Path], jobs: int) -> int:
    """Print what went to each authority and what came back, and the total of valid signatures."""
    done = _counted(path, given, jobs)
    sums = done.tally.authorities
    table = Table(title="Election authorities")
    table.add_column("authority", overflow="fold")
    for head in ("lines sent", "returned", "valid lines", "stated valid"):
        table.add_column(head, justify="right")
    for s in sums:
        shown = ["–" if v is None else str(v) for v in (s.lines_valid, s.stated_valid)]
        table.add_row(Text(plain(s.name)), str(s.sent), "yes" if s.returned else "no", *shown)
    console = Console(highlight=False)
    console.print(table)
    total = total_valid(sums)
    least = done.tally.required.least
    console.print(
        Text(f"Valid over all: {'not known while returns are outstanding' if total is None else total}. Needed: {least}.")
    )
    told = [f for f in done.tally.findings if f.finding.check in ("returns-missing", "returns-differ")]
    for f in told:
        console.print(Text(f"{f.finding.check} ({f.finding.clause}): {plain(f.finding.message)}", style="yellow"))
    for problem in done.tally.problems:
        console.print(Text(plain(problem), style="yellow"))
    return ExitCode.FINDINGS if told else ExitCode.NOTHING_FOUND


def candidates(paths: Sequence[Path], jobs: int) -> int:
    """Print the persons of these petitions as CSV, for the election authorities (602(d)(3)), with numbers and verdicts."""
    rows = [["candidate", "office", "district", "needed", "valid", "verdict", "status", "petition"]]
    undecided = False
    for path in paths:
        done = counted(path, [], jobs)
        tally, petition = done.tally, done.petition
        total = total_valid(tally.authorities)
        told = (
            petition.candidate or "", petition.office or "", petition.district or "", tally.required.least or "",
            "" if total is None else total, tally.verdict, tally.status, tally.petition,
        )  # fmt: skip
        rows.append([text_cell(v) for v in told])
        undecided = undecided or tally.status != "decided"
    sys.stdout.write(csv_text(rows).replace("\r\n", "\n"))
    return ExitCode.FINDINGS if undecided else ExitCode.NOTHING_FOUND
