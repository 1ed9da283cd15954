"""The count adds up, places lines by the rule, and says what it cannot know."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

import pytest

from pipeline.model.finding import NotChecked
from pipeline.model.line import Elector
from pipeline.model.petition import Required
from tests.count.filed_sections import blank, checks, counted, decided, finding, line, of_line, one, petition, section

NEED_20 = Required(source="Sec. 54-130", least=20)


def test_lines_of_all_sections_add_up() -> None:
    lines = [line(1), line(2, state="struck"), blank(3), line(4, state="incomplete", signed=False)]
    struck = of_line("line-struck", "void", 2)
    unsigned = of_line("line-signature-missing", "void", 4)
    tally = counted(petition(required=NEED_20), section("1", lines, [struck, unsigned]), section("2"))
    assert (tally.on_form, tally.numbers.written) == (14, 13)
    assert (tally.numbers.counted, tally.numbers.not_counted, tally.numbers.review) == (11, 2, 0)
    assert dict(tally.reasons) == {"line-signature-missing": 1, "line-struck": 1}


def test_a_void_section_takes_its_lines_and_its_check_is_the_reason() -> None:
    both = [finding("affidavit-missing", "refuse", "section"), of_line("line-illegible", "review", 3)]
    tally = counted(petition(), section("1", findings=both), section("2"))
    assert dict(tally.reasons) == {"affidavit-missing": 10}
    assert [s.falls for s in tally.sections] == ["affidavit-missing", None]


def test_a_review_on_a_section_turns_its_otherwise_counted_lines_to_review() -> None:
    found = [finding("warning-not-red", "review", "section"), of_line("line-struck", "void", 2)]
    lines = [line(1), line(2, state="struck"), line(3)]
    tally = counted(petition(), section("1", lines, found))
    assert (tally.numbers.counted, tally.numbers.not_counted, tally.numbers.review) == (0, 1, 2)


def test_a_page_finding_falls_on_the_pages_it_names() -> None:
    found = finding("affidavit-missing-on-page", "void", "page", law="charter-602", page=2, falls_on=(1,))
    lines = [line(1, page=1), line(1, page=3)]
    tally = counted(
        petition("charter-602", kind="nomination"), section("1", lines, [found], ordinance="charter-602", kind="nomination")
    )
    assert [p.place for p in tally.places] == ["not-counted", "counted"]


def test_a_note_moves_nothing() -> None:
    tally = counted(petition(), section("1", findings=[finding("presumed-genuine", "note", "section")]))
    assert tally.numbers.counted == 10


def test_an_unsigned_line_is_never_counted_whatever_was_found() -> None:
    tally = counted(petition(), section("1", [line(1, signed=False, state="incomplete")]))
    assert dict(tally.reasons) == {"line-signature-missing": 1}


def test_without_a_required_number_the_verdict_stays_open_and_says_why() -> None:
    tally = counted(petition(), section("1"))
    assert tally.verdict == "undecided"
    assert tally.required.least is None
    assert any(n.check == "signatures-too-few" for n in tally.not_checked)
    assert any("not known" in why for why in tally.why)


def test_fewer_lines_than_needed_is_insufficient_without_any_line_judged() -> None:
    tally = counted(petition(required=replace(NEED_20, least=25)), section("1", [line(n) for n in range(1, 20)]))
    assert tally.verdict == "insufficient"
    assert one(tally, "signatures-too-few").finding.expected == "not less than 25"
    assert "19" in tally.why[0]
    assert "25" in tally.why[0]


def test_lines_for_review_that_can_turn_it_either_way_leave_it_undecided() -> None:
    found = [of_line("line-illegible", "review", n) for n in range(1, 5)]
    tally = counted(petition(required=replace(NEED_20, least=8)), section("1", findings=found))
    assert (tally.verdict, tally.margin) == ("undecided", (-2, 2))
    assert "signatures-too-few" not in checks(tally)


def all_ran(**more: object):  # type: ignore[no-untyped-def]
    """A petition under 3.06 of which every refuse and void check ran, as far as the sections are concerned."""
    filed = datetime.fromisoformat("2026-04-01T10:00:00-05:00")
    base = petition(
        "charter-3-06",
        kind="nomination",
        office="Council Member",
        filed=filed,
        timezone="America/Chicago",
        primary=date(2026, 8, 4),
    )
    return replace(base, primary=date(2026, 8, 4), **more)


def nomination(serial: str, lines: int, start: int = 0):  # type: ignore[no-untyped-def]
    rows = [line(n, elector=f"e{start + n}") for n in range(1, lines + 1)]
    return section(serial, rows, ordinance="charter-3-06", kind="nomination", file=f"{serial}-{start}.pdf")


@pytest.mark.parametrize(("lines", "verdict"), [(24, "insufficient"), (25, "undecided")])
def test_twenty_five_signers_of_the_ward_are_needed(lines: int, verdict: str) -> None:
    """25 are enough in number; rivals were not given, so that a void check did not run."""
    tally = counted(all_ran(), nomination("a", lines))
    assert tally.verdict == verdict
    assert (tally.required.least, tally.required.most) == (25, 50)


def test_sufficient_needs_every_refuse_and_void_check_to_have_run() -> None:
    by_hand = decided(("check", "line-signed-rival", "done-by-hand"))
    tally = counted(all_ran(), nomination("a", 25), decisions=by_hand)
    assert (tally.verdict, tally.status) == ("sufficient", "recommended")
    unrun = replace(nomination("a", 25), not_checked=(NotChecked(check="line-struck", why="a page was not read"),))
    assert counted(all_ran(), unrun, decisions=by_hand).verdict == "undecided"


def test_more_than_the_most_is_for_a_person() -> None:
    tally = counted(all_ran(), nomination("a", 51))
    assert one(tally, "signatures-too-many").consequence == "review"
    assert tally.verdict == "undecided"
    assert "signatures-too-many" not in checks(counted(all_ran(), nomination("a", 50)))


def test_lines_for_review_that_bring_it_over_the_most_show_both_bounds() -> None:
    filed = replace(nomination("a", 51), findings=(of_line("line-illegible", "review", 3, law="charter-3-06"),))
    found = one(counted(all_ran(), filed), "signatures-too-many").finding
    assert "50 lines are counted" in found.message
    assert "51" in found.message


def test_by_another_reading_the_lines_beyond_the_most_are_not_counted_in_order_of_filing() -> None:
    tally = counted(all_ran(readings={"maximum": "beyond-not-counted"}), nomination("1", 40), nomination("2", 15, 40))
    assert tally.numbers.counted == 50
    assert dict(tally.reasons) == {"signatures-too-many": 5}
    assert {p.section for p in tally.places if p.place == "not-counted"} == {tally.sections[1].section.key}


def test_a_petition_over_the_most_may_be_refused_by_reading() -> None:
    tally = counted(all_ran(readings={"maximum": "refused"}), nomination("a", 51))
    assert (one(tally, "signatures-too-many").consequence, tally.verdict) == ("refuse", "insufficient")


def test_sections_of_two_petitions_in_one_folder_are_told_and_not_counted_in_silence() -> None:
    other = section("9", wordings=(("summary", 0.12), ("text", 0.2)))
    tally = counted(petition(), section("1", wordings=(("summary", 0.98), ("text", 0.97))), other)
    assert tally.numbers.counted == 10
    assert tally.numbers.review == 10
    assert any("another petition" in p and "section 9" in p for p in tally.problems)


def test_a_section_checked_under_another_ordinance_is_told() -> None:
    tally = counted(petition(), section("1"), section("2", ordinance="fulton-10-3"))
    assert any("fulton-10-3" in p for p in tally.problems)
    assert tally.numbers.counted == 10


def test_what_no_section_has_right_falls_on_the_petition() -> None:
    found = finding("committee-size", "review", "section")
    tally = counted(petition(), section("1", findings=[found]), section("2", findings=[found]))
    whole = [f for f in tally.findings if f.finding.check == "committee-size" and f.section is None]
    assert [f.consequence for f in whole] == ["void"]
    assert tally.verdict == "insufficient"
    one_right = counted(petition(), section("1", findings=[found]), section("2"))
    assert all(f.section is not None for f in one_right.findings if f.finding.check == "committee-size")


def test_papers_of_two_sizes_are_for_review_and_a_scanners_crop_is_not() -> None:
    law = {"ordinance": "fulton-10-3", "kind": "initiative"}
    letter, cropped, legal = ((612.0, 792.0),), ((606.0, 786.0),), ((612.0, 1008.0),)
    filed = petition("fulton-10-3", kind="initiative")
    same = counted(filed, section("1", papers=letter, **law), section("2", papers=cropped, **law))
    assert "papers-not-uniform" not in checks(same)
    differ = counted(filed, section("1", papers=letter, **law), section("2", papers=legal, **law))
    assert one(differ, "papers-not-uniform").consequence == "review"


def test_papers_whose_columns_stand_in_another_order_are_for_review() -> None:
    law = {"ordinance": "fulton-10-3", "kind": "initiative", "papers": ((612.0, 792.0),)}
    filed = petition("fulton-10-3", kind="initiative")
    one_form, other = ("signature, address, date",), ("date, signature, address",)
    alike = counted(filed, section("1", styles=one_form, **law), section("2", styles=one_form, **law))
    assert "papers-not-uniform" not in checks(alike)
    unread = counted(filed, section("1", styles=one_form, **law), section("2", styles=(), **law))
    assert "papers-not-uniform" not in checks(unread)
    differ = counted(filed, section("1", styles=one_form, **law), section("2", styles=other, **law))
    assert one(differ, "papers-not-uniform").consequence == "review"


def test_papers_that_the_office_recorded_as_unbound_are_for_review_and_a_scan_alone_says_nothing() -> None:
    law = {"ordinance": "fulton-10-3", "kind": "initiative"}
    for recorded, told in (("in parts", True), ("unbound", True), ("one instrument", False)):
        tally = counted(petition("fulton-10-3", kind="initiative", filed_as=recorded), section("1", **law))
        assert ("not-one-instrument" in checks(tally)) is told
        if told:
            assert one(tally, "not-one-instrument").consequence == "review"
            assert recorded in one(tally, "not-one-instrument").finding.message
    silent = counted(petition("fulton-10-3", kind="initiative"), section("1", **law))
    assert "filed_as" in next(n.why for n in silent.not_checked if n.check == "not-one-instrument")


def test_where_a_reading_ends_differently_both_ends_are_shown() -> None:
    tally = counted(all_ran(), nomination("1", 55))
    ends = {(e.reading, e.choice): e for e in tally.effects}
    assert ends["maximum", "beyond-not-counted"].numbers.counted == 50
    assert ends["maximum", "refused"].verdict == "insufficient"


def test_numbers_by_circulator_add_up() -> None:
    tally = counted(petition(), section("1"), section("2", circulator="Bo Reed"), section("3", circulator=None))
    assert {name: n.counted for name, n in tally.by_circulator} == {"Ada Quill": 10, "Bo Reed": 10, "not read": 10}


def test_numbers_by_ward_come_from_electors() -> None:
    rows = [line(n, elector=f"e{n}") for n in range(1, 4)]
    rows = [replace(r, elector=Elector(id=f"e{r.row}", certainty=0.97, ward="2" if r.row < 3 else "3")) for r in rows]
    tally = counted(petition(), section("1", rows))
    assert {name: n.counted for name, n in tally.by_ward} == {"2": 2, "3": 1}


def test_where_the_lines_beyond_the_most_begin_is_said() -> None:
    tally = counted(all_ran(), nomination("1", 40), nomination("2", 15, 40))
    assert "line 11 on page 2 of section 2" in one(tally, "signatures-too-many").finding.message


def test_the_margin_is_the_counted_lines_over_the_least() -> None:
    """As in a decided case of 2023 (20,409 submitted, 12,198 valid, 12,017 needed: 181 over), in small."""
    rows = [line(n) for n in range(1, 20)]
    bad = [of_line("line-illegible", "void", n) for n in range(13, 20)]
    tally = counted(petition(required=replace(NEED_20, least=11)), section("1", rows, bad))
    assert (tally.numbers.counted, tally.numbers.not_counted, tally.margin) == (12, 7, (1, 1))
