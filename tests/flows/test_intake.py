"""The intake flow: files end in a named state, a full disk stops nothing for good, and Prefect never learns a file's name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from flows.intake import hand_over, intake
from pipeline.store import NoRoom, Watch
from tests.flows.archive import PETITION
from tests.store.scans import drop, tiff

pytestmark = pytest.mark.usefixtures("settings_of_prefect")
# A file is often called after the person who brought it.
NAME = "Wilhelmina-Quarterbloom.tif"


def _ready(store):
    watch = Watch(store.inbox, store.settings)
    watch.look()
    return watch.look().ready


def test_files_are_taken_in_and_told_by_outcome(store):
    drop(store, "a.tif", tiff(1), PETITION)
    drop(store, "b.tif", tiff(1), PETITION)
    drop(store, "c.pdf", b"MZ" + bytes(300), PETITION)
    ready = _ready(store)
    assert intake(len(ready), hand_over(ready)) == {"taken": 1, "duplicate": 1, "problem": 1}
    status = store.status()
    assert (status.seen, status.waiting, status.duplicate, status.problem) == (3, 1, 1, 1)


def test_more_files_than_one_task_takes_are_all_taken(store, monkeypatch):
    monkeypatch.setattr("flows.intake.FILES_A_TASK", 3)
    for number in range(7):
        drop(store, f"{number}.tif", tiff(number), PETITION)
    ready = _ready(store)
    assert intake(7, hand_over(ready)) == {"taken": 7}


def test_a_full_disk_leaves_the_rest_where_it_is(store, monkeypatch):
    from pipeline.store import Store

    drop(store, "a.tif", tiff(1), PETITION)
    ready = _ready(store)

    def full(*_args, **_more):
        raise NoRoom("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "take_in", full)
        with pytest.raises(NoRoom):
            intake(1, hand_over(ready))
    assert ready[0].path.exists() and store.status().seen == 0
    assert intake(1, hand_over(ready)) == {"taken": 1}


def test_prefect_never_learns_the_name_of_a_file(store):
    drop(store, NAME, tiff(2), PETITION)
    ready = _ready(store)
    assert intake(1, hand_over(ready)) == {"taken": 1}
    files = [f for f in Path(os.environ["PREFECT_HOME"]).rglob("*") if f.is_file()]
    assert any(b"1 files" in f.read_bytes() for f in files), "the run itself is on record"
    assert [f.name for f in files if b"Quarterbloom" in f.read_bytes()] == []
