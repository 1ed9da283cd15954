"""Bring a database to the form that this program knows, with a copy of it made before; refuse one from a newer program."""

from __future__ import annotations

import secrets
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.script.revision import ResolutionError
from alembic.util import CommandError
from sqlalchemy import Connection, insert, inspect, text

from pipeline.crashpoint import crashpoint
from pipeline.errors import MissingProgram
from pipeline.store import schema
from pipeline.store.chain import START, link
from pipeline.store.database import Database

_MIGRATIONS = Path(__file__).parent / "migrations"
# Any number that no other program's advisory lock is likely to have.
_PG_LOCK = 7_301_964_021


def scripts() -> ScriptDirectory:
    """The migrations that this program brings."""
    return ScriptDirectory(str(_MIGRATIONS))


def newest() -> str:
    """The revision of this program."""
    revision = scripts().get_current_head()
    assert revision is not None
    return revision


def migrate(database: Database, *, to: str = "head", empty: bool = False) -> None:
    """Create the tables, or change those of an earlier program; in one transaction, so that a kill leaves the earlier form.

    Args:
        database: to be brought up to date.
        to: the revision wanted.
        empty: leave new tables without their first rows, for a copy of another store to fill.

    Raises:
        MissingProgram: the database was written by a newer program.
    """
    with database.reading() as connection:
        found = _revision(connection)
    if found == newest():
        return
    if found is not None:
        _expect_known(found)
        if database.sqlite:
            _copy_before(database, found)
    crashpoint("migrate-before")
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    with database.claiming() as connection:
        if not database.sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _PG_LOCK})
        # Another process may have been quicker, while we waited for the lock.
        if _revision(connection) != newest():
            config.attributes["connection"] = connection
            command.upgrade(config, to)
            crashpoint("migrate-upgraded")
            if found is None and not empty:
                _first_rows(connection)
        crashpoint("migrate-before-commit")
    crashpoint("migrate-committed")


def _first_rows(connection: Connection) -> None:
    store = secrets.token_hex(16)
    connection.execute(insert(schema.meta).values(key="store", value=store))
    connection.execute(insert(schema.head).values(id=1, seq=0, hash=START))
    link(connection, "store", detail={"store": store})


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return MigrationContext.configure(connection).get_current_revision()


def _expect_known(revision: str) -> None:
    try:
        known = scripts().get_revision(revision)
    except (CommandError, ResolutionError):
        known = None
    if known is None:
        raise MissingProgram(
            f"This store was written by a newer program than this one (its form is {revision}, the newest known here "
            f"{newest()}). Nothing was changed. Install the newer program, or name another folder in PETITION_HOME."
        )


def _copy_before(database: Database, revision: str) -> None:
    """A whole copy of the database, beside it, under the revision that it has."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    target = database.path.with_name(f"before-{revision}-{stamp}.db")
    part = target.with_suffix(".part")
    with closing(sqlite3.connect(database.path)) as source, closing(sqlite3.connect(part)) as copy:
        source.backup(copy)
    part.replace(target)
    crashpoint("migrate-copied")
