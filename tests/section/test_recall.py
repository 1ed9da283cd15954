"""Whom a recall paper is about, why, and in how many words."""

from __future__ import annotations

import pytest

from pipeline.geometry import Box
from pipeline.model.heading import RecallFacts
from pipeline.model.sought import Sought
from pipeline.model.text import TextLine, Word
from pipeline.section import recall, recall_count, recall_grounds
from tests.section.printed_page import ReadsAs, Sheet

GROUNDS = ("misconduct in office", "incompetence", "failure to perform duties prescribed by law")
SOUGHT = Sought(ordinance="fulton-10-3", kind="recall", recall_grounds=GROUNDS)
REASONS = [
    "The Mayor is guilty of misconduct in office: he awarded the well-known paving contract to his",
    "brother without bids. Residents of the east side have been given no answer to three letters. The",
    "official used two city workers to pave a private driveway.",
]
WORDS = sum(len(line.split()) for line in REASONS)


def paper(title: str, demand: list[str], head: str, limit: str | None = None, reasons: list[str] = REASONS) -> Sheet:
    sheet = Sheet()
    sheet.print(150, 30, title, 14)
    y = 60.0
    for text in demand:
        sheet.print(40, y, text)
        y += 14
    sheet.print(40, y + 8, head)
    y += 24
    if limit:
        sheet.print(40, y, limit, 8)
        y += 12
    for text in reasons:
        sheet.print(40, y, text)
        y += 13
    sheet.print(40, y + 16, "We, the undersigned qualified voters, sign our names and addresses with the date of signing.")
    sheet.print(40, y + 40, "Signature   Address   Date signed", 9)
    return sheet


def found_on(sheet: Sheet, hand: str = "by hand") -> RecallFacts | None:
    found = recall.find_all([sheet.view()], SOUGHT, None, ReadsAs(hand))
    return found[0] if found else None


DEMAND = ["We, the qualified voters of the City of Fulton, demand the recall of Alma Baines, Mayor of the City."]


@pytest.mark.parametrize(
    ("title", "demand", "head", "limit"),
    [
        ("PETITION FOR RECALL", DEMAND, "STATEMENT OF REASONS FOR WHICH RECALL IS SOUGHT", "(not more than 200 words)"),
        ("RECALL PETITION", DEMAND, "REASONS", None),
        ("RECALL PETITION", DEMAND, "Grounds for recall:", None),
        ("PETITION FOR RECALL OF MAYOR ALMA BAINES", ["To the City Clerk:"], "The reasons for recall are as follows:", None),
        ("RECALL PETITION", ["Name of official: Alma Baines", "Office: Mayor"], "General statement of grounds for recall:", None),
        ("RECALL", ["The undersigned demand that Alma Baines, Mayor of the City, be removed from office."], "REASONS:", None),
        ("RECALL", ["We seek the recall of Alma Baines who holds the office of Mayor for the following"], "reasons:", None),
    ],
)
def test_official_office_and_reasons_in_many_wordings(title: str, demand: list[str], head: str, limit: str | None) -> None:
    found = found_on(paper(title, demand, head, limit))
    assert found is not None
    assert found.official.present is True and found.office.present is True
    assert found.official_read is not None and "alma baines" in (found.official_read.text or "").lower()
    assert found.office_read is not None and (found.office_read.text or "").lower() == "mayor"
    assert found.reasons is not None and (found.reasons.text or "").split() == " ".join(REASONS).split()
    assert (found.words.low, found.words.value, found.words.high) == (WORDS, WORDS, WORDS)
    assert found.words_hyphened.value == WORDS + 1


def test_an_office_left_blank_is_not_stated() -> None:
    sheet = Sheet()
    sheet.print(150, 30, "RECALL PETITION", 14)
    for n, label in enumerate(["Name of official:", "Office held:"]):
        box = sheet.print(40, 60 + 24 * n, label)
        sheet.rule(box.x1 + 4, 400, 72 + 24 * n)
    sheet.write(160, 56, "Alma Baines")
    sheet.print(40, 120, "Reasons for recall:")
    for n, text in enumerate(REASONS):
        sheet.print(40, 136 + 13 * n, text)
    found = found_on(sheet)
    assert found is not None
    assert (found.official.present, found.office.present) == (True, False)


def test_a_paper_without_reasons_still_names_the_official() -> None:
    sheet = Sheet()
    sheet.print(150, 30, "PETITION FOR RECALL", 14)
    sheet.print(40, 60, DEMAND[0])
    sheet.print(40, 120, "Signature   Address   Date signed", 9)
    found = found_on(sheet)
    assert found is not None
    assert found.official.present is True
    assert found.reasons is None and found.words.high == 0


