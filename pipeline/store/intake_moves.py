"""The clerk's file goes to its folder once its row is committed; a kill between the two is made good by `settle`.

Where a file goes is decided and committed before it is moved, so that whoever finds it half done knows what to do.
"""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, insert, select, update

from pipeline.crashpoint import crashpoint
from pipeline.store import schema
from pipeline.store.claims import Claim
from pipeline.store.database import NoRoom
from pipeline.store.intake_names import numbered, why_name
from pipeline.store.originals import sync_file, sync_folder

if TYPE_CHECKING:
    from pipeline.store.store import Store

_TABLE = schema.move
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_CLOSED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


def plan(
    store: Store, connection: Connection, receipt: int, source: Path, seen: os.stat_result, folder: Path, why: str | None
) -> None:
    """Write down that the file at `source`, as `seen`, goes to `folder`."""
    values = {
        "receipt": receipt, "source": store.inbox.relative(source), "why": why, "state": "pending", "device": str(seen.st_dev),
        "inode": str(seen.st_ino), "bytes": seen.st_size, "changed_ns": str(seen.st_mtime_ns),
        "target": _free_target(store, connection, folder, _inside(store, source)),
    }  # fmt: skip
    connection.execute(insert(_TABLE).values(**values))


def same_file(store: Store, connection: Connection, source: Path, seen: os.stat_result) -> int | None:
    """The receipt that this very file has already, for it is committed and not moved yet; None where it has none."""
    query = select(_TABLE).where(
        _TABLE.c.source == store.inbox.relative(source),
        _TABLE.c.bytes == seen.st_size,
        _TABLE.c.changed_ns == str(seen.st_mtime_ns),
        _TABLE.c.state.in_(("pending", "stays")),
    )
    for row in connection.execute(query):
        # A file that stays lies on a share, whose numbers for files may change when it comes back.
        if row.state == "stays" or row.inode == str(seen.st_ino):
            return int(row.receipt)
    return None


def to_problem(store: Store, connection: Connection, held: Claim, sentence: str) -> int | None:
    """The scan of `held` goes from `taken/` to `problem/`. The receipt to finish; None where the scan came by no file."""
    if held.receipt is None:
        return None
    row = _held(connection, held.receipt)
    if row is None:
        return None
    stands = row.state == "stays" or _is_there(store, row, row.source)
    source = store.inbox.absolute(row.source if stands else row.target)
    target = _free_target(store, connection, store.inbox.problem, _inside(store, store.inbox.absolute(row.source)))
    values: dict[str, Any] = {"source": store.inbox.relative(source), "target": target, "why": sentence, "state": "pending"}
    with suppress(OSError):
        seen = source.lstat()
        values |= {"inode": str(seen.st_ino), "bytes": seen.st_size, "changed_ns": str(seen.st_mtime_ns)}
    connection.execute(update(_TABLE).where(_TABLE.c.receipt == held.receipt).values(**values))
    return held.receipt


def settle(store: Store) -> int:
    """Finish all moves that are not done; how many were. Nothing while the inbox cannot be reached."""
    if not store.inbox.reachable():
        return 0
    with store.database.reading() as connection:
        todo = list(
            connection.execute(select(_TABLE.c.receipt).where(_TABLE.c.state != "done").order_by(_TABLE.c.receipt)).scalars()
        )
    return sum(finish(store, receipt) for receipt in todo)


def finish(store: Store, receipt: int) -> bool:
    """Move the file of a receipt to where it was decided to go; True where it is there then.

    Raises:
        NoRoom: the note beside it cannot be written; `settle` does so later.
    """
    with store.database.reading() as connection:
        row = connection.execute(select(_TABLE).where(_TABLE.c.receipt == receipt)).one_or_none()
    if row is None or row.state == "done":
        return row is not None
    crashpoint("move-before")
    done = None
    while done is None:
        # The row is held while the file is moved: another worker may have read the scan by now and want it in `problem/`, and
        # would else decide by where the file was a moment ago.
        with store.database.claiming() as connection:
            done = _finish(store, connection, receipt)
    crashpoint("move-marked")
    return done


def _finish(store: Store, connection: Connection, receipt: int) -> bool | None:
    """True: it is where it goes. False: it cannot be moved now. None: its place was given away; it has a new one now."""
    row = _held(connection, receipt)
    if row is None or row.state == "done":
        return row is not None
    try:
        target = _move(store, connection, row, store.inbox.absolute(row.source), store.inbox.absolute(row.target))
        if target is None:
            return None
        crashpoint("move-renamed")
        if row.why is not None:
            _write_note(target, row.why)
            crashpoint("move-noted")
    except OSError as error:
        if error.errno in _FULL:
            raise NoRoom("The disk with the intake folder is full. Make room; work goes on by itself.") from error
        if error.errno in _CLOSED:
            _mark(connection, receipt, "stays")
            return False
        if not store.inbox.reachable():
            return False
        raise
    _mark(connection, receipt, "done")
    return True


