"""The JSON Lines of a result are the contract that other programs read: its schema, its bytes, its nulls."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

import jsonschema
import pytest

from pipeline.checks.judge import judge
from pipeline.geometry import Box
from pipeline.law import loader, petition_file
from pipeline.model.result import ScanResult
from pipeline.model.section import SectionFacts
from pipeline.report.result_json import json_lines, schema
from tests.checks.clean_section import SCAN, clean_facts, line, no, read, yes


def result(facts: SectionFacts) -> ScanResult:
    petition = replace(petition_file.for_ordinance("colorado-54-124"), summary="A summary.", text="A text.")
    section = judge(facts, SCAN, petition, loader.load("colorado-54-124"), {"petition": "0", "engine": "1"})
    return ScanResult(scan=SCAN, sections=(section,), blank=(), unplaced=(5,), problems=(), exit=0)


def objects(facts: SectionFacts) -> list[dict[str, object]]:
    return [json.loads(text) for text in json_lines(result(facts))]


BARE = SectionFacts(pages=clean_facts().pages, parts=())


@pytest.mark.parametrize("facts", [clean_facts(), BARE], ids=["a clean section", "a section of which nothing was found"])
def test_every_line_keeps_to_its_schema(facts: SectionFacts) -> None:
    section, scan = objects(facts)
    jsonschema.Draft202012Validator(schema("petition-section/1")).validate(section)
    jsonschema.Draft202012Validator(schema("petition-scan/1")).validate(scan)


@pytest.mark.parametrize("name", ["petition-section/1", "petition-scan/1"])
def test_the_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))


def test_a_rerun_gives_the_same_bytes() -> None:
    assert list(json_lines(result(clean_facts()))) == list(json_lines(result(clean_facts())))


def test_keys_come_in_the_order_of_the_contract() -> None:
    section, scan = objects(clean_facts())
    assert list(section)[:6] == ["schema", "scan", "ordinance", "kind", "serial", "pages"]
    assert list(scan) == ["schema", "file", "sha256", "page_count", "blank", "unplaced", "problems", "exit"]


def test_blank_lines_are_listed_with_the_written_ones() -> None:
    section = objects(clean_facts())[0]
    states = [entry["state"] for entry in section["lines"]]  # type: ignore[index,attr-defined]
    assert states.count("signed") == 9
    assert states.count("blank") == 1
    blank = next(entry for entry in section["lines"] if entry["state"] == "blank")  # type: ignore[attr-defined]
    assert (blank["name"], blank["address"], blank["date"], blank["elector"]) == (None, None, None, None)


def test_what_is_written_and_was_not_read_has_no_text_and_no_certainty() -> None:
    facts = clean_facts()
    grid = facts.lines[0]
    unread = replace(grid.lines[0], name=read(None, 2, Box(1.0, 2.0, 3.0, 4.0), 0.0), address=None)
    section = objects(replace(facts, lines=(replace(grid, lines=(unread, *grid.lines[1:])), *facts.lines[1:])))[0]
    first = section["lines"][0]  # type: ignore[index]
    assert first["name"] == {"text": None, "certainty": 0.0, "box": [1.0, 2.0, 3.0, 4.0]}
    assert first["address"]["text"] is None
    assert first["address"]["certainty"] == 0.0


def test_a_date_without_a_year_has_no_iso_day() -> None:
    facts = clean_facts()
    grid = facts.lines[0]
    old = grid.lines[0].date
    assert old is not None
    bare = replace(grid.lines[0], date=replace(old, text="9/3", day=None, missing=("year",)))
    section = objects(replace(facts, lines=(replace(grid, lines=(bare, *grid.lines[1:])), *facts.lines[1:])))[0]
    assert section["lines"][0]["date"]["text"] == "9/3"  # type: ignore[index]
    assert section["lines"][0]["date"]["iso"] is None  # type: ignore[index]


def test_the_affidavit_is_the_last_of_several() -> None:
    facts = clean_facts()
    last = facts.affidavits[0]
    assert last.date is not None
    first = replace(last, date=replace(last.date, day=date(2026, 9, 1)))
    section = objects(replace(facts, affidavits=(first, last)))[0]
    assert section["affidavit"] == section["affidavits"][1]  # type: ignore[index]
    assert section["affidavit"]["date"] == "2026-09-10"  # type: ignore[index]
    assert len(section["affidavits"]) == 2  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("signed", "sealed", "told"),
    [(yes(), no(), True), (no(), yes(), True), (no(), no(), False)],
    ids=["signed", "sealed", "none"],
)
def test_notarized_says_whether_there_is_any_notarial_act(signed: object, sealed: object, told: bool) -> None:
    facts = clean_facts()
    affidavit = facts.affidavits[0]
    assert affidavit.notary is not None
    notary = replace(affidavit.notary, signature=signed, seal=sealed)  # type: ignore[arg-type]
    section = objects(replace(facts, affidavits=(replace(affidavit, notary=notary),)))[0]
    assert section["affidavit"]["notarized"] is told  # type: ignore[index]


def test_hostile_text_stays_escaped_on_the_wire() -> None:
    facts = clean_facts()
    grid = facts.lines[0]
    hostile = replace(line(2, 1, 1), name=read("\u202eevil\x1b[2J\nname", 2, Box(0.0, 0.0, 9.0, 9.0)))
    lines = list(json_lines(result(replace(facts, lines=(replace(grid, lines=(hostile,)),)))))
    assert all(text.isascii() and text.isprintable() for text in lines)
    assert json.loads(lines[0])["lines"][0]["name"]["text"] == "\u202eevil\x1b[2J\nname"


def test_an_entry_by_ditto_marks_names_the_row_it_stands_for() -> None:
    facts = clean_facts()
    grid = facts.lines[0]
    below = grid.lines[1]
    assert below.address is not None and below.date is not None
    marked = replace(below, address=replace(below.address, above=1), date=replace(below.date, above=1))
    section = objects(replace(facts, lines=(replace(grid, lines=(grid.lines[0], marked, *grid.lines[2:])), *facts.lines[1:])))[0]
    first, second = section["lines"][:2]  # type: ignore[index]
    assert (second["address"]["above"], second["date"]["above"]) == (1, 1)
    assert "above" not in first["address"] and "above" not in second["name"]
    jsonschema.validate(section, schema("petition-section/1"))
