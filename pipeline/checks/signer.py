"""What one signer line is worth by what can be seen on it: signature, date, strikes, alterations. All ordinances."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.checks.answer import answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect
from pipeline.checks.registry import Answer, check
from pipeline.checks.words import and_list
from pipeline.model.line import CellMarks, SignerLine

# A date of the affidavit is held against lines only from this certainty on: it would accuse every line signed after it, and
# misread dates are more common than late lines (design: "certain (0.8 or more)").
CERTAIN = 0.8

# Cells that a person's vote for the petition hangs on: who, where, when. Ward, county and the like can be seen elsewhere.
TELLING = {"signature": "signature", "name": "name", "address": "address", "street": "address", "date": "date"}


def unstruck(case: Case) -> Iterator[SignerLine]:
    """The written lines that are not struck."""
    return (line for line, state in case.written_lines() if state != "struck")


def where(line: SignerLine) -> str:
    """How a sentence begins with the line."""
    return f"Line {line.display_number} on page {line.page}"


def _telling(line: SignerLine, *names: str) -> list[CellMarks]:
    return [c for c in line.cells if TELLING.get(c.meaning) in names]


@check("line-signature-missing", leans="marks")
def line_signature_missing(case: Case) -> Answer:
    """Other cells of the line are filled, the signature is not. Printed letters are a signature.

    Review when: it is not certain whether a signature stands there.
    """
    for line in unstruck(case):
        if (signed := answer(line.signature)) == "yes":
            continue
        cell = line.cell("signature")
        doubt = "it is not certain whether a signature stands there" if signed == "unsure" else None
        message = f"{where(line)} is filled in and not signed."
        if doubt is not None:
            message = f"On {where(line).lower()} {doubt}."
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


@check("line-outside-block", leans="marks")
def line_outside_block(case: Case) -> Answer:
    """An entry in the margin, between lines or over two lines.

    A signature that leaves its box, or reaches into the row below, is none. Review when: always.
    """
    for line in unstruck(case):
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
        if grid.outside:
            places = f" ({len(grid.outside)} places)" if len(grid.outside) > 1 else ""
            yield Defect(
                check="line-outside-block",
                page=grid.page,
                box=grid.outside[0],
                certainty=grid.certainty,
                message=f"On page {grid.page} something is written outside every signer line{places}.",
                expected="entries inside numbered blocks",
                found="writing in the margin or between lines",
            )


@check("line-altered", leans="marks")
def line_altered(case: Case) -> Answer:
    """Name, signature or date is overwritten or corrected beyond a legible slip.

    Review when: always.
    """
    for line in unstruck(case):
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
                message=f"{where(line)} is crossed out." if struck == "yes" else f"{where(line)} may be crossed out.",
                found=line.struck.detail or None,
            )


@check("line-struck-partly", leans="marks")
def line_struck_partly(case: Case) -> Answer:
    """Name, signature or address is crossed out, the rest of the line is not.

    Review when: always; a person sees whether the signer corrected a slip.
    """
    for line in unstruck(case):
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
