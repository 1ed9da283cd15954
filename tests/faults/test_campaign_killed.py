"""A reprocessing killed between its steps is gone on with: one report over the whole, each scan judged once (faults.md B1-B9)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from pipeline.store import Store
from pipeline.work import campaign, reading
from tests.conftest import ROOT
from tests.flows.archive import PETITION, fill, petition_in
from tests.store.conftest import settings_in
from tests.store.conserved import assert_conserved

pytestmark = pytest.mark.faults

FILES = ("campaign.py", "carried.py", "differences_report.py", "report_files.py")
# Later times that a point is passed are other steps: the list of scans, the campaign, its end.
AGAIN = {"campaign-file-before-rename": 3, "campaign-file-written": 3, "differences-before-rename": 2, "differences-written": 2}


def points() -> list[str]:
    named = []
    for name in FILES:
        text = (ROOT / "pipeline" / "work" / name).read_text(encoding="utf-8")
        for point in re.findall(r'\bcrashpoint\("([^"]+)"\)', text):
            named += [point, *(f"{point}:{time}" for time in range(2, AGAIN.get(point, 1) + 1))]
    return [*named, "result-before", "result-recorded", "result-recorded:2", "decision-before-commit"]


@pytest.mark.parametrize("point", points())
def test_a_reprocessing_that_is_killed_is_gone_on_with(tmp_path, point):
    settings = settings_in(tmp_path, stable_seconds=0.0)
    with Store.open(settings) as store:
        store.inbox.ensure(settings.folder)
        path = petition_in(tmp_path)
        store.register_petition(PETITION, path)
        hashes = fill(store, 2)
        for held in store.claim("read", most=2):
            assert reading.read(store, held).ended == "done"
        # A decision that will be open again: what it was about reads otherwise by then.
        finding = store.findings(store.results()[0].id)[0]
        store.decide(
            petition=PETITION,
            target="finding",
            key=finding.key,
            decision="set-aside",
            by="R. Amsel",
            evidence="of something else",
        )
    path.write_text(path.read_text(encoding="utf-8") + '\n[readings]\nconformity = "strict"\n', encoding="utf-8")
    environment = {**os.environ, "PETITION_HOME": str(settings.home), "PETITION_RETRY_SECONDS": "0"}
    environment.pop("PETITION_DATABASE_URL", None)

    def work(**crash: str) -> int:
        program = [sys.executable, "-m", "tests.faults.campaigner"]
        return subprocess.run(program, env=environment | crash, cwd=ROOT, timeout=240, check=False).returncode

    assert work(PETITION_CRASH_AT=point) == -9, "the point is never passed"
    with Store.open(settings) as store:
        begun = campaign.unfinished(store)
        over = not begun and bool(list((settings.home / campaign.FOLDER).glob("*/differences.json")))
    if not over:
        assert work() == 0
    with Store.open(settings) as store:
        assert_conserved(store)
        assert campaign.unfinished(store) == []
        judged = [r.sha256 for r in store.results()]
        assert sorted(judged) == sorted(hashes * 2), "each scan has the result of before and one more"
        assert [d.decision for d in store.decisions(PETITION)] == ["set-aside", "undo"]
        (found,) = (settings.home / campaign.FOLDER).glob("*/differences.json")
        told = json.loads(found.read_text(encoding="utf-8"))
        assert told["scans"] == 2 and set(told["causes"]) <= {"reading"}
        assert len(told["decisions"]["reopened"]) <= 1
