"""The manual in docs/checks is made from docstrings and law, and is current."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.checks.manual import main, stale
from pipeline.checks.order import ORDER
from pipeline.checks.subjects import JUDGES
from pipeline.law import loader

DOCS = Path(__file__).parents[2] / "docs" / "checks"


def test_the_manual_is_current() -> None:
    assert not stale(DOCS), f"run `python -m pipeline.checks.manual`: {stale(DOCS)}"


def test_a_stale_missing_or_left_over_page_is_told_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([]) == 0
    assert main(["--check"]) == 0
    folder = tmp_path / "docs" / "checks"
    page = next(p for p in sorted(folder.glob("*.md")))
    page.write_text("old\n")
    (folder / "left-over.md").write_text("x\n")
    assert main(["--check"]) == 1
    assert page.name in capsys.readouterr().err
    assert set(stale(folder)) == {page.name, "left-over.md"}
    assert page.read_text() == "old\n"


@pytest.mark.parametrize("name", sorted(JUDGES))
def test_every_judge_has_a_manual_and_a_place_in_the_tables(name: str) -> None:
    assert name in ORDER
    assert len(JUDGES[name].manual.split()) > 8


@pytest.mark.parametrize("ordinance", loader.available())
def test_every_check_of_an_ordinance_is_one_of_the_tables(ordinance: str) -> None:
    assert {r.name for r in loader.load(ordinance).checks} <= set(ORDER)
