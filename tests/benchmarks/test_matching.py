"""Answer beside truth: what counts as found, allowed, false, softened, lost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from benchmarks.answer import Answer, Line, Part, Read, Said, Section
from benchmarks.interval import Found, Share
from benchmarks.matching import Compared, compare, same_part
from benchmarks.readings import compare as compare_readings
from benchmarks.readings import same
from pipeline.geometry import Box


def finding(check: str, consequence: str = "void", **more: Any) -> Said:
    given: dict[str, Any] = {"page": None, "row": None, "statement": None, **more}
    return Said(check=check, consequence=consequence, **given)


def line(
    row: int, state: str = "signed", *, page: int = 2, signature: bool | None = True, date: str | None = "2026-09-03"
) -> Line:
    top = 100 + 30 * row
    read = Read(value=date, certainty=0.95, raw=date)
    return Line(page=page, row=row, box=Box(40, top, 570, top + 30), state=state, signature=signature,
                reads={"name": None, "address": None, "date": read})  # fmt: skip


def section(*findings: Said, pages: tuple[int, ...] = (1, 2, 3), lines: tuple[Line, ...] = (), **more: Any) -> Section:
    given: dict[str, Any] = {"parts": (), "reads": {}, "committee": (), **more}
    return Section(pages=pages, findings=findings, lines=lines, **given)


def answer(*sections: Section) -> Answer:
    return Answer(file="a.pdf", sections=sections, pages=3)


def compared(so: Section, said: Section) -> Compared:
    return compare(answer(so), answer(said))


def test_a_section_finding_counts_once_however_many_pages_say_it() -> None:
    so = section(finding("warning-not-red", page=1), finding("warning-not-red", page=2))
    said = section(finding("warning-not-red", page=2), finding("warning-not-red", page=3))
    assert compared(so, said).checks == {"warning-not-red": Found(true=1)}


def test_line_findings_count_by_page_and_row() -> None:
    so = section(finding("line-signature-missing", page=2, row=4))
    said = section(finding("line-signature-missing", page=2, row=5))
    assert compared(so, said).checks == {"line-signature-missing": Found(true=0, missed=1, false=1)}


def test_statements_count_each_one() -> None:
    so = section(
        finding("affidavit-statement-missing", statement="genuine"), finding("affidavit-statement-missing", statement="aged-18")
    )
    said = section(
        finding("affidavit-statement-missing", statement="genuine"), finding("affidavit-statement-missing", statement="not-paid")
    )
    assert compared(so, said).checks == {"affidavit-statement-missing": Found(true=1, missed=1, false=1)}


def test_what_the_truth_allows_is_neither_true_nor_false() -> None:
    so = section(allowed=({"check": "text-wording", "why": "script"}, {"check": "line-altered", "page": 2, "row": 4}))
    assert compared(so, section(finding("text-wording", "review"))).checks == {}
    assert compared(so, section(finding("line-altered", "review", page=2, row=4))).checks == {}
    assert compared(so, section(finding("line-altered", "review", page=2, row=5))).checks == {"line-altered": Found(false=1)}


def test_a_review_finds_what_is_void_and_counts_as_softened() -> None:
    so = section(finding("text-missing"), finding("serial-missing"))
    out = compared(so, section(finding("text-missing", "review"), finding("serial-missing")))
    assert out.checks == {"text-missing": Found(true=1), "serial-missing": Found(true=1)}
    assert out.softened == Share(1, 2)


def test_what_is_for_review_in_truth_cannot_be_softened() -> None:
    out = compared(section(finding("text-wording", "review")), section(finding("text-wording", "review")))
    assert out.softened == Share(0, 0)


def test_false_alarms_on_clean_sections_are_told_apart_by_consequence() -> None:
    clean = section(finding("line-date-missing", "note", page=2, row=1))
    out = compared(clean, section(finding("serial-missing", "review"), finding("warning-missing", "void")))
    assert out.clean_fallen == Share(1, 1)
    assert (out.clean_colour, out.clean_colour_reviews) == (1, 1)
    gray = compared(replace(clean, colour=False), section(finding("serial-missing", "review")))
    assert (gray.clean_colour, gray.clean_fallen) == (0, Share(0, 1))


def test_a_section_with_planted_defects_is_not_clean() -> None:
    out = compared(section(finding("serial-missing")), section(finding("warning-missing")))
    assert out.clean_fallen == Share(0, 0)


def test_a_part_is_found_at_half_the_height_whatever_white_space_stands_beside_it() -> None:
    assert same_part(Box(40, 100, 570, 160), Box(40, 102, 300, 158))
    assert same_part(Box(40, 100, 570, 160), Box(40, 130, 570, 160))
    assert not same_part(Box(40, 100, 570, 160), Box(40, 131, 570, 160))
    assert not same_part(Box(40, 100, 570, 160), Box(40, 100, 570, 230))
    assert not same_part(Box(40, 100, 200, 160), Box(180, 100, 400, 160))


def test_parts_match_by_name_and_page() -> None:
    box = Box(40, 100, 570, 160)
    so = section(parts=(Part(name="warning", page=1, box=box), Part(name="summary", page=1, box=box)))
    said = section(parts=(Part(name="warning", page=2, box=box), Part(name="summary", page=1, box=box)))
    out = compared(so, said)
    assert out.parts == {"warning": Found(missed=1, false=1), "summary": Found(true=1)}


def test_a_lost_line_is_wrong_in_state_and_signature_too() -> None:
    out = compared(section(lines=(line(1), line(2))), section(lines=(line(1),)))
    assert out.lines_found == Share(1, 2)
    assert out.states == Share(1, 2)
    assert out.signatures == Share(1, 2)
    assert [t.what for t in out.trouble] == ["lost"]


def test_a_line_made_up_is_reported() -> None:
    out = compared(section(lines=(line(1),)), section(lines=(line(1), line(2))))
    assert (out.lines_found, out.lines_made_up) == (Share(1, 1), 1)


def test_cannot_tell_is_not_a_right_answer_about_a_signature() -> None:
    out = compared(section(lines=(line(1),)), section(lines=(line(1, signature=None),)))
    assert (out.signatures, out.signatures_doubtful) == (Share(0, 1), 1)


def test_sections_pair_by_the_pages_they_share_and_a_missed_one_misses_all() -> None:
    so = answer(section(pages=(1, 2, 3)), section(finding("serial-missing"), pages=(4, 5, 6)))
    out = compare(so, answer(section(pages=(1, 2, 3, 4, 5, 6))))
    assert out.sections == Found(true=1, missed=1)
    assert out.checks == {"serial-missing": Found(missed=1)}


def test_a_scan_that_crashed_misses_everything() -> None:
    so = answer(section(finding("serial-missing"), lines=(line(1),)))
    out = compare(so, Answer(file="a.pdf", sections=(), pages=3, error="boom"))
    assert out.checks == {"serial-missing": Found(missed=1)}
    assert out.lines_found == Share(0, 1)
    assert out.trouble[0].what == "crash"


def test_a_wrong_date_is_held_against_the_product_only_where_it_was_certain_and_nobody_looks() -> None:
    so = section(lines=(line(1),))
    wrong = line(1, date="2026-09-08")
    certain = compare_readings(answer(so), answer(section(lines=(wrong,)))).fields["line-date"]
    assert (certain.n, certain.right, certain.wrong_certain) == (1, 0, 1)
    looked_at = section(finding("line-altered", "review", page=2, row=1), lines=(wrong,))
    assert compare_readings(answer(so), answer(looked_at)).fields["line-date"].wrong_certain == 0


def test_a_right_date_in_doubt_is_right_and_not_read() -> None:
    so = section(lines=(line(1),))
    doubtful = replace(line(1), reads={"date": Read(value="2026-09-03", certainty=0.7)})
    seen = compare_readings(answer(so), answer(section(lines=(doubtful,)))).fields["line-date"]
    assert (seen.right, seen.right_read) == (1, 0)


def test_the_city_behind_a_street_is_not_held_against_an_address() -> None:
    assert same("line-address", "348 North Willow Drive", "348 NORTH WILLOW DRIVE, COPPER BEND")
    assert not same("line-address", "348 North Willow Drive", "48 North Willow Drive, Copper Bend")
    assert not same("line-name", "Ann Poe", "Ann Poe Roe")