def test_reasons_written_by_hand_are_stated_and_uncounted() -> None:
    sheet = Sheet()
    sheet.print(150, 30, "PETITION FOR RECALL", 14)
    sheet.print(40, 60, DEMAND[0])
    sheet.print(40, 90, "STATEMENT OF REASONS FOR RECALL")
    for n in range(4):
        sheet.rule(40, 560, 124 + 22 * n)
        sheet.write(50, 108 + 22 * n, "He hired his own brother and would not say why")
    found = found_on(sheet)
    assert found is not None and found.reasons is not None
    assert found.reasons.text is None
    assert found.words.low == 0 and found.words.high > 200


def test_other_petitions_have_no_recall_statement() -> None:
    sheet = paper("PETITION FOR RECALL", DEMAND, "REASONS")
    assert recall.find_all([sheet.view()], Sought(ordinance="fulton-10-3", kind="initiative"), None, None) == ()


def line(text: str, certainty: float = 0.95) -> TextLine:
    return TextLine(
        words=tuple(Word(text=w, box=Box(10 * i, 0, 10 * i + 8, 8), certainty=certainty) for i, w in enumerate(text.split()))
    )


@pytest.mark.parametrize(
    ("lines", "words", "hyphened"),
    [
        (["one two three"], (3, 3, 3), 3),
        (["a long-standing and/or well-known rule"], (5, 5, 5), 7),
        (["the exam-", "ple is one word"], (5, 5, 5), 5),
        (["reasons — a dash alone"], (4, 5, 5), 5),
        (["reasons—run together"], (2, 2, 3), 2),
        (["1. first item"], (2, 3, 3), 3),
        (["| the frame's sides _ are none |"], (5, 5, 5), 5),
    ],
)
def test_words_are_counted_as_word_processors_count(lines: list[str], words: tuple[int, int, int], hyphened: int) -> None:
    counted = recall_count.count([line(t) for t in lines])
    assert (counted.words.low, counted.words.value, counted.words.high) == words
    assert counted.hyphened.value == hyphened


def test_two_readings_that_differ_make_an_interval() -> None:
    counted = recall_count.count([line("all of it")], [line("allof it")])
    assert (counted.words.low, counted.words.high) == (2, 3)
    weak = recall_count.count([line("all of"), line("smudge", certainty=0.2)])
    assert (weak.words.low, weak.words.high) == (2, 3)


@pytest.mark.parametrize(
    ("reasons", "answers"),
    [
        ("The official is guilty of misconduct in office.", (True, False, False)),
        ("She took kickbacks from a paving firm.", (True, False, False)),
        ("His incompetence has cost us three grants.", (False, True, False)),
        ("For two years the clerk failed to perform that duty prescribed by law.", (False, False, True)),
        ("She neglected the duties of her office.", (False, False, True)),
        ("Parking costs more than it did.", (False, False, False)),
        ("We do not charge misconduct.", (False, False, False)),
        ("He was absent from nine meetings.", (False, False, None)),
    ],
)
def test_grounds_by_their_names_and_by_other_words(reasons: str, answers: tuple[bool | None, ...]) -> None:
    assert tuple(seen.present for _, seen in recall_grounds.spoken_of(GROUNDS, reasons, 1)) == answers


def test_a_ground_of_another_citys_law_is_known_by_its_own_words() -> None:
    found = dict(recall_grounds.spoken_of(("drunkenness",), "Drunkenness at three meetings.", 1))
    assert found["drunkenness"].present is True
    unknown = dict(recall_grounds.spoken_of(("drunkenness",), "He drank at three meetings.", 1))
    assert unknown["drunkenness"].present is None


@pytest.mark.parametrize("filled", [True, False])
def test_a_blank_that_begins_the_row_under_the_officials_is_the_office(filled: bool) -> None:
    sheet = Sheet()
    sheet.print(150, 30, "PETITION FOR RECALL FROM OFFICE", 14)
    led = sheet.print(40, 72, "To the City Council: the undersigned voters demand that")
    sheet.rule(led.x1 + 4, led.x1 + 190, led.y1 + 1)
    sheet.write(led.x1 + 10, led.y0 - 3, "Alma Baines")
    sheet.rule(40, 216, led.y1 + 20)
    if filled:
        sheet.write(46, led.y0 + 15, "City Clerk")
    sheet.print(220, led.y0 + 19, "of the City of Fulton, be removed from office.")
    sheet.print(40, led.y1 + 30, "The reasons for which recall is sought are:")
    for n, text in enumerate(REASONS):
        sheet.print(40, led.y1 + 48 + 13 * n, text)
    found = found_on(sheet)
    assert found is not None
    assert (found.official.present, found.office.present) == (True, filled)
    assert found.box.y1 > led.y1 + 18
