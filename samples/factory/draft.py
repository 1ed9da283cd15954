"""What is one section going to be? Drafted clean, then defects are planted in it, then it is printed, filled in and told
as truth.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from samples.factory import catalogue, consequence, spelling
from samples.factory.form import Form
from samples.factory.form_pages import Print, typeset
from samples.factory.oath import Oath
from samples.factory.people import person
from samples.factory.signer import Entry


@dataclass(slots=True, kw_only=True)
class Draft:
    """A section in the making. `form` may carry faults; `clean` is the print without any, which tells the leaves."""

    form: Any
    """A Form, or a PaperForm under the charters."""
    serial: str
    clean: Print
    oath: Oath
    printed: Print | None = None
    entries: dict[tuple[int, int], Entry | None] = field(default_factory=dict)
    findings: list[dict[str, Any]] = field(default_factory=list)
    allowed: list[dict[str, Any]] = field(default_factory=list)
    planted: list[str] = field(default_factory=list)
    drop_leaves: set[int] = field(default_factory=set)
    insert: dict[int, str] = field(default_factory=dict)
    """Leaf after which a page of another section stands, and that section's serial."""
    dark: bool = False
    """Whether pencils are left at home, for a bitonal scan would lose them."""
    doubtful: set[tuple[int, int]] = field(default_factory=set)
    inked: bool = False
    """Whether all but planted lines are written in ink, because the ordinance asks for it."""
    oaths: dict[int, Oath] = field(default_factory=dict)
    """Affidavits by leaf that are not as `oath`."""
    fills: dict[int, dict[str, str]] = field(default_factory=dict)
    """By leaf, what is written into the blanks of its heading."""

    def leaves(self, job: str) -> list[int]:
        """Leaf numbers of the clean print that have `job`."""
        return [leaf.number for leaf in self.clean.leaves if leaf.job == job]

    @property
    def last_day(self) -> date:
        """The later of the circulator's and the notary's day, or the notary's where the other is missing."""
        return max(d for d in (self.oath.day, self.oath.notary_day, date(2026, 1, 1)) if d)


def draft(rng: random.Random, form: Form, clean: Print, serial: str, first: date) -> Draft:
    """A clean section of `form`; signing may begin on `first`."""
    day = first + timedelta(days=rng.randint(25, 70))
    notary_day = day if rng.random() < 0.8 else day + timedelta(days=rng.randint(1, 3))
    expires = notary_day + timedelta(days=rng.randint(60, 1400))
    oath = Oath(
        circulator=person(rng, form.town),
        notary=person(rng, form.town),
        day=day,
        notary_day=notary_day,
        expires=expires,
        typed=rng.random() < 0.12,
        seal=rng.choice(("rectangle", "rectangle", "rectangle", "round")),
        expires_written=rng.random() < 0.75,
        seal_over_signature=rng.random() < 0.15,
    )
    made = Draft(form=form, serial=serial, clean=clean, oath=oath)
    if form.elector:
        made.findings.append(consequence.section("presumed-genuine"))
    return made


def print_and_plan(rng: random.Random, made: Draft, first: date) -> None:
    """Print the draft with its faults and plan who signs which line."""
    made.printed = made.clean if not made.form.faults and made.serial == "" else typeset(made.form, made.serial)
    rows = [(leaf.number, row) for leaf in made.printed.leaves if leaf.job == "lines" for row in leaf.rows()]
    share = rng.choice((1.0, 1.0, 0.9, 0.75, 0.5))
    last = made.oath.day or made.oath.notary_day or first + timedelta(days=60)
    span = max(1, (last - first).days)
    days = sorted(first + timedelta(days=rng.randint(0, span)) for _ in rows)
    if made.oath.notary_day and made.oath.day:
        days = [min(d, made.oath.day, made.oath.notary_day) for d in days]
    for at, place in enumerate(rows):
        made.entries[place] = entry(rng, made, days[at]) if at < share * len(rows) and rng.random() > 0.04 else None


def entry(rng: random.Random, made: Draft, day: date) -> Entry:
    """An ordinary signer."""
    narrow = any(name == "date" and width < 13 for name, width in made.form.layout.columns)
    filled = {"name", "address", "city", "county", "date"}
    if rng.random() < 0.03:
        filled.discard(rng.choice(("name", "city", "county")))
    if rng.random() < 0.015:
        filled.discard("date")
    return Entry(who=person(rng, made.form.town), day=day, spelling=spelling.style(rng, narrow=narrow), filled=frozenset(filled))


def hands_of(form: Form) -> list[catalogue.Hand]:
    return catalogue.hands(form.side)
