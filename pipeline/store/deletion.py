"""`petition delete`: what names people goes; who ordered it, when and why stays, and the log still proves the rest.

Goes: file names, facts, results, reasons, the scans themselves, the clerk's files that were moved, reports and pictures made of
them, and copies of the database from before migrations. Stays: hashes that were salted, counts, checks and clauses. Backups are
the office's to delete.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Integer, cast, delete, func, insert, select, update

from pipeline.crashpoint import crashpoint
from pipeline.errors import WrongUse
from pipeline.store import schema
from pipeline.store.chain import append, now
from pipeline.store.intake_moves import remove_file

if TYPE_CHECKING:
    from pipeline.store.store import Store


CACHE, REPORTS = "cache", "reports"
"""Where those who read scans keep what they make of them: files named by the key of the facts, and folders by petition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleted:
    """What a deletion took."""

    id: int
    rows: int
    originals: int


def delete_petition(store: Store, petition: str, *, by: str, why: str) -> Deleted:
    """Delete what names people in one petition.

    Raises:
        WrongUse: no such petition, no name, no reason, or a worker is at it now.
    """
    if not by.strip() or not why.strip():
        raise WrongUse("A deletion wants --by, the name of the person who orders it, and --why, the reason.")
    with store.writing() as connection:
        _expect_at_rest(connection, petition)
        scans = _scans(connection, petition)
        rows = _rows(connection, petition, scans)
        items = [("personal", str(n)) for n in rows] + [("original", s) for s in scans]
        values = {
            "petition": petition, "by": by, "why": why, "rows": len(rows), "originals": len(scans), "erased": erased_hash(items),
            "at": now(),
        }  # fmt: skip
        number = int(append(connection, schema.deletion, values, event="deletion", petition=petition, by=by))
        for kind, key in items:
            connection.execute(insert(schema.erased).values(kind=kind, key=key, deletion=number))
        mine = (schema.erased.c.kind == "personal") & (schema.erased.c.deletion == number)
        named = select(cast(schema.erased.c.key, Integer)).where(mine)
        connection.execute(delete(schema.personal).where(schema.personal.c.id.in_(named)))
        crashpoint("delete-before-commit")
    crashpoint("delete-committed")
    settle(store)
    return Deleted(id=number, rows=len(rows), originals=len(scans))


def settle(store: Store) -> int:
    """Remove the files that a deletion named and a kill left; how many."""
    with store.database.reading() as reader:
        gone = list(reader.execute(select(schema.erased.c.key).where(schema.erased.c.kind == "original")).scalars())
    left = [sha256 for sha256 in gone if store.original(sha256).exists()]
    for sha256 in left:
        with store.database.reading() as reader:
            mine = (schema.receipt.c.sha256 == sha256) & (schema.receipt.c.outcome != "problem")
            receipts = list(reader.execute(select(schema.receipt.c.id).where(mine)).scalars())
        for receipt in receipts:
            remove_file(store, receipt)
        _forget_made(store, sha256)
        crashpoint("delete-files")
        # Last: while it is here, what is left of its traces is found again.
        store.originals.erase(sha256)
    if left and store.database.sqlite:
        for copy in store.database.folder.glob("before-*.db"):
            copy.unlink()
        # What was overwritten in the database must not survive in its log of writes.
        with closing(sqlite3.connect(store.database.path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return len(left)


def _forget_made(store: Store, sha256: str) -> None:
    """Remove what was made from a scan: pictures of its pages in the cache, and the reports on its petition."""
    with store.database.reading() as reader:
        keys = set(reader.execute(select(schema.facts.c.key).where(schema.facts.c.sha256 == sha256)).scalars())
        petitions = set(
            reader.execute(select(schema.assignment.c.petition).where(schema.assignment.c.sha256 == sha256)).scalars()
        )
    for file in (store.settings.home / CACHE).rglob("*"):
        if file.is_file() and file.name.partition(".")[0] in keys:
            file.unlink()
    for petition in petitions:
        shutil.rmtree(store.inbox.root / REPORTS / petition, ignore_errors=True)


def erased_hash(items: Iterable[tuple[str, str]]) -> str:
    """SHA-256 over the list of what was deleted, whatever its order."""
    return hashlib.sha256("\n".join(sorted(f"{kind} {key}" for kind, key in items)).encode()).hexdigest()


def _expect_at_rest(connection: Connection, petition: str) -> None:
    known = connection.execute(select(func.count()).where(schema.petition.c.petition == petition)).scalar_one()
    if not known:
        raise WrongUse(f"No petition \"{petition}\" is known to the store. Look with 'petition inbox'.")
    working = (schema.work.c.petition == petition) & (schema.work.c.state == "working")
    if connection.execute(select(schema.work.c.id).where(working)).first() is not None:
        raise WrongUse(f'Scans of "{petition}" are being read now. Stop the program that reads them, then delete.')
    waiting = (schema.work.c.petition == petition) & (schema.work.c.state == "waiting")
    connection.execute(update(schema.work).where(waiting).values(state="problem", reason="deleted", changed_at=now()))


def _scans(connection: Connection, petition: str) -> list[str]:
    table = schema.assignment
    latest = select(func.max(table.c.id)).group_by(table.c.sha256)
    erased = select(schema.erased.c.key).where(schema.erased.c.kind == "original")
    query = select(table.c.sha256).where(table.c.id.in_(latest), table.c.petition == petition, table.c.sha256.not_in(erased))
    return sorted(connection.execute(query).scalars())


def _rows(connection: Connection, petition: str, scans: list[str]) -> list[int]:
    table = schema.personal
    rows = set(connection.execute(select(table.c.id).where(table.c.petition == petition)).scalars())
    for sha256 in scans:
        rows |= set(connection.execute(select(table.c.id).where(table.c.sha256 == sha256)).scalars())
    return sorted(rows)
