"""Trouble that is no scan's fault: it is told while it lasts, the scans wait, and nothing stays claimed."""

from __future__ import annotations

import threading

import pytest

from flows import watching
from flows.watching import Conductor
from pipeline.errors import MissingProgram
from pipeline.work import reading
from tests.flows.archive import fill

pytestmark = pytest.mark.usefixtures("settings_of_prefect")


@pytest.fixture
def conductor(store, monkeypatch):
    monkeypatch.setattr(watching, "IDLE_SECONDS", 0.01)
    monkeypatch.setattr(watching, "AGAIN_SECONDS", 0.01)
    return Conductor(store, jobs=1, stop=threading.Event())


def test_a_missing_program_is_told_and_the_scans_wait_until_it_is_there(conductor, store, monkeypatch, no_pixel):
    fill(store, 2)

    def missing(opened, held, **_more):
        opened.release(held)
        raise MissingProgram("tesseract is not on this computer.")

    with monkeypatch.context() as patch:
        patch.setattr(reading, "read", missing)
        conductor._read_some()
    assert isinstance(conductor.failure, MissingProgram)
    assert len(store.waiting()) == 2 and not conductor.idle()
    conductor._read_some()
    assert conductor.failure is None
    assert store.status().taken == 2 and conductor.idle()


def test_a_run_that_prefect_does_not_begin_leaves_nothing_claimed(conductor, store, monkeypatch):
    fill(store, 2)

    class Broken:
        def with_options(self, **_options):
            raise ConnectionError("no server")

    monkeypatch.setattr(watching, "section", Broken())
    conductor._read_some()
    assert len(store.waiting()) == 2


def test_a_conductor_that_is_told_to_stop_ends(conductor):
    conductor._stop.set()
    conductor.read_all()
    assert conductor.idle()
