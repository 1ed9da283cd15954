"""A folder with a store, workers in processes of their own, and the invariants after every test (faults.md).

Slow ones bear the mark `faults`: `make faults` runs them, `make test` leaves them out.
"""

from __future__ import annotations

import multiprocessing
import os
import traceback
from pathlib import Path

import pytest

from pipeline.store import Store, StoreSettings
from tests.faults import worker
from tests.store.conftest import cluster, database_url, petition, settings_in  # noqa: F401 (fixtures)
from tests.store.conserved import assert_at_rest, assert_conserved

WORKER_SECONDS = 240

# Each worker is a process of its own, forked from one that has everything imported and has opened nothing: starting hundreds of
# interpreters would take longer than what is tried.
FORK = multiprocessing.get_context("forkserver")
FORK.set_forkserver_preload(["tests.faults.worker", "tests.faults.power"])


def _run(environment: dict[str, str], seconds: float, said: Path) -> None:
    os.environ.pop("PETITION_DATABASE_URL", None)
    os.environ.update(environment)
    try:
        code = worker.work(seconds)
    except BaseException:
        said.write_text(traceback.format_exc(), encoding="utf-8")
        code = 1
    os._exit(code)


class Worker:
    """A worker at work; what it said where it failed on its own account."""

    def __init__(self, environment: dict[str, str], seconds: float, said: Path) -> None:
        self._said = said
        self.process = FORK.Process(target=_run, args=(environment, seconds, said))
        self.process.start()

    def send_signal(self, number: int) -> None:
        os.kill(self.process.pid, number)

    def wait(self) -> int:
        self.process.join(WORKER_SECONDS)
        code = self.process.exitcode
        assert code in (0, 3, -9), self._said.read_text(encoding="utf-8") if self._said.exists() else code
        return code


class Workshop:
    """A home with an inbox, and workers on it."""

    def __init__(self, home: Path, url: str | None, **given) -> None:
        self._started = 0
        self.settings = StoreSettings(home=home, database_url=url, **{"free_bytes": 0, "retry_seconds": 0.0} | given)
        self.environment = {
            **os.environ, "PETITION_HOME": str(home), "PETITION_FREE_BYTES": str(self.settings.free_bytes),
            "PETITION_STABLE_SECONDS": "0", "PETITION_RETRY_SECONDS": "0",
        }  # fmt: skip
        self.environment.pop("PETITION_DATABASE_URL", None)
        if url is not None:
            self.environment["PETITION_DATABASE_URL"] = url
        with self.store() as store:
            store.inbox.ensure(self.settings.folder)
            store.register_petition("oak", home / "petition.toml")

    def store(self) -> Store:
        return Store.open(self.settings)

    def start(self, *, crash_at: str | None = None, seconds: float = 0.0) -> Worker:
        environment = self.environment | ({"PETITION_CRASH_AT": crash_at} if crash_at else {})
        self._started += 1
        return Worker(environment, seconds, self.settings.home.with_name(f"said-{self._started}"))

    def finish(self, *running: Worker) -> list[int]:
        """Wait for workers; where one failed on its own account, its words are the test's."""
        return [one.wait() for one in running]

    def drop(self, name: str, content: bytes) -> None:
        """Put a file into the intake whole: written beside it, then renamed."""
        target = self.settings.inbox_folder / "intake" / "oak" / name
        part = target.with_name(f".{name}.part")
        part.write_bytes(content)
        part.replace(target)

    def expect(self, *, taken: int, duplicate: int = 0, problem: int = 0) -> None:
        """All is at rest, and every file that was dropped is in its state, once."""
        with self.store() as store:
            assert_conserved(store)
            assert_at_rest(store)
            now = store.status()
            assert (now.taken, now.duplicate, now.problem) == (taken, duplicate, problem), now
            assert len(store.results()) == len({r.sha256 for r in store.results()}) == taken


@pytest.fixture
def workshop(tmp_path, database_url):  # noqa: F811
    return Workshop(tmp_path / "home", database_url)


@pytest.fixture
def sqlite_workshop(tmp_path):
    return Workshop(tmp_path / "home", None)


@pytest.fixture
def settings(tmp_path):
    return settings_in(tmp_path)
