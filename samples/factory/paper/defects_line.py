"""Which defects of signer lines of papers can be planted? Registered like the others in defects.py."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from samples.factory.draft import Draft
from samples.factory.paper.consequence import asked, line
from samples.factory.paper.defects import ALL, SWORN, defect, paper
from samples.factory.signer import Entry

Place = tuple[int, int]
Change = Callable[[Entry], Entry]


def free(made: Draft) -> list[Place]:
    """Lines on which somebody is to sign and nothing is planted yet."""
    taken = {(f["page"], f["row"]) for f in made.findings if f["scope"] == "line"}
    return [place for place, entry in made.entries.items() if entry and place not in taken]


def on_lines(rng: random.Random, made: Draft, check: str, change: Change, count: int) -> list[Place]:
    """Change `count` lines and say that `check` finds them."""
    assert made.printed is not None
    places = free(made)
    chosen = rng.sample(places, min(count, len(places)))
    for place in chosen:
        entry = made.entries[place]
        assert entry is not None
        made.entries[place] = change(entry)
        made.findings.append(line(paper(made).ordinance, check, *place, made.printed.numbers[place]))
    return chosen


def allow(made: Draft, places: list[Place], why: str, *checks: str) -> None:
    ordinance = paper(made).ordinance
    made.allowed += [
        {"check": c, "why": why, "page": leaf, "row": row} for leaf, row in places for c in checks if asked(ordinance, c)
    ]


@defect("line-signature-missing", "line", "line-signature", ALL, 1.5)
def _unsigned(rng: random.Random, made: Draft) -> None:
    on_lines(rng, made, "line-signature-missing", lambda e: replace(e, signed=False), rng.choice((1, 1, 2)))


@defect("line-name-missing", "line", "line-name", ("charter-602",), 1.2)
def _unnamed(rng: random.Random, made: Draft) -> None:
    on_lines(rng, made, "line-name-missing", lambda e: replace(e, filled=e.filled - {"name"}), rng.choice((1, 2)))


@defect("line-address-missing", "line", "line-address", SWORN, 1.3)
def _homeless(rng: random.Random, made: Draft) -> None:
    on_lines(rng, made, "line-address-missing", lambda e: replace(e, filled=e.filled - {"address"}), rng.choice((1, 1, 2)))


@defect("line-address-incomplete", "line", "line-address", ("charter-602",), 1.2)
def _incomplete(rng: random.Random, made: Draft) -> None:
    """A number without a street, or a street without a number."""

    def change(entry: Entry) -> Entry:
        number, _, street = entry.who.street.partition(" ")
        return replace(entry, said={"address": rng.choice((number, street))}, filled=entry.filled | {"address"})

    on_lines(rng, made, "line-address-incomplete", change, rng.choice((1, 2)))


@defect("line-po-box", "line", "line-address", ("charter-602",), 1.2)
def _box(rng: random.Random, made: Draft) -> None:
    def change(entry: Entry) -> Entry:
        text = rng.choice(("PO Box {n}", "P.O. Box {n}", "Box {n}", "Post Office Box {n}")).format(n=rng.randint(11, 4200))
        return replace(entry, said={"address": text}, filled=entry.filled | {"address"})

    places = on_lines(rng, made, "line-po-box", change, 1)
    allow(made, places, "a box without the words for it has no street either", "line-address-incomplete")


@defect("line-date-missing", "line", "line-date", ("fulton-10-3",), 1.3)
def _undated(rng: random.Random, made: Draft) -> None:
    on_lines(rng, made, "line-date-missing", lambda e: replace(e, filled=e.filled - {"date"}), rng.choice((1, 2)))


@defect("line-date-incomplete", "line", "line-date", ("fulton-10-3",), 1.2)
def _no_year(rng: random.Random, made: Draft) -> None:
    on_lines(rng, made, "line-date-incomplete", lambda e: replace(e, spelling="m/d"), rng.choice((1, 2)))


@defect("line-date-unreadable", "line", "line-date", ("fulton-10-3",), 0.8)
def _unreadable(rng: random.Random, made: Draft) -> None:
    places = on_lines(rng, made, "line-date-unreadable", lambda e: replace(e, scrawled=e.scrawled | {"date"}), 1)
    allow(made, places, "a scrawl that runs through its cell looks struck", "line-struck-partly", "line-altered")


@defect("line-date-impossible", "line", "line-date", ("fulton-10-3",), 1.2)
def _impossible(rng: random.Random, made: Draft) -> None:
    """No such day, long before circulation began, or in another year altogether."""

    def change(entry: Entry) -> Entry:
        assert entry.day is not None
        if rng.random() < 0.4:
            return replace(entry, said={**entry.said, "date": rng.choice(("9/31/26", "2/30/26", "13/4/26", "6/31/2026"))})
        early = entry.day - timedelta(days=rng.randint(60, 150))
        return replace(entry, day=early, spelling="m/d/yy")

    places = on_lines(rng, made, "line-date-impossible", change, 1)
    allow(made, places, "a day that cannot be may be taken for one that was not read", "line-date-unreadable")


@defect("line-after-affidavit", "line", "line-after", ("fulton-10-3",), 1.3)
def _after(rng: random.Random, made: Draft) -> None:
    days = [d for d in (made.oath.day, made.oath.notary_day) if d]
    if not days or any(f["check"] == "affidavit-missing" for f in made.findings):
        return
    # The petition is filed some weeks after the affidavit, so that such a date is possible.
    late = max(days) + timedelta(days=rng.randint(1, 8))
    on_lines(rng, made, "line-after-affidavit", lambda e: replace(e, day=late, spelling="m/d/yy"), rng.choice((1, 1, 2)))


@defect("line-altered", "line", "line-altered", ("fulton-10-3",), 0.8)
def _altered(rng: random.Random, made: Draft) -> None:
    what = rng.choice(("date", "name")) if "name" in paper(made).layout.cells else "date"
    places = on_lines(rng, made, "line-altered", lambda e: replace(e, altered=what, filled=e.filled | {"date", "name"}), 1)
    why = "writing over writing looks like striking, and its date is doubtful"
    allow(made, places, why, "line-struck-partly", "line-after-affidavit", "line-date-unreadable", "line-date-impossible")


@defect("line-not-ink", "line", "line-ink", SWORN, 1.5)
def _pencil(rng: random.Random, made: Draft) -> None:
    on_lines(rng, made, "line-not-ink", lambda e: replace(e, pencil=True), rng.choice((1, 1, 2)))


@defect("line-illegible", "line", "line-illegible", ALL, 0.5)
def _illegible(rng: random.Random, made: Draft) -> None:
    scrawled = frozenset({"name", "address"})
    on_lines(rng, made, "line-illegible", lambda e: replace(e, scrawled=scrawled, filled=e.filled | scrawled), 1)


@defect("line-struck", "line", "line-struck", ALL, 1.5)
def _struck(rng: random.Random, made: Draft) -> None:
    how = rng.choice(("once", "several", "scribble"))
    on_lines(rng, made, "line-struck", lambda e: replace(e, strike=how), rng.choice((1, 1, 2)))


@defect("line-struck-partly", "line", "line-partly", ALL, 0.9)
def _struck_partly(rng: random.Random, made: Draft) -> None:
    part = rng.choice(("name", "address", "signature"))
    both = {"name", "address"}
    places = on_lines(rng, made, "line-struck-partly", lambda e: replace(e, strike=part, filled=e.filled | both), 1)
    allow(made, places, "a word struck out is also a change", "line-altered")
