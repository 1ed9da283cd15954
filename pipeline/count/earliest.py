"""The day of the earliest signature of a counted petition, from which a period of filing runs. 10.3(b)."""

from __future__ import annotations

from datetime import date

from pipeline.count.filing import earliest_signature
from pipeline.count.petition_wide import Whole
from pipeline.law.business_days import Weekdays
from pipeline.law.ordinance import Ordinance
from pipeline.law.readings import choose
from pipeline.model.count import PetitionCount
from pipeline.model.petition import PetitionFile


def earliest_day(petition: PetitionFile, ordinance: Ordinance, tally: PetitionCount) -> date | None:
    """The day by the reading `earliest-signature` in force; None where no date was read with certainty."""
    readings = choose(ordinance, petition.readings)
    whole = Whole(
        petition=petition,
        ordinance=ordinance,
        readings=readings,
        sections=tuple(s.section for s in tally.sections),
        places={(p.section, p.page, p.row): p for p in tally.places},
        office=Weekdays(),
    )
    first = earliest_signature(whole, readings.chosen("earliest-signature") or "all-lines")
    return first.day if first is not None else None
