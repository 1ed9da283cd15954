"""Prefect's server beside us: started where none is named, on a loopback port, ended with us however we end.

Prefect can start a server by itself, but that one has no screen and outlives a killed client. Ours is a child that watches a
pipe which only its parent holds. One server a home: whoever comes second joins the first.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from flows import quiet
from pipeline.errors import ExitCode, PetitionError

# A fresh home runs all of Prefect's migrations first: 12 to 20 s measured, several times that on a busy computer.
START_SECONDS = 180.0
STOP_SECONDS = 5.0
# Prefect's own number, so that its tools find the server; where it is taken, any free one.
PORT = 4200
# Our runs are recorded and shown; nothing is scheduled and no worker is minded by a server that lives as long as one command.
_NEEDLESS = {
    f"PREFECT_SERVER_SERVICES_{name}_ENABLED": "false"
    for name in ("SCHEDULER", "LATE_RUNS", "FOREMAN", "PAUSE_EXPIRATIONS", "CANCELLATION_CLEANUP", "REPOSSESSOR")
}


class ServerFailed(PetitionError):
    """Prefect's server cannot be started or reached. Nothing is lost by it: scans wait where they are."""

    exit_code = ExitCode.BUSY


_children: dict[str, _Server] = {}
"""The servers that this process runs, by the address of their API."""


@contextmanager
def serving(port: int | None = None) -> Iterator[str]:
    """The URL of a server's API for the time of the block, also set as `PREFECT_API_URL`.

    A server that is named in `PREFECT_API_URL`, or that another process of ours runs for this home, is used and left alone.

    Raises:
        ServerFailed: where it does not come up; the message names its log.
    """
    named = os.environ.get("PREFECT_API_URL")
    if named:
        yield named
        return
    home = Path(os.environ["PREFECT_HOME"])
    home.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + START_SECONDS
    with (home / "server.lock").open("a+b") as lock:
        child: _Server | None = None
        while True:
            if _ours(lock):
                child = _Server(home, port, lock)
                break
            running = _running(home)
            if running:
                break
            if time.monotonic() > deadline:
                raise ServerFailed(f"Another process holds {home / 'server.lock'} and its server does not answer. End it first.")
            time.sleep(0.2)
        try:
            url = child.wait_until_up(deadline) if child else running
            assert url is not None
            os.environ["PREFECT_API_URL"] = url
            if child:
                _children[url] = child
            yield url
        finally:
            os.environ.pop("PREFECT_API_URL", None)
            if child:
                _children.pop(child.api, None)
                child.stop()


def revive() -> None:
    """Where the server beside us has died, start it anew under the same address. One that is not ours is left alone.

    Raises:
        ServerFailed: where it does not come up.
    """
    for child in list(_children.values()):
        child.revive()


def screen(api_url: str) -> str:
    """Address of Prefect's screen of runs, for a browser, of the server behind `api_url`."""
    return api_url.removesuffix("/").removesuffix("/api")


def _ours(lock: IO[bytes]) -> bool:
    """Whether we hold the lock now. The kernel lets go of it when holder and server are gone, so no stale one is left."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _running(home: Path) -> str | None:
    """The API of the server that another process runs for this home, None while it does not answer.

    A server whose owner was killed still answers while it ends: whoever joined it would wait for it in vain.
    """
    try:
        told = json.loads((home / "server.json").read_text(encoding="utf-8"))
        url, owner = str(told["api"]), int(told["owner"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return url if _lives(owner) and _answers(url) else None


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _answers(url: str) -> bool:
    try:
        # Straight to the loopback address: a proxy of the house has no part in it.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"{url}/health", timeout=2) as said:
            return bool(said.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _free_port(wanted: int | None) -> int:
    for port in (wanted or PORT, 0):
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
            found: int = one.getsockname()[1]
            return found
    raise ServerFailed("No port is free on this computer's loopback address. End other programs and start again.")


class _Server:
    """The child process, the pipe that it watches, and the file that tells others of it."""

    def __init__(self, home: Path, port: int | None, lock: IO[bytes]) -> None:
        self._home = home
        self._port = _free_port(port)
        self._lock = lock
        self.api = f"http://127.0.0.1:{self._port}/api"
        self._log = home / "server.log"
        self._start()

    def _start(self) -> None:
        read, self._lifeline = os.pipe()
        os.set_inheritable(read, True)
        try:
            with self._log.open("wb") as log:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "flows.server", str(self._port), str(read)],
                    env={**os.environ, "PREFECT_API_URL": "", "PREFECT_SERVER_UI_API_URL": self.api},
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    # The lock goes with it: while the server still ends, no second one starts on this home.
                    pass_fds=(read, self._lock.fileno()),
                    # Ctrl-C reaches us alone; we end it when our work is put down.
                    start_new_session=True,
                )
        finally:
            os.close(read)

    def revive(self) -> None:
        if self._process.poll() is None and _answers(self.api):
            return
        self.stop()
        self._start()
        self.wait_until_up(time.monotonic() + START_SECONDS)

    def wait_until_up(self, deadline: float) -> str:
        while not _answers(self.api):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise ServerFailed(
                    f"Prefect's server did not start; its last words stand in {self._log}. "
                    "Nothing is lost: start the command again, and if it fails again, move the folder "
                    f"{self._home} away (it holds only the record of runs)."
                )
            time.sleep(0.1)
        told = self._home / "server.json.part"
        told.write_text(json.dumps({"api": self.api, "pid": self._process.pid, "owner": os.getpid()}), encoding="utf-8")
        told.replace(self._home / "server.json")
        return self.api

    def stop(self) -> None:
        (self._home / "server.json").unlink(missing_ok=True)
        with suppress(OSError):
            os.close(self._lifeline)
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _serve(port: int, lifeline: int) -> None:
    """The child's own work: run Prefect's server until told to end or the parent is gone."""
    import threading

    parent = os.getppid()

    def watch() -> None:
        with suppress(OSError):
            while os.read(lifeline, 1):
                pass
        # A parent that lives tells us to end in good order; one that was killed wants its place back at once. Nobody is there
        # to be told: the database is Prefect's record only, and SQLite survives this.
        given_up = time.monotonic() + STOP_SECONDS
        while time.monotonic() < given_up and os.getppid() == parent:
            time.sleep(0.05)
        os._exit(0)

    threading.Thread(target=watch, name="lifeline", daemon=True).start()
    os.environ.pop("PREFECT_API_URL", None)
    os.environ.update(_NEEDLESS)
    os.environ["PREFECT__SERVER_FINAL"] = "1"
    import uvicorn

    uvicorn.run(
        "prefect.server.api.server:create_app", factory=True, host="127.0.0.1", port=port, log_level="warning", lifespan="on"
    )


if __name__ == "__main__":
    quiet.settle()
    _serve(int(sys.argv[1]), int(sys.argv[2]))
