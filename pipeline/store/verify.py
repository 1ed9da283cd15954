"""Is the store what was written? Walks the log from its first link, every row with its link, every scan with its hash.

The first bad record ends the walk with its name: what comes after it proves nothing.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, RowMapping, Select, Table, func, select, text
from sqlalchemy.exc import DBAPIError

from pipeline.errors import StoreDamaged
from pipeline.store import anchor, personal, schema
from pipeline.store.chain import START, link_hash, row_hash
from pipeline.store.database import Database
from pipeline.store.deletion import erased_hash
from pipeline.store.migrate import migrate
from pipeline.store.originals import READ_ONLY, Originals
from pipeline.store.readings import EVIDENCE_KEY

Progress = Callable[[str, int, int], None]
"""Called with what is looked at, how many are done and how many there are."""

_SEALED: tuple[Table, ...] = (schema.receipt, schema.facts, schema.result, schema.decision)
_BATCH = 500
# What a value of a kind that its column does not hold makes of the driver, which cannot even hand it over.
_UNREADABLE = (DBAPIError, sqlite3.Error, UnicodeDecodeError, ValueError, TypeError, OverflowError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """A store without fault."""

    links: int
    last: str
    """The hash of the last link: who notes it on paper can prove later that nothing before it was changed."""
    originals: int
    deleted: int
    """Originals that were deleted on order."""
    notes: tuple[str, ...] = field(default=())
    """What is no fault, but worth a look."""


def verify(
    database: Database, originals: Originals, progress: Progress = lambda what, done, of: None, *, hashes: bool = True
) -> Verified:
    """Look at everything; with `hashes` False only whether each scan is there.

    Raises:
        StoreDamaged: naming the first record that is not as it was written.
    """
    last_noted = anchor.noted(database.folder)
    try:
        with database.reading() as connection:
            _form(connection, database)
            anchor.prove(last_noted, connection)
            links, last, notes = _walk(connection, progress)
            _nothing_unlogged(connection)
            _sealed(connection)
            _erased(connection)
            table = schema.original
            known = {row.sha256: row.bytes for row in connection.execute(select(table.c.sha256, table.c.bytes))}
            gone = set(connection.execute(select(schema.erased.c.key).where(schema.erased.c.kind == "original")).scalars())
    except _UNREADABLE as error:
        raise _bad("the database", f"cannot be read ({type(error).__name__})") from error
    for done, sha256 in enumerate(sorted(known), 1):
        notes += _original(originals, sha256, known[sha256], gone, hashes=hashes)
        progress("originals", done, len(known))
    if stray := originals.all() - set(known):
        notes.append(
            f"{len(stray)} files among the originals belong to no row, for example {min(stray)}: copies cut short by a kill."
        )
    return Verified(links=links, last=last, originals=len(set(known) - gone), deleted=len(gone), notes=tuple(notes))


def _form(connection: Connection, database: Database) -> None:
    """The database's own checks, and whether the guards on its tables are there."""
    if database.sqlite:
        said = connection.execute(text("PRAGMA integrity_check(1)")).scalar()
        if said != "ok":
            raise _bad("the database file", str(said))
        broken = connection.execute(text("PRAGMA foreign_key_check")).first()
        if broken is not None:
            raise _bad(f"{broken[0]} row {broken[1]}", f"names a row of {broken[2]} that is not there")
        found, wanted = _form_of(connection), _form_as_made()
        for name in sorted(wanted | found):
            if name not in found:
                raise _bad(f"the {name[0]} {name[1]}", "was taken off or changed: rows could have been changed unseen")
            if name not in wanted:
                raise _bad(f"the {name[0]} {name[1]}", "was added by another program, or is a changed one")
        return
    enabled = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
    guards = set(connection.execute(text(enabled)).scalars())
    needed = {f"{t.name}_no_{what}" for t in (*schema.APPEND_ONLY, schema.personal) for what in ("change", "truncate")}
    if missing := sorted((needed | {"personal_delete"}) - guards):
        raise _bad(f"the trigger {missing[0]}", "was taken off or changed: rows could have been changed unseen")


def _form_of(connection: Connection) -> set[tuple[str, str, str]]:
    """Every table, index and trigger of an SQLite database as it is written down there."""
    rows = connection.execute(text("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")).all()
    return {(str(kind), str(name), str(sql)) for kind, name, sql in rows}


@cache
def _form_as_made() -> set[tuple[str, str, str]]:
    """The same of a database that the migrations have just made."""
    with tempfile.TemporaryDirectory() as folder, closing(Database(folder=Path(folder), url=None, busy_seconds=60.0)) as fresh:
        migrate(fresh, empty=True)
        with fresh.reading() as connection:
            return _form_of(connection)


def _walk(connection: Connection, progress: Progress) -> tuple[int, str, list[str]]:
    """The links in order, each with its row; how many, the last one's hash, and what is worth a note."""
    tables = {t.name: t for t in schema.LOGGED}
    of = connection.execute(select(func.count()).select_from(schema.log)).scalar_one()
    seq, previous, at, notes = 0, START, "", list[str]()
    while True:
        batch = connection.execute(
            select(schema.log).where(schema.log.c.seq > seq).order_by(schema.log.c.seq).limit(_BATCH)
        ).all()
        if not batch:
            break
        for row in batch:
            link = row._mapping
            if link["seq"] != seq + 1:
                raise _bad(f"link {seq + 1} of the log", "is missing")
            if link["previous"] != previous or link_hash({c.name: link[c.name] for c in schema.log.columns}) != link["hash"]:
                raise _bad(f"link {link['seq']} of the log", f"was changed ({link['event']}, {link['at']})")
            _linked(connection, tables, link)
            if link["at"] < at:
                notes.append(f"The computer's clock went back before link {link['seq']}: from {at} to {link['at']}.")
            seq, previous, at = link["seq"], link["hash"], link["at"]
        progress("links", seq, of)
    head = connection.execute(select(schema.head.c.seq, schema.head.c.hash)).all()
    if [tuple(h) for h in head] != [(seq, previous)]:
        raise _bad(f"link {seq + 1} of the log", "is missing: the log ends before its noted end")
    return seq, previous, notes


