"""`petition backup` and `petition restore`."""

from __future__ import annotations

from pathlib import Path

from pipeline.cli.verify import steps
from pipeline.errors import ExitCode
from pipeline.report.plain_text import file_name
from pipeline.store.backup import backup, not_in_store, read_manifest, restore, verify_backup
from pipeline.store.settings import StoreSettings
from pipeline.store.store import Store, in_use


def back_up(folder: Path) -> int:
    """Copy the store to `folder`, and prove the copy."""
    with Store.open() as store:
        made = backup(store, folder, steps())
    verify_backup(folder, steps())
    print(f"Backed up and proved: {made.originals:,} scans, {made.seq:,} links of the log. Last link: {made.hash}")
    return int(ExitCode.NOTHING_FOUND)


def restore_store(folder: Path, *, only_look: bool) -> int:
    """Restore from `folder`; with `only_look`, only say whether that could be done."""
    if only_look:
        found = verify_backup(folder, steps())
        print(f"The backup is whole: {found.originals:,} scans, {found.links:,} links of the log. Last link: {found.last}")
        return int(ExitCode.NOTHING_FOUND)
    settings = StoreSettings()
    with in_use(settings, alone=True):
        found = restore(folder, settings, steps())
    print(
        f"Restored and proved: {found.originals:,} scans, {found.links:,} links of the log (of {read_manifest(folder).version})."
    )
    print("What was in its place, if anything, is beside it as store.before-restore-N.")
    with Store.open(settings) as store:
        missing = not_in_store(store)
    if missing:
        print(f"{len(missing)} files in taken/ came after the backup. Put them into the intake folder again:")
        print("\n".join(f"  {file_name(name)}" for name in missing))
    return int(ExitCode.NOTHING_FOUND)
