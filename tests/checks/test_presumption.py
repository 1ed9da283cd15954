"""54-124(f): an elector's affidavit lets lines count that nobody can read, and the other reading's end is shown beside."""

from __future__ import annotations

import pytest

from pipeline.checks.judge import judge
from pipeline.law import loader
from pipeline.model.result import SectionResult
from tests.checks import edits
from tests.checks.clean_papers import petition_of
from tests.checks.clean_section import SCAN, clean_facts

LAW = "colorado-54-124"


def judged(on_roll: str | None) -> SectionResult:
    """A section with one illegible line, whose affiant says that he is an elector."""
    facts = edits.put(clean_facts(), "affidavits[0].registered_elector", "yes")
    if on_roll is not None:
        facts = edits.put(facts, "affidavits[0].on_roll", on_roll)
    for field in ("name", "address"):
        facts = edits.put(facts, f"lines[page=2].lines[row=2].{field}", {"certainty": 0.0})
    return judge(facts, SCAN, petition_of(LAW, "initiative"), loader.load(LAW))


def test_the_line_counts_and_the_other_end_is_shown() -> None:
    result = judged("yes")
    assert (result.count.counted, result.count.review) == (9, 0)
    (used,) = (r for r in result.readings if r.name == "prima-facie")
    assert used.chosen == "counts"
    assert [(e.choice, e.count.counted, e.count.review, e.changed) for e in used.ends] == [
        ("no-effect", 8, 1, ("line-illegible",))
    ]


@pytest.mark.parametrize("on_roll", ["no", "unsure", None])
def test_without_the_affiant_on_the_roll_nothing_is_presumed(on_roll: str | None) -> None:
    result = judged(on_roll)
    assert (result.count.counted, result.count.review) == (8, 1)
    (used,) = (r for r in result.readings if r.name == "prima-facie")
    assert used.ends == ()


def test_ditto_marks_are_noted_under_the_default_reading() -> None:
    facts = edits.put(clean_facts(), "lines[page=2].lines[row=2].address.above", 1)
    result = judge(facts, SCAN, petition_of(LAW, "initiative"), loader.load(LAW))
    assert result.findings == ()
    assert any("ditto marks in its address" in o.fact and "row 1" in o.fact for o in result.observations)
