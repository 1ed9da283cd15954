"""The manual in docs/checks is made from docstrings and law, and is current."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.checks.manual import pages
from pipeline.checks.order import ORDER
from pipeline.checks.subjects import JUDGES
from pipeline.law import loader

DOCS = Path(__file__).parents[2] / "docs" / "checks"


def test_the_manual_is_current() -> None:
    made = pages()
    stale = [name for name, text in made.items() if not (DOCS / name).is_file() or (DOCS / name).read_text() != text]
    extra = [p.name for p in DOCS.glob("*.md") if p.name not in made]
    assert not stale and not extra, f"run `python -m pipeline.checks.manual`: stale {stale}, no longer made {extra}"


@pytest.mark.parametrize("name", sorted(JUDGES))
def test_every_judge_has_a_manual_and_a_place_in_the_tables(name: str) -> None:
    assert name in ORDER
    assert len(JUDGES[name].manual.split()) > 8


@pytest.mark.parametrize("ordinance", loader.available())
def test_every_check_of_an_ordinance_is_one_of_the_tables(ordinance: str) -> None:
    assert {r.name for r in loader.load(ordinance).checks} <= set(ORDER)
