"""What this process is running just now: pages being read, for lines of progress, and runs, to be told of a stop."""

from __future__ import annotations

import threading

_lock = threading.Lock()
_pages: dict[int, tuple[int, int]] = {}
_runs: set[str] = set()


def page(work: int, done: int, of: int) -> None:
    """A page of this piece of work was read."""
    with _lock:
        _pages[work] = (done, of)


def over(work: int) -> None:
    """The step on this piece of work has ended."""
    with _lock:
        _pages.pop(work, None)


def pages() -> str:
    """`page 3 of 4, page 12 of 50`; empty where nothing is being read."""
    with _lock:
        return ", ".join(f"page {done} of {of}" for _, (done, of) in sorted(_pages.items()))


def began(run: str) -> None:
    """A flow run began in this process."""
    with _lock:
        _runs.add(run)


def ended(run: str) -> None:
    """It ended."""
    with _lock:
        _runs.discard(run)


def runs() -> list[str]:
    """Ids of the flow runs of this process that have not ended."""
    with _lock:
        return sorted(_runs)
