"""The rules as data, and an ordinance that the program has never seen: a file, and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.checks.judge import judge
from pipeline.errors import LawError
from pipeline.law import loader, petition_file, rules
from pipeline.model.result import SectionResult
from pipeline.model.section import SectionFacts
from tests.checks import edits
from tests.checks.clean_section import SCAN, clean_facts

EXAMPLE = Path(__file__).parents[2] / "docs" / "new-ordinance"


def test_rows_have_every_check_of_every_ordinance() -> None:
    told = rules.rows()
    assert len(told) == sum(len(loader.load(n).checks) for n in loader.available())
    assert all(row.quote and row.clause for row in told)


def test_rows_say_what_the_default_readings_make_of_a_defect() -> None:
    told = {row.check: row for row in rules.rows("colorado-54-124")}
    assert (told["warning-not-red"].consequence, told["warning-not-red"].by_default) == ("void", "review")
    assert told["warning-wording"].by_default == "review (a whole block: void)"
    assert told["warning-missing"].by_default == "void"
    assert "conformity" in told["warning-not-red"].readings


def test_rows_go_into_json_and_markdown() -> None:
    told = rules.rows("charter-602")
    assert json.loads(json.dumps(rules.as_objects(told)))[0]["ordinance"] == "charter-602"
    table = rules.as_markdown(told).splitlines()
    assert len(table) == len(told) + 2
    assert all(line.count("|") >= 9 for line in table)


def test_an_ordinance_that_is_not_known_is_told() -> None:
    with pytest.raises(LawError, match="Did you mean"):
        rules.rows("charter-620")


def test_the_skeleton_is_an_ordinance_file_that_lacks_only_its_city(tmp_path: Path) -> None:
    file = tmp_path / "our-city-1.toml"
    file.write_text(rules.skeleton(), encoding="utf-8")
    (tmp_path / "our-city-1.txt").write_text("Sec. 1. (a) Sign here.", encoding="utf-8")
    with pytest.raises(LawError, match=r"clause 1\(a\): the quote is not in our-city-1.txt"):
        loader.load_file(file)
    file.write_text(rules.skeleton().replace("copy the clause's own words here", "Sign here."), encoding="utf-8")
    assert loader.load_file(file).clause("1(a)").quote == "Sign here."


def judged(tmp_path: Path, facts: SectionFacts) -> SectionResult:
    """Under the made-up city of the worked example, named in a petition file as a city would."""
    for name in ("maple-bend-7.toml", "maple-bend-7.txt"):
        (tmp_path / name).write_text((EXAMPLE / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "petition.toml").write_text(
        'id = "trees"\nordinance = "maple-bend-7.toml"\nkind = "initiative"\n', encoding="utf-8"
    )
    petition = replace(petition_file.load(tmp_path / "petition.toml"), text="A text.")
    return judge(facts, SCAN, petition, loader.load(petition.ordinance))


def test_a_clean_section_is_clean_under_the_made_up_city(tmp_path: Path) -> None:
    result = judged(tmp_path, clean_facts())
    assert result.ordinance == "maple-bend-7"
    assert result.findings == ()
    assert result.count.counted == 9


def test_the_made_up_citys_own_clauses_are_cited(tmp_path: Path) -> None:
    facts = edits.take_out(edits.take_out(clean_facts(), "affidavits[page=4]"), "parts[page=4]")
    facts = edits.take_out(facts, "pages[number=4]")
    facts = edits.take_out(facts, "warnings[page=2]")
    result = judged(tmp_path, facts)
    assert [(f.check, f.clause, f.consequence, f.basis) for f in result.findings] == [
        ("affidavit-missing", "7(c)", "void", "stated")
    ]


def test_the_fingerprint_does_not_hang_on_where_the_files_lie(tmp_path: Path) -> None:
    here, there = tmp_path / "a", tmp_path / "b"
    here.mkdir()
    there.mkdir()
    assert judged(here, clean_facts()).fingerprint == judged(there, clean_facts()).fingerprint
