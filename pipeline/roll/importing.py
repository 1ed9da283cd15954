"""An office's file becomes one read-only database. Written beside and renamed: nothing is ever half-loaded."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from pipeline.errors import OverLimit, WrongUse
from pipeline.model.roll import RollElector
from pipeline.roll.columns import Columns
from pipeline.roll.home import mappings_folder, rolls_folder
from pipeline.roll.mapping import STANDARD, RollMapping, toml_of
from pipeline.roll.near import keys
from pipeline.roll.report import RollReport, report_of
from pipeline.roll.table_file import Oddities, opened
from pipeline.roll.words import joined, plain, street_key

# Raised whenever the database holds something else or otherwise: rolls imported before are imported anew.
LAYOUT = "1"
BATCH = 20_000
# More unusable rows than this share, and the columns are not those of the mapping; 20 rows are too few to say so.
MOST_UNUSABLE, SAY_FROM = 0.2, 20

Progress = Callable[[int], None]

# What an import that was killed left behind is cleared away when the next one begins, once it is surely nobody's any more.
LEFT_BEHIND_SECONDS = 6 * 3600.0
_ONE_AT_A_TIME = threading.Lock()

_TABLES = """
create table about (name text primary key, value text not null) without rowid;
create table word (id integer primary key, kind integer not null, text text not null);
create table elector (
  row integer primary key, id text not null, first integer not null, last integer not null, street integer not null,
  number text not null, first_name text not null, middle_name text not null, last_name text not null, suffix text not null,
  direction text not null, street_name text not null, street_type text not null, unit text not null, city text not null,
  county text not null, zip text not null, ward text not null, district text not null, party text not null,
  registered_on text not null, status text not null, birth_year integer
);
create table part (word integer not null, row integer not null);
create table near (key integer not null, word integer not null);
"""
_INDEXES = """
create index elector_door on elector (street, number);
create index elector_name on elector (last, first);
create index elector_last_door on elector (last, number);
create index part_word on part (word, row);
create index near_key on near (key, word);
create index word_text on word (text, kind);
create unique index elector_id on elector (id);
"""
FIRST, LAST, STREET = 1, 2, 3
"""Kinds of words: first names, family names, streets."""


def roll_hash(file_sha256: str, mapping: RollMapping) -> str:
    """The identity of an imported roll: its bytes, how they were taken, and the database's layout."""
    return hashlib.sha256(f"{LAYOUT}\n{file_sha256}\n{mapping.key}".encode()).hexdigest()


def sha256_of(path: Path) -> str:
    """SHA-256 of a file of any size; of one that has not changed since, read once.

    Raises:
        WrongUse: when it cannot be read.
    """
    try:
        told = path.stat()
    except OSError as why:
        raise WrongUse(f"The roll {path.name} cannot be read: {why.strerror}. Look at the path and the name.") from None
    return _digest(path.absolute(), told.st_size, told.st_mtime_ns)


@functools.lru_cache(maxsize=16)
def _digest(path: Path, size: int, changed: int) -> str:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
    except OSError as why:
        raise WrongUse(f"The roll {path.name} cannot be read: {why.strerror}. Look at the path and the name.") from None
    return digest.hexdigest()


def import_roll(
    path: Path,
    mapping: RollMapping = STANDARD,
    *,
    as_of: date | None = None,
    folder: Path | None = None,
    progress: Progress = lambda rows: None,
) -> RollReport:
    """Import the roll `path`; where the same was imported before, only its report is given again.

    Raises:
        WrongUse: when its columns are not those of the mapping.
        NotADocument: when it cannot be read as a table at all.
        OverLimit: when the disk is full.
    """
    folder = folder or rolls_folder()
    digest = roll_hash(sha256_of(path), mapping)
    with _ONE_AT_A_TIME:
        return _imported(path, mapping, digest, folder, as_of, progress)


