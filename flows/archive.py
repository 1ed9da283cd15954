"""Judge archived scans again, in chunks: one flow run a chunk of up to fifty scans, one task a scan, as in `flows.section`.

Scans are claimed from the campaign's queue in the store, so that any number of runs, on any number of computers, share it: each
scan is one's at a time, and what a killed run had claimed is another's once its lease is over.
"""

from __future__ import annotations

import time
from typing import Any
from uuid import UUID

from prefect import flow

from flows.opened import store
from flows.section import MOST_SCANS, section
from pipeline.store import Store, Work
from pipeline.work.campaign import Campaign

DEPLOYMENT = "archive/archive"
# How often the store is asked how far the workers are, and how long without a scan done until another run is sent after them.
LOOK_SECONDS = 2.0
SILENT_SECONDS = 20.0

archive = section.with_options(name="archive", flow_run_name="{queue}: up to {scans} scans")


@flow(name="archive", flow_run_name="{queue}: on a worker", persist_result=False)
def archive_on_worker(queue: str, threads: int = 1) -> dict[str, int]:
    """The flow of the deployment: work on chunks of the queue until nothing in it can be claimed."""
    from flows.section import work_through

    total: dict[str, int] = {}
    opened = store()
    while held := opened.claim(queue, most=CHUNK_ON_WORKER):
        for how, number in work_through(opened, held, threads).items():
            total[how] = total.get(how, 0) + number
    return total


# A worker claims little at a time, so that the others have their share and a killed one holds little until its lease ends.
CHUNK_ON_WORKER = 10


def here(opened: Store, campaign: Campaign, runner: Any, told: Any) -> None:
    """Run chunk after chunk in this process, or from it on Dask, until the campaign's queue is done.

    Args:
        opened: the store.
        campaign: whose queue it is.
        runner: of the tasks (`flows.section.runner`).
        told: called with (done, of) after each chunk.
    """
    while left(opened, campaign):
        held = opened.claim(campaign.queue, most=MOST_SCANS)
        if held:
            archive.with_options(task_runner=runner)(len(held), campaign.queue, held)
        else:
            time.sleep(LOOK_SECONDS)
        told(campaign.scans - len(left(opened, campaign)), campaign.scans)


def on_workers(opened: Store, campaign: Campaign, workers: int, told: Any) -> list[UUID]:
    """Send runs to the work pool of the deployment and wait until the queue is done; the ids of the runs.

    A run whose worker was killed is never waited for: where no scan gets done for a while, another run is sent.
    """
    from prefect.deployments import run_deployment

    sent: list[UUID] = []

    def send(number: int) -> None:
        for _ in range(number):
            key = f"{campaign.name}-{len(sent)}-{time.time_ns()}"
            run = run_deployment(
                DEPLOYMENT, parameters={"queue": campaign.queue}, timeout=0, idempotency_key=key, as_subflow=False
            )
            sent.append(run.id)  # type: ignore[union-attr]

    send(workers)
    before, since = -1, time.monotonic()
    while rest := left(opened, campaign):
        done = campaign.scans - len(rest)
        if done != before:
            before, since = done, time.monotonic()
            told(done, campaign.scans)
        elif time.monotonic() - since > SILENT_SECONDS + opened.settings.lease_seconds:
            send(1)
            since = time.monotonic()
        time.sleep(LOOK_SECONDS)
    told(campaign.scans, campaign.scans)
    return sent


def left(opened: Store, campaign: Campaign) -> list[Work]:
    """The work of the campaign that is neither done nor a problem."""
    return [w for state in ("waiting", "working") for w in opened.work(kind=campaign.queue, state=state)]
