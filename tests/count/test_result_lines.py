"""Result lines are counted like the scans they came from; a line that cannot be used is told, and the rest is counted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.checks.judge import judge
from pipeline.count.filed import from_scan, from_section
from pipeline.count.result_lines import read_results
from pipeline.geometry import Box
from pipeline.law import loader
from pipeline.model.line import Elector
from pipeline.model.result import ScanResult
from pipeline.model.section import PrintedPageNumber, SectionFacts
from pipeline.report.count_json import count_object
from pipeline.report.result_json import json_lines
from tests.checks import edits
from tests.checks.clean_section import SCAN, clean_facts
from tests.count.filed_sections import counted, petition

LAW = loader.load("colorado-54-124")
KNOWN = petition(summary="A summary.", text="A text.")


def result(facts: SectionFacts) -> ScanResult:
    section = judge(facts, SCAN, KNOWN, LAW, {"petition": "0"})
    return ScanResult(scan=SCAN, sections=(section,), blank=(), unplaced=(), problems=(), exit=0)


def written(tmp_path: Path, *lines: str) -> Path:
    file = tmp_path / "results.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines))
    return file


def bad_facts() -> SectionFacts:
    facts = edits.put(clean_facts(), "lines[page=2].lines[row=1].signature", "no")
    facts = edits.put(facts, "lines[page=2].lines[row=2].struck", "yes")
    return edits.put(facts, "affidavits[0].signature", "unsure")


def with_elector() -> SectionFacts:
    facts = clean_facts()
    grid = facts.lines[0]
    first = replace(grid.lines[0], elector=Elector(id="e7", certainty=0.95, ward="2", county="Clay"))
    numbers = (PrintedPageNumber(page=1, box=Box(0, 0, 9, 9), number=1, of=4, certainty=0.95),)
    return replace(facts, lines=(replace(grid, lines=(first, *grid.lines[1:])), *facts.lines[1:]), page_numbers=numbers)


@pytest.mark.parametrize("facts", [clean_facts(), bad_facts(), with_elector()], ids=["clean", "with defects", "with an elector"])
def test_a_section_from_its_result_line_is_the_section_from_its_facts(tmp_path: Path, facts: SectionFacts) -> None:
    scan = result(facts)
    read = read_results(written(tmp_path, *json_lines(scan)))
    assert read.problems == ()
    direct = from_scan(scan)[0]
    assert read.sections == (replace(direct, facts=None, findings=read.sections[0].findings),)
    assert [(f.check, f.consequence, f.scope, f.page, f.row, f.falls_on) for f in read.sections[0].findings] == [
        (f.check, f.consequence, f.scope, f.page, f.row, f.falls_on) for f in direct.findings
    ]


@pytest.mark.parametrize("facts", [clean_facts(), bad_facts()], ids=["clean", "with defects"])
def test_the_count_places_lines_as_the_section_itself_did(facts: SectionFacts) -> None:
    section = judge(facts, SCAN, KNOWN, LAW)
    tally = counted(KNOWN, from_section(section))
    assert [(p.page, p.row, p.place, p.reason) for p in tally.places] == [
        (v.page, v.row, v.place, v.reason) for v in section.verdicts
    ]


def test_lines_that_cannot_be_used_are_told_by_number_and_the_rest_is_counted(tmp_path: Path) -> None:
    good = list(json_lines(result(clean_facts())))
    broken = json.loads(good[0])
    del broken["lines"][0]["state"]
    twice = json.loads(good[0])
    twice["lines"].append(twice["lines"][0])
    read = read_results(
        written(tmp_path, "{", '"text"', '{"schema": "other/1"}', json.dumps(broken), json.dumps(twice), "", *good)
    )
    assert len(read.sections) == 1
    assert [p.split(":")[0].rpartition(" ")[2] for p in read.problems] == ["1", "2", "3", "4", "5"]


def test_what_a_scan_could_not_place_is_told(tmp_path: Path) -> None:
    scan = replace(result(clean_facts()), unplaced=(5, 6), problems=("page 7 was not read",))
    told = read_results(written(tmp_path, *json_lines(scan))).problems
    assert any("5, 6" in p for p in told)
    assert any("page 7" in p for p in told)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"\n\n"])
def test_a_file_that_holds_nothing_says_so(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "empty.jsonl"
    file.write_bytes(content)
    read = read_results(file)
    assert read.sections == ()
    assert len(read.problems) == 1
    assert "empty.jsonl" in read_results(file).problems[0]


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "cannot be read" in read_results(tmp_path / "none.jsonl").problems[0]


# ---- Damage --------------------------------------------------------------------------------------------------------------

SOUND = json.loads(next(iter(json_lines(result(bad_facts())))))
WRONG = st.sampled_from([None, True, -1, 0, 3.5, 10**30, "", "x", "\u202e", [], [1], {}, {"a": 1}, "1926-02-31"])


def damaged(value: object, path: list[int], wrong: object) -> object:
    """The value with what lies at the end of `path` (numbers that choose among what is there) replaced."""
    if not path or not isinstance(value, dict | list) or not value:
        return wrong
    if isinstance(value, dict):
        key = sorted(value)[path[0] % len(value)]
        return value | {key: damaged(value[key], path[1:], wrong)}
    at = path[0] % len(value)
    return [*value[:at], damaged(value[at], path[1:], wrong), *value[at + 1 :]]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 40), min_size=1, max_size=4), WRONG)
def test_whatever_is_wrong_with_a_line_it_is_counted_or_told(tmp_path: Path, path: list[int], wrong: object) -> None:
    read = read_results(written(tmp_path, json.dumps(damaged(SOUND, path, wrong))))
    assert read.sections or read.problems
    tally = counted(KNOWN, *read.sections)
    assert tally.numbers.written == sum(s.written for s in read.sections)
    json.dumps(count_object(tally), allow_nan=False)


@pytest.mark.parametrize("line", ["[" * 100_000, "9" * 5_000, '{"schema": NaN}', '{"schema": "petition-scan/1", "unplaced": 3}'])
def test_a_line_made_to_harm_is_told(tmp_path: Path, line: str) -> None:
    read = read_results(written(tmp_path, line))
    assert read.sections == ()
    assert read.problems
