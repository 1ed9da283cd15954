"""The serial number of a section: its labels, its figures, and what is not one."""

from __future__ import annotations

import pytest

from pipeline.geometry import Box
from pipeline.model.reading import TextRead
from pipeline.model.section import SerialFacts
from pipeline.section import serial
from tests.section.printed_page import ReadsAs, Sheet


@pytest.mark.parametrize(
    "label",
    [
        "Petition Section No.",
        "Petition Section Number:",
        "SECTION NUMBER",
        "Section #",
        "Section No:",
        "Serial No.",
        "Serial Number",
        "Sectlon Nurnber",
        "Petition Booklet No.",
        "Pamphlet Number",
        "Petition Folder No.",
        "sectionno.",
        "CITY OF PINE HOLLOW Petition Section No.",
    ],
)
def test_labels_in_many_wordings(label: str) -> None:
    sheet = Sheet()
    sheet.print(380, 30, f"{label} 0017")
    found = serial.find(sheet.view(), ReadsAs("0017"), ReadsAs("0017"))
    assert found is not None and found.value is not None
    assert (found.value.text, found.value.certainty >= 0.9) == ("0017", True)


@pytest.mark.parametrize(
    "words",
    [
        "Page 2 of 5",
        "Section 2. The city manager shall post the rules.",
        "Ordinance No. 2026-14, reducing the hours of the public library",
        "as set out in section number 5 of the charter of the city",
        "NOTARY ID 20194050972",
        "Pine Hollow, Colorado 80999",
        "Section 4",
        "Line No. Signature Printed Name",
    ],
)
def test_other_numbers_are_no_serial_numbers(words: str) -> None:
    sheet = Sheet()
    sheet.print(60, 300, words)
    assert serial.find(sheet.view(), ReadsAs("0017"), ReadsAs("0017")) is None


def test_a_label_with_an_empty_blank_has_no_value() -> None:
    sheet = Sheet()
    sheet.print(380, 30, "Section Number:")
    sheet.rule(450, 530, 41)
    found = serial.find(sheet.view(), ReadsAs(None), ReadsAs(None))
    assert found is not None
    assert found.value is None


def test_a_number_written_into_the_blank_is_read() -> None:
    sheet = Sheet()
    sheet.print(380, 30, "Section Number:")
    sheet.rule(450, 530, 41)
    sheet.write(462, 27, "23")
    found = serial.find(sheet.view(), ReadsAs("23"), ReadsAs("23"))
    assert found is not None and found.value is not None
    assert (found.value.text, found.value.handwritten) == ("23", True)
    unread = serial.find(sheet.view(), ReadsAs(None), ReadsAs(None))
    assert unread is not None and unread.value is not None
    assert (unread.value.text, unread.value.certainty) == (None, 0.0)


def test_a_numbering_machine_stands_off_the_line_and_sets_wide() -> None:
    sheet = Sheet()
    sheet.print(380, 30, "Petition Section No.")
    sheet.print(478, 25, "00 1 7", size=15)
    found = serial.find(sheet.view(), ReadsAs("0017"), ReadsAs("0017"))
    assert found is not None and found.value is not None
    assert found.value.text == "0017"


def test_figures_under_their_label() -> None:
    sheet = Sheet()
    sheet.print(480, 30, "SECTION NO.")
    sheet.print(492, 46, "0017", size=14)
    found = serial.find(sheet.view(), ReadsAs("0017"), ReadsAs("0017"))
    assert found is not None and found.value is not None
    assert found.value.text == "0017"


def test_a_number_written_over_its_label_is_read() -> None:
    sheet = Sheet()
    sheet.write(480, 22, "0611")
    sheet.rule(460, 560, 40)
    sheet.print(462, 43, "(Petition section number)", size=7)
    found = serial.find(sheet.view(), ReadsAs("0611"), ReadsAs("0611"))
    assert found is not None and found.value is not None
    assert found.value.text == "0611"


def test_two_engines_that_differ_leave_doubt_and_the_other_reading() -> None:
    sheet = Sheet()
    sheet.print(380, 30, "Petition Section No. 9094")
    found = serial.find(sheet.view(), ReadsAs(None), ReadsAs("0094"))
    assert found is not None and found.value is not None
    assert found.value.certainty < 0.9
    assert {found.value.text, *found.value.alternatives} == {"9094", "0094"}


def test_words_of_a_born_digital_page_need_no_second_reading() -> None:
    sheet = Sheet()
    sheet.print(380, 30, "Petition Section No. 0017")
    engine = ReadsAs("9999")
    found = serial.find(sheet.view(exact=True), engine, engine)
    assert found is not None and found.value is not None
    assert (found.value.text, engine.calls) == ("0017", 0)


def test_a_bare_number_in_the_margin_is_believed_a_little_and_an_imprinter_not_at_all() -> None:
    sheet = Sheet()
    sheet.print(500, 20, "0017")
    found = serial.find(sheet.view(), ReadsAs("0017"), ReadsAs("0017"))
    assert found is not None and found.value is not None
    assert found.value.certainty < 0.9
    views = []
    for number, text in enumerate(("000451", "000452", "000453"), start=1):
        page = Sheet()
        page.print(500, 20, text)
        views.append(page.view(number))
    assert serial.find_all(views) == ()


class SeesInMargin(ReadsAs):
    """Print OCR that reads the label only where it is given the margin by itself."""

    def read_region(self, gray, px_per_pt, *, page, origin=(0.0, 0.0), scale=1.0):  # type: ignore[no-untyped-def]
        if origin[1] > 0:
            return super().read_region(gray, px_per_pt, page=page, origin=origin, scale=scale)
        sheet = Sheet()
        sheet.print(380, 30, "Petition Section No. 0017")
        return sheet.view(page).text


