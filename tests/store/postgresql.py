"""A PostgreSQL server of the tests' own: Debian's program, in a folder of its own, reached through a socket, never a port."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

USER = "petition"


def _programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3]))
    if not found:
        pytest.fail("PostgreSQL is not installed, and these tests are never skipped: run setup/system.sh")
    return found[-1].parent


class Cluster:
    """A server, started. `url()` makes a new, empty database in it."""

    def __init__(self) -> None:
        self._programs = _programs()
        # In memory where there is such a folder: it is thrown away in any case.
        memory = Path("/dev/shm")
        self.folder = Path(tempfile.mkdtemp(prefix="petition-pg-", dir=memory if os.access(memory, os.W_OK) else None))
        # The server refuses to run as root: it gets Debian's own user for it.
        self._as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as:
            shutil.chown(self.folder, "postgres", "postgres")
        self._run("initdb", "-D", str(self.folder / "data"), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off -c max_connections=60"
        self._run(
            "pg_ctl", "-D", str(self.folder / "data"), "-l", str(self.folder / "log"), "-w", "-t", "60", "-o", options, "start"
        )

    def url(self, copy_of: str | None = None) -> str:
        """A new database: empty, or a copy of the one at this URL, to which no one is connected."""
        name = f"store_{secrets.token_hex(6)}"
        template = ["-T", copy_of.partition("@/")[2].partition("?")[0]] if copy_of else []
        self._run("createdb", "-h", str(self.folder), "-U", USER, *template, name)
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [*self._as, str(self._programs / program), *arguments],
            cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{program}: {done.stdout}"
