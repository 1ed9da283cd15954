"""Small made-up rolls for tests; nobody in them is anybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pipeline.model.roll import RollElector
from pipeline.roll.database import Roll
from pipeline.roll.importing import import_roll
from samples.factory.roll import write_csv

ADA = RollElector(
    id="E1",
    first="Ada",
    middle="Rose",
    last="Quill",
    number="12",
    street="Elm",
    street_type="St",
    city="Pine Hollow",
    zip="80999",
)


def person(id: str, name: str, address: str = "12 Elm St", **more: str) -> RollElector:
    """An elector from `First Last` and `number street type`."""
    first, _, last = name.partition(" ")
    number, street, kind = address.split(" ")
    given = replace(ADA, id=id, first=first, middle="", last=last, number=number, street=street, street_type=kind)
    return replace(given, **more)  # type: ignore[arg-type]


def roll_of(folder: Path, electors: Sequence[RollElector]) -> Roll:
    """These electors, imported."""
    file = folder / "roll.csv"
    write_csv(file, electors)
    return Roll(import_roll(file, folder=folder / "rolls").path)
