"""The commands on a whole petition, run on the bundled petition that is counted, and on bad input."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pikepdf
import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.cli.authorities import candidates, export, import_return, reconcile
from pipeline.cli.ballot import write_ballot
from pipeline.cli.count import count_petition
from pipeline.cli.dates import print_dates
from pipeline.cli.gather import counted
from pipeline.cli.sample import print_sample
from pipeline.cli.statement import write_statement
from pipeline.errors import ExitCode, NotADocument, WrongUse
from pipeline.report.authority_package import pages_pdf
from pipeline.report.count_words import margin_words
from pipeline.report.result_json import schema
from tests.conftest import ROOT

NIGHT = ROOT / "samples" / "petitions" / "night-sky"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the bundled petition, whose files may be added to."""
    target = tmp_path / "night-sky"
    shutil.copytree(NIGHT, target)
    return target


def counted_object(path: Path, capsys: pytest.CaptureFixture[str], *given: Path, code: int = ExitCode.FINDINGS) -> dict[str, Any]:
    assert count_petition(path, list(given), as_json=True, jobs=1) == code
    out: dict[str, Any] = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator(schema("petition-count/1")).validate(out)
    return out


def test_the_bundled_petition_has_at_least_twelve_sections_and_adds_up(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = counted_object(folder / "petition-count.toml", capsys)
    assert len(made["sections"]) >= 12
    assert made["lines"]["on_form"] == made["lines"]["blank"] + made["lines"]["written"]
    assert made["lines"]["written"] == made["counted"] + sum(made["not_counted"].values()) + made["review"]
    assert made["required"]["least"] == 80
    assert made["verdict"] == "undecided"
    assert made["first"]


def test_the_same_input_gives_the_same_bytes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = set()
    for _ in range(2):
        count_petition(folder / "petition-count.toml", [], as_json=True, jobs=1)
        texts.add(capsys.readouterr().out)
    assert len(texts) == 1


def test_results_that_came_twice_count_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    once = counted_object(folder / "petition-count.toml", capsys)
    shutil.copy(next((folder / "results").glob("*.jsonl")), folder / "results" / "again.jsonl")
    twice = counted_object(folder / "petition-count.toml", capsys)
    assert (twice["counted"], twice["review"], twice["lines"]) == (once["counted"], once["review"], once["lines"])
    assert sum("came twice" in p for p in twice["problems"]) == len(once["sections"])


def test_an_unreadable_result_is_told_and_the_rest_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "results" / "broken.jsonl").write_bytes(b"\xff\xfe")
    made = counted_object(folder / "petition-count.toml", capsys, code=ExitCode.NOT_A_DOCUMENT)
    assert made["counted"] > 0
    assert any("broken.jsonl" in p for p in made["problems"])


def test_a_scan_that_is_none_is_told_and_the_rest_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "scans").mkdir()
    (folder / "scans" / "letter.pdf").write_bytes(b"MZ no document")
    made = counted_object(folder / "petition-count.toml", capsys, code=ExitCode.NOT_A_DOCUMENT)
    assert made["counted"] > 0
    assert any("letter.pdf" in p for p in made["problems"])


