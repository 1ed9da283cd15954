"""The list of judges: complete, each once, each with its evidence named."""

from __future__ import annotations

import pytest

from pipeline.checks.order import NEEDS_ROLL, NOT_YET, ORDER, OVER_THE_PETITION
from pipeline.checks.registry import THRESHOLD, check
from pipeline.checks.subjects import JUDGES, SUBJECTS
from pipeline.law import loader


def test_a_check_cannot_be_judged_twice() -> None:
    with pytest.raises(ValueError, match="warning-missing is judged twice"):
        check("warning-missing", leans="words")(lambda case: iter(()))


def test_every_judge_belongs_to_a_listed_subject() -> None:
    modules = {m.__name__ for m in SUBJECTS}
    assert {j.judge.__module__ for j in JUDGES.values()} <= modules


def test_the_threshold_is_that_of_the_requirements_or_argued_for() -> None:
    assert THRESHOLD == 0.9
    argued = {name: j for name, j in JUDGES.items() if j.threshold != THRESHOLD}
    assert set(argued) == {"line-after-affidavit"}
    assert all(f"{j.threshold:g}" in j.manual for j in argued.values())


@pytest.mark.parametrize("name", loader.available())
def test_a_check_without_a_judge_has_a_reason(name: str) -> None:
    silent = {r.name for r in loader.load(name).checks} - set(JUDGES)
    assert silent <= set(NOT_YET) | NEEDS_ROLL | OVER_THE_PETITION


def test_every_judge_serves_some_ordinance() -> None:
    asked = {r.name for name in loader.available() for r in loader.load(name).checks}
    assert set(JUDGES) <= asked


def test_the_tables_name_no_check_twice() -> None:
    assert len(ORDER) == len(set(ORDER.values()))
