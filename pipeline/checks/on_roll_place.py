"""Does the elector live in the city, ward or district that votes? 54-124(a), 10.3(a), 3.06, 602(b)."""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from pipeline.checks.case import Case
from pipeline.checks.defect import Unsaid
from pipeline.checks.on_roll import electors, line_defect
from pipeline.checks.registry import THRESHOLD, Answer, check

# Names of two cities that are so alike (0 to 100) may be two spellings of one: a person looks.
SAME_CITY = 85.0
_CITY_WORDS = re.compile(r"\b(the|city|town|village|township|of)\b")
_CITY_SPELLINGS = {"st": "saint", "mt": "mount", "ft": "fort"}


@check("line-outside-district", leans="nothing")
def line_outside_district(case: Case) -> Answer:
    """The elector lives outside the city, or outside the ward or district of the office.

    By the city, ward and district of the roll, never by what is written on the line.

    Review when: the elector is not certain (under 0.90, and whoever lives at another address than the one written); the roll's
    city is spelled nearly as the petition's.
    """
    name = "line-outside-district"
    city, district = case.petition.city, case.petition.district
    if case.petition.roll is not None and city is None and district is None:
        yield Unsaid(check=name, why="the petition file names neither city nor district")
        return
    lacking: set[str] = set()
    for one in electors(case, name):
        if isinstance(one, Unsaid):
            yield one
            continue
        line, found = one
        at = found.elector
        outside = None
        if district is not None:
            own = at.district if at.district and not at.ward else at.ward
            if not own:
                lacking.add("in which ward or district electors live")
            elif district_of(own) != district_of(district) and district_of(at.district or own) != district_of(district):
                outside = (f"in district {district}", f"in {own}", 1.0)
        if outside is None and city is not None:
            if not at.city:
                lacking.add("in which city electors live")
            elif city_of(at.city) != city_of(city):
                near = fuzz.ratio(city_of(at.city), city_of(city)) >= SAME_CITY
                outside = (f"in {city}", f"in {at.city}", 0.6 if near else 1.0)
        if outside is not None:
            wanted, lives, sure = outside
            moved = line.roll is not None and line.roll.answer == "moved"
            yield line_defect(
                name, line, f"The elector of line {line.display_number} on page {line.page}, {at.name} (id {at.id}), lives "
                f"{lives} by the roll, not {wanted}.", min(found.certainty, sure), expected=f"an elector {wanted}", found=lives,
                doubt="it is not certain that this is the elector" if moved or found.certainty < THRESHOLD else None,
            )  # fmt: skip
    for what in sorted(lacking):
        yield Unsaid(check=name, why=f"the roll does not say {what}")


def city_of(text: str) -> str:
    """A city's name as it is compared: `City of St. Clair` is `saint clair`."""
    words = re.findall(r"[a-z0-9]+", _CITY_WORDS.sub(" ", text.lower()))
    return " ".join(_CITY_SPELLINGS.get(w, w) for w in words)


def district_of(text: str) -> str:
    """A ward or district as it is compared: `Ward 03`, `District 3` and `3` are one."""
    words = [w.lstrip("0") or "0" for w in re.findall(r"[a-z]+|\d+", text.lower())]
    return " ".join(w for w in words if w not in ("ward", "district", "council", "no", "number", "the", "precinct"))
