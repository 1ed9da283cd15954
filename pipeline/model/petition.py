"""The petition file: what the clerk's office knows of one petition before a page is read.

Source: requirements.md, "The petition file".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Literal

Kind = Literal["initiative", "referendum", "recall", "nomination", "withdrawal"]
FiledAs = Literal["one instrument", "in parts", "unbound"]
Office = Literal["Mayor", "Council Member", "Council Member at Large", "District Council Member"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A member of the petitioners' committee, as the office knows him or her."""

    name: str
    address: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Official:
    """Whom a recall is about."""

    name: str
    office: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FilingDeadline:
    """A deadline that another law sets, and which law that is."""

    at: datetime
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Required:
    """How many signatures another law asks for, where the ordinance sets no number."""

    source: str
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """An election authority and its return (charter-602)."""

    name: str
    counties: tuple[str, ...] = ()
    returned: date | bool | None = None
    """The day on which the petitions came back, or only whether they did."""
    stated_valid: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PetitionFile:
    """One petition.toml, validated; paths are absolute. None and empty: not given, so what needs it is not checked."""

    ordinance: str
    kind: Kind
    id: str = ""
    title: str | None = None
    city: str | None = None
    county: str | None = None
    timezone: str | None = None
    """IANA name."""
    summary_file: Path | None = None
    text_file: Path | None = None
    form: Path | None = None
    roll: Path | None = None
    roll_mapping: Path | None = None
    circulation_from: date | None = None
    filed: datetime | None = None
    """Always with an offset."""
    filed_as: FiledAs | None = None
    """How the office recorded the papers when they were filed; no scan shows it."""
    registered_voters: int | None = None
    office: Office | None = None
    district: str | None = None
    candidate: str | None = None
    candidate_address: str | None = None
    party: str | None = None
    primary: date | None = None
    official: Official | None = None
    term: int | None = None
    """Years."""
    filing_deadline: FilingDeadline | None = None
    required: Required | None = None
    roll_as_of: date | None = None
    determined_sufficient: date | None = None
    council_vote: date | None = None
    certificate_received: date | None = None
    available_dates: tuple[date, ...] = ()
    regular_elections: tuple[date, ...] = ()
    vote: date | None = None
    term_ends: date | None = None
    vacated: date | None = None
    holidays: Path | None = None
    withdraws: Path | None = None
    approved_by: str | None = None
    approved_on: date | None = None
    authorities: tuple[Authority, ...] = ()
    notice_published: date | None = None
    decisions: Path | None = None
    cure_clause: str | None = None
    cure_until: date | None = None
    sampling_clause: str | None = None
    serials_issued: tuple[str, ...] = ()
    """Every issued serial number by itself; `"1-120"` in the file becomes 120 of them."""
    rivals: tuple[Path, ...] = ()
    committee: tuple[Person, ...] = ()
    readings: dict[str, str] = field(default_factory=dict)
    """Reading by name, the choice that the office made; what is not named has its default."""

    path: Path | None = None
    """The file itself; None where only an ordinance was named on the command line."""
    summary: str | None = None
    """Contents of `summary_file`, or the summary taken from the approved form."""
    text: str | None = None
    """Contents of `text_file`, or the text taken from the approved form."""
