"""Claims that a flow run holds are renewed while it lives, those too whose task has not begun."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from types import TracebackType
from typing import Self

from pipeline.errors import PetitionError
from pipeline.store import Claim, LeaseLost, Store

logger = logging.getLogger(__name__)

_all: set[Keeper] = set()
_guard = threading.Lock()


class Keeper:
    """Renews claims in a thread of its own, three times within a lease. What is done or lost is let go."""

    def __init__(self, store: Store, held: Iterable[Claim]) -> None:
        self._store = store
        self._held = {claim.id: claim for claim in held}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._renew, name="leases", daemon=True)

    def __enter__(self) -> Self:
        with _guard:
            _all.add(self)
        self._thread.start()
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self._stop.set()
        self._thread.join()
        with _guard:
            _all.discard(self)
        self.release()

    def done(self, claim: Claim) -> None:
        """The step on this claim is over; it is no longer ours to renew."""
        self._held.pop(claim.id, None)

    def release(self) -> None:
        """Give back what was not begun or not finished."""
        while self._held:
            _, claim = self._held.popitem()
            try:
                self._store.release(claim)
            except LeaseLost:
                continue
            except PetitionError as why:
                # The lease ends by itself.
                logger.warning("a claim could not be given back: %s", why)

    def _renew(self) -> None:
        while not self._stop.wait(self._store.settings.lease_seconds / 3):
            for claim in list(self._held.values()):
                try:
                    self._store.renew(claim)
                except LeaseLost:
                    self.done(claim)
                except PetitionError as why:
                    logger.warning("a claim could not be renewed: %s", why)


def release_all() -> None:
    """Give back every claim that this process holds: it is about to end."""
    with _guard:
        keepers = list(_all)
    for keeper in keepers:
        keeper.release()
