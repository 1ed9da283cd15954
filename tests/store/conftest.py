"""A store of each kind: SQLite as it comes, and a real PostgreSQL server. The invariants are asserted after every test."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pipeline.store import Store, StoreSettings
from tests.store.conserved import assert_conserved
from tests.store.postgresql import Cluster


@pytest.fixture(scope="session")
def cluster():
    started = Cluster()
    yield started
    started.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request):
    return None if request.param == "sqlite" else request.getfixturevalue("cluster").url()


def settings_in(folder, url=None, **given):
    return StoreSettings(
        **{"home": folder / "home", "database_url": url, "free_bytes": 0, "retry_seconds": 0.0, "stable_seconds": 10.0} | given
    )


@pytest.fixture
def settings(tmp_path, database_url):
    return settings_in(tmp_path, database_url)


def _opened(settings):
    with Store.open(settings) as opened:
        opened.inbox.ensure(settings.folder)
        opened.register_petition("oak", settings.home / "petition.toml")
        yield opened
        assert_conserved(opened)


@pytest.fixture
def store(settings):
    """On both databases."""
    yield from _opened(settings)


@pytest.fixture
def sqlite_store(tmp_path):
    """Where the database does not matter."""
    yield from _opened(settings_in(tmp_path))


@pytest.fixture
def petition(tmp_path):
    environment = {**os.environ, "PETITION_HOME": str(tmp_path / "home"), "PETITION_FREE_BYTES": "0"}
    environment.pop("PETITION_DATABASE_URL", None)

    def run(*arguments, **kept):
        done = subprocess.run(
            [sys.executable, "-m", "pipeline.cli", *map(str, arguments)], env=environment | kept, capture_output=True, text=True,
            timeout=120, stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    return run
