"""Whole affidavits of the charters, each in a style of its own: all is heard; what is left out or denied is told."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pipeline.law import loader
from pipeline.model.sought import StatementSought
from pipeline.section.statements import hear

WHOLE = tomllib.loads((Path(__file__).parent / "affidavits_charters.toml").read_text(encoding="utf-8"))
LAWS = {"fulton": "fulton-10-3", "nonpartisan": "charter-602"}
PAPERS = [(law, paper) for law in LAWS for paper in WHOLE[law]]
IDS = [f"{law}: {paper['style']}" for law, paper in PAPERS]


def answers(law: str, paper: dict[str, Any], said: dict[str, str]) -> dict[str, bool | None]:
    sought = [StatementSought(name=s.name, clause=s.clause, quote=s.quote) for s in loader.load(LAWS[law]).statements]
    text = f"{paper['opening']} {paper['joined'].join(said.values())}."
    return {s.name: s.found.present for s in hear(text.split(), sought).statements}


@pytest.mark.parametrize("law", LAWS)
def test_there_are_at_least_twelve_styles_and_each_has_every_statement(law: str) -> None:
    wanted = {s.name for s in loader.load(LAWS[law]).statements}
    assert len(WHOLE[law]) >= 12
    assert all(set(paper["said"]) == wanted for paper in WHOLE[law])


@pytest.mark.parametrize(("law", "paper"), PAPERS, ids=IDS)
def test_all_is_heard(law: str, paper: dict[str, Any]) -> None:
    found = answers(law, paper, paper["said"])
    assert found == dict.fromkeys(found, True)


@pytest.mark.parametrize(("law", "paper"), PAPERS, ids=IDS)
def test_what_is_left_out_is_told_and_the_others_stand(law: str, paper: dict[str, Any]) -> None:
    for lacking in paper["said"]:
        found = answers(law, paper, {n: t for n, t in paper["said"].items() if n != lacking})
        assert found == {n: n != lacking for n in found} | {lacking: found[lacking]}, f"without {lacking}"
        assert found[lacking] is not True, f"without {lacking}"


@pytest.mark.parametrize(("law", "paper"), PAPERS, ids=IDS)
def test_what_is_denied_is_told(law: str, paper: dict[str, Any]) -> None:
    for name, denied in paper["denied"].items():
        found = answers(law, paper, paper["said"] | {name: denied})
        assert found[name] is not True, denied
