"""How many signatures are needed, and are there enough, or too many? 10.3(a), 3.06, 602(b); `required` where the ordinance
sets none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.checks.defect import Defect
from pipeline.count.petition_wide import NOTHING, Answer, Whole, asked, told, unchecked
from pipeline.law.ordinance import Ordinance
from pipeline.model.count import LinePlace, Numbers, RequiredNumber
from pipeline.model.finding import Finding
from pipeline.model.petition import PetitionFile

TOO_FEW, TOO_MANY = "signatures-too-few", "signatures-too-many"
_HUNDRED = 100


def required(petition: PetitionFile, ordinance: Ordinance) -> RequiredNumber:
    """The least and the most signatures, with the reckoning in words; a fraction of a signature rounds up."""
    shares: Mapping[str, int] = ordinance.param("signatures_percent", {})
    if petition.kind in shares:
        return _share(petition, ordinance, shares[petition.kind])
    least: Mapping[str, int] = ordinance.param("signatures_least", {})
    most: Mapping[str, int] = ordinance.param("signatures_most", {})
    if least or most:
        clause = next(c.id for c in ordinance.clauses if "signatures_least" in c.parameters or "signatures_most" in c.parameters)
        if petition.office is None:
            return _unknown("the office is not given (office)", clause)
        if petition.office not in least:
            return _unknown(f"{ordinance.short} sets no number for {petition.office}; it does for {', '.join(least)}", clause)
        low, high = least[petition.office], most.get(petition.office)
        where = (
            f" of {petition.district}" if petition.district and petition.office in ordinance.param("district_offices", ()) else ""
        )
        upper = f" and not more than {high:,}" if high is not None else ""
        return RequiredNumber(
            least=low, most=high, clause=clause, reckoning=f"{petition.office}{where}: not less than {low:,}{upper} ({clause})"
        )
    if petition.required is not None:
        given = petition.required
        words = " and ".join(
            part
            for part in (
                f"not less than {given.least:,}" if given.least is not None else "",
                f"not more than {given.most:,}" if given.most is not None else "",
            )
            if part
        )
        return RequiredNumber(
            least=given.least,
            most=given.most,
            reckoning=f"{words} ({given.source})",
            why_not=None if given.least is not None else "the petition file gives no least number (required.least)",
        )
    return _unknown(f"{ordinance.short} sets no number, and the petition file gives none (required)", None)


def _share(petition: PetitionFile, ordinance: Ordinance, percent: int) -> RequiredNumber:
    clause = next(c.id for c in ordinance.clauses if "signatures_percent" in c.parameters)
    voters = petition.registered_voters
    if voters is None:
        return _unknown("the number of registered electors is not given (registered_voters)", clause)
    least = -(-voters * percent // _HUNDRED)
    exact = f"{voters * percent / _HUNDRED:,.2f}".rstrip("0").rstrip(".")
    rounded = f", a fraction rounds up: {least:,}" if voters * percent % _HUNDRED else ""
    of = "registered electors for the office" if petition.kind == "recall" else "registered electors"
    return RequiredNumber(
        least=least, most=None, clause=clause, reckoning=f"{percent}% of {voters:,} {of} is {exact}{rounded} ({clause})"
    )


def _unknown(why: str, clause: str | None) -> RequiredNumber:
    return RequiredNumber(least=None, most=None, reckoning=f"not known: {why}", clause=clause, why_not=why)


def signatures_too_few(whole: Whole, need: RequiredNumber, numbers: Numbers) -> Answer:
    """Even with every line for review counted there are fewer signatures than the law asks for.

    Ten per cent of the electors registered at the last regular election, twenty-five of those registered for the office
    (10.3(a)); by office (3.06, 602(b)); `required` of the petition file where the ordinance sets no number. A fraction rounds up.
    """
    if need.least is None:
        return unchecked(TOO_FEW, need.why_not or "the least number of signatures is not known")
    if numbers.counted + numbers.review >= need.least:
        return NOTHING
    defect = Defect(
        check=TOO_FEW,
        message=f"{numbers.counted:,} counted and {numbers.review:,} for review are {numbers.counted + numbers.review:,}; "
        f"{need.least:,} are needed: {need.reckoning}.",
        certainty=1.0,
        expected=f"not less than {need.least}",
        found=f"{numbers.counted} to {numbers.counted + numbers.review}",
    )
    return told(whole, (None, defect)) if asked(whole, TOO_FEW) else _by_other_law(whole, defect)


def _by_other_law(whole: Whole, defect: Defect) -> Answer:
    """The same where the ordinance sets no number: the finding then cites the law that the petition file names."""
    source = whole.petition.required.source if whole.petition.required else ""
    said = Finding(
        check=defect.check, clause=source, scope="petition", consequence="void", strict="void", basis="inferred",
        certainty=defect.certainty, message=f"{defect.message} The number is set by {source}, as the petition file gives it.",
        expected=defect.expected, found=defect.found,
    )  # fmt: skip
    return Answer(findings={None: (said,)})


def signatures_too_many(whole: Whole, need: RequiredNumber, numbers: Numbers, places: Sequence[LinePlace]) -> Answer:
    """More signatures are counted than the law allows, or would be with those for review. 3.06, 602(b).

    Review when: always under the default reading `maximum`; it may also refuse the petition, or leave the lines beyond the
    most allowed uncounted in the order of filing.
    """
    if not asked(whole, TOO_MANY):
        return NOTHING
    if need.most is None:
        return unchecked(TOO_MANY, need.why_not) if need.why_not else NOTHING
    if whole.reads("maximum") == "beyond-not-counted" or numbers.counted + numbers.review <= need.most:
        return NOTHING
    surely = numbers.counted > need.most
    defect = Defect(
        check=TOO_MANY,
        message=f"{numbers.counted:,} lines are counted"
        + ("" if surely else f", with the {numbers.review:,} for review {numbers.counted + numbers.review:,}")
        + f"; not more than {need.most:,} are allowed: {need.reckoning}."
        + _beyond(whole, need.most, places),
        certainty=1.0,
        doubt=None if surely else "only the lines for review bring the number over it",
        expected=f"not more than {need.most}",
        found=str(numbers.counted if surely else numbers.counted + numbers.review),
    )
    return told(whole, (None, defect))


def _beyond(whole: Whole, most: int, places: Sequence[LinePlace]) -> str:
    """Where, in the order of filing, the lines beyond the most allowed begin; empty where no counted line lies beyond it."""
    counted = [p for p in places if p.place == "counted"]
    if len(counted) <= most:
        return ""
    first = counted[most]
    section = next(s for s in whole.sections if s.key == first.section)
    named = f"section {section.serial}" if section.serial else section.file
    return f" In the order of filing the first line beyond it is line {first.line} on page {first.page} of {named}."


def without_beyond(places: tuple[LinePlace, ...], most: int | None, reading: str | None) -> tuple[LinePlace, ...]:
    """Under the reading that lines beyond the most allowed are not counted: these lines, in the order of filing, not counted.

    A line for review that stands before the limit may still take one of its places, so the counted lines behind it stay.
    """
    if reading != "beyond-not-counted" or most is None:
        return places
    out, counted = [], 0
    for place in places:
        if place.place in ("counted", "review") and counted >= most:
            out.append(replace(place, place="not-counted", reason=TOO_MANY))
            continue
        counted += place.place == "counted"
        out.append(place)
    return tuple(out)
