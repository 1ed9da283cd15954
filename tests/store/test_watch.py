"""A file is ready when it has stopped changing, by our own clock, and a folder that is off proves nothing."""

from __future__ import annotations

import os

import pytest

from pipeline.store import Watch
from tests.store.scans import drop, png


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def watch(sqlite_store, clock):
    return Watch(sqlite_store.inbox, sqlite_store.settings, clock)


def ready(watch):
    return [r.path.name for r in watch.look().ready]


def test_a_file_is_ready_after_ten_seconds_without_change(sqlite_store, watch, clock):
    path = drop(sqlite_store, "scan.png", png(1)[:100])
    assert ready(watch) == []
    clock.now += 9.9
    assert ready(watch) == []
    path.write_bytes(png(1))
    clock.now += 0.2
    assert ready(watch) == [], "it changed"
    clock.now += 10.0
    assert ready(watch) == ["scan.png"]


@pytest.mark.parametrize("at", [0, 4_000_000_000])
def test_the_age_that_a_file_claims_does_not_matter(sqlite_store, watch, clock, at):
    path = drop(sqlite_store, "scan.png", png(1))
    os.utime(path, (at, at))
    assert ready(watch) == []
    clock.now += 10.0
    assert ready(watch) == ["scan.png"]


def test_a_temporary_name_is_seen_once_it_is_renamed(sqlite_store, watch, clock):
    path = drop(sqlite_store, "scan.png.part", png(1))
    watch.look()
    clock.now += 60.0
    assert watch.look().changing == 0 and ready(watch) == []
    path.rename(path.with_suffix(""))
    watch.look()
    clock.now += 10.0
    assert ready(watch) == ["scan.png"]


def test_patience_with_a_cut_off_file_ends(sqlite_store, watch, clock):
    drop(sqlite_store, "scan.png", png(1)[:100])
    watch.look()
    clock.now += 599.0
    assert [r.patient for r in watch.look().ready] == [True]
    clock.now += 1.0
    assert [r.patient for r in watch.look().ready] == [False]


def test_a_folder_that_vanishes_and_comes_back_is_the_same_folder(sqlite_store, watch, clock):
    drop(sqlite_store, "scan.png", png(1))
    watch.look()
    away = sqlite_store.inbox.intake.with_name("away")
    sqlite_store.inbox.intake.rename(away)
    clock.now += 60.0
    assert watch.look().reachable is False
    away.rename(sqlite_store.inbox.intake)
    clock.now += 15.0
    assert ready(watch) == ["scan.png"]


def test_files_in_folders_of_a_petition_are_seen(sqlite_store, watch, clock):
    (sqlite_store.inbox.intake / "oak" / "monday").mkdir()
    path = sqlite_store.inbox.intake / "oak" / "monday" / "scan.png"
    path.write_bytes(png(1))
    watch.look()
    clock.now += 10.0
    (found,) = watch.look().ready
    assert sqlite_store.take_in(found.path).petition == "oak"
    assert (sqlite_store.inbox.taken / "oak" / "monday" / "scan.png").exists()
