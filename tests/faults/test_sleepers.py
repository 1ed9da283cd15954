"""A worker that sleeps past its lease is taken over, and when it wakes it writes nothing (faults.md B14)."""

from __future__ import annotations

import signal
import time

import pytest

from tests.faults.conftest import Workshop
from tests.store.scans import png

pytestmark = pytest.mark.faults


def test_a_stopped_worker_is_taken_over_and_its_late_result_refused(tmp_path):
    workshop = Workshop(tmp_path / "home", None)
    workshop.environment["PETITION_LEASE_SECONDS"] = "1"
    for seed in range(4):
        workshop.drop(f"{seed}.png", png(seed))
    sleeper = workshop.start(seconds=2.0)
    with workshop.store() as store:
        while not store.work(state="working"):
            time.sleep(0.05)
        sleeper.send_signal(signal.SIGSTOP)
        stopped_at = [w.id for w in store.work(state="working")]
        time.sleep(1.5)
    workshop.environment["PETITION_LEASE_SECONDS"] = "60"
    other = workshop.start()
    assert workshop.finish(other) == [0]
    with workshop.store() as store:
        assert stopped_at and all(w.state == "done" for w in store.work())
    sleeper.send_signal(signal.SIGCONT)
    assert workshop.finish(sleeper) == [0]
    workshop.expect(taken=4)
