"""Every check against its named cases: met, not met, review, at every limit and on both sides of it."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pipeline.checks.judge import judge
from pipeline.checks.subjects import JUDGES
from pipeline.law import loader, petition_file
from pipeline.model.finding import Finding
from tests.checks import edits
from tests.checks.clean_section import SCAN, clean_facts

FOLDER = Path(__file__).parent / "cases"
KEYS = {
    "says", "check", "answer", "set", "remove", "add", "readings", "petition",
    "page", "row", "name", "message", "consequence", "scope", "clause", "times",
}  # fmt: skip


def cases() -> list[dict[str, Any]]:
    return [c for file in sorted(FOLDER.glob("*.toml")) for c in tomllib.loads(file.read_text())["case"]]


def found(case: dict[str, Any]) -> list[Finding]:
    """The findings of the case's own check."""
    facts: Any = clean_facts()
    for path in case.get("remove", []):
        facts = edits.take_out(facts, path)
    for path, value in case.get("set", {}).items():
        facts = edits.put(facts, path, value)
    for path, value in case.get("add", {}).items():
        facts = edits.add(facts, path, value)
    given = {"summary": "A summary.", "text": "A text.", "readings": case.get("readings", {})} | case.get("petition", {})
    given = {key: None if value == "not given" else value for key, value in given.items()}
    petition = replace(petition_file.for_ordinance("colorado-54-124"), **given)
    result = judge(facts, SCAN, petition, loader.load("colorado-54-124"))
    written = [v for v in result.verdicts if v.state != "blank"]
    assert result.count.counted + result.count.not_counted + result.count.review == len(written)
    return [f for f in result.findings if f.check == case["check"]]


@pytest.mark.parametrize("case", cases(), ids=lambda c: f"{c['check']}: {c['says']}")
def test_case(case: dict[str, Any]) -> None:
    assert not set(case) - KEYS, f"unknown keys: {set(case) - KEYS}"
    findings = found(case)
    if case["answer"] == "met":
        assert findings == []
        return
    assert findings, "nothing was found"
    rule = loader.load("colorado-54-124").check(case["check"])
    assert rule is not None
    wanted = "review" if case["answer"] == "review" else case.get("consequence", rule.consequence)
    assert {f.consequence for f in findings} == {wanted}, [f.message for f in findings]
    first = findings[0]
    for key in ("page", "row", "name", "scope", "clause"):
        if key in case:
            assert getattr(first, key) == case[key], key
    for words in case.get("message", []):
        assert words in first.message
    if "times" in case:
        assert len(findings) == case["times"]


def test_every_check_has_its_cases() -> None:
    """A check whose clause attaches only a review can answer met or review; a note, met or not met."""
    ordinance = loader.load("colorado-54-124")
    told: dict[str, set[str]] = {}
    for case in cases():
        told.setdefault(case["check"], set()).add(case["answer"])
    lacking = []
    for name in JUDGES:
        rule = ordinance.check(name)
        if rule is None:
            continue
        needs = {"review": {"met", "review"}, "note": {"met", "not-met"}}.get(rule.consequence, {"met", "not-met", "review"})
        if missing := needs - told.get(name, set()):
            lacking.append(f"{name} lacks {', '.join(sorted(missing))}")
    assert not lacking, "; ".join(lacking)


def test_cases_are_sentences_told_once() -> None:
    told = [f"{c['check']}: {c['says']}" for c in cases()]
    assert len(told) == len(set(told))
    assert all(len(c["says"].split()) >= 4 for c in cases())


def test_a_clean_section_is_clean() -> None:
    petition = replace(petition_file.for_ordinance("colorado-54-124"), summary="A summary.", text="A text.")
    result = judge(clean_facts(), SCAN, petition, loader.load("colorado-54-124"))
    assert result.findings == ()
    assert (result.count.counted, result.count.not_counted, result.count.review) == (9, 0, 0)
