"""Connections and transactions, the same for SQLite and PostgreSQL; what the driver says becomes a sentence.

SQLite: WAL, `synchronous=FULL` (a committed row survives a power cut), foreign keys, and a wait for other writers. The
driver's own handling of transactions is off, so that a migration is one transaction there too.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc, make_url, pool, select, text

from pipeline.errors import BadFolders, Busy, PetitionError, StoreDamaged
from pipeline.store import schema

logger = logging.getLogger(__name__)

SQLITE_FILE = "petition.db"
# File systems of a network on which SQLite's locks and shared memory do not hold (its manual, "How To Corrupt", 2.1).
_NETWORK = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs", "9p"})
_RESTORE = "Nothing was written. Look with 'petition verify', then go back to the last backup with 'petition restore'."
# SQLite codes that say that the file itself is broken: SQLITE_CORRUPT, SQLITE_NOTADB.
_BROKEN = frozenset({11, 26})
_PRAGMAS = (
    "synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF", "cell_size_check=ON", "recursive_triggers=ON",
    "secure_delete=ON",
)  # fmt: skip
_FULL, _BUSY, _LOCKED, _IOERR, _READONLY, _CANTOPEN = 13, 5, 6, 10, 8, 14
# PostgreSQL: disk_full, lock_not_available, data_corrupted, index_corrupted.
_PG_FULL, _PG_LOCK, _PG_BROKEN = "53100", "55P03", frozenset({"XX001", "XX002"})


class NoRoom(PetitionError):
    """The disk is full. Nothing was changed; work goes on by itself when there is room."""


class Database:
    """One database, opened. Threads may share it; processes open their own."""

    def __init__(self, *, folder: Path, url: str | None, busy_seconds: float, read_only: bool = False) -> None:
        self.folder = folder
        self.sqlite = url is None
        self.path = folder / SQLITE_FILE
        self.engine = _sqlite(self.path, busy_seconds, read_only=read_only) if url is None else _postgresql(url, busy_seconds)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database and changes nothing."""
        with _sentences(self.folder), self.engine.connect() as connection:
            if not self.sqlite:
                connection = connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that no other writer runs beside: all of it is committed, or none."""
        with _sentences(self.folder), self.engine.connect() as connection:
            connection = connection.execution_options(petition_writes=True)
            with connection.begin():
                if not self.sqlite:
                    connection.execute(select(schema.head.c.seq).where(schema.head.c.id == 1).with_for_update())
                yield connection

    @contextmanager
    def claiming(self) -> Iterator[Connection]:
        """A short transaction on the working tables only; on PostgreSQL others may run beside it."""
        with _sentences(self.folder), self.engine.connect() as connection:
            connection = connection.execution_options(petition_writes=True)
            with connection.begin():
                yield connection

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def _sqlite(path: Path, busy_seconds: float, *, read_only: bool) -> Engine:
    kind = file_system(path.parent)
    if kind in _NETWORK and not read_only:
        raise BadFolders(
            f"The store's folder lies on a network disk ({kind}), on which SQLite cannot keep several computers apart. Choose a "
            "folder on this computer's own disk (PETITION_HOME), or share a PostgreSQL database (PETITION_DATABASE_URL)."
        )
    # Connections are kept open: the last one to close writes SQLite's log of writes back into the file, which is slow.
    url = URL.create("sqlite", database=f"file:{quote(str(path))}?mode={'ro' if read_only else 'rwc'}", query={"uri": "true"})
    engine = create_engine(url, poolclass=pool.QueuePool, connect_args={"timeout": busy_seconds, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        # A backup is read as it lies, with no log of writes made beside it.
        for pragma in _PRAGMAS if read_only else ("journal_mode=WAL", *_PRAGMAS):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("petition_writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql(given: str, busy_seconds: float) -> Engine:
    url = make_url(given)
    if url.get_backend_name() != "postgresql":
        raise PetitionError(
            f"PETITION_DATABASE_URL begins with {url.drivername!r}. It wants postgresql://user@host/name, or leave it out: "
            "then SQLite is used."
        )
    url = url.set(drivername="postgresql+psycopg")
    wait = int(busy_seconds * 1000)
    return create_engine(
        url,
        pool_pre_ping=True,
        pool_size=4,
        connect_args={
            "connect_timeout": max(2, int(min(busy_seconds, 30))),
            "options": f"-c lock_timeout={wait} -c timezone=UTC -c synchronous_commit=on",
        },
    )


def file_system(folder: Path) -> str:
    """The kind of file system that `folder` is on, as the kernel names it; empty where it cannot be told."""
    try:
        mounts = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""
    best, kind = "", ""
    where = str(folder.absolute())
    for line in mounts.splitlines():
        fields = line.split(" ")
        point = fields[1].encode("utf-8", "surrogateescape").decode("unicode_escape") if "\\" in fields[1] else fields[1]
        if (where == point or where.startswith(point.rstrip("/") + "/")) and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind


def quick_check(connection: Connection) -> str | None:
    """What SQLite itself finds wrong with its file; None where nothing."""
    said = connection.execute(text("PRAGMA quick_check(1)")).scalar()
    return None if said == "ok" else str(said)


@contextmanager
def _sentences(folder: Path) -> Iterator[None]:
    """Errors of the drivers as errors of ours, each with what to do."""
    try:
        yield
    except exc.DBAPIError as error:
        raise _told(error, folder) from error
    except sqlite3.Error as error:
        raise _told_sqlite(error, folder) from error


def _told(error: exc.DBAPIError, folder: Path) -> Exception:
    cause: Any = error.orig
    if isinstance(cause, sqlite3.Error):
        return _told_sqlite(cause, folder)
    state = getattr(cause, "sqlstate", None)
    if state == _PG_FULL:
        return NoRoom("The database server's disk is full. Make room there; work goes on by itself.")
    if state == _PG_LOCK:
        return Busy("Another program holds the database. Wait until it is done, then try again.")
    if state in _PG_BROKEN:
        return StoreDamaged(f"The database is damaged ({cause}). {_RESTORE}")
    if isinstance(error, exc.OperationalError) and state is None:
        return Busy("The database server cannot be reached. Look whether it runs, and at PETITION_DATABASE_URL.")
    return error


def _told_sqlite(cause: sqlite3.Error, folder: Path) -> Exception:
    code = (getattr(cause, "sqlite_errorcode", 0) or 0) & 0xFF
    if code in _BROKEN:
        return StoreDamaged(f"The database is damaged ({cause}). {_RESTORE}")
    if code == _FULL:
        return NoRoom("The disk with the store is full. Nothing was changed. Make room; work goes on by itself.")
    if code in (_BUSY, _LOCKED):
        return Busy("Another program holds the database, a backup perhaps. Wait until it is done, then try again.")
    if code == _IOERR:
        # A full disk shows itself so where the WAL's shared memory cannot grow.
        return NoRoom("The disk with the store cannot be written (full, or failing). Nothing was changed. Look at the disk.")
    if code == _CANTOPEN and _full(folder):
        return NoRoom("The disk with the store has no room for another file. Nothing was changed. Make room.")
    if code in (_READONLY, _CANTOPEN):
        return PetitionError(f"The database cannot be opened for writing ({cause}). Look at the permissions of its folder.")
    return cause


def _full(folder: Path) -> bool:
    """Has the disk no byte, or no name for a file, left?"""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return False
    return disk.f_bavail == 0 or (disk.f_files > 0 and disk.f_favail == 0)
