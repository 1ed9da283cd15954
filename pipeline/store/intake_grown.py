"""A file that goes on growing after it was taken in: its copy had only paused. The longer file is a further version of the scan.

The writer holds the file open, so it grows where it was moved to. Once it has stopped, a copy of it is put into the intake again,
where it is taken like any other and supersedes the shorter (`relations`).
"""

from __future__ import annotations

import math
import os
import shutil
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, select, update

from pipeline.crashpoint import crashpoint
from pipeline.store import schema
from pipeline.store.intake_folders import TAKEN
from pipeline.store.intake_names import numbered
from pipeline.store.originals import sync_file, sync_folder

if TYPE_CHECKING:
    from pipeline.store.store import Store

# Whoever copies a file has gone on or given up after so long; older files are not looked at again.
LOOKED_AFTER = timedelta(hours=24)
# All of a day's files are looked at each time: not oftener than so.
EVERY_SECONDS = 5.0


class Grown:
    """Remembers, from look to look, how long the files in `taken/` have had their size."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: dict[int, tuple[tuple[int, int], float]] = {}
        self._last = -math.inf

    def look(self, store: Store) -> int:
        """Put copies of files that grew, and have stopped, into the intake; how many."""
        now, again, still = self._clock(), 0, dict[int, tuple[tuple[int, int], float]]()
        if now - self._last < EVERY_SECONDS or not store.inbox.reachable():
            return 0
        self._last = now
        for row in _lately_taken(store):
            path = store.inbox.absolute(row.target)
            try:
                seen = path.lstat()
            except OSError:
                continue
            if str(seen.st_ino) != row.inode or seen.st_size <= row.bytes:
                continue
            state = (seen.st_size, seen.st_mtime_ns)
            known = self._since.get(row.receipt)
            since = known[1] if known is not None and known[0] == state else now
            if now - since < store.settings.stable_seconds or known is None:
                still[row.receipt] = (state, since)
                continue
            _copy_into_intake(store, path, row)
            again += 1
        self._since = still
        return again


def _lately_taken(store: Store) -> list[Row[Any]]:
    after = (datetime.now(UTC) - LOOKED_AFTER).isoformat(timespec="microseconds")
    table = schema.move
    query = select(table).join(schema.receipt, schema.receipt.c.id == table.c.receipt)
    with store.database.reading() as connection:
        rows = connection.execute(query.where(schema.receipt.c.at > after, table.c.state == "done")).all()
    return [row for row in rows if row.target.startswith(os.fsencode(f"{TAKEN}/"))]


def _copy_into_intake(store: Store, path: Path, row: Row[Any]) -> None:
    """Copy whole or not at all; then note the new size, so that it is done once. A kill between the two makes a duplicate."""
    inside = path.relative_to(store.inbox.taken)
    folder = store.inbox.intake / inside.parent
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while os.path.lexists(target := folder / numbered(inside.name, number)):
        number += 1
    part = folder / f".{target.name[:200]}.part"
    shutil.copyfile(path, part)
    seen = path.lstat()
    sync_file(part)
    crashpoint("grown-copied")
    part.replace(target)
    # Before the new size is noted: what is noted is not looked at again.
    sync_folder(folder)
    crashpoint("grown-renamed")
    with store.database.claiming() as connection:
        values = {"bytes": seen.st_size, "changed_ns": str(seen.st_mtime_ns)}
        connection.execute(update(schema.move).where(schema.move.c.receipt == row.receipt).values(**values))
