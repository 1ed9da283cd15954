"""Where would the petition end under another reading of an unclear clause? Both ends are shown where they differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.count.parts import Gathered
from pipeline.law.ordinance import Ordinance
from pipeline.model.count import FiledSection, Numbers, PetitionCount, ReadingEffect, Verdict
from pipeline.model.petition import PetitionFile

if TYPE_CHECKING:
    from pipeline.count.total import Beside

# Readings that the count itself asks; all others work within a section, and its own result tells what they do.
OVER_THE_PETITION = frozenset({"maximum", "rival-signer", "earliest-signature", "day-count", "last-day-closed"})
Counting = Callable[[PetitionFile, Ordinance, Gathered, "Beside"], PetitionCount]


def effects(
    petition: PetitionFile, ordinance: Ordinance, gathered: Gathered, beside: Beside, tally: PetitionCount, counting: Counting
) -> tuple[ReadingEffect, ...]:
    """Each other choice of each reading under which the numbers or the verdict would be others, one changed at a time.

    What a choice does within a section comes from the section's own result (its ends); what it does over the petition from
    counting again. Both are added: a line that falls by both is then taken away twice, so that the end is told as no better
    than it is.
    """
    out = []
    for used in tally.readings:
        reading = ordinance.reading(used.name)
        for choice in reading.choices if reading else ():
            if choice.name == used.chosen:
                continue
            here = any(
                e.choice == choice.name for s in gathered.sections for r in s.readings if r.name == used.name for e in r.ends
            )
            if used.name not in OVER_THE_PETITION and not here:
                continue
            other = replace(petition, readings={**petition.readings, used.name: choice.name})
            again = counting(other, ordinance, gathered, beside) if used.name in OVER_THE_PETITION else tally
            numbers = _moved(again.numbers, gathered.sections, used.name, choice.name)
            verdict = again.verdict if numbers == again.numbers else _verdict(again, numbers)
            if numbers != tally.numbers or verdict != tally.verdict:
                out.append(
                    ReadingEffect(reading=used.name, choice=choice.name, chosen=used.chosen, numbers=numbers, verdict=verdict)
                )
    return tuple(out)


def _in_a_section(gathered: Gathered, reading: str, choice: str) -> bool:
    """Whether some section would end differently under this choice."""
    return any(e.choice == choice for s in gathered.sections for r in s.readings if r.name == reading for e in r.ends)


def _moved(numbers: Numbers, sections: tuple[FiledSection, ...], reading: str, choice: str) -> Numbers:
    """The numbers with what the choice changes within each section."""
    counted, review, written = numbers.counted, numbers.review, numbers.written
    for section in sections:
        end = next((e for r in section.readings if r.name == reading for e in r.ends if e.choice == choice), None)
        if end is not None:
            now = _own(section)
            counted += end.count.counted - now[0]
            review += end.count.review - now[1]
    counted = min(max(counted, 0), written)
    review = min(max(review, 0), written - counted)
    return Numbers(counted=counted, not_counted=written - counted - review, review=review)


def _own(section: FiledSection) -> tuple[int, int]:
    """Counted and review of the section by itself, as its own result had them."""
    from pipeline.count.decisions import NONE
    from pipeline.count.keys import keyed
    from pipeline.count.placing import numbers, place_lines

    alone = numbers(place_lines(section, keyed(section, section.findings, NONE), NONE))
    return alone.counted, alone.review


def _verdict(tally: PetitionCount, numbers: Numbers) -> Verdict:
    """The verdict that these numbers would bring, all else the same."""
    least = tally.required.least
    falls = any(
        f.finding.scope == "petition" and f.consequence in ("refuse", "void") and f.finding.check != "signatures-too-few"
        for f in tally.findings
    )
    if falls or (least is not None and numbers.counted + numbers.review < least):
        return "insufficient"
    if least is not None and numbers.counted >= least and tally.verdict == "sufficient":
        return "sufficient"
    return "undecided"
