"""One way of judging an archive, timed by `benchmarks.flows` in a process of its own: `plain`, or by section `flows`."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from benchmarks import stored_archive
from pipeline.store import Store, StoreSettings
from pipeline.work import reading

# What Prefect records comes in after the run; it is over when the server has been idle for so long.
IDLE_SECONDS = 5.0


def plain(store: Store) -> dict[str, float]:
    began = time.process_time()
    while held := store.claim(most=50):
        for claim in held:
            reading.step_key(store, claim)
            assert reading.read(store, claim).ended == "done"
    return {"client": time.process_time() - began, "server": 0.0, "start": 0.0}


def flows(store: Store) -> dict[str, float]:
    from flows.conducting import conducting
    from flows.opened import store as opened

    with conducting(port=0):
        server = json.loads((Path(os.environ["PREFECT_HOME"]) / "server.json").read_text(encoding="utf-8"))["pid"]
        from flows.section import runner, section

        # The first run imports and connects: that is the start, paid once a day.
        section.with_options(task_runner=runner(2))(scans=1)
        start = _cpu(server)
        began = time.process_time()
        assert opened() is not None
        while held := store.claim(most=50):
            ended = section.with_options(task_runner=runner(2))(len(held), held=held)
            assert ended == {"done": len(held)}, ended
        client = time.process_time() - began
        idle, before = time.monotonic(), _cpu(server)
        while time.monotonic() - idle < IDLE_SECONDS:
            time.sleep(1.0)
            # A server at rest still turns over: a tenth of a second in a second is work.
            if _cpu(server) - before > 0.1:
                idle = time.monotonic()
            before = _cpu(server)
        return {"client": client, "server": _cpu(server) - start, "start": start}


def _cpu(pid: int) -> float:
    """Processor seconds of a process (man 5 proc)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    how, petition, facts, scans = sys.argv[1:]
    os.environ["PETITION_STABLE_SECONDS"] = os.environ["PETITION_FREE_BYTES"] = "0"
    with Store.open(StoreSettings()) as store:
        stored_archive.fill(store, Path(petition), stored_archive.facts_of_sample(Path(facts)), int(scans) + (how == "flows"))
        print(json.dumps({"plain": plain, "flows": flows}[how](store)))


if __name__ == "__main__":
    main()
