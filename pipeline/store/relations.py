"""Scans that have pages in common: a longer copy takes the place of the shorter, until the petition is filed.

A scanner that appends a page writes a new file with the old pages in it; so does a copy that was broken off and made again.
Pages are compared by salted digests of their pictures, so a file saved anew by another program is known too.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast

from sqlalchemy import Connection, select

from pipeline.crashpoint import crashpoint
from pipeline.store import petitions, schema
from pipeline.store.chain import append, now
from pipeline.store.claims import Claim
from pipeline.store.readings import evidence_key, record_pages

Kind = Literal["supersedes", "longer-after-filing", "same-pages", "shorter-copy"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """Scan `sha256` has pages of the earlier scan `other`."""

    sha256: str
    other: str
    kind: Kind
    """`supersedes`: begins with all pages of `other`, which no longer counts. `longer-after-filing`: the same, but the petition
    was filed, so both are kept and a person is asked. `same-pages`: the same scan in other bytes. `shorter-copy`: only the first
    pages of `other`. The last two are kept, and a person is asked."""


def record(connection: Connection, held: Claim, digests: Sequence[str], *, filed: bool) -> list[Relation]:
    """Keep the digests of a scan's pages and its relations to earlier scans of its petition."""
    assert held.petition is not None, "relations are looked for within a petition"
    key = evidence_key(connection, held.petition)
    salted = [hmac.new(key, digest.encode("ascii"), hashlib.sha256).hexdigest()[:32] for digest in digests]
    record_pages(connection, held.sha256, salted)
    table, found = schema.relation, []
    for other, theirs in _beginning_alike(connection, held, salted):
        kind = _kind(salted, theirs, filed=filed)
        either = (table.c.sha256 == held.sha256) & (table.c.other == other) | (table.c.sha256 == other) & (
            table.c.other == held.sha256
        )
        if kind is None or connection.execute(select(table.c.id).where(either)).first() is not None:
            continue
        relation = Relation(sha256=held.sha256, other=other, kind=kind)
        append(
            connection, table, {"sha256": held.sha256, "other": other, "kind": kind, "at": now()}, event=kind,
            petition=held.petition,
        )  # fmt: skip
        found.append(relation)
    crashpoint("pages-before-commit")
    return found


def _beginning_alike(connection: Connection, held: Claim, mine: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Scans of the same petition, not superseded, whose first page is ours; with the digests of their pages."""
    page = schema.page
    query = select(page.c.sha256, page.c.digests).where(page.c.first == mine[0], page.c.sha256 != held.sha256) if mine else None
    rows = [] if query is None else connection.execute(query).all()
    if not rows or held.petition is None:
        return []
    counting = set(petitions.scans_of(connection, held.petition))
    return [(row.sha256, json.loads(row.digests)) for row in rows if row.sha256 in counting]


def listed(connection: Connection, petition: str) -> list[Relation]:
    """The relations between scans of a petition, in the order in which they were found."""
    table, log = schema.relation, schema.assignment
    mine = select(log.c.sha256).where(log.c.petition == petition)
    rows = connection.execute(select(table).where(table.c.sha256.in_(mine)).order_by(table.c.id))
    return [Relation(sha256=row.sha256, other=row.other, kind=cast(Kind, row.kind)) for row in rows]


def _kind(mine: Sequence[str], theirs: Sequence[str], *, filed: bool) -> Kind | None:
    if not mine or not theirs:
        return None
    if list(mine) == list(theirs):
        return "same-pages"
    if list(mine[: len(theirs)]) == list(theirs):
        return "longer-after-filing" if filed else "supersedes"
    if list(theirs[: len(mine)]) == list(mine):
        return "shorter-copy"
    return None
