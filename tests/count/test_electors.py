"""Lines with electors: one elector counts once, petitions of rivals, returns of the authorities."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from pipeline.count.returns import lines_of, read_return
from pipeline.count.rivals import Rival
from pipeline.model.count import FiledSection, PetitionCount
from pipeline.model.line import Elector
from pipeline.model.petition import Authority, PetitionFile
from tests.count.filed_sections import checks, counted, decided, finding, line, of_line, one, petition, section

NOMINATION = {"ordinance": "charter-3-06", "kind": "nomination"}


def places(tally: PetitionCount) -> dict[tuple[str, int], str]:
    serial = {s.section.key: s.section.serial or "" for s in tally.sections}
    return {(serial[p.section], p.row): p.place for p in tally.places}


def test_of_two_lines_of_one_elector_the_first_counts() -> None:
    tally = counted(petition(), section("2", [line(1, elector="e7")]), section("1", [line(1, elector="e7")]))
    assert places(tally) == {("1", 1): "counted", ("2", 1): "not-counted"}
    assert "section 1" in one(tally, "line-duplicate").finding.message


def test_the_first_that_is_otherwise_good_counts() -> None:
    first = section("1", [line(1, elector="e7")], [of_line("line-after-affidavit", "void", 1)])
    tally = counted(petition(), first, section("2", [line(1, elector="e7")]), section("3", [line(1, elector="e7")]))
    assert places(tally) == {("1", 1): "not-counted", ("2", 1): "counted", ("3", 1): "not-counted"}
    assert dict(tally.reasons) == {"line-after-affidavit": 1, "line-duplicate": 1}


def test_a_section_that_falls_frees_the_elector_for_another_line() -> None:
    fallen = section("1", [line(1, elector="e7")], [finding("affidavit-missing", "refuse", "section")])
    assert places(counted(petition(), fallen, section("2", [line(1, elector="e7")])))["2", 1] == "counted"


def test_a_doubtful_match_is_for_a_person_and_never_pushes_out_a_sure_one() -> None:
    tally = counted(petition(), section("1", [line(1, elector="e7", sure=0.6)]), section("2", [line(1, elector="e7")]))
    assert places(tally) == {("1", 1): "review", ("2", 1): "counted"}


def test_of_lines_that_all_wait_at_most_one_can_count() -> None:
    waiting = [section(str(n), [line(1, elector="e7")], [of_line("line-illegible", "review", 1)]) for n in (1, 2, 3)]
    tally = counted(petition(), *waiting)
    assert (tally.numbers.counted, tally.numbers.review, tally.numbers.not_counted) == (0, 1, 2)


def test_two_names_alike_without_a_roll_are_no_duplicate() -> None:
    tally = counted(petition(), section("1", [line(1, name="Ada Quill"), line(2, name="Ada Quill")]))
    assert "line-duplicate" not in checks(tally)
    assert any(n.check == "line-duplicate" and "roll" in n.why for n in tally.not_checked)


# ---- Rivals --------------------------------------------------------------------------------------------------------------


def candidate(name: str, filed: str | None, **more: Any) -> PetitionFile:
    when = datetime.fromisoformat(filed) if filed else None
    base = petition("charter-3-06", kind="nomination", office="Mayor", candidate=name, filed=when)
    return replace(base, rivals=(Path("other.toml"),), **more)


def rival(filed: PetitionFile, *sections: FiledSection, **more: Any) -> Rival:
    own = counted(filed, *sections)
    return Rival(petition=filed, sections=sections, place={(p.section, p.page, p.row): p.place for p in own.places}, **more)


def signed_both(mine: str | None, theirs: str | None, *, readings: dict[str, str] | None = None, **more: Any) -> PetitionCount:
    """Jane signed Smith's petition on 2 March and Jones's on 1 March; the count is of Jones's."""
    smith = rival(candidate("Smith", theirs), section("s", [line(1, elector="jane", day=date(2026, 3, 2))], **NOMINATION), **more)
    jones = section("j", [line(1, elector="jane", day=date(2026, 3, 1))], **NOMINATION)
    return counted(replace(candidate("Jones", mine), readings=readings or {}), jones, rivals=(smith,))


def test_the_petition_filed_first_keeps_the_signature() -> None:
    tally = signed_both("2026-03-21T10:00:00+00:00", "2026-03-20T10:00:00+00:00")
    assert dict(tally.reasons) == {"line-signed-rival": 1}
    assert signed_both("2026-03-20T10:00:00+00:00", "2026-03-21T10:00:00+00:00").numbers.counted == 1


def test_by_another_citys_reading_the_earlier_signing_keeps_it() -> None:
    tally = signed_both("2026-03-21T10:00:00+00:00", "2026-03-20T10:00:00+00:00", readings={"rival-signer": "signed-first"})
    assert tally.numbers.counted == 1


def test_by_another_reading_none_counts() -> None:
    tally = signed_both("2026-03-20T10:00:00+00:00", "2026-03-21T10:00:00+00:00", readings={"rival-signer": "none"})
    assert dict(tally.reasons) == {"line-signed-rival": 1}


@pytest.mark.parametrize(
    ("mine", "theirs", "more"),
    [
        ("2026-03-20T10:00:00+00:00", "2026-03-20T05:00:00-05:00", {}),
        (None, "2026-03-20T10:00:00+00:00", {}),
        ("2026-03-21T10:00:00+00:00", "2026-03-20T10:00:00+00:00", {"standing": "withdrawn"}),
        ("2026-03-21T10:00:00+00:00", "2026-03-20T10:00:00+00:00", {"standing": "refused"}),
    ],
    ids=["the same moment on two clocks", "filing time not known", "rival withdrawn", "rival refused"],
)
def test_what_cannot_be_told_between_rivals_is_for_a_person(mine: str | None, theirs: str, more: dict[str, Any]) -> None:
    assert signed_both(mine, theirs, **more).numbers.review == 1