def _imported(path: Path, mapping: RollMapping, digest: str, folder: Path, as_of: date | None, progress: Progress) -> RollReport:
    target = folder / f"{digest}.sqlite"
    if target.is_file():
        return report_of(target, fresh=False, as_of=as_of)
    for old in folder.glob("*.part"):
        with contextlib.suppress(OSError):
            if time.time() - old.stat().st_mtime > LEFT_BEHIND_SECONDS:
                old.unlink()
    part = folder / f"{digest}.{os.getpid()}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _database(part) as base:
            _fill(base, path, mapping, digest, as_of, progress)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.chmod(0o444)
        part.replace(target)
    except (sqlite3.OperationalError, OSError) as why:
        raise OverLimit(
            f"The roll could not be written to {folder.name}: {why}. Make room on the disk and import again."
        ) from None
    finally:
        for left in (part, part.with_name(part.name + "-journal")):
            with contextlib.suppress(OSError):
                left.unlink()
    _keep(mapping, folder)
    return report_of(target, fresh=True, as_of=as_of)


def _keep(mapping: RollMapping, folder: Path) -> None:
    """Keep the office's mapping under its name, for its next roll."""
    if mapping.name == STANDARD.name:
        return
    kept = mappings_folder() if folder == rolls_folder() else folder / "mappings"
    kept.mkdir(parents=True, exist_ok=True)
    name = "-".join(plain(mapping.name).lower().split()) or "office"
    part = kept / f"{name}.{os.getpid()}.part"
    part.write_text(toml_of(mapping), encoding="utf-8")
    part.replace(kept / f"{name}.toml")


@contextlib.contextmanager
def _database(path: Path) -> Iterator[sqlite3.Connection]:
    base = sqlite3.connect(path, isolation_level=None)
    try:
        base.executescript("pragma journal_mode=off; pragma synchronous=off; pragma page_size=8192; pragma temp_store=file;")
        base.executescript(_TABLES)
        yield base
    finally:
        base.close()


