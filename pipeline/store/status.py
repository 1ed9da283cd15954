"""How far is everything? Every file that was seen is in exactly one state: conservation, as a person and the tests see it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from pipeline.store import receipt, schema


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """Counts over all receipts: `seen = waiting + working + taken + duplicate + problem`."""

    seen: int
    waiting: int
    """Taken in, not yet read."""
    working: int
    taken: int
    """Read and judged."""
    duplicate: int
    problem: int
    moving: int
    """Files whose row is committed and that are not yet where they go; 0 when all is at rest."""
    problems: dict[str, int]
    """Problems by their reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A file that waits for a person."""

    receipt: int
    sha256: str | None
    petition: str | None
    reason: str | None
    name: str
    """As the clerk named it."""
    sentence: str
    """What is wrong and what to do; empty where it was deleted."""
    file: bytes
    """Where the file was put, from the inbox on."""


def problems(connection: Connection, *, most: int, after: int) -> list[Problem]:
    """Up to `most` problems in the order in which the files came, from receipts later than `after` on."""
    work, moved, mine = schema.work, schema.move, schema.receipt
    failed = select(work.c.receipt).where(work.c.state == "problem", work.c.receipt.is_not(None))
    query = (
        select(mine.c.id, work.c.reason, work.c.petition, moved.c.why, moved.c.source, moved.c.target, moved.c.state)
        .select_from(mine.outerjoin(work, work.c.receipt == mine.c.id).outerjoin(moved, moved.c.receipt == mine.c.id))
        .where((mine.c.outcome == "problem") | mine.c.id.in_(failed), mine.c.id > after)
        .order_by(mine.c.id)
        .limit(most)
    )
    out = []
    for number, reason, petition, why, source, target, state in connection.execute(query).all():
        told = receipt.read(connection, number)
        refused = told.outcome == "problem"
        out.append(
            Problem(
                receipt=number,
                sha256=told.sha256,
                petition=petition or told.petition,
                reason=told.reason if refused else reason,
                name=told.name,
                sentence=told.sentence if refused else why or "",
                file=(source if state == "stays" else target) or b"",
            )
        )
    return out


def status(connection: Connection) -> Status:
    """Count."""
    seen, work = schema.receipt, schema.work
    outcomes = select(seen.c.outcome, func.count()).group_by(seen.c.outcome)
    at_the_door = {row[0]: row[1] for row in connection.execute(outcomes)}
    states = {
        row[0]: row[1]
        for row in connection.execute(
            select(work.c.state, func.count()).where(work.c.receipt.is_not(None)).group_by(work.c.state)
        )
    }
    by_reason: dict[str, int] = {}
    refused = select(seen.c.reason, func.count()).where(seen.c.outcome == "problem").group_by(seen.c.reason)
    failed = (
        select(work.c.reason, func.count()).where(work.c.receipt.is_not(None), work.c.state == "problem").group_by(work.c.reason)
    )
    for query in (refused, failed):
        for reason, number in connection.execute(query):
            by_reason[str(reason)] = by_reason.get(str(reason), 0) + number
    moving = connection.execute(select(func.count()).where(schema.move.c.state == "pending")).scalar_one()
    return Status(
        seen=sum(at_the_door.values()),
        waiting=states.get("waiting", 0),
        working=states.get("working", 0),
        taken=states.get("done", 0),
        duplicate=at_the_door.get("duplicate", 0),
        problem=at_the_door.get("problem", 0) + states.get("problem", 0),
        moving=moving,
        problems=by_reason,
    )


def long_scans(connection: Connection, more_than: int) -> list[tuple[str, str, int]]:
    """Hash, petition and pages of the scans that are waiting or being read and have more than so many pages, oldest first."""
    work, page = schema.work, schema.page
    query = (
        select(work.c.sha256, work.c.petition, page.c.pages)
        .join(page, page.c.sha256 == work.c.sha256)
        .where(work.c.receipt.is_not(None), work.c.state.in_(("waiting", "working")), page.c.pages > more_than)
        .order_by(work.c.id)
    )
    return [(row.sha256, row.petition, row.pages) for row in connection.execute(query) if row.petition is not None]
