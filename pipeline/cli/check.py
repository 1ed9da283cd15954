"""`petition check`: every scan of the call is checked, whatever happens to its neighbours, and printed as soon as it is done."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from pipeline import run
from pipeline.cli.printed import print_failed, print_scan
from pipeline.cli.roll import ready
from pipeline.errors import ExitCode, PetitionError
from pipeline.law import petition_file
from pipeline.model.petition import PetitionFile
from pipeline.report.html import FailedScan, ReportedScan, render
from pipeline.report.plain_text import file_name
from pipeline.report.result_json import json_lines

# A log has no bar: a line at this distance, in seconds, says that the work goes on.
LINE_EVERY_SECONDS = 10.0


def petition_of(petition: Path | None, ordinance: str | None) -> PetitionFile:
    """The petition file that the call names, or one that knows the ordinance only."""
    if petition is not None:
        return petition_file.load(petition)
    assert ordinance is not None
    return petition_file.for_ordinance(ordinance)


def check_scans(scans: Sequence[Path], petition: PetitionFile, *, as_json: bool, report: Path | None, jobs: int) -> int:
    """Check all `scans`; print each in the order given; write the report. Returns the exit code (design.md)."""
    ready(petition)
    codes: list[int] = []
    reported: list[ReportedScan] = []
    failed: list[FailedScan] = []
    out = _Out(as_json=as_json)
    # Of one scan the pages are read side by side; of several, the scans.
    threads = max(1, jobs // len(scans))
    with _progress(len(scans)) as step, ThreadPoolExecutor(max_workers=jobs) as pool:
        running = [
            pool.submit(run.check, path, petition, pictures=report is not None, threads=threads, progress=step) for path in scans
        ]
        try:
            for path, future in zip(scans, running, strict=True):
                codes.append(_finish(path, future, petition, out, reported, failed))
        except KeyboardInterrupt:
            # The children die with this process; waiting for them would keep the clerk waiting.
            print("petition: interrupted. What was finished is printed; run the command again for the rest.", file=sys.stderr)
            sys.stdout.flush()
            os._exit(ExitCode.INTERRUPTED)
    if report is not None:
        write_whole(report, render(run.report_head(petition), reported, failed))
        out.say(f"Report: {file_name(str(report))}")
    errors = [code for code in codes if 1 <= code <= 9]
    if errors:
        return max(errors)
    return ExitCode.FINDINGS if ExitCode.FINDINGS in codes else ExitCode.NOTHING_FOUND


def _finish(
    path: Path,
    future: Future[run.Checked],
    petition: PetitionFile,
    out: _Out,
    reported: list[ReportedScan],
    failed: list[FailedScan],
) -> int:
    """Wait for one scan, print it, keep it for the report; its exit code."""
    try:
        checked = future.result()
    except PetitionError as error:
        failed.append(FailedScan(file=path.name, why=str(error)))
        out.failed(path, str(error))
        return int(error.exit_code)
    reported.append(ReportedScan(result=checked.result, pictures=checked.pictures))
    out.scan(checked, petition)
    return checked.result.exit


class _Out:
    """Standard output, until its reader goes away."""

    def __init__(self, *, as_json: bool) -> None:
        self._json = as_json
        self._open = True
        self._console = Console(highlight=False, soft_wrap=False)

    def scan(self, checked: run.Checked, petition: PetitionFile) -> None:
        if self._json:
            self._write("".join(f"{line}\n" for line in json_lines(checked.result)))
        else:
            self._guard(lambda: print_scan(self._console, checked.result))

    def failed(self, path: Path, why: str) -> None:
        # Errors go to standard error, so that JSON Lines stay clean.
        print_failed(Console(stderr=True, highlight=False), path, why)

    def say(self, text: str) -> None:
        if not self._json:
            self._guard(lambda: self._console.print(text, markup=False))

    def _write(self, text: str) -> None:
        self._guard(lambda: (sys.stdout.write(text), sys.stdout.flush()))

    def _guard(self, act: object) -> None:
        if not self._open:
            return
        try:
            act()  # type: ignore[operator]
        except BrokenPipeError:
            self._open = False
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def _progress(scans: int) -> Iterator[run.Progress]:
    """A bar on a terminal, a line every ten seconds in a log; both on standard error."""
    if sys.stderr.isatty():
        bar = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("pages"), TimeElapsedColumn(),
            console=Console(stderr=True), transient=True,
        )  # fmt: skip
        task = bar.add_task("Reading", total=None)
        totals: dict[str, tuple[int, int]] = {}

        def shown(file: str, done: int, of: int) -> None:
            totals[file] = (done, of)
            bar.update(task, completed=sum(d for d, _ in totals.values()), total=sum(n for _, n in totals.values()))

        with bar:
            yield shown
        return

    last = time.monotonic()

    def told(file: str, done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last >= LINE_EVERY_SECONDS:
            last = time.monotonic()
            print(f"petition: reading {file_name(file)}, page {done} of {of} ({scans} scans in this call)", file=sys.stderr)

    yield told


def write_whole(target: Path, text: str) -> None:
    """Write whole or not at all: a report cut short must not look like a report."""
    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise PetitionError(
            f"The report could not be written to {file_name(str(target))}: {error.strerror}. "
            "Choose another place with --report, or make room, and run the command again."
        ) from error