def _links(connection: Connection, after: int) -> Sequence[Row[Any]]:
    """The next links; where one cannot be read, it is named."""
    query = select(schema.log).order_by(schema.log.c.seq)
    try:
        return connection.execute(query.where(schema.log.c.seq > after).limit(_BATCH)).all()
    except _UNREADABLE:
        for seq in range(after + 1, after + _BATCH + 1):
            _one(connection, query.where(schema.log.c.seq == seq), f"link {seq} of the log")
        raise


def _one(connection: Connection, query: Select[Any], name: str) -> Row[Any] | None:
    try:
        return connection.execute(query).one_or_none()
    except _UNREADABLE as error:
        raise _bad(name, f"cannot be read ({type(error).__name__})") from error


def _linked(connection: Connection, tables: dict[str, Table], link: RowMapping) -> None:
    """The row that a link tells of is there and as it was; what the link itself promises holds."""
    name = link["row_table"]
    if name is not None:
        table = tables.get(name)
        if table is None:
            raise _bad(f"link {link['seq']} of the log", f"tells of an unknown table {name}")
        (column,) = table.primary_key.columns
        key: Any = int(link["row_id"]) if column.type.python_type is int else link["row_id"]
        row = _one(connection, select(table).where(column == key), f"{name} {link['row_id']}")
        if row is None:
            raise _bad(f"{name} {link['row_id']}", f"was deleted (link {link['seq']}, {link['at']})")
        if row_hash(table, row) != link["row_hash"]:
            raise _bad(f"{name} {link['row_id']}", f"was changed after {link['at']} (link {link['seq']})")
    detail = json.loads(link["detail"])
    if link["event"] == "store":
        told = connection.execute(select(schema.meta.c.value).where(schema.meta.c.key == "store")).scalar()
        if told != detail["store"]:
            raise _bad("meta store", "was changed")
    if link["event"] == EVIDENCE_KEY:
        _seal(connection, f"the evidence key of link {link['seq']}", detail["personal"], detail["digest"])


def _nothing_unlogged(connection: Connection) -> None:
    """Every row of a logged table has exactly one link."""
    for table in schema.LOGGED:
        (column,) = table.primary_key.columns
        rows = connection.execute(select(func.count()).select_from(table)).scalar_one()
        links = select(func.count(), func.count(schema.log.c.row_id.distinct())).where(schema.log.c.row_table == table.name)
        said, distinct = connection.execute(links).one()
        if rows != said or said != distinct:
            known = set(connection.execute(select(schema.log.c.row_id).where(schema.log.c.row_table == table.name)).scalars())
            added = [k for k in connection.execute(select(column).order_by(column)).scalars() if str(k) not in known]
            raise _bad(f"{table.name} {added[0] if added else ''}", "was written past the log")


def _sealed(connection: Connection) -> None:
    for table in _SEALED:
        (column,) = table.primary_key.columns
        for key, number, digest in connection.execute(select(column, table.c.personal, table.c.digest).order_by(column)).all():
            _seal(connection, f"{table.name} {key}", number, digest)


def _seal(connection: Connection, whose: str, number: int, digest: str) -> None:
    row = _one(connection, select(schema.personal).where(schema.personal.c.id == number), f"personal {number} (of {whose})")
    if row is None:
        gone = (schema.erased.c.kind == "personal") & (schema.erased.c.key == str(number))
        if connection.execute(select(schema.erased.c.deletion).where(gone)).first() is None:
            raise _bad(f"personal {number} (of {whose})", "is missing, and no deletion tells of it")
        return
    if personal.digest(row.what, row.sha256, row.petition, row.salt, row.body) != digest:
        raise _bad(f"personal {number} (of {whose})", "was changed")


def _erased(connection: Connection) -> None:
    for row in connection.execute(select(schema.deletion)).all():
        keys = connection.execute(
            select(schema.erased.c.kind, schema.erased.c.key).where(schema.erased.c.deletion == row.id)
        ).all()
        if erased_hash([(kind, key) for kind, key in keys]) != row.erased:
            raise _bad(f"deletion {row.id}", "is not the list of what it took")


def _original(originals: Originals, sha256: str, size: int, gone: set[str], *, hashes: bool) -> list[str]:
    if sha256 in gone:
        return []
    if not originals.whole(sha256, size):
        raise _bad(f"original {sha256}", "is missing, or not as long as it was")
    found = originals.hash_of(sha256) if hashes else sha256
    if found != sha256:
        raise _bad(f"original {sha256}", f"was changed: its hash is {found}")
    mode = originals.path(sha256).stat().st_mode & 0o777
    return [f"Original {sha256} is not read-only."] if mode != READ_ONLY else []


def _bad(where: str, what: str) -> StoreDamaged:
    return StoreDamaged(
        f"First bad record: {where} {what}. Stop work on this store, keep it as it is, and go back to the last backup with "
        "'petition restore'."
    )
