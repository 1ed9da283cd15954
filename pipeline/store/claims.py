"""Who does which piece of work: each is claimed by one worker at a time, under a lease, with a version.

A worker that sleeps past its lease finds, when it wakes, that the version has gone on: nothing that it writes then is taken.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select, text, update

from pipeline.crashpoint import crashpoint
from pipeline.errors import PetitionError
from pipeline.store import schema
from pipeline.store.chain import link, now
from pipeline.store.database import Database
from pipeline.store.lease import Holder, Lease, myself, over, since_boot
from pipeline.store.settings import StoreSettings

# A worker killed from outside is not the scan's fault; a scan that so many workers died over most likely is.
MOST_LOST = 20

_TABLE = schema.work


class LeaseLost(PetitionError):
    """The work is another's by now: what this worker found out about it is not written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A piece of work that this process has, until its lease ends."""

    id: int
    kind: str
    subject: str
    sha256: str
    petition: str | None
    """Petition that the scan belongs to; None: to be found out by what is read on it."""
    receipt: int | None
    version: int
    tries: int
    """How often it failed before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A piece of work as it stands, for those who only look."""

    id: int
    kind: str
    subject: str
    sha256: str
    petition: str | None
    receipt: int | None
    state: str
    reason: str | None
    tries: int


def queue(connection: Connection, kind: str, subject: str, sha256: str, petition: str | None, receipt: int | None = None) -> int:
    """Put a piece of work in the queue; where it is there already, whatever its state, nothing happens. Its id."""
    known = connection.execute(select(_TABLE.c.id).where(_TABLE.c.kind == kind, _TABLE.c.subject == subject)).scalar()
    if known is not None:
        return int(known)
    values = {"kind": kind, "subject": subject, "sha256": sha256, "petition": petition, "receipt": receipt}
    made = connection.execute(insert(_TABLE).values(**values, state="waiting", changed_at=now())).inserted_primary_key
    assert made is not None
    return int(made[0])


def claim(
    database: Database, settings: StoreSettings, kind: str, *, most: int = 1, lease: float | None = None
) -> tuple[list[Claim], list[Claim]]:
    """Up to `most` pieces of work, oldest first, for `lease` seconds: waiting ones, and those whose holder is gone.

    Returns:
        What to work on; and what too many workers died over, claimed as well, for the caller to make a problem.
    """
    me, seconds = myself(), lease or settings.lease_seconds
    taken: list[Claim] = []
    hopeless: list[Claim] = []
    with database.claiming() as connection:
        wall = _wall(connection, database)
        longest = settings.retry_seconds * 2**settings.tries
        for row in _candidates(connection, kind, wall, most, longest):
            if len(taken) == most:
                break
            died = row.state == "working"
            if died and not over(_lease(row), me, now_boot=since_boot(), now_wall=wall, one_machine=database.sqlite):
                continue
            lost = row.lost + int(died)
            _set(connection, row.id, state="working", reason=None, version=row.version + 1, lost=lost, **_held(me, seconds, wall))
            (hopeless if lost > MOST_LOST else taken).append(_claimed(row, row.version + 1))
        crashpoint("claim-before-commit")
    crashpoint("claim-committed")
    return taken, hopeless


def _candidates(connection: Connection, kind: str, wall: float, most: int, longest: float) -> list[Row[Any]]:
    """What may be claimed, oldest first: all that others hold, of which some may be gone, and as much as is wanted that waits.

    No try is put off by more than `longest` seconds: what seems to wait longer waits only because the clock was set back.
    """
    query = select(_TABLE).where(_TABLE.c.kind == kind).order_by(_TABLE.c.id).with_for_update(skip_locked=True)
    held = connection.execute(query.where(_TABLE.c.state == "working")).all()
    due = (_TABLE.c.not_before <= wall) | (_TABLE.c.not_before > wall + longest)
    waiting = connection.execute(query.where(_TABLE.c.state == "waiting", due).limit(most)).all()
    return sorted([*held, *waiting], key=lambda row: row.id)


def renew(database: Database, settings: StoreSettings, held: Claim, lease: float | None = None) -> None:
    """The holder is still at work.

    Raises:
        LeaseLost: another has it.
    """
    with database.claiming() as connection:
        wall = _wall(connection, database)
        _mine(connection, held, **_held(myself(), lease or settings.lease_seconds, wall))


