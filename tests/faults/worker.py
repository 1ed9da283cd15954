"""A worker as the flows make one, with its reading stubbed: takes in, claims, reads, records. The tests kill and start it.

`python -m tests.faults.worker [SECONDS_A_SCAN]` ends with 0 when nothing is left to do; with 3 while the disk is full.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time

from pipeline.crashpoint import crashpoint
from pipeline.store import Claim, FindingRow, LeaseLost, NoRoom, Store, Watch

READ_AGAIN_SECONDS = 0.05


def read(store: Store, held: Claim, seconds: float) -> None:
    """What stands for measuring and judging: the same bytes give the same facts and lines."""
    raw = store.original(held.sha256).read_bytes()
    time.sleep(seconds)
    store.record_pages(held, [hashlib.sha256(raw).hexdigest()], filed=False)
    key = f"facts-{held.sha256}"
    crashpoint("read-before-facts")
    store.record_facts(key, hashlib.sha256(raw).digest(), sha256=held.sha256, petition=held.petition)
    crashpoint("read-after-facts")
    facts = store.facts(key)
    assert facts is not None
    row = FindingRow(key="k", check="c", clause="x", consequence="void", certainty=0.5, page=1, row=None, evidence=facts.hex())
    store.record_result(
        sha256=held.sha256, petition=held.petition or "oak", fingerprint=f"f-{facts.hex()}", exit_code=10, versions={"stub": "1"},
        lines=json.dumps({"sha256": held.sha256}).encode() + b"\n", facts_key=key, findings=[row], held=held,
    )  # fmt: skip
    crashpoint("read-after-result")


def work(seconds: float) -> int:
    with Store.open() as store:
        store.inbox.ensure(store.settings.folder)
        crashpoint("worker-started")
        watch = Watch(store.inbox, store.settings)
        while True:
            store.settle()
            look = watch.look()
            for ready in look.ready:
                try:
                    store.take_in(ready.path)
                except NoRoom:
                    return 3
            claims = store.claim(most=2)
            for held in claims:
                if store.original(held.sha256).read_bytes()[8:12] == b"BAD!":
                    store.fail(held, "damaged", "It is damaged. Scan it again.")
                    continue
                try:
                    read(store, held, seconds)
                except LeaseLost:
                    continue
            if not claims and not look.ready and not look.changing:
                now = store.status()
                if now.waiting + now.working + now.moving == 0:
                    return 0
                time.sleep(READ_AGAIN_SECONDS)


if __name__ == "__main__":
    sys.exit(work(float(sys.argv[1]) if len(sys.argv) > 1 else 0.0))
