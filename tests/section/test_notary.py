"""The notarial act: the notary's line, the stamp as a mark, the date over its blanks. A printed place for the seal is no
seal."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.model.section import NotaryFacts
from pipeline.section import affidavit
from pipeline.section.dates_written import printed_day
from pipeline.section.figures import Engines
from tests.section.oath_sheet import SOUGHT, act, act_with_one_date
from tests.section.oath_sheet import affidavit as draw
from tests.section.printed_page import ReadsAs, Sheet


def read(
    *, signed: bool = True, dated: bool = True, stamp: bool = True, placeholder: bool = True, hand: str | None = "9/3/26"
) -> NotaryFacts:
    sheet = Sheet()
    act(sheet, draw(sheet), signed=signed, dated=dated, stamp=stamp, placeholder=placeholder)
    (found,) = affidavit.find([sheet.view()], SOUGHT, Engines(hand=ReadsAs(hand)))
    assert found.notary is not None
    return found.notary


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("stamp", [True, False])
def test_signature_and_seal_are_told_apart(signed: bool, stamp: bool) -> None:
    found = read(signed=signed, stamp=stamp)
    assert (found.signature.present, found.seal.present) == (signed, stamp)


def test_a_printed_place_for_the_seal_is_no_seal() -> None:
    assert read(stamp=False, placeholder=True).seal.present is False


def test_nothing_on_the_act_is_told_surely() -> None:
    found = read(signed=False, dated=False, stamp=False)
    assert found.signature.present is False and found.signature.certainty >= 0.9
    assert found.seal.present is False and found.seal.certainty >= 0.9
    assert found.date is None and found.date_blank.present is True


def test_a_written_date_is_no_blank() -> None:
    found = read()
    assert found.date is not None and found.date_blank.present is False


def test_the_stamp_gives_the_expiry_and_its_words_are_no_date_of_the_act() -> None:
    found = read(dated=False, hand=None)
    assert found.commission_expires is not None and found.commission_expires.day == date(2028, 5, 31)
    assert found.date is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("MY COMMISSION EXPIRES 05/31/2028", date(2028, 5, 31)),
        ("Comm. Exp. March 30,2028", date(2028, 3, 30)),
        ("EXPIRES 22 DEC 2027", date(2027, 12, 22)),
        ("Expires 2/30/2028", None),
        ("NOTARY ID 20244011223", None),
    ],
)
def test_printed_days(text: str, day: date | None) -> None:
    assert printed_day(text) == day


@pytest.mark.parametrize("led_by", ["Colorado, on", "Colorado, this", "in the said county on"])
def test_a_date_that_a_sentence_leads_into_is_read_though_the_words_before_me_stand_on_another_row(led_by: str) -> None:
    sheet = Sheet()
    act_with_one_date(sheet, draw(sheet), led_by)
    (found,) = affidavit.find([sheet.view()], SOUGHT, Engines(hand=ReadsAs("9/3/26")))
    assert found.notary is not None and found.notary.date is not None
    assert (found.notary.date.text, found.notary.date_blank.present) == ("9/3/26", False)


def test_an_empty_blank_that_only_the_sentence_tells_of_is_not_called_undated() -> None:
    sheet = Sheet()
    act_with_one_date(sheet, draw(sheet), "Colorado, on", dated=False)
    (found,) = affidavit.find([sheet.view()], SOUGHT, Engines(hand=ReadsAs("9/3/26")))
    assert found.notary is not None and found.notary.date is None
    assert found.notary.date_blank.present is None


@pytest.mark.parametrize("written", [True, False])
def test_on_a_line_whose_caption_cannot_be_read_a_signature_is_seen_and_its_lack_is_no_signature(written: bool) -> None:
    sheet = Sheet()
    y = draw(sheet)
    sheet.print(60, y + 30, "Subscribed and sworn to before me this 3rd day of September, 2026.")
    sheet.rule(60, 330, y + 85)
    if written:
        sheet.write(80, y + 66, "Wanda Wainwright")
    sheet.print(60, y + 96, "lene dace", certainty=0.3)
    sheet.print(60, y + 120, "My commission expires: June 20, 2027")
    (found,) = affidavit.find([sheet.view()], SOUGHT, Engines(hand=ReadsAs(None)))
    assert found.notary is not None
    assert bool(found.notary.signature.present) is written


@pytest.mark.parametrize("written", [True, False])
def test_a_stamps_edge_over_its_own_words_is_no_notarys_line_where_a_longer_one_is_written_on(written: bool) -> None:
    sheet = Sheet()
    y = draw(sheet)
    sheet.print(60, y + 30, "Subscribed and sworn to before me this 3rd day of September, 2026.")
    sheet.rule(60, 330, y + 85)
    if written:
        sheet.write(80, y + 66, "Wanda Wainwright")
    sheet.rule(420, 480, y + 80)
    sheet.print(420, y + 88, "Notary Public")
    sheet.print(60, y + 120, "My commission expires: June 20, 2027")
    (found,) = affidavit.find([sheet.view()], SOUGHT, Engines(hand=ReadsAs(None)))
    assert found.notary is not None
    assert bool(found.notary.signature.present) is written
