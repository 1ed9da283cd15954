"""`petition sample`: a random sample of lines, only where the petition file names the law that allows it."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from pipeline.cli.gather import counted
from pipeline.count.sampling import draw, estimate, rank
from pipeline.errors import ExitCode, WrongUse
from pipeline.law import petition_file
from pipeline.report.spreadsheet import text_cell


def print_sample(path: Path, given: Sequence[Path], *, size: int, seed: str, valid: int | None, jobs: int) -> int:
    """Draw and print the list as CSV on standard output, seed and rule on standard error; the estimate where `valid` is given."""
    petition = petition_file.load(path)
    if petition.sampling_clause is None:
        raise WrongUse(
            f"{path.name} names no law that allows sampling (sampling_clause), so every line is looked at. "
            "Name the law where there is one."
        )
    done = counted(path, given, jobs)
    try:
        drawn = draw(done.tally.places, size, seed)
        told = estimate(valid, size, drawn.population) if valid is not None else None
    except ValueError as why:
        raise WrongUse(f"{str(why)[:1].upper()}{str(why)[1:]}.") from None
    serials = {s.section.key: s.section.serial or s.section.file for s in done.tally.sections}
    out = io.StringIO()
    rows = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    rows.writerow(["section", "page", "line", "key", "hash"])
    for p in drawn.lines:
        where = (serials[p.section], p.page, p.line, f"{p.section}:{p.page}:{p.row}", rank(seed, p))
        rows.writerow([text_cell(v) for v in where])
    sys.stdout.write(out.getvalue())
    console = Console(stderr=True, highlight=False)
    console.print(Text(f"Under {petition.sampling_clause}. Seed: {seed}. Rule: {drawn.rule}."))
    if told is not None:
        console.print(
            Text(
                f"{told.valid} of {told.sampled} valid: {told.percent}%, {told.estimated:,} of {told.population:,} lines "
                f"(95%: {told.low:,} to {told.high:,})."
            )
        )
    return ExitCode.NOTHING_FOUND
