"""Any office's list becomes one read-only file: whole or not at all, and what was odd is told."""

from __future__ import annotations

import codecs
import io
import sqlite3
from datetime import date
from pathlib import Path

import pytest
import xlsxwriter

from pipeline.errors import NotADocument, PetitionError, WrongUse
from pipeline.roll.columns import day_of
from pipeline.roll.database import Roll
from pipeline.roll.importing import import_roll
from pipeline.roll.mapping import STANDARD, RollMapping, from_table, load_mapping, toml_of
from pipeline.roll.report import RollReport, report_of
from tests.roll.rolls import ADA, person, roll_of

MAPPINGS = Path(__file__).parent / "mappings"
PUBLIC = Path(__file__).parents[3] / "shared" / "data" / "votercsv"
HEAD = "id,first_name,last_name,street_number,street_name,status\n"


def imported(folder: Path, data: bytes, mapping: RollMapping = STANDARD, name: str = "roll.csv") -> RollReport:
    file = folder / name
    file.write_bytes(data)
    return import_roll(file, mapping, folder=folder / "rolls")


def odd(report: RollReport) -> dict[str, int]:
    return {kind: count for kind, count, _ in report.odd}


@pytest.mark.parametrize("state", sorted(p.stem for p in MAPPINGS.glob("*.toml")))
def test_made_up_files_in_the_layouts_of_states_load(state: str, tmp_path: Path) -> None:
    file = PUBLIC / f"nvf_{state}.csv"
    if not file.is_file():
        pytest.skip("the public voter files are not beside the project")
    report = import_roll(file, load_mapping(MAPPINGS / f"{state}.toml"), folder=tmp_path)
    doubled = odd(report).get("doubled-id", 0)
    assert report.electors == report.rows - doubled > 0
    assert report.counts["street_name"] >= 0.3 * report.electors
    if state != "nj":  # New Jersey's layout has no date of registration and no status
        assert report.counts["active"] + report.counts["inactive"] + report.counts["cancelled"] == report.electors


def test_what_was_written_is_found_again_in_every_field(tmp_path: Path) -> None:
    from dataclasses import replace

    whole = replace(
        ADA, suffix="Jr", direction="N", unit="4", county="Larkspur", ward="3", registered_on=date(2019, 5, 4), status="inactive",
        birth_year=1970, street="ELM", street_type="ST",
    )  # fmt: skip
    with roll_of(tmp_path, [whole]) as roll:
        assert roll.elector("E1") == whole
        assert roll.elector("E2") is None


@pytest.mark.parametrize(
    ("encoding", "mark"), [("utf-8", b""), ("utf-8", codecs.BOM_UTF8), ("cp1252", b""), ("utf-16-le", codecs.BOM_UTF16_LE)]
)
def test_accents_survive_every_usual_encoding(encoding: str, mark: bytes, tmp_path: Path) -> None:
    report = imported(tmp_path, mark + (HEAD + "1,Zoë,Núñez,12,Elm,A\n").encode(encoding))
    with Roll(report.path) as roll:
        elector = roll.elector("1")
    assert elector is not None
    assert (elector.first, elector.last) == ("Zoë", "Núñez")


@pytest.mark.parametrize("delimiter", [",", "\t", "|", ";"])
def test_the_delimiter_is_found_out(delimiter: str, tmp_path: Path) -> None:
    text = (HEAD + "1,Ada,Quill,12,Elm,A\n2,Bo,Ray,7,Oak,I\n").replace(",", delimiter)
    assert imported(tmp_path, text.encode()).electors == 2


def test_fixed_width(tmp_path: Path) -> None:
    mapping = RollMapping(
        name="card", format="fixed", columns={"id": "1-4", "first_name": "5-10", "last_name": "11-20", "street_number": "21-24"}
    )
    report = imported(tmp_path, b"0001Ada   Quill     12\n0002Bo    Ray\n", mapping)
    with Roll(report.path) as roll:
        first, second = roll.elector("0001"), roll.elector("0002")
    assert first is not None and second is not None
    assert (first.first, first.last, first.number, second.number) == ("Ada", "Quill", "12", "")


