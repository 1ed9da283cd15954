"""`petition reprocess`: archived scans judged again, under what lies there now; what changed, and by what cause."""

from __future__ import annotations

import os
import sys
import threading
import time

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.cli.stopping import cut_after, on_signals
from pipeline.errors import ExitCode
from pipeline.store import Store
from pipeline.work import campaign, carried, differences, differences_report
from pipeline.work.campaign import Campaign, Choice

LINE_SECONDS = 10.0
STOP_SECONDS = 8.0


def reprocess(choice: Choice, *, jobs: int, port: int | None, dask: str | None, workers: int) -> int:
    """Judge the chosen scans again and report. Returns the exit code: 10 where anything changed, else 0.

    Raises:
        PetitionError: where nothing is chosen, or the store or Prefect's server cannot be had.
    """
    stop = threading.Event()
    on_signals(stop)
    with Store.open() as store:
        store.settle()
        chosen = campaign.begin(store, choice)
        _say(f"{chosen.scans} scans to judge again; a stop loses nothing, the same command goes on ({chosen.name})")
        failure = _run(store, chosen, stop, jobs=jobs, port=port, dask=dask, workers=workers)
        if stop.is_set():
            _say("stopped. What was judged is kept; the same command goes on from here.")
            sys.stderr.flush()
            os._exit(ExitCode.INTERRUPTED)
        if failure is not None:
            raise failure
        return _report(store, chosen)


def _run(
    store: Store, chosen: Campaign, stop: threading.Event, *, jobs: int, port: int | None, dask: str | None, workers: int
) -> BaseException | None:
    """The flow runs, in a thread beside the one that hears signals; what went wrong, if anything did."""
    from flows import archive, leases, running
    from flows.conducting import InThread, conducting, tell_stopped
    from flows.section import runner

    said = [0.0]

    def told(done: int, of: int) -> None:
        if time.monotonic() - said[0] >= LINE_SECONDS or done == of:
            said[0] = time.monotonic()
            _say(f"{done} of {of} scans judged again")

    def work() -> None:
        if workers:
            archive.on_workers(store, chosen, workers, told)
        else:
            archive.here(store, chosen, runner(jobs, dask), told)

    with conducting(port):
        judging = InThread(work, "archive")
        while not judging.over.wait(0.3) and not stop.is_set():
            pass
        if stop.is_set():
            cut_after(STOP_SECONDS)
            leases.release_all()
            tell_stopped(running.runs())
    return judging.failure


def _report(store: Store, chosen: Campaign) -> int:
    found = differences.compare(store, chosen)
    decided = carried.carry(store, chosen)
    page, data = differences_report.write(campaign.folder_of(store, chosen), chosen.name, found, decided)
    campaign.finish(store, chosen)
    console = Console(highlight=False)
    table = Table(title="What changed, by cause")
    table.add_column("cause", overflow="fold")
    for head in ("scans", "findings new", "gone", "changed", "counted", "not counted", "review"):
        table.add_column(head, justify="right")
    causes = found.by_cause()
    for cause, scans in causes.items():
        t = differences_report.totals(scans)
        signed = [f"{t[name]:+d}" for name in ("counted", "not_counted", "review")]
        table.add_row(Text(cause), *(str(t[name]) for name in ("scans", "new", "gone", "other")), *signed)
    console.print(table if causes else Text(f"{len(found.scans)} scans judged again; every one says what it said before."))
    for sha256, reason in found.problems:
        console.print(Text(f"Scan {sha256[:12]} could not be judged again ({reason}); its result of before holds."))
    if decided.carried or decided.reopened:
        console.print(Text(f"Decisions carried over: {decided.carried}; open again: {len(decided.reopened)}."))
    console.print(Text(f"Differences: {page}"), soft_wrap=True)
    console.print(Text(f"As JSON: {data}"), soft_wrap=True)
    return int(ExitCode.FINDINGS if causes or found.problems else ExitCode.NOTHING_FOUND)


def _say(line: str) -> None:
    print(f"petition: {line}", file=sys.stderr, flush=True)
