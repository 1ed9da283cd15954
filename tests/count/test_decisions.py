"""People's decisions: appended, undone by a further row, and what the verdict hangs on."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.count.decisions import read_decisions
from pipeline.errors import WrongUse
from pipeline.model.petition import Required
from tests.count.filed_sections import counted, decided, finding, of_line, one, petition, section

NEED = Required(source="Sec. 54-130", least=8)
BY = '"by": "R. Amsel", "at": "2026-11-30T10:12:00-07:00"'


def written(tmp_path: Path, *rows: str) -> Path:
    file = tmp_path / "decisions.jsonl"
    file.write_text("".join(f"{row}\n" for row in rows))
    return file


def test_set_aside_counts_and_upheld_does_not() -> None:
    filed = section("1", findings=[of_line("line-illegible", "review", 1), of_line("line-altered", "review", 2)])
    key = {f.finding.check: f.key for f in counted(petition(), filed).findings}
    made = decided(("finding", key["line-illegible"], "set-aside"), ("finding", key["line-altered"], "upheld"))
    tally = counted(petition(), filed, decisions=made)
    assert (tally.numbers.counted, tally.numbers.review) == (9, 0)
    assert dict(tally.reasons) == {"line-altered": 1}


def test_one_decision_settles_all_sections_with_the_same_print() -> None:
    found = finding("warning-colour-unknown", "review", "section")
    sections = [section(str(n), findings=[found]) for n in range(1, 4)]
    assert counted(petition(), *sections).numbers.review == 30
    tally = counted(petition(), *sections, decisions=decided(("finding", "every:warning-colour-unknown", "set-aside")))
    assert tally.numbers.counted == 30


def test_the_machines_finding_stands_beside_the_decision() -> None:
    filed = section("1", findings=[finding("warning-missing", "void", "section")])
    key = one(counted(petition(), filed), "warning-missing").key
    told = one(counted(petition(), filed, decisions=decided(("finding", key, "set-aside"))), "warning-missing")
    assert told.finding.consequence == "void"
    assert (told.consequence, told.decision.by) == ("note", "R. Amsel")


def test_a_line_may_be_decided_by_itself_but_not_against_its_section() -> None:
    doubted = section("1", findings=[of_line("line-illegible", "review", 1)])
    key = f"{doubted.key}:2:1"
    assert counted(petition(), doubted, decisions=decided(("line", key, "counts"))).numbers.counted == 10
    out = counted(petition(), doubted, decisions=decided(("line", key, "does-not-count")))
    assert dict(out.reasons) == {"decided-by-a-person": 1}
    fallen = section("1", findings=[finding("affidavit-missing", "refuse", "section")])
    assert counted(petition(), fallen, decisions=decided(("line", f"{fallen.key}:2:1", "counts"))).numbers.counted == 0


def test_a_verdict_is_decided_only_when_all_it_hangs_on_is_decided_by_a_person() -> None:
    filed = section("1", findings=[finding("affidavit-missing", "refuse", "section")])
    tally = counted(petition(required=NEED), filed)
    assert (tally.verdict, tally.status) == ("insufficient", "recommended")
    key = one(tally, "affidavit-missing").key
    assert tally.hangs_on == (key,)
    adopted = ("verdict", "insufficient", "adopted")
    assert counted(petition(required=NEED), filed, decisions=decided(adopted)).status == "recommended"
    both = counted(petition(required=NEED), filed, decisions=decided(adopted, ("finding", key, "upheld")))
    assert (both.status, both.hangs_on) == ("decided", ())


def test_a_verdict_that_no_finding_can_turn_hangs_on_none() -> None:
    short = section("1", 3, [of_line("line-illegible", "void", 1)])
    tally = counted(petition(required=NEED), short, decisions=decided(("verdict", "insufficient", "adopted")))
    assert (tally.verdict, tally.status, tally.hangs_on) == ("insufficient", "decided", ())


def test_another_verdict_that_was_adopted_decides_nothing() -> None:
    tally = counted(petition(required=NEED), section("1", 3), decisions=decided(("verdict", "sufficient", "adopted")))
    assert (tally.verdict, tally.status) == ("insufficient", "recommended")


def test_rows_are_read_in_order_and_undone_by_a_further_row(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        f'{{"finding": "k", "decision": "upheld", {BY}}}',
        f'{{"finding": "k", "decision": "set-aside", {BY}, "reason": "red on the paper"}}',
        f'{{"finding": "k", "decision": "undo", {BY}}}',
        "",
    )
    made = read_decisions(file)
    assert len(made.rows) == 3
    kept = made.of("finding", "k")
    assert kept is not None
    assert kept.decision == "upheld"


def test_a_file_that_is_not_there_yet_holds_no_decision(tmp_path: Path) -> None:
    assert read_decisions(tmp_path / "decisions.jsonl").rows == ()


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("nonsense", "line 1"),
        ('{"finding": "k", "decision": "upheld", "at": "2026-11-30T10:12:00-07:00"}', '"by"'),
        (f'{{"finding": "k", "decision": "perhaps", {BY}}}', "upheld, set-aside"),
        (f'{{"decision": "upheld", {BY}}}', "names 0 things"),
        (f'{{"finding": "k", "line": "l", "decision": "upheld", {BY}}}', "names 2 things"),
        (f'{{"finding": "k", "decision": "upheld", {BY}, "becuase": "x"}}', "becuase"),
        ('{"finding": "k", "decision": "upheld", "by": "R", "at": "yesterday"}', '"at"'),
        ('{"finding": "k", "decision": "upheld", "by": "R", "at": "2026-11-30T10:12:00"}', "offset"),
    ],
)
def test_a_row_that_cannot_be_understood_stops_the_count(tmp_path: Path, row: str, told: str) -> None:
    with pytest.raises(WrongUse, match=told):
        read_decisions(written(tmp_path, row))


def test_a_time_without_an_offset_is_the_citys(tmp_path: Path) -> None:
    file = written(tmp_path, '{"finding": "k", "decision": "upheld", "by": "R", "at": "2026-11-30T10:12:00"}')
    offset = read_decisions(file, "America/Denver").rows[0].at.utcoffset()
    assert offset is not None
    assert offset.total_seconds() == -7 * 3600


@pytest.mark.parametrize(
    "row",
    [
        ("finding", "typo:line-illegible:2:1:-", "upheld"),
        ("finding", "every:line-ilegible", "set-aside"),
        ("line", "typo:2:1", "counts"),
        ("check", "line-ilegible", "done-by-hand"),
    ],
)
def test_a_decision_that_names_nothing_is_told(row: tuple[str, str, str]) -> None:
    tally = counted(petition(), section("1"), decisions=decided(row))
    assert any(row[1] in p and "R. Amsel" in p for p in tally.problems)
    assert tally.numbers.counted == 10


def test_a_decision_that_names_something_is_not_told() -> None:
    filed = section("1", findings=[of_line("line-illegible", "review", 1)])
    key = one(counted(petition(), filed), "line-illegible").key
    made = decided(
        ("finding", key, "set-aside"), ("line", f"{filed.key}:2:3", "counts"), ("check", "line-not-on-roll", "done-by-hand")
    )
    assert counted(petition(), filed, decisions=made).problems == ()


def test_a_petition_that_was_withdrawn_is_told() -> None:
    tally = counted(petition(), section("1"), decisions=decided(("petition", "test", "withdrawn")))
    assert any("withdrawn" in p for p in tally.problems)
