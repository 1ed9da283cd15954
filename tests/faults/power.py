"""A disk that forgets: what was not synced when the power went is undone, as far as the rules of files allow (faults.md B11).

In the worker's process `Recorder` notes what each `fsync` made lasting: of a file its bytes, of a folder its names. When the
power goes (a named point, as for kills), it writes down what would be left, and the process dies. `lose` makes the folder so.
The database is left as it lies: SQLite syncs it itself before a commit is told (`synchronous=FULL`, which a test asserts).
"""

from __future__ import annotations

import os
import pickle
import signal
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pipeline import crashpoint

Rule = Literal["names-lost", "bytes-lost"]
"""`names-lost`: a folder has the names that it had when it was last synced. `bytes-lost`: it has the names of now, and files that
were not synced are empty: what a file system does that writes names before bytes."""


@dataclass
class Left:
    """What is left of a folder after the power went."""

    names: dict[Path, int] = field(default_factory=dict)
    """Files by path: which one (its inode)."""
    bytes: dict[int, bytes] = field(default_factory=dict)
    """By inode: what is in it."""


class Recorder:
    """Notes what is lasting below `home` and `inbox` while this process works."""

    def __init__(self, roots: list[Path], rule: Rule, report: Path) -> None:
        self._roots, self._rule, self._report = roots, rule, report
        # By inode, with the time of the last write: a number is given again when its file is gone.
        self._bytes: dict[int, tuple[int, bytes]] = {}
        self._names: dict[Path, dict[str, int]] = {}
        # Files are held open: the number of one that is gone must not be given to another, which would come back in its place.
        self._held: dict[int, int] = {}
        # What lay there before this process began has been there for long.
        for folder in self._folders():
            self._names[folder] = self._hold(folder)
            for name, inode in self._names[folder].items():
                self._bytes[inode] = ((folder / name).stat().st_mtime_ns, (folder / name).read_bytes())

    def start(self) -> None:
        """From now on."""
        real = os.fsync

        def fsync(fd: int) -> None:
            real(fd)
            self._synced(fd)

        os.fsync = fsync
        kill = os.kill
        crashpoint.os.kill = lambda pid, number: self._power_off(kill) if number == signal.SIGKILL else kill(pid, number)

    def _synced(self, fd: int) -> None:
        path = Path(f"/proc/self/fd/{fd}").readlink()
        seen = os.fstat(fd)
        if stat.S_ISDIR(seen.st_mode):
            self._names[path] = self._hold(path)
        else:
            self._bytes[seen.st_ino] = (seen.st_mtime_ns, Path(f"/proc/self/fd/{fd}").read_bytes())

    def _hold(self, folder: Path) -> dict[str, int]:
        listed = _listed(folder)
        for name, inode in listed.items():
            if inode not in self._held:
                with suppress(FileNotFoundError):
                    self._held[inode] = os.open(folder / name, os.O_RDONLY)
        return listed

    def _power_off(self, kill: Callable[[int, int], Any]) -> None:
        left = Left()
        for folder in self._folders():
            now = _listed(folder)
            lasting = now if self._rule == "bytes-lost" else self._names.get(folder, {})
            for name, inode in lasting.items():
                left.names[folder / name] = inode
                lying = folder / name
                synced, kept = self._bytes.get(inode, (0, b""))
                # A file that is not there by this name any more has gone, and comes back as it was synced.
                written = lying.stat().st_mtime_ns if now.get(name) == inode else synced
                left.bytes[inode] = kept if synced == written else b""
        self._report.write_bytes(pickle.dumps(left))
        kill(os.getpid(), signal.SIGKILL)

    def _folders(self) -> list[Path]:
        return [Path(f) for root in self._roots for f, _, _ in os.walk(root)]


def lose(roots: list[Path], report: Path) -> None:
    """Make the folders what the power left of them. A file keeps its number, as it does on a disk."""
    left: Left = pickle.loads(report.read_bytes())
    aside = report.with_suffix(".aside")
    aside.mkdir()
    for root in roots:
        for folder, _, _ in os.walk(root):
            for name, inode in _listed(Path(folder)).items():
                (Path(folder) / name).rename(aside / str(inode))
    for path, inode in left.names.items():
        lying = aside / str(inode)
        if not lying.exists():
            lying.write_bytes(b"")
        kept = left.bytes[inode]
        if lying.read_bytes() != kept:
            seen = lying.stat()
            lying.chmod(0o600)
            lying.write_bytes(kept)
            os.utime(lying, ns=(seen.st_atime_ns, seen.st_mtime_ns))
            lying.chmod(stat.S_IMODE(seen.st_mode))
        os.link(lying, path)
    for lying in aside.iterdir():
        lying.unlink()


def _listed(folder: Path) -> dict[str, int]:
    """The files in a folder, but for the database's and locks."""
    return {
        entry.name: entry.inode()
        for entry in os.scandir(folder)
        if entry.is_file(follow_symlinks=False) and not entry.name.startswith("petition.db") and not entry.name.endswith(".lock")
    }
