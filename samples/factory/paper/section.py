"""What is one paper going to be? Drafted clean, then defects are planted, then it is printed, planned and counted."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta

from samples.factory import spelling
from samples.factory.draft import Draft
from samples.factory.oath import Oath
from samples.factory.paper import blocks, defects, defects_heading, defects_line
from samples.factory.paper.form import PARTICULARS, PaperForm
from samples.factory.paper.pages import typeset
from samples.factory.people import person
from samples.factory.signer import Entry

assert defects_heading and defects_line  # importing them registers their defects

NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
PAGE_NUMBERED = 0.6
"""Share of papers on which somebody filled in a blank for the page's number, where there is one."""
TENS = ("", "", "twenty", "thirty", "forty", "fifty")


def draft_section(rng: random.Random, form: PaperForm, clean: object, first: date, planted: list[str]) -> Draft:
    """A paper of `form` with `planted` defects, printed, its lines planned and its signatures counted."""
    made = Draft(form=form, serial="", clean=clean, oath=_oath(rng, form, first), inked=form.ordinance != "charter-3-06")
    for stage in ("print", "oath", "line", "count"):
        if stage == "line":
            _plan(rng, made, first)
        if stage == "count":
            _count(rng, made)
        for name in planted:
            if defects.REGISTRY[name].stage == stage:
                before = len(made.findings)
                defects.REGISTRY[name].plant(rng, made)
                if len(made.findings) > before:
                    made.planted.append(name)
    return made


def _oath(rng: random.Random, form: PaperForm, first: date) -> Oath:
    day = first + timedelta(days=rng.randint(18, 40))
    notary_day = day if rng.random() < 0.8 else day + timedelta(days=rng.randint(1, 3))
    made = Oath(
        circulator=person(rng, form.town),
        notary=person(rng, form.town),
        day=day,
        notary_day=notary_day,
        expires=notary_day + timedelta(days=rng.randint(60, 1400)),
        typed=rng.random() < 0.1,
        seal=rng.choice(("rectangle", "rectangle", "round", "round", "")),
        expires_written=rng.random() < 0.75,
        seal_over_signature=rng.random() < 0.1,
        state=form.town.state,
    )
    # What these ordinances do not ask for is left out now and then, and is no defect.
    if rng.random() < 0.08:
        made = replace(made, street=False)
    if form.ordinance != "fulton-10-3" and rng.random() < 0.1:
        made = replace(made, day=None)
    if form.ordinance == "charter-3-06" and rng.random() < 0.1:
        made = replace(made, signed=False)
    return made if form.sworn else replace(made, notary_signed=False, seal="", notary_day=None, expires_written=False)


def _plan(rng: random.Random, made: Draft, first: date) -> None:
    """Print the paper with its faults, plan who signs which line and what stands in the heading's blanks."""
    form: PaperForm = made.form
    made.printed = made.clean if not form.faults else typeset(form)
    for leaf in made.printed.leaves:
        if leaf.job == "lines" and form.by_hand and form.stated:
            gone = form.fault("heading-incomplete", leaf.number) or form.fault("officer", leaf.number)
            names = [n for n in (*PARTICULARS, "official") if n in form.stated and not (gone and n in gone.value)]
            made.fills[leaf.number] = {n: blocks.value(form, n, leaf.number) for n in names}
        if leaf.job == "lines" and rng.random() < PAGE_NUMBERED:
            made.fills.setdefault(leaf.number, {})["page"] = str(rng.randint(1, 60))
    rows = [(leaf.number, row) for leaf in made.printed.leaves if leaf.job == "lines" for row in leaf.rows()]
    share = rng.choice((1.0, 1.0, 0.9, 0.75, 0.5))
    last = min(d for d in (made.oath.day, made.oath.notary_day, first + timedelta(days=40)) if d)
    days = sorted(first + timedelta(days=rng.randint(0, max(1, (last - first).days))) for _ in rows)
    for at, place in enumerate(rows):
        made.entries[place] = _entry(rng, form, min(days[at], last)) if at < share * len(rows) and rng.random() > 0.04 else None


def _entry(rng: random.Random, form: PaperForm, day: date) -> Entry:
    """An ordinary signer; what the ordinance does not ask for is sometimes left out."""
    narrow = any("date" in name and width < 13 for name, width in form.layout.columns)
    filled = {"name", "address", "city", "county", "zip", "date"}
    spare = {
        "fulton-10-3": ("name", "zip", "city"),
        "charter-602": ("date", "zip", "city"),
        "charter-3-06": ("name", "address", "date"),
    }
    if rng.random() < 0.06:
        filled.discard(rng.choice(spare[form.ordinance]))
    style = spelling.style(rng, narrow=narrow, year=form.ordinance == "fulton-10-3")
    return Entry(who=person(rng, form.town), day=day, spelling=style, filled=frozenset(filled))


def signatures(made: Draft) -> int:
    """How many signatures stand on the paper, struck lines left out."""
    whole = ("once", "several", "scribble")
    return sum(bool(e and e.signed and e.strike not in whole) for e in made.entries.values())


def spelled(rng: random.Random, number: int) -> str:
    """A count as people write it: figures, words, or both."""
    words = NUMBERS[number] if number < 20 else TENS[number // 10] + (f"-{NUMBERS[number % 10]}" if number % 10 else "")
    return rng.choice((str(number), str(number), str(number), words if len(words) < 10 else str(number)))


def _count(rng: random.Random, made: Draft) -> None:
    """The circulator counts the signatures and writes the number, where the paper asks for it."""
    form: PaperForm = made.form
    if form.ordinance == "fulton-10-3":
        number = signatures(made)
        made.oath = replace(made.oath, count=spelled(rng, number), count_value=number)
