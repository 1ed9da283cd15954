"""The roll of registered electors: one elector, and what looking a line up on the roll gave. No verdict here.

Source of the columns: requirements.md, "The petition file".
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

ElectorStatus = Literal["active", "inactive", "cancelled", ""]
MatchAnswer = Literal["found", "moved", "doubtful", "none", "unread"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RollElector:
    """One registered elector, as the office's roll has it. Empty text and None: the roll does not say."""

    id: str
    first: str
    last: str
    middle: str = ""
    suffix: str = ""
    number: str = ""
    """House number, with its fraction or letter: `12 1/2`, `40B`."""
    direction: str = ""
    """`N`, `SE` …, before the street's name or after it."""
    street: str = ""
    """The street's name without type and direction."""
    street_type: str = ""
    unit: str = ""
    city: str = ""
    county: str = ""
    zip: str = ""
    ward: str = ""
    district: str = ""
    party: str = ""
    registered_on: date | None = None
    status: ElectorStatus = ""
    birth_year: int | None = None

    @property
    def name(self) -> str:
        """The whole name as people write it."""
        return " ".join(part for part in (self.first, self.middle, self.last, self.suffix) if part)

    @property
    def address(self) -> str:
        """The whole address on one line."""
        unit = self.unit if not self.unit or not self.unit[0].isdigit() else f"#{self.unit}"
        street = " ".join(part for part in (self.number, self.direction, self.street, self.street_type, unit) if part)
        return ", ".join(part for part in (street, " ".join(p for p in (self.city, self.zip) if p)) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgiven:
    """A difference between what is written and what the roll has, that a tolerance of the ordinance may forgive."""

    tolerance: str
    """As the ordinance file names it: `given-name`, `address-parts`, `zip-for-city`."""
    what: str
    """In words: `initial for the first name`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An elector who may be the signer."""

    elector: RollElector
    certainty: float
    """0 to 1: that this elector signed the line; over all candidates and "not on the roll" it sums to 1 or less."""
    forgiven: tuple[Forgiven, ...] = ()
    differs: tuple[str, ...] = ()
    """What is written otherwise than on the roll and no tolerance covers: `name`, `address`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollMatch:
    """What looking one line up on the roll gave."""

    answer: MatchAnswer
    """`found`: one elector fits. `moved`: one fits by name, and lives elsewhere by the roll. `doubtful`: several fit, or one fits
    badly. `none`: nobody fits what was read. `unread`: too little is written or read to look anybody up."""
    certainty: float
    """0 to 1, of the answer."""
    searched: tuple[str, ...]
    """What was looked for, in words for a person who looks again."""
    candidates: tuple[Candidate, ...] = ()
    """Best first; with `found` and `moved` the first is the elector."""

    @property
    def best(self) -> Candidate | None:
        """The likeliest elector, None where nobody comes near."""
        return self.candidates[0] if self.candidates else None