def test_sections_of_another_petition_in_the_folder_wait(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [json.loads(x) for x in next((folder / "results").glob("*.jsonl")).read_text().splitlines()]
    other = next(r for r in rows if r["schema"] == "petition-section/1" and r["serial"]["value"] == "041")
    other |= {
        "wordings": {"summary": 0.1, "text": 0.08},
        "scan": {"file": "other.pdf", "sha256": "f" * 64, "pages": [1, 2, 3, 4]},
    }
    other["serial"]["value"] = "900"
    (folder / "results" / "other.jsonl").write_text(json.dumps(other) + "\n")
    before = counted_object(folder / "petition-count.toml", capsys, next((folder / "results").glob("night*.jsonl")))
    made = counted_object(folder / "petition-count.toml", capsys)
    assert made["counted"] == before["counted"]
    assert made["review"] == before["review"] + 8
    assert any("other.pdf" in p and "another petition" in p for p in made["problems"])


def test_decisions_of_the_petition_file_are_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "petition-count.toml"
    before = counted_object(path, capsys)
    row = {
        "finding": before["first"][0]["decisions"][0],
        "decision": "set-aside",
        "by": "R. Amsel",
        "at": "2026-12-02T09:00:00-07:00",
    }
    (folder / "decisions.jsonl").write_text(json.dumps(row) + "\n")
    path.write_text(path.read_text().replace('id = "night-sky"', 'id = "night-sky"\ndecisions = "decisions.jsonl"'))
    after = counted_object(path, capsys)
    assert after["counted"] > before["counted"]
    assert any(f["decision"] and f["decision"]["by"] == "R. Amsel" for f in after["findings"])


def test_nothing_to_count_says_where_it_looked(tmp_path: Path) -> None:
    (tmp_path / "petition.toml").write_text('ordinance = "colorado-54-124"\n')
    with pytest.raises(WrongUse, match="scans/"):
        counted(tmp_path / "petition.toml", [])


def test_a_filing_time_without_a_zone_is_a_mistake_in_the_petition_file(tmp_path: Path) -> None:
    (tmp_path / "petition.toml").write_text('ordinance = "charter-602"\nfiled = 2026-09-03T16:00:00\n')
    with pytest.raises(WrongUse, match="offset"):
        counted(tmp_path / "petition.toml", [NIGHT / "results"])


def test_the_statement_is_a_folder_of_papers(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "statement"
    assert write_statement(folder / "petition-count.toml", [], out, jobs=1) == ExitCode.FINDINGS
    names = {p.name for p in out.iterdir()}
    assert names == {
        "statement.pdf", "statement.html", "letter.pdf", "letter.html", "count.json", "lines.csv", "sections.csv", "tables.xlsx",
    }  # fmt: skip
    assert all(p.stat().st_size > 0 for p in out.iterdir())


def test_dates_are_printed_with_their_reckoning_and_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "petition.toml"
    path.write_text('ordinance = "charter-602"\noffice = "Mayor"\nprimary = 2026-11-03\ntimezone = "America/Chicago"\n')
    assert print_dates(path, as_json=True, ics=tmp_path / "dates.ics") == 0
    made = json.loads(capsys.readouterr().out)
    days = {d["name"]: d["day"] for d in made["dates"]}
    assert days == {"Last day to file": "2026-08-11", "Petitions go to the election authorities": "2026-08-13"}
    assert all(d["clause"] and d["rule"] and d["start"] for d in made["dates"])
    assert "BEGIN:VEVENT" in (tmp_path / "dates.ics").read_text()
    print_dates(path, as_json=False, ics=None)
    assert "Tuesday, 11 August 2026" in capsys.readouterr().out


def test_no_sample_is_drawn_where_no_law_allows_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "petition-count.toml"
    with pytest.raises(WrongUse, match="sampling_clause"):
        print_sample(path, [], size=10, seed="x", valid=None, jobs=1)
    path.write_text(path.read_text().replace('id = "night-sky"', 'id = "night-sky"\nsampling_clause = "State Code 9 (made up)"'))
    assert print_sample(path, [], size=10, seed="x", valid=8, jobs=1) == 0
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 11
    assert "Seed: x" in told.err
    assert "80.00%" in told.err


def test_a_ballot_needs_a_recall(tmp_path: Path) -> None:
    path = tmp_path / "petition.toml"
    path.write_text('ordinance = "fulton-10-3"\nkind = "recall"\nofficial = "Ada Quill, Council Member"\n')
    assert write_ballot(path, tmp_path / "ballot.pdf") == 0
    assert (tmp_path / "ballot.pdf").read_bytes().startswith(b"%PDF")
    with pytest.raises(WrongUse, match="no recall ballot"):
        write_ballot(NIGHT / "petition.toml", tmp_path / "ballot.pdf")


# ---- Election authorities ------------------------------------------------------------------------------------------------


@pytest.fixture
def nonpartisan(tmp_path: Path) -> Path:
    """A petition under 602 with one authority: result lines made over from the bundled ones, and scans of blank pages."""
    rows = [json.loads(x) for x in next((NIGHT / "results").glob("*.jsonl")).read_text().splitlines()]
    sections = [r for r in rows if r["schema"] == "petition-section/1"][:2]
    (tmp_path / "results").mkdir()
    lines = [
        json.dumps(s | {"ordinance": "charter-602", "kind": "nomination", "findings": [], "not_checked": []}) for s in sections
    ]
    (tmp_path / "results" / "two.jsonl").write_text("\n".join(lines) + "\n")
    for s in sections:
        with pikepdf.new() as scan:
            for _ in s["scan"]["pages"]:
                scan.add_blank_page(page_size=(792, 612))
            scan.save(tmp_path / s["scan"]["file"])
    path = tmp_path / "petition.toml"
    path.write_text('ordinance = "charter-602"\noffice = "Mayor"\n[[authorities]]\nname = "Clay County"\ncounties = ["Clay"]\n')
    return path


def test_packages_go_out_and_returns_come_back(nonpartisan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = nonpartisan.parent / "results" / "two.jsonl"
    assert export(nonpartisan, [results], tmp_path / "out", 1) == 0
    sent = (tmp_path / "out" / "clay-county" / "lines.csv").read_text()
    assert sent.splitlines()[0].endswith('"valid","reason"')
    assert len(sent.splitlines()) == 16
    back = tmp_path / "back.csv"
    back.write_text(sent.replace('"",""', '"yes",""', 10).replace('"",""', '"no","moved"'))
    assert import_return(nonpartisan, "clay county", back, [results], 1) == 0
    assert "10 valid" in capsys.readouterr().out
    tally = counted(nonpartisan, [results]).tally
    assert tally.authorities[0].lines_valid == 10
    assert not any(f.finding.check == "returns-missing" for f in tally.findings)
    assert reconcile(nonpartisan, [results], 1) == 0


def test_pages_of_result_lines_are_found_beside_the_petition_file(nonpartisan: Path, tmp_path: Path) -> None:
    results = nonpartisan.parent / "results" / "two.jsonl"
    assert export(nonpartisan, [results], tmp_path / "without", 1) == 0
    assert not (tmp_path / "without" / "clay-county" / "pages.pdf").exists()
    (nonpartisan.parent / "scans").mkdir()
    for scan in nonpartisan.parent.glob("*.pdf"):
        scan.rename(nonpartisan.parent / "scans" / scan.name)
    assert export(nonpartisan, [results], tmp_path / "with", 1) == 0
    assert (tmp_path / "with" / "clay-county" / "pages.pdf").exists()


def test_what_is_written_can_be_too_little_before_any_return_is_in(nonpartisan: Path) -> None:
    tally = counted(nonpartisan, [nonpartisan.parent / "results" / "two.jsonl"]).tally
    assert tally.verdict == "insufficient"
    assert "even if all came back valid" in tally.why[0]
    assert "the election authorities say" in margin_words(tally)


def test_the_package_holds_each_page_once(nonpartisan: Path, tmp_path: Path) -> None:
    tally = counted(nonpartisan, [nonpartisan.parent / "results" / "two.jsonl"]).tally
    lines = [(s.section, x) for s in tally.sections for x in s.section.lines if x.state != "blank"]
    scans = {p.name: p for p in nonpartisan.parent.glob("*.pdf")}
    packed = pages_pdf(lines, scans)
    assert packed.problems == ()
    assert packed.pdf is not None
    with pikepdf.open(io.BytesIO(packed.pdf)) as made:
        assert len(made.pages) == len({(s.key, x.page) for s, x in lines})
    missing = pages_pdf(lines, {})
    assert missing.pdf is None
    assert len(missing.problems) == 2


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"a,b\n1,2\n"])
def test_an_unreadable_return_is_refused_with_its_reason(nonpartisan: Path, tmp_path: Path, content: bytes) -> None:
    back = tmp_path / "back.csv"
    back.write_bytes(content)
    with pytest.raises(NotADocument):
        import_return(nonpartisan, "Clay County", back, [nonpartisan.parent / "results"], 1)
    assert not (nonpartisan.parent / "returns").exists()


def test_an_authority_that_is_not_named_is_a_mistake(nonpartisan: Path, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="Clay County"):
        import_return(nonpartisan, "Ray County", tmp_path / "back.csv", [nonpartisan.parent / "results"], 1)


def test_the_list_of_candidates_says_what_is_not_decided(nonpartisan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nonpartisan.write_text('candidate = "=Ada Quill"\n' + nonpartisan.read_text())
    assert candidates([nonpartisan], 1) == ExitCode.FINDINGS
    head, row = capsys.readouterr().out.splitlines()
    assert head.startswith('"candidate","office"')
    assert row.startswith('"\'=Ada Quill","Mayor"')
    assert '"undecided"' not in row
    assert '"insufficient","recommended"' in row


# ---- As a clerk types them -----------------------------------------------------------------------------------------------


def typed(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


def test_the_commands_are_there_and_say_what_they_want(folder: Path, tmp_path: Path) -> None:
    shown = typed("--help").output
    for command in ("count", "dates", "statement", "ballot", "withdrawal", "sample", "authorities"):
        assert command in shown
    done = typed("count", str(folder / "petition-count.toml"), str(folder / "results"), "--json")
    assert done.exit_code == ExitCode.FINDINGS
    assert json.loads(done.stdout)["schema"] == "petition-count/1"
    assert typed("statement", str(folder / "petition-count.toml")).exit_code == ExitCode.WRONG_USE
    assert typed("sample", str(folder / "petition-count.toml"), "--size", "0", "--seed", "x").exit_code == ExitCode.WRONG_USE


def test_every_command_is_in_the_documentation() -> None:
    told = (ROOT / "docs" / "counting.md").read_text(encoding="utf-8")
    for command in ("count", "dates", "statement", "ballot", "withdrawal", "sample", "authorities"):
        assert f"petition {command}" in told
