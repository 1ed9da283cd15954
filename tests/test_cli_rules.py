"""`petition rules`: the law as the program reads it, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.errors import LawError, WrongUse
from pipeline.law import loader

RUN = CliRunner()
EXAMPLE = Path(__file__).parents[1] / "docs" / "new-ordinance" / "maple-bend-7.toml"


def test_all_ordinances_as_json() -> None:
    said = RUN.invoke(app, ["rules", "--all", "--format", "json"])
    assert said.exit_code == 0
    told = json.loads(said.output)
    assert {r["ordinance"] for r in told["rules"]} == set(loader.available())
    assert any(r["reading"] == "conformity" and r["default"] == "substantial" for r in told["readings"])


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_one_ordinance_for_people(form: str) -> None:
    said = RUN.invoke(app, ["rules", "charter-602", "--format", form])
    assert said.exit_code == 0
    assert "affidavit-missing-on-page" in said.output
    assert "602(c)(1)" in said.output
    assert "warning-missing" not in said.output


def test_a_citys_own_file_is_proved_and_shown() -> None:
    said = RUN.invoke(app, ["rules", str(EXAMPLE)])
    assert said.exit_code == 0
    assert "maple-bend-7" in said.output


def test_a_skeleton_for_another_city() -> None:
    said = RUN.invoke(app, ["rules", "--new"])
    assert said.exit_code == 0
    assert "[[clause]]" in said.output


def test_a_slip_is_told() -> None:
    assert isinstance(RUN.invoke(app, ["rules", "colorado"]).exception, LawError)
    assert isinstance(RUN.invoke(app, ["rules", "--format", "yaml"]).exception, WrongUse)
