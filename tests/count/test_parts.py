"""One section filed twice counts once; parts of one section are joined and judged again; two sections of one number stay two."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from pipeline.checks.judge import judge
from pipeline.count.filed import from_section
from pipeline.count.pages_joined import joined, moved
from pipeline.count.parts import are_parts
from pipeline.count.serials import plain_serial
from pipeline.geometry import Box
from pipeline.law import loader
from pipeline.model.count import FiledSection
from pipeline.model.petition import PetitionFile
from pipeline.model.scan import Scan
from pipeline.model.section import PrintedPageNumber, SectionFacts
from tests.checks.clean_section import clean_facts, serial
from tests.count.filed_sections import checks, counted, finding, line, one, petition, section

LAW = loader.load("colorado-54-124")


def known() -> PetitionFile:
    return petition(summary="A summary.", text="A text.")


def test_the_same_bytes_under_two_names_count_once_and_are_told() -> None:
    first = section("1")
    tally = counted(petition(), first, replace(first, file="copy.pdf"))
    assert tally.numbers.counted == 10
    assert any("byte for byte" in p and "copy.pdf" in p for p in tally.problems)


def test_one_section_scanned_twice_counts_once() -> None:
    first = section("0017")
    again = replace(first, file="again.pdf", sha256="e" * 64, key="eeeeeeeeeeee-p1", serial="17")
    tally = counted(petition(), first, again)
    assert tally.numbers.counted == 10
    assert len(tally.sections) == 1
    assert any("scanned twice" in p for p in tally.problems)
    assert "serial-duplicate" not in checks(tally)


def test_two_sections_of_one_number_wait_for_a_person() -> None:
    tally = counted(petition(), section("17", file="a.pdf"), section("0017", file="b.pdf"), section("18"))
    found = [f for f in tally.findings if f.finding.check == "serial-duplicate"]
    assert len(found) == 2
    assert {f.consequence for f in found} == {"review"}
    assert (tally.numbers.counted, tally.numbers.review) == (10, 20)


def test_sections_without_a_number_are_twice_the_same_only_where_many_lines_agree() -> None:
    few = [line(1, name="Ada Quill"), line(2, name="Bo Reed")]
    two = counted(petition(), section(None, few, file="a.pdf"), section(None, few, file="b.pdf"))
    assert two.numbers.counted == 4
    many = [line(n, name=f"Person Number{n}") for n in range(1, 8)]
    same = counted(petition(), section(None, many, file="a.pdf"), section(None, many, file="b.pdf"))
    assert same.numbers.counted == 7
    assert any("line by line the same" in p for p in same.problems)


def test_a_gap_in_the_issued_numbers_is_a_note() -> None:
    filed = petition(serials_issued=tuple(str(n) for n in range(1, 8)))
    tally = counted(filed, section("1"), section("3"), section("9"))
    gaps = {f.finding.name: f for f in tally.findings if f.finding.check == "serial-gap"}
    assert gaps["not-filed"].finding.found == "2, 4 to 7"
    assert gaps["not-issued"].finding.found == "9"
    assert {f.consequence for f in gaps.values()} == {"note"}


def test_without_the_issued_numbers_no_gap_is_guessed() -> None:
    tally = counted(petition(), section("1"), section("3"))
    assert "serial-gap" not in checks(tally)
    assert any(n.check == "serial-gap" and "serials_issued" in n.why for n in tally.not_checked)


# ---- Parts ---------------------------------------------------------------------------------------------------------------


def part(pages: set[int], numbered: bool = True) -> SectionFacts:
    """Only these pages of the clean four-page section, renumbered from 1 as in a scan of their own."""
    whole = clean_facts()
    changed: dict[str, Any] = {}
    for f in fields(whole):
        value = getattr(whole, f.name)
        if f.name == "pages":
            changed[f.name] = tuple(p for p in value if p.number in pages)
        elif isinstance(value, tuple):
            changed[f.name] = tuple(v for v in value if getattr(v, "page", None) in pages)
    # The number stands on the first page and, as on many forms, on the third.
    changed["serials"] = tuple(serial(p) for p in (1, 3) if p in pages)
    facts = replace(whole, **changed, text=whole.text if whole.text and set(whole.text.pages) <= pages else None)
    if numbered:
        numbers = tuple(PrintedPageNumber(page=p, box=Box(0, 0, 9, 9), number=p, of=4, certainty=0.95) for p in sorted(pages))
        facts = replace(facts, page_numbers=numbers)
    return moved(facts, 1 - min(pages))


def filed(facts: SectionFacts, file: str) -> FiledSection:
    scan = Scan(file=file, sha256=file[0] * 64, page_count=len(facts.pages))
    return from_section(judge(facts, scan, known(), LAW))


def test_parts_of_one_number_in_two_scans_are_joined_and_judged_again() -> None:
    front, back = filed(part({1, 2}), "a.pdf"), filed(part({3, 4}), "b.pdf")
    # Each part by itself lacks what the other has.
    assert "affidavit-missing" in {f.check for f in front.findings}
    assert "text-missing" in {f.check for f in back.findings}
    whole = counted(known(), back, front)
    clean = counted(known(), filed(part({1, 2, 3, 4}), "c.pdf"))
    assert len(whole.sections) == 1
    assert whole.sections[0].section.others == ("b.pdf",)
    assert whole.numbers == clean.numbers
    assert not {"affidavit-missing", "text-missing"} & checks(whole)
    assert any("in parts" in p for p in whole.problems)


def test_joining_moves_every_page_number() -> None:
    whole = joined((part({1, 2}), part({3, 4})))
    assert [p.number for p in whole.pages] == [1, 2, 3, 4]
    assert [g.page for g in whole.lines] == [2, 3]
    assert {x.page for g in whole.lines for x in g.lines} == {2, 3}
    assert whole.affidavits[0].page == 4
    assert whole.affidavits[0].notary is not None
    assert whole.affidavits[0].notary.page == 4
    assert {s.page for s in whole.affidavits[0].statements} == {4}


def test_what_may_stand_on_a_page_that_is_not_there_is_for_review() -> None:
    alone = counted(known(), filed(part({1, 2}), "a.pdf"))
    found = one(alone, "affidavit-missing")
    assert found.consequence == "review"
    assert "page 3, 4" in found.finding.message


def test_two_sections_with_an_affidavit_each_are_no_parts() -> None:
    assert not are_parts(section("1", file="a.pdf"), section("1", file="b.pdf"))


def test_parts_that_came_as_result_lines_are_not_joined_but_wait() -> None:
    front = replace(filed(part({1, 2}), "a.pdf"), facts=None)
    back = replace(filed(part({3, 4}), "b.pdf"), facts=None)
    tally = counted(known(), front, back)
    assert len(tally.sections) == 2
    assert tally.numbers.counted == 0
    assert "serial-duplicate" in checks(tally)


@pytest.mark.parametrize(("read", "plain"), [("0017", "17"), (" 17", "17"), ("A-07", "A07"), ("000", "0")])
def test_numbers_are_compared_without_leading_zeros(read: str, plain: str) -> None:
    assert plain_serial(read) == plain


def test_a_finding_of_the_whole_section_is_not_lost_by_gathering() -> None:
    tally = counted(petition(), section("1", findings=[finding("warning-missing", "void", "section")]))
    assert dict(tally.reasons) == {"warning-missing": 10}
