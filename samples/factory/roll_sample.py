"""Makes the committed roll again: python -m samples.factory.roll_sample. The signers of one petition are among its electors.

`roll.csv` is the roll, `petition-roll.toml` the same petition with it, `roll.truth.json` the elector of each line of its scans:
the id, or null for who is not on the roll.
"""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

from pipeline.model.roll import RollElector
from samples.factory.people import TOWNS
from samples.factory.roll import electors, write_csv
from samples.factory.roll_beside import elector_of, member_of, shuffled

ROOT = Path(__file__).parents[1]
PETITION = "leaf-blowers"
ELECTORS, SEED = 400, "roll-sample"


def scans_of(petition: str) -> list[dict[str, Any]]:
    """The truth of the bundled scans of this petition."""
    told = [json.loads(p.read_text(encoding="utf-8")) for p in sorted((ROOT / "scans").glob("*.truth.json"))]
    return [t for t in told if t["petition"] == f"../petitions/{petition}/petition.toml"]


def make(out: Path) -> None:
    """Write roll, truth and petition file into `out`."""
    source = (ROOT / "petitions" / PETITION / "petition.toml").read_text(encoding="utf-8")
    city = tomllib.loads(source)["city"]
    town = next(t for t in TOWNS["develop"] if t.city == city)
    own: list[RollElector] = []
    truth: dict[str, str | None] = {}
    members: dict[str, str | None] = {}
    for told in scans_of(PETITION):
        for line in (line for section in told["sections"] for line in section["lines"]):
            key = f"{told['file']}:{line['page']}:{line['row']}"
            truth[key] = elector_of(line, town, random.Random(f"{SEED}/{key}"), own)
        for member in (member for section in told["sections"] for member in section["committee"]):
            member_of(member, town, random.Random(f"{SEED}/{member['name']}"), own, members)
    others = electors(SEED, ELECTORS - len(own), [town])
    write_csv(out / "roll.csv", shuffled(own, others, random.Random(SEED)))
    (out / "roll.truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")
    (out / "petition-roll.toml").write_text(source + 'roll = "roll.csv"\nroll_as_of = 2026-11-01\n', encoding="utf-8")


if __name__ == "__main__":
    make(ROOT / "petitions" / PETITION)
