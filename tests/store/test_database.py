"""How the database is opened, brought up to date, and what is refused (faults.md B11, B13, B27-B30, A42)."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from pipeline.errors import BadFolders, Busy, ExitCode, MissingProgram, PetitionError
from pipeline.store import Store, migrate, schema
from pipeline.store.database import Database
from tests.store.conftest import settings_in
from tests.store.scans import drop, png


def test_the_migrations_make_what_the_program_expects(store):
    with store.database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []


def test_a_commit_survives_a_power_cut(sqlite_store):
    with sqlite_store.database.reading() as connection:
        said = {p: connection.exec_driver_sql(f"PRAGMA {p}").scalar() for p in ("synchronous", "journal_mode", "foreign_keys")}
    assert said == {"synchronous": 2, "journal_mode": "wal", "foreign_keys": 1}


def test_many_processes_may_open_a_new_store_at_once(tmp_path, database_url):
    settings = settings_in(tmp_path, database_url)
    environment = {**os.environ, "PETITION_HOME": str(settings.home)} | (
        {"PETITION_DATABASE_URL": database_url} if database_url else {}
    )
    script = "from pipeline.store import Store\nwith Store.open() as s: s.log('opened')"
    running = [subprocess.Popen([sys.executable, "-c", script], env=environment) for _ in range(3)]
    assert [p.wait(timeout=120) for p in running] == [0, 0, 0]
    with Store.open(settings) as store:
        assert store.log("last") == 5


def test_an_older_form_is_copied_before_it_is_changed(tmp_path, monkeypatch):
    settings = settings_in(tmp_path)
    Store.open(settings).close()
    with closing(sqlite3.connect(settings.folder / "petition.db")) as connection:
        connection.execute("CREATE TABLE kept (x)")
        connection.commit()
    with closing(Database(folder=settings.folder, url=None, busy_seconds=5)) as database:
        migrate._copy_before(database, "0001")
    (copy,) = settings.folder.glob("before-0001-*.db")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM log").fetchone() == (1,)


def test_a_store_of_a_newer_program_is_refused_unchanged(tmp_path, database_url):
    settings = settings_in(tmp_path, database_url)
    with Store.open(settings) as store, store.database.claiming() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(MissingProgram, match="newer program"):
        Store.open(settings)


@pytest.mark.parametrize("point", ["migrate-before", "migrate-upgraded", "migrate-before-commit", "migrate-committed"])
def test_a_migration_that_is_killed_is_done_again(tmp_path, database_url, point):
    settings = settings_in(tmp_path, database_url)
    environment = {**os.environ, "PETITION_HOME": str(settings.home), "PETITION_CRASH_AT": point}
    environment |= {"PETITION_DATABASE_URL": database_url} if database_url else {}
    script = "from pipeline.store import Store; Store.open()"
    assert subprocess.run([sys.executable, "-c", script], env=environment, timeout=60, check=False).returncode == -9
    with Store.open(settings) as store:
        assert store.log("goes on") == 2


def test_a_network_disk_is_refused_for_sqlite(tmp_path, monkeypatch):
    monkeypatch.setattr("pipeline.store.database.file_system", lambda folder: "nfs4")
    with pytest.raises(BadFolders, match="nfs4") as error:
        Store.open(settings_in(tmp_path))
    assert error.value.exit_code == ExitCode.BAD_FOLDERS


def test_folders_in_one_another_are_refused(tmp_path):
    for inbox in (tmp_path / "home" / "store" / "inbox", tmp_path):
        settings = settings_in(tmp_path, inbox=inbox, home=inbox / "intake" / "home" if inbox == tmp_path else tmp_path / "home")
        with pytest.raises(BadFolders, match="lies in the folder") as error:
            Store.open(settings)
        assert error.value.exit_code == ExitCode.BAD_FOLDERS


def test_a_link_that_leads_from_taken_into_intake_is_refused(tmp_path):
    settings = settings_in(tmp_path)
    (settings.inbox_folder / "intake" / "x").mkdir(parents=True)
    (settings.inbox_folder / "taken").symlink_to(settings.inbox_folder / "intake" / "x")
    with pytest.raises(BadFolders):
        Store.open(settings)


def locked(path, seconds):
    """Another program that holds the database."""
    ready = threading.Event()

    def hold():
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            ready.set()
            time.sleep(seconds)
            connection.execute("COMMIT")

    thread = threading.Thread(target=hold)
    thread.start()
    ready.wait()
    return thread


def test_a_write_waits_for_a_backup_tool(sqlite_store):
    holder = locked(sqlite_store.database.path, 1.5)
    assert sqlite_store.take_in(drop(sqlite_store, "a.png", png(1))).outcome == "taken"
    holder.join()


def test_a_write_that_waited_too_long_says_busy(tmp_path):
    with Store.open(settings_in(tmp_path, busy_seconds=0.2)) as store:
        holder = locked(store.database.path, 1.5)
        with pytest.raises(Busy) as error:
            store.log("x")
        assert error.value.exit_code == ExitCode.BUSY
        holder.join()
        store.log("x")


def test_a_server_that_is_off_says_so(tmp_path):
    with pytest.raises(Busy, match="cannot be reached"):
        Store.open(settings_in(tmp_path, f"postgresql://x@/y?host={tmp_path}", busy_seconds=2))


def test_another_kind_of_database_is_refused(tmp_path):
    with pytest.raises(PetitionError, match="PETITION_DATABASE_URL"):
        Store.open(settings_in(tmp_path, "mysql://x/y"))


def test_the_program_runs_on_in_folders_with_odd_names(tmp_path):
    folder = tmp_path / "a b%20?#'é"
    folder.mkdir()
    with Store.open(settings_in(folder)) as store:
        store.inbox.ensure(store.settings.folder)
        assert store.take_in(drop(store, "a.png", png(1), petition=None)).outcome == "taken"
    assert (folder / "home" / "store" / "petition.db").exists()
