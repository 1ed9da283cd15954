"""What the machine read and judged: facts by key, results by fingerprint. A row is added, never changed; the same again is none.

Facts and results are bytes to the store: it keeps them, it does not look in.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from pipeline.crashpoint import crashpoint
from pipeline.store import personal, schema
from pipeline.store.chain import append, link, now

EVIDENCE_KEY = "evidence-key"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredResult:
    """A scan judged once."""

    id: int
    sha256: str
    petition: str
    fingerprint: str
    facts_key: str | None
    versions: Mapping[str, str]
    """What made it: program, engines, and whatever the caller named."""
    exit: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingRow:
    """A finding as the store lists it: without its words, which may hold names."""

    key: str
    """What it is about, the same over all results: for example `SERIAL-p1:warning-not-red:2:-:-`."""
    check: str
    clause: str
    consequence: str
    certainty: float
    page: int | None
    row: int | None
    evidence: str
    """Given: all that the finding says, as canonical text. Read back: its keyed hash, equal where that text was equal."""


def record_facts(connection: Connection, key: str, data: bytes, sha256: str, petition: str | None) -> bool:
    """Keep facts under `key`; False where facts with this key were kept before, which stay."""
    if connection.execute(select(schema.facts.c.key).where(schema.facts.c.key == key)).one_or_none() is not None:
        return False
    number, digest = personal.seal(connection, "facts", data, sha256=sha256, petition=petition)
    row = {"key": key, "sha256": sha256, "personal": number, "digest": digest, "at": now()}
    append(connection, schema.facts, row, event="facts", petition=petition)
    crashpoint("facts-before-commit")
    return True


def facts(connection: Connection, key: str) -> bytes | None:
    """The facts under `key`; None where there are none, or they were deleted."""
    number = connection.execute(select(schema.facts.c.personal).where(schema.facts.c.key == key)).scalar()
    if number is None:
        return None
    try:
        return personal.opened(connection, number)
    except personal.Deleted:
        return None


def record_result(
    connection: Connection,
    *,
    sha256: str,
    petition: str,
    fingerprint: str,
    lines: bytes,
    exit_code: int,
    versions: Mapping[str, str],
    facts_key: str | None,
    findings: Sequence[FindingRow],
) -> int:
    """Keep a result and its findings; its id. The same fingerprint again is the result that is there."""
    table = schema.result
    same = (table.c.sha256 == sha256) & (table.c.petition == petition) & (table.c.fingerprint == fingerprint)
    known = connection.execute(select(table.c.id).where(same)).scalar()
    if known is not None:
        return int(known)
    number, digest = personal.seal(connection, "result", lines, sha256=sha256, petition=petition)
    row = {
        "sha256": sha256, "petition": petition, "fingerprint": fingerprint, "facts_key": facts_key, "exit": exit_code,
        "versions": json.dumps(dict(versions), sort_keys=True), "personal": number, "digest": digest, "at": now(),
    }  # fmt: skip
    made = int(append(connection, table, row, event="result", petition=petition))
    secret = evidence_key(connection, petition)
    for finding in findings:
        values = {name: getattr(finding, name) for name in FindingRow.__dataclass_fields__}
        evidence = hmac.new(secret, finding.evidence.encode("utf-8"), hashlib.sha256).hexdigest()
        append(connection, schema.finding, {**values, "result": made, "evidence": evidence}, event="finding", petition=petition)
    crashpoint("result-before-commit")
    return made


def results(connection: Connection, *, sha256: str | None = None, petition: str | None = None) -> list[StoredResult]:
    """Results, oldest first."""
    table = schema.result
    query = select(table).order_by(table.c.id)
    query = query if sha256 is None else query.where(table.c.sha256 == sha256)
    query = query if petition is None else query.where(table.c.petition == petition)
    return [_stored(row) for row in connection.execute(query)]


def lines(connection: Connection, result: int) -> bytes:
    """The JSON Lines of a result, byte for byte as they were recorded.

    Raises:
        Deleted: where they were deleted since.
        LookupError: for an id that is none.
    """
    number = connection.execute(select(schema.result.c.personal).where(schema.result.c.id == result)).scalar()
    if number is None:
        raise LookupError(f"no result {result}")
    return personal.opened(connection, number)


def findings(connection: Connection, result: int) -> list[FindingRow]:
    """The findings of a result, in its order."""
    query = select(schema.finding).where(schema.finding.c.result == result).order_by(schema.finding.c.id)
    return [FindingRow(**{n: getattr(row, n) for n in FindingRow.__dataclass_fields__}) for row in connection.execute(query)]


def _stored(row: Row[Any]) -> StoredResult:
    return StoredResult(
        id=row.id, sha256=row.sha256, petition=row.petition, fingerprint=row.fingerprint, facts_key=row.facts_key,
        versions=json.loads(row.versions), exit=row.exit, at=row.at,
    )  # fmt: skip


def evidence_key(connection: Connection, petition: str) -> bytes:
    """The petition's own key for hashes of evidence: without it, and it goes with a deletion, no name can be tried."""
    table = schema.personal
    query = select(table.c.id).where(table.c.what == EVIDENCE_KEY, table.c.petition == petition).order_by(table.c.id.desc())
    number = connection.execute(query.limit(1)).scalar()
    if number is not None:
        return personal.opened(connection, number)
    key = secrets.token_bytes(32)
    made, digest = personal.seal(connection, EVIDENCE_KEY, key, petition=petition)
    link(connection, EVIDENCE_KEY, petition=petition, detail={"personal": made, "digest": digest})
    return key


def record_pages(connection: Connection, sha256: str, digests: Sequence[str]) -> None:
    """Keep the digests of an original's pages, once."""
    if connection.execute(select(schema.page.c.pages).where(schema.page.c.sha256 == sha256)).scalar() is None:
        row = {
            "sha256": sha256, "pages": len(digests), "first": digests[0] if digests else "",
            "digests": json.dumps(list(digests)), "at": now(),
        }  # fmt: skip
        append(connection, schema.page, row, event="pages")


def page_count(connection: Connection, sha256: str) -> int | None:
    """Pages of an original as `record_pages` was told; None where it was not."""
    found = connection.execute(select(schema.page.c.pages).where(schema.page.c.sha256 == sha256)).scalar()
    return None if found is None else int(found)