class _Words:
    """The words of the roll, each kept once. All that grows with the roll in memory: some 200,000 words at 4 million electors."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base
        self._ids: dict[tuple[int, str], int] = {}

    def id(self, kind: int, text: str) -> int:
        known = self._ids.get((kind, text))
        if known is None:
            known = self._ids[kind, text] = len(self._ids) + 1
        return known

    def write(self) -> None:
        self._base.executemany("insert into word values (?, ?, ?)", ((n, kind, text) for (kind, text), n in self._ids.items()))
        self._base.executemany(
            "insert into near values (?, ?)",
            ((key, n) for (_, text), n in self._ids.items() if text for key in sorted(keys(text))),
        )


def _fill(
    base: sqlite3.Connection, path: Path, mapping: RollMapping, digest: str, as_of: date | None, progress: Progress
) -> None:
    odd = Oddities()
    table = opened(path, mapping, odd)
    rows = table.rows
    header: list[str] | None = None
    if mapping.header and table.format != "fixed":
        header = next(rows, (0, []))[1]
    columns = Columns(mapping, header, path.name)
    width = len(header) if header is not None else None
    words = _Words(base)
    seen = unusable = 0
    batch: list[tuple[object, ...]] = []
    parts: list[tuple[int, int]] = []
    base.execute("begin")
    loaded = 0
    for number, fields in rows:
        if not any(fields):
            continue
        seen += 1
        if width is None:
            width = len(fields)
        if len(fields) != width and table.format == "csv":
            odd.add("columns", number)
            if len(fields) < max(columns.reach, width - 1) or len(fields) > width + 1:
                unusable += 1
                continue
        elector = columns.elector(fields, number, odd)
        if elector is None:
            unusable += 1
            continue
        loaded += 1
        batch.append(_row(number, elector, words))
        parts += _parts(number, elector, words)
        if len(batch) >= BATCH:
            _write(base, batch, parts)
            progress(seen)
    _write(base, batch, parts)
    if seen > SAY_FROM and unusable > MOST_UNUSABLE * seen:
        raise WrongUse(
            f"{path.name}: {unusable} of {seen} rows have no id, no name or another number of columns. Its columns are not "
            "those of the mapping, or its quotes are broken. Nothing was imported."
        )
    if loaded == 0:
        raise WrongUse(f"{path.name} has no elector in it. Nothing was imported.")
    words.write()
    doubled = 0
    for kind, number in _doubled(base):
        odd.add(kind, number)
        doubled += 1
    if seen > SAY_FROM and doubled > MOST_UNUSABLE * seen:
        raise WrongUse(
            f"{path.name}: {doubled} of {seen} rows have an id that an earlier row has. That column is no id; look at the "
            "mapping. Nothing was imported."
        )
    base.execute("commit")
    base.executescript(_INDEXES)
    _describe(base, path, mapping, digest, as_of, odd, seen, table.format, table.encoding)


def _row(row: int, e: RollElector, words: _Words) -> tuple[object, ...]:
    return (
        row, e.id, words.id(FIRST, joined(e.first)), words.id(LAST, joined(e.last)), words.id(STREET, street_key(e.street)),
        e.number, e.first, e.middle, e.last, e.suffix, e.direction, e.street, e.street_type, e.unit, e.city, e.county, e.zip,
        e.ward, e.district, e.party, e.registered_on.isoformat() if e.registered_on else "", e.status, e.birth_year,
    )  # fmt: skip


def _parts(row: int, e: RollElector, words: _Words) -> Iterator[tuple[int, int]]:
    """The single family names of someone with two: people sign with either."""
    pieces = plain(e.last).split()
    if len(pieces) > 1:
        for piece in pieces:
            if len(piece) > 2:
                yield words.id(LAST, piece), row


def _write(base: sqlite3.Connection, batch: list[tuple[object, ...]], parts: list[tuple[int, int]]) -> None:
    if batch:
        base.executemany(f"insert into elector values ({', '.join('?' * len(batch[0]))})", batch)
        base.executemany("insert into part values (?, ?)", parts)
        batch.clear()
        parts.clear()


def _doubled(base: sqlite3.Connection) -> Iterator[tuple[str, int]]:
    """Take out rows whose id an earlier row has; the first stays."""
    base.execute("create index doubled on elector (id)")
    again = base.execute(
        "select e.row from elector e where exists (select 1 from elector f where f.id = e.id and f.row < e.row) order by e.row"
    ).fetchall()
    for (row,) in again:
        base.execute("delete from elector where row = ?", (row,))
        base.execute("delete from part where row = ?", (row,))
        yield "doubled-id", row
    base.execute("drop index doubled")


def _describe(
    base: sqlite3.Connection, path: Path, mapping: RollMapping, digest: str, as_of: date | None, odd: Oddities, seen: int,
    form: str, encoding: str,
) -> None:  # fmt: skip
    about = {
        "layout": LAYOUT, "hash": digest, "file": path.name, "rows": str(seen), "format": form, "encoding": encoding,
        "mapping": mapping.name, "as_of": as_of.isoformat() if as_of else "",
    }  # fmt: skip
    has = ", ".join(f"sum({c} <> '')" for c in _COUNTED) + ", sum(birth_year is not null)"
    states = ", ".join(f"sum(status = '{s}')" for s in ("active", "inactive", "cancelled"))
    counted = base.execute(f"select count(*), {has}, {states} from elector").fetchone()
    names = ("electors", *_COUNTED, "birth_year", "active", "inactive", "cancelled")
    about |= {f"count {name}": str(n or 0) for name, n in zip(names, counted, strict=True)}
    for kind, count in odd.counts.items():
        about[f"odd {kind}"] = f"{count} " + " ".join(map(str, odd.rows[kind]))
    base.executemany("insert into about values (?, ?)", about.items())
    base.execute("analyze")


_COUNTED = ("street_name", "city", "county", "zip", "ward", "district", "party", "registered_on", "status")