def test_margins_are_read_again_before_a_section_has_no_number() -> None:
    sheet = Sheet()
    sheet.print(60, 300, "The people of the city ordain that trees be planted along every street.")
    found = serial.look_again([sheet.view()], SeesInMargin(None), ReadsAs("0017"))
    assert [f.value.text for f in found if f.value] == ["0017"]
    assert serial.look_again([sheet.view()], ReadsAs(None), ReadsAs(None)) == ()


def read(page: int, text: str, certainty: float, *others: str) -> SerialFacts:
    box = Box(400, 20, 440, 32)
    value = TextRead(text=text, certainty=certainty, page=page, box=box, alternatives=others)
    return SerialFacts(page=page, box=box, value=value, label="Section No.")


def test_a_reading_that_its_siblings_contradict_loses_certainty_and_keeps_its_text() -> None:
    settled = serial.settle([read(1, "0094", 0.97), read(2, "0094", 0.97), read(3, "9094", 0.9, "0094")])
    assert settled[2].value is not None
    assert settled[2].value.text == "9094"
    assert settled[2].value.certainty < 0.5


def test_a_number_that_both_engines_read_differently_on_another_page_stands() -> None:
    settled = serial.settle([read(1, "0017", 0.97), read(2, "0017", 0.97), read(3, "0031", 0.97)])
    assert [s.value.certainty for s in settled if s.value] == [0.97, 0.97, 0.97]


def test_a_number_that_lost_its_first_figures_is_doubtful_and_one_without_leading_zeros_stands() -> None:
    settled = serial.settle([read(1, "0162", 0.97), read(2, "0162", 0.97), read(3, "62", 0.97)])
    assert settled[2].value is not None
    assert (settled[2].value.text, settled[2].value.certainty < 0.5) == ("62", True)
    other = serial.settle([read(1, "162", 0.97), read(2, "162", 0.97), read(3, "62", 0.97)])
    assert [s.value.certainty for s in other if s.value] == [0.97, 0.97, 0.97]


@pytest.mark.parametrize(
    "glued", ["Section#0057", "SerialNo.0099", "Section Number:0145", "Petition Section No.0145", "Booklet#57"]
)
def test_a_label_glued_to_its_number_is_parted(glued: str) -> None:
    sheet = Sheet()
    sheet.print(380, 30, glued)
    number = "".join(c for c in glued if c.isdigit())
    found = serial.find(sheet.view(), ReadsAs(number), ReadsAs(number))
    assert found is not None and found.value is not None
    assert (found.value.text, found.value.certainty >= 0.9) == (number, True)


def test_the_box_of_wide_figures_glued_to_a_label_is_theirs_alone() -> None:
    sheet = Sheet()
    label = sheet.print(380, 30, "Number:")
    figures = sheet.print(label.x1 + 3, 26, "0145", size=16)
    sheet.glue(2, "Number:0145")
    line = serial.parted_lines(sheet.view(), lambda text: text == "Number:")[0]
    assert [w.text for w in line.words] == ["Number:", "0145"]
    assert label.x1 - 1 <= line.words[1].box.x0 <= figures.x0 + 1


@pytest.mark.parametrize("glued", ["SerialNo.O101", "Section#O17"])
def test_a_first_zero_read_as_a_letter_behind_a_stop_is_a_figure(glued: str) -> None:
    sheet = Sheet()
    sheet.print(40, 36, glued)
    found = serial.find(sheet.view(), ReadsAs(None), ReadsAs(None))
    assert found is not None and found.value is not None and found.value.text is not None
    assert found.value.text.lstrip("0") in ("101", "17")


@pytest.mark.parametrize("words", ["Section4", "Ordinance No.2026", "NOTARY ID20194050972", "CO80999"])
def test_other_words_glued_to_numbers_are_no_serial_numbers(words: str) -> None:
    sheet = Sheet()
    sheet.print(60, 300, words)
    assert serial.find(sheet.view(), ReadsAs("0017"), ReadsAs("0017")) is None


def test_the_box_is_as_high_as_the_printed_line() -> None:
    sheet = Sheet()
    ink = sheet.print(380, 30, "Section # 156", size=10)
    found = serial.find(sheet.view(), ReadsAs("156"), ReadsAs("156"))
    assert found is not None
    assert ink.y0 - 5 < found.box.y0 < ink.y0 - 2 and ink.y1 + 2 < found.box.y1 < ink.y1 + 5


def test_a_margin_with_what_may_be_a_number_is_unread_not_empty() -> None:
    sheet = Sheet()
    sheet.print(380, 30, "Section nr;/ 0x17?")
    found = serial.look_again([sheet.view()], ReadsAs(None), ReadsAs(None))
    assert [(f.label, f.value and f.value.text) for f in found] == [("", None)]
    running = Sheet()
    running.print(40, 30, "It is unlawful under section 31-10-1501 of the statutes of Colorado to sign twice")
    assert serial.look_again([running.view()], ReadsAs(None), ReadsAs(None)) == ()


@pytest.mark.parametrize(("scraps", "certainty", "meant"), [("0 al aE al", 0.5, "0111"), ("0 of an act", 0.95, None)])
def test_wide_set_figures_that_came_out_as_scraps_are_read_as_one_number(
    scraps: str, certainty: float, meant: str | None
) -> None:
    sheet = Sheet()
    sheet.print(255, 738, f"Serial No. {scraps}", certainty=certainty)
    found = serial.find(sheet.view(), ReadsAs("0111"), ReadsAs("0111"))
    assert (found.value.text if found and found.value else None) == meant
