"""Read the scans that wait: one flow run takes up to fifty, one task a scan; of a long scan the next fifty pages.

Tasks return ids and codes only, and artifacts hold hashes, checks and clauses: no signer's name lies in Prefect's files. The
store says what is done; Prefect shows it, and may lose all that it knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any
from uuid import UUID

from prefect import flow, task
from prefect.artifacts import (
    create_link_artifact,
    create_progress_artifact,
    create_table_artifact,
    update_progress_artifact,
)
from prefect.context import TaskRunContext
from prefect.futures import PrefectFuture
from prefect.runtime import flow_run
from prefect.states import State
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from flows import running
from flows.leases import Keeper
from flows.opened import store
from pipeline.errors import Busy
from pipeline.store import Claim, Store, StoredResult
from pipeline.work import reading, report_files

# One flow run takes so many scans: enough that what a run costs is nothing, few enough that a second worker has its share.
MOST_SCANS = 50


class NotDone(Exception):
    """The step came to nothing that may be kept: the scan is a problem, waits for another try, or is another worker's."""


def _key(_context: TaskRunContext, parameters: dict[str, Any]) -> str | None:
    return parameters["key"]


def _passes(_task: Any, _run: Any, state: State[Any]) -> bool:
    return isinstance(state.result(raise_on_failure=False), Busy)


# No time limit here: Prefect cannot cut a thread that waits for a child process; the sandbox's own limits end it
# (pipeline.settings.Limits). The name tells the hash, never the file's.
@task(
    name="read scan",
    task_run_name="{label}",
    cache_key_fn=_key,
    persist_result=True,
    retries=2,
    retry_delay_seconds=[2, 10],
    retry_condition_fn=_passes,
    log_prints=False,
)
def read_scan(held: Claim, label: str, key: str | None, threads: int = 1) -> dict[str, Any]:
    """Read the next piece of one claimed scan, or judge it; the answer holds ids and codes only."""
    try:
        answer = reading.read(store(), held, threads=threads, progress=lambda _, done, of: running.page(held.id, done, of))
    finally:
        running.over(held.id)
    if answer.ended not in ("more", "done"):
        raise NotDone(answer.ended)
    return asdict(answer)


@flow(name="section", flow_run_name="{queue}: {scans} scans", persist_result=False, validate_parameters=False)
def section(
    scans: int = MOST_SCANS, queue: str = "read", held: Sequence[Claim] | None = None, threads: int = 1
) -> dict[str, int]:
    """Read up to `scans` scans of a queue of the store; how many ended how.

    Args:
        scans: how many to claim, at most.
        queue: `read` for what came in; a reprocessing has its own.
        held: claims that the caller took already; None: take them here.
        threads: pages of a scan read side by side.
    """
    opened = store()
    claims = list(held) if held is not None else opened.claim(queue, most=min(scans, MOST_SCANS))
    return work_through(opened, claims, threads)


def work_through(opened: Store, claims: Sequence[Claim], threads: int = 1) -> dict[str, int]:
    """One task for each claim, within a flow run; how many ended how. Claims that are not done in the end are given back.

    Raises:
        PetitionError: what stops every scan, as a missing program.
    """
    ended: Counter[str] = Counter()
    if not claims:
        return dict(ended)
    progress = create_progress_artifact(progress=0.0, description=f"{len(claims)} scans of the queue {claims[0].kind}")
    assert isinstance(progress, UUID), "outside of async code the id itself comes back"
    results: list[StoredResult] = []
    begun: set[str] = set()
    with _known_run(), Keeper(opened, claims) as keeper:
        submitted: list[tuple[Claim, PrefectFuture[dict[str, Any]]]] = []
        for claim in claims:
            label = f"{claim.sha256[:12]} of {claim.petition or 'a petition to be found out'}"
            submitted.append((claim, read_scan.submit(claim, label, reading.step_key(opened, claim), threads)))
        for number, (claim, future) in enumerate(submitted, 1):
            # `wait` first: until then the state of a future is what the server last heard.
            future.wait()
            answer = future.result(raise_on_failure=False)
            if isinstance(answer, dict) and reading.ours_still(opened, claim):
                # Prefect had the answer from before; the store did not.
                answer = asdict(reading.read(opened, claim, threads=threads))
            keeper.done(claim)
            if not isinstance(answer, dict | NotDone):
                raise answer
            ended[answer["ended"] if isinstance(answer, dict) else str(answer)] += 1
            if isinstance(answer, dict) and answer["result"] is not None:
                results += [r for r in opened.results(claim.sha256) if r.id == answer["result"]]
            if isinstance(answer, dict) and answer["begins"] == 1 and claim.petition is not None:
                # The first findings of a long scan: its first pages have a report already.
                begun.add(claim.petition)
            update_progress_artifact(progress, progress=100.0 * number / len(submitted))
    _show(results, begun)
    return dict(ended)


@contextmanager
def _known_run() -> Iterator[None]:
    """While a run lasts its id is known in this process: a stop tells Prefect that it ended."""
    run = flow_run.id
    running.began(str(run))
    try:
        yield
    finally:
        running.ended(str(run))


def _show(results: Sequence[StoredResult], begun: Collection[str] = ()) -> None:
    """Artifacts of what was found: a table without names, and where the reports lie. `begun`: petitions with more reports."""
    opened = store()
    rows = []
    for stored in results:
        counted = Counter((f.check, f.clause, f.consequence) for f in opened.findings(stored.id))
        rows += [
            {"scan": stored.sha256[:12], "petition": stored.petition, "check": c, "clause": k, "consequence": q, "findings": n}
            for (c, k, q), n in sorted(counted.items())
        ]
    if rows:
        create_table_artifact(key="findings", table=rows, description=f"Findings of {len(results)} scans.")
    for petition in sorted({stored.petition for stored in results} | set(begun)):
        folder = opened.settings.inbox_folder / report_files.FOLDER / petition
        create_link_artifact(
            key=f"reports-{_dashed(petition)}",
            link=folder.absolute().as_uri(),
            link_text=f"Reports on {petition}",
            description=f"The reports of this run lie in {folder}",
        )


def _dashed(name: str) -> str:
    """A name as Prefect wants keys of artifacts: lowercase letters, digits, dashes."""
    return "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in name.lower()).split())


def runner(jobs: int, dask: str | None = None) -> TaskRunner[Any]:
    """Where tasks run: `jobs` threads of this process, or the workers of a Dask scheduler at an address like tcp://host:8786."""
    if dask is None:
        return ThreadPoolTaskRunner(max_workers=jobs)
    from prefect_dask import DaskTaskRunner

    return DaskTaskRunner(address=dask)
