"""Prefect's surroundings, set before Prefect is imported: its own home under ours, nothing sent to anyone, a quiet log.

Importing this module is the act: Prefect reads its settings when it is imported, so every other module of this package
imports this one first. Names and figures were measured on Prefect 3.9.1 (docs/flows.md).
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from pipeline.settings import petition_home

# The first stops the client's messages, the second the server's own, which it would send every ten minutes.
_SILENT = {"DO_NOT_TRACK": "1", "PREFECT_SERVER_ANALYTICS_ENABLED": "false"}

_USUAL = {
    # A scan that could not be read is told by us, in plain words, where the clerk looks; a task that failed says it again.
    "PREFECT_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_LOGGING_COLORS": "false",
    "PREFECT_CLI_COLORS": "false",
    # One request a line, for lines that say nothing the store's log does not.
    "PREFECT_LOGGING_TO_API_ENABLED": "false",
    # No automation of ours exists; runs are started by us or by a worker.
    "PREFECT_SERVER_SERVICES_TRIGGERS_ENABLED": "false",
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_ENABLED": "false",
    # Reads the machine's load in every run's process: nobody looks at it.
    "PREFECT_TELEMETRY_ENABLE_RESOURCE_METRICS": "false",
    # A worker's run waits for a server that is still starting instead of ending at once.
    "PREFECT_CLIENT_MAX_RETRIES": "8",
}


def settle() -> None:
    """Set the environment for Prefect. What a person has set stays, but for what would send messages to the outside."""
    os.environ.update(_SILENT)
    for name, value in _USUAL.items():
        os.environ.setdefault(name, value)
    home = os.environ.setdefault("PREFECT_HOME", str(petition_home() / "prefect"))
    os.environ.setdefault("PREFECT_RESULTS_LOCAL_STORAGE_PATH", str(Path(home) / "results"))
    # Prefect makes its home, but not what is above it, and warns at every start until it is there.
    with suppress(OSError):
        Path(home).mkdir(parents=True, exist_ok=True)


settle()
