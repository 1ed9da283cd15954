"""From a defect to a finding: what the clause attaches, what the readings make of it, and what doubt leaves."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.checks.defect import Defect
from pipeline.law.ordinance import CheckRule
from pipeline.law.readings import Readings
from pipeline.model.finding import Consequence, Finding, Scope

FALLS: dict[str, str] = {"section": "the section", "page": "the page", "line": "the line", "petition": "the petition"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attached:
    """What the law attaches to a defect under the readings in force, before doubt."""

    consequence: Consequence
    scope: Scope
    softened: bool
    """Whether a reading made less of it than the clause does."""
    presumed: bool = False
    """Whether a reading lets the line count for an elector's affidavit."""


def attached(rule: CheckRule, defect: Defect, readings: Readings) -> Attached:
    """The consequence and what falls, as the chosen readings have it."""
    consequence, scope = rule.consequence, rule.scope
    softened = presumed = False
    for choice in readings.choices:
        for effect in choice.effects:
            if rule.name not in effect.checks or (effect.unless == "block-missing" and defect.block):
                continue
            if effect.unless == "not-presumed" and not defect.presumed:
                continue
            presumed = presumed or effect.unless == "not-presumed"
            if effect.consequence is not None and not softened:
                softened = effect.consequence == "review" and consequence in ("refuse", "void")
                consequence = effect.consequence
            scope = effect.scope or scope
    return Attached(consequence=consequence, scope=scope, softened=softened, presumed=presumed)


def finding(rule: CheckRule, defect: Defect, readings: Readings, threshold: float, doubt: str | None) -> Finding:
    """The finding that the law makes of a defect.

    Args:
        rule: what the ordinance attaches.
        defect: what is wrong, as measured.
        readings: the readings in force.
        threshold: certainty under which a person must decide.
        doubt: why a person must decide whatever the certainty, None where nothing speaks for that.
    """
    law = attached(rule, defect, readings)
    doubt = defect.doubt or doubt
    certainty = round(defect.certainty, 2)
    doubtful = doubt is not None or certainty < threshold
    consequence: Consequence = "review" if doubtful and law.consequence in ("refuse", "void") else law.consequence
    also = tuple(c for c in (*((rule.clause,) if defect.clause else ()), *rule.also) if c != (defect.clause or rule.clause))
    return Finding(
        check=defect.check,
        clause=defect.clause or rule.clause,
        also=also,
        scope=law.scope,
        consequence=consequence,
        strict=rule.consequence,
        basis=rule.basis,
        certainty=certainty,
        message=" ".join((defect.message, *_reasons(rule, law, doubt, doubtful))),
        page=defect.page,
        falls_on=defect.falls_on,
        line=defect.line,
        row=defect.row,
        box=defect.box,
        name=defect.name,
        expected=defect.expected,
        found=defect.found,
    )


def _reasons(rule: CheckRule, law: Attached, doubt: str | None, doubtful: bool) -> list[str]:
    """Sentences that say why the consequence is what it is."""
    said = []
    if doubt is not None:
        said.append(f"A person must decide: {doubt}.")
    elif law.presumed:
        said.append("An elector's affidavit presumes the line good: it counts unless a person finds otherwise.")
    elif doubtful and rule.consequence != "note":
        said.append("A person must decide: the machine is not certain.")
    elif law.softened:
        said.append(f"Under a strict reading {FALLS[law.scope]} would fall by it; a person must decide.")
    if rule.basis == "inferred" and rule.consequence != "note":
        said.append("The clause states no consequence.")
    return said
