"""The clerk's folders: `intake/` with a folder for each petition, and where files go from there."""

from __future__ import annotations

import os
from pathlib import Path

from pipeline.errors import BadFolders, PetitionError
from pipeline.store.originals import sync_file

INTAKE, TAKEN, DUPLICATE, PROBLEM = "intake", "taken", "duplicate", "problem"
_MADE = "inbox-made"


class Unreachable(PetitionError):
    """The folder cannot be reached: a share that is off. Work goes on by itself when it is back."""


class Inbox:
    """The folder that holds the four."""

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()
        self.intake = self.root / INTAKE
        self.taken = self.root / TAKEN
        self.duplicate = self.root / DUPLICATE
        self.problem = self.root / PROBLEM

    def prove(self, store: Path) -> None:
        """Refuse folders that lie in one another: what is written out must never be taken in.

        Raises:
            BadFolders: naming the two.
        """
        real = {f: f.resolve() for f in (self.intake, self.taken, self.duplicate, self.problem)}
        real[store] = store.resolve()
        for outer, outer_real in real.items():
            for inner, inner_real in real.items():
                if inner is not outer and inner_real.is_relative_to(outer_real):
                    raise BadFolders(
                        f'The folder "{inner}" lies in the folder "{outer}" (links followed). What is written into the one would '
                        "be taken for scans in the other. Choose separate folders with PETITION_HOME and PETITION_INBOX."
                    )

    def ensure(self, store: Path) -> None:
        """Make the folders, the first time. Later a missing one is a share that is off, and is not made anew beneath it.

        Raises:
            Unreachable: they were here once and are not.
        """
        made = store / _MADE
        if made.exists() and made.read_bytes() == os.fsencode(self.root):
            if not self.reachable():
                raise Unreachable(
                    f'The intake folder "{self.intake}" cannot be reached. If it is on a share, switch the share on again; '
                    "work goes on by itself."
                )
            return
        for folder in (self.intake, self.taken, self.duplicate, self.problem):
            folder.mkdir(parents=True, exist_ok=True)
        part = store / f".{_MADE}.{os.getpid()}"
        part.write_bytes(os.fsencode(self.root))
        sync_file(part)
        part.replace(made)

    def reachable(self) -> bool:
        """Is the intake folder there, as a folder?"""
        try:
            with os.scandir(self.intake):
                return True
        except OSError:
            return False

    def make(self, petition: str) -> None:
        """Make the folder of a petition in the intake; nothing where the intake cannot be reached now."""
        if self.reachable():
            (self.intake / petition).mkdir(exist_ok=True)

    def petition_of(self, path: Path) -> str | None:
        """The petition whose folder `path` lies in; None for a file in the intake folder itself."""
        parts = path.relative_to(self.intake).parts
        return parts[0] if len(parts) > 1 else None

    def relative(self, path: Path) -> bytes:
        """`path` from the inbox on, as bytes."""
        return os.fsencode(path.relative_to(self.root))

    def absolute(self, relative: bytes) -> Path:
        """The path that `relative` gave these bytes for."""
        return self.root / os.fsdecode(relative)
