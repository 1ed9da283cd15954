"""A consistent copy of the store while others write, and the way back.

A backup is a folder laid out like the store's own: `petition.db` (SQLite whatever the store runs on, so that it can be read
anywhere), `originals/`, the rolls and forms that results refer to, and last `backup.json`: without it a backup was cut short.
The database is copied first: every original that it names is on disk by then, for rows follow files.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Table, func, insert, select, text

from pipeline.crashpoint import crashpoint
from pipeline.errors import PetitionError, WrongUse
from pipeline.store import anchor, schema
from pipeline.store.database import SQLITE_FILE, Database
from pipeline.store.migrate import migrate
from pipeline.store.originals import READ_ONLY, Originals, sync_folder
from pipeline.store.settings import StoreSettings
from pipeline.store.verify import Progress, Verified, verify

if TYPE_CHECKING:
    from pipeline.store.store import Store

MANIFEST = "backup.json"
# What results refer to beside the scans; each file lies under its own hash.
BESIDE = ("rolls", "forms")
_BATCH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """What a backup holds."""

    store: str
    seq: int
    hash: str
    """The last link of the log."""
    originals: int
    version: str
    """Of the program that wrote it."""


def backup(store: Store, folder: Path, progress: Progress = lambda what, done, of: None) -> Backup:
    """Copy the store to `folder`, new or holding an earlier backup of it, of which unchanged originals are kept.

    Raises:
        WrongUse: `folder` holds something else, or lies in the store or the inbox.
        PetitionError: it cannot be written; what is there then has no `backup.json` and is no backup.
    """
    folder = folder.absolute()
    _expect_place(store, folder)
    try:
        return _backup(store, folder, progress)
    except OSError as error:
        raise PetitionError(
            f"The backup could not be written to {folder}: {error.strerror}. Make room, or choose another place."
        ) from error


def _backup(store: Store, folder: Path, progress: Progress) -> Backup:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST).unlink(missing_ok=True)
    for left in folder.glob(f"{SQLITE_FILE}*"):
        left.unlink()
    part = folder / f".{SQLITE_FILE}.part"
    part.unlink(missing_ok=True)
    if store.database.sqlite:
        _copy_sqlite(store.database.path, part)
    else:
        _copy_rows_out(store.database, part)
    _sync(part)
    part.replace(folder / SQLITE_FILE)
    crashpoint("backup-database")
    with closing(sqlite3.connect(folder / SQLITE_FILE)) as copy:
        gone = {row[0] for row in copy.execute("SELECT key FROM erased WHERE kind = 'original'")}
        wanted = [row[0] for row in copy.execute("SELECT sha256 FROM original ORDER BY sha256") if row[0] not in gone]
        seq, link = copy.execute("SELECT seq, hash FROM head").fetchone()
        (name,) = copy.execute("SELECT value FROM meta WHERE key = 'store'").fetchone()
    kept = Originals(folder)
    for stray in kept.all() - set(wanted):
        kept.erase(stray)
    for done, sha256 in enumerate(wanted, 1):
        _copy_file(store.original(sha256), kept.path(sha256))
        progress("originals", done, len(wanted))
    for beside in BESIDE:
        source = store.settings.home / beside
        for file in sorted(source.rglob("*")) if source.is_dir() else []:
            if file.is_file() and not file.is_symlink():
                _copy_file(file, folder / beside / file.relative_to(source))
    made = Backup(store=name, seq=seq, hash=link, originals=len(wanted), version=version("petition"))
    anchor.write(folder, seq, link)
    crashpoint("backup-before-manifest")
    (folder / MANIFEST).write_text(json.dumps(asdict(made), indent=1) + "\n", encoding="ascii")
    sync_folder(folder)
    return made


def read_manifest(folder: Path) -> Backup:
    """What the backup in `folder` says of itself.

    Raises:
        WrongUse: there is no whole backup in it.
    """
    try:
        return Backup(**json.loads((folder / MANIFEST).read_text(encoding="ascii")))
    except (OSError, ValueError, TypeError):
        raise WrongUse(
            f'In "{folder}" is no whole backup: its {MANIFEST} is missing or cannot be read. Choose another backup.'
        ) from None


def verify_backup(folder: Path, progress: Progress = lambda what, done, of: None) -> Verified:
    """Look at every record and every original of a backup, as `verify` does.

    Raises:
        WrongUse: no whole backup.
        StoreDamaged: naming the first bad record.
    """
    told = read_manifest(folder)
    with closing(Database(folder=folder, url=None, busy_seconds=60.0, read_only=True)) as database:
        found = verify(database, Originals(folder), progress)
    if (found.links, found.last, found.originals) != (told.seq, told.hash, told.originals):
        raise WrongUse(f'The backup in "{folder}" is whole in itself, but not the one that its {MANIFEST} describes.')
    return found


def restore(folder: Path, settings: StoreSettings, progress: Progress = lambda what, done, of: None) -> Verified:
    """Put the backup in `folder` in the place of the store, which is set aside, not deleted; proves it before and after.

    Raises:
        WrongUse: no whole backup, or the PostgreSQL database holds a store already.
        StoreDamaged: the backup is damaged; nothing was changed.
    """
    verify_backup(folder, progress)
    target = settings.folder
    part = restoring(settings)
    if part.exists():
        shutil.rmtree(part)
    part.mkdir(parents=True)
    _copy_sqlite(folder / SQLITE_FILE, part / SQLITE_FILE)
    _sync(part / SQLITE_FILE)
    source, kept = Originals(folder), Originals(part)
    for sha256 in sorted(source.all()):
        _copy_file(source.path(sha256), kept.path(sha256))
    for beside in BESIDE:
        for file in sorted((folder / beside).rglob("*")):
            if file.is_file():
                _copy_file(file, settings.home / beside / file.relative_to(folder / beside))
    made = read_manifest(folder)
    anchor.write(part, made.seq, made.hash)
    if settings.database_url is not None:
        _copy_rows_in(part / SQLITE_FILE, settings)
        (part / SQLITE_FILE).unlink()
    crashpoint("restore-before-swap")
    if target.exists():
        number = 1
        while (aside := target.with_name(f"{target.name}.before-restore-{number}")).exists():
            number += 1
        target.rename(aside)
        crashpoint("restore-set-aside")
    part.rename(target)
    sync_folder(target.parent)
    with closing(Database(folder=target, url=settings.database_url, busy_seconds=settings.busy_seconds)) as database:
        return verify(database, Originals(target), progress)


def not_in_store(store: Store) -> list[str]:
    """Names of files in `taken/` that the store knows nothing of: they were taken in after the backup that it came from."""
    if not store.inbox.taken.is_dir():
        return []
    with store.database.reading() as connection:
        known = set(connection.execute(select(schema.original.c.sha256)).scalars())
    missing = []
    for file in sorted(store.inbox.taken.rglob("*")):
        if file.is_file() and not file.is_symlink():
            with file.open("rb") as opened:
                if hashlib.file_digest(opened, "sha256").hexdigest() not in known:
                    missing.append(str(file.relative_to(store.inbox.taken)))
    return missing


def restoring(settings: StoreSettings) -> Path:
    """Where a restored store is put together before it takes the place of the old one."""
    return settings.folder.with_name(f"{settings.folder.name}.restoring")


def _expect_place(store: Store, folder: Path) -> None:
    real = folder.resolve()
    for taken in (store.settings.folder, store.inbox.root):
        if real.is_relative_to(taken.resolve()) or taken.resolve().is_relative_to(real):
            raise WrongUse(f'A backup cannot lie in "{taken}", nor that in it. Choose another folder, best on another disk.')
    ours = (MANIFEST, SQLITE_FILE, f".{SQLITE_FILE}.part", "originals")
    if folder.is_dir() and any(folder.iterdir()) and not any((folder / name).exists() for name in ours):
        raise WrongUse(f'"{folder}" holds other things than a backup. Choose an empty folder, or one with an earlier backup.')


def _copy_sqlite(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source, timeout=60)) as from_, closing(sqlite3.connect(target)) as to:
        from_.backup(to)
        # One file, with no log of writes beside it.
        to.execute("PRAGMA journal_mode=DELETE")


def _tables() -> list[Table]:
    return list(schema.metadata.sorted_tables)


def _copy_rows_out(database: Database, target: Path) -> None:
    """A PostgreSQL store as one SQLite file: all rows of one moment."""
    folder = target.with_name(f"{target.name}.d")
    folder.mkdir(exist_ok=True)
    with closing(Database(folder=folder, url=None, busy_seconds=60.0)) as copy:
        migrate(copy, empty=True)
        with database.reading() as source, copy.writing() as to:
            for table in _tables():
                for batch in source.execution_options(yield_per=_BATCH).execute(select(table)).partitions():
                    to.execute(insert(table), [{c.name: row._mapping[c.name] for c in table.columns} for row in batch])
    _copy_sqlite(folder / SQLITE_FILE, target)
    shutil.rmtree(folder)


def _copy_rows_in(source: Path, settings: StoreSettings) -> None:
    """The rows of a backup into an empty PostgreSQL database."""
    with (
        closing(Database(folder=source.parent, url=None, busy_seconds=60.0, read_only=True)) as copy,
        closing(Database(folder=settings.folder, url=settings.database_url, busy_seconds=settings.busy_seconds)) as database,
    ):
        migrate(database, empty=True)
        with copy.reading() as from_, database.claiming() as to:
            if to.execute(select(func.count()).select_from(schema.log)).scalar_one():
                raise WrongUse(
                    "The PostgreSQL database named by PETITION_DATABASE_URL holds a store already. Make a new, empty database "
                    "for the restored one, name it there, and run the command again."
                )
            for table in _tables():
                for batch in from_.execution_options(yield_per=_BATCH).execute(select(table)).partitions():
                    to.execute(insert(table), [{c.name: row._mapping[c.name] for c in table.columns} for row in batch])
            for table in _tables():
                (first, *_) = table.primary_key.columns
                if first.autoincrement is True:
                    to.execute(
                        text(
                            f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), coalesce(max(id), 1)) FROM {table.name}"
                        )
                    )


def _copy_file(source: Path, target: Path) -> None:
    """Copy whole or not at all; what is there already, with its size, stays."""
    if target.exists() and target.stat().st_size == source.stat().st_size:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.part")
    shutil.copyfile(source, part)
    part.chmod(READ_ONLY)
    _sync(part)
    part.replace(target)


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
