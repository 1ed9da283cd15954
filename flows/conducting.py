"""Flows run from a command: a server beside us or the one that is named, heartbeats off, and a stop that keeps its word."""

from __future__ import annotations

import contextvars
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from flows import server

# Long after any run that could still be gone on with.
KEPT_DAYS = 30


@contextmanager
def conducting(port: int | None = None) -> Iterator[str]:
    """Flows called in this block, and in threads that take its context along, run against a server. Its API's URL.

    Heartbeats are off: only code can say so (the environment refuses it), and each flow run would wait a second for their
    thread. Nobody trusts a run's word that it lives: the store's leases tell.

    Raises:
        ServerFailed: where no server can be had.
    """
    with server.serving(port) as url:
        from prefect.settings import PREFECT_API_URL, PREFECT_FLOWS_HEARTBEAT_FREQUENCY, temporary_settings

        prune_answers(Path(os.environ["PREFECT_RESULTS_LOCAL_STORAGE_PATH"]))
        with temporary_settings({PREFECT_API_URL: url, PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None}):
            yield url


def prune_answers(folder: Path, now: float | None = None) -> int:
    """Delete tasks' answers that are older than `KEPT_DAYS`: Prefect itself never does, and the store knows better. How many."""
    oldest = (time.time() if now is None else now) - KEPT_DAYS * 86_400
    gone = 0
    for file in folder.glob("*") if folder.is_dir() else ():
        with suppress(OSError):
            if file.is_file() and file.stat().st_mtime < oldest:
                file.unlink()
                gone += 1
    return gone


class InThread:
    """Work in a thread with its starter's context, in which Prefect's settings travel; a failure is kept for the starter."""

    def __init__(self, work: Callable[[], None], name: str) -> None:
        self.over = threading.Event()
        self.failure: BaseException | None = None
        context = contextvars.copy_context()
        threading.Thread(target=lambda: context.run(self._run, work), name=name, daemon=True).start()

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as why:
            self.failure = why
        finally:
            self.over.set()


def tell_stopped(flow_run_ids: list[str]) -> None:
    """Say in Prefect's record that these runs were stopped: a killed one would stay `Running` for ever."""
    from uuid import UUID

    from prefect.client.orchestration import get_client
    from prefect.states import Cancelled

    with suppress(Exception), get_client(sync_client=True) as client:
        for one in flow_run_ids:
            client.set_flow_run_state(UUID(one), Cancelled(message="Stopped by the office; its scans wait."), force=True)
