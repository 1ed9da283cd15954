"""What one signer line is worth by what can be seen on it: signature, date, strikes, alterations. All ordinances."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from pipeline.checks.answer import EVEN_ODDS, answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect
from pipeline.checks.registry import THRESHOLD, Answer, check
from pipeline.checks.words import and_list
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.reading import DateRead

# A date of the affidavit is held against lines only from this certainty on: it would accuse every line signed after it, and
# misread dates are more common than late lines (design: "certain (0.8 or more)").
CERTAIN = 0.8

# Cells that a person's vote for the petition hangs on: who, where, when. Ward, county and the like can be seen elsewhere.
TELLING = {"signature": "signature", "name": "name", "address": "address", "street": "address", "date": "date"}


def _unstruck(case: Case) -> Iterator[SignerLine]:
    """The written lines that are not struck."""
    return (line for line, state in case.written_lines() if state != "struck")


def _where(line: SignerLine) -> str:
    return f"Line {line.display_number} on page {line.page}"


def _telling(line: SignerLine, *names: str) -> list[CellMarks]:
    return [c for c in line.cells if TELLING.get(c.meaning) in names]


@check("line-signature-missing", leans="marks")
def line_signature_missing(case: Case) -> Answer:
    """Other cells of the line are filled, the signature is not. Printed letters are a signature.

    Review when: it is not certain whether a signature stands there, or whether anything at all is written on the line.
    """
    for line in _unstruck(case):
        if (signed := answer(line.signature)) == "yes":
            continue
        cell = line.cell("signature")
        filled = any(answer(c.written) == "yes" for c in line.cells)
        doubt = None
        if signed == "unsure":
            doubt = "it is not certain whether a signature stands there"
        elif not filled:
            doubt = "it is not certain whether anything is written on the line"
        message = f"{_where(line)} is filled in and not signed."
        if doubt is not None:
            message = f"On {_where(line).lower()} {doubt}."
        yield Defect(
            check="line-signature-missing",
            page=line.page,
            row=line.row,
            line=line.display_number,
            box=line.signature.box or (cell.box if cell else line.box),
            certainty=line.signature.certainty,
            doubt=doubt,
            message=message,
            expected="a signature",
            found="no signature" if signed == "no" else line.signature.detail or None,
        )


@check("line-after-affidavit", leans="words")
def line_after_affidavit(case: Case) -> Answer:
    """The line was signed on a day after the affidavit was executed.

    Executed means: the later of the circulator's and the notary's date on the last affidavit. The same day is in time.

    Review when: the day lies between the two dates; one of the two is missing or was not read; a date was not read with
    certainty. Unreadable dates give no finding.
    """
    affidavit = case.affidavit
    if affidavit is None:
        return
    given = [d for d in (affidavit.date, affidavit.notary.date if affidavit.notary else None) if d is not None and d.day]
    known: list[tuple[date, DateRead]] = [(d.day, d) for d in given if d.day is not None and d.certainty >= CERTAIN]
    if not known:
        return
    earlier, later = min(known, key=lambda k: k[0]), max(known, key=lambda k: k[0])
    for line in _unstruck(case):
        read = line.date
        if read is None or read.day is None or read.certainty < EVEN_ODDS or read.day <= earlier[0]:
            continue
        doubt = None
        certainty = min(read.certainty, later[1].certainty)
        if read.day <= later[0]:
            doubt = (
                f"the day lies between the circulator's and the notary's date ({earlier[0].isoformat()}, {later[0].isoformat()})"
            )
            certainty = min(read.certainty, earlier[1].certainty)
        elif len(known) < 2:
            doubt = "the other date of the affidavit is not known, and may be later"
        elif min(k[1].certainty for k in known) < THRESHOLD:
            doubt = "the dates of the affidavit were not read with certainty"
        yield Defect(
            check="line-after-affidavit",
            page=line.page,
            row=line.row,
            line=line.display_number,
            box=read.box,
            certainty=certainty,
            doubt=doubt,
            message=f"{_where(line)} is dated {read.day.isoformat()}; the affidavit was executed on {later[0].isoformat()}."
            if read.day > later[0]
            else f"{_where(line)} is dated {read.day.isoformat()}, after the first of the affidavit's two dates "
            f"({earlier[0].isoformat()}).",
            expected=f"a day not after {later[0].isoformat()}",
            found=read.day.isoformat(),
        )


@check("line-outside-block", leans="marks")
def line_outside_block(case: Case) -> Answer:
    """An entry in the margin, between lines or over two lines.

    A signature that leaves its box, or reaches into the row below, is none. Review when: always.
    """
    for line in _unstruck(case):
        if answer(line.outside_block) == "yes":
            detail = line.outside_block.detail
            yield Defect(
                check="line-outside-block",
                page=line.page,
                row=line.row,
                line=line.display_number,
                box=line.outside_block.box or line.box,
                certainty=line.outside_block.certainty,
                message=f"An entry of line {line.display_number} on page {line.page} stands outside its block"
                + (f": {detail}." if detail else "."),
                expected="an entry inside one numbered block",
                found=detail or None,
            )
    for grid in sorted(case.facts.lines, key=lambda g: (g.page, g.box.y0)):
        for box in grid.outside:
            yield Defect(
                check="line-outside-block",
                page=grid.page,
                box=box,
                certainty=grid.certainty,
                message=f"On page {grid.page} something is written outside every signer line.",
                expected="entries inside numbered blocks",
                found="writing in the margin or between lines",
            )


@check("line-altered", leans="marks")
def line_altered(case: Case) -> Answer:
    """Name, signature or date is overwritten or corrected beyond a legible slip.

    Review when: always.
    """
    for line in _unstruck(case):
        cells = [c for c in _telling(line, "name", "signature", "date") if answer(c.altered) == "yes"]
        if cells:
            what = and_list(dict.fromkeys(TELLING[c.meaning] for c in cells))
            yield Defect(
                check="line-altered",
                page=line.page,
                row=line.row,
                line=line.display_number,
                box=cells[0].altered.box or cells[0].box,
                certainty=max(c.altered.certainty for c in cells),
                name=what,
                message=f"On line {line.display_number} on page {line.page} the {what} seems overwritten or corrected.",
                found=cells[0].altered.detail or None,
            )


@check("line-struck", leans="marks")
def line_struck(case: Case) -> Answer:
    """The line is crossed out whole, and does not count.

    Review when: it is not certain that the stroke is meant for the whole line.
    """
    for line, _ in case.written_lines():
        struck = answer(line.struck)
        if struck == "yes" or line.struck.present is None:
            yield Defect(
                check="line-struck",
                page=line.page,
                row=line.row,
                line=line.display_number,
                box=line.struck.box or line.box,
                certainty=line.struck.certainty,
                doubt="it is not certain that the stroke is meant for the whole line" if struck == "unsure" else None,
                message=f"{_where(line)} is crossed out." if struck == "yes" else f"{_where(line)} may be crossed out.",
                found=line.struck.detail or None,
            )


@check("line-struck-partly", leans="marks")
def line_struck_partly(case: Case) -> Answer:
    """Name, signature or address is crossed out, the rest of the line is not.

    Review when: always; a person sees whether the signer corrected a slip.
    """
    for line in _unstruck(case):
        cells = [c for c in _telling(line, "name", "signature", "address", "date") if answer(c.struck) == "yes"]
        if cells:
            what = and_list(dict.fromkeys(TELLING[c.meaning] for c in cells))
            yield Defect(
                check="line-struck-partly",
                page=line.page,
                row=line.row,
                line=line.display_number,
                box=cells[0].struck.box or cells[0].box,
                certainty=max(c.struck.certainty for c in cells),
                name=what,
                message=f"On line {line.display_number} on page {line.page} the {what} is crossed out, the rest is not.",
                found=cells[0].struck.detail or None,
            )