def test_a_workbook_with_days_and_numbers_as_excel_keeps_them(tmp_path: Path) -> None:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    sheet = book.add_worksheet("Voters")
    sheet.write_row(0, 0, ["id", "first_name", "last_name", "street_number", "registered_on"])
    sheet.write_row(1, 0, [7, "Ada", "Quill & Sons", 12])
    sheet.write_datetime(1, 4, date(2019, 5, 4), book.add_format({"num_format": "mm/dd/yyyy"}))  # type: ignore[arg-type]
    book.close()
    report = imported(tmp_path, out.getvalue(), name="roll.xlsx")
    with Roll(report.path) as roll:
        elector = roll.elector("7")
    assert elector is not None
    assert (elector.last, elector.number, elector.registered_on) == ("Quill & Sons", "12", date(2019, 5, 4))


def test_what_is_odd_is_counted_with_its_rows(tmp_path: Path) -> None:
    rows = [
        "1,Ada,Quill,12,Elm,A", '2,"Bo,Ray,7,Oak,I', "3,Cy,Dow,9,Ash,A", "1,Di,Fay,1,Fir,A", ",Ed,Gum,1,Fir,A", "5,,,1,Fir,A",
        "6,Flo,,1,Fir,Z", '7,"Gus ""G""",Hay,2,Fir,A',
    ]  # fmt: skip
    data = (HEAD + "\n".join(rows) + "\n").encode() + b"8,Zo\xeb,Ivy,3,Fir,A\n"
    report = imported(tmp_path, data)
    assert odd(report) == {
        "quote": 1, "doubled-id": 1, "no-id": 1, "no-name": 1, "half-name": 1, "status": 1, "encoding": 1,
    }  # fmt: skip
    assert {kind: rows for kind, _, rows in report.odd}["doubled-id"] == (5,)
    with Roll(report.path) as roll:
        first, quoted, after, latin = (roll.elector(id) for id in ("1", "7", "3", "8"))
        broken = roll.elector("2")
    assert first is not None and first.first == "Ada", "of two rows with one id the first is kept"
    assert after is not None, "a broken quote costs its own row and no other"
    assert broken is not None and broken.last == "Ray"
    assert quoted is not None and quoted.first == 'Gus "G"'
    assert latin is not None and latin.first == "Zoë"


def test_wrong_columns_are_told_with_what_they_may_be_called(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match=r"no column for first_name.*\(Did you mean \"FIRST NAM\"\?\)"):
        imported(tmp_path, b"id,FIRST NAM,last_name\n1,Ada,Quill\n")
    assert not list((tmp_path / "rolls").glob("*"))


def test_a_mapping_that_names_no_such_column_says_which_one_is_near(tmp_path: Path) -> None:
    mapping = RollMapping(name="office", columns={"id": "VOTER_NO", "first_name": "FIRST", "last_name": "LAST"})
    with pytest.raises(WrongUse, match=r'no column "VOTER_NO"\. Did you mean "VOTER_NR"'):
        imported(tmp_path, b"VOTER_NR,FIRST,LAST\n1,Ada,Quill\n", mapping)


