"""A date that the law sets, with its whole reckoning: from which day, by which rule, what was skipped, which clause."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A day that a rule leaves out of its counting."""

    day: date
    why: str
    """`Saturday`, `Veterans Day` …"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoned:
    """One date, or a window of days where `until` is given."""

    name: str
    """What happens on it, as a label: `Last day to file`."""
    day: date
    start: date
    """The day from which it was counted."""
    start_is: str
    """What that day is: `the primary`."""
    rule: str
    """The rule in words, with its figure."""
    clause: str
    at: datetime | None = None
    """The hour of the day, with its offset, where the clause sets one."""
    until: date | None = None
    """Last day of a window that begins on `day`."""
    skipped: tuple[Skipped, ...] = ()
    says: str = ""
    """What follows from it, in a sentence; empty where the name says it all."""
    doubt: str | None = None
    """Why a person must look at it, half a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotReckoned:
    """A date that cannot be told, because something is not known or the law leaves it to another."""

    name: str
    clause: str
    why: str
