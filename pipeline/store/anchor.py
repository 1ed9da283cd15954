"""The last link of the log, written outside the database as well: a database that lacks it has lost what was committed.

Written after each commit, so it may lag behind after a kill but never run ahead. Deleting SQLite's write-ahead log, or putting
an old copy of the database in place, shows itself so.
"""

from __future__ import annotations

import json
import logging
import os
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, select

from pipeline.errors import StoreDamaged
from pipeline.store import schema

logger = logging.getLogger(__name__)

FILE = "last-link.json"


def write(folder: Path, seq: int, link: str) -> None:
    """Note the last link, whole or not at all. A slower process may note an earlier one: that is as true.

    A full disk is no error here: the row is committed, and an older note stays true.
    """
    part = folder / f".{FILE}.{os.getpid()}-{threading.get_ident()}"
    try:
        part.write_text(json.dumps({"seq": seq, "hash": link}) + "\n", encoding="ascii")
        part.replace(folder / FILE)
    except OSError as error:
        logger.warning("the last link could not be noted: %s", error.strerror)
        with suppress(OSError):
            part.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Noted:
    """A link that was committed once."""

    seq: int
    hash: str


def noted(folder: Path) -> Noted | None:
    """The link noted; None where none is yet. Read it before the database's snapshot is taken: another process may commit and
    note a link between the two, and an older snapshot would seem to lack it.

    Raises:
        StoreDamaged: the note cannot be read.
    """
    try:
        said = (folder / FILE).read_text(encoding="ascii")
        if not said.strip("\0\n "):
            # It is not waited for when it is written (a wait for the disk at every commit would be too dear): after a power cut
            # it may be there and be empty, or zeros. That is as if none were: who wanted to hide something could delete it too.
            return None
        found = json.loads(said)
        return Noted(int(found["seq"]), str(found["hash"]))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        raise StoreDamaged(f"{FILE} in the store's folder cannot be read. Look with 'petition verify'.") from None


def prove(last: Noted | None, connection: Connection) -> None:
    """Look whether the database still holds the link noted.

    Raises:
        StoreDamaged: it does not.
    """
    if last is None:
        return
    found = connection.execute(select(schema.log.c.hash).where(schema.log.c.seq == last.seq)).scalar()
    if found != last.hash:
        raise StoreDamaged(
            f"The database lacks link {last.seq} of its log, which was committed once: an old copy was put in its place, or its "
            "write-ahead log (petition.db-wal) was deleted. Nothing was written. Go back to the last backup with 'petition "
            "restore'; the originals in the store's folder are untouched."
        )
