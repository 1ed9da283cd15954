"""What a judge function says before the law has spoken: a defect with its place and certainty, or that it cannot say."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.geometry import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Defect:
    """Something that a clause asks for is not so, or may not be so."""

    check: str
    message: str
    """What, where, expected and found, in plain words for a clerk; one or more whole sentences."""
    certainty: float
    """0 to 1: that the paper really is so."""
    page: int | None = None
    falls_on: tuple[int, ...] = ()
    """For scope `page`: the pages that fall, where not `page` alone."""
    line: int | None = None
    row: int | None = None
    box: Box | None = None
    name: str | None = None
    expected: str | None = None
    found: str | None = None
    doubt: str | None = None
    """Why a person must decide, whatever the certainty; half a sentence ("the scan is blurred here")."""
    presumed: bool = False
    """An affidavit under 54-124(f) speaks for the line."""
    block: bool = False
    """A whole block is missing, not a word."""
    clause: str | None = None
    """The clause of this very defect, where it is not that of the check (one of several statements)."""
    elsewhere: bool = False
    """The thing may stand on any page of the section, so trouble on any page casts doubt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsaid:
    """The check could not run, on the whole section or on a page, because something is not known."""

    check: str
    why: str
