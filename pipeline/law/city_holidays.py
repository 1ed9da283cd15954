"""The days on which the city's office is closed: public holidays as a seed, the city's own file above them.

The file (`holidays` of petition.toml):

    seed = "US"                     # country, or country and state as "US-CO"; "none" begins empty
    observed = true                 # whether a holiday on a weekend closes the Friday before or the Monday after
    weekend = ["Saturday", "Sunday"]
    not_kept = ["Columbus Day"]     # holidays of the seed on which the office is open

    [[closed]]                      # the city's own days
    day = 2026-11-27
    name = "Day after Thanksgiving"
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import holidays

from pipeline.errors import WrongUse
from pipeline.law import toml_values
from pipeline.law.calendar import WEEKDAYS

# Where a city gives no file, federal holidays are what most offices keep; every date reckoned so says that it was.
DEFAULT_SEED = "US"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedDay:
    """One day of the city's own."""

    day: date
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CityFile:
    """The city's own file of closed days, as it stands in TOML."""

    seed: str = DEFAULT_SEED
    observed: bool = True
    weekend: tuple[str, ...] = ("Saturday", "Sunday")
    not_kept: tuple[str, ...] = ()
    closed: tuple[ClosedDay, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CityCalendar:
    """Closed days of one office. The city's own days win over the seed."""

    file: CityFile
    source: str
    """What was used, in words, for the reckoning."""
    given: bool
    """Whether the city gave a file; False: the seed alone, which a person should look at."""
    _years: dict[int, dict[date, str]] = field(default_factory=dict, repr=False, compare=False)

    def closed(self, day: date) -> str | None:
        """Why the office is closed on this day, None where it is open."""
        own = next((c.name for c in self.file.closed if c.day == day), None)
        if own is not None:
            return own
        if WEEKDAYS[day.weekday()] in self.file.weekend:
            return WEEKDAYS[day.weekday()]
        return self._seeded(day.year).get(day)

    def _seeded(self, year: int) -> dict[date, str]:
        """The seed's holidays of a year, those that the city does not keep left out."""
        if year not in self._years:
            self._years[year] = {d: n for d, n in _seed(self.file, year).items() if not self._not_kept(n)}
        return self._years[year]

    def _not_kept(self, name: str) -> bool:
        plain = name.removesuffix(" (observed)").casefold()
        return plain in {n.casefold() for n in self.file.not_kept}


def _seed(file: CityFile, year: int) -> dict[date, str]:
    """The public holidays of a year by the library's tables."""
    if file.seed == "none":
        return {}
    country, _, state = file.seed.partition("-")
    known: Any = holidays.country_holidays(country, subdiv=state or None, years=year, observed=file.observed)
    return {day: str(name) for day, name in known.items() if day.year == year}


def city_calendar(path: Path | None) -> CityCalendar:
    """The calendar in the city's file; the seed alone where none is given.

    Raises:
        WrongUse: for a file that cannot be used, naming the key and what it wants.
    """
    if path is None:
        file = CityFile()
        return CityCalendar(file=file, source=f"weekends and the public holidays of {file.seed}", given=False)
    raw = toml_values.parse(path)
    file = toml_values.build(CityFile, raw, path.name)
    for name in file.weekend:
        if name not in WEEKDAYS:
            raise WrongUse(f'{path.name}: "weekend" is "{name}". It wants names of weekdays, as "Saturday".')
    try:
        _seed(file, 2026)
    except (NotImplementedError, AttributeError, KeyError):
        raise WrongUse(f'{path.name}: "seed" is "{file.seed}". It wants a country as "US", a country and state as "US-CO", '
                       f'or "none".') from None  # fmt: skip
    unknown = [n for n in file.not_kept if n.casefold() not in _names(file)]
    if unknown:
        raise WrongUse(f'{path.name}: "not_kept" names "{unknown[0]}", which is no holiday of {file.seed}.')
    return CityCalendar(file=file, source=f"{path.name}, seeded with {file.seed}", given=True)


def _names(file: CityFile) -> set[str]:
    """Names of the seed's holidays over some years, so that one observed elsewhere is known too."""
    return {n.removesuffix(" (observed)").casefold() for y in range(2020, 2032) for n in _seed(file, y).values()}
