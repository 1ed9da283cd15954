"""What the heading of a nomination form states, in a sentence, in blanks, in cells or behind labels."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pipeline.model.heading import HeadingFacts
from pipeline.model.reading import TextRead
from pipeline.model.section import AffidavitFacts, LinesFacts
from pipeline.model.sought import Sought
from pipeline.section import heading
from tests.section.printed_page import ReadsAs, Sheet

WANTED = ("candidate", "address", "party", "office")
SOUGHT = Sought(ordinance="charter-3-06", kind="nomination", heading_particulars=WANTED)


def found_on(sheet: Sheet, sought: Sought = SOUGHT) -> HeadingFacts | None:
    found = heading.find_all([sheet.view()], sought, None, ReadsAs("by hand"))
    return found[0] if found else None


def filled(found: HeadingFacts | None) -> dict[str, bool | None]:
    assert found is not None
    return {p.name: p.filled.present for p in found.particulars if p.name in WANTED}


def said(found: HeadingFacts | None, name: str) -> str | None:
    assert found is not None
    value: TextRead | None = next(p.value for p in found.particulars if p.name == name)
    return value.text if value else None


def test_what_a_sentence_states_in_print() -> None:
    sheet = Sheet()
    sheet.print(200, 30, "NOMINATING PETITION", 14)
    sheet.print(40, 60, "We, the undersigned, qualified electors of the City of Pine Hollow, hereby nominate Alma Baines,")
    sheet.print(40, 74, "of 1204 Alder Street, Pine Hollow, as a candidate of the Orchard Party for the office of Council")
    sheet.print(40, 88, "Member at Large, to be voted for at the primary election to be held on August 4, 2026.")
    found = found_on(sheet)
    assert [said(found, n) for n in WANTED] == [
        "Alma Baines", "1204 Alder Street, Pine Hollow", "Orchard", "Council Member at Large",
    ]  # fmt: skip


def in_blanks(entries: bool) -> Sheet:
    """Blanks on rules within the sentence, captions under some of them."""
    sheet = Sheet()
    sheet.print(200, 30, "NOMINATING PETITION (PARTISAN)", 14)
    sheet.print(40, 60, "We, the undersigned, registered electors of the City of Pine Hollow, nominate")
    for x0, x1, caption in [(40, 200, "(Name of Candidate)"), (215, 400, "(Street Address or Rural Route)")]:
        sheet.rule(x0, x1, 100)
        sheet.print(x0 + 30, 103, caption, 7)
    lead = sheet.print(40, 125, "as a candidate of the")
    sheet.rule(lead.x1 + 3, lead.x1 + 130, 136)
    after = sheet.print(lead.x1 + 135, 125, "party for the office of")
    sheet.rule(after.x1 + 3, after.x1 + 120, 136)
    if entries:
        for x, y, text in [
            (50, 84, "Alma Baines"),
            (230, 84, "1204 Alder St"),
            (lead.x1 + 10, 120, "Orchard"),
            (after.x1 + 8, 120, "Mayor"),
        ]:
            sheet.write(x, y, text)
    return sheet


def in_fields(entries: bool) -> Sheet:
    """Labels with a rule behind each."""
    sheet = Sheet()
    sheet.print(200, 30, "NOMINATING PETITION FORM", 14)
    labels = ["Name of candidate:", "Residence address of candidate:", "Political party:", "Office sought:"]
    for n, (label, text) in enumerate(zip(labels, ["Alma Baines", "12 Alder St", "Orchard", "Mayor"], strict=True)):
        box = sheet.print(40, 60 + n * 24, label)
        sheet.rule(box.x1 + 4, 400, 72 + n * 24)
        if entries:
            sheet.write(box.x1 + 10, 56 + n * 24, text)
    return sheet


def in_table(entries: bool) -> Sheet:
    """A row of heads over a row of cells."""
    sheet = Sheet()
    sheet.print(200, 30, "NOMINATION PAPER", 14)
    for y in (70, 90, 112):
        sheet.rule(40, 560, y)
    xs = [40, 180, 300, 430, 560]
    for x in xs:
        sheet.upright(x, 70, 112)
    heads = ["NAME OF CANDIDATE", "OFFICE TITLE", "PARTY", "PLACE OF RESIDENCE"]
    for x, head, text in zip(xs, heads, ["Alma Baines", "Mayor", "Orchard", "12 Alder St"], strict=False):
        sheet.print(x + 4, 76, head, 8)
        if entries:
            sheet.write(x + 6, 94, text)
    return sheet


def in_boxes(entries: bool) -> Sheet:
    """Small captions in the corners of boxes."""
    sheet = Sheet()
    sheet.print(200, 30, "NOMINATION PAPER", 14)
    for y in (70, 100, 130):
        sheet.rule(40, 560, y)
    for x in (40, 300, 560):
        sheet.upright(x, 70, 130)
    for x, y, caption, text in [
        (40, 70, "Name of Candidate", "Alma Baines"), (300, 70, "Address of Candidate", "12 Alder St"),
        (40, 100, "Political Party", "Orchard"), (300, 100, "Office", "Mayor"),
    ]:  # fmt: skip
        sheet.print(x + 3, y + 2, caption, 7)
        if entries:
            sheet.write(x + 20, y + 11, text)
    return sheet


def beside_labels(entries: bool) -> Sheet:
    """A column of label cells and one of value cells."""
    sheet = Sheet()
    sheet.print(200, 30, "NOMINATION PAPER", 14)
    for y in (70, 90, 110, 130, 150):
        sheet.rule(40, 560, y)
    for x in (40, 200, 560):
        sheet.upright(x, 70, 150)
    labels = ["Name of Candidate", "Address of Candidate", "Political Party", "Office"]
    for n, (label, text) in enumerate(zip(labels, ["Alma Baines", "12 Alder St", "Orchard", "Mayor"], strict=True)):
        sheet.print(43, 74 + 20 * n, label, 9)
        if entries:
            sheet.write(210, 71 + 20 * n, text)
    return sheet


@pytest.mark.parametrize("form", [in_blanks, in_fields, in_table, in_boxes, beside_labels])
def test_filled_and_empty_blanks_of_any_form_are_told_apart(form: Callable[[bool], Sheet]) -> None:
    assert filled(found_on(form(True))) == dict.fromkeys(WANTED, True)
    assert filled(found_on(form(False))) == dict.fromkeys(WANTED, False)


def test_one_blank_left_empty_is_that_one_alone() -> None:
    sheet = in_fields(False)
    for row, text in ((0, "Alma Baines"), (1, "12 Alder St"), (3, "Mayor")):
        sheet.write(260, 56 + row * 24, text)
    assert filled(found_on(sheet)) == {"candidate": True, "address": True, "party": False, "office": True}


def test_labels_without_rules_state_what_is_printed_behind_them() -> None:
    sheet = Sheet()
    sheet.print(200, 30, "NOMINATION PETITION", 14)
    sheet.print(40, 60, "Candidate: Alma Baines")
    sheet.print(320, 60, "Office: Council Member")
    sheet.print(40, 76, "Address: 1204 Alder Street, Pine Hollow")
    sheet.print(320, 76, "Party: Orchard")
    sheet.print(450, 76, "Ward: 3")
    found = found_on(sheet)
    assert [said(found, n) for n in (*WANTED, "district")] == [
        "Alma Baines", "1204 Alder Street, Pine Hollow", "Orchard", "Council Member", "3",
    ]  # fmt: skip


def test_an_entry_that_names_a_district_is_the_offices() -> None:
    sheet = in_fields(False)
    # Print recognition makes a word of what a pen wrote on the rule for the office.
    sheet.write(130, 128, "District Council Member")
    sheet.print(130, 131, "District", 10, certainty=0.9)
    assert filled(found_on(sheet))["office"] is True


def test_signer_lines_and_oath_below_are_no_heading(lines_at: float = 200) -> None:
    sheet = in_fields(True)
    sheet.print(40, lines_at, "Signature   Printed Name   Residence Address   Date", 9)
    sheet.print(40, 560, "AFFIDAVIT OF CIRCULATOR")
    sheet.print(40, 580, "I, the candidate for the office of Mayor, reside at 99 Mesa Road, being duly sworn")
    found = found_on(sheet)
    assert found is not None
    assert found.box.y1 < lines_at
    assert all(p.box.y1 < lines_at for p in found.particulars)


def test_other_petitions_and_pages_without_candidates_have_no_heading() -> None:
    assert found_on(in_fields(True), Sought(ordinance="fulton-10-3", kind="initiative")) is None
    sheet = Sheet()
    sheet.print(40, 60, "To the City Clerk: enclosed please find the papers of which we spoke.")
    assert found_on(sheet) is None


def test_each_page_with_a_heading_gives_one() -> None:
    views = [in_fields(True).view(1), in_blanks(True).view(2)]
    no_lines: tuple[LinesFacts, ...] = ()
    no_oaths: tuple[AffidavitFacts, ...] = ()
    assert [h.page for h in heading.find_all(views, SOUGHT, None, ReadsAs("x"), no_lines, no_oaths)] == [1, 2]


def test_an_address_typed_over_the_wall_of_its_cell_is_no_party() -> None:
    sheet = Sheet()
    sheet.print(200, 30, "NOMINATION PAPER", 14)
    for y in (70, 90, 112):
        sheet.rule(40, 560, y)
    xs = [40, 160, 290, 430, 560]
    for x in xs:
        sheet.upright(x, 70, 112)
    for x, head in zip(xs, ["CANDIDATE", "RESIDING AT", "PARTY AFFILIATION", "OFFICE"], strict=False):
        sheet.print(x + 4, 76, head, 8)
    sheet.print(44, 96, "Alma Baines")
    sheet.print(166, 96, "1204 North Alder Street 12,")
    sheet.print(291, 96, "Pine Hollow")
    sheet.print(436, 96, "Mayor")
    found = found_on(sheet)
    assert filled(found) == {"candidate": True, "address": True, "party": None, "office": True}
    assert said(found, "party") is None


def test_a_wall_between_two_cells_that_was_not_seen_makes_no_one_of_them_less() -> None:
    sheet = Sheet()
    sheet.print(200, 30, "NOMINATION PAPER", 14)
    for y in (70, 90, 112):
        sheet.rule(40, 560, y)
    # The wall at 300 is missing.
    for x in (40, 180, 430, 560):
        sheet.upright(x, 70, 112)
    for x, head in ((44, "CANDIDATE"), (184, "ADDRESS OF CANDIDATE"), (340, "OFFICE"), (434, "PARTY")):
        sheet.print(x, 76, head, 8)
    for x, text in ((46, "Alma Baines"), (186, "12 Alder St"), (342, "Mayor"), (436, "Orchard")):
        sheet.print(x, 96, text)
    found = next(iter(heading.find_all([sheet.view()], SOUGHT, None, None)))
    assert [said(found, n) for n in WANTED] == ["Alma Baines", "12 Alder St", "Orchard", "Mayor"]


def test_a_caption_broken_within_its_cell_is_one_though_its_neighbours_stand_between() -> None:
    sheet = Sheet()
    sheet.print(200, 30, "NOMINATION PAPER", 14)
    for y in (70, 95, 118):
        sheet.rule(40, 560, y)
    xs = [40, 180, 300, 430, 560]
    for x in xs:
        sheet.upright(x, 70, 118)
    for x, head in ((44, "NAME OF CANDIDATE"), (184, "PLACE OF RESIDENCE"), (434, "OFFICE TITLE")):
        sheet.print(x, 79, head, 7)
    sheet.print(304, 73, "POLITICAL", 7)
    sheet.print(304, 84, "PARTY", 7)
    for x, text in ((46, "Alma Baines"), (186, "12 Alder St"), (306, "Orchard"), (436, "Mayor")):
        sheet.print(x, 101, text)
    found = next(iter(heading.find_all([sheet.view()], SOUGHT, None, None)))
    assert [said(found, n) for n in WANTED] == ["Alma Baines", "12 Alder St", "Orchard", "Mayor"]
