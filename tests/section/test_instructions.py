"""Where a form tells signers and circulators what to do."""

from __future__ import annotations

import pytest

from pipeline.geometry import Box
from pipeline.model.sought import Sought
from pipeline.section import instructions
from tests.section.printed_page import Sheet

CITY = Sought(ordinance="charter-602", kind="nomination")


def found(sheet: Sheet, sought: Sought = CITY) -> list[Box]:
    return [part.box for part in instructions.find_all([sheet.view()], sought, (), ())]


def form(*lines: str, pitch: float = 10.5) -> tuple[Sheet, Box]:
    """A form with these lines over the candidate's; and the lines' box."""
    sheet = Sheet()
    sheet.print(150, 40, "Nomination Petition, City of Pine Hollow", size=12)
    boxes = [sheet.print(40, 70 + pitch * n, text, size=8.5) for n, text in enumerate(lines)]
    below = 70 + pitch * len(lines) + 6
    sheet.print(40, below, "NAME OF CANDIDATE: Beatriz Poe", size=10)
    sheet.print(40, below + 14, "PLACE OF RESIDENCE: 12 Elm Street, Pine Hollow", size=10)
    return sheet, Box(boxes[0].x0, boxes[0].y0, max(b.x1 for b in boxes), boxes[-1].y1)


@pytest.mark.parametrize(
    "lines",
    [
        ("HOW TO SIGN: All entries are made in ink by the signer. One name to a line, and no initials.",),
        ("Directions for signing this page. Voters must be registered in the City. Write legibly; do not use ditto", "marks."),
        ("Notice: It is unlawful to sign for another person. Each elector must sign in person.",),
        ("IMPORTANT", "Print your name under your signature. Give your residence address, not a P.O. box.", "Sign only once."),
        ("Sign in ink. You must be a registered voter of the City. Provide your full legal name and no P.O. box.",),
    ],
)
def test_instructions_end_where_the_form_goes_on(lines: tuple[str, ...]) -> None:
    sheet, box = form(*lines)
    boxes = found(sheet)
    assert len(boxes) == 1
    assert boxes[0].overlap(box) > 0.8


@pytest.mark.parametrize(
    "line",
    [
        "We, the undersigned electors of the City, nominate Beatriz Poe for the office named, to be voted for in November.",
        "Notice of election: the polls are open from seven in the morning to seven in the evening on election day.",
        "The council may by ordinance plant trees along every street, and shall pay for them out of the general fund.",
    ],
)
def test_other_words_of_a_form_are_none(line: str) -> None:
    sheet, _ = form(line)
    assert found(sheet) == []


def test_where_the_law_prescribes_a_warning_only_headed_ones_are_told() -> None:
    sought = Sought(ordinance="colorado-54-124", kind="initiative", warning="WARNING: IT IS AGAINST THE LAW")
    sheet, _ = form("Sign in ink. You must be a registered voter of the City. Do not sign for another person.")
    assert found(sheet, sought) == []
    sheet, _ = form("INSTRUCTIONS: Sign in ink. You must be a registered voter of the City. Do not sign for another person.")
    assert len(found(sheet, sought)) == 1
