"""Who is on the roll? Made-up electors in households, and for made-up signers what the roll has of them. None of them is anybody.

The roll knows some signers otherwise than they write: whole middle names, short street types, a second family name, an old
address. A few signers are not on it at all, and some have a father, a son or a housemate of nearly the same name beside them.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, timedelta
from pathlib import Path

from pipeline.model.roll import RollElector
from pipeline.roll.mapping import COLUMNS
from pipeline.roll.words import split_address
from samples.factory.people import GIVEN, KINDS, STREETS, SUFFIX, Person, Town


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


MIDDLE = _words("""
Ann Blake Claire Dean Elise Frank Grace Hugh Irene James Kay Lee Marie Noel Olive Paul Rose Scott Todd Vince Wayne
""")
_STEMS = _words("""
Ash Bar Bell Birch Black Bran Brook Burn Carl Cart Clay Cold Cran Dal Den Dun East Elm Fair Far Fern Fox Gar Glen Gold Gran Green
Hal Ham Hart Hay Hazel High Hol Horn Kel Kirk Lam Lang Lin Lock Long Mar May Mead Mer Mill Moor Nor Oak Old Orm Pen Pick Pres Quin
Rad Ray Red Rock Ros Rush Sand Shel Sil Stan Stock Stone Sut Tal Thorn Tor Upton Var Wal War Wes Whit Wild Win Wood Yar York
""")
_ENDS = _words("""
bury by dale den er field ford ham hurst ins kins land ley lin low man mere more ner ridge sen shaw ski son stead ston ton ville
wall way well wick wood worth
""")
NICKNAMED = {
    "Carol": "Caroline", "Gwen": "Gwendolyn", "Kurt": "Kurtis", "Thea": "Dorothea", "Vera": "Veronica", "Joan": "Joanna",
    "Bertram": "Bert", "Rafael": "Rafa", "Stuart": "Stu", "Victor": "Vic", "Tobias": "Toby", "Wesley": "Wes", "Edna": "Edna",
}  # fmt: skip
"""Names that the roll may have for what a signer writes."""

Filled = Iterator[RollElector]


def electors(seed: int | str, count: int, towns: Sequence[Town], *, first_id: int = 1) -> Filled:
    """`count` electors in households of one to five; the same seed gives the same electors, however many are asked for."""
    made = number = 0
    while made < count:
        rng = random.Random(f"{seed}/household/{number}")
        number += 1
        for elector in _household(rng, rng.choice(towns)):
            if made < count:
                made += 1
                yield replace(elector, id=f"E{first_id + made - 1:08d}")


def family(rng: random.Random) -> str:
    """A family name; some are borne by many, most by few."""
    stem = _STEMS[min(int(rng.expovariate(1.0) * 18), len(_STEMS) - 1)]
    end = _ENDS[min(int(rng.expovariate(1.0) * 9), len(_ENDS) - 1)]
    name = f"{stem}{end}"
    if rng.random() < 0.04:
        return f"{name}-{rng.choice(_STEMS)}{rng.choice(_ENDS)}"
    if rng.random() < 0.04:
        return rng.choice(("O'", "Mc", "De ", "Van ")) + name
    return name


def _household(rng: random.Random, town: Town) -> Iterator[RollElector]:
    street = rng.choice(STREETS) if rng.random() < 0.4 else f"{rng.choice(_STEMS)}{rng.choice(_ENDS)}"
    if rng.random() < 0.08:
        n = rng.randint(1, 60)
        ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
        street = f"{n}{ending}"
    house = RollElector(
        id="", first="", last=family(rng), number=str(rng.choice((rng.randint(1, 99), rng.randint(100, 999),
        rng.randint(1000, 14999)))), direction=rng.choice(("", "", "", "N", "S", "E", "W")), street=street,
        street_type=rng.choice(KINDS)[1], unit=str(rng.randint(1, 48)) if rng.random() < 0.2 else "", city=town.city,
        county=town.county, zip=town.zip, ward=str(rng.randint(1, 6)), status="active",
    )  # fmt: skip
    size = rng.choice((1, 1, 2, 2, 2, 3, 4, 5))
    used: set[str] = set()
    for n in range(size):
        first = rng.choice([g for g in GIVEN if g not in used])
        used.add(first)
        born = rng.randint(1935, 2007)
        yield replace(
            house,
            first=first,
            middle=rng.choice((rng.choice(MIDDLE), rng.choice("ABCDEFGHJKLMNPRSTW"), "")),
            last=house.last if n == 0 or rng.random() < 0.8 else family(rng),
            status=rng.choices(("active", "inactive", "cancelled"), weights=(93, 5, 2))[0],
            registered_on=date(born + 18, 1, 1) + timedelta(days=rng.randint(0, max(30, 365 * (2025 - born - 18)))),
            birth_year=born,
        )
        if n == 0 and rng.random() < 0.03:
            # Father and son of one name, told apart by the suffix, or by the year of birth alone.
            yield replace(house, first=first, suffix=rng.choice(("Jr", "Jr", "III", "")), birth_year=min(born + 26, 2007),
                          registered_on=date(2019, 5, 4))  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class OnRoll:
    """What the roll has of one signer."""

    elector: str | None
    """The id; None where the signer is not on the roll."""
    how: str
    """`same`, `otherwise`, `moved`, `beside` (a near namesake lives there too) or `absent`."""
    added: tuple[RollElector, ...]


ABSENT, MOVED, BESIDE, OTHERWISE = 0.06, 0.03, 0.08, 0.4
"""Shares of signers who are not on the roll, who moved, who have a near namesake at home, and whom the roll spells otherwise."""


def signer_on_roll(rng: random.Random, who: Person, id: str) -> OnRoll:
    """What the roll has of `who`, as it stands there under `id`."""
    there = _as_written(who, id)
    drawn = rng.random()
    if drawn < ABSENT:
        # Whoever else lives there is registered: the line must not be pulled to him or her.
        mates = [replace(there, id=f"{id}x{n}", first=f, middle="") for n, f in enumerate(rng.sample(GIVEN, 2)) if f != who.given]
        return OnRoll(elector=None, how="absent", added=tuple(mates[: rng.choice((0, 1, 2))]))
    if drawn < ABSENT + MOVED:
        away = replace(there, number=str(rng.randint(15000, 19999)), street=rng.choice(_STEMS) + "mere", unit="")
        return OnRoll(elector=id, how="moved", added=(away,))
    if drawn < ABSENT + MOVED + BESIDE:
        other = rng.choice([g for g in GIVEN if g != who.given])
        mate = replace(there, id=f"{id}x", first=other, middle="", suffix="")
        return OnRoll(elector=id, how="beside", added=(there, mate))
    if drawn < ABSENT + MOVED + BESIDE + OTHERWISE:
        return OnRoll(elector=id, how="otherwise", added=(_otherwise(rng, there),))
    return OnRoll(elector=id, how="same", added=(there,))


def _as_written(who: Person, id: str) -> RollElector:
    words = who.name.split()
    suffix = words.pop() if words[-1] in SUFFIX else ""
    middle = next((w.rstrip(".") for w in words[1:] if len(w.rstrip(".")) == 1), "")
    number, direction, street, kind, unit = split_address(who.street)
    return RollElector(
        id=id, first=who.given, middle=middle, last=who.family, suffix=suffix.rstrip("."), number=number, direction=direction,
        street=street.title(), street_type=kind, unit=unit, city=who.city, county=who.county, zip=who.zip, ward="1",
        registered_on=date(2012, 3, 1), status="active", birth_year=1970,
    )  # fmt: skip


def _otherwise(rng: random.Random, e: RollElector) -> RollElector:
    change = rng.choice(("middle", "no-middle", "nickname", "unit", "direction", "surname", "type"))
    if change == "middle" and len(e.middle) == 1:
        return replace(e, middle=next((m for m in MIDDLE if m.startswith(e.middle)), e.middle))
    if change == "no-middle":
        return replace(e, middle=rng.choice(MIDDLE)) if not e.middle else e
    if change == "nickname":
        return replace(e, first=NICKNAMED.get(e.first, e.first))
    if change == "unit":
        return replace(e, unit=e.unit or str(rng.randint(1, 40)))
    if change == "direction":
        return replace(e, direction=e.direction or rng.choice("NSEW"))
    if change == "surname" and "-" not in e.last:
        return replace(e, last=f"{e.last}-{family(rng)}" if rng.random() < 0.3 else e.last)
    return replace(e, street_type=e.street_type or rng.choice(KINDS)[1])


def write_csv(path: Path, people: Iterable[RollElector]) -> int:
    """Write the roll in the columns of the requirements; gives the number of electors."""
    names = {
        "first_name": "first", "middle_name": "middle", "last_name": "last", "street_number": "number", "street_name": "street",
    }  # fmt: skip
    assert {f.name for f in fields(RollElector)} >= {names.get(c, c) for c in COLUMNS}
    count = 0
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(COLUMNS)
        for e in people:
            street = f"{e.direction} {e.street}".strip()
            rows.writerow([street if c == "street_name" else getattr(e, names.get(c, c)) or "" for c in COLUMNS])
            count += 1
    return count
