"""The bundled scans, read once each: what was planted is found, nothing is made up, no line is lost, same in is same out."""

from __future__ import annotations

import json

import jsonschema
import pytest

from pipeline import run
from pipeline.model.result import SectionResult
from pipeline.report.result_json import json_lines, schema
from tests.conftest import CheckedSample, sample_names

NAMES = sample_names()


def sections_beside_truth(one: CheckedSample) -> list[tuple[SectionResult, dict]]:
    """Each section of the result with the truth of the section that shares most of its pages."""
    pairs = []
    for section in one.checked.result.sections:
        pages = {p.number for p in section.facts.pages}
        pairs.append((section, max(one.truth["sections"], key=lambda t: len(pages & set(t["pages"])))))
    return pairs


@pytest.mark.parametrize("name", NAMES)
def test_sections_and_lines_are_all_found(sample, name):
    one = sample(name)
    assert len(one.checked.result.sections) == len(one.truth["sections"])
    for section, truth in sections_beside_truth(one):
        found = [(v.page, v.row) for v in section.verdicts]
        assert found == [(line["page"], line["row"]) for line in truth["lines"]]


@pytest.mark.parametrize("name", NAMES)
def test_every_written_date_is_seen_as_one_and_what_is_sure_is_right(sample, name):
    """A heading in white on a dark bar had been lost: three pages of these samples had no dates, and nothing told it."""
    for section, truth in sections_beside_truth(sample(name)):
        written = {(t["page"], t["row"]): t["date"]["iso"] for t in truth["lines"] if t["date"] and t["state"] == "signed"}
        lines = {(line.page, line.row): line for grid in section.facts.lines for line in grid.lines}
        assert [place for place in written if lines[place].date is None] == []
        sure = {place: lines[place].date.day.isoformat() for place in written if _sure(lines[place].date)}
        assert sure == {place: written[place] for place in sure}


def _sure(date) -> bool:
    return date.day is not None and date.certainty >= 0.9


@pytest.mark.parametrize("name", NAMES)
def test_counts_add_up(sample, name):
    for section in sample(name).checked.result.sections:
        count = section.count
        blank = sum(1 for v in section.verdicts if v.place == "blank")
        assert count.counted + count.not_counted + count.review + blank == len(section.verdicts)


@pytest.mark.parametrize("name", NAMES)
def test_what_falls_is_what_was_planted(sample, name):
    """Void and refuse findings: each is true, and each planted one is found, if only for review."""
    one = sample(name)
    for section, truth in sections_beside_truth(one):
        true = {_key(f) for f in truth["findings"]}
        allowed = {f["check"] for f in truth["allowed"]}
        falls = {_found_key(f) for f in section.findings if f.consequence in ("void", "refuse")}
        assert {key for key in falls if key[0] not in allowed} <= true
        planted = {_key(f) for f in truth["findings"] if f["default"] in ("void", "refuse")}
        assert planted <= {_found_key(f) for f in section.findings}


def _key(finding: dict) -> tuple:
    check = finding["check"]
    if check.startswith("line-"):
        return check, finding["page"], finding["row"]
    return check, finding.get("statement"), None


def _found_key(finding) -> tuple:
    if finding.check.startswith("line-"):
        return finding.check, finding.page, finding.row
    return finding.check, finding.name if finding.check == "affidavit-statement-missing" else None, None


@pytest.mark.parametrize("name", [n for n in NAMES if n.startswith("clean")])
def test_a_clean_section_stands(sample, name):
    for section in sample(name).checked.result.sections:
        assert [f.check for f in section.findings if f.consequence in ("void", "refuse")] == []


@pytest.mark.parametrize("name", NAMES)
def test_json_keeps_the_contract(sample, name):
    for line in json_lines(sample(name).checked.result):
        found = json.loads(line)
        jsonschema.validate(found, schema(found["schema"]))


def test_measured_again_among_other_scans_gives_the_same_bytes(sample):
    """A second reading, in another process, after another scan: byte for byte the same lines."""
    one = sample("bitonal-with-struck-line")
    sample("clean-portrait")
    again = run.judge(run.measure(one.path, one.petition, pictures=False, threads=1).facts, one.petition)
    assert list(json_lines(again)) == list(json_lines(one.checked.result))


def test_pictures_cover_their_pages(sample):
    one = sample("turned-pages-undated-affidavit")
    for page in one.measured.facts.pages:
        assert one.checked.pictures[page.number].size == pytest.approx(page.size, abs=0.5)
        assert one.checked.pictures[page.number].jpeg.startswith(b"\xff\xd8")
