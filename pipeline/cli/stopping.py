"""SIGTERM and Ctrl-C: the first asks to stop, the second ends at once."""

from __future__ import annotations

import os
import signal
import threading
import time
from types import FrameType

from pipeline.errors import ExitCode


def on_signals(stop: threading.Event) -> None:
    """Have both signals set `stop`."""

    def ask(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            os._exit(ExitCode.INTERRUPTED)
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, ask)


def cut_after(seconds: float) -> None:
    """End this process in `seconds`, whatever then hangs: leases end by themselves, and the children die with us."""

    def cut() -> None:
        time.sleep(seconds)
        os._exit(ExitCode.INTERRUPTED)

    threading.Thread(target=cut, name="cut", daemon=True).start()
