"""Nomination headings in sentences of many cities' manner: what each states in print, and that a blank left empty is told."""

from __future__ import annotations

import textwrap

import pytest

from pipeline.model.heading import HeadingFacts
from pipeline.model.sought import Sought
from pipeline.section import heading
from tests.section.printed_page import ReadsAs, Sheet

WANTED = ("candidate", "address", "party", "office")
PARTISAN = Sought(ordinance="charter-3-06", kind="nomination", heading_particulars=WANTED)
STATED = {"candidate": "Alma Baines", "address": "1204 Alder Street", "party": "Orchard", "office": "Mayor"}
SENTENCES = [
    "We, the undersigned registered electors of the City of Pine Hollow, nominate Alma Baines, residing at 1204 Alder Street, "
    "of the Orchard Party, as a candidate for the office of Mayor.",
    "The undersigned hereby nominate Alma Baines, 1204 Alder Street, as the candidate of the Orchard Party for Mayor of the City "
    "of Pine Hollow.",
    "We do hereby nominate Alma Baines, whose residence is 1204 Alder Street, for nomination by the Orchard Party to the office "
    "of Mayor at the primary election.",
    "To the City Clerk: We respectfully ask that the name of Alma Baines, who resides at 1204 Alder Street, be printed upon the "
    "Orchard Party primary ballot as a candidate for the office of Mayor.",
    "We, qualified electors of the city and members of the Orchard Party, nominate as candidate for the office of Mayor Alma "
    "Baines, whose address is 1204 Alder Street.",
    "Candidate: Alma Baines. Address: 1204 Alder Street. Party: Orchard. Office: Mayor.",
    "We, the undersigned, petition that Alma Baines, of 1204 Alder Street, be placed on the primary ballot as a candidate of the "
    "Orchard Party for the office of Mayor.",
    "Each of the undersigned nominates Alma Baines (address: 1204 Alder Street) of the Orchard Party for the office of Mayor.",
    "This is the nominating petition of Alma Baines, living at 1204 Alder Street, candidate of the Orchard Party for the office "
    "of Mayor.",
    "I, the undersigned, am a registered elector and nominate Alma Baines, who lives at 1204 Alder Street, a member of the "
    "Orchard Party, for election to the office of Mayor.",
    "The following person is nominated for the office of Mayor by the Orchard Party: Alma Baines, residing at 1204 Alder Street.",
    "We nominate Alma Baines of 1204 Alder Street as Orchard Party candidate for the office of Mayor.",
]
LABELS = [
    ("Name of candidate", "Residence", "Party", "Office"),
    ("Candidate's name", "Candidate's address", "Political party", "Office sought"),
    ("CANDIDATE", "RESIDENCE ADDRESS", "PARTY AFFILIATION", "TITLE OF OFFICE"),
    ("Full name of nominee", "Street address", "Name of political party", "Office for which nominated"),
    ("Nominee", "Place of residence", "Political party or body", "Public office"),
    ("Name as it will appear on the ballot", "Home address", "Party designation", "Position sought"),
]


def read(sheet: Sheet) -> HeadingFacts | None:
    found = heading.find_all([sheet.view()], PARTISAN, None, ReadsAs("by hand"))
    return found[0] if found else None


def stated(found: HeadingFacts | None) -> dict[str, str | None]:
    assert found is not None, "no heading was found"
    return {p.name: p.value.text if p.value else None for p in found.particulars if p.name in WANTED and p.filled.present}


def sentence(text: str) -> Sheet:
    sheet = Sheet()
    sheet.print(200, 30, "NOMINATING PETITION", 14)
    for n, row in enumerate(textwrap.wrap(text, 90)):
        sheet.print(40, 60 + 14 * n, row)
    return sheet


def alike(got: str | None, wanted: str) -> bool:
    got = None if got is None else got.strip(" .,")
    return got is not None and (got == wanted or got.startswith(f"{wanted},") or got in {f"{wanted} Party", f"the {wanted}"})


@pytest.mark.parametrize("text", SENTENCES)
def test_what_a_sentence_states(text: str) -> None:
    got = stated(read(sentence(text)))
    assert {n: got.get(n) for n in WANTED if not alike(got.get(n), STATED[n])} == {}


@pytest.mark.parametrize("text", SENTENCES[:4])
def test_an_office_that_no_sentence_names_is_not_stated(text: str) -> None:
    without = text.replace("the office of Mayor", "the primary").replace("for Mayor", "")
    assert "Mayor" not in without
    got = stated(read(sentence(without)))
    assert "Mayor" not in (got.get("office") or "")


@pytest.mark.parametrize("labels", LABELS, ids=[" / ".join(row) for row in LABELS])
@pytest.mark.parametrize("style", ["rules", "cells", "columns", "under"])
@pytest.mark.parametrize("empty", [None, "party", "office", "address"])
def test_labels_of_other_forms(labels: tuple[str, ...], style: str, empty: str | None) -> None:
    sheet = Sheet()
    sheet.print(200, 30, "NOMINATION PETITION", 14)
    entries = ["" if name == empty else STATED[name] for name in WANTED]
    for n, (label, entry) in enumerate(zip(labels, entries, strict=True)):
        if style == "rules":
            box = sheet.print(40, 60 + 26 * n, f"{label}:")
            sheet.rule(box.x1 + 6, 480, 73 + 26 * n)
            at = (box.x1 + 14, 56 + 26 * n)
        elif style == "cells":
            sheet.print(44, 64 + 24 * n, label, 9)
            at = (260, 61 + 24 * n)
        elif style == "columns":
            sheet.print(44 + 132 * n, 62, label, 7)
            at = (48 + 132 * n, 82)
        else:
            x, y = 40 + 270 * (n % 2), 84 + 40 * (n // 2)
            sheet.rule(x, x + 240, y)
            sheet.print(x, y + 3, label, 8)
            at = (x + 12, y - 16)
        if entry:
            sheet.write(*at, entry)
    if style == "cells":
        for y in range(60, 60 + 24 * 5, 24):
            sheet.rule(40, 570, y)
        for x in (40, 250, 570):
            sheet.upright(x, 60, 156)
    elif style == "columns":
        for y in (58, 76, 102):
            sheet.rule(40, 568, y)
        for x in (40, 172, 304, 436, 568):
            sheet.upright(x, 58, 102)
    found = read(sheet)
    assert found is not None
    told = {p.name: p.filled.present for p in found.particulars if p.name in WANTED}
    assert told == {name: name != empty for name in WANTED}


def test_blanks_of_a_sentence_that_names_the_candidate_last() -> None:
    sheet = Sheet()
    sheet.print(200, 30, "NOMINATING PETITION", 14)
    at = sheet.print(40, 60, "The following person is nominated by the").x1
    sheet.rule(at + 4, at + 84, 71)
    sheet.write(at + 12, 56, "Orchard")
    at = sheet.print(at + 88, 60, "Party for the office of").x1
    sheet.rule(at + 4, at + 100, 71)
    sheet.write(at + 12, 56, "Mayor")
    at = sheet.print(40, 84, "at the primary election of January 31, 2027:").x1
    sheet.rule(at + 4, at + 120, 95)
    sheet.write(at + 12, 80, "Alma Baines")
    at = sheet.print(at + 124, 84, ", residing at").x1
    sheet.rule(at + 4, at + 120, 95)
    found = read(sheet)
    assert found is not None
    told = {p.name: p.filled.present for p in found.particulars if p.name in WANTED}
    assert told == {"candidate": True, "address": False, "party": True, "office": True}
