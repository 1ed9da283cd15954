"""What must hold whatever comes: sums conserve, a further defect never raises the count, deciding narrows the range."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.count.decisions import NONE, Decisions, settle
from pipeline.count.parts import gather
from pipeline.count.proved import proved_paths
from pipeline.count.total import Beside, counted
from pipeline.law import loader
from pipeline.model.count import FiledSection, PetitionCount
from pipeline.model.finding import Finding
from pipeline.model.petition import Required
from tests.count.filed_sections import decided, finding, line, of_line, petition, section

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
ROWS = 5

LINE_CHECKS = ("line-illegible", "line-signature-missing", "line-altered", "line-after-affidavit")
SECTION_CHECKS = ("warning-not-red", "affidavit-missing", "summary-wording", "serial-missing")
states = st.sampled_from(["signed", "signed", "signed", "blank", "struck", "incomplete"])
weights = st.sampled_from(["void", "review", "note"])
electors = st.sampled_from([None, "e1", "e2", "e3", "e4"])
sureness = st.sampled_from([0.97, 0.6])


@st.composite
def one_section(draw: Any, serial: str) -> FiledSection:
    """A section with lines of all kinds, some by electors who signed elsewhere too, and findings of all kinds."""
    rows = []
    for row in range(1, ROWS + 1):
        state = draw(states)
        elector = draw(electors) if state != "blank" else None
        rows.append(line(row, state=state, signed=state != "blank", elector=elector, sure=draw(sureness), name=f"{serial} {row}"))
    found: list[Finding] = [of_line("line-struck", "void", r.row) for r in rows if r.state == "struck"]
    found += [
        of_line(draw(st.sampled_from(LINE_CHECKS)), draw(weights), draw(st.integers(1, ROWS)))
        for _ in range(draw(st.integers(0, 3)))
    ]
    found += [finding(draw(st.sampled_from(SECTION_CHECKS)), draw(weights), "section") for _ in range(draw(st.integers(0, 1)))]
    return section(serial, rows, found, file=f"{serial}.pdf")


petitions = st.tuples(one_section("1"), one_section("2"), one_section("3"))
leasts = st.sampled_from([1, 4, 8, 12])


def tally_of(
    sections: tuple[FiledSection, ...], least: int = 5, decisions: Decisions = NONE, *, proved: bool = False
) -> PetitionCount:
    """The count without the effects of other readings, which count again and again."""
    filed = petition(required=Required(source="Sec. 1", least=least))
    law = loader.load(filed.ordinance)
    given = (filed, law, gather(sections, filed, law), Beside(decisions=decisions))
    tally = counted(*given)
    return replace(tally, paths=proved_paths(*given, tally, counted)) if proved else tally


def ends(tally: PetitionCount) -> tuple[int, int]:
    return tally.numbers.counted, tally.numbers.counted + tally.numbers.review


@QUICK
@given(petitions, leasts)
def test_sums_conserve(sections: tuple[FiledSection, ...], least: int) -> None:
    tally = tally_of(sections, least)
    blank = sum(1 for p in tally.places if p.place == "blank")
    three = tally.numbers
    assert tally.on_form == sum(len(s.lines) for s in sections) == blank + three.written
    assert three.not_counted == sum(n for _, n in tally.reasons)
    assert three.written == sum(s.written for s in sections)
    assert three.written == sum(n.written for _, n in tally.by_circulator)


@QUICK
@given(petitions, st.permutations([0, 1, 2]))
def test_the_order_in_which_sections_come_is_indifferent(sections: tuple[FiledSection, ...], order: list[int]) -> None:
    assert tally_of(sections) == tally_of(tuple(sections[n] for n in order))


@QUICK
@given(petitions, st.integers(0, 2), st.integers(1, ROWS), st.sampled_from(LINE_CHECKS), st.sampled_from(["void", "review"]))
def test_a_further_defect_of_a_line_never_raises_the_count(
    sections: tuple[FiledSection, ...], at: int, row: int, check: str, weight: str
) -> None:
    worse = list(sections)
    worse[at] = replace(worse[at], findings=(*worse[at].findings, of_line(check, weight, row)))
    before, after = ends(tally_of(sections)), ends(tally_of(tuple(worse)))
    assert after[0] <= before[0]
    assert after[1] <= before[1]


@QUICK
@given(petitions, st.integers(0, 2), st.sampled_from(SECTION_CHECKS), st.sampled_from(["void", "review"]))
def test_a_further_defect_of_a_section_never_raises_the_count(
    sections: tuple[FiledSection, ...], at: int, check: str, weight: str
) -> None:
    worse = list(sections)
    worse[at] = replace(worse[at], findings=(*worse[at].findings, finding(check, weight, "section")))
    before, after = ends(tally_of(sections)), ends(tally_of(tuple(worse)))
    assert after[0] <= before[0]
    assert after[1] <= before[1]


@QUICK
@given(petitions, st.integers(0, 40), st.sampled_from(["upheld", "set-aside"]))
def test_deciding_a_review_never_widens_the_range(sections: tuple[FiledSection, ...], which: int, decision: str) -> None:
    before = tally_of(sections)
    waiting = [f.key for f in before.findings if f.consequence == "review" and f.section is not None]
    if not waiting:
        return
    after = tally_of(sections, decisions=decided(("finding", waiting[which % len(waiting)], decision)))
    low, high = ends(before)
    assert low <= ends(after)[0]
    assert ends(after)[1] <= high


@QUICK
@given(petitions, leasts)
def test_once_everything_is_decided_nothing_waits_for_a_person(sections: tuple[FiledSection, ...], least: int) -> None:
    rows: list[tuple[str, str, str]] = []
    tally = tally_of(sections, least)
    for _ in range(20):
        waiting = [f.key for f in tally.findings if f.consequence == "review"]
        if not waiting:
            break
        rows.append(("finding", waiting[0], "upheld" if len(rows) % 2 else "set-aside"))
        tally = tally_of(sections, least, decisions=decided(*rows))
    else:
        return
    assert tally.numbers.review == 0


@QUICK
@given(petitions, leasts)
def test_the_smallest_set_of_decisions_does_what_it_says(sections: tuple[FiledSection, ...], least: int) -> None:
    tally = tally_of(sections, least, proved=True)
    for path in tally.paths:
        word = "set-aside" if path.to == "sufficient" else "upheld"
        after = tally_of(sections, least, decisions=decided(*(("finding", key, word) for key in path.decisions)))
        if path.to == "sufficient":
            assert after.numbers.counted >= least
        else:
            assert after.numbers.counted + after.numbers.review < least


@QUICK
@given(petitions)
def test_an_undone_decision_leaves_no_trace_in_the_numbers(sections: tuple[FiledSection, ...]) -> None:
    tally = tally_of(sections)
    waiting = [f.key for f in tally.findings if f.consequence == "review"]
    if waiting:
        made = decided(("finding", waiting[0], "upheld"), ("finding", waiting[0], "undo"))
        again = tally_of(sections, decisions=made)
        assert again.numbers == tally.numbers
        assert len(again.decisions) == 2
    assert settle(()).in_force == {}
