"""The reading of a scan killed between its steps: one result, one report, and no pixel twice where facts were kept (B7-B9)."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from pipeline.store import Store
from tests.conftest import ROOT
from tests.flows.archive import PETITION, petition_in
from tests.store.conftest import settings_in
from tests.store.conserved import assert_at_rest, assert_conserved
from tests.store.scans import drop, tiff

pytestmark = pytest.mark.faults

FILES = ("reading.py", "report_files.py", "page_pictures.py")
# A step on long scans only.
LONG = ("shown-so-far",)


def points() -> list[str]:
    texts = [(ROOT / "pipeline" / "work" / name).read_text(encoding="utf-8") for name in FILES]
    return [point for text in texts for point in re.findall(r'\bcrashpoint\("([^"]+)"\)', text)]


@pytest.mark.parametrize("point", points())
def test_a_reading_that_is_killed_is_gone_on_with(tmp_path, point):
    settings = settings_in(tmp_path)
    with Store.open(settings) as store:
        store.inbox.ensure(settings.folder)
        store.register_petition(PETITION, petition_in(tmp_path))
        for number in range(2):
            pages = 60 if point in LONG else 4
            store.take_in(drop(store, f"{number}.tif", tiff(*range(number * pages, (number + 1) * pages)), PETITION))
    environment = {**os.environ, "PETITION_HOME": str(settings.home), "PETITION_RETRY_SECONDS": "0"}
    environment.pop("PETITION_DATABASE_URL", None)

    def read(**crash: str) -> int:
        done = subprocess.run(
            [sys.executable, "-m", "tests.faults.reader"], env=environment | crash, cwd=ROOT, timeout=240, check=False
        )
        return done.returncode

    assert read(PETITION_CRASH_AT=point) == -9, "the point is never passed"
    assert read() == 0
    with Store.open(settings) as store:
        assert_conserved(store)
        assert_at_rest(store)
        assert (store.status().taken, len(store.results())) == (2, 2)
        reports = [p for p in (settings.inbox_folder / "reports" / PETITION).iterdir() if p.suffix == ".html"]
        assert len(reports) == (4 if point in LONG else 2)
        assert all("</html>" in p.read_text(encoding="utf-8") and "so far" not in p.read_text(encoding="utf-8") for p in reports)
