"""Which petitions the office works on, where their files lie, and to which of them a scan belongs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, select

from pipeline.errors import WrongUse
from pipeline.store import schema
from pipeline.store.chain import append, now

# The id is the name of a folder in the intake, on any system.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPetition:
    """A petition that the store was told of."""

    id: str
    path: Path
    """Its petition.toml."""


def register(connection: Connection, petition: str, path: Path) -> None:
    """Tell the store of a petition file; of one known already, where it lies now.

    Raises:
        WrongUse: for an id that cannot be a folder's name.
    """
    if not _ID.fullmatch(petition) or petition.endswith("."):
        raise WrongUse(
            f'The petition\'s id "{petition}" cannot be the name of a folder. Use letters, digits, hyphens and dots, up to 64, '
            "beginning with a letter or digit."
        )
    known = {p.id: p.path for p in listed(connection)}
    if known.get(petition) != path:
        row = {"petition": petition, "path": str(path), "at": now()}
        append(connection, schema.petition, row, event="petition", petition=petition)


def listed(connection: Connection) -> list[KnownPetition]:
    """All petitions, by id."""
    table = schema.petition
    latest = select(func.max(table.c.id)).group_by(table.c.petition)
    query = select(table).where(table.c.id.in_(latest)).order_by(table.c.petition)
    return [KnownPetition(id=row.petition, path=Path(row.path)) for row in connection.execute(query)]


def assign(connection: Connection, sha256: str, petition: str, how: str) -> None:
    """Record to which petition a scan belongs, and by what that is known: `folder`, `read` or `person`."""
    if petition_of(connection, sha256) != petition:
        row = {"sha256": sha256, "petition": petition, "how": how, "at": now()}
        append(connection, schema.assignment, row, event="assignment", petition=petition)


def petition_of(connection: Connection, sha256: str) -> str | None:
    """The petition of a scan; None while it is not known."""
    table = schema.assignment
    return connection.execute(
        select(table.c.petition).where(table.c.sha256 == sha256).order_by(table.c.id.desc()).limit(1)
    ).scalar()


def scans_of(connection: Connection, petition: str) -> list[str]:
    """The hashes of a petition's scans that count, in the order in which they came: without superseded ones."""
    table = schema.assignment
    replaced = select(schema.relation.c.other).where(schema.relation.c.kind == "supersedes")
    latest = select(func.max(table.c.id)).group_by(table.c.sha256)
    query = (
        select(table.c.sha256)
        .where(table.c.id.in_(latest), table.c.petition == petition, table.c.sha256.not_in(replaced))
        .order_by(table.c.id)
    )
    return [row.sha256 for row in connection.execute(query)]
