"""Rows of an office's file, whatever it is: CSV, TSV, pipes, fixed width or a workbook, in any usual encoding. Memory stays flat.

A broken quote costs its own row and no other; a line in another encoding is read as Windows-1252 and told.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.errors import NotADocument, WrongUse
from pipeline.roll import xlsx_file
from pipeline.roll.mapping import RollMapping

DELIMITERS = ",\t|;"
# A quoted field may run over so many lines (a mailing address); a quote still open after them was never closed.
MOST_LINES_IN_FIELD = 4
LONGEST_LINE = 200_000
FIRST_LOOK = 1 << 16


@dataclass(slots=True)
class Oddities:
    """What was odd, counted, with the numbers of the first rows of each kind."""

    counts: Counter[str] = field(default_factory=Counter)
    rows: dict[str, list[int]] = field(default_factory=dict)

    def add(self, kind: str, row: int) -> None:
        """Note one of a kind at a row (from 1, the header being row 1)."""
        self.counts[kind] += 1
        if self.counts[kind] <= 5:
            self.rows.setdefault(kind, []).append(row)


@dataclass(frozen=True, slots=True)
class TableFile:
    """An opened roll: how it was taken, and its rows."""

    format: str
    encoding: str
    delimiter: str
    rows: Iterator[tuple[int, list[str]]]
    """(row number from 1, fields); the header too."""


def opened(path: Path, mapping: RollMapping, odd: Oddities) -> TableFile:
    """The rows of `path`.

    Raises:
        NotADocument: when it is empty, cannot be opened, or is neither text nor a workbook.
        WrongUse: when the mapping names an encoding that there is not.
    """
    try:
        with path.open("rb") as file:
            head = file.read(FIRST_LOOK)
    except OSError as why:
        raise NotADocument(f"{path.name} cannot be opened: {why.strerror}. Look at the path and the name.") from None
    if not head.strip():
        raise NotADocument(f"{path.name} is empty. Export the roll again.")
    if mapping.format == "xlsx" or head.startswith(b"PK\x03\x04"):
        return TableFile("xlsx", "", "", enumerate(xlsx_file.rows(path, mapping.sheet), 1))
    if head.startswith((b"%PDF", b"\xd0\xcf\x11\xe0")):
        what = "a PDF" if head.startswith(b"%PDF") else "an old workbook (.xls)"
        raise NotADocument(f"{path.name} is {what}. Export the roll as CSV or .xlsx.")
    encoding = _encoding(head, mapping)
    lines = _lines(path, encoding, odd)
    if mapping.format == "fixed":
        return TableFile("fixed", encoding, "", ((n, [line]) for n, line in lines if line.strip()))
    delimiter = mapping.delimiter or _delimiter(_decoded(head, encoding))
    return TableFile("csv", encoding, delimiter, _records(lines, delimiter, odd))


def _encoding(head: bytes, mapping: RollMapping) -> str:
    if mapping.encoding is not None:
        try:
            return codecs.lookup(mapping.encoding).name
        except LookupError:
            raise WrongUse(f'The mapping names the encoding "{mapping.encoding}", which there is not. '
                           'Usual ones are "utf-8", "cp1252" and "utf-16".') from None  # fmt: skip
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if head.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) > len(head) // 8:
        return "utf-16-le" if odd > even else "utf-16-be"
    if b"\0" in head[:1024]:
        raise NotADocument("The roll is no text: it holds zero bytes. Export it as CSV or .xlsx.")
    return "utf-8"


def _decoded(head: bytes, encoding: str) -> str:
    return codecs.getincrementaldecoder(encoding)(errors="replace").decode(head)


def _lines(path: Path, encoding: str, odd: Oddities) -> Iterator[tuple[int, str]]:
    """(line number, line without its end). UTF-8 that is none is read as Windows-1252, line by line."""
    if encoding not in ("utf-8", "utf-8-sig"):
        with path.open(encoding=encoding, errors="replace", newline=None) as text:
            for number, line in enumerate(text, 1):
                if "\ufffd" in line:
                    odd.add("encoding", number)
                yield number, line.rstrip("\r\n").lstrip("\ufeff")
        return
    with path.open("rb") as file:
        for number, raw in enumerate(file, 1):
            if number == 1:
                raw = raw.removeprefix(codecs.BOM_UTF8)
            if len(raw) > LONGEST_LINE:
                odd.add("too-long", number)
                continue
            try:
                line = raw.decode("utf-8")
            except UnicodeDecodeError:
                odd.add("encoding", number)
                line = raw.decode("cp1252", errors="replace")
            yield number, line.rstrip("\r\n").replace("\r", " ")


def _delimiter(head: str) -> str:
    """The delimiter that parts the first lines most evenly: many columns, the same number on every line."""
    lines = [line for line in head.splitlines()[:40] if line.strip()][:-1] or head.splitlines()[:1]
    best, score = ",", 0.0
    for delimiter in DELIMITERS:
        widths = Counter(len(row) for row in csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter))
        width, times = widths.most_common(1)[0] if widths else (1, 0)
        even = (width - 1) * times / max(1, len(lines)) ** 0.5
        if width > 1 and even > score:
            best, score = delimiter, even
    return best


def _records(lines: Iterable[tuple[int, str]], delimiter: str, odd: Oddities) -> Iterator[tuple[int, list[str]]]:
    """Rows of fields (RFC 4180). A field may hold line ends; a quote that is never closed is taken for a letter."""
    waiting: list[tuple[int, str]] = []
    source = iter(lines)
    while True:
        if waiting:
            number, line = waiting.pop(0)
        else:
            number, line = next(source, (0, ""))
            if number == 0:
                return
        if '"' not in line:
            if line.strip():
                yield number, line.split(delimiter)
            continue
        whole = line
        taken: list[tuple[int, str]] = []
        while _open(whole, delimiter) and len(taken) < MOST_LINES_IN_FIELD:
            more = waiting.pop(0) if waiting else next(source, None)
            if more is None:
                break
            taken.append(more)
            whole += "\n" + more[1]
        if _open(whole, delimiter):
            # Never closed: this line alone is at fault, and what was read ahead is given back.
            odd.add("quote", number)
            waiting = taken + waiting
            yield number, [part.strip('"') for part in line.split(delimiter)]
            continue
        try:
            yield number, next(csv.reader([whole], delimiter=delimiter))
        except csv.Error:
            # Longer than any field may be.
            odd.add("quote", number)
            yield number, [part.strip('"') for part in line.split(delimiter)]


def _open(text: str, delimiter: str) -> bool:
    """Whether a quoted field is still open at the end of `text`."""
    inside, at_start = False, True
    n = 0
    while n < len(text):
        c = text[n]
        if inside:
            if c == '"':
                if n + 1 < len(text) and text[n + 1] == '"':
                    n += 1
                else:
                    inside = False
        elif c == '"' and at_start:
            inside = True
        at_start = not inside and c == delimiter
        n += 1
    return inside
