"""What the checks say of a blank form before anybody writes on it: only what its print alone can show. Source:
requirements.md, "Before circulation".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase

from pipeline.checks.answer import answer
from pipeline.checks.judge import judge
from pipeline.law.ordinance import Ordinance
from pipeline.model.finding import Finding, NotChecked
from pipeline.model.petition import PetitionFile
from pipeline.model.result import SectionResult
from pipeline.model.scan import Scan
from pipeline.model.section import AffidavitFacts, ParticularName, SectionFacts

# What only a pen, a stamp or a numbering machine puts on the paper.
WRITTEN = (
    "line-*", "notary-*", "affidavit-altered", "circulator-is-notary", "circulator-signed-as-elector", "presumed-genuine",
    "count-stated-differs", "serial-missing", "serial-inconsistent", "committee-incomplete", "committee-not-registered",
    "heading-differs", "form-not-official",
)  # fmt: skip
WHY_WRITTEN = "needs what is written on the paper; on a blank form nothing is"
WHY_NO_PLACE = "The form prints no place for it that was found."


def judge_blank(
    facts: SectionFacts,
    scan: Scan,
    petition: PetitionFile,
    ordinance: Ordinance,
    versions: Mapping[str, str] | None = None,
    unplaced: tuple[int, ...] = (),
) -> SectionResult:
    """Everything that the checks of `ordinance` say of a blank form.

    Signatures, dates and numbers are not asked of it; that the form has no place for one is. Arguments as of `judge`.

    Raises:
        WrongUse: when the petition file chooses a reading that the ordinance has not.
    """
    result = judge(facts, scan, petition, ordinance, versions, unplaced)
    kept: list[Finding] = []
    left_out: set[str] = set()
    for found in result.findings:
        if any(fnmatchcase(found.check, pattern) for pattern in WRITTEN):
            continue
        place = PLACES.get(found.check)
        if place is None:
            kept.append(found)
        elif place(facts, found):
            message = f"{WHY_NO_PLACE} {found.message}" if found.check != "affidavit-not-notarized" else found.message
            kept.append(replace(found, message=message))
        else:
            left_out.add(found.check)
    asked = {rule.name for rule in ordinance.checks if not rule.kinds or petition.kind in rule.kinds}
    left_out |= {name for name in asked if any(fnmatchcase(name, pattern) for pattern in WRITTEN)}
    unchecked = tuple(n for n in result.not_checked if n.check not in left_out)
    unchecked += tuple(NotChecked(check=name, why=WHY_WRITTEN) for name in sorted(left_out))
    return replace(result, findings=tuple(kept), not_checked=unchecked)


def _no_blank(*names: ParticularName) -> Callable[[SectionFacts, Finding], bool]:
    def lacking(facts: SectionFacts, found: Finding) -> bool:
        affidavit = _affidavit(facts)
        return affidavit is not None and any(_lacks(affidavit, n) for n in names if n in (found.name or n))

    return lacking


def _lacks(affidavit: AffidavitFacts, name: ParticularName) -> bool:
    blank = affidavit.particular(name)
    return blank is None or answer(blank.printed) == "no"


def _no_signature_line(facts: SectionFacts, found: Finding) -> bool:
    """Whether no line for the circulator's signature was found: an empty one is as it should be."""
    affidavit = _affidavit(facts)
    return affidavit is not None and affidavit.signature.present is None


def _no_act(facts: SectionFacts, found: Finding) -> bool:
    affidavit = _affidavit(facts)
    return affidavit is not None and affidavit.notary is None


def _nobody_printed(facts: SectionFacts, found: Finding) -> bool:
    """Whether the form does not speak of representatives at all; blanks for their names are filled in by hand."""
    return not facts.committees or any(m.name is not None for c in facts.committees for m in c.members)


def _no_heading_place(facts: SectionFacts, found: Finding) -> bool:
    """Whether the heading has no place for what it must state."""
    wanted = set((found.name or "").split())
    return not any(h.particular(n) for h in facts.headings for n in wanted if n)  # type: ignore[arg-type]


def _affidavit(facts: SectionFacts) -> AffidavitFacts | None:
    return facts.affidavits[-1] if facts.affidavits else None


PLACES: Mapping[str, Callable[[SectionFacts, Finding], bool]] = {
    "affidavit-unsigned": _no_signature_line,
    "affidavit-undated": _no_blank("date"),
    "circulator-name-missing": _no_blank("name"),
    "circulator-address-incomplete": _no_blank("street", "municipality", "county"),
    "count-stated-missing": _no_blank("count"),
    "affidavit-not-notarized": _no_act,
    "committee-missing": _nobody_printed,
    "committee-size": _nobody_printed,
    "heading-incomplete": _no_heading_place,
}
"""Checks that ask for something written: whether the form lacks the very place for it."""
