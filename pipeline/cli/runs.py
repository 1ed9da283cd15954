"""`petition runs`: Prefect's screen over the runs that were recorded, on this computer only, until it is stopped."""

from __future__ import annotations

import sys
import threading

from pipeline.cli.stopping import on_signals
from pipeline.errors import ExitCode


def show_runs(port: int | None) -> int:
    """Serve the screen until told to stop. Returns the exit code.

    Raises:
        PetitionError: where the server cannot be had.
    """
    stop = threading.Event()
    on_signals(stop)
    from flows.server import screen, serving

    with serving(port) as url:
        print(f"petition: look at the runs in a browser: {screen(url)}/runs (Ctrl-C ends this)", file=sys.stderr, flush=True)
        stop.wait()
    return int(ExitCode.INTERRUPTED)
