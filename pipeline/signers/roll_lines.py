"""Every line and every representative of a scan looked up on the roll: facts in, facts out, and no pixel between."""

from __future__ import annotations

from dataclasses import replace

from pipeline.model.reading import Seen
from pipeline.model.scan import ScanFacts
from pipeline.model.section import AffidavitFacts, CommitteeFacts, LinesFacts, Representative, SectionFacts
from pipeline.roll.database import Roll
from pipeline.signers.elector import look_up, named


def with_roll(facts: ScanFacts, roll: Roll) -> ScanFacts:
    """The facts with who of the roll fits each written line, and with the roll's hash among the versions."""
    return replace(
        facts,
        sections=tuple(_section(section, roll) for section in facts.sections),
        versions={**facts.versions, "roll": roll.report.hash},
    )


def _section(section: SectionFacts, roll: Roll) -> SectionFacts:
    return replace(
        section,
        lines=tuple(_grid(grid, roll) for grid in section.lines),
        committees=tuple(_committee(one, roll) for one in section.committees),
        affidavits=tuple(_affiant(one, roll) for one in section.affidavits),
    )


def _grid(grid: LinesFacts, roll: Roll) -> LinesFacts:
    return replace(grid, lines=tuple(look_up(line, roll) for line in grid.lines))


def _affiant(one: AffidavitFacts, roll: Roll) -> AffidavitFacts:
    """The affidavit with whether its affiant is an elector: 54-124(f) hangs on it."""
    name = one.particular("name")
    if name is None or name.value is None or not name.value.text:
        return one
    street = one.particular("street")
    address = street.value.text if street is not None and street.value is not None else None
    match = named(name.value.text, address, roll)
    present = {"found": True, "none": False}.get(match.answer)
    certainty = round(min(match.certainty, name.value.certainty), 2)
    detail = "; ".join(match.searched)
    return replace(one, on_roll=Seen(present=present, certainty=certainty, page=name.page, box=name.box, detail=detail))


def _committee(one: CommitteeFacts, roll: Roll) -> CommitteeFacts:
    return replace(one, members=tuple(_member(member, roll) for member in one.members))


def _member(member: Representative, roll: Roll) -> Representative:
    if member.name is None or not member.name.text:
        return member
    address = member.address.text if member.address else None
    return replace(member, roll=named(member.name.text, address, roll))
