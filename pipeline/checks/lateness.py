"""Was a line signed after the affidavit was executed? 54-124(g), 10.3(c)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from pipeline.checks.answer import EVEN_ODDS
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect, Unsaid
from pipeline.checks.registry import Answer, check
from pipeline.checks.signer import CERTAIN, unstruck, where
from pipeline.checks.words import and_list
from pipeline.model.line import SignerLine
from pipeline.model.reading import DateRead

# Of 247 handwritten dates on the made-up forms the reader had 98% right at a certainty of 0.97 and more, 83% between 0.90 and
# 0.97: a line is not voided by a date that may be misread one time in six.
SURE_OF_DATES = 0.97


@check("line-after-affidavit", leans="words", threshold=SURE_OF_DATES)
def line_after_affidavit(case: Case) -> Answer:
    """The line was signed on a day after the affidavit was executed.

    Executed means: the later of the circulator's and the notary's date on the last affidavit. The same day is in time.

    Dates that were not read with a certainty of 0.8 accuse no line, since misread dates are more common than late lines: what
    could not be compared is listed as not checked. Circulator and notary mostly date on one day: a date read with less certainty,
    as the day that the other one surely is, counts as read.

    Review when: the day lies between the two dates; one of the two is missing or was not read; a date was read with a
    certainty under 0.97, since handwritten dates read with less are too often misread to void a line by them.
    """
    known = _executed(case)
    unread = _unread(case, known)
    if unread:
        yield Unsaid(check="line-after-affidavit", why=unread)
    if not known:
        return
    earlier, later = min(known, key=lambda k: k[0]), max(known, key=lambda k: k[0])
    for line in unstruck(case):
        read = line.date
        if read is None or read.day is None or read.day <= earlier[0]:
            continue
        bound = later if read.day > later[0] else earlier
        certainty = min(_after(read, bound[0]), bound[1].certainty)
        if certainty >= CERTAIN:
            yield _late(line, read, bound[0], certainty, _doubt(case, known, read))


def _executed(case: Case) -> list[tuple[date, DateRead]]:
    """The days of the last affidavit that were read well enough to be held against a line."""
    affidavit = case.affidavit
    if affidavit is None:
        return []
    one, other = affidavit.date, affidavit.notary.date if affidavit.notary else None
    given = (_borne_out(one, other), _borne_out(other, one))
    return [(d.day, d) for d in given if d is not None and d.day is not None and d.certainty >= CERTAIN]


def _borne_out(read: DateRead | None, other: DateRead | None) -> DateRead | None:
    """A date of the affidavit; one read with less certainty, and as the day that the other one surely is, is surely that day."""
    if read is None or other is None or read.day is None or read.day != other.day:
        return read
    if EVEN_ODDS <= read.certainty < SURE_OF_DATES <= other.certainty:
        return replace(read, certainty=SURE_OF_DATES)
    return read


def _after(read: DateRead, bound: date) -> float:
    """Probability that the written day lies after `bound`: over all candidates where the reader gave them."""
    if not read.candidates:
        return read.certainty
    return round(min(1.0, sum(p for day, p in read.candidates if day > bound)), 2)


def _doubt(case: Case, known: list[tuple[date, DateRead]], read: DateRead) -> str | None:
    """Why the line is for a person although its date lies after one of the affidavit."""
    later = max(day for day, _ in known)
    if read.day is not None and read.day <= later:
        days = and_list(day.isoformat() for day, _ in sorted(known, key=lambda k: k[0]))
        return f"the day lies between the circulator's and the notary's date ({days})"
    sworn_before_notary = case.affidavit is not None and case.affidavit.notary is not None
    if len(known) < 2 and (sworn_before_notary or case.ordinance.param("notarized")):
        return "the other date of the affidavit is not known, and may be later"
    if min(d.certainty for _, d in known) < SURE_OF_DATES:
        return "the dates of the affidavit were not read with certainty"
    return None


def _late(line: SignerLine, read: DateRead, bound: date, certainty: float, doubt: str | None) -> Defect:
    day = read.day.isoformat() if read.day else ""
    return Defect(
        check="line-after-affidavit",
        page=line.page,
        row=line.row,
        line=line.display_number,
        box=read.box,
        certainty=certainty,
        doubt=doubt,
        message=f"{where(line)} is dated {day}, after the affidavit's date of {bound.isoformat()}.",
        expected=f"a day not after {bound.isoformat()}",
        found=day,
    )


def _unread(case: Case, known: list[tuple[date, DateRead]]) -> str | None:
    """What could not be compared, None where everything that is there was."""
    if case.affidavit is None:
        return None
    if not known:
        return "no date of the affidavit was read with certainty"
    lines = [where(line).lower() for line in unstruck(case) if _written_unread(line)]
    return f"the dates were not read: {and_list(lines)}" if lines else None


def _written_unread(line: SignerLine) -> bool:
    """Whether a date stands on the line that was not read with certainty, its year left aside."""
    read = line.date
    return read is not None and (read.certainty < CERTAIN if read.day is not None else read.certainty < EVEN_ODDS)
