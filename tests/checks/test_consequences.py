"""What readings, doubt and silence make of defects, and where the lines of a section go."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from pipeline.checks.judge import judge
from pipeline.law import loader, petition_file
from pipeline.model.result import SectionResult
from pipeline.model.section import SectionFacts
from tests.checks import edits
from tests.checks.clean_section import SCAN, clean_facts

LAW = loader.load("colorado-54-124")


def judged(facts: Any, **readings: str) -> SectionResult:
    chosen = {name.replace("_", "-"): choice for name, choice in readings.items()}
    petition = replace(petition_file.for_ordinance(LAW.id), summary="A summary.", text="A text.", readings=chosen)
    return judge(facts, SCAN, petition, LAW)


def checks(result: SectionResult) -> set[str]:
    return {f.check for f in result.findings}


def without_warning(page: int = 3) -> SectionFacts:
    facts: SectionFacts = edits.take_out(clean_facts(), f"warnings[page={page}]")
    return facts


def test_a_void_section_counts_none_of_its_lines() -> None:
    result = judged(without_warning())
    assert (result.count.counted, result.count.not_counted, result.count.review) == (0, 9, 0)
    assert {v.reason for v in result.verdicts if v.place == "not-counted"} == {"warning-missing"}


def test_void_findings_under_the_first_clauses_cite_nonconformity_too() -> None:
    finding = judged(without_warning()).findings[0]
    assert finding.clause == "54-124(a)"
    assert "54-124(d)" in finding.also
    assert finding.basis == "stated"


def test_under_the_other_reading_the_petition_falls_and_moves_no_line() -> None:
    result = judged(without_warning(), nonconforming="petition")
    assert [(f.scope, f.consequence) for f in result.findings] == [("petition", "void")]
    assert result.count.counted == 9


def test_a_review_on_the_section_turns_counted_lines_to_review_and_leaves_struck_ones() -> None:
    facts = edits.put(clean_facts(), "lines[page=2].lines[row=1].struck", "yes")
    result = judged(edits.take_out(facts, "committees[page=1]"))
    assert (result.count.counted, result.count.not_counted, result.count.review) == (0, 1, 8)
    assert next(v for v in result.verdicts if v.place == "not-counted").reason == "line-struck"


def test_a_struck_line_of_a_refused_section_is_struck_first() -> None:
    facts = edits.put(without_warning(), "lines[page=2].lines[row=1].struck", "yes")
    reasons = {v.row: v.reason for v in judged(facts).verdicts if v.page == 2}
    assert reasons[1] == "line-struck"
    assert reasons[2] == "warning-missing"


def test_an_unsigned_line_is_never_counted() -> None:
    facts = edits.put(clean_facts(), "lines[page=2].lines[row=1].signature", {"seen": "no", "certainty": 0.6})
    verdict = judged(facts).verdicts[0]
    assert (verdict.state, verdict.place) == ("incomplete", "review")


def test_a_note_moves_no_line() -> None:
    facts = edits.put(clean_facts(), "affidavits[0].registered_elector", "yes")
    result = judged(facts)
    assert checks(result) == {"presumed-genuine"}
    assert result.count.counted == 9


def test_a_page_is_told_once_where_its_warning_is_missing() -> None:
    facts = edits.put(without_warning(2), "summaries[page=2].follows_warning", "no")
    assert checks(judged(facts)) == {"warning-missing"}


def test_a_missing_affidavit_silences_everything_about_it() -> None:
    facts = edits.take_out(edits.take_out(clean_facts(), "affidavits[page=4]"), "parts[page=4]")
    assert checks(judged(edits.take_out(facts, "pages[number=4]"))) == {"affidavit-missing"}


def test_what_the_clause_does_not_state_is_said() -> None:
    facts = edits.put(clean_facts(), "lines[page=2].lines[row=1].signature", "no")
    finding = judged(facts).findings[0]
    assert finding.basis == "inferred"
    assert finding.message.endswith("The clause states no consequence.")


def test_without_wordings_the_comparisons_are_not_checked_and_say_why() -> None:
    result = judge(clean_facts(), SCAN, petition_file.for_ordinance(LAW.id), LAW)
    why = {n.check: n.why for n in result.not_checked}
    assert "summary_file" in why["summary-wording"]
    assert "text_file" in why["text-wording"]
    assert result.findings == ()


@pytest.mark.parametrize("name", ["line-not-on-roll", "committee-not-registered", "serial-gap"])
def test_what_is_not_judged_yet_is_listed_with_a_reason(name: str) -> None:
    assert any(n.check == name and n.why for n in judged(clean_facts()).not_checked)


def test_checks_of_other_ordinances_are_not_even_mentioned() -> None:
    told = {n.check for n in judged(clean_facts()).not_checked}
    assert not told & {"form-not-official", "count-stated-missing", "line-name-missing", "heading-incomplete"}


def test_findings_show_the_rounded_values_that_were_judged() -> None:
    facts = edits.put(clean_facts(), "lines[page=2].lines[row=1].signature", {"seen": "no", "certainty": 0.99499})
    finding = judged(facts).findings[0]
    assert finding.certainty == 0.99
    assert finding.box is not None
    assert finding.box.rounded() == [finding.box.x0, finding.box.y0, finding.box.x1, finding.box.y1]


def test_pencil_is_an_observation_where_the_ordinance_does_not_speak_of_ink() -> None:
    result = judged(edits.put(clean_facts(), "lines[page=2].lines[row=2].graphite", "yes"))
    assert result.findings == ()
    assert [o.page for o in result.observations] == [2]


def test_readings_used_are_told_with_their_defaults() -> None:
    used = {r.name: (r.chosen, r.default) for r in judged(clean_facts(), conformity="strict").readings}
    assert used["conformity"] == ("strict", "substantial")
    assert used["warning-pages"] == ("later-text-pages", "later-text-pages")


def test_where_another_reading_would_end_differently_is_shown() -> None:
    result = judged(edits.put(clean_facts(), "warnings[page=2].colour.answer", "not-red"))
    ends = {r.name: r.ends for r in result.readings}
    (strict,) = ends["conformity"]
    assert (strict.choice, strict.count.not_counted, strict.changed) == ("strict", 9, ("warning-not-red",))
    assert ends["warning-pages"] == ()


def test_a_clean_section_ends_alike_under_all_readings_but_that_of_the_affidavit_page() -> None:
    ends = {r.name: [e.changed for e in r.ends] for r in judged(clean_facts()).readings if r.ends}
    assert ends == {"affidavit-page": [("warning-missing", "summary-missing")]}


def test_dates_that_were_not_read_are_said_to_be_not_compared() -> None:
    facts = edits.put(clean_facts(), "lines[page=2].lines[row=2].date", {"text": "9/?", "certainty": 0.2})
    facts = edits.put(facts, "affidavits[0].notary.commission_expires", {"text": "20??", "certainty": 0.2})
    why = {n.check: n.why for n in judged(facts).not_checked}
    assert "line 2 on page 2" in why["line-after-affidavit"]
    assert "commission" in why["notary-commission-expired"]
    assert "notary-date-mismatch" not in why


@pytest.mark.parametrize(("late", "found"), [(0.85, {"line-after-affidavit"}), (0.55, set())])
def test_a_date_of_several_possible_days_accuses_only_where_nearly_all_are_late(late: float, found: set[str]) -> None:
    days = ((date(2026, 9, 14), late / 2), (date(2026, 9, 24), late / 2), (date(2026, 8, 14), 1 - late))
    facts = edits.put(clean_facts(), "lines[page=2].lines[row=2].date", date(2026, 9, 14))
    row = facts.lines[0].lines[1]
    assert row.date is not None
    read = replace(row.date, certainty=late / 2, candidates=days)
    lines = (facts.lines[0].lines[0], replace(row, date=read), *facts.lines[0].lines[2:])
    assert checks(judged(replace(facts, lines=(replace(facts.lines[0], lines=lines), facts.lines[1])))) == found


def test_as_in_arizona_in_2008_one_bad_entry_does_not_void_its_sheet() -> None:
    facts = edits.put(clean_facts(), "lines[page=2].lines[row=1].signature", "no")
    result = judged(edits.put(facts, "lines[page=2].lines[row=2].struck", "yes"))
    assert (result.count.counted, result.count.not_counted, result.count.review) == (7, 2, 0)


def test_what_a_section_lacks_may_stand_on_a_page_that_belongs_to_none() -> None:
    facts: Any = edits.take_out(edits.take_out(clean_facts(), "affidavits[page=4]"), "parts[page=4]")
    facts = edits.take_out(facts, "pages[number=4]")
    petition = replace(petition_file.for_ordinance(LAW.id), summary="A summary.", text="A text.")
    (alone,) = judge(facts, SCAN, petition, LAW).findings
    (beside,) = judge(facts, SCAN, petition, LAW, unplaced=(5,)).findings
    assert (alone.consequence, beside.consequence) == ("refuse", "review")
    assert "page 5" in beside.message
