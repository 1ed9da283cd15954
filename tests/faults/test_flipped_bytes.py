"""A byte flipped anywhere in the database is found, or was in no record (faults.md D25)."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import select

from pipeline.errors import PetitionError
from pipeline.store import schema
from pipeline.store.database import Database
from pipeline.store.originals import Originals
from pipeline.store.verify import verify
from tests.store.scans import png

pytestmark = pytest.mark.faults

FLIPS = 1000


def kept(database: Database) -> dict[str, list[tuple]]:
    """Every row that is never changed, and what names people."""
    tables = [*schema.APPEND_ONLY, schema.personal]
    with database.reading() as connection:
        return {t.name: sorted((tuple(row) for row in connection.execute(select(t)).all()), key=repr) for t in tables}


def test_a_byte_flipped_anywhere_is_found_or_was_in_no_record(sqlite_workshop, tmp_path):
    for seed in range(6):
        sqlite_workshop.drop(f"{seed}.png", png(seed))
    assert sqlite_workshop.finish(sqlite_workshop.start()) == [0]
    home = tmp_path / "flipped"
    shutil.copytree(sqlite_workshop.settings.folder, home)
    path = home / "petition.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    whole = path.read_bytes()
    with closing(Database(folder=home, url=None, busy_seconds=5, read_only=True)) as database:
        before = kept(database)
        verify(database, Originals(home))
    chance, found = random.Random(7), 0
    for _ in range(FLIPS):
        raw = bytearray(whole)
        at = chance.randrange(len(raw))
        raw[at] ^= 1 << chance.randrange(8)
        path.write_bytes(raw)
        with closing(Database(folder=home, url=None, busy_seconds=5, read_only=True)) as database:
            try:
                verify(database, Originals(home))
            except PetitionError:
                found += 1
                continue
            assert kept(database) == before, f"a flip of byte {at} changed a record and was not found"
    # Most of a small database is room that no record has.
    assert found > FLIPS / 10
