"""The power goes at a named point: what was committed is kept, half files are thrown away by their hash, work goes on (B11)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.faults import worker
from tests.faults.conftest import FORK, Workshop
from tests.faults.power import Recorder, lose
from tests.faults.test_crash_points import of_a_worker
from tests.store.scans import png

pytestmark = pytest.mark.faults


def _work(environment: dict[str, str], roots: list[Path], rule: str, report: Path) -> None:
    os.environ.update(environment)
    Recorder(roots, rule, report).start()
    os._exit(worker.work(0.0))


@pytest.mark.parametrize("rule", ["names-lost", "bytes-lost"])
@pytest.mark.parametrize("point", [p for p in of_a_worker() if ":" not in p])
def test_a_power_cut_at_a_point_is_made_good(tmp_path, point, rule):
    workshop = Workshop(tmp_path / "home", None)
    workshop.drop("a.png", png(1))
    workshop.drop("b.png", png(1))
    workshop.drop("bad.png", png(2)[:8] + b"BAD!" + png(2)[12:])
    workshop.drop("minutes.pdf", b"MZ")
    workshop.drop("c.png", png(3))
    roots, report = [workshop.settings.home], tmp_path / "left"
    environment = workshop.environment | {"PETITION_CRASH_AT": point}
    process = FORK.Process(target=_work, args=(environment, roots, rule, report))
    process.start()
    process.join(120)
    assert process.exitcode == -9, "the point is never passed"
    lose(roots, report)
    workshop.drop("d.png", png(4))
    assert workshop.finish(workshop.start()) == [0]
    workshop.expect(taken=3, duplicate=1, problem=2)