def _held(connection: Connection, receipt: int) -> Row[Any] | None:
    """The row of a receipt's move, which no other worker changes until this transaction ends."""
    return connection.execute(select(_TABLE).where(_TABLE.c.receipt == receipt).with_for_update()).one_or_none()


def remove_file(store: Store, receipt: int) -> None:
    """Remove the clerk's file of a receipt and the note beside it, and forget their names."""
    with store.database.reading() as connection:
        row = connection.execute(select(_TABLE).where(_TABLE.c.receipt == receipt)).one_or_none()
    if row is None:
        return
    for relative in (row.source, row.target):
        if relative and _is_there(store, row, relative):
            store.inbox.absolute(relative).unlink()
    if row.why is not None and row.target:
        target = store.inbox.absolute(row.target)
        target.with_name(why_name(target.name)).unlink(missing_ok=True)
    with store.database.claiming() as connection:
        nowhere = {"source": b"", "target": f"deleted-{receipt}".encode(), "why": None, "state": "done"}
        connection.execute(update(_TABLE).where(_TABLE.c.receipt == receipt).values(**nowhere))


def _move(store: Store, connection: Connection, row: Row[Any], source: Path, target: Path) -> Path | None:
    """Move; where the file is now. None where another file has its place: then the row names a new one, to be committed first."""
    if not _is_there(store, row, row.source):
        # Moved before the kill, or taken away by a person: then the scan itself is in the store, and a problem shows a copy.
        if row.why is not None and not os.path.lexists(target):
            _copy_of_original(store, row, target)
        return target
    if os.path.lexists(target) and (_is_there(store, row, row.target) or not _is_there(store, row, row.source)):
        # Another worker moved it just now.
        return target
    if os.path.lexists(target):
        # Promised to this file, and put there by someone else since.
        new = _free_target(store, connection, target.parent, (source.name,))
        connection.execute(update(_TABLE).where(_TABLE.c.receipt == row.receipt).values(target=new))
        return None
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        source.rename(target)
    except FileNotFoundError:
        return target
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        _move_across(source, target)
    # The new place first: a power cut between the two may show the file twice, never nowhere.
    for folder in (target.parent, source.parent):
        sync_folder(folder)
    return target


def _move_across(source: Path, target: Path) -> None:
    """To another disk: a whole copy first, then the source goes. A link is moved as a link."""
    part = target.with_name(f".{target.name[:200]}.part")
    shutil.copy2(source, part, follow_symlinks=False)
    if not part.is_symlink():
        sync_file(part)
    _in_place(part, target)
    # The copy must be there for good before the source is not.
    sync_folder(target.parent)
    source.unlink()


def _copy_of_original(store: Store, row: Row[Any], target: Path) -> None:
    with store.database.reading() as connection:
        sha256 = connection.execute(select(schema.receipt.c.sha256).where(schema.receipt.c.id == row.receipt)).scalar()
    if sha256 is not None and store.original(sha256).exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(f".{target.name[:200]}.part")
        shutil.copyfile(store.original(sha256), part)
        sync_file(part)
        _in_place(part, target)
        sync_folder(target.parent)


def _in_place(part: Path, target: Path) -> None:
    """Rename. Another worker that finishes the same move writes the same bytes under this name, and may have been first."""
    try:
        part.replace(target)
    except FileNotFoundError:
        if not os.path.lexists(target):
            raise


def _write_note(target: Path, why: str) -> None:
    note = target.with_name(why_name(target.name))
    part = note.with_name(f".{note.name[:200]}.part")
    try:
        note.parent.mkdir(parents=True, exist_ok=True)
        with part.open("w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{why}\n")
            file.flush()
            os.fsync(file.fileno())
        _in_place(part, note)
        sync_folder(note.parent)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def _inside(store: Store, path: Path) -> tuple[str, ...]:
    """The way of a file within the folder of the inbox that it is in."""
    return path.relative_to(store.inbox.root).parts[1:]


def _free_target(store: Store, connection: Connection, folder: Path, inside: tuple[str, ...]) -> bytes:
    """A path in `folder` that no file has and none is going to have; the petition's folder and the name are kept."""
    number = 1
    while True:
        path = folder.joinpath(*inside[:-1], numbered(inside[-1], number))
        relative = store.inbox.relative(path)
        promised = connection.execute(select(_TABLE.c.receipt).where(_TABLE.c.target == relative)).scalar()
        if promised is None and not os.path.lexists(path):
            return relative
        number += 1


def _is_there(store: Store, row: Row[Any], relative: bytes) -> bool:
    """Is the file of this row at `relative`, and not another one of the same name?"""
    try:
        seen = store.inbox.absolute(relative).lstat()
    except OSError:
        return False
    return (str(seen.st_ino), seen.st_size, str(seen.st_mtime_ns)) == (row.inode, row.bytes, row.changed_ns)


def _mark(connection: Connection, receipt: int, state: str) -> None:
    connection.execute(update(_TABLE).where(_TABLE.c.receipt == receipt).values(state=state))
