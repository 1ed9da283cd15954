"""Rows of an Excel workbook, read by its parts: a ZIP of XML (ECMA-376, parts 1 and 2). No formula is run, no entity expanded."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import IO
from xml.parsers import expat

from pipeline.errors import NotADocument, OverLimit, WrongUse
from pipeline.law.suggest import did_you_mean

# A workbook holds at most 1,048,576 rows; a part that unpacks to more than this is a bomb.
MOST_BYTES = 4 * 1024**3
MOST_SHARED = 20_000_000
CHUNK = 1 << 20
# Number formats of Excel's own list that show a day (ECMA-376, part 1, 18.8.30).
DAY_FORMATS = frozenset({14, 15, 16, 17, 22, 27, 30, 36, 50, 57})
EPOCH = date(1899, 12, 30)


def rows(path: Path, sheet: str | None) -> Iterator[list[str]]:
    """Every row of the sheet (the first where none is named) as text, days as ISO.

    Raises:
        NotADocument: when the file is no workbook.
        WrongUse: when it has no such sheet.
        OverLimit: when a part unpacks to more than a workbook can hold.
    """
    try:
        with zipfile.ZipFile(path) as book:
            part = _sheet_part(book, sheet, path.name)
            shared = _shared(book)
            days = _day_styles(book)
            yield from _Sheet(shared, days).read(_opened(book, part))
    except (zipfile.BadZipFile, KeyError, expat.ExpatError, ValueError, EOFError) as why:
        raise NotADocument(f"{path.name} is no workbook that can be read ({why}). Save it again as .xlsx or as CSV.") from None


def _opened(book: zipfile.ZipFile, part: str) -> IO[bytes]:
    if book.getinfo(part).file_size > MOST_BYTES:
        raise OverLimit("The workbook unpacks to more than any workbook holds. Save the roll as CSV.")
    return book.open(part)


def _parser() -> expat.XMLParserType:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True

    def refuse(*_: object) -> None:
        raise ValueError("it declares a document type")

    parser.StartDoctypeDeclHandler = refuse
    return parser


def _feed(parser: expat.XMLParserType, source: IO[bytes]) -> None:
    with source:
        left = MOST_BYTES
        while chunk := source.read(CHUNK):
            left -= len(chunk)
            if left < 0:
                raise OverLimit("The workbook unpacks to more than any workbook holds. Save the roll as CSV.")
            parser.Parse(chunk, False)
    parser.Parse(b"", True)


def _elements(book: zipfile.ZipFile, part: str) -> list[tuple[str, dict[str, str]]]:
    """All elements of a small part, with their attributes by local name."""
    found: list[tuple[str, dict[str, str]]] = []
    parser = _parser()
    parser.StartElementHandler = lambda name, attributes: found.append(
        (name.rpartition(" ")[2], {k.rpartition(" ")[2]: v for k, v in attributes.items()})
    )
    _feed(parser, _opened(book, part))
    return found


def _sheet_part(book: zipfile.ZipFile, sheet: str | None, file: str) -> str:
    sheets = [a for name, a in _elements(book, "xl/workbook.xml") if name == "sheet"]
    if not sheets:
        raise ValueError("it has no sheet")
    names = [a.get("name", "") for a in sheets]
    if sheet is not None and sheet not in names:
        raise WrongUse(f'{file}: there is no sheet "{sheet}". {did_you_mean(sheet, names)}')
    wanted = sheets[names.index(sheet) if sheet is not None else 0]["id"]
    targets = {a.get("Id"): a.get("Target", "") for _, a in _elements(book, "xl/_rels/workbook.xml.rels")}
    target = targets[wanted]
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _shared(book: zipfile.ZipFile) -> list[str]:
    """The table of texts that cells point into."""
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    texts: list[str] = []
    parts: list[str] = []
    inside = [0, 0]  # in a text, in a phonetic run (which is no part of the text)
    parser = _parser()

    def start(name: str, _: dict[str, str]) -> None:
        local = name.rpartition(" ")[2]
        if local == "si":
            parts.clear()
        inside[0] += local == "t"
        inside[1] += local == "rPh"

    def end(name: str) -> None:
        local = name.rpartition(" ")[2]
        inside[0] -= local == "t"
        inside[1] -= local == "rPh"
        if local == "si":
            texts.append("".join(parts))
            if len(texts) > MOST_SHARED:
                raise OverLimit("The workbook has more texts than a roll needs. Save the roll as CSV.")

    def data(text: str) -> None:
        if inside[0] and not inside[1]:
            parts.append(text)

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, data
    _feed(parser, _opened(book, "xl/sharedStrings.xml"))
    return texts


def _day_styles(book: zipfile.ZipFile) -> frozenset[int]:
    """Which cell styles show a day."""
    if "xl/styles.xml" not in book.namelist():
        return frozenset()
    elements = _elements(book, "xl/styles.xml")
    own = {
        int(a["numFmtId"])
        for name, a in elements
        if name == "numFmt" and re.search(r"[dy]", re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", a.get("formatCode", "").lower()))
    }
    at = next((n for n, (name, _) in enumerate(elements) if name == "cellXfs"), len(elements))
    styles = []
    for name, a in elements[at + 1 :]:
        if name == "cellStyles":
            break
        if name == "xf":
            styles.append(int(a.get("numFmtId", "0")))
    return frozenset(n for n, used in enumerate(styles) if used in own or used in DAY_FORMATS)


class _Sheet:
    """The rows of one sheet, as its XML goes by."""

    def __init__(self, shared: list[str], days: frozenset[int]) -> None:
        self._shared, self._days = shared, days
        self._done: list[list[str]] = []
        self._row: dict[int, str] = {}
        self._column, self._type, self._style = -1, "n", 0
        self._parts: list[str] = []
        self._in_value = False
        self._number = 0

    def read(self, source: IO[bytes]) -> Iterator[list[str]]:
        parser = _parser()
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._data
        left = MOST_BYTES
        with source:
            while chunk := source.read(CHUNK):
                left -= len(chunk)
                if left < 0:
                    raise OverLimit("The workbook unpacks to more than any workbook holds. Save the roll as CSV.")
                parser.Parse(chunk, False)
                yield from self._done
                self._done.clear()
        parser.Parse(b"", True)
        yield from self._done

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(" ")[2]
        if local == "row":
            self._row, self._column = {}, -1
            number = int(attributes.get("r", self._number + 1))
            # Rows that hold nothing are left out of the file; row numbers in the report must still be those of the sheet.
            while self._number + 1 < min(number, self._number + 1000):
                self._done.append([])
                self._number += 1
            self._number = number
        elif local == "c":
            self._column = _column(attributes["r"]) if "r" in attributes else self._column + 1
            self._type, self._style = attributes.get("t", "n"), int(attributes.get("s", "0"))
            self._parts = []
        elif local in ("v", "t"):
            self._in_value = True

    def _data(self, text: str) -> None:
        if self._in_value:
            self._parts.append(text)

    def _end(self, name: str) -> None:
        local = name.rpartition(" ")[2]
        if local in ("v", "t"):
            self._in_value = False
        elif local == "c" and self._parts:
            self._row[self._column] = self._value("".join(self._parts))
        elif local == "row":
            width = max(self._row, default=-1) + 1
            self._done.append([self._row.get(n, "") for n in range(width)])

    def _value(self, text: str) -> str:
        if self._type == "s":
            at = int(text)
            return self._shared[at] if 0 <= at < len(self._shared) else ""
        if self._type == "n" and self._style in self._days:
            try:
                return (EPOCH + timedelta(days=int(float(text)))).isoformat()
            except (ValueError, OverflowError):
                return text
        if self._type == "n" and re.fullmatch(r"-?\d+\.0+", text):
            return text.partition(".")[0]
        return text


def _column(reference: str) -> int:
    """`AB12` is column 27, from 0.

    Raises:
        ValueError: when it is no reference to a cell.
    """
    letters = re.match(r"[A-Z]{1,3}", reference)
    if letters is None:
        raise ValueError(f"{reference[:12]!r} is no cell")
    place = 0
    for letter in letters[0]:
        place = place * 26 + ord(letter) - 64
    return place - 1
