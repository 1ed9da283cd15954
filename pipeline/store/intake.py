"""Take a file in: copy, sync, hash, commit, and only then move the clerk's file. Nothing is lost at whichever step a kill comes.

Whatever is in the folder ends in a named state: taken, duplicate, or a problem with its reason in plain words.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select, update

from pipeline.crashpoint import crashpoint
from pipeline.pages.filetype import FileType, sniff
from pipeline.store import chain, claims, intake_moves, petitions, receipt, schema
from pipeline.store.database import NoRoom
from pipeline.store.intake_folders import Unreachable
from pipeline.store.intake_names import temporary
from pipeline.store.intake_whole import looks_whole
from pipeline.store.originals import Changed, Copied
from pipeline.store.receipt import Receipt

if TYPE_CHECKING:
    from pipeline.store.store import Store

# Work starts only where three times the file is free beside the reserve: the copy, what reading writes, and the database.
COPIES_OF_ROOM = 3

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_GONE = frozenset({errno.ENOENT, errno.ESTALE, errno.ENOTCONN, errno.EHOSTDOWN, errno.EIO})
_BACK = "Then put the file into the intake folder again; this note may be deleted."


def take_in(store: Store, path: Path, *, patient: bool) -> Receipt | None:
    """See `Store.take_in`."""
    path = path.absolute()
    if temporary(path.name):
        return None
    try:
        seen = path.lstat()
    except FileNotFoundError:
        return None
    with store.database.reading() as connection:
        known = intake_moves.same_file(store, connection, path, seen)
    if known is not None:
        # Taken in before a kill, or told once that it cannot be moved.
        intake_moves.finish(store, known)
        return None
    refused = _at_a_glance(store, path, seen, patient=patient)
    if refused is not None:
        return _refuse(store, path, seen, *refused) if refused[0] else None
    _expect_room(store, seen.st_size)
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        return _unopened(store, path, seen, error)
    try:
        opened = os.fstat(file)
        if not stat.S_ISREG(opened.st_mode) or (opened.st_ino, opened.st_dev) != (seen.st_ino, seen.st_dev):
            return None
        if patient and not looks_whole(file):
            return None
        copied = _copy(store, file)
    finally:
        os.close(file)
    if copied is None:
        return None
    kind = sniff(copied.head)
    if kind.kind is None:
        store.originals.drop(copied)
        return _refuse(store, path, opened, "not-a-scan", _not_a_scan(kind), sha256=copied.sha256)
    if (deleted := _deleted(store, copied.sha256)) is not None:
        store.originals.drop(copied)
        return _refuse(store, path, opened, "deleted", deleted, sha256=copied.sha256)
    return _keep(store, path, opened, copied, str(kind.kind))


def _at_a_glance(store: Store, path: Path, seen: os.stat_result, *, patient: bool) -> tuple[str, str] | None:
    """Why a file is refused without being opened, as code and sentence; an empty code: leave it alone for now."""
    if not stat.S_ISREG(seen.st_mode):
        what = "a link to another place" if stat.S_ISLNK(seen.st_mode) else "no file but a pipe, socket or device"
        return "not-a-file", f"This is {what}; it was not followed or opened. Copy the scan itself. {_BACK}"
    if seen.st_nlink > 1:
        return (
            "linked",
            f"This file has a second name elsewhere on the disk (a hard link), so it could change unseen. Make a copy. {_BACK}",
        )
    if seen.st_size == 0:
        return ("", "") if patient else (
            "empty", f"The file is empty (0 bytes): the copy or the scan was broken off. Copy or scan it again. {_BACK}"
        )  # fmt: skip
    most = store.limits.file_bytes
    if seen.st_size > most:
        return (
            "too-large",
            f"The file has {seen.st_size / 2**20:,.0f} MiB, more than the limit of {most / 2**20:,.0f} MiB. Split the scan into "
            f"smaller files, or raise PETITION_LIMIT_FILE_BYTES. {_BACK}",
        )
    petition = store.inbox.petition_of(path)
    if petition is not None and petition not in (known := [p.id for p in store.petitions()]):
        return "unknown-petition", _unknown(petition, known)
    return None


def _unknown(petition: str, known: list[str]) -> str:
    listed = f"The petitions known are: {', '.join(known)}." if known else "No petition is known yet."
    return (
        f'The file lay in the folder "{petition}", and no petition of this id is known. {listed} Which petition is it of? Put it '
        "into the folder of that petition, or tell the program of a new one with 'petition inbox add petition.toml'."
    )


def _not_a_scan(kind: FileType) -> str:
    return f"This is not a scan: {kind.stranger}. Give a PDF, TIFF, PNG or JPEG of the scanned section. {_BACK}"


def _unopened(store: Store, path: Path, seen: os.stat_result, error: OSError) -> Receipt | None:
    if error.errno == errno.ELOOP:
        # Swapped for a link since we looked: the next look sees it as one.
        return None
    if error.errno in (errno.EACCES, errno.EPERM):
        sentence = f"The file may not be read by this program. Change its permissions, or make a copy. {_BACK}"
        return _refuse(store, path, seen, "unreadable", sentence)
    if error.errno in _GONE:
        if not store.inbox.reachable():
            raise Unreachable("The intake folder cannot be reached. Work goes on by itself when it is back.") from error
        return None
    raise error


def _expect_room(store: Store, size: int) -> None:
    """Raises `NoRoom` where the disk has not three times the file and the reserve."""
    disk = os.statvfs(store.settings.folder)
    free, wanted = disk.f_bavail * disk.f_frsize, COPIES_OF_ROOM * size + store.settings.free_bytes
    if free < wanted or (disk.f_files and disk.f_favail == 0):
        raise NoRoom(
            f"The disk with the store has {free / 2**20:,.0f} MiB free; {wanted / 2**20:,.0f} MiB are wanted before a file is "
            "taken in. Nothing was changed. Make room; work goes on by itself."
        )


def _copy(store: Store, file: int) -> Copied | None:
    try:
        return store.originals.copy(file)
    except Changed:
        return None
    except OSError as error:
        if error.errno in _FULL:
            raise NoRoom("The disk with the store is full. Nothing was changed. Make room; work goes on by itself.") from error
        if error.errno in _GONE:
            return None
        raise


def _refuse(
    store: Store, path: Path, seen: os.stat_result, reason: str, sentence: str, *, sha256: str | None = None
) -> Receipt | None:
    """A problem at the door: the file is kept, in `problem/`, with the reason beside it."""
    with store.writing() as connection:
        # Asked in this order, as in `_keep`.
        if intake_moves.same_file(store, connection, path, seen) is not None or _gone(path, seen):
            return None
        written = receipt.write(
            connection, sha256=sha256, size=seen.st_size, petition=_known_folder(store, connection, path), outcome="problem",
            name=path.name, sentence=sentence, reason=reason,
        )  # fmt: skip
        intake_moves.plan(store, connection, written.id, path, seen, store.inbox.problem, sentence)
        crashpoint("refuse-before-commit")
    crashpoint("refuse-committed")
    intake_moves.finish(store, written.id)
    return written


def _deleted(store: Store, sha256: str) -> str | None:
    """The sentence on a scan that was deleted on order before; None for any other."""
    gone = (schema.erased.c.kind == "original") & (schema.erased.c.key == sha256)
    query = select(schema.deletion).join(schema.erased, schema.erased.c.deletion == schema.deletion.c.id).where(gone)
    with store.database.reading() as connection:
        row = connection.execute(query).first()
    if row is None:
        return None
    return (
        f"This scan was deleted from the store on {row.at[:10]} by order of {row.by} ({row.why}), so it is not taken in again. "
        "If that was a slip, ask who ordered it; a scan made anew is taken in."
    )


def _keep(store: Store, path: Path, seen: os.stat_result, copied: Copied, kind: str) -> Receipt | None:
    """The copy becomes an original, or is known as one; then its row; then the clerk's file is moved."""
    try:
        store.originals.keep(copied)
    except OSError as error:
        store.originals.drop(copied)
        if error.errno in _FULL:
            raise NoRoom("The disk with the store is full. Nothing was changed. Make room; work goes on by itself.") from error
        raise
    with store.writing() as connection:
        # Whoever commits first has it: inside this transaction no other worker commits a receipt. A move can be finished beside
        # it (on PostgreSQL), so the row is asked for first and the file looked at after: a row that is done by then had its
        # file moved away before, and the file is seen to be gone. The other way round a file moved between the two looks would
        # be taken in a second time, as a duplicate of itself.
        known = intake_moves.same_file(store, connection, path, seen)
        if known is None and _gone(path, seen):
            return None
        if known is not None:
            written = None
        else:
            written = _record(store, connection, path, copied, kind)
            known = written.id
            folder = store.inbox.duplicate if written.outcome == "duplicate" else store.inbox.taken
            why = written.sentence if written.outcome == "duplicate" else None
            intake_moves.plan(store, connection, written.id, path, seen, folder, why)
        crashpoint("take-before-commit")
    crashpoint("take-committed")
    intake_moves.finish(store, known)
    return written


