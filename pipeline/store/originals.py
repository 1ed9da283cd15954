"""The scans themselves, under the name of their own hash, read-only: `originals/ab/abcdef….` is never written twice."""

from __future__ import annotations

import hashlib
import os
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pipeline.crashpoint import crashpoint
from pipeline.errors import PetitionError
from pipeline.store.lease import myself

_BLOCK = 1 << 20
READ_ONLY = 0o444
# No copy of a file within the limits takes so long; on a shared folder another computer's process cannot be looked up.
ABANDONED_SECONDS = 24 * 3600.0


class Changed(PetitionError):
    """The file changed while it was copied: it is still being written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """A whole copy, on disk, not yet under its hash."""

    part: Path
    sha256: str
    size: int
    head: bytes
    """The first bytes, enough to tell the type."""
    tail: bytes
    """The last bytes, enough to tell whether the file ends as its type should."""


class Originals:
    """The folder of originals and the folder in which copies are made, both on one disk."""

    HEAD_BYTES = 4096
    TAIL_BYTES = 4096

    def __init__(self, folder: Path) -> None:
        self._originals = folder / "originals"
        self._incoming = folder / "incoming"
        for made in (self._originals, self._incoming):
            made.mkdir(parents=True, exist_ok=True)

    def path(self, sha256: str) -> Path:
        """Where the original of this hash lies."""
        return self._originals / sha256[:2] / sha256

    def copy(self, source: int) -> Copied:
        """Copy the open file `source` from its beginning, synced to disk.

        Raises:
            Changed: its size or time changed on the way.
            OSError: reading or writing failed; the copy is gone, the source untouched.
        """
        before = os.fstat(source)
        part = self._incoming / f"{_here()}-{os.getpid()}-{secrets.token_hex(8)}.part"
        crashpoint("copy-before")
        try:
            digest, head, tail, size = hashlib.sha256(), b"", b"", 0
            with part.open("xb") as target:
                while block := os.pread(source, _BLOCK, size):
                    target.write(block)
                    digest.update(block)
                    head += block[: max(0, self.HEAD_BYTES - len(head))]
                    tail = (tail + block)[-self.TAIL_BYTES :]
                    size += len(block)
                    crashpoint("copy-middle")
                target.flush()
                crashpoint("copy-written")
                os.fsync(target.fileno())
                os.fchmod(target.fileno(), READ_ONLY)
            after = os.fstat(source)
            if (after.st_size, after.st_mtime_ns) != (before.st_size, before.st_mtime_ns) or size != after.st_size:
                raise Changed("The file is still being written.")
        except BaseException:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise
        crashpoint("copy-synced")
        return Copied(part=part, sha256=digest.hexdigest(), size=size, head=head, tail=tail)

    def keep(self, copied: Copied) -> Path:
        """Give the copy its hash as its name. Where that original is here already, the copy goes."""
        target = self.path(copied.sha256)
        if self.whole(copied.sha256, copied.size):
            copied.part.unlink()
            return target
        target.parent.mkdir(exist_ok=True)
        crashpoint("keep-before")
        copied.part.replace(target)
        crashpoint("keep-renamed")
        sync_folder(target.parent)
        sync_folder(self._originals)
        crashpoint("keep-synced")
        return target

    def drop(self, copied: Copied) -> None:
        """The copy is not wanted after all."""
        copied.part.unlink(missing_ok=True)

    def whole(self, sha256: str, size: int) -> bool:
        """Is it here, with this size? (`verify` hashes it.)"""
        try:
            return self.path(sha256).stat().st_size == size
        except FileNotFoundError:
            return False

    def sweep(self) -> int:
        """Remove copies that no one finishes: whose process on this computer is gone, or a day old. How many went."""
        gone = 0
        for part in self._incoming.glob("*.part"):
            place, pid = part.name.split("-")[:2]
            with suppress(FileNotFoundError):
                old = time.time() - part.stat().st_mtime > ABANDONED_SECONDS
                if old or (place == _here() and not Path(f"/proc/{pid}").exists()):
                    part.unlink()
                    gone += 1
        return gone

    def erase(self, sha256: str) -> None:
        """Delete an original, as `petition delete` orders."""
        self.path(sha256).unlink(missing_ok=True)

    def hash_of(self, sha256: str) -> str | None:
        """The hash that the file under this name has; None where it is not here."""
        try:
            with self.path(sha256).open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except FileNotFoundError:
            return None

    def all(self) -> set[str]:
        """The hashes of all files that lie here."""
        return {file.name for shelf in self._originals.iterdir() if shelf.is_dir() for file in shelf.iterdir()}


def _here() -> str:
    """This boot and name space of process numbers, in short: only here does a process number say who is alive."""
    me = myself()
    return hashlib.sha256(f"{me.boot}{me.processes}".encode()).hexdigest()[:8]


def sync_file(path: Path) -> None:
    """Make the bytes of a file that was written outlive a power cut."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Make a rename in `folder` outlive a power cut."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
