"""The log as a hash chain: each link holds the hash of the row that it tells of and of the link before.

A row of an append-only table is written by `append`, which adds its link in the same transaction; there is no other way to
write one. What names people is in `personal`; the row carries its salted digest, so the chain covers names without holding one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, Table, insert, select, update

from pipeline.store import schema

Values = Mapping[str, Any]

START = "0" * 64
"""What stands before the first link."""


def now() -> str:
    """The time as rows hold it: UTC, microseconds, always the same length."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def append(
    connection: Connection,
    table: Table,
    values: Values,
    *,
    event: str,
    petition: str | None = None,
    by: str | None = None,
    detail: Values | None = None,
) -> Any:
    """Insert a row and its link; the row's primary key. `detail` must name no one."""
    made = connection.execute(insert(table).values(**values)).inserted_primary_key
    assert made is not None
    key = made[0]
    (column,) = table.primary_key.columns
    row = connection.execute(select(table).where(column == key)).one()
    link(connection, event, petition=petition, by=by, detail=detail, row=(table, str(key), row_hash(table, row)))
    return key


def link(
    connection: Connection,
    event: str,
    *,
    petition: str | None = None,
    by: str | None = None,
    detail: Values | None = None,
    row: tuple[Table, str, str] | None = None,
) -> int:
    """Add one link to the log; its number."""
    seq, previous = connection.execute(select(schema.head.c.seq, schema.head.c.hash).where(schema.head.c.id == 1)).one()
    values: dict[str, Any] = {
        "seq": seq + 1,
        "at": now(),
        "event": event,
        "petition": petition,
        "by": by,
        "row_table": row[0].name if row else None,
        "row_id": row[1] if row else None,
        "row_hash": row[2] if row else None,
        "detail": json.dumps(detail or {}, ensure_ascii=True, sort_keys=True),
        "previous": previous,
    }
    values["hash"] = link_hash(values)
    connection.execute(insert(schema.log).values(**values))
    connection.execute(update(schema.head).where(schema.head.c.id == 1).values(seq=values["seq"], hash=values["hash"]))
    return seq + 1


def link_hash(link: Values) -> str:
    """The hash of a link: over all its columns but the hash itself."""
    return _hash([[name, link[name]] for name in sorted(c.name for c in schema.log.columns if c.name != "hash")])


def row_hash(table: Table, row: Row[Any]) -> str:
    """The hash of a row: over the table's name and every column."""
    values = row._mapping
    return _hash([table.name, [[c.name, _plain(values[c.name])] for c in table.columns]])


def _plain(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes | memoryview) else value


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii")).hexdigest()
