"""Every check against its named cases: met, not met, review, at every limit and on both sides of it."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pipeline.checks.judge import judge
from pipeline.checks.subjects import JUDGES
from pipeline.law import loader
from pipeline.model.finding import Finding
from tests.checks import edits
from tests.checks.clean_papers import CLEAN, petition_of
from tests.checks.clean_section import SCAN

FOLDER = Path(__file__).parent / "cases"
KEYS = {
    "ordinance", "kind", "says", "check", "answer", "set", "remove", "add", "readings", "petition",
    "page", "row", "name", "message", "consequence", "scope", "clause", "times",
}  # fmt: skip


def cases() -> list[dict[str, Any]]:
    """All cases; a file names the ordinance and kind of its cases, where they are not those of Sec. 54-124."""
    out = []
    for file in sorted(FOLDER.glob("*.toml")):
        told = tomllib.loads(file.read_text())
        law = {"ordinance": told.get("ordinance", "colorado-54-124"), "kind": told.get("kind", "initiative")}
        out += [law | case for case in told["case"]]
    return out


def found(case: dict[str, Any]) -> list[Finding]:
    """The findings of the case's own check."""
    facts: Any = CLEAN[case["ordinance"], case["kind"]]()
    for path in case.get("remove", []):
        facts = edits.take_out(facts, path)
    for path, value in case.get("set", {}).items():
        facts = edits.put(facts, path, value)
    for path, value in case.get("add", {}).items():
        facts = edits.add(facts, path, value)
    given = {"readings": case.get("readings", {})} | case.get("petition", {})
    given = {key: None if value == "not given" else value for key, value in given.items()}
    petition = replace(petition_of(case["ordinance"], case["kind"]), **given)
    result = judge(facts, SCAN, petition, loader.load(case["ordinance"]))
    written = [v for v in result.verdicts if v.state != "blank"]
    assert result.count.counted + result.count.not_counted + result.count.review == len(written)
    law = loader.load(case["ordinance"])
    assert all(law.clause(clause).quote for f in result.findings for clause in (f.clause, *f.also))
    return [f for f in result.findings if f.check == case["check"]]


@pytest.mark.parametrize("case", cases(), ids=lambda c: f"{c['ordinance']} {c['check']}: {c['says']}")
def test_case(case: dict[str, Any]) -> None:
    assert not set(case) - KEYS, f"unknown keys: {set(case) - KEYS}"
    findings = found(case)
    if case["answer"] == "met":
        assert findings == []
        return
    assert findings, "nothing was found"
    rule = loader.load(case["ordinance"]).check(case["check"], case["kind"])
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


@pytest.mark.parametrize("name", loader.available())
def test_every_check_has_its_cases(name: str) -> None:
    """A check whose clause attaches only a review can answer met or review; a note, met or not met."""
    ordinance = loader.load(name)
    told: dict[str, set[str]] = {}
    for case in cases():
        if case["ordinance"] == name:
            told.setdefault(case["check"], set()).add(case["answer"])
    lacking = []
    for rule in ordinance.checks:
        if rule.name not in JUDGES:
            continue
        needs = {"review": {"met", "review"}, "note": {"met", "not-met"}}.get(rule.consequence, {"met", "not-met", "review"})
        if missing := needs - told.get(rule.name, set()):
            lacking.append(f"{rule.name} lacks {', '.join(sorted(missing))}")
    assert not lacking, "; ".join(lacking)


def test_cases_are_sentences_told_once() -> None:
    told = [f"{c['ordinance']} {c['kind']} {c['check']}: {c['says']}" for c in cases()]
    assert len(told) == len(set(told))
    assert all(len(c["says"].split()) >= 4 for c in cases())


@pytest.mark.parametrize(("ordinance", "kind"), sorted(CLEAN), ids=lambda v: v)
def test_a_clean_paper_is_clean(ordinance: str, kind: str) -> None:
    result = judge(CLEAN[ordinance, kind](), SCAN, petition_of(ordinance, kind), loader.load(ordinance))
    assert result.findings == ()
    assert (result.count.counted, result.count.not_counted, result.count.review) == (9, 0, 0)
