"""What the finders look for: the wordings of the law and of the petition. Part of the key under which facts are kept."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementSought:
    """One statement that the circulator's affidavit must make."""

    name: str
    """As requirements.md names it: `read-laws`, `aged-18`, …"""
    clause: str
    """For example `54-124(e)(2)`."""
    quote: str
    """The clause's own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """Wordings that the page's words are compared with. None: not known, or not asked for by the ordinance."""

    ordinance: str
    kind: str
    warning: str | None = None
    summary: str | None = None
    """The summary as the clerk prepared it, plain text."""
    text: str | None = None
    """The full text of the measure as filed, plain text; paragraphs apart by blank lines."""
    statements: tuple[StatementSought, ...] = ()
    affidavit_particulars: tuple[str, ...] = ()
    """Blanks that the ordinance wants filled: `name`, `street`, `municipality`, `county`, `date`, `count`."""
    notarized: bool = False
    """Whether the ordinance wants a notarial act."""
    committee: bool = False
    serial: bool = False
    recall_grounds: tuple[str, ...] = ()
    """Grounds of which the reasons for recall must name one; not empty where a recall statement is looked for."""
    heading_particulars: tuple[str, ...] = ()
    """What the heading of a nomination form must state: `candidate`, `address`, `party`, `office`."""
    no_designation: bool = False
    """Whether the ordinance forbids a party or other designation on the form."""
    circulation_from: str | None = None
    """ISO date: first day of circulation, a bound for reading dates (never for correcting them)."""
    filed: str | None = None
    """ISO date and time of filing."""
