"""The made-up roll: the same for the same seed, and true about who of the signers is on it."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

from pipeline.roll.importing import import_roll
from samples.factory import roll_sample
from samples.factory.people import TOWNS, person
from samples.factory.roll import electors, signer_on_roll
from samples.factory.roll_beside import ROLL, lay

TOWN = TOWNS["develop"][0]


def test_the_same_seed_gives_the_same_electors_however_many_are_asked_for() -> None:
    first = list(electors("a", 300, [TOWN]))
    assert first == list(electors("a", 900, [TOWN]))[:300]
    assert first != list(electors("b", 300, [TOWN]))
    assert len({e.id for e in first}) == 300


def test_signers_are_on_the_roll_in_every_way_that_a_roll_knows_people() -> None:
    rng = random.Random(3)
    ways = Counter(signer_on_roll(rng, person(rng, TOWN), f"S{n}").how for n in range(400))
    assert set(ways) == {"same", "otherwise", "moved", "beside", "absent"}
    assert 0.02 < ways["absent"] / 400 < 0.12


def test_the_truth_beside_scans_names_only_ids_that_the_roll_has(tmp_path: Path) -> None:
    rng = random.Random(5)
    people = [person(rng, TOWN) for _ in range(40)]
    lines = [
        {"page": 2, "row": n, "state": "signed", "name": {"text": p.name}, "address": {"text": p.street}}
        for n, p in enumerate(people, 1)
    ]
    lines.append({"page": 2, "row": 41, "state": "blank", "name": None, "address": None})
    committee = [{"name": people[0].name, "address": f"{people[0].street}, {TOWN.city}"}]
    told = {"file": "s.pdf", "petition": "petition.toml", "sections": [{"lines": lines, "committee": committee}]}
    (tmp_path / "s.truth.json").write_text(json.dumps(told), encoding="utf-8")
    (tmp_path / "petition.toml").write_text(f'city = "{TOWN.city}"\n', encoding="utf-8")
    found = lay(tmp_path, 200)
    report = import_roll(tmp_path / ROLL, folder=tmp_path / "rolls")
    from pipeline.roll.database import Roll

    with Roll(report.path) as roll:
        named = {id: roll.elector(id) for id in found.values() if id is not None}
    assert all(named.values()) and len(named) > 30
    assert found["s.pdf:2:41"] is None
    kept = json.loads((tmp_path / "s.truth.json").read_text(encoding="utf-8"))
    assert [line["elector"] for line in kept["sections"][0]["lines"]] == list(found.values())
    assert lay(tmp_path, 200) == found, "the same scans get the same roll"


def test_the_bundled_roll_is_what_the_factory_makes(tmp_path: Path) -> None:
    roll_sample.make(tmp_path)
    kept = roll_sample.ROOT / "petitions" / roll_sample.PETITION
    for name in ("roll.csv", "roll.truth.json", "petition-roll.toml"):
        assert (tmp_path / name).read_bytes() == (kept / name).read_bytes(), name
