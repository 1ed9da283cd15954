"""Does the heading of a nomination form say who is nominated for what, alike on every form, and nothing more? 3.06, 602(c)(3)."""

from __future__ import annotations

from typing import cast

from rapidfuzz import fuzz

from pipeline.checks.answer import EVEN_ODDS, answer
from pipeline.checks.case import Case
from pipeline.checks.defect import Defect
from pipeline.checks.registry import Answer, check
from pipeline.checks.signer import CERTAIN
from pipeline.checks.warning import SURELY_ABSENT
from pipeline.checks.words import and_list
from pipeline.model.heading import HeadingName
from pipeline.model.reading import TextRead

TITLES = {"candidate": "candidate's name", "address": "candidate's address", "party": "party", "office": "office"}
# Two spellings of one name or address score above this (initials, abbreviations, a slip of the recogniser); another
# candidate or office of the made-up forms scores under 70.
SAME = 80.0


@check("heading-incomplete", leans="marks")
def heading_incomplete(case: Case) -> Answer:
    """The candidate's name or address, the party or the office is left blank; the message names which.

    Review when: always.
    """
    wanted = case.ordinance.param("heading_particulars", ())
    if not case.facts.headings:
        yield Defect(
            check="heading-incomplete",
            certainty=SURELY_ABSENT,
            elsewhere=True,
            name=" ".join(wanted),
            message="No heading was found that names candidate, address, party and office.",
            expected=and_list(TITLES.get(n, n) for n in wanted),
            found="no heading",
        )
    for heading in sorted(case.facts.headings, key=lambda h: (h.page, h.box.y0)):
        found = {name: heading.particular(cast(HeadingName, name)) for name in wanted}
        empty = [n for n, p in found.items() if p is None or answer(p.filled) == "no"]
        unsure = [n for n, p in found.items() if p is not None and answer(p.filled) == "unsure"]
        if not empty and not unsure:
            continue
        told = empty or unsure
        first = found[told[0]]
        yield Defect(
            check="heading-incomplete",
            page=heading.page,
            box=first.box if first else heading.box,
            name=" ".join(told),
            certainty=min((p.filled.certainty for n in told if (p := found[n]) is not None), default=heading.certainty),
            doubt=None if empty else "it is not certain that this is left blank",
            message=f"In the heading on page {heading.page} the {and_list(TITLES.get(n, n) for n in told)} was not found.",
            expected=and_list(TITLES.get(n, n) for n in wanted),
            found=f"no {and_list(TITLES.get(n, n) for n in told)}",
        )


@check("heading-differs", leans="words")
def heading_differs(case: Case) -> Answer:
    """Forms of one petition name different candidates, offices, parties or addresses, or others than the petition file.

    Only what was read with certainty is compared; spelling and abbreviations do not count. Review when: always.
    """
    known = {
        "candidate": case.petition.candidate,
        "address": case.petition.candidate_address,
        "party": case.petition.party,
        "office": case.petition.office,
    }
    for name in case.ordinance.param("heading_particulars", ()):
        first: tuple[str, str] | None = (known[name] or "", "the petition file") if known.get(name) else None
        for heading in sorted(case.facts.headings, key=lambda h: (h.page, h.box.y0)):
            particular = heading.particular(cast(HeadingName, name))
            value = particular.value if particular else None
            if particular is None or not _read(value) or value is None or value.text is None:
                continue
            if first is None:
                first = (value.text, f"page {heading.page}")
            elif not _same(value.text, first[0]):
                yield Defect(
                    check="heading-differs",
                    page=heading.page,
                    box=particular.box,
                    certainty=value.certainty,
                    name=name,
                    message=f'The {TITLES.get(name, name)} on page {heading.page} ("{value.text}") is not that of {first[1]} '
                    f'("{first[0]}").',
                    expected=first[0],
                    found=value.text,
                )


def _read(value: TextRead | None) -> bool:
    return value is not None and bool(value.text) and value.certainty >= CERTAIN


def _same(one: str, other: str) -> bool:
    """Whether two spellings mean one thing, the spaces that a reading lost or made aside ("ANNPOE")."""
    a, b = _plain(one), _plain(other)
    return fuzz.token_set_ratio(a, b) >= SAME or fuzz.ratio(a.replace(" ", ""), b.replace(" ", "")) >= SAME


def _plain(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


@check("party-designation", leans="words")
def party_designation(case: Case) -> Answer:
    """A party or other designation stands on a nonpartisan petition: words, a slogan, an emblem. Review when: always."""
    for found in sorted(case.facts.designations, key=lambda d: (d.page, d.box.y0)):
        if found.certainty < EVEN_ODDS:
            continue
        what = {"party": "a party", "emblem": "an emblem", "other": "a designation"}[found.kind]
        yield Defect(
            check="party-designation",
            page=found.page,
            box=found.box,
            certainty=found.certainty,
            name=found.kind,
            message=f"On page {found.page} the petition bears {what}" + (f': "{found.words}".' if found.words else "."),
            expected="no party or other designation",
            found=found.words or what,
        )
