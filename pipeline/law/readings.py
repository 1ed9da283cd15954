"""Which reading of an unclear clause is used: the petition file's choice, else the ordinance's default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.errors import WrongUse
from pipeline.law.ordinance import Choice, Ordinance
from pipeline.law.suggest import did_you_mean
from pipeline.model.result import ReadingUsed


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """The choices for one petition under its ordinance."""

    used: tuple[ReadingUsed, ...]
    choices: tuple[Choice, ...]
    """The chosen choice of each reading, in the same order."""

    def chosen(self, name: str) -> str | None:
        """The choice for this reading, None where the ordinance has no such question."""
        return next((u.chosen for u in self.used if u.name == name), None)


def choose(ordinance: Ordinance, chosen: Mapping[str, str], where: str = "readings") -> Readings:
    """The readings with the choices that a petition file makes; `where` opens the error messages.

    Raises:
        WrongUse: for a reading or a choice that the ordinance has not.
    """
    for name, choice in chosen.items():
        reading = ordinance.reading(name)
        if reading is None:
            known = [r.name for r in ordinance.readings]
            raise WrongUse(f'{where}: {ordinance.id} has no reading "{name}". {did_you_mean(name, known)}')
        names = [c.name for c in reading.choices]
        if choice not in names:
            raise WrongUse(f'{where}: "readings.{name}" is "{choice}". It wants one of {", ".join(names)}.')
    used = tuple(ReadingUsed(name=r.name, chosen=chosen.get(r.name, r.default), default=r.default) for r in ordinance.readings)
    return Readings(used=used, choices=tuple(r.choice(u.chosen) for r, u in zip(ordinance.readings, used, strict=True)))