def hold(connection: Connection, held: Claim) -> None:
    """Make sure, inside the transaction that writes a result, that the work is still the writer's.

    Raises:
        LeaseLost: another has it.
    """
    _mine(connection, held)


def finish(connection: Connection, held: Claim) -> None:
    """The work is done.

    Raises:
        LeaseLost: another has it.
    """
    _mine(connection, held, state="done", reason=None)
    link(connection, "done", petition=held.petition, detail={"work": held.id, "kind": held.kind})


def release(connection: Connection, held: Claim) -> None:
    """Give the work back undone, for another: the program ends."""
    _mine(connection, held, state="waiting", reason=None)


def again(connection: Connection, database: Database, settings: StoreSettings, held: Claim, reason: str) -> bool:
    """The work failed in a way that can pass: try again later, ever later; after `settings.tries` times no more.

    Returns:
        False when it was the last try: the caller makes it a problem (`fail`).
    """
    tries = held.tries + 1
    if tries >= settings.tries:
        return False
    wait = settings.retry_seconds * 2 ** (tries - 1)
    wall = _wall(connection, database)
    _mine(connection, held, state="waiting", reason=reason, tries=tries, not_before=wall + wait)
    link(connection, "again", petition=held.petition, detail={"work": held.id, "reason": reason, "tries": tries})
    return True


def fail(connection: Connection, held: Claim, reason: str) -> None:
    """The work cannot be done: a person is asked."""
    _mine(connection, held, state="problem", reason=reason)
    link(connection, "problem", petition=held.petition, detail={"work": held.id, "reason": reason})


def assign(connection: Connection, held: Claim, petition: str) -> Claim:
    """The scan's petition is known now."""
    _mine(connection, held, petition=petition)
    return Claim(**{name: getattr(held, name) for name in Claim.__dataclass_fields__} | {"petition": petition})


def listed(connection: Connection, *, kind: str | None = None, state: str | None = None, sha256: str | None = None) -> list[Work]:
    """Pieces of work as they stand, oldest first."""
    query = select(_TABLE).order_by(_TABLE.c.id)
    for column, value in ((_TABLE.c.kind, kind), (_TABLE.c.state, state), (_TABLE.c.sha256, sha256)):
        query = query if value is None else query.where(column == value)
    return [Work(**{n: getattr(row, n) for n in Work.__dataclass_fields__}) for row in connection.execute(query)]


def _mine(connection: Connection, held: Claim, **values: Any) -> None:
    mine = (_TABLE.c.id == held.id) & (_TABLE.c.version == held.version) & (_TABLE.c.state == "working")
    changed = connection.execute(update(_TABLE).where(mine).values(**values, changed_at=now())).rowcount
    if changed != 1:
        raise LeaseLost("Another worker has taken this scan over; what was found here is not written a second time.")


def _set(connection: Connection, number: int, **values: Any) -> None:
    connection.execute(update(_TABLE).where(_TABLE.c.id == number).values(**values, changed_at=now()))


def _held(me: Holder, seconds: float, wall: float) -> dict[str, Any]:
    return {
        "machine": me.machine, "boot": me.boot, "processes": me.processes, "process": me.process, "started": me.started,
        "until_boot": since_boot() + seconds, "until_wall": wall + seconds,
    }  # fmt: skip


def _lease(row: Row[Any]) -> Lease:
    holder = Holder(
        machine=row.machine, boot=row.boot, processes=row.processes, process=row.process, started=row.started
    )  # fmt: skip
    return Lease(holder=holder, until_boot=row.until_boot, until_wall=row.until_wall)


def _claimed(row: Row[Any], version: int) -> Claim:
    return Claim(
        id=row.id, kind=row.kind, subject=row.subject, sha256=row.sha256, petition=row.petition, receipt=row.receipt,
        version=version, tries=row.tries,
    )  # fmt: skip


def _wall(connection: Connection, database: Database) -> float:
    """Seconds since 1970: by the database server's clock, which all its workers share; by ours where there is no server."""
    if database.sqlite:
        return time.time()
    return float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())
