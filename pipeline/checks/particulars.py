"""What must stand beside a signature: name, address, date. 10.3(b), 602(c)(2); a note of 54."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator

from pipeline.checks.answer import EVEN_ODDS, answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect, Unsaid
from pipeline.checks.registry import Answer, check
from pipeline.checks.signer import CERTAIN, unstruck, where
from pipeline.law.petition_file import day_filed
from pipeline.model.line import ColumnMeaning, SignerLine
from pipeline.model.reading import TextRead

# Certainty of a defect on a form in which the column was not recognised: it may stand under another heading.
NO_COLUMN = 0.6

# A recogniser reads the capital O of "P.O." as a nought now and then.
PO_BOX = re.compile(r"\b(?:p\s*\.?\s*[o0]\s*\.?\s*|post\s+office\s+)b[o0]x\s*#?\s*\w+|\bp\s*[o0]\s*b\s*#?\s*\d+", re.IGNORECASE)
STREET = re.compile(r"\d+\s*\w*\s+\W*[A-Za-z]{2,}")
# Words by which a place is described without a street number ("or other description sufficient to identify the place").
DESCRIBED = re.compile(
    r"\b(corner|between|near|farm|ranch|lot|trailer|route|rte|rr|hwy|highway|miles?|behind|shelter|camp)\b"
    r"|\b(north|south|east|west) of\b|\w\s+(and|&)\s+\w",
    re.IGNORECASE,
)
FIGURES = re.compile(r"\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4}|\d{2})\s*")


def _empty(case: Case, check_name: str, what: str, columns: tuple[ColumnMeaning, ...]) -> Iterator[Defect]:
    """Lines on which the cell of one of these columns is empty, or may be; a form without the column leaves it to a person."""
    for line in unstruck(case):
        cells = [c for c in line.cells if c.meaning in columns]
        written = [answer(c.written) for c in cells]
        if "yes" in written:
            continue
        doubt = None
        if not cells:
            doubt = f"the form has no column that was recognised as that of the {what}"
        elif "unsure" in written:
            doubt = f"it is not certain that the {what} is missing"
        yield Defect(
            check=check_name,
            page=line.page,
            row=line.row,
            line=line.display_number,
            box=cells[0].box if cells else line.box,
            certainty=min((c.written.certainty for c in cells), default=NO_COLUMN),
            doubt=doubt,
            message=f"{where(line)} bears no {what}.",
            expected=f"{'an' if what[0] in 'aeiou' else 'a'} {what}",
            found="an empty cell" if cells else "no such column",
        )


@check("line-name-missing", leans="marks")
def line_name_missing(case: Case) -> Answer:
    """No printed or typed name stands on the line.

    The names belong in the petition: a list anywhere in it will do. Review when: always.
    """
    yield from _empty(case, "line-name-missing", "printed name", ("name",))


@check("line-address-missing", leans="marks")
def line_address_missing(case: Case) -> Answer:
    """No address stands on the line. A city, county or ZIP code alone is none.

    Review when: it is not certain that the cell is empty; no column of the form was recognised as that of the address.
    """
    yield from _empty(case, "line-address-missing", "address", ("address", "street"))


def _address(line: SignerLine) -> TextRead | None:
    """The address where it was read with certainty."""
    read = line.address
    return read if read is not None and read.text and read.certainty >= CERTAIN else None


def _figures_alone(line: SignerLine) -> TextRead | None:
    """The address where figures were read and no letter, more likely than not."""
    read = line.address
    if read is None or not read.text or read.certainty < EVEN_ODDS:
        return None
    return read if any(c.isdigit() for c in read.text) and not any(c.isalpha() for c in read.text) else None


@check("line-address-incomplete", leans="words")
def line_address_incomplete(case: Case) -> Answer:
    """The address has no street number or no street, and no other words that describe the place.

    Only an address that was read with certainty is judged, but for figures alone: where no letter at all was read, no street is
    written, however the figures read. A post-office box belongs to `line-po-box`. Review when: always.
    """
    for line in unstruck(case):
        read = _address(line) or _figures_alone(line)
        if read is None or read.text is None or PO_BOX.search(read.text) or DESCRIBED.search(read.text):
            continue
        lacks = [
            name
            for name, there in (
                ("street number", any(c.isdigit() for c in read.text)),
                ("street", re.search(r"[A-Za-z]{2,}", read.text) is not None),
            )
            if not there
        ]
        if lacks:
            yield Defect(
                check="line-address-incomplete",
                page=line.page,
                row=line.row,
                line=line.display_number,
                box=read.box,
                certainty=read.certainty,
                name=lacks[0],
                message=f"In the address on {where(line).lower()} there is no {' and no '.join(lacks)}.",
                expected="street and number, or another description of the place",
                found=read.text,
            )


def _box_in_all_readings(line: SignerLine) -> TextRead | None:
    """The address where the reading and its alternatives, one at least, all are of a post-office box."""
    read = line.address
    if read is None or not read.text or not read.alternatives:
        return None
    return read if all(PO_BOX.search(text) for text in (read.text, *read.alternatives)) else None


@check("line-po-box", leans="words")
def line_po_box(case: Case) -> Answer:
    """A post-office box is the only address. A street and number beside the box will do.

    An address that was not read with certainty is judged where all its readings say so. Review when: always.
    """
    for line in unstruck(case):
        read = _address(line) or _box_in_all_readings(line)
        if read is None or read.text is None or not PO_BOX.search(read.text):
            continue
        if STREET.search(PO_BOX.sub(" ", read.text)):
            continue
        yield Defect(
            check="line-po-box",
            page=line.page,
            row=line.row,
            line=line.display_number,
            box=read.box,
            certainty=read.certainty,
            message=f"The only address on {where(line).lower()} is a post-office box.",
            expected="a residence by street and number, or another description of the place",
            found=read.text,
        )


@check("line-date-missing", leans="marks")
def line_date_missing(case: Case) -> Answer:
    """The line has no date.

    Where the ordinance asks for none, this is a note (a date would show that the line precedes the affidavit), and forms
    without a column for dates get none.

    Review when: it is not certain that the cell is empty; no column of the form was recognised as that of the date.
    """
    rule = case.ordinance.check("line-date-missing", case.petition.kind)
    only_noted = rule is not None and rule.consequence == "note"
    for defect in _empty(case, "line-date-missing", "date", ("date",)):
        line = next(x for g in case.facts.lines for x in g.lines if (x.page, x.row) == (defect.page, defect.row))
        if line.date is None and not (only_noted and defect.doubt):
            yield defect


@check("line-date-incomplete", leans="words")
def line_date_incomplete(case: Case) -> Answer:
    """The date has no year, no month or no day. The year is never filled in from the circulation. Review when: always."""
    for line in unstruck(case):
        read = line.date
        if read is None or not read.missing or read.certainty < CERTAIN:
            continue
        lacks = " and no ".join(read.missing)
        yield Defect(
            check="line-date-incomplete",
            page=line.page,
            row=line.row,
            line=line.display_number,
            box=read.box,
            certainty=read.certainty,
            name=read.missing[0],
            message=f"The date on {where(line).lower()} has no {lacks}.",
            expected="day, month and year",
            found=read.text,
        )


@check("line-date-unreadable", leans="nothing")
def line_date_unreadable(case: Case) -> Answer:
    """A date is written and cannot be read with certainty. Under the reading `ditto` = `review`, ditto marks are no date either.

    Review when: always.
    """
    by_hand = case.readings.chosen("ditto") == "review"
    for line in unstruck(case):
        read, cell = line.date, line.cell("date")
        if read is None:
            if cell is None or answer(cell.written) != "yes":
                continue
            box = cell.ink or cell.box
        elif by_hand and read.above is not None:
            box = read.box
        elif read.certainty >= CERTAIN and (read.day is not None or read.missing or _no_such_day(read.text)):
            continue
        else:
            box = read.box
        yield Defect(
            check="line-date-unreadable",
            page=line.page,
            row=line.row,
            line=line.display_number,
            box=box,
            certainty=1.0,
            message=f"The date on {where(line).lower()} could not be read with certainty.",
            expected="a date",
            found=read.text if read else None,
        )


def _no_such_day(text: str | None) -> bool:
    """Whether the words are three figures that name no day of any calendar."""
    match = FIGURES.fullmatch(text or "")
    if match is None:
        return False
    month, day, year = (int(n) for n in match.groups())
    if not 1 <= month <= 12:
        return True
    return not 1 <= day <= monthrange(year if year > 99 else 2000 + year, month)[1]


@check("line-date-impossible", leans="words")
def line_date_impossible(case: Case) -> Answer:
    """The date lies before the first day of circulation or after the day of filing, or names no day of the calendar.

    Both bounds themselves are possible. A date that was not read with certainty belongs to `line-date-unreadable`.

    Review when: always.
    """
    first, last = case.petition.circulation_from, day_filed(case.petition)
    if first is None:
        yield Unsaid(check="line-date-impossible", why="the first day of circulation is not given (circulation_from)")
    if last is None:
        yield Unsaid(check="line-date-impossible", why="the day of filing is not given (filed)")
    for line in unstruck(case):
        read = line.date
        if read is None or read.certainty < CERTAIN:
            continue
        why = None
        if read.day is None:
            why = "names no day of the calendar" if _no_such_day(read.text) else None
        elif first is not None and read.day < first:
            why = f"lies before the first day of circulation, {first.isoformat()}"
        elif last is not None and read.day > last:
            why = f"lies after the day of filing, {last.isoformat()}"
        if why is not None:
            shown = read.day.isoformat() if read.day else read.text
            yield Defect(
                check="line-date-impossible",
                page=line.page,
                row=line.row,
                line=line.display_number,
                box=read.box,
                certainty=read.certainty,
                message=f"The date on {where(line).lower()} ({shown}) {why}.",
                expected=f"a day from {first or 'the first of circulation'} to {last or 'the day of filing'}",
                found=shown,
            )
