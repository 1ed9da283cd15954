"""`make demo`: check every bundled scan, count one petition, write report and statement. Every signer is made up."""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline import run
from pipeline.cli.check import write_whole
from pipeline.cli.count import print_count
from pipeline.cli.gather import counted
from pipeline.cli.statement import statement_files
from pipeline.errors import ExitCode, PetitionError
from pipeline.law import petition_file
from pipeline.report import words
from pipeline.report.html import FailedScan, ReportedScan, render
from pipeline.report.result_json import json_lines

SAMPLES = Path(__file__).parent / "scans"
PETITIONS = Path(__file__).parent / "petitions"
OUT = Path("out") / "demo"
# The petition that is counted at the end.
COUNTED = "night-sky"


def main() -> int:
    """Check the samples; 0 where the program did its work (its own exit code is then 10: the samples have findings)."""
    console = Console(highlight=False)
    truths = [json.loads(p.read_text(encoding="utf-8")) for p in sorted(SAMPLES.glob("*.truth.json"))]
    console.print(Text(f"Checking {len(truths)} bundled scans; every signer in them is made up …"))
    petitions = [petition_file.load((SAMPLES / truth["petition"]).resolve()) for truth in truths]
    reported: list[ReportedScan] = []
    failed: list[FailedScan] = []
    lines: list[str] = []
    codes: list[int] = []
    jobs = min(2, os.cpu_count() or 1)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        running = [
            pool.submit(run.check, SAMPLES / truth["file"], petition, pictures=True)
            for truth, petition in zip(truths, petitions, strict=True)
        ]
        for done, (truth, future) in enumerate(zip(truths, running, strict=True), start=1):
            try:
                checked = future.result()
            except PetitionError as why:
                failed.append(FailedScan(file=truth["file"], why=str(why)))
                codes.append(int(why.exit_code))
            else:
                reported.append(ReportedScan(result=checked.result, pictures=checked.pictures))
                lines += json_lines(checked.result)
                codes.append(checked.result.exit)
            console.print(Text(f"  {done:>2} of {len(truths)}  {truth['file']}"))
    heads = [run.report_head(petition) for petition in petitions]
    head = replace(
        heads[0],
        title="The bundled samples",
        ordinance=", ".join(sorted({h.ordinance for h in heads})),
        ordinance_title="Several ordinances",
        clauses={clause: quote for h in heads for clause, quote in h.clauses.items()},
    )
    report = OUT / "report.html"
    write_whole(report, render(head, reported, failed))
    write_whole(OUT / "results.jsonl", "".join(f"{line}\n" for line in lines))
    console.print(_summary(reported))
    for one in failed:
        console.print(Text(f"{one.file}: {one.why}", style="red"))
    if failed or set(codes) - {ExitCode.FINDINGS, ExitCode.NOTHING_FOUND} or ExitCode.FINDINGS not in codes:
        console.print(
            Text("The demo did not end as it should: the samples have findings, and every scan can be read.", style="red")
        )
        return 1
    statement = _count(console, reported)
    console.print(Text(f"Results as JSON Lines: {OUT / 'results.jsonl'}"))
    console.print(Text(f"Statement on a petition of these samples: {statement.resolve()}", style="bold"))
    console.print(Text(f"Open this report in a browser: {report.resolve()}", style="bold"))
    return 0


def _count(console: Console, reported: list[ReportedScan]) -> Path:
    """Count one petition: its bundled scans, just checked, and the results that lie beside it; write and name its statement.

    Twelve and more scans would be too large to bundle, so most sections of it are result lines (see samples/README.md).
    """
    folder = PETITIONS / COUNTED
    scans = {p.name for p in SAMPLES.glob("*.pdf") if _of(p) == COUNTED}
    mine = OUT / f"{COUNTED}.jsonl"
    lines = [line for scan in reported if scan.result.scan.file in scans for line in json_lines(scan.result)]
    write_whole(mine, "".join(f"{line}\n" for line in lines))
    done = counted(folder / "petition-count.toml", [folder / "results", mine])
    print_count(console, done.tally)
    return statement_files(done, OUT / "statement", date.today())[0]


def _of(scan: Path) -> str:
    """The petition that a bundled scan belongs to."""
    truth = json.loads((scan.parent / f"{scan.stem}.truth.json").read_text(encoding="utf-8"))
    return Path(truth["petition"]).parent.name


def _summary(reported: list[ReportedScan]) -> Table:
    table = Table(title="What was found")
    table.add_column("scan", overflow="fold")
    table.add_column("section")
    for head in ("counted", "not counted", "review"):
        table.add_column(head, justify="right")
    table.add_column("recommended", overflow="fold")
    for scan in reported:
        for section in scan.result.sections:
            read = words.serial(section) or "–"
            count = section.count
            table.add_row(
                Text(scan.result.scan.file), Text(read), str(count.counted), str(count.not_counted), str(count.review),
                Text(words.recommendation(section)[1]),
            )  # fmt: skip
    return table


if __name__ == "__main__":
    sys.exit(main())
