"""`petition count`: all sections of a petition together, as one JSON object or as a page of the terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pipeline.cli.gather import counted
from pipeline.errors import ExitCode
from pipeline.model.count import PetitionCount, PetitionFinding
from pipeline.report import words
from pipeline.report.count_json import count_object
from pipeline.report.count_words import VERDICTS, finding_named, margin_words, status_words
from pipeline.report.plain_text import file_name, plain

# What a terminal shows of long lists; the statement has all.
SHOWN = 12


def count_petition(path: Path, given: Sequence[Path], *, as_json: bool, jobs: int) -> int:
    """Count and print. Returns the exit code: 10 where anything but notes was found or the verdict is not `sufficient`."""
    done = counted(path, given, jobs)
    if as_json:
        sys.stdout.write(json.dumps(count_object(done.tally), ensure_ascii=True, allow_nan=False) + "\n")
    else:
        print_count(Console(highlight=False), done.tally)
    if done.code:
        return done.code
    grave = done.tally.verdict != "sufficient" or any(f.consequence != "note" for f in done.tally.findings)
    return ExitCode.FINDINGS if grave else ExitCode.NOTHING_FOUND


def print_count(console: Console, tally: PetitionCount) -> None:
    """The verdict, the numbers, why, and what to look at first. Text from scans is never taken as markup."""
    style = {"sufficient": "bold green", "insufficient": "bold red", "undecided": "bold yellow"}[tally.verdict]
    console.print(Text(plain(tally.title), style="bold"))
    console.print(Text(f"{VERDICTS[tally.verdict]} ({status_words(tally)})", style=style))
    for why in tally.why[:SHOWN]:
        console.print(Padding(Text(plain(why)), (0, 0, 0, 2)))
    console.print(Text(f"Required: {tally.required.reckoning}. {margin_words(tally)}"))
    blank = tally.on_form - tally.numbers.written
    console.print(Text(f"Lines: {tally.on_form} on the form, {blank} blank, {tally.numbers.written} written"))
    three = tally.numbers
    console.print(Text(f"  {three.counted} counted, {three.not_counted} not counted, {three.review} for review"))
    for reason, number in tally.reasons:
        console.print(Text(f"    {number:>5}  {words.check_title(reason)}"))
    console.print(_sections(tally))
    _print_first(console, tally)
    for effect in tally.effects:
        n = effect.numbers
        console.print(
            Text(
                f"Reading {effect.reading}: under {effect.choice} instead of {effect.chosen} {n.counted} counted, "
                f"{n.not_counted} not counted, {n.review} for review: {effect.verdict}"
            )
        )
    for problem in tally.problems:
        console.print(Text(plain(problem), style="yellow"))
    if tally.not_checked:
        console.print(Text(f"{len(tally.not_checked)} checks not run, or not everywhere (see --json)", style="dim"))


def _sections(tally: PetitionCount) -> Table:
    table = Table(title=f"{len(tally.sections)} section{'s' if len(tally.sections) != 1 else ''}")
    for head in ("section", "scan", "falls by"):
        table.add_column(head, overflow="fold")
    for head in ("counted", "not", "review"):
        table.add_column(head, justify="right")
    for one in tally.sections:
        n = one.numbers
        name = file_name(one.section.file) + (f" + {len(one.section.others)}" if one.section.others else "")
        table.add_row(
            Text(plain(one.section.serial or "–")), Text(name), one.falls or "", str(n.counted), str(n.not_counted), str(n.review)
        )
    return table


def _print_first(console: Console, tally: PetitionCount) -> None:
    """The fewest decisions that would turn the verdict, and the findings with most lines behind them."""
    by_key: dict[str, PetitionFinding] = {f.key: f for f in tally.findings}
    for path in tally.paths:
        act = "set aside" if path.to == "sufficient" else "upheld"
        few = "" if path.exact else " (perhaps fewer)"
        many = "" if len(path.decisions) == 1 else "s"
        console.print(
            Text(f"To be {path.to}: {path.lines} lines, by {len(path.decisions)} decision{many}{few}, {act}:", style="bold")
        )
        for key in path.decisions[:SHOWN]:
            console.print(Text(f"  {finding_named(by_key[key])}"))
        if len(path.decisions) > SHOWN:
            console.print(Text(f"  and {len(path.decisions) - SHOWN} more"))
    for b in [b for b in tally.behind if b.lines][:SHOWN]:
        console.print(
            Text(f"  {b.lines:>5} lines behind {b.check} ({b.consequence}), {b.alone} of them behind it alone", style="dim")
        )
