"""One worker at a time has a piece of work, and who slept past his lease writes nothing (faults.md B12-B16)."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import update

from pipeline.store import LeaseLost, Store, schema
from pipeline.store.claims import MOST_LOST
from pipeline.store.lease import Holder, Lease, myself, over, since_boot
from tests.store.scans import drop, png


@pytest.fixture
def three(store):
    for seed in range(3):
        store.take_in(drop(store, f"{seed}.png", png(seed)))
    return store


def age(store, **values):
    """Write into the lease what another process would have written."""
    with store.database.claiming() as connection:
        connection.execute(update(schema.work).values(**values))


def result(store, held, fingerprint="f"):
    return store.record_result(
        sha256=held.sha256, petition="oak", fingerprint=fingerprint, lines=b"{}\n", exit_code=0, versions={}, held=held
    )


def test_each_piece_is_claimed_once_in_the_order_in_which_it_came(three):
    claims = [three.claim() for _ in range(4)]
    assert [len(c) for c in claims] == [1, 1, 1, 0]
    assert [c[0].subject for c in claims[:3]] == ["receipt-1", "receipt-2", "receipt-3"]


def test_many_threads_share_the_work_without_doubling_it(store, settings):
    for seed in range(12):
        store.take_in(drop(store, f"{seed}.png", png(seed)))
    got: list[int] = []

    def work():
        with Store.open(settings) as mine:
            while held := mine.claim():
                got.append(held[0].id)
                result(mine, held[0])

    with ThreadPoolExecutor() as pool:
        for done in [pool.submit(work) for _ in range(4)]:
            done.result()
    assert sorted(got) == list(range(1, 13)) and store.status().taken == 12


def test_the_lease_of_a_dead_process_is_over_at_once(three):
    (held,) = three.claim(lease=3600)
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    age(three, process=dead.pid)
    assert three.claim()[0].id == held.id


def test_a_process_number_used_again_deceives_no_one(three):
    (held,) = three.claim(lease=3600)
    age(three, started="1")
    assert three.claim()[0].id == held.id


def test_a_lease_from_before_the_last_boot_is_over_where_the_database_is_a_file(sqlite_store):
    sqlite_store.take_in(drop(sqlite_store, "a.png", png(1)))
    sqlite_store.claim(lease=3600)
    age(sqlite_store, boot="another")
    assert len(sqlite_store.claim()) == 1


def test_another_computers_lease_holds_until_its_time_is_over():
    me = myself()
    other = Lease(holder=replace(me, boot="another"), until_boot=0.0, until_wall=1000.0)
    assert not over(other, me, now_boot=since_boot(), now_wall=999.0, one_machine=False)
    assert over(other, me, now_boot=since_boot(), now_wall=1001.0, one_machine=False)


def test_a_process_of_another_container_is_not_looked_up_by_number():
    me = myself()
    holder = Holder(machine=me.machine, boot=me.boot, processes="pid:[1]", process=2**22, started="5")
    lease = Lease(holder=holder, until_boot=since_boot() + 60, until_wall=0.0)
    assert not over(lease, me, now_boot=since_boot(), now_wall=0.0, one_machine=True)
    assert over(lease, me, now_boot=since_boot() + 61, now_wall=0.0, one_machine=True)


def test_a_sleepers_late_writes_are_refused(three):
    (sleeper,) = three.claim()
    age(three, until_boot=0.0, until_wall=0.0)
    (other,) = three.claim()
    assert other.id == sleeper.id
    for late in (
        lambda: result(three, sleeper, "late"),
        lambda: three.renew(sleeper),
        lambda: three.finish(sleeper),
        lambda: three.fail(sleeper, "late", "late"),
        lambda: three.again(sleeper, "late", "late"),
        lambda: three.release(sleeper),
        lambda: three.assign(sleeper, "oak"),
        lambda: three.record_pages(sleeper, ["a"], filed=False),
    ):
        with pytest.raises(LeaseLost):
            late()
    result(three, other)
    assert [r.fingerprint for r in three.results(other.sha256)] == ["f"]


def test_a_renewed_lease_is_not_taken_over(three):
    (held,) = three.claim(lease=1)
    three.renew(held, lease=3600)
    assert all(other.id != held.id for other in three.claim(most=10))


def test_what_was_given_back_is_claimed_again(three):
    (held,) = three.claim()
    three.release(held)
    assert three.claim()[0].id == held.id


def test_what_can_pass_is_tried_three_times_and_then_a_problem(three):
    for last in (False, False, True):
        (held,) = [c for c in three.claim(most=9) if c.subject == "receipt-1"]
        assert three.again(held, "timeout", "Reading took too long. Scan it again.") is not last
    assert [w.reason for w in three.work(state="problem")] == ["timeout"]
    assert "too long" in (three.inbox.problem / "oak" / "0.png.why.txt").read_text(encoding="utf-8")


def test_a_later_try_waits_for_its_time(store, settings):
    slow = Store(replace_settings(settings, retry_seconds=3600.0), store.limits, store.database, store._lock)
    store.take_in(drop(store, "a.png", png(1)))
    (held,) = slow.claim()
    slow.again(held, "timeout", "later")
    assert slow.claim() == [] and [w.tries for w in slow.waiting()] == [1]


def test_a_scan_that_takes_every_worker_with_it_is_a_problem(sqlite_store):
    sqlite_store.take_in(drop(sqlite_store, "a.png", png(1)))
    for _ in range(MOST_LOST + 1):
        assert len(sqlite_store.claim()) == 1
        age(sqlite_store, until_boot=0.0)
    assert sqlite_store.claim() == []
    assert [w.reason for w in sqlite_store.work(state="problem")] == ["crashes"]
    assert "again and again" in (sqlite_store.inbox.problem / "oak" / "a.png.why.txt").read_text(encoding="utf-8")


def test_a_queue_takes_a_subject_once(three):
    sha256 = three.waiting()[0].sha256
    ids = {three.queue("archive", f"run-1:{sha256}", sha256, "oak") for _ in range(3)}
    assert len(ids) == 1 and len(three.claim("archive", most=9)) == 1
    assert three.queue("archive", f"run-2:{sha256}", sha256, "oak") not in ids


def replace_settings(settings, **values):
    return settings.model_copy(update=values)
