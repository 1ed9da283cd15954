"""`petition watch`: serves the intake folder on one computer until it is stopped. What is dropped there is taken in and read."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.cli.stopping import cut_after, on_signals
from pipeline.errors import ExitCode, PetitionError, StoreDamaged
from pipeline.law import petition_file
from pipeline.report.plain_text import file_name
from pipeline.store import Ready, Status, Store, Watch
from pipeline.work import report_files
from pipeline.work.pieces import partly_read

if TYPE_CHECKING:
    from flows.watching import Conductor

# The look at the whole folder is the truth; a hint from the system only makes it come sooner.
LOOK_SECONDS = 15.0
LINE_SECONDS = 10.0
AGAIN_SECONDS = 120.0
# How often it is looked whether more of a long scan is read.
BEGUN_SECONDS = 2.0
# After SIGTERM everything is put down within ten seconds (faults.md B31): what hangs then is cut.
STOP_SECONDS = 8.0


def watch_folder(petitions: Sequence[Path], *, jobs: int, port: int | None, until_idle: bool) -> int:
    """Watch until told to stop; with `until_idle` until nothing is left to do. Returns the exit code.

    Raises:
        PetitionError: where the store, the folders or Prefect's server cannot be had.
    """
    stop = threading.Event()
    on_signals(stop)
    from flows.server import screen
    from flows.watching import Conductor, conducting

    with Store.open() as store:
        store.inbox.ensure(store.settings.folder)
        for path in petitions:
            petition = petition_file.load(path)
            store.register_petition(petition.id or path.absolute().parent.name, path)
        settled = store.settle()
        if settled:
            _say(f"finished {settled} moves that a stop had left half done")
        _say(f"the intake folder is {store.inbox.intake}")
        if not store.petitions():
            _say("no petition is known yet: name its file with --petition petition.toml")
        _say("starting Prefect …")
        with conducting(port) as url:
            _say(f"runs can be looked at in a browser: {screen(url)}")
            conductor = Conductor(store, jobs=jobs, stop=stop)
            code = _serve(store, conductor, stop, until_idle=until_idle)
            if stop.is_set():
                cut_after(STOP_SECONDS)
            conductor.put_down()
    if stop.is_set():
        _say("stopped. What was not finished waits; start again to go on.")
        # Threads that wait for a child process cannot be joined in time; their children die with us.
        sys.stderr.flush()
        os._exit(ExitCode.INTERRUPTED)
    return code


def _serve(store: Store, conductor: Conductor, stop: threading.Event, *, until_idle: bool) -> int:
    """Look, take in, read; until stopped or, where asked, at rest."""
    from flows.conducting import InThread

    watch = Watch(store.inbox, store.settings)
    hint = threading.Event()
    for work, name in ((lambda: _hints(store.inbox.intake, hint, stop), "hints"), (conductor.read_all, "reader")):
        InThread(work, name)
    told, said, next_look = "", 0.0, 0.0
    ready_at = float("inf")
    trouble = failed = ""
    offered: dict[Ready, float] = {}
    pressed: set[Ready] = set()
    begun: dict[str, int] = {}
    next_begun = 0.0
    while not stop.is_set():
        now = time.monotonic()
        if hint.is_set() or now >= min(next_look, ready_at):
            hint.clear()
            next_look, ready_at = now + LOOK_SECONDS, float("inf")
            look = watch.look()
            problem = "" if look.reachable else "the intake folder cannot be reached; work goes on by itself when it is back"
            problem = problem or _settled(store)
            # What was left where it is (cut off, or a folder that cannot be written) is not offered again at every look.
            offered = {file: at for file, at in offered.items() if file in look.ready and now - at < AGAIN_SECONDS}
            fresh = [file for file in look.ready if file not in offered]
            if fresh:
                problem = _take_in(conductor, fresh) or problem
                offered |= {} if problem else dict.fromkeys(fresh, now)
            if look.changing:
                ready_at = now + min(LOOK_SECONDS, store.settings.stable_seconds + 0.3)
            if problem != trouble:
                _say(problem or "the trouble is over; work goes on")
                trouble = problem
            elif until_idle and not fresh and not look.changing and conductor.idle():
                rest = [file for file in look.ready if file.patient and file not in pressed]
                if not rest:
                    return int(ExitCode.NOTHING_FOUND)
                pressed |= set(rest)
                # Nobody waits here for the rest of an empty or cut-off file: it ends in a named state too.
                trouble = _take_in(conductor, [replace(file, patient=False) for file in rest])
                next_look = now
        if isinstance(conductor.failure, StoreDamaged):
            raise conductor.failure
        failure = str(conductor.failure or "")
        if failure != failed:
            _say(failure or "reading goes on")
            failed = failure
        if now >= next_begun:
            next_begun, begun = now + BEGUN_SECONDS, _begun(store, begun)
        line = _line(store.status(), conductor)
        if line != told and now - said >= LINE_SECONDS:
            _say(line)
            told, said = line, now
        hint.wait(0.5)
    return int(ExitCode.INTERRUPTED)


def _begun(store: Store, told: dict[str, int]) -> dict[str, int]:
    """Say of long scans how far their reports are; what is said now, by the scan's hash."""
    try:
        found = partly_read(store)
    except PetitionError:
        return told
    for part in found:
        if told.get(part.sha256) != part.read:
            folder = file_name(f"{report_files.FOLDER}/{part.petition}")
            _say(
                f"pages 1 to {part.read} of {part.pages} of {store.name_of(part.sha256)} are read; what was found is in {folder}"
            )
    return {part.sha256: part.read for part in found}


def _settled(store: Store) -> str:
    """Moves that a full disk or a closed folder held up, and files that grew later. What is wrong, or nothing."""
    try:
        store.settle()
    except StoreDamaged:
        raise
    except PetitionError as why:
        return str(why)
    return ""


def _take_in(conductor: Conductor, ready: Sequence[Ready]) -> str:
    """Have the intake flow take in what lies ready. What is wrong, empty where nothing is."""
    try:
        conductor.take_in(ready)
    except StoreDamaged:
        raise
    except PetitionError as why:
        # A full disk, a share that is off, a database that is held: it passes, and nothing was moved.
        return str(why)
    return ""


def _line(status: Status, conductor: Conductor) -> str:
    """How far everything is, on one line."""
    parts = [f"{status.taken} read", f"{status.working} being read", f"{status.waiting} waiting"]
    if status.duplicate:
        parts.append(f"{status.duplicate} duplicates")
    if status.problem:
        parts.append(f"{status.problem} problems (see the folder problem)")
    pages = conductor.pages()
    return ", ".join(parts) + (f"; {pages}" if pages else "")


def _hints(folder: Path, hint: threading.Event, stop: threading.Event) -> None:
    """Events of the file system as hints only: a share sends none, and a look comes anyway."""
    from watchfiles import watch

    while not stop.is_set():
        try:
            for _changes in watch(folder, stop_event=stop, debounce=400, raise_interrupt=False, ignore_permission_denied=True):
                hint.set()
        except (OSError, RuntimeError):
            stop.wait(LOOK_SECONDS)


def _say(line: str) -> None:
    print(f"petition: {file_name(line)}", file=sys.stderr, flush=True)
