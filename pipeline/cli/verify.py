"""`petition verify`: the store looked through from its first record."""

from __future__ import annotations

import json
import sys
import time
from contextlib import closing
from dataclasses import asdict

from pipeline.errors import ExitCode, WrongUse
from pipeline.store.database import Database
from pipeline.store.originals import Originals
from pipeline.store.settings import StoreSettings
from pipeline.store.verify import Progress, Verified, verify

LINE_EVERY_SECONDS = 10.0


def verify_store(*, quick: bool, as_json: bool) -> int:
    """Look at everything and say so; the exit code. A bad record comes as `StoreDamaged`, named in its sentence."""
    settings = StoreSettings()
    if settings.database_url is None and not (settings.folder / "petition.db").exists():
        raise WrongUse(f'There is no store in "{settings.home}". Look at PETITION_HOME.')
    # Not `Store.open`: a store that is damaged is looked at, not brought up to date.
    with closing(Database(folder=settings.folder, url=settings.database_url, busy_seconds=settings.busy_seconds)) as database:
        found = verify(database, Originals(settings.folder), steps(), hashes=not quick)
    print(json.dumps(asdict(found)) if as_json else _said(found, quick=quick))
    return int(ExitCode.NOTHING_FOUND)


def _said(found: Verified, *, quick: bool) -> str:
    scans = f"{found.originals:,} scans" + (" (not hashed again)" if quick else ", each hashed again")
    lines = [
        f"The store is as it was written: {found.links:,} links of the log, {scans}.",
        *([f"{found.deleted:,} scans were deleted on order."] if found.deleted else []),
        f"Last link: {found.last}",
        "Note the last link on paper: with it, it can be proved later that nothing before it was changed.",
        *(f"Note: {note}" for note in found.notes),
    ]
    return "\n".join(lines)


def steps() -> Progress:
    """A line every ten seconds on standard error, so that long work is seen to go on."""
    last = time.monotonic()

    def told(what: str, done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last >= LINE_EVERY_SECONDS:
            last = time.monotonic()
            print(f"petition: {what}, {done:,} of {of:,}", file=sys.stderr)

    return told
