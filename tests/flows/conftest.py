"""A home of its own for each test, and one Prefect server for all of them."""

from __future__ import annotations

import os
import tempfile

import pytest

# Before Prefect is imported: it makes its home then, and none of the user's is touched.
os.environ["PREFECT_HOME"] = tempfile.mkdtemp(prefix="petition-prefect-")

from flows import opened
from pipeline import run
from pipeline.store import Store
from tests.flows.archive import petition_in


@pytest.fixture(scope="session")
def prefect_server(tmp_path_factory):
    """A server on a loopback port; settings as our commands set them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PREFECT_RESULTS_LOCAL_STORAGE_PATH", str(tmp_path_factory.mktemp("results")))
        from flows.conducting import conducting

        with conducting(port=0) as url:
            yield url


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PETITION_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PETITION_STABLE_SECONDS", "0")
    monkeypatch.setenv("PETITION_FREE_BYTES", "0")
    monkeypatch.setenv("PETITION_RETRY_SECONDS", "0")
    return tmp_path / "home"


@pytest.fixture
def store(home, tmp_path) -> Store:
    """The store as the flows of this process have it, with one petition."""
    store = opened.store()
    store.inbox.ensure(store.settings.folder)
    store.register_petition("leaf-blowers", petition_in(tmp_path))
    yield store
    opened.close()


@pytest.fixture
def no_pixel(monkeypatch):
    """Whoever measures fails: what this test does must touch no pixel."""

    def measure(*_args, **_more):
        raise AssertionError("a pixel was touched")

    monkeypatch.setattr(run, "measure", measure)


@pytest.fixture
def settings_of_prefect(prefect_server):
    """The context in which flows are called: a session fixture's own does not reach into tests."""
    from prefect.settings import PREFECT_API_URL, PREFECT_FLOWS_HEARTBEAT_FREQUENCY, temporary_settings

    os.environ["PREFECT_API_URL"] = prefect_server
    with temporary_settings({PREFECT_API_URL: prefect_server, PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None}):
        yield prefect_server
