"""What must hold whatever a section looks like: places add up, more defects never count more lines, every clause resolves."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.checks import judge as judging
from pipeline.checks.judge import judge
from pipeline.checks.order import NEEDS_ROLL
from pipeline.law import loader, petition_file
from pipeline.law.loader import one_space
from pipeline.model.result import SectionResult
from pipeline.model.section import SectionFacts
from tests.checks import edits
from tests.checks.clean_section import SCAN, SIGNED_DAY, clean_facts

LAW = loader.load("colorado-54-124")
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# Each makes the section worse in one way; all can be made together, in any order.
WORSE: dict[str, Any] = {
    "no warning on page 3": lambda f: replace(f, warnings=tuple(w for w in f.warnings if w.page != 3)),
    "black warning on page 2": lambda f: _each(f, "warnings", 2, "colour.answer", "not-red"),
    "no summary on page 2": lambda f: replace(f, summaries=tuple(s for s in f.summaries if s.page != 2)),
    "no text": lambda f: replace(f, text=None),
    "unnumbered lines": lambda f: edits.put(f, "lines[page=2].numbers_printed", "no") if f.lines else f,
    "no serial": lambda f: replace(f, serials=()),
    "no committee": lambda f: replace(f, committees=()),
    "unsigned affidavit": lambda f: edits.put(f, "affidavits[0].signature", "no") if f.affidavits else f,
    "doubtful signature of the circulator": lambda f: edits.put(f, "affidavits[0].signature", "unsure") if f.affidavits else f,
    "no notarial act": lambda f: edits.take_out(f, "affidavits[0].notary") if f.affidavits else f,
    "no affidavit": lambda f: replace(f, affidavits=()),
    "a statement missing": lambda f: edits.put(f, "affidavits[0].statements[name=genuine].found", "no") if f.affidavits else f,
    "line 1 unsigned": lambda f: edits.put(f, "lines[page=2].lines[row=1].signature", "no"),
    "line 2 struck": lambda f: edits.put(f, "lines[page=2].lines[row=2].struck", "yes"),
    "line 3 late": lambda f: edits.put(f, "lines[page=2].lines[row=3].date", SIGNED_DAY + timedelta(days=40)),
    "line 4 doubtful": lambda f: edits.put(f, "lines[page=2].lines[row=4].signature", "unsure"),
    "line 5 overwritten": lambda f: edits.put(f, "lines[page=2].lines[row=5].cells[meaning=name].altered", "yes"),
    "page 2 blurred": lambda f: edits.add(f, "pages[number=2].problems", {"kind": "blur", "detail": "out of focus"}),
}


def _each(facts: SectionFacts, part: str, page: int, path: str, value: Any) -> SectionFacts:
    """The change, where the part is still on the page."""
    if any(p.page == page for p in getattr(facts, part)):
        return edits.put(facts, f"{part}[page={page}].{path}", value)  # type: ignore[no-any-return]
    return facts


defects = st.lists(st.sampled_from(sorted(WORSE)), unique=True, max_size=8)
chosen_readings = st.fixed_dictionaries({r.name: st.sampled_from([c.name for c in r.choices]) for r in LAW.readings})


def facts_with(names: list[str]) -> SectionFacts:
    facts = clean_facts()
    for name in names:
        facts = WORSE[name](facts)
    return facts


def judged(facts: SectionFacts, readings: dict[str, str]) -> SectionResult:
    petition = replace(petition_file.for_ordinance(LAW.id), summary="A summary.", text="A text.", readings=readings)
    return judge(facts, SCAN, petition, LAW)


@QUICK
@given(defects, chosen_readings)
def test_counted_not_counted_and_review_are_the_written_lines(names: list[str], readings: dict[str, str]) -> None:
    result = judged(facts_with(names), readings)
    count = result.count
    written = sum(1 for v in result.verdicts if v.state != "blank")
    on_form = sum(len(g.lines) for g in result.facts.lines)
    assert count.counted + count.not_counted + count.review == written
    assert len(result.verdicts) == on_form
    assert all((v.place == "blank") == (v.state == "blank") for v in result.verdicts)


@QUICK
@given(defects, st.sampled_from(sorted(WORSE)), chosen_readings)
def test_one_more_defect_never_counts_more_lines(names: list[str], more: str, readings: dict[str, str]) -> None:
    fewer = judged(facts_with([n for n in names if n != more]), readings).count.counted
    assert judged(facts_with([*[n for n in names if n != more], more]), readings).count.counted <= fewer


@QUICK
@given(defects, chosen_readings, st.randoms(use_true_random=False))
def test_the_order_of_checks_does_not_matter(names: list[str], readings: dict[str, str], rng: random.Random) -> None:
    facts = facts_with(names)
    rules = list(LAW.checks)
    rng.shuffle(rules)
    petition = replace(petition_file.for_ordinance(LAW.id), summary="A summary.", text="A text.", readings=readings)
    shuffled = judge(facts, SCAN, petition, replace(LAW, checks=tuple(rules)))
    assert shuffled == judge(facts, SCAN, petition, LAW)


@QUICK
@given(defects, chosen_readings)
def test_every_finding_cites_a_clause_that_stands_in_the_source(names: list[str], readings: dict[str, str]) -> None:
    source = one_space(LAW.source_text)
    for finding in judged(facts_with(names), readings).findings:
        for clause in (finding.clause, *finding.also):
            assert source.count(one_space(LAW.clause(clause).quote)) == 1


@QUICK
@given(defects, chosen_readings)
def test_a_check_either_answers_or_says_why_not(names: list[str], readings: dict[str, str]) -> None:
    result = judged(facts_with(names), readings)
    unjudged = {r.name for r in LAW.checks} - set(judging.JUDGES)
    roll = {r.name for r in LAW.checks} & {*NEEDS_ROLL, "line-duplicate"}
    assert unjudged | roll == {n.check for n in result.not_checked}


@QUICK
@given(defects, chosen_readings)
def test_a_finding_in_doubt_never_rejects(names: list[str], readings: dict[str, str]) -> None:
    for finding in judged(facts_with(names), readings).findings:
        if finding.certainty < 0.9:
            assert finding.consequence in ("review", "note")


@QUICK
@given(st.dates(date(2026, 9, 1), date(2026, 9, 30)))
def test_no_line_dated_by_the_earlier_day_of_the_affidavit_is_late(day: date) -> None:
    facts = edits.put(clean_facts(), "lines[page=2].lines[row=1].date", day)
    late = {f.consequence for f in judged(facts, {}).findings if f.check == "line-after-affidavit"}
    assert late == (set() if day <= date(2026, 9, 10) else {"review"} if day <= date(2026, 9, 11) else {"void"})


def test_the_same_facts_have_the_same_fingerprint_and_other_readings_another() -> None:
    facts = clean_facts()
    assert judged(facts, {}).fingerprint == judged(clean_facts(), {}).fingerprint
    assert judged(facts, {"conformity": "strict"}).fingerprint != judged(facts, {}).fingerprint
