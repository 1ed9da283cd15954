"""Was the petition filed in time? 10.3(b), 3.06, 602(a)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from pipeline.checks.defect import Defect
from pipeline.checks.registry import THRESHOLD
from pipeline.count.deadlines import end_of, filing_deadline, run_on
from pipeline.count.petition_wide import NOTHING, Answer, Whole, asked, told, unchecked
from pipeline.law import calendar
from pipeline.law.petition_file import day_filed
from pipeline.model.count import FiledLine, FiledSection
from pipeline.model.reckoned import NotReckoned, Reckoned

CHECK = "filed-too-late"
# A date that was read with less is no date at all for the period: the machine would bet against itself.
READ = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """A line with the date beside its signature."""

    section: FiledSection
    line: FiledLine
    day: date
    sure: bool
    counted: bool


def filed_too_late(whole: Whole) -> Answer:
    """The petition was filed after its last day, or hour.

    Within sixty days after the earliest signature (10.3(b)); not later than 4:00 p.m. on the fifteenth Tuesday strictly before
    the primary, a stamp of 4:00 being in time (3.06); at least twelve weeks before the primary (602(a)). `filing_deadline` of the
    petition file overrides with its own source. Review when: the readings `last-day-closed` or
    `earliest-signature` end differently, or the earliest date was not read with certainty.
    """
    if not asked(whole, CHECK):
        return NOTHING
    if whole.petition.filed is None:
        return unchecked(CHECK, "the date and time of filing are not given (filed)")
    if whole.petition.filing_deadline is None and whole.ordinance.param("filing_days_after_first_signature") is not None:
        return _after_first_signature(whole)
    deadline = filing_deadline(whole.petition, whole.ordinance)
    if deadline is None or isinstance(deadline, NotReckoned):
        return unchecked(CHECK, deadline.why if deadline else "the ordinance sets no last day")
    ends = _closed_day_ends(whole, deadline)
    late = [_late(whole, end) for end in ends]
    if not any(late):
        return NOTHING
    doubt = None if all(late) else f"under the reading last-day-closed the last day may be {ends[-1].day.isoformat()}"
    return told(whole, (None, _defect(whole, ends[0], 1.0, doubt)))


def _closed_day_ends(whole: Whole, deadline: Reckoned) -> list[Reckoned]:
    """The deadline under both choices of `last-day-closed`, the one in force first; once where they are one day."""
    later = run_on(deadline, whole.office)
    if later == deadline or whole.reads("last-day-closed") is None or whole.petition.filing_deadline is not None:
        return [deadline]
    return [later, deadline] if whole.reads("last-day-closed") == "next-open-day" else [deadline, later]


def _late(whole: Whole, deadline: Reckoned) -> bool:
    filed = whole.petition.filed
    assert filed is not None
    end = end_of(deadline, whole.petition.timezone)
    if end is not None:
        return not calendar.not_later(filed, end)
    # Without the city's zone the filing's own day is all there is.
    return calendar.local_day(filed, None) > deadline.day


def _defect(whole: Whole, deadline: Reckoned, certainty: float, doubt: str | None, more: str = "") -> Defect:
    filed = whole.petition.filed
    assert filed is not None
    last = _stamp(deadline.at) if deadline.at else deadline.day.isoformat()
    return Defect(
        check=CHECK,
        message=f"The petition was filed on {_stamp(filed)}. Its last day was {last} ({deadline.rule}; {deadline.start_is}: "
        f"{deadline.start.isoformat()}).{more}",
        certainty=certainty,
        doubt=doubt,
        expected=f"not later than {last}",
        found=_stamp(filed),
    )


def _stamp(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M")


def dated_lines(whole: Whole) -> Iterator[Dated]:
    """Every written line with a readable date that can be one: not after the filing, not before circulation began."""
    filed = day_filed(whole.petition)
    for section in whole.sections:
        impossible = {(f.page, f.row) for f in section.findings if f.check == "line-date-impossible"}
        for line in section.lines:
            if line.state == "blank" or line.day is None or line.day_certainty < READ:
                continue
            if (line.page, line.row) in impossible or (filed is not None and line.day > filed):
                continue
            place = whole.place(section, line.page, line.row)
            sure = line.day_certainty >= THRESHOLD
            yield Dated(section=section, line=line, day=line.day, sure=sure, counted=place == "counted")


def earliest_signature(whole: Whole, reading: str) -> Dated | None:
    """The earliest dated line that was read with certainty, of all lines or of the counted ones."""
    lines = [d for d in dated_lines(whole) if d.sure and (reading != "counted-lines" or d.counted)]
    return min(lines, key=lambda d: d.day, default=None)


def _after_first_signature(whole: Whole) -> Answer:
    """The period from the earliest signature, under every reading of it."""
    chosen = whole.reads("earliest-signature") or "all-lines"
    if not any(True for _ in dated_lines(whole)):
        return unchecked(CHECK, "no date beside a signature was read")
    if chosen == "older-lines-fall":
        return _older_lines(whole)
    same_day = whole.reads("day-count") == "same-day"
    first = earliest_signature(whole, chosen)
    outcomes = {
        (reading, closed): _is_late(whole, reading, same_day, closed)
        for reading in dict.fromkeys((chosen, "all-lines", "counted-lines"))
        for closed in ("stands", "next-open-day")
    }
    here = outcomes[chosen, whole.reads("last-day-closed") or "stands"]
    doubtful = [d for d in dated_lines(whole) if not d.sure and (first is None or d.day < first.day)]
    late_by_doubt = [d for d in doubtful if _late(whole, _deadline(whole, d.day, same_day, "stands"))]
    if not any(outcomes.values()):
        if not late_by_doubt:
            return _unread(whole, same_day)
        worst = min(late_by_doubt, key=lambda d: d.day)
        doubt = f"the earliest date, on {_where(worst)}, was not read with certainty"
        deadline = _deadline(whole, worst.day, same_day, "stands")
        return told(whole, (None, _defect(whole, deadline, worst.line.day_certainty, doubt)))
    base = first or earliest_signature(whole, "all-lines")
    assert base is not None
    agree = here and all(outcomes.values())
    differ = (
        None
        if agree
        else "the readings of the clause end differently (which signature is the earliest, a last day that is closed)"
    )
    deadline = _deadline(whole, base.day, same_day, whole.reads("last-day-closed") or "stands")
    more = f" The earliest signature stands on {_where(base)}."
    return told(whole, (None, _defect(whole, deadline, base.line.day_certainty, differ, more)))


def _unread(whole: Whole, same_day: bool) -> Answer:
    """Dates that were not read may be the earliest, unless circulation itself began late enough."""
    begun = whole.petition.circulation_from
    if begun is not None and not _late(whole, _deadline(whole, begun, same_day, "stands")):
        return NOTHING
    read = {(d.section.key, d.line.page, d.line.row) for d in dated_lines(whole)}
    unread = sum(1 for s in whole.sections for x in s.lines if x.state != "blank" and (s.key, x.page, x.row) not in read)
    if not unread:
        return NOTHING
    return unchecked(CHECK, f"the dates of {unread} lines were not read; the earliest signature may stand on one of them")


def _is_late(whole: Whole, reading: str, same_day: bool, closed: str) -> bool:
    # Where no line is counted yet, the two readings cannot part.
    first = earliest_signature(whole, reading) or earliest_signature(whole, "all-lines")
    return first is not None and _late(whole, _deadline(whole, first.day, same_day, closed))


def _deadline(whole: Whole, day: date, same_day: bool, closed: str) -> Reckoned:
    deadline = filing_deadline(whole.petition, whole.ordinance, earliest=day, same_day=same_day)
    assert isinstance(deadline, Reckoned)
    return run_on(deadline, whole.office) if closed == "next-open-day" else deadline


def _older_lines(whole: Whole) -> Answer:
    """Under the reading that only older signatures fall: each of these lines by itself."""
    same_day = whole.reads("day-count") == "same-day"
    closed = whole.reads("last-day-closed") or "stands"
    defects = []
    for dated in dated_lines(whole):
        deadline = _deadline(whole, dated.day, same_day, closed)
        if _late(whole, deadline):
            line = dated.line
            defect = Defect(
                check=CHECK,
                message=f"Line {line.line} on page {line.page} is dated {dated.day.isoformat()}: "
                f"a petition with it had to be filed by "
                f"{deadline.day.isoformat()}.",
                certainty=line.day_certainty,
                page=line.page,
                row=line.row,
                line=line.line,
                expected="a signature within the period",
                found=dated.day.isoformat(),
            )
            defects.append((dated.section.key, defect))
    return told(whole, *defects)


def _where(dated: Dated) -> str:
    return f"line {dated.line.line}, page {dated.line.page} of {dated.section.file}"
