"""How far is everything? Every file that was seen is in exactly one state: conservation, as a person and the tests see it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from pipeline.store import schema


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


def status(connection: Connection) -> Status:
    """Count."""
    receipt, work = schema.receipt, schema.work
    at_the_door = {
        row[0]: row[1] for row in connection.execute(select(receipt.c.outcome, func.count()).group_by(receipt.c.outcome))
    }
    states = {
        row[0]: row[1]
        for row in connection.execute(
            select(work.c.state, func.count()).where(work.c.receipt.is_not(None)).group_by(work.c.state)
        )
    }
    problems: dict[str, int] = {}
    refused = select(receipt.c.reason, func.count()).where(receipt.c.outcome == "problem").group_by(receipt.c.reason)
    failed = (
        select(work.c.reason, func.count()).where(work.c.receipt.is_not(None), work.c.state == "problem").group_by(work.c.reason)
    )
    for query in (refused, failed):
        for reason, number in connection.execute(query):
            problems[str(reason)] = problems.get(str(reason), 0) + number
    moving = connection.execute(select(func.count()).where(schema.move.c.state == "pending")).scalar_one()
    return Status(
        seen=sum(at_the_door.values()),
        waiting=states.get("waiting", 0),
        working=states.get("working", 0),
        taken=states.get("done", 0),
        duplicate=at_the_door.get("duplicate", 0),
        problem=at_the_door.get("problem", 0) + states.get("problem", 0),
        moving=moving,
        problems=problems,
    )
