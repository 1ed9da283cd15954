"""A folder that may not be written, a file that may not be read: told once, never taken in twice (faults.md A36)."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipeline.store import Store
from tests.store.conftest import settings_in
from tests.store.conserved import assert_conserved
from tests.store.scans import drop, png

NOBODY = 65534


@contextmanager
def as_nobody(*folders):
    """As a user to whom permissions mean something; an administrator may read and write everything."""
    if os.geteuid() != 0:
        yield
        return
    for folder in folders:
        for path in [folder, *folder.rglob("*")]:
            os.chown(path, NOBODY, NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def nobodys_store():
    """In a folder that every user may pass through."""
    with tempfile.TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        settings = settings_in(Path(made))
        with Store.open(settings) as opened:
            opened.inbox.ensure(settings.folder)
            opened.register_petition("oak", settings.home / "petition.toml")
            yield opened
            assert_conserved(opened)


def test_a_scan_in_a_closed_folder_is_taken_once_and_stays(nobodys_store):
    store, folder = nobodys_store, nobodys_store.inbox.intake / "oak"
    path = drop(store, "scan.png", png(1))
    with as_nobody(store.settings.home):
        folder.chmod(0o555)
        assert store.take_in(path).outcome == "taken"
        assert path.exists() and len(store.waiting()) == 1
        for _ in range(3):
            assert store.take_in(path) is None
        assert len(store.receipts()) == 1
        folder.chmod(0o755)
        store.settle()
    assert not path.exists() and (store.inbox.taken / "oak" / "scan.png").exists()


def test_a_file_that_may_not_be_read_is_a_problem_told_once(nobodys_store):
    store, folder = nobodys_store, nobodys_store.inbox.intake / "oak"
    path = drop(store, "scan.png", png(1))
    with as_nobody(store.settings.home):
        path.chmod(0o000)
        folder.chmod(0o555)
        assert store.take_in(path).reason == "unreadable"
        assert store.take_in(path) is None
        folder.chmod(0o755)
        store.settle()
        path = store.inbox.problem / "oak" / "scan.png"
        path.chmod(0o644)
    assert "may not be read" in path.with_name("scan.png.why.txt").read_text(encoding="utf-8")
    assert path.read_bytes() == png(1) and len(store.receipts()) == 1
