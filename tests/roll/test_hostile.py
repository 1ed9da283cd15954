"""Whatever bytes an office sends: an import, or a sentence that says why not; never a crash, never half a roll."""

from __future__ import annotations

import tempfile
import zipfile
from io import BytesIO
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.errors import PetitionError
from pipeline.roll.database import Query, Roll
from pipeline.roll.importing import import_roll

HEAD = b"id,first_name,last_name,street_number,street_name,zip,registered_on,status,birth_year\n"
CELLS = st.text(alphabet=st.sampled_from('aZ9é",\n\r\t;|\'"\x00\u202e=-#'), max_size=12)
ROWS = st.lists(st.lists(CELLS, max_size=11), max_size=12)


def tried(data: bytes, name: str = "roll.csv") -> None:
    with tempfile.TemporaryDirectory() as folder:
        file, rolls = Path(folder, name), Path(folder, "rolls")
        file.write_bytes(data)
        try:
            report = import_roll(file, folder=rolls)
        except PetitionError as error:
            assert len(str(error)) > 20
            assert not list(rolls.glob("*")) if rolls.is_dir() else True
            return
        with Roll(report.path) as roll:
            found = roll.candidates(Query(lasts=("AZ",), firsts=("A",), numbers=("9",), streets=("AZ",)), 50)
            assert len(found) <= report.electors <= report.rows
        assert [p.suffix for p in rolls.glob("*")] == [".sqlite"]


@settings(max_examples=80, deadline=None)
@given(ROWS)
def test_any_cells(rows: list[list[str]]) -> None:
    tried(HEAD + "\n".join(",".join(row) for row in rows).encode())


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_below_a_good_header(data: bytes) -> None:
    tried(HEAD + data)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.sampled_from([b"", b"PK\x03\x04", b"\xff\xfe", b"\xef\xbb\xbf", b"id\x00\x00"]))
def test_any_bytes_at_all(data: bytes, start: bytes) -> None:
    tried(start + data)


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=120), st.sampled_from(["xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/worksheets/sheet1.xml"]))
def test_a_workbook_with_any_part_torn(data: bytes, torn: str) -> None:
    parts = {
        "xl/workbook.xml": b'<workbook xmlns:r="r"><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": b'<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": b'<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c></row>'
        b"</sheetData></worksheet>",
    }
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as book:
        for name, content in parts.items():
            book.writestr(name, data if name == torn else content)
    tried(out.getvalue(), "roll.xlsx")
