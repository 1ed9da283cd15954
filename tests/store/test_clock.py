"""A clock that jumps: the log keeps its order, leases and waits go by a clock that does not jump (faults.md B16)."""

from __future__ import annotations

import time

import pytest

from pipeline.store import LeaseLost, chain
from pipeline.store.verify import verify
from tests.store.scans import drop, png

DAY = 86_400.0


@pytest.fixture
def wall(monkeypatch):
    """The wall clock, to be set wrong by some seconds; the others go on as they do."""
    real, off = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: real() + off[0])

    def now() -> str:
        from datetime import UTC, datetime

        return datetime.fromtimestamp(time.time(), UTC).isoformat(timespec="microseconds")

    monkeypatch.setattr(chain, "now", now)

    def jump(seconds: float) -> None:
        off[0] += seconds

    return jump


def test_the_log_keeps_its_order_over_a_clock_set_back_and_says_so(sqlite_store, wall):
    first = sqlite_store.log("before")
    wall(-400 * DAY)
    second = sqlite_store.log("after")
    assert second == first + 1
    found = verify(sqlite_store.database, sqlite_store.originals)
    assert any("clock went back" in note for note in found.notes)


@pytest.mark.parametrize("jump", [-30 * DAY, -3600.0, 3600.0, 30 * DAY])
def test_a_lease_neither_ends_nor_lasts_by_the_wall_clock(sqlite_store, wall, jump):
    """Summer time, a wrong zone, a battery gone flat: who is at work stays at work, on one computer."""
    sqlite_store.take_in(drop(sqlite_store, "a.png", png(1)))
    (held,) = sqlite_store.claim(lease=60)
    wall(jump)
    assert sqlite_store.claim() == [], "it is still being worked on"
    sqlite_store.renew(held, lease=0.05)
    time.sleep(0.1)
    (other,) = sqlite_store.claim(lease=60)
    with pytest.raises(LeaseLost):
        sqlite_store.renew(held)
    sqlite_store.finish(other)


@pytest.mark.parametrize("jump", [-30 * DAY, 30 * DAY])
def test_a_scan_that_waits_for_its_next_try_is_tried_again_though_the_clock_jumped(sqlite_store, wall, jump):
    sqlite_store.take_in(drop(sqlite_store, "a.png", png(1)))
    (held,) = sqlite_store.claim()
    assert sqlite_store.again(held, "crash", "It can pass.")
    wall(jump)
    (again,) = sqlite_store.claim()
    assert again.tries == 1
    sqlite_store.finish(again)
