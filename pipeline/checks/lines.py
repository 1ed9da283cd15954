"""Are there signature pages, with ruled lines that are numbered consecutively? 54-124(c)."""

from __future__ import annotations

from itertools import pairwise

from pipeline.checks.answer import EVEN_ODDS, answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect
from pipeline.checks.registry import Answer, check
from pipeline.checks.warning import SURELY_ABSENT
from pipeline.checks.words import and_list, pages_phrase
from pipeline.model.line import SignerLine

# Breaks of the sequence told in one message; a form numbered wrong throughout needs no more to be understood.
BREAKS_TOLD = 5


@check("lines-missing", leans="place")
def lines_missing(case: Case) -> Answer:
    """The section has no signature page.

    Review when: a page of the section could not be read, or nothing on it was recognised.
    """
    if not case.facts.lines:
        yield Defect(
            check="lines-missing",
            certainty=SURELY_ABSENT,
            elsewhere=True,
            block=True,
            message="The section has no signature page: no ruled signer lines were found on any of its pages.",
            expected="signature pages with ruled lines",
            found="no ruled lines",
        )


@check("lines-unnumbered", leans="place")
def lines_unnumbered(case: Case) -> Answer:
    """The ruled lines bear no numbers.

    Review when: it is not certain whether numbers are printed.
    """
    for grid in sorted(case.facts.lines, key=lambda g: (g.page, g.box.y0)):
        numbered = answer(grid.numbers_printed)
        if numbered == "yes":
            continue
        yield Defect(
            check="lines-unnumbered",
            page=grid.page,
            box=grid.box,
            certainty=grid.numbers_printed.certainty,
            block=True,
            doubt="it is not certain whether numbers are printed" if numbered == "unsure" else None,
            message=f"The ruled lines on page {grid.page} are not numbered.",
            expected="ruled lines numbered consecutively",
            found="lines without numbers",
        )


@check("lines-misnumbered", leans="words")
def lines_misnumbered(case: Case) -> Answer:
    """A number is left out, repeated or out of order, over all the signature pages of the section.

    Numbers may run on from page to page. Where they begin at 1 again on each page, that is right only where the approved
    form has it so. Rows whose number could not be read prove nothing by themselves.

    Review when: numbers begin again on each page and the approved form is not known; the first line is not number 1; a
    number was not read with certainty.
    """
    rows = [line for grid in sorted(case.facts.lines, key=lambda g: (g.page, g.box.y0)) for line in grid.lines]
    places = [(at, line, line.number) for at, line in enumerate(rows) if line.number is not None]
    if not places:
        return
    breaks: list[tuple[SignerLine, str, float]] = []
    restarts: list[SignerLine] = []
    for (at, before, number), (then, line, next_number) in pairwise(places):
        if next_number - number == then - at:
            continue
        certainty = min(before.number_certainty, line.number_certainty)
        if certainty < EVEN_ODDS:
            continue
        if line.page != before.page and next_number == line.row and line.row == _rows_before(rows, line) + 1:
            restarts.append(line)
            continue
        expected = number + (then - at)
        breaks.append((line, f"number {next_number} stands where {expected} should (page {line.page})", certainty))
    if breaks:
        told = [words for _, words, _ in breaks[:BREAKS_TOLD]]
        more = f", and at {len(breaks) - BREAKS_TOLD} more places" if len(breaks) > BREAKS_TOLD else ""
        yield Defect(
            check="lines-misnumbered",
            page=breaks[0][0].page,
            box=breaks[0][0].box,
            certainty=max(c for _, _, c in breaks),
            message=f"The signer lines are not numbered consecutively: {and_list(told)}{more}.",
            expected="numbers that follow one another",
            found=told[0],
        )
        return
    if restarts:
        yield Defect(
            check="lines-misnumbered",
            page=restarts[0].page,
            box=restarts[0].box,
            certainty=SURELY_ABSENT,
            doubt="that is right only where the approved form has it so, and no approved form is known",
            message=f"The numbers of the signer lines begin at 1 again on {pages_phrase([r.page for r in restarts])}.",
            expected="numbers that run on from page to page",
            found="numbers that begin again on each page",
        )
        return
    at, line, number = places[0]
    if number != at + 1 and line.number_certainty >= EVEN_ODDS:
        yield Defect(
            check="lines-misnumbered",
            page=line.page,
            box=line.box,
            certainty=line.number_certainty,
            doubt="numbers may have been left out, or a page may be missing, before the first line",
            message=f"The first signer line of the section bears number {number - at}.",
            expected="a first line with number 1",
            found=f"number {number - at}",
        )


def _rows_before(rows: list[SignerLine], line: SignerLine) -> int:
    """How many rows of the line's own page stand before it."""
    return sum(1 for r in rows if r.page == line.page and r.row < line.row)
