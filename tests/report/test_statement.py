"""The statement, the letter, the tables, the calendar and the ballot: what a clerk hands out."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import jsonschema
import pdfplumber
import pikepdf
import pytest

from pipeline.errors import WrongUse
from pipeline.law import loader
from pipeline.model.count import PetitionCount
from pipeline.model.petition import Official, Person, PetitionFile, Required
from pipeline.model.reckoned import NotReckoned, Reckoned
from pipeline.report.ballot import ballot_html
from pipeline.report.count_json import count_object
from pipeline.report.icalendar import LINE_OCTETS, calendar_text
from pipeline.report.pdf import pdf
from pipeline.report.result_json import schema
from pipeline.report.spreadsheet import csv_text, lines_table, sections_table, text_cell, workbook
from pipeline.report.statement import letter_html, statement_html
from tests.count.filed_sections import counted, decided, finding, line, of_line, one, petition, section

LAW = loader.load("colorado-54-124")
DAY = date(2026, 11, 30)
HOSTILE = "<script>alert(1)</script>\u202e=cmd()"


def filed(**more: Any) -> PetitionFile:
    base = petition(title="Keep the river parks", city="Eldermoor", required=Required(source="Art. 7", least=18))
    return replace(base, **more)


def tally_of(**more: Any) -> PetitionCount:
    rows = [line(n, name=f"P {n}") for n in range(1, 11)]
    good = section("1", [*rows[:9], line(10, state="struck", name="P 10")], [of_line("line-struck", "void", 10)])
    bad = section("2", findings=[finding("affidavit-missing", "refuse", "section")])
    waits = section("3", findings=[finding("warning-not-red", "review", "section")])
    return counted(filed(), good, bad, waits, **more)


def words_of(octets: bytes) -> list[str]:
    with pdfplumber.open(io.BytesIO(octets)) as pages:
        return [" ".join((p.extract_text() or "").split()) for p in pages.pages]


def test_every_page_says_draft_until_a_person_has_decided() -> None:
    pages = words_of(pdf(statement_html(tally_of(), filed(), LAW, DAY)))
    assert len(pages) > 1
    assert all("DRAFT" in page for page in pages)


def test_a_decided_statement_is_no_draft_and_names_who_decided() -> None:
    short = section("1", 3)
    tally = counted(filed(), short, decisions=decided(("verdict", "insufficient", "adopted")))
    pages = words_of(pdf(statement_html(tally, filed(), LAW, DAY)))
    assert tally.status == "decided"
    assert not any("DRAFT" in page for page in pages)
    assert "R. Amsel" in pages[0]
    assert "Statement of insufficiency" in pages[0]


def test_the_statement_gives_numbers_reasons_clauses_and_the_ordinances_words() -> None:
    told = " ".join(words_of(pdf(statement_html(tally_of(), filed(), LAW, DAY))))
    for wanted in ("Affidavit missing", "54-124(e)", "Line struck", "not less than 18 (Art. 7)", "Following the signature pages"):
        assert wanted in told, wanted


def test_the_pdf_is_tagged_and_every_face_is_embedded() -> None:
    with pikepdf.open(io.BytesIO(pdf(statement_html(tally_of(), filed(), LAW, DAY)))) as made:
        assert made.Root.MarkInfo.Marked
        assert "/StructTreeRoot" in made.Root
        assert str(made.Root.Lang) == "en"
        assert "Keep the river parks" in str(made.docinfo["/Title"])
        fonts = [o for o in made.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"]
        assert fonts
        assert all(any(k in f for k in ("/FontFile", "/FontFile2", "/FontFile3")) for f in fonts)


def test_nothing_outside_the_document_is_fetched(tmp_path: Any) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret of this computer")
    head = f'<link rel="attachment" href="{secret.as_uri()}">'
    made = pdf(f'<html><head>{head}</head><body><img src="{secret.as_uri()}">text</body></html>')
    assert b"EmbeddedFile" not in made
    assert words_of(made) == ["text"]


def test_hostile_names_are_only_text() -> None:
    tally = counted(filed(title=HOSTILE), section("1", file=HOSTILE, circulator=HOSTILE))
    html = statement_html(tally, filed(title=HOSTILE), LAW, DAY) + letter_html(tally, filed(title=HOSTILE), LAW, (), DAY)
    assert "<script>" not in html
    assert "\u202e" not in html
    assert "&lt;script&gt;" in html


def test_lines_that_wait_by_one_finding_are_one_row_and_others_stand_by_themselves() -> None:
    html = statement_html(tally_of(), filed(), LAW, DAY)
    rows = re.findall(r"<td>1 to 10</td>", html)
    assert len(rows) == 1
    assert "The 10 written lines of sections that fall" in html


def test_cure_is_mentioned_only_where_a_law_allows_it() -> None:
    people = (Person(name="Ada Quill", address="12 Elm St"),)
    assert "cure" not in letter_html(tally_of(), filed(), LAW, people, DAY).lower().replace("secure", "")
    allowed = filed(cure_clause="State Code 9 (made up)", cure_until=date(2026, 12, 20))
    letter = letter_html(tally_of(), allowed, LAW, people, DAY)
    assert "State Code 9" in letter
    assert "20 December 2026" in letter
    assert "Ada Quill, 12 Elm St" in letter


def test_the_letter_says_what_it_does_not_know_of_its_readers() -> None:
    assert "not given in the petition file" in letter_html(tally_of(), filed(), LAW, (), DAY)


# ---- Tables --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("evil", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\0=1", "  =1", "\uff1d1"])
def test_no_cell_can_become_a_formula(evil: str) -> None:
    assert text_cell(evil).startswith("'")
    back = next(csv.reader(io.StringIO(csv_text([[text_cell(evil)]]))))
    assert back[0].startswith("'")


@pytest.mark.parametrize("plain", ["Ada Quill", "12 Elm St", "0017", "", "O'Neil"])
def test_plain_text_stays_as_it_is(plain: str) -> None:
    assert text_cell(plain) == plain


def test_every_line_that_is_not_counted_stands_in_the_table_once() -> None:
    tally = tally_of()
    table = lines_table(tally)
    assert len(table) - 1 == tally.numbers.not_counted + tally.numbers.review
    assert len({row[-1] for row in table[1:]}) == len(table) - 1
    assert {row[7] for row in table[1:]} == {"line-struck", "affidavit-missing", "warning-not-red"}


def test_a_workbook_holds_text_only() -> None:
    tally = counted(filed(), section("=1+1", circulator="=HYPERLINK(1)", file="https://example.com/x.pdf"))
    with zipfile.ZipFile(io.BytesIO(workbook((("Sections", sections_table(tally)),)))) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
        assert "<f>" not in sheet
        assert "hyperlink" not in sheet.lower()
        assert "'=1+1" in book.read("xl/sharedStrings.xml").decode()


# ---- Data ----------------------------------------------------------------------------------------------------------------


def test_the_counts_object_keeps_to_its_schema_and_adds_up() -> None:
    made = json.loads(json.dumps(count_object(tally_of())))
    jsonschema.Draft202012Validator(schema("petition-count/1")).validate(made)
    assert list(made)[:14] == [
        "schema", "petition", "ordinance", "kind", "required", "sections", "lines", "counted", "not_counted", "review", "verdict",
        "status", "findings", "not_checked",
    ]  # fmt: skip
    assert made["lines"]["written"] == made["counted"] + sum(made["not_counted"].values()) + made["review"]
    assert sum(s["counted"] for s in made["sections"]) == made["counted"]


@pytest.mark.parametrize("name", ["petition-count/1", "petition-withdrawal/1"])
def test_the_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))


def test_a_finding_tells_the_lines_behind_it_and_its_key() -> None:
    tally = tally_of()
    told = next(f for f in count_object(tally)["findings"] if f["check"] == "affidavit-missing")
    assert told["lines"] == 10
    assert told["key"] == one(tally, "affidavit-missing").key


# ---- Calendar and ballot -------------------------------------------------------------------------------------------------

DATES = (
    Reckoned(name="Last day; to file, at 4", day=DAY, start=DAY, start_is="the primary", rule="ä" * 90, clause="3.06",
             at=datetime(2026, 11, 30, 16, 0, tzinfo=UTC)),
    Reckoned(name="Window", day=DAY, until=date(2026, 12, 4), start=DAY, start_is="x", rule="y", clause="z"),
    NotReckoned(name="Vote", clause="10.6(b)", why="not known"),
)  # fmt: skip


def test_a_calendar_keeps_to_its_standard() -> None:
    text = calendar_text("park", DATES, datetime(2026, 11, 30, tzinfo=UTC))
    assert text.endswith("END:VCALENDAR\r\n")
    assert all(len(part.encode()) <= LINE_OCTETS for part in text.split("\r\n"))
    assert "\n" not in text.replace("\r\n", "")
    whole = text.replace("\r\n ", "")
    assert "SUMMARY:Last day\\; to file\\, at 4 (park)" in whole
    assert "DTSTART:20261130T160000Z" in whole
    assert "DTSTART;VALUE=DATE:20261130" in whole
    assert "DTEND;VALUE=DATE:20261205" in whole  # the day after the last, as the standard has it
    assert whole.count("BEGIN:VEVENT") == 2


def test_the_ballot_has_the_words_of_the_clause() -> None:
    recall = petition("fulton-10-3", kind="recall", official=Official(name="Ada Quill", office="Council Member"))
    told = words_of(pdf(ballot_html(recall, loader.load("fulton-10-6"))))
    assert len(told) == 1
    for wanted in (
        "SHALL Ada Quill, Council Member, BE REMOVED FROM OFFICE?", "YES", "NO",
        'Voters in favor of the removal place a cross (X) in the square opposite the word "Yes".',
        'Voters opposed to the removal place a cross (X) in the square opposite the word "No".',
    ):  # fmt: skip
        assert wanted in told[0], wanted


@pytest.mark.parametrize("given", [{"kind": "initiative"}, {"kind": "recall"}], ids=["no recall", "no official"])
def test_without_a_recall_or_an_official_there_is_no_ballot(given: dict[str, str]) -> None:
    with pytest.raises(WrongUse):
        ballot_html(petition("fulton-10-3", **given), loader.load("fulton-10-6"))
