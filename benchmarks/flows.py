"""What does Prefect itself cost? Processor time of client and server over 200 scans of four pages, against what reading takes.

Reading is stubbed: each scan's facts lie in the store, so that what is left is judging, reporting, storing, and Prefect. As many
scans are judged once without Prefect and once by section flows; the difference, and all that the server took, is Prefect's.
Processor time, not time by the clock: other work on the machine does not enter.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
GOAL = 0.05


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scans", type=int, default=200)
    parser.add_argument("--json", type=Path, help="write the figures here")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="petition-bench-") as folder:
        reading = _reading()
        plain = _child(Path(folder), "plain", given.scans)
        flows = _child(Path(folder), "flows", given.scans)
    client = max(flows["client"] - plain["client"], 0.0)
    cost = (client + flows["server"]) / (reading * given.scans)
    figures = {
        "scans": given.scans,
        "reading_cpu_s_a_scan": round(reading, 2),
        "prefect_client_cpu_s": round(client, 2),
        "prefect_server_cpu_s": round(flows["server"], 2),
        "prefect_start_cpu_s": round(flows["start"], 2),
        "share_of_reading": round(cost, 4),
        "goal": GOAL,
    }
    print(json.dumps(figures, indent=1))
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return int(cost > GOAL)


def _reading() -> float:
    """Processor seconds that one bundled scan of four pages takes to read, its child processes included."""
    from benchmarks.stored_archive import PETITION, SAMPLE

    petition = ROOT / "samples" / "petitions" / PETITION / "petition.toml"
    before = _children()
    subprocess.run(
        [sys.executable, "-m", "pipeline.cli", "check", str(SAMPLE), "--petition", str(petition), "--json"],
        cwd=ROOT, stdout=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _child(folder: Path, how: str, scans: int) -> dict[str, float]:
    """Run one way in a process of its own; its figures."""
    home = folder / how
    petition = folder / f"{how}-petition"
    shutil.copytree(ROOT / "samples" / "petitions" / "leaf-blowers", petition)
    facts = ROOT / "out" / "scale" / "facts.json"
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PREFECT_")}
    ran = subprocess.run(
        [sys.executable, "-m", "benchmarks.flows_child", how, str(petition / "petition.toml"), str(facts), str(scans)],
        cwd=ROOT, env={**environment, "PETITION_HOME": str(home)}, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    figures: dict[str, float] = json.loads(ran.stdout.splitlines()[-1])
    return figures


if __name__ == "__main__":
    started = time.monotonic()
    code = main()
    print(f"in {time.monotonic() - started:.0f} s", file=sys.stderr)
    sys.exit(code)