@pytest.mark.parametrize("data", [b"", b"  \n", b"%PDF-1.7 no roll", b"\xd0\xcf\x11\xe0 old workbook", b"PK\x03\x04 torn"])
def test_what_is_no_table_is_said_to_be_none(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(NotADocument, match=r"roll\.csv"):
        imported(tmp_path, data)


def test_a_workbook_that_declares_entities_is_not_opened(tmp_path: Path) -> None:
    import zipfile

    file = tmp_path / "roll.xlsx"
    with zipfile.ZipFile(file, "w") as book:
        book.writestr(
            "xl/workbook.xml", '<!DOCTYPE x [<!ENTITY a "b">]><workbook><sheets><sheet name="&a;"/></sheets></workbook>'
        )
    with pytest.raises(NotADocument, match="document type"):
        import_roll(file, folder=tmp_path / "rolls")


def test_a_file_of_mostly_unusable_rows_is_not_half_loaded(tmp_path: Path) -> None:
    rows = "".join(f"{n},Ada,Quill,12,Elm,A\n" if n % 2 else f"{n}\n" for n in range(60))
    with pytest.raises(WrongUse, match="Nothing was imported"):
        imported(tmp_path, (HEAD + rows).encode())
    assert not list((tmp_path / "rolls").glob("*"))


def test_a_column_that_is_no_id_is_told(tmp_path: Path) -> None:
    rows = "".join(f"{n % 7},Ada,Quill,{n},Elm,A\n" for n in range(60))
    with pytest.raises(WrongUse, match="That column is no id"):
        imported(tmp_path, (HEAD + rows).encode())
    assert not list((tmp_path / "rolls").glob("*"))


def test_a_suffix_in_the_column_of_the_family_name_is_one(tmp_path: Path) -> None:
    with Roll(imported(tmp_path, (HEAD + "1,Ada,QUILL JR,12,Elm,A\n2,Bo,DE LA CRUZ,7,Oak,A\n").encode()).path) as roll:
        one, two = roll.elector("1"), roll.elector("2")
    assert one is not None and (one.last, one.suffix) == ("QUILL", "JR")
    assert two is not None and (two.last, two.suffix) == ("DE LA CRUZ", "")


def test_the_same_roll_is_imported_once_and_another_mapping_makes_another(tmp_path: Path) -> None:
    data = (HEAD + "1,Ada,Quill,12,Elm,A\n").encode()
    first = imported(tmp_path, data)
    again = imported(tmp_path, data)
    other = imported(tmp_path, data, RollMapping(columns=STANDARD.columns, status={"A": "cancelled"}))
    assert (first.fresh, again.fresh, other.fresh) == (True, False, True)
    assert first.hash == again.hash != other.hash
    assert other.counts["cancelled"] == 1


def test_the_imported_roll_cannot_be_written_to(tmp_path: Path) -> None:
    report = imported(tmp_path, (HEAD + "1,Ada,Quill,12,Elm,A\n").encode())
    assert report.path.stat().st_mode & 0o222 == 0
    with Roll(report.path) as roll, pytest.raises(sqlite3.OperationalError):
        roll._base.execute("delete from elector")


def test_a_damaged_roll_says_so(tmp_path: Path) -> None:
    report = imported(tmp_path, (HEAD + "1,Ada,Quill,12,Elm,A\n").encode())
    report.path.chmod(0o644)
    report.path.write_bytes(report.path.read_bytes()[:100])
    with pytest.raises(PetitionError, match="damaged"):
        report_of(report.path)


def test_a_mapping_is_kept_by_name_and_reads_back_the_same(tmp_path: Path) -> None:
    mapping = load_mapping(MAPPINGS / "ny.toml")
    file = PUBLIC / "nvf_ny.csv"
    again = from_table(__import__("tomllib").loads(toml_of(mapping)), "kept")
    assert again == mapping
    if file.is_file():
        import_roll(file, mapping, folder=tmp_path)
        assert load_mapping(tmp_path / "mappings" / "new-york.toml") == mapping


def test_a_mapping_with_an_unknown_column_says_what_is_near() -> None:
    with pytest.raises(WrongUse, match='Did you mean "last_name"'):
        from_table({"columns": {"id": "A", "first_name": "B", "lastname": "C"}}, "m.toml")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-09-03", date(2026, 9, 3)), ("9/3/2026", date(2026, 9, 3)), ("20260903", date(2026, 9, 3)),
        ("09032026", date(2026, 9, 3)), ("9/3/99", date(1999, 9, 3)), ("19960300", None), ("02/30/2001", None), ("soon", None),
    ],
)  # fmt: skip
def test_days_are_read_as_american_offices_write_them(text: str, day: date | None) -> None:
    assert day_of(text) == day


def test_a_whole_name_and_a_whole_address_in_one_column_are_parted(tmp_path: Path) -> None:
    mapping = RollMapping(name="short", columns={"id": "no", "name": "voter", "address": "residence"})
    report = imported(tmp_path, b'no,voter,residence\n1,"Quill, Ada Rose Jr",12 N Elm Street Apt 4\n2,Bo Ray,7 Oak\n', mapping)
    with Roll(report.path) as roll:
        one, two = roll.elector("1"), roll.elector("2")
    assert one is not None and two is not None
    assert (one.first, one.middle, one.last, one.suffix) == ("Ada", "Rose", "Quill", "Jr")
    assert (one.number, one.direction, one.street, one.street_type, one.unit) == ("12", "N", "ELM", "ST", "4")
    assert (two.first, two.last, two.street) == ("Bo", "Ray", "OAK")


def test_people_of_one_door_come_out_in_the_order_of_the_file(tmp_path: Path) -> None:
    from pipeline.roll.database import Query

    with roll_of(tmp_path, [person("b", "Bo Ray"), person("a", "Ada Ray"), person("c", "Cy Dow", "9 Ash St")]) as roll:
        found = roll.candidates(Query(numbers=("12",), streets=("ELM",)), 10)
    assert [e.id for e in found] == ["b", "a"]
