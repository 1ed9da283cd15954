"""`petition roll`, and a petition with a roll from scan to count, as a clerk runs it."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pipeline import run
from pipeline.count.filed import from_scan
from pipeline.count.total import count
from pipeline.law import loader
from pipeline.model.result import ScanResult
from pipeline.report.line_crops import crops
from pipeline.report.lines_table import HEAD, lines_of
from pipeline.report.result_json import json_lines, schema
from samples.factory.people import Town
from samples.factory.roll import signer_on_roll, write_csv
from samples.factory.roll_beside import person_of
from tests.conftest import ROOT

SCAN = "clean-portrait"
TOWN = Town(city="Somewhere", county="Nowhere", zip="80999")


def petition(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pipeline.cli", *words]
    told = os.environ | {"PETITION_HOME": str(home), "COLUMNS": "200"}
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False, timeout=120, env=told)


def test_a_roll_is_imported_shown_and_its_mapping_kept(tmp_path: Path) -> None:
    file, mapping = tmp_path / "voters.csv", tmp_path / "larkspur.toml"
    file.write_text("no|last|first|st\n1|Quill|Ada|A\n1|Ray|Bo|I\n", encoding="utf-8")
    mapping.write_text('[columns]\nid = "no"\nfirst_name = "first"\nlast_name = "last"\nstatus = "st"\n', encoding="utf-8")
    done = petition(tmp_path, "roll", "import", str(file), "--mapping", str(mapping), "--as-of", "2026-09-01")
    assert done.returncode == 0, done.stderr
    assert "1 electors of 2 rows" in done.stdout and "an earlier row has" in done.stdout and "2026-09-01" in done.stdout
    shown = petition(tmp_path, "roll", "show").stdout
    assert "1 electors  voters.csv" in shown
    mapping.unlink()
    again = petition(tmp_path, "roll", "import", str(file), "--mapping", "larkspur")
    assert "imported before" in again.stdout, again.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("import", "nowhere.csv"), "nowhere.csv cannot be read"),
        (("import", "pyproject.toml"), "no column for id"),
        (("import", "nowhere.csv", "--as-of", "yesterday"), "as 2026-09-01"),
        (("import", "nowhere.csv", "--mapping", "no-office"), "There is no mapping"),
        (("show", "abcdef"), "No imported roll"),
    ],
)
def test_wrong_use_is_said_in_a_sentence(words: tuple[str, ...], says: str, tmp_path: Path) -> None:
    done = petition(tmp_path, "roll", *words)
    assert done.returncode == 2
    assert says in done.stderr and "Traceback" not in done.stderr
    assert not list(tmp_path.glob("rolls/*"))


@pytest.fixture(scope="module")
def looked_up(sample: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[ScanResult, Any, dict[tuple[int, int], str | None]]:
    """A bundled scan judged with a roll of its signers: the result, the sample, and the true elector of each line."""
    import random

    one, folder = sample(SCAN), tmp_path_factory.mktemp("roll")
    truth: dict[tuple[int, int], str | None] = {}
    people = []
    for line in (line for section in one.truth["sections"] for line in section["lines"]):
        who = person_of(line, TOWN)
        if who is None:
            continue
        on_roll = signer_on_roll(random.Random(f"{line['page']}/{line['row']}"), who, f"S{len(people) + 1:04d}")
        people += on_roll.added
        truth[line["page"], line["row"]] = on_roll.elector
    write_csv(folder / "roll.csv", people)
    known = os.environ.get("PETITION_HOME")
    os.environ["PETITION_HOME"] = str(folder)
    try:
        given = replace(one.petition, roll=folder / "roll.csv", city=TOWN.city)
        return run.judge(one.measured.facts, given), replace(one, petition=given), truth
    finally:
        if known is None:
            del os.environ["PETITION_HOME"]
        else:
            os.environ["PETITION_HOME"] = known


def test_signers_of_a_scan_are_found_and_nobody_else_is(looked_up: Any) -> None:
    result, _, truth = looked_up
    found = {
        (line.page, line.row): line.elector.id
        for section in result.sections
        for grid in section.facts.lines
        for line in grid.lines
        if line.roll is not None and line.roll.answer == "found" and line.elector is not None
    }
    assert all(truth[place] == id for place, id in found.items() if place in truth)
    assert len(found) >= 0.8 * sum(1 for id in truth.values() if id is not None)


def test_the_result_names_the_roll_and_keeps_to_its_schema(looked_up: Any) -> None:
    result, _, _ = looked_up
    section = json.loads(next(iter(json_lines(result))))
    jsonschema.validate(section, schema("petition-section/1"))
    assert len(section["versions"]["roll"]) == 64
    assert {n["check"] for n in section["not_checked"]}.isdisjoint({"line-not-on-roll", "line-cancelled"})


def test_every_line_that_fits_nobody_waits_for_a_person_with_what_was_searched(looked_up: Any) -> None:
    result, _, _ = looked_up
    lost = {
        (line.page, line.row)
        for section in result.sections
        for grid in section.facts.lines
        for line in grid.lines
        if line.roll is not None and line.roll.answer in ("none", "doubtful", "unread") and line.struck.present is not True
    }
    told = {(f.page, f.row): f for s in result.sections for f in s.findings if f.check == "line-not-on-roll"}
    assert set(told) == lost
    assert all(f.consequence == "review" for f in told.values())


def test_without_a_roll_the_same_facts_are_judged_and_it_is_said(looked_up: Any) -> None:
    _, one, _ = looked_up
    result = run.judge(one.measured.facts, replace(one.petition, roll=None))
    why = {n.check: n.why for s in result.sections for n in s.not_checked}
    assert why["line-not-on-roll"] == "no roll is given"
    assert all(line.elector is None for s in result.sections for g in s.facts.lines for line in g.lines)


def test_a_scan_filed_twice_counts_each_elector_once(looked_up: Any) -> None:
    result, one, _ = looked_up
    filed = from_scan(result)[0]
    other = replace(filed, key="another-p1", file="again.pdf", sha256="f" * 64, serial="9999")
    tally = count(one.petition, loader.load(one.petition.ordinance), (filed, other))
    duplicates = [f for f in tally.findings if f.finding.check == "line-duplicate"]
    sure = [x for x in filed.lines if x.elector is not None and x.elector.certainty >= 0.9]
    assert len(duplicates) >= len(sure) > 0


def test_lines_come_as_a_table_and_as_crops(looked_up: Any) -> None:
    result, one, _ = looked_up
    table = lines_of([result])
    rows = [dict(zip(HEAD, row, strict=True)) for row in table[1:]]
    assert all(len(row) == len(HEAD) for row in table)
    found = [r for r in rows if r["roll"] == "found"]
    assert found and all(r["elector"] and r["elector name"] for r in found)
    cut = dict(crops(result, one.checked.pictures))
    assert len(cut) == sum(r["state"] != "blank" for r in rows)
    assert all(png.startswith(b"\x89PNG") for png in cut.values())


def test_a_formula_in_a_name_stays_text(looked_up: Any) -> None:
    result, _, _ = looked_up
    section = result.sections[0]
    grid = section.facts.lines[0]
    line = next(x for x in grid.lines if x.name is not None)
    evil = replace(line, name=replace(line.name, text='=HYPERLINK("x")'))
    lines = tuple(evil if x is line else x for x in grid.lines)
    facts = replace(section.facts, lines=(replace(grid, lines=lines), *section.facts.lines[1:]))
    table = lines_of([replace(result, sections=(replace(section, facts=facts),))])
    assert any(cell.startswith("'=HYPERLINK") for row in table for cell in row)
    assert not any(cell.startswith("=") for row in table for cell in row)


def test_the_table_reads_back_as_csv(looked_up: Any) -> None:
    from pipeline.report.spreadsheet import csv_text

    result, _, _ = looked_up
    table = lines_of([result])
    assert list(csv.reader(csv_text(table).splitlines())) == table
