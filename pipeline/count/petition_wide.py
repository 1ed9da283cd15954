"""What every check over a whole petition is given, and how its defects become findings of the law."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pipeline.checks.consequence import finding
from pipeline.checks.defect import Defect
from pipeline.checks.registry import THRESHOLD
from pipeline.law.business_days import OfficeDays
from pipeline.law.ordinance import Ordinance
from pipeline.law.readings import Readings
from pipeline.model.count import FiledSection, LinePlace
from pipeline.model.finding import Finding, NotChecked
from pipeline.model.petition import PetitionFile
from pipeline.model.result import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A petition with all its sections and the places that its lines have so far."""

    petition: PetitionFile
    ordinance: Ordinance
    readings: Readings
    sections: tuple[FiledSection, ...]
    """In the order of filing."""
    places: Mapping[tuple[str, int, int], LinePlace]
    """By section, page and row."""
    office: OfficeDays

    def place(self, section: FiledSection, page: int, row: int) -> Place:
        """Where this line stands so far."""
        return self.places[section.key, page, row].place

    def reads(self, name: str) -> str | None:
        """The choice in force of a reading; None where the ordinance has no such question."""
        return self.readings.chosen(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one check over the petition says: findings by section (None: of the petition itself), and what it could not check."""

    findings: Mapping[str | None, tuple[Finding, ...]] = field(default_factory=dict)
    not_checked: tuple[NotChecked, ...] = ()


NOTHING = Answer()


def unchecked(check: str, why: str) -> Answer:
    """The check could not run."""
    return Answer(not_checked=(NotChecked(check=check, why=why),))


def judged(whole: Whole, defect: Defect) -> Finding | None:
    """The finding that the petition's ordinance makes of a defect; None where it does not ask for this check."""
    rule = whole.ordinance.check(defect.check, whole.petition.kind)
    return None if rule is None else finding(rule, defect, whole.readings, THRESHOLD, None)


def told(whole: Whole, *defects: tuple[str | None, Defect]) -> Answer:
    """The findings of these defects, by section."""
    out: dict[str | None, tuple[Finding, ...]] = {}
    for section, defect in defects:
        made = judged(whole, defect)
        if made is not None:
            out[section] = (*out.get(section, ()), made)
    return Answer(findings=out)


def asked(whole: Whole, check: str) -> bool:
    """Whether the petition's ordinance asks for this check of this kind of petition."""
    return whole.ordinance.check(check, whole.petition.kind) is not None
