"""A roll for scans that are made already: who of their signers is on it, and the elector's id in the truth of each line.

    python -m samples.factory.roll_beside --dir DIR --electors 5000

Writes `roll.csv` into DIR and `elector` into every line of the truth beside its scans: the id, or null for who is not on the
roll. The same scans get the same roll. All electors are made up.
"""

from __future__ import annotations

import argparse
import json
import random
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from pipeline.model.roll import RollElector
from samples.factory.people import PAPER_TOWNS, SUFFIX, TOWNS, Person, Town
from samples.factory.roll import electors, signer_on_roll, write_csv

ROLL = "roll.csv"


def lay(folder: Path, count: int, seed: str = "beside") -> dict[str, str | None]:
    """Write the roll of `count` electors and more into `folder`, and the truth; gives `file:page:row` and id of every line."""
    own: list[RollElector] = []
    found: dict[str, str | None] = {}
    towns: dict[str, Town] = {}
    members: dict[str, str | None] = {}
    for path in sorted(folder.glob("*.truth.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        town = _town(folder, told)
        towns[town.city] = town
        for line in (line for section in told["sections"] for line in section["lines"]):
            key = f"{told['file']}:{line['page']}:{line['row']}"
            line["elector"] = found[key] = elector_of(line, town, random.Random(f"{seed}/{key}"), own)
        for member in (member for section in told["sections"] for member in section.get("committee", ())):
            member["elector"] = member_of(member, town, random.Random(f"{seed}/{member['name']}"), own, members)
        path.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    others = electors(seed, max(count - len(own), 0), list(towns.values()) or list(TOWNS["develop"]))
    write_csv(folder / ROLL, shuffled(own, others, random.Random(seed)))
    return found


def person_of(line: dict[str, Any], town: Town) -> Person | None:
    """Who wrote the line, by its truth; None where it tells no name or no address."""
    name, address = line.get("name"), line.get("address")
    if not name or not address or not name.get("text") or not address.get("text"):
        return None
    text = str(name["text"])
    words = text.split()
    # Written in capitals, a suffix is too.
    bare = [w for w in words if w.upper() not in {s.upper() for s in SUFFIX}]
    at = 2 if len(bare) > 2 and len(bare[1].rstrip(".")) == 1 else 1
    return Person(
        given=bare[0], family=" ".join(bare[at:]) or bare[0], name=text, street=str(address.get("ditto") or address["text"]),
        city=town.city, county=town.county, zip=town.zip,
    )  # fmt: skip


def elector_of(line: dict[str, Any], town: Town, rng: random.Random, own: list[RollElector]) -> str | None:
    """The elector's id for the truth of a line, None where the signer is not on the roll; whom the roll has is added to `own`."""
    who = person_of(line, town)
    if who is None:
        return None
    there = signer_on_roll(rng, who, f"S{len(own) + 1:07d}")
    own += there.added
    return there.elector


def member_of(
    member: dict[str, Any], town: Town, rng: random.Random, own: list[RollElector], known: dict[str, str | None]
) -> str | None:
    """The elector's id of a representative; the same person on every section of a petition."""
    name, address = member.get("name"), member.get("address")
    if not name or not address:
        return None
    if name not in known:
        line = {"name": {"text": name}, "address": {"text": str(address).split(",")[0]}}
        known[name] = elector_of(line, town, rng, own)
    return known[name]


def _town(folder: Path, told: dict[str, Any]) -> Town:
    """The town of the scan's petition."""
    petition = tomllib.loads((folder / told["petition"]).read_text(encoding="utf-8"))
    known = {t.city: t for group in (*TOWNS.values(), *PAPER_TOWNS.values()) for t in group}
    city = str(petition.get("city", ""))
    return known.get(city) or Town(city=city, county=str(petition.get("county", "")), zip="80999")


def shuffled(own: list[RollElector], others: Iterator[RollElector], rng: random.Random) -> Iterator[RollElector]:
    """The signers among the others, as in a roll that nobody sorted by who signed."""
    left = list(own)
    rng.shuffle(left)
    for other in others:
        if left and rng.random() < 0.05:
            yield left.pop()
        yield other
    yield from chain(left)


def main() -> None:
    """Lays the roll beside the scans of a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dir", type=Path, required=True)
    parser.add_argument("--electors", type=int, default=5000)
    parser.add_argument("--seed", default="beside")
    asked = parser.parse_args()
    found = lay(asked.dir, asked.electors, asked.seed)
    absent = sum(1 for id in found.values() if id is None)
    print(f"{asked.dir / ROLL}: {len(found) - absent} lines of electors, {absent} blank or of nobody on the roll")


if __name__ == "__main__":
    main()
