"""`make demo`: drop every bundled scan into an intake folder, have the flows take it in and read it, count one petition.

What happens here is what `petition watch` does, in a folder of its own, until nothing is left to do. Every signer is made up.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

SAMPLES = Path(__file__).parent / "scans"
PETITIONS = Path(__file__).parent / "petitions"
OUT = (Path("out") / "demo").absolute()
HOME = OUT / "home"
# The petition that is counted at the end.
COUNTED = "night-sky"

# Before anything asks for them. The bundled scans do not change while they are copied: no need to watch them for long.
os.environ |= {"PETITION_HOME": str(HOME), "PETITION_INBOX": str(OUT / "inbox"), "PETITION_STABLE_SECONDS": "1"}
for _name in ("PETITION_DATABASE_URL", "PREFECT_HOME"):
    os.environ.pop(_name, None)

from pipeline import run  # noqa: E402
from pipeline.cli.check import write_whole  # noqa: E402
from pipeline.cli.count import print_count  # noqa: E402
from pipeline.cli.gather import counted  # noqa: E402
from pipeline.cli.statement import statement_files  # noqa: E402
from pipeline.cli.watch import watch_folder  # noqa: E402
from pipeline.errors import ExitCode, PetitionError  # noqa: E402
from pipeline.law import petition_file  # noqa: E402
from pipeline.report import words  # noqa: E402
from pipeline.report.html import ReportedScan, render  # noqa: E402
from pipeline.store import Store  # noqa: E402
from pipeline.work import inputs, page_pictures, pieces  # noqa: E402


def main() -> int:
    """Run the samples through the flows; 0 where the program did its work (its own exit code is then 10: they have findings)."""
    console = Console(highlight=False)
    truths = [json.loads(p.read_text(encoding="utf-8")) for p in sorted(SAMPLES.glob("*.truth.json"))]
    shutil.rmtree(OUT, ignore_errors=True)
    petitions = {truth["file"]: (SAMPLES / truth["petition"]).resolve() for truth in truths}
    _drop(petitions)
    console.print(Text(f"{len(truths)} bundled scans lie in the intake folder; every signer in them is made up."))
    watch_folder(sorted(set(petitions.values())), jobs=min(2, os.cpu_count() or 1), port=None, until_idle=True)
    with Store.open() as store:
        reported, lines, codes = _read(store)
        status = store.status()
    _report(petitions, reported, lines)
    console.print(_summary(reported))
    known = {int(ExitCode.FINDINGS), int(ExitCode.NOTHING_FOUND)}
    if status.taken != len(truths) or set(codes) - known or ExitCode.FINDINGS not in codes:
        console.print(
            Text("The demo did not end as it should: the samples have findings, and every scan can be read. Look into "
                 f"{OUT / 'inbox' / 'problem'}.", style="red")
        )  # fmt: skip
        return 1
    statement = _count(console, reported, lines)
    for name, what in (
        ("The clerk's folders", OUT / "inbox"),
        ("A report for each scan", OUT / "inbox" / "reports"),
        ("Results as JSON Lines", OUT / "results.jsonl"),
        ("Statement on a petition of these samples", statement.resolve()),
    ):
        console.print(Text(f"{name}: {what}"), soft_wrap=True)
    look = f"PETITION_HOME={HOME} {Path(sys.executable).parent / 'petition'} runs"
    console.print(Text(f"Look at the runs on Prefect's screen: {look}"), soft_wrap=True)
    console.print(Text(f"Open this report in a browser: {OUT / 'report.html'}", style="bold"), soft_wrap=True)
    return 0


def _drop(petitions: dict[str, Path]) -> None:
    """Put each scan into the folder of its petition, as a clerk does."""
    for name, petition in petitions.items():
        folder = OUT / "inbox" / "intake" / petition_file.load(petition).id
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(SAMPLES / name, folder / name)


def _read(store: Store) -> tuple[list[ReportedScan], dict[str, list[str]], list[int]]:
    """What the flows made of the scans, from the store: judged facts with pictures, JSON Lines by file, exit codes."""
    reported, lines, codes = [], {}, []
    known = {p.id: inputs.load(p) for p in store.petitions()}
    for stored in sorted(store.results(), key=lambda r: store.name_of(r.sha256)):
        given, name = known[stored.petition], store.name_of(stored.sha256)
        for key, _first, facts in pieces.kept(store, stored.sha256, given):
            named = replace(facts, scan=replace(facts.scan, file=name))
            pictures = page_pictures.kept(store.settings.home, key)
            reported.append(ReportedScan(result=run.judge(named, given.petition), pictures=pictures))
        lines[name] = store.result_lines(stored.id).decode("ascii").splitlines()
        codes.append(stored.exit)
    return reported, lines, codes


def _report(petitions: dict[str, Path], reported: list[ReportedScan], lines: dict[str, list[str]]) -> None:
    """One report over all samples, beside those that the flows wrote, and all results in one file."""
    heads = [run.report_head(petition_file.load(path)) for path in sorted(set(petitions.values()))]
    head = replace(
        heads[0],
        title="The bundled samples",
        ordinance=", ".join(sorted({h.ordinance for h in heads})),
        ordinance_title="Several ordinances",
        clauses={clause: quote for h in heads for clause, quote in h.clauses.items()},
    )
    write_whole(OUT / "report.html", render(head, reported))
    write_whole(OUT / "results.jsonl", "".join(f"{line}\n" for own in lines.values() for line in own))


def _count(console: Console, reported: list[ReportedScan], lines: dict[str, list[str]]) -> Path:
    """Count one petition: its bundled scans, just read, and the results that lie beside it; write and name its statement.

    Twelve and more scans would be too large to bundle, so most sections of it are result lines (see samples/README.md).
    """
    folder = PETITIONS / COUNTED
    mine = OUT / f"{COUNTED}.jsonl"
    own = [line for scan in reported if _of(scan.result.scan.file) == COUNTED for line in lines[scan.result.scan.file]]
    write_whole(mine, "".join(f"{line}\n" for line in own))
    done = counted(folder / "petition-count.toml", [folder / "results", mine])
    print_count(console, done.tally)
    return statement_files(done, OUT / "statement", date.today())[0]


def _of(file: str) -> str:
    """The petition that a bundled scan belongs to."""
    truth = json.loads((SAMPLES / f"{Path(file).stem}.truth.json").read_text(encoding="utf-8"))
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
    try:
        sys.exit(main())
    except PetitionError as error:
        print(f"demo: {error}", file=sys.stderr)
        sys.exit(int(error.exit_code))
