"""Facts and law to the result of one section. Pure: no pixel, no clock, no file; the order of checks never matters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pipeline.checks.case import Case
from pipeline.checks.consequence import finding
from pipeline.checks.defect import Defect
from pipeline.checks.fingerprint import fingerprint
from pipeline.checks.observation import observations
from pipeline.checks.order import NEEDS_ROLL, NOT_YET, ORDER, OVER_THE_PETITION
from pipeline.checks.registry import Judge
from pipeline.checks.rounding import rounded
from pipeline.checks.silence import silenced
from pipeline.checks.subjects import JUDGES
from pipeline.checks.trouble import doubt
from pipeline.checks.verdict import count, verdicts
from pipeline.law.ordinance import CheckRule, Ordinance
from pipeline.law.readings import choose
from pipeline.model.finding import Finding, NotChecked
from pipeline.model.petition import PetitionFile
from pipeline.model.result import ReadingEnd, ReadingUsed, SectionResult
from pipeline.model.scan import Scan
from pipeline.model.section import SectionFacts


def judge(
    facts: SectionFacts,
    scan: Scan,
    petition: PetitionFile,
    ordinance: Ordinance,
    versions: Mapping[str, str] | None = None,
    unplaced: tuple[int, ...] = (),
) -> SectionResult:
    """Everything that the checks of `ordinance` say of one section.

    Args:
        facts: what was measured; rounded here before it is judged.
        scan: the file in which the section was found.
        petition: what the office knows of the petition, and the readings it chose.
        ordinance: the law.
        versions: of the program and its engines; part of the fingerprint.
        unplaced: pages of the scan that belong to no section; what a section lacks may stand there.

    Raises:
        WrongUse: when the petition file chooses a reading that the ordinance has not.
    """
    facts = rounded(facts)
    readings = choose(ordinance, petition.readings)
    case = Case(facts=facts, petition=petition, ordinance=ordinance, readings=readings, unplaced=unplaced)
    said = answer(case)
    placed = verdicts(case, said.findings)
    return SectionResult(
        scan=scan,
        ordinance=ordinance.id,
        kind=petition.kind,
        facts=facts,
        findings=said.findings,
        not_checked=said.not_checked,
        observations=observations(case),
        verdicts=placed,
        count=count(placed),
        readings=with_ends(case, said),
        fingerprint=fingerprint(case, scan, versions or {}),
        versions=dict(versions or {}),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What all checks together say of a section."""

    findings: tuple[Finding, ...]
    not_checked: tuple[NotChecked, ...]


def answer(case: Case) -> Said:
    """Every check of the ordinance on one section, what one fault silences left out, in a stable order."""
    findings: list[Finding] = []
    unchecked: list[NotChecked] = []
    for rule in case.ordinance.checks:
        if rule.kinds and case.petition.kind not in rule.kinds:
            continue
        if rule.name not in JUDGES:
            unchecked.append(NotChecked(check=rule.name, why=why_not(rule, case.petition)))
            continue
        found, unsaid = run(JUDGES[rule.name], rule, case)
        findings += found
        unchecked += unsaid
    return Said(
        findings=tuple(sorted(silenced(findings), key=_place)),
        not_checked=tuple(sorted(set(unchecked), key=lambda n: (ORDER.get(n.check, len(ORDER)), n.check, n.why))),
    )


def with_ends(case: Case, said: Said) -> tuple[ReadingUsed, ...]:
    """The readings used, each with where the section would end under its other choices, one changed at a time."""
    here = count(verdicts(case, said.findings))
    out = []
    for used in case.readings.used:
        reading = case.ordinance.reading(used.name)
        ends = []
        for choice in reading.choices if reading else ():
            if choice.name == used.chosen:
                continue
            chosen = {u.name: u.chosen for u in case.readings.used} | {used.name: choice.name}
            other = replace(case, readings=choose(case.ordinance, chosen))
            there = answer(other)
            changed = _weight(said.findings) ^ _weight(there.findings)
            counted = count(verdicts(other, there.findings))
            if changed or counted != here:
                names = tuple(sorted({name for name, *_ in changed}, key=lambda n: ORDER.get(n, len(ORDER))))
                ends.append(ReadingEnd(choice=choice.name, count=counted, changed=names))
        out.append(replace(used, ends=tuple(ends)))
    return tuple(out)


def _weight(findings: tuple[Finding, ...]) -> set[tuple[str, str, str, int | None, int | None, str | None]]:
    """What of the findings makes an end: check, consequence, what falls, where; their words do not."""
    return {(f.check, f.consequence, f.scope, f.page, f.row, f.name) for f in findings}


def run(one: Judge, rule: CheckRule, case: Case) -> tuple[list[Finding], list[NotChecked]]:
    """What one check says of one section, before other checks silence it."""
    findings, unchecked = [], []
    for said in one.judge(case):
        if isinstance(said, Defect):
            findings.append(finding(rule, said, case.readings, one.threshold, doubt(case, said, one.leans)))
        else:
            unchecked.append(NotChecked(check=said.check, why=said.why))
    return findings, unchecked


def why_not(rule: CheckRule, petition: PetitionFile) -> str:
    """Why a check of the ordinance has no answer for a single section."""
    if rule.name in NEEDS_ROLL:
        return "no roll is given" if petition.roll is None else "finding electors on the roll is not done yet"
    if rule.name in OVER_THE_PETITION:
        return "looks at all sections of the petition together"
    if rule.name == "form-not-official" and petition.form is not None:
        return "comparison with the approved form is not done yet"
    return NOT_YET.get(rule.name, "not done yet")


def _place(f: Finding) -> tuple[object, ...]:
    """A stable order: by page and line for who reads the paper, then by the order of the tables."""
    box = (f.box.y0, f.box.x0) if f.box else (-1.0, -1.0)
    order = ORDER.get(f.check, len(ORDER))
    return (f.page or 0, f.row or 0, order, f.check, f.name or "", *box, f.clause, f.message)
