"""What an imported roll says of itself, and which rolls there are."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pipeline.errors import PetitionError
from pipeline.roll.home import rolls_folder


@dataclass(frozen=True, slots=True, kw_only=True)
class RollReport:
    """How an import went."""

    path: Path
    """The database."""
    hash: str
    electors: int
    rows: int
    """Rows of the file, the header left out."""
    file: str
    format: str
    encoding: str
    mapping: str
    as_of: date | None
    odd: tuple[tuple[str, int, tuple[int, ...]], ...]
    """(kind, how many, numbers of the first rows)."""
    counts: Mapping[str, int]
    """How many electors have what: `registered_on`, `status`, `ward`, …; `active`, `inactive`, `cancelled`."""
    fresh: bool
    """False where this very roll was there already."""


def report_of(target: Path, *, fresh: bool = False, as_of: date | None = None) -> RollReport:
    """What an imported roll says of itself. `as_of`: the day of the roll, where another is known than that of the import.

    Raises:
        PetitionError: when it is damaged.
    """
    try:
        base = sqlite3.connect(f"{target.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            about = dict(base.execute("select name, value from about"))
        finally:
            base.close()
        kept = date.fromisoformat(about["as_of"]) if about["as_of"] else None
        odd = []
        for name, value in about.items():
            if name.startswith("odd "):
                count, *rows = map(int, value.split())
                odd.append((name.removeprefix("odd "), count, tuple(rows)))
        counts = {n.removeprefix("count "): int(v) for n, v in about.items() if n.startswith("count ")}
        return RollReport(
            path=target, hash=about["hash"], electors=counts["electors"], rows=int(about["rows"]), file=about["file"],
            format=about["format"], encoding=about["encoding"], mapping=about["mapping"], as_of=as_of or kept,
            odd=tuple(sorted(odd)), counts=counts, fresh=fresh,
        )  # fmt: skip
    except (sqlite3.DatabaseError, KeyError, ValueError):
        raise PetitionError(f"The imported roll {target.name} is damaged. Delete it and import the roll again.") from None


def imported(folder: Path | None = None) -> tuple[Path, ...]:
    """The databases of all rolls, newest first."""
    folder = folder or rolls_folder()
    found = folder.glob("*.sqlite") if folder.is_dir() else ()
    return tuple(sorted(found, key=lambda p: (-p.stat().st_mtime, p.name)))