def _record(store: Store, connection: Connection, path: Path, copied: Copied, kind: str) -> Receipt:
    folder = _known_folder(store, connection, path)
    earlier = connection.execute(
        select(schema.receipt.c.id)
        .where(schema.receipt.c.sha256 == copied.sha256, schema.receipt.c.outcome == "taken")
        .order_by(schema.receipt.c.id.desc())
    ).scalar()
    if earlier is None:
        row = {"sha256": copied.sha256, "bytes": copied.size, "kind": kind, "at": chain.now()}
        if connection.execute(select(schema.original.c.bytes).where(schema.original.c.sha256 == copied.sha256)).scalar() is None:
            chain.append(connection, schema.original, row, event="original")
        return _accept(connection, path, copied, folder, earlier=None, sentence="Taken in.")
    table = schema.work
    state, petition = connection.execute(select(table.c.state, table.c.petition).where(table.c.receipt == earlier)).one()
    first = receipt.read(connection, earlier)
    if state == "problem":
        return _accept(
            connection, path, copied, folder or petition, earlier=earlier, sentence="Taken in again, to be tried again."
        )
    if petition is None and folder is not None and state == "waiting":
        # It came without a petition, and now the clerk says which.
        petitions.assign(connection, copied.sha256, folder, "folder")
        connection.execute(update(table).where(table.c.receipt == earlier).values(petition=folder, changed_at=chain.now()))
    elsewhere = (
        f' There it was taken in for the petition "{petition}".'
        if petition is not None and folder not in (None, petition)
        else ""
    )
    return receipt.write(
        connection, sha256=copied.sha256, size=copied.size, petition=petition, outcome="duplicate", name=path.name,
        reason="duplicate", earlier=earlier,
        sentence=f"The same scan was taken in before, as {first.name} (receipt {first.id}, {first.at[:19]} UTC).{elsewhere} It "
        "is counted once; this second copy is not needed.",
    )  # fmt: skip


def _accept(
    connection: Connection, path: Path, copied: Copied, petition: str | None, *, earlier: int | None, sentence: str
) -> Receipt:
    written = receipt.write(
        connection, sha256=copied.sha256, size=copied.size, petition=petition, outcome="taken", name=path.name, sentence=sentence,
        earlier=earlier,
    )  # fmt: skip
    if petition is not None:
        petitions.assign(connection, copied.sha256, petition, "folder")
    claims.queue(connection, "read", f"receipt-{written.id}", copied.sha256, petition, written.id)
    return written


def _known_folder(store: Store, connection: Connection, path: Path) -> str | None:
    """The petition whose folder the file lies in, where there is such a petition."""
    folder = store.inbox.petition_of(path)
    return folder if folder in [p.id for p in petitions.listed(connection)] else None


def _gone(path: Path, seen: os.stat_result) -> bool:
    """Is the file not at its place any more, or not as it was copied? Then another worker has it, or it is being written."""
    try:
        now = path.lstat()
    except OSError:
        return True
    return (now.st_ino, now.st_dev, now.st_size, now.st_mtime_ns) != (seen.st_ino, seen.st_dev, seen.st_size, seen.st_mtime_ns)
