"""The sections and lines of a count as CSV and XLSX: text cells only, so that nothing read from a scan can become a formula or
a link.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import xlsxwriter

from pipeline.model.count import PetitionCount
from pipeline.report.count_words import reason_title
from pipeline.report.plain_text import file_name, plain
from pipeline.report.statement import line_rows

# A cell that begins with one of these is run by a spreadsheet; a quote before it makes it text (OWASP ASVS 5.0, 1.2.10).
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\0", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# Excel holds no more rows in one sheet; its own limit.
SHEET_ROWS = 1_048_576
Table = list[list[str]]


def text_cell(value: object) -> str:
    """The value as text that no spreadsheet runs."""
    text = str(value)
    shown = plain(text) if text else ""
    return f"'{shown}" if text.startswith(FORMULA_STARTS) or shown.startswith(FORMULA_STARTS) else shown


LINES_HEAD = [
    "section", "scan", "page", "row", "line", "state", "place", "reason", "clause", "consequence", "found", "also", "key",
]  # fmt: skip


def lines_table(tally: PetitionCount) -> Table:
    """Every line that is not counted or is for review, with its reasons; the head first."""
    by_key = {f.key: f for f in tally.findings}
    files = {s.section.key: file_name(s.section.file) for s in tally.sections}
    out: Table = [LINES_HEAD]
    for row in line_rows(tally):
        place = row.place
        checks = {k: by_key[k].finding.check for k in place.behind}
        first = next((by_key[k] for k, check in checks.items() if check == place.reason), None)
        also = ", ".join(dict.fromkeys(check for check in checks.values() if check != place.reason))
        basis = "" if first is None else ("stated" if first.finding.basis == "stated" else "the clause states no consequence")
        key = f"{place.section}:{place.page}:{place.row}"
        where = (row.section, files[place.section], place.page, place.row, place.line, place.state, place.place)
        out.append([text_cell(v) for v in (*where, place.reason or "", row.clauses, basis, row.message, also, key)])
    return out


def sections_table(tally: PetitionCount) -> Table:
    """Every section with its numbers; the head first."""
    out: Table = [["section", "scan", "pages", "circulator", "falls by", "written", "counted", "not counted", "review", "key"]]
    for one in tally.sections:
        s, n = one.section, one.numbers
        pages = " ".join(map(str, s.pages))
        out.append([text_cell(v) for v in (s.serial or "", file_name(s.file), pages, s.circulator or "", one.falls or "",
        n.written,
                                           n.counted, n.not_counted, n.review, s.key)])  # fmt: skip
    return out


def reasons_table(tally: PetitionCount) -> Table:
    """Reasons and their lines; the head first."""
    return [["reason", "check", "lines"], *([text_cell(reason_title(r)), text_cell(r), str(n)] for r, n in tally.reasons)]


def csv_text(table: Sequence[Sequence[str]]) -> str:
    """The table as CSV (RFC 4180), UTF-8 without a mark."""
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows(table)
    return out.getvalue()


def workbook(sheets: Sequence[tuple[str, Table]]) -> bytes:
    """An XLSX of these sheets, every cell written as text."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(
        out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    )
    head = book.add_format({"bold": True, "bottom": 1, "num_format": "@"})
    text = book.add_format({"num_format": "@", "valign": "top"})
    for name, table in sheets:
        sheet = book.add_worksheet(name)
        sheet.freeze_panes(1, 0)
        for at, row in enumerate(table[:SHEET_ROWS]):
            for column, value in enumerate(row):
                sheet.write_string(at, column, value, head if at == 0 else text)
        for column in range(len(table[0]) if table else 0):
            longest = max((len(row[column]) for row in table[:200]), default=8)
            sheet.set_column(column, column, min(max(longest + 2, 8), 60))
    book.close()
    return out.getvalue()
