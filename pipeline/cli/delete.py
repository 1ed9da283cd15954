"""`petition delete`: what names people in one petition, for good."""

from __future__ import annotations

import sys

from pipeline.errors import ExitCode, WrongUse
from pipeline.store import deletion
from pipeline.store.store import Store


def delete_petition(petition: str, *, by: str, why: str, sure: bool) -> int:
    """Delete, after asking; the exit code."""
    if not sure and not _asked(petition):
        raise WrongUse("Nothing was deleted.")
    with Store.open() as store:
        gone = deletion.delete_petition(store, petition, by=by, why=why)
    print(
        f"Deleted: {gone.originals:,} scans and {gone.rows:,} readings of {petition}. Who, when and why is kept (deletion "
        f"{gone.id}). Backups, stores that a restore set aside, and reports written elsewhere are yours to delete."
    )
    return int(ExitCode.NOTHING_FOUND)


def _asked(petition: str) -> bool:
    if not sys.stdin.isatty():
        raise WrongUse("This deletes for good and asks before it does; where no one can answer, add --yes.")
    print(f'All scans, readings and names of "{petition}" will be deleted for good. Write the petition\'s id to go on: ', end="")
    sys.stdout.flush()
    return sys.stdin.readline().strip() == petition
