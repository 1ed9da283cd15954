"""From findings to counts: each written line has one place, and the places add up. Source: requirements.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pipeline.checks.answer import answer
from pipeline.checks.case import Case
from pipeline.checks.order import ORDER, SCOPES
from pipeline.model.finding import Finding, LineCount, LineState
from pipeline.model.line import SignerLine
from pipeline.model.result import LineVerdict, Place


def verdicts(case: Case, findings: Iterable[Finding]) -> tuple[LineVerdict, ...]:
    """The place of every ruled line, blank ones too, in order of page and row."""
    told = sorted(findings, key=lambda f: (SCOPES[f.scope], ORDER.get(f.check, len(ORDER))))
    lines = sorted((line for grid in case.facts.lines for line in grid.lines), key=lambda line: (line.page, line.row))
    return tuple(_verdict(line, case.state(line), told) for line in lines)


def _verdict(line: SignerLine, state: LineState, told: list[Finding]) -> LineVerdict:
    place, reason = _place(line, state, told)
    return LineVerdict(page=line.page, row=line.row, line=line.display_number, state=state, place=place, reason=reason)


def _place(line: SignerLine, state: LineState, told: list[Finding]) -> tuple[Place, str | None]:
    """Where the line is counted, and by which check. `told` is in the order of scopes, then of the tables."""
    if state == "blank":
        return "blank", None
    mine = [f for f in told if _falls_on(f, line)]
    if state == "struck" and any(f.check == "line-struck" and f.consequence != "review" for f in mine):
        return "not-counted", "line-struck"
    rejected = next((f for f in mine if f.consequence in ("refuse", "void")), None)
    if rejected is not None:
        return "not-counted", rejected.check
    doubted = next((f for f in mine if f.consequence == "review"), None)
    if doubted is not None:
        return "review", doubted.check
    if answer(line.signature) == "no":
        return "not-counted", "line-signature-missing"
    return "counted", None


def _falls_on(finding: Finding, line: SignerLine) -> bool:
    """Whether what the finding makes fall holds this line. What falls on the petition moves no line."""
    if finding.scope == "section":
        return True
    if finding.scope == "page":
        return line.page in (finding.falls_on or (finding.page,))
    return finding.scope == "line" and (finding.page, finding.row) == (line.page, line.row)


def count(places: Iterable[LineVerdict]) -> LineCount:
    """The three numbers; their sum is the number of written lines."""
    tally = Counter(v.place for v in places)
    return LineCount(counted=tally["counted"], not_counted=tally["not-counted"], review=tally["review"])
