"""Look at the intake folder: which files have stopped changing? By change, never by age: a scanner's clock may be wrong."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.store.intake_folders import Inbox
from pipeline.store.intake_names import temporary
from pipeline.store.settings import StoreSettings

# Folders in folders in the intake; more is no way to sort scans, but may be a loop.
DEEPEST = 8

_State = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """A file that has not changed for long enough to be taken in."""

    path: Path
    patient: bool
    """True while a file that ends as if cut off is to be left alone (`Store.take_in`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What one full look at the intake folder saw."""

    reachable: bool
    """False: the folder cannot be read, a share may be off. Nothing is concluded from that."""
    ready: tuple[Ready, ...] = ()
    changing: int = 0
    """Files that are not ready yet."""


class Watch:
    """Remembers when each file last changed, from look to look."""

    def __init__(self, inbox: Inbox, settings: StoreSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._inbox = inbox
        self._settings = settings
        self._clock = clock
        self._since: dict[Path, tuple[_State, float]] = {}

    def look(self) -> Look:
        """One full look. Files of temporary names are not counted."""
        now = self._clock()
        try:
            found = dict(_walk(self._inbox.intake, DEEPEST))
        except OSError:
            return Look(reachable=False)
        self._since = {
            path: known if (known := self._since.get(path)) and known[0] == state else (state, now)
            for path, state in found.items()
        }
        ready = [
            Ready(path=path, patient=now - since < self._settings.unfinished_seconds)
            for path, (_, since) in sorted(self._since.items(), key=lambda item: (item[1][1], os.fsencode(item[0])))
            if now - since >= self._settings.stable_seconds
        ]
        return Look(reachable=True, ready=tuple(ready), changing=len(found) - len(ready))


def _walk(folder: Path, deeper: int) -> Iterator[tuple[Path, _State]]:
    """All entries that are no folders, links not followed. A folder inside that vanishes or is closed to us is passed over."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if temporary(entry.name):
                continue
            try:
                seen = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if not stat.S_ISDIR(seen.st_mode):
                yield Path(entry.path), (seen.st_size, seen.st_mtime_ns, seen.st_ino, seen.st_dev)
            elif deeper:
                try:
                    yield from list(_walk(Path(entry.path), deeper - 1))
                except OSError:
                    continue