def test_a_petition_for_another_office_is_no_rival() -> None:
    elsewhere = replace(candidate("Smith", "2026-03-20T10:00:00+00:00"), office="Council Member")
    other = rival(elsewhere, section("s", [line(1, elector="jane")], **NOMINATION))
    mine = section("j", [line(1, elector="jane")], **NOMINATION)
    assert counted(candidate("Jones", "2026-03-21T10:00:00+00:00"), mine, rivals=(other,)).numbers.counted == 1


def test_one_candidate_on_two_petitions_for_two_offices() -> None:
    mine = petition("charter-602", kind="nomination", office="Mayor", candidate="Ada M. Quill")
    also = petition("charter-602", kind="nomination", office="District Council Member", candidate="Ada M. Quill")
    other = petition("charter-602", kind="nomination", office="District Council Member", candidate="Bo Reed")
    assert one(counted(mine, rivals=(rival(also),)), "candidate-twice").consequence == "review"
    assert "candidate-twice" not in checks(counted(mine, rivals=(rival(other),)))


# ---- Election authorities ------------------------------------------------------------------------------------------------

TWO = (Authority(name="Clay County", counties=("Clay",)), Authority(name="Platte County", counties=("Platte",)))


def in_county(row: int, county: str | None) -> Any:
    return replace(line(row), elector=Elector(id=f"e{row}", certainty=0.97, county=county))


def sent(**more: Any) -> tuple[PetitionFile, FiledSection]:
    rows = [in_county(1, "Clay"), in_county(2, "clay"), in_county(3, "Platte"), in_county(4, None)]
    filed = petition("charter-602", kind="nomination", office="District Council Member", authorities=TWO)
    return replace(filed, **more), section("1", rows, ordinance="charter-602", kind="nomination")


def test_lines_go_to_the_authority_of_their_county_and_the_others_are_told_apart() -> None:
    filed, one_section = sent()
    rows = {a.name: [x.row for _, x in lines_of(a, [one_section], filed)] for a in TWO}
    assert rows == {"Clay County": [1, 2], "Platte County": [3]}
    assert [x.row for _, x in lines_of(None, [one_section], filed)] == [4]
    alone = replace(filed, authorities=TWO[:1])
    assert len(lines_of(TWO[0], [one_section], alone)) == 4


def test_outstanding_returns_leave_the_verdict_open() -> None:
    rows = [in_county(n, "Clay") for n in range(1, 400)]
    filed, _ = sent()
    tally = counted(filed, section("1", rows, ordinance="charter-602", kind="nomination"))
    assert tally.numbers.counted == 399
    assert tally.verdict == "undecided"
    assert "Clay County and Platte County" in one(tally, "returns-missing").finding.message


@pytest.mark.parametrize(("clay", "verdict"), [(250, "undecided"), (249, "insufficient")])
def test_the_total_of_stated_counts_decides_the_number(clay: int, verdict: str) -> None:
    """50 from Platte: 300 in all are enough, 299 are not. Which checks ran is another question."""
    returned = (
        replace(TWO[0], returned=True, stated_valid=clay),
        replace(TWO[1], returned=date(2026, 9, 1), stated_valid=50),
    )
    rows = [in_county(n, "Clay" if n <= 320 else "Platte") for n in range(1, 400)]
    filed, _ = sent(authorities=returned)
    tally = counted(filed, section("1", rows, ordinance="charter-602", kind="nomination"))
    assert "returns-missing" not in checks(tally)
    assert tally.verdict == verdict


def test_a_stated_count_that_is_not_that_of_the_lines_is_a_finding() -> None:
    filed, one_section = sent(authorities=(replace(TWO[0], returned=True, stated_valid=2), TWO[1]))
    text = f"section,page,row,valid\n{one_section.key},2,1,yes\n{one_section.key},2,2,no\n"
    back = read_return("Clay County", text, [one_section])
    tally = counted(filed, one_section, returns=(back,))
    assert "2 valid" in one(tally, "returns-differ").finding.message
    assert tally.authorities[0].lines_valid == 1


def test_a_return_says_which_of_its_rows_cannot_be_used_and_keeps_the_rest() -> None:
    _, one_section = sent()
    key = one_section.key
    rows = ("2,1,YES,", "2,1,no,", "9,1,yes,", "2,x,yes,", "2,2,maybe,", "2,3,no,moved")
    text = "section,page,line,valid,reason\n" + "".join(f"{key},{row}\n" for row in rows)
    back = read_return("Clay County", text, [one_section])
    assert [(x.row, x.valid, x.reason) for x in back.lines] == [(1, True, ""), (3, False, "moved")]
    assert len(back.problems) == 4
    assert all("row" in p for p in back.problems)


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "section,page,row\nx,1,1\n"])
def test_a_file_that_is_no_return_gives_nothing_and_says_so(text: str) -> None:
    back = read_return("Clay County", text, [])
    assert back.lines == ()
    assert "wants the columns" in back.problems[0]


def test_a_decision_can_keep_a_line_although_it_is_a_duplicate() -> None:
    filed = [section("1", [line(1, elector="e7")]), section("2", [line(1, elector="e7")])]
    key = one(counted(petition(), *filed), "line-duplicate").key
    assert counted(petition(), *filed, decisions=decided(("finding", key, "set-aside"))).numbers.counted == 2
