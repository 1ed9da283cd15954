"""Recall papers in the manner of many cities: officer, office and reasons are found, however they are asked for or stated."""

from __future__ import annotations

import textwrap

import pytest

from pipeline.model.heading import RecallFacts
from pipeline.model.sought import Sought
from pipeline.section import recall
from tests.section.printed_page import ReadsAs, Sheet

GROUNDS = ("misconduct in office", "incompetence", "failure to perform duties prescribed by law")
SOUGHT = Sought(ordinance="fulton-10-3", kind="recall", recall_grounds=GROUNDS)
REASONS = (
    "Alma Baines has neglected the duties that the charter lays upon her office. She was absent from eleven of her meetings, "
    "gave no account of the street fund for two years, and left the well-known audit of the depot unanswered."
)
PAPERS = [
    (["We, the undersigned qualified voters, demand the recall of Alma Baines from the office of Mayor."], "REASONS FOR RECALL:"),
    (["We hereby petition for the recall of Mayor Alma Baines."], "The grounds on which the recall is sought are as follows:"),
    (["TO RECALL Alma Baines FROM THE OFFICE OF Mayor"], "STATEMENT OF REASONS"),
    (["Officer sought to be recalled: Alma Baines", "Office held by the officer: Mayor"], "Statement of reasons for recall:"),
    (["Name of elected official: Alma Baines", "Title of office: Mayor"], "GROUNDS FOR RECALL"),
    (
        ["To the Council: The undersigned voters ask for an election to recall Alma Baines, who now holds the office of Mayor."],
        "For the following reasons:",
    ),
    (["Shall Alma Baines be recalled from the office of Mayor?"], "Reasons:"),
    (["This petition seeks the removal from office of Alma Baines, Mayor of the City of Fulton."], "Recall statement:"),
    (["Person sought to be recalled: Alma Baines", "Office: Mayor"], "STATEMENT OF GROUNDS (not more than 200 words)"),
    (["We, voters of the city, do hereby recall Alma Baines, the Mayor of Fulton, on the following"], "grounds:"),
    (["The recall of Alma Baines, Mayor, is demanded."], "General statement of the reasons for recall:"),
    (["We propose that Alma Baines, serving as Mayor, be recalled."], "The reasons for the recall are:"),
]  # fmt: skip


def read(demand: list[str], head: str, *, reasons: str = REASONS) -> RecallFacts | None:
    sheet = Sheet()
    sheet.print(150, 30, "RECALL PETITION", 14)
    y = 60.0
    for text in demand:
        for row in textwrap.wrap(text, 92):
            sheet.print(40, y, row)
            y += 14
    sheet.print(40, y + 8, head)
    y += 24
    for row in textwrap.wrap(reasons, 92):
        sheet.print(40, y, row)
        y += 13
    sheet.print(40, y + 16, "We, the undersigned qualified voters, sign our names and addresses with the date of signing.")
    sheet.print(40, y + 40, "Signature   Address   Date signed", 9)
    found = recall.find_all([sheet.view()], SOUGHT, None, ReadsAs("by hand"))
    return found[0] if found else None


@pytest.mark.parametrize(("demand", "head"), PAPERS)
def test_officer_office_and_reasons(demand: list[str], head: str) -> None:
    found = read(demand, head)
    assert found is not None
    assert found.official.present is True and found.official_read is not None
    assert "alma baines" in (found.official_read.text or "").lower()
    assert found.office.present is True and found.office_read is not None
    assert "mayor" in (found.office_read.text or "").lower()
    assert found.reasons is not None
    count = len(REASONS.split())
    assert (found.words.low, found.words.value, found.words.high) == (count, count, count)
    assert found.words_hyphened.value == count + 1
    assert dict(found.grounds)["failure to perform duties prescribed by law"].present is True


@pytest.mark.parametrize(
    "demand",
    [
        ["We, the undersigned qualified voters of the City of Fulton, demand a recall election."],
        ["This is a petition for recall under the charter of the city."],
    ],
)
def test_a_paper_that_names_nobody_states_no_officer(demand: list[str]) -> None:
    found = read(demand, "REASONS FOR RECALL:", reasons=REASONS.replace("Alma Baines", "The official"))
    assert found is None or found.official.present is not True


@pytest.mark.parametrize(
    ("reasons", "ground"),
    [
        ("The Mayor took money from a contractor for his vote, a bribe that he has admitted in public.", GROUNDS[0]),
        ("The Mayor used city crews to build his own garage, and so misused the office for private gain.", GROUNDS[0]),
        ("The Mayor violated the city's code of ethics when she voted on her own sister's permit.", GROUNDS[0]),
        ("The Treasurer is plainly incapable of keeping books and is unfit for the work of the office.", GROUNDS[1]),
        ("She has shown that she is not competent, and her mismanagement cost the city its bond rating.", GROUNDS[1]),
        ("He failed to perform the duties of his office and did not file one of the reports that the law requires.", GROUNDS[2]),
        ("She neglected her duties for a whole year.", GROUNDS[2]),
    ],
)
def test_each_ground_is_known_by_its_meaning(reasons: str, ground: str) -> None:
    found = read(PAPERS[0][0], PAPERS[0][1], reasons=reasons)
    assert found is not None
    assert dict(found.grounds)[ground].present is True


def test_a_quarrel_over_policy_names_no_ground_for_certain() -> None:
    found = read(
        PAPERS[0][0], PAPERS[0][1], reasons="We dislike the new library and want lower taxes and another face at city hall."
    )
    assert found is not None
    assert not any(seen.present for _, seen in found.grounds)
