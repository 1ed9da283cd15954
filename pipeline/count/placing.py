"""Each written line has one place. Source: requirements.md, "From findings to counts"; the same rule as for one section."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pipeline.checks.order import ORDER, SCOPES
from pipeline.count.decisions import Decisions
from pipeline.count.keys import line_key
from pipeline.model.count import FiledLine, FiledSection, LinePlace, Numbers, PetitionFinding
from pipeline.model.result import Place

# Reason of a line that a person decided against although no check speaks against it.
BY_A_PERSON = "decided-by-a-person"
# Reason of a line in a section that seems to be of another petition, where no check makes it fall.
OTHER_PETITION = "other-petition"
FALLS = ("refuse", "void")


def place_lines(
    section: FiledSection, findings: Iterable[PetitionFinding], decisions: Decisions, *, foreign: bool = False
) -> tuple[LinePlace, ...]:
    """The place of every ruled line of a section, blank ones too, in order of page and row.

    Args:
        section: its lines.
        findings: those of the section and of its lines, decided or not.
        decisions: people's decisions on single lines.
        foreign: whether the section seems to be of another petition; then no line of it is counted without a person.
    """
    told = sorted(findings, key=lambda f: (SCOPES[f.finding.scope], ORDER.get(f.finding.check, len(ORDER))))
    return tuple(_placed(section, line, told, decisions, foreign) for line in section.lines)


def _placed(
    section: FiledSection, line: FiledLine, told: Sequence[PetitionFinding], decisions: Decisions, foreign: bool
) -> LinePlace:
    decision = decisions.of("line", line_key(section.key, line.page, line.row))
    mine = [f for f in told if falls_on(f, line)]
    if decision is not None and decision.decision == "counts":
        # A person looked at this line: what was said of the line alone is answered, what falls on its section is not.
        mine = [f for f in mine if f.finding.scope != "line"]
    place, reason = _place(line, mine, counts=decision is not None and decision.decision == "counts", foreign=foreign)
    if place in ("counted", "review") and decision is not None and decision.decision == "does-not-count":
        place, reason = "not-counted", BY_A_PERSON
    return LinePlace(
        section=section.key,
        page=line.page,
        row=line.row,
        line=line.line,
        state=line.state,
        place=place,
        reason=reason,
        behind=tuple(f.key for f in mine if f.consequence != "note") if place in ("not-counted", "review") else (),
        decision=decision,
    )


def _place(line: FiledLine, mine: Sequence[PetitionFinding], *, counts: bool, foreign: bool) -> tuple[Place, str | None]:
    if line.state == "blank":
        return "blank", None
    if line.state == "struck" and any(f.finding.check == "line-struck" and f.consequence in FALLS for f in mine):
        return "not-counted", "line-struck"
    rejected = next((f for f in mine if f.consequence in FALLS), None)
    if rejected is not None:
        return "not-counted", rejected.finding.check
    doubted = next((f for f in mine if f.consequence == "review"), None)
    if doubted is not None:
        return "review", doubted.finding.check
    if not counts and line.signed is False:
        return "not-counted", "line-signature-missing"
    if foreign:
        return "review", OTHER_PETITION
    return "counted", None


def falls_on(told: PetitionFinding, line: FiledLine) -> bool:
    """Whether what the finding makes fall holds this line. What falls on the petition moves no line."""
    finding = told.finding
    if finding.scope == "section":
        return True
    if finding.scope == "page":
        return line.page in (finding.falls_on or (finding.page,))
    return finding.scope == "line" and (finding.page, finding.row) == (line.page, line.row)


def numbers(places: Iterable[LinePlace]) -> Numbers:
    """The three numbers; their sum is the number of written lines."""
    tally = Counter(p.place for p in places)
    return Numbers(counted=tally["counted"], not_counted=tally["not-counted"], review=tally["review"])
