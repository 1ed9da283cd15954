"""What `petition watch` conducts: the intake flow when files lie ready, section flows while scans wait, and a stop in time."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from contextlib import suppress

from flows import leases, running, server
from flows.conducting import conducting, tell_stopped
from flows.intake import hand_over, intake
from flows.section import MOST_SCANS, runner, section
from flows.server import ServerFailed
from pipeline.errors import PetitionError
from pipeline.store import Claim, Ready, Store

logger = logging.getLogger(__name__)

__all__ = ["Conductor", "conducting"]

# How often the queue is looked at where nothing says that something came.
IDLE_SECONDS = 3.0
# After a trouble that a person must end (a missing program, a full disk) the next try waits so long.
AGAIN_SECONDS = 30.0


class Conductor:
    """Starts flow runs in this process. One of intake and one of section run side by side."""

    failure: PetitionError | None = None
    """What keeps scans from being read and is not one scan's fault; None again as soon as a run went through."""

    def __init__(self, store: Store, *, jobs: int, stop: threading.Event) -> None:
        self._store = store
        self._jobs = jobs
        self._stop = stop
        self._came = threading.Event()
        self._busy = False

    def take_in(self, ready: Sequence[Ready]) -> dict[str, int]:
        """Run the intake flow on the files that lie ready.

        Raises: as `flows.intake.intake`.
        """
        ended: dict[str, int] = {}
        try:
            ended = intake(len(ready), hand_over(ready))
        except PetitionError:
            raise
        except Exception as why:
            # What was not taken in lies where it was; the next look sees it.
            self._trouble(why)
            raise ServerFailed("Prefect's server did not answer; it is started anew. The files wait where they are.") from why
        finally:
            self._came.set()
        return ended

    def read_all(self) -> None:
        """Run section flows while scans wait, until told to stop."""
        while not self._stop.is_set():
            if not self._read_some():
                self._came.wait(IDLE_SECONDS)
                self._came.clear()

    def _read_some(self) -> bool:
        """One section flow over what can be claimed now; False where there was nothing."""
        self._busy = True
        held: list[Claim] = []
        try:
            held = self._store.claim("read", most=MOST_SCANS)
            if not held:
                return False
            # One scan alone has all the threads, for its pages side by side: its first findings are there the sooner.
            threads = max(1, self._jobs // len(held))
            section.with_options(task_runner=runner(self._jobs))(len(held), held=held, threads=threads)
            self.failure = None
        except PetitionError as why:
            self.failure = why
            self._give_back(held)
            self._stop.wait(AGAIN_SECONDS)
        except Exception as why:
            self._give_back(held)
            self._trouble(why)
        finally:
            self._busy = False
        return True

    def _give_back(self, held: Sequence[Claim]) -> None:
        """What a run that did not begin, or broke off, has left claimed."""
        for claim in held:
            with suppress(PetitionError):
                self._store.release(claim)

    def _trouble(self, why: Exception) -> None:
        """Prefect's own trouble: the scans are given back, the next run is a new one, on a server that lives."""
        logger.warning("a flow run failed: %s", type(why).__name__)
        logger.debug("a flow run failed", exc_info=why)
        try:
            server.revive()
        except PetitionError as failed:
            self.failure = failed
        self._stop.wait(IDLE_SECONDS)

    def idle(self) -> bool:
        """Nothing is being read, here or elsewhere, and nothing waits that could be.

        A run that failed may have left a claim, which another run takes over once its lease is over.
        """
        return not self._busy and not self._store.waiting() and not self._store.work(kind="read", state="working")

    def pages(self) -> str:
        """The pages that are being read just now, in words."""
        return running.pages()

    def put_down(self) -> None:
        """Give every claim back: the program ends."""
        leases.release_all()
        tell_stopped(running.runs())
