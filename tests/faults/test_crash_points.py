"""A kill at every named point loses nothing, doubles nothing, and the next worker goes on (faults.md B1-B9)."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT
from tests.faults.conftest import Workshop
from tests.store.scans import png

pytestmark = pytest.mark.faults

# Points of work that no worker does; each is tried where that work is: tests/store/test_database.py and below.
ELSEWHERE = ("grown-", "migrate-", "backup-", "restore-", "delete-", "decision-")


def points(*folders: str) -> list[str]:
    """Every point named in these folders and in the stub worker, in the order of the files."""
    named = []
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]
    for file in [*files, ROOT / "tests" / "faults" / "worker.py"]:
        named += re.findall(r'\bcrashpoint\("([^"]+)"\)', file.read_text(encoding="utf-8"))
    return named


def test_every_point_has_a_name_of_its_own():
    named = points("pipeline", "flows")
    assert len(named) == len(set(named)) > 20


def of_a_worker() -> list[str]:
    named = [p for p in points("pipeline/store") if not p.startswith(ELSEWHERE)]
    # Every transaction passes these; a later time is another one.
    return named + [f"{p}:{time}" for p in named if p.startswith("writing-") for time in (4, 9)]


@pytest.mark.parametrize("point", of_a_worker())
def test_a_kill_at_a_point_is_made_good(tmp_path, point):
    workshop = Workshop(tmp_path / "home", None)
    workshop.drop("a.png", png(1))
    workshop.drop("b.png", png(1))
    workshop.drop("bad.png", png(2)[:8] + b"BAD!" + png(2)[12:])
    workshop.drop("minutes.pdf", b"MZ")
    workshop.drop("c.png", png(3))
    assert workshop.finish(workshop.start(crash_at=point)) == [-9], "the point is never passed"
    workshop.drop("d.png", png(4))
    assert workshop.finish(workshop.start(), workshop.start()) == [0, 0]
    workshop.expect(taken=3, duplicate=1, problem=2)
