"""Parties, slogans and emblems on nonpartisan forms; and the words that only say that there is none."""

from __future__ import annotations

from math import cos, sin, tau

import pytest

from pipeline.geometry import Box
from pipeline.model.heading import DesignationFacts, HeadingFacts, HeadingParticular
from pipeline.model.reading import Seen, TextRead
from pipeline.model.sought import Sought
from pipeline.section import designation
from pipeline.section.designation_words import behind_name, is_party, said
from tests.section.printed_page import Sheet
from tests.section.typeset_page import Paper

SOUGHT = Sought(ordinance="charter-602", kind="nomination", no_designation=True)
INK = (30, 30, 30)
PLACE = Box(40, 80, 300, 100)


def heading(**values: str | None) -> HeadingFacts:
    """A heading with these particulars filled; None: left blank."""
    particulars = tuple(
        HeadingParticular(
            name=name,  # type: ignore[arg-type]
            filled=Seen(present=value is not None, certainty=0.95),
            value=TextRead(text=value, certainty=0.95, page=1, box=PLACE) if value else None,
            page=1,
            box=PLACE,
        )
        for name, value in values.items()
    )
    return HeadingFacts(page=1, box=Box(40, 60, 560, 140), certainty=0.97, particulars=particulars)


def on(sheet: Sheet, *headings: HeadingFacts, sought: Sought = SOUGHT) -> tuple[DesignationFacts, ...]:
    return designation.find_all([sheet.view()], sought, (), (), headings)


def form(*lines: str) -> Sheet:
    sheet = Sheet()
    sheet.print(160, 40, "CITY OF PINE HOLLOW NOMINATING PETITION", 13)
    sheet.print(40, 70, "We, the undersigned, nominate Alma Baines as a candidate for the office of Mayor at the primary.")
    for n, text in enumerate(lines):
        sheet.print(40, 100 + 16 * n, text)
    return sheet


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("DEMOCRATIC", "party"),
        ("Republican Party", "party"),
        ("Libertarian", "party"),
        ("Orchard Party candidate", "party"),
        ("Green Party", "party"),
        ("Endorsed by the Orchard League", "other"),
        ("The People's Candidate", "other"),
        ("The candidate of working families", "other"),
        ("Independent candidate", "other"),
        ("VOTE FOR CHANGE", "other"),
    ],
)
def test_words_that_designate(words: str, kind: str) -> None:
    found = on(form(words))
    assert [d.kind for d in found] == [kind]
    assert found[0].certainty >= 0.5 and found[0].box.y0 > 95


@pytest.mark.parametrize(
    "words",
    [
        "NONPARTISAN NOMINATING PETITION",
        "Non-partisan election",
        "A nominating petition shall not include any political party or other designation.",
        "Candidates are nominated without party designation.",
        "for the nonpartisan office of Council Member, to be voted for at the primary election",
        "We are qualified to vote for this office. Sign for one candidate for each office only.",
        "The above-named candidate lives at 12 Republican Street",
        "Form approved by the City Clerk",
        "Name of candidate for nomination",
        "The official candidate list is kept by the Clerk.",
    ],
)
def test_words_of_the_form_itself_do_not(words: str) -> None:
    assert on(form(words)) == ()


def test_a_denial_that_began_on_the_line_before_still_denies() -> None:
    assert on(form("A nominating petition shall not include any", "political party or other designation.")) == ()


def test_a_party_written_into_the_heading() -> None:
    assert [d.kind for d in on(form(), heading(candidate="Alma Baines", party="Orchard"))] == ["party"]
    assert on(form(), heading(candidate="Alma Baines", party="None")) == ()
    assert on(form(), heading(candidate="Alma Baines", party=None)) == ()


def test_a_designation_behind_the_candidates_name() -> None:
    assert [d.kind for d in on(form(), heading(candidate="Alma Baines, Democrat"))] == ["party"]
    assert [d.kind for d in on(form(), heading(candidate="Alma Baines, Independent"))] == ["other"]
    assert on(form(), heading(candidate="Alma Baines, Jr.")) == ()


def test_nothing_is_looked_for_where_no_law_forbids_it() -> None:
    sought = Sought(ordinance="charter-3-06", kind="nomination", heading_particulars=("party",))
    assert on(form("DEMOCRATIC"), heading(party="Democratic"), sought=sought) == ()


def drawn(ring: bool) -> Paper:
    """A form with a drawing in its corner: a star, or a seal with a ring around it."""
    paper = Paper()
    paper.set("NOMINATING PETITION", 40, x=200, size=14)
    paper.set("We nominate Alma Baines of 12 Alder Street for the office of Mayor.", 90)
    if ring:
        points = [(70 + 20 * c, 50 + 20 * s) for c, s in _circle(72)]
        paper.stroke([*points, points[0]], colour=INK, width=1.6)
        paper.stroke([(58, 50), (82, 50)], colour=INK, width=3)
        paper.stroke([(70, 38), (70, 62)], colour=INK, width=3)
    else:
        paper.blot(70, 50, 9, colour=INK)
        for c, s in _circle(8):
            paper.stroke([(70, 50), (70 + 18 * c, 50 + 18 * s)], colour=INK, width=4)
    return paper


def _circle(steps: int) -> list[tuple[float, float]]:
    return [(cos(tau * n / steps), sin(tau * n / steps)) for n in range(steps)]


def test_an_emblem_is_seen_and_a_seal_is_none() -> None:
    stating = heading(candidate="Alma Baines")
    star = designation.find_all([drawn(ring=False).view()], SOUGHT, (), (), [stating])
    assert [d.kind for d in star] == ["emblem"]
    assert star[0].box.overlap(Box(52, 32, 88, 68)) > 0.6
    assert designation.find_all([drawn(ring=True).view()], SOUGHT, (), (), [stating]) == ()


def test_party_names_cut_off_or_misread() -> None:
    assert is_party("Ann Poe, Democ") and is_party("Ann Poe Repubiican")
    assert not is_party("Ann Demorest")
    assert behind_name("Ann Poe II") is None
    assert behind_name("Ann Poe (D)") == "D"


def test_each_place_is_told_once() -> None:
    assert [d.kind for d in said("Endorsed by the Democratic Central Committee")] == ["party"]
