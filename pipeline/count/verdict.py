"""Sufficient, insufficient or undecided: what the numbers, the petition's findings and what did not run allow to say.

Source: requirements.md, "Checks on a whole petition" and "From findings to counts". It recommends; it is decided only once a
named person has adopted it and has decided every finding that it hangs on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pipeline.checks.words import and_list
from pipeline.count.decisions import Decisions
from pipeline.count.placing import BY_A_PERSON, FALLS
from pipeline.count.threshold import TOO_FEW
from pipeline.law.ordinance import Ordinance
from pipeline.model.count import Decision, FiledSection, LinePlace, Numbers, PetitionFinding, RequiredNumber, Status, Verdict
from pipeline.model.finding import NotChecked

# Reasons named in a sentence before "and N more": the whole list stands in the statement.
NAMED = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """The verdict, why, and whether it is a person's."""

    verdict: Verdict
    why: tuple[str, ...]
    status: Status
    hangs_on: tuple[str, ...]
    adopted: Decision | None


def unrun(
    ordinance: Ordinance, kind: str, sections: Sequence[FiledSection], not_checked: Iterable[NotChecked], own: Iterable[str],
    decisions: Decisions,
) -> tuple[str, ...]:  # fmt: skip
    """Refuse and void checks that did not run on every section, and that no person did by hand.

    Args:
        ordinance: names the checks.
        kind: of the petition.
        sections: what was not checked of each.
        not_checked: checks over the petition that could not run.
        own: checks that look over the whole petition, which a section leaves to the count.
        decisions: `done-by-hand`.
    """
    over_all = set(own)
    left = {n.check for n in not_checked}
    left |= {n.check for s in sections for n in s.not_checked if n.check not in over_all}
    heavy = [r.name for r in ordinance.checks if r.consequence in FALLS and (not r.kinds or kind in r.kinds)]
    return tuple(dict.fromkeys(n for n in heavy if n in left and decisions.of("check", n) is None))


def reach(
    *,
    numbers: Numbers,
    need: RequiredNumber,
    petition_findings: Sequence[PetitionFinding],
    findings: Mapping[str, PetitionFinding],
    places: Sequence[LinePlace],
    not_run: Sequence[str],
    by_authorities: bool,
    valid: int | None,
    decisions: Decisions,
    any_section: bool,
) -> Reached:
    """The verdict.

    Args:
        numbers: counted, not counted, for review.
        need: least and most.
        petition_findings: those that fall on the petition, with what people decided.
        findings: all findings by key, for what the verdict hangs on.
        places: of all lines.
        not_run: refuse and void checks that did not run.
        by_authorities: whether validity is the election authorities' to say (602).
        valid: valid signatures over all returns; None while one is outstanding.
        decisions: what people decided.
        any_section: whether anything was filed at all.
    """
    falls = [f for f in petition_findings if f.consequence in FALLS and f.finding.check != TOO_FEW]
    open_ = [f for f in petition_findings if f.consequence == "review"]
    low, high = numbers.counted, numbers.counted + numbers.review
    if by_authorities:
        # Until all returns are in, every line that was sent may still come back valid.
        low, high = (valid, valid) if valid is not None else (0, numbers.written)
    verdict, why = _said(falls, open_, low, high, need, not_run, by_authorities and valid is None, any_section)
    adopted = decisions.of("verdict", verdict)
    hangs = _hangs_on(verdict, falls, need, high, findings, places, by_authorities)
    decided = adopted is not None and not hangs and verdict != "undecided"
    return Reached(verdict=verdict, why=why, status="decided" if decided else "recommended", hangs_on=hangs, adopted=adopted)


def _said(
    falls: Sequence[PetitionFinding], open_: Sequence[PetitionFinding], low: int, high: int, need: RequiredNumber,
    not_run: Sequence[str], outstanding: bool, any_section: bool,
) -> tuple[Verdict, tuple[str, ...]]:  # fmt: skip
    """The verdict and its reasons, gravest first."""
    if falls:
        return "insufficient", tuple(f"{f.finding.message} ({f.finding.clause})" for f in falls)
    if need.least is not None and high < need.least and outstanding:
        so_many = f"{high:,} {'line is' if high == 1 else 'lines are'} written"
        return "insufficient", (f"{so_many}: fewer than the {need.least:,} that are needed, even if all came back valid.",)
    if need.least is not None and high < need.least:
        so_many = f"{low:,}" if low == high else f"{low:,}, with those for review {high:,},"
        return "insufficient", (f"{so_many} {'is' if high == 1 else 'are'} fewer than the {need.least:,} that are needed.",)
    why = []
    if not any_section:
        why.append("No section was counted.")
    if need.least is None:
        why.append(f"How many signatures are needed is {need.reckoning}.")
    elif outstanding:
        why.append("The election authorities' returns are outstanding; validity is theirs to say.")
    elif low < need.least:
        why.append(f"{low:,} are counted and {need.least:,} needed; the {high - low:,} for review can turn it either way.")
    why += [f"A person must decide: {f.finding.message} ({f.finding.clause})" for f in open_]
    if not_run:
        more = f" and {len(not_run) - NAMED} more" if len(not_run) > NAMED else ""
        named = and_list(not_run[:NAMED]) if not more else ", ".join(not_run[:NAMED])
        why.append(f"Not every check by which a section or line may fall was run on all sections: {named}{more}.")
    if why:
        return "undecided", tuple(why)
    return "sufficient", (f"{low:,} are counted and {need.least:,} needed.",)


def _hangs_on(
    verdict: Verdict, falls: Sequence[PetitionFinding], need: RequiredNumber, high: int, findings: Mapping[str, PetitionFinding],
    places: Sequence[LinePlace], by_authorities: bool,
) -> tuple[str, ...]:  # fmt: skip
    """Undecided findings that could still turn the verdict: none where it stays the same whatever they turn out to be."""
    if verdict == "undecided":
        return tuple(f.key for f in findings.values() if f.consequence == "review" and f.decision is None)
    if verdict == "sufficient":
        # The lines for review are over and above; what falls on the petition would have kept it from being sufficient.
        return ()
    if falls:
        # One that a person upheld is enough.
        return () if any(f.decision is not None for f in falls) else tuple(f.key for f in falls)
    if by_authorities or need.least is None:
        return ()
    restorable = [p for p in places if p.place == "not-counted" and _may_come_back(p, findings)]
    if high + len(restorable) < need.least:
        return ()
    keys = dict.fromkeys(k for p in restorable for k in p.behind if findings[k].decision is None)
    return tuple(keys)


def _may_come_back(place: LinePlace, findings: Mapping[str, PetitionFinding]) -> bool:
    """Whether the line could still be counted: no person has decided against it, and only findings speak against it."""
    heavy = [findings[k] for k in place.behind if findings[k].consequence in FALLS]
    return place.reason != BY_A_PERSON and bool(heavy) and all(f.decision is None for f in heavy)
