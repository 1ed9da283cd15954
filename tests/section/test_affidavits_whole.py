"""Whole affidavits in sixteen styles: all seven statements are heard, and one left out or denied is never heard as said."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pipeline.model.sought import StatementSought
from pipeline.section.statements import Heard, hear

WHOLE: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "affidavits_whole.toml").read_text(encoding="utf-8"))[
    "affidavit"
]
SEVEN = ("read-laws", "aged-18", "circulated-personally", "signed-in-presence", "genuine", "registered", "not-paid")
SOUGHT = tuple(StatementSought(name=n, clause="", quote="") for n in SEVEN)
STYLES = [w["style"] for w in WHOLE]


def read(form: dict[str, Any], *, without: int | None = None, denied: int | None = None) -> Heard:
    """The form's running text, one item left out or in its denied wording, as it is heard."""
    items = [i["denied"] if k == denied else i["text"] for k, i in enumerate(form["items"]) if k != without]
    said = form["joined"].join(items)
    stop = "" if said.endswith(".") else "."
    return hear(f"{form['opening']} {said}{stop} {form['closing']}".split(), SOUGHT)


def answers(found: Heard) -> dict[str, bool | None]:
    return {s.name: s.found.present for s in found.statements}


@pytest.mark.parametrize("form", WHOLE, ids=STYLES)
def test_every_statement_is_heard_and_every_sentence_explained(form: dict[str, Any]) -> None:
    found = read(form)
    assert answers(found) == dict.fromkeys(SEVEN, True)
    assert found.unexplained == ()


@pytest.mark.parametrize("form", WHOLE, ids=STYLES)
def test_a_statement_left_out_is_not_heard_and_the_others_are(form: dict[str, Any]) -> None:
    for k, item in enumerate(form["items"]):
        found = answers(read(form, without=k))
        assert {n for n, present in found.items() if present is not True} == set(item["says"]), item["text"]


@pytest.mark.parametrize("form", WHOLE, ids=STYLES)
def test_a_statement_denied_is_not_heard_and_the_others_are(form: dict[str, Any]) -> None:
    for k, item in enumerate(form["items"]):
        found = answers(read(form, denied=k))
        assert {n for n, present in found.items() if present is not True} == set(item["says"]), item["denied"]


def test_nearly_every_statement_left_out_is_missing_and_not_only_doubtful() -> None:
    lacking = [answers(read(form, without=k))[n] for form in WHOLE for k, i in enumerate(form["items"]) for n in i["says"]]
    assert lacking.count(False) >= 0.9 * len(lacking)
