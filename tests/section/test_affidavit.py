"""The circulator's affidavit: found by wording, its blanks found by caption wherever the caption stands, filled or empty."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.geometry import Box
from pipeline.model.text import Word
from pipeline.section import affidavit
from pipeline.section.affidavit_words import spoken
from pipeline.section.captions import Blank, Caption
from pipeline.section.figures import Engines
from pipeline.section.oath_page import open_page
from pipeline.section.particulars import read_as_they_stand
from pipeline.section.writing_room import Rule
from tests.section.oath_sheet import BLANKS, SEVEN, SOUGHT, STATEMENTS, Style, act
from tests.section.oath_sheet import affidavit as draw
from tests.section.printed_page import ReadsAs, Sheet

STYLES: tuple[Style, ...] = ("under", "before", "above")
READS = Engines(hand=ReadsAs("12 Elm St"))


@pytest.mark.parametrize("style", STYLES)
def test_every_blank_is_found_and_filled(style: Style) -> None:
    sheet = Sheet()
    act(sheet, draw(sheet, style=style))
    (found,) = affidavit.find([sheet.view()], SOUGHT, READS)
    assert {n: (p := found.particular(n)) and p.filled.present for n in BLANKS} == dict.fromkeys(BLANKS, True)
    assert found.signature.present and found.signature.certainty >= 0.9


@pytest.mark.parametrize("style", STYLES)
def test_a_blank_form_has_every_blank_and_nothing_in_it(style: Style) -> None:
    sheet = Sheet()
    act(sheet, draw(sheet, style=style, empty=BLANKS), signed=False, dated=False, stamp=False)
    (found,) = affidavit.find([sheet.view()], SOUGHT, READS)
    assert {n: (p := found.particular(n)) and p.filled.present for n in BLANKS} == dict.fromkeys(BLANKS, False)
    assert found.date is None and found.signature.present is False


@pytest.mark.parametrize("empty", BLANKS)
def test_only_the_empty_blank_is_empty(empty: str) -> None:
    sheet = Sheet()
    act(sheet, draw(sheet, empty={empty}))
    (found,) = affidavit.find([sheet.view()], SOUGHT, READS)
    assert {p.name: p.filled.present for p in found.particulars} == {n: n != empty for n in BLANKS}


@pytest.mark.parametrize("without", range(1, 8))
def test_a_statement_left_out_is_missing_and_the_others_are_said(without: int) -> None:
    sheet = Sheet()
    act(sheet, draw(sheet, without=without))
    (found,) = affidavit.find([sheet.view()], SOUGHT, READS)
    assert {s.name: s.found.present for s in found.statements} == {n: i != without for i, n in enumerate(SEVEN, start=1)}


def test_what_a_statement_says_has_its_place_on_the_page() -> None:
    sheet = Sheet()
    act(sheet, draw(sheet))
    (found,) = affidavit.find([sheet.view()], SOUGHT, READS)
    boxes = [s.box for s in found.statements]
    assert all(b and 95 < b.y0 < b.y1 < 230 for b in boxes)


def test_affidavit_and_act_are_parts_apart() -> None:
    sheet = Sheet()
    below = draw(sheet)
    act(sheet, below)
    (found,) = affidavit.find([sheet.view()], SOUGHT, READS)
    assert found.notary is not None
    assert found.box.y1 <= found.notary.box.y0 + 6 and abs(found.notary.box.y0 - below) < 6


def test_an_affidavit_runs_on_to_a_page_with_the_act_alone() -> None:
    first, second = Sheet(), Sheet()
    draw(first)
    act(second, 60)
    (found,) = affidavit.find([first.view(1), second.view(2)], SOUGHT, READS)
    assert (found.page, found.notary and found.notary.page) == (1, 2)


def test_two_affidavits_on_two_pages_are_two() -> None:
    sheets = (Sheet(), Sheet())
    for sheet in sheets:
        act(sheet, draw(sheet))
    assert [a.page for a in affidavit.find([s.view(i) for i, s in enumerate(sheets, start=1)], SOUGHT, READS)] == [1, 2]


@pytest.mark.parametrize(
    "words",
    [
        "Sign your own name in ink. The affidavit of the circulator is on the back of this sheet.",
        "WARNING: It is against the law to sign with any name other than his or her own.",
        "Each person who signs must be a registered elector.",
    ],
)
def test_words_about_an_affidavit_are_none(words: str) -> None:
    sheet = Sheet()
    sheet.print(50, 60, words)
    assert affidavit.find([sheet.view()], SOUGHT, READS) == ()


def test_one_blank_for_the_whole_residence_gives_its_parts() -> None:
    sheet = Sheet()
    sheet.print(220, 60, "AFFIDAVIT OF CIRCULATOR", 12)
    sheet.print(50, 82, "I, being duly sworn, state that I personally circulated this section of the petition.")
    sheet.rule(50, 500, 130)
    sheet.print(50, 132, "Residence address (street, city, county)", 8)
    sheet.write(58, 116, "12 Elm St, Arvana, Tollgate County", 13)
    (found,) = affidavit.find([sheet.view()], SOUGHT, Engines(hand=ReadsAs("12 Elm St, Arvana, Tollgate County")))
    values = {p.name: p.value.text for p in found.particulars if p.value}
    assert (values["municipality"], values["county"]) == ("Arvana", "Tollgate")


@pytest.mark.parametrize(("name", "words"), [("Clive Prell", "Clive"), ("Clive Prell", "Clive Prell")])
def test_a_name_that_looks_like_a_captions_word_is_an_entry(name: str, words: str) -> None:
    sheet = Sheet()
    sheet.print(220, 60, "AFFIDAVIT OF CIRCULATOR", 12)
    sheet.rule(50, 250, 94)
    sheet.print(54, 84, words)
    sheet.write(100, 82, name.removeprefix(words), 13)
    sheet.print(254, 84, "(print full name), being duly sworn, states: I personally circulated this section.")
    sheet.rule(50, 300, 150)
    sheet.print(50, 152, "Street address", 8)
    sheet.write(58, 136, "12 Elm St", 13)
    (found,) = affidavit.find([sheet.view()], SOUGHT, READS)
    name_part, street = found.particular("name"), found.particular("street")
    assert name_part is not None and name_part.filled.present
    assert street is not None and street.box.y1 > 140


def test_figures_with_a_roman_month_are_no_caption() -> None:
    sheet = Sheet()
    y = draw(sheet, empty=["date"])
    sheet.print(324, y - 41, "9-I-26", certainty=0.9)
    (found,) = affidavit.find([sheet.view()], SOUGHT, READS)
    when = found.particular("date")
    assert when is not None and when.filled.present


def blank(text: str, *, corrected: bool) -> Blank:
    words = tuple(Word(text=w, box=Box(40 + 30 * i, 100, 65 + 30 * i, 108), certainty=0.9) for i, w in enumerate(text.split()))
    caption = Caption(name="street", words=words, alone=True, bracketed=False, corrected=corrected)
    return Blank(caption=caption, rule=Rule(y=108, x0=120, x1=200), side="right", cost=0.5)


def test_a_written_word_that_looks_like_a_captions_takes_no_blank_from_it() -> None:
    real, written = blank("Streel address", corrected=True), blank("Clive", corrected=True)
    assert read_as_they_stand([real, written]) == [real]
    assert read_as_they_stand([written]) == [written]


def test_a_speck_over_a_captions_letter_is_no_other_letter() -> None:
    sheet = Sheet()
    act(sheet, draw(sheet))
    view = sheet.view()
    lines = tuple(
        replace(line, words=tuple(replace(w, text="namé" if w.text == "name" else w.text) for w in line.words))
        for line in view.text.lines
    )
    (found,) = affidavit.find([replace(view, text=replace(view.text, lines=lines))], SOUGHT, READS)
    name = found.particular("name")
    assert name is not None and name.filled.present


def test_blanks_above_an_oath_without_a_heading_are_the_circulators() -> None:
    sheet = Sheet()
    sheet.print(200, 40, "WHAT THE CARRIER SWEARS TO", 12)
    for x, y, caption, written in (
        (50, 84, "Your full name (print clearly)", "Wanda Prell"), (50, 124, "Street address", "12 Elm St"),
        (250, 124, "City or town", "Arvana"), (420, 124, "County", "Tollgate"),
    ):  # fmt: skip
        sheet.write(x + 8, y - 14, written, 13)
        sheet.rule(x, x + 150, y)
        sheet.print(x, y + 2, caption, 8)
    sheet.print(50, 146, "I swear under oath that these things are true:")
    for i, line in enumerate(STATEMENTS):
        sheet.print(50, 166 + 15 * i, line)
    (found,) = affidavit.find([sheet.view()], SOUGHT, READS)
    filled = {n: (p := found.particular(n)) and p.filled.present for n in ("name", "street", "municipality", "county")}
    assert filled == dict.fromkeys(filled, True)


def test_the_last_row_of_a_sentence_that_reaches_in_over_the_notarial_act_is_heard_whole() -> None:
    sheet = Sheet()
    row = sheet.print(50, 100, "that the full text was there to be read by each signer prior")
    sheet.print(50, 114, "to signing.")
    sheet.print(row.x1 + 60, 104, "Sworn to before me")
    view = sheet.view()
    act_zone = Box(row.x1 - 60, 100, 612, 200)
    said = spoken(open_page(view, view.page.box, None), [act_zone])
    assert " ".join(s.word.text for s in said if s.word) == (
        "that the full text was there to be read by each signer prior to signing."
    )
