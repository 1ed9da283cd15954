"""What became of a file that was seen in the intake folder: the store's answer, kept for ever."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Row, select

from pipeline.store import personal, schema
from pipeline.store.chain import append, now

Outcome = Literal["taken", "duplicate", "problem"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """One file seen, and what became of it at the door. What its reading brings later is `Work`."""

    id: int
    sha256: str | None
    """None where it was refused unread."""
    bytes: int
    petition: str | None
    outcome: Outcome
    reason: str | None
    """A code: `empty`, `not-a-scan`, `duplicate` …; None for a file taken."""
    earlier: int | None
    """The receipt of the same scan that came first."""
    name: str
    """The file's name without folder; bytes that are no UTF-8 as surrogates (`os.fsdecode`). Empty where it was deleted."""
    sentence: str
    """What the clerk is told."""
    at: str


def write(
    connection: Connection,
    *,
    sha256: str | None,
    size: int,
    petition: str | None,
    outcome: Outcome,
    name: str,
    sentence: str,
    reason: str | None = None,
    earlier: int | None = None,
) -> Receipt:
    """Add a receipt."""
    words = json.dumps({"name": name, "sentence": sentence}, ensure_ascii=True).encode("ascii")
    number, digest = personal.seal(connection, "receipt", words, sha256=sha256, petition=petition)
    row = {
        "sha256": sha256, "bytes": size, "petition": petition, "outcome": outcome, "reason": reason, "earlier": earlier,
        "personal": number, "digest": digest, "at": now(),
    }  # fmt: skip
    made = int(append(connection, schema.receipt, row, event=outcome, petition=petition))
    return _receipt({**row, "id": made}, {"name": name, "sentence": sentence})


def read(connection: Connection, number: int) -> Receipt:
    """The receipt of this id.

    Raises:
        LookupError: there is none.
    """
    row = connection.execute(select(schema.receipt).where(schema.receipt.c.id == number)).one_or_none()
    if row is None:
        raise LookupError(f"no receipt {number}")
    return _opened(connection, row)


def listed(connection: Connection, *, sha256: str | None = None, outcome: str | None = None) -> list[Receipt]:
    """Receipts in the order in which files came."""
    table = schema.receipt
    query = select(table).order_by(table.c.id)
    query = query if sha256 is None else query.where(table.c.sha256 == sha256)
    query = query if outcome is None else query.where(table.c.outcome == outcome)
    return [_opened(connection, row) for row in connection.execute(query).all()]


def _opened(connection: Connection, row: Row[Any]) -> Receipt:
    try:
        words = json.loads(personal.opened(connection, row.personal))
    except personal.Deleted:
        words = {"name": "", "sentence": ""}
    return _receipt({c.name: row._mapping[c.name] for c in schema.receipt.columns}, words)


def _receipt(row: Mapping[str, Any], words: Mapping[str, str]) -> Receipt:
    names = [n for n in Receipt.__dataclass_fields__ if n not in words]
    return Receipt(name=words["name"], sentence=words["sentence"], **{n: row[n] for n in names})
