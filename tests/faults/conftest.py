"""A folder with a store, workers in processes of their own, and the invariants after every test (faults.md).

Slow ones bear the mark `faults`: `make faults` runs them, `make test` leaves them out.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.store import Store, StoreSettings
from tests.conftest import ROOT
from tests.store.conftest import cluster, database_url, petition, settings_in  # noqa: F401 (fixtures)
from tests.store.conserved import assert_at_rest, assert_conserved

WORKER_SECONDS = 240


class Workshop:
    """A home with an inbox, and workers on it."""

    def __init__(self, home: Path, url: str | None, **given) -> None:
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

    def start(self, *, crash_at: str | None = None, seconds: float = 0.0) -> subprocess.Popen[bytes]:
        environment = self.environment | ({"PETITION_CRASH_AT": crash_at} if crash_at else {})
        return subprocess.Popen(
            [sys.executable, "-m", "tests.faults.worker", str(seconds)], env=environment, cwd=ROOT, stderr=subprocess.PIPE
        )

    def finish(self, *running: subprocess.Popen[bytes]) -> list[int]:
        """Wait for workers; where one failed on its own account, its words are the test's."""
        codes = []
        for process in running:
            _, said = process.communicate(timeout=WORKER_SECONDS)
            assert process.returncode in (0, 3, -9), said.decode()
            codes.append(process.returncode)
        return codes

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
