"""`petition watch` as a clerk starts it: a process of its own, with what it says, on a home of its own."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from tests.conftest import ROOT

# A busy computer runs all of Prefect's migrations first.
START_SECONDS = 150


def sheet(path: Path, shade: int = 255) -> Path:
    """A blank letter sheet: read in seconds, and no section of anything."""
    out = io.BytesIO()
    Image.new("L", (850, 1100), shade).save(out, "PNG", dpi=(100, 100))
    path.write_bytes(out.getvalue())
    return path


class Watched:
    """The process, its folders and its words."""

    def __init__(self, home: Path, petition: Path, *, before: tuple[str, ...] = (), more: tuple[str, ...] = ()) -> None:
        self.inbox = home / "inbox"
        self.log = home.parent / "watch.log"
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PREFECT_")}
        environment |= {"PETITION_HOME": str(home), "PETITION_STABLE_SECONDS": "1", "PETITION_FREE_BYTES": "0"}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*before, sys.executable, "-m", "pipeline.cli", "watch", "--petition", str(petition), "--port", "0", *more],
                cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def wait_for(self, what: Callable[[], bool], seconds: float = START_SECONDS) -> None:
        end = time.monotonic() + seconds
        while not what():
            assert self.process.poll() is None, f"it ended with {self.process.returncode}: {self.said()}"
            assert time.monotonic() < end, f"not in {seconds} s: {self.said()}"
            time.sleep(0.2)

    def up(self) -> None:
        self.wait_for(lambda: "looked at in a browser" in self.said())

    def end(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
