"""A backup is whole though others write meanwhile, and what was backed up comes back (faults.md B35)."""

from __future__ import annotations

import threading

import pytest

from pipeline.errors import StoreDamaged, WrongUse
from pipeline.store import Store
from pipeline.store.backup import backup, not_in_store, restore, verify_backup
from tests.store.conftest import settings_in
from tests.store.scans import drop, png
from tests.store.test_verify import fill


def test_a_backup_restores_to_another_computer(store, tmp_path):
    fill(store)
    made = backup(store, tmp_path / "backup")
    assert made.originals == 3 and verify_backup(tmp_path / "backup").last == made.hash
    elsewhere = settings_in(tmp_path / "elsewhere")
    restore(tmp_path / "backup", elsewhere)
    with Store.open(elsewhere) as other:
        assert other.status() == store.status()
        assert other.receipts() == store.receipts() and other.decisions("oak") == store.decisions("oak")
        (first, *_) = store.results()
        assert other.result_lines(first.id) == store.result_lines(first.id)
        other.log("goes on")


def test_a_backup_restores_into_postgresql_and_goes_on(store, tmp_path, cluster):
    fill(store)
    backup(store, tmp_path / "backup")
    elsewhere = settings_in(tmp_path / "elsewhere", cluster.url())
    restore(tmp_path / "backup", elsewhere)
    with Store.open(elsewhere) as other:
        assert other.receipts() == store.receipts()
        other.inbox.ensure(elsewhere.folder)
        assert other.take_in(drop(other, "new.png", png(77))).outcome == "taken"
    with pytest.raises(WrongUse, match="holds a store already"):
        restore(tmp_path / "backup", elsewhere)


def test_a_second_backup_adds_what_is_new(sqlite_store, tmp_path):
    backup(sqlite_store, tmp_path / "backup")
    fill(sqlite_store)
    assert backup(sqlite_store, tmp_path / "backup").originals == 3
    verify_backup(tmp_path / "backup")


def test_a_backup_made_while_others_write_is_whole(store, settings, tmp_path):
    stop = threading.Event()

    def write():
        with Store.open(settings) as mine:
            seed = 100
            while not stop.is_set():
                mine.take_in(drop(mine, f"{seed}.png", png(seed)))
                seed += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(3):
            backup(store, tmp_path / f"backup-{number}")
            verify_backup(tmp_path / f"backup-{number}")
    finally:
        stop.set()
        writer.join()


def test_restoring_sets_the_store_aside(sqlite_store, tmp_path):
    fill(sqlite_store)
    backup(sqlite_store, tmp_path / "backup")
    sqlite_store.take_in(drop(sqlite_store, "later.png", png(50)))
    sqlite_store.close()
    settings = sqlite_store.settings
    restore(tmp_path / "backup", settings)
    assert (settings.home / "store.before-restore-1" / "petition.db").exists()
    with Store.open(settings) as again:
        assert again.status().seen == 5 and not_in_store(again) == ["oak/later.png"]


def test_a_damaged_or_half_backup_restores_nothing(sqlite_store, tmp_path):
    fill(sqlite_store)
    folder = tmp_path / "backup"
    backup(sqlite_store, folder)
    original = next((folder / "originals").glob("*/*"))
    original.chmod(0o644)
    original.write_bytes(b"x" * original.stat().st_size)
    elsewhere = settings_in(tmp_path / "elsewhere")
    with pytest.raises(StoreDamaged, match=original.name):
        restore(folder, elsewhere)
    (folder / "backup.json").unlink()
    with pytest.raises(WrongUse, match="no whole backup"):
        restore(folder, elsewhere)
    assert not elsewhere.folder.exists()


def test_a_backup_is_not_written_over_other_things(sqlite_store, tmp_path):
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text("x", encoding="ascii")
    for folder in (tmp_path / "letters", sqlite_store.settings.folder / "backup", sqlite_store.inbox.taken / "b", tmp_path):
        with pytest.raises(WrongUse):
            backup(sqlite_store, folder)
