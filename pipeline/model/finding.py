"""One defect or doubt, and what could not be checked: the judge's results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pipeline.geometry import Box

Consequence = Literal["refuse", "void", "review", "note"]
Scope = Literal["petition", "section", "page", "line"]
Basis = Literal["stated", "inferred"]
LineState = Literal["blank", "signed", "incomplete", "struck"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What is wrong, where, under which clause, and what it brings with it."""

    check: str
    clause: str
    """As requirements.md writes clauses: `54-124(e)(1)`."""
    also: tuple[str, ...] = ()
    scope: Scope
    """What falls."""
    consequence: Consequence
    strict: Consequence
    """What the clause attaches under strict conformity, before readings and doubt."""
    basis: Basis
    certainty: float
    message: str
    page: int | None = None
    falls_on: tuple[int, ...] = ()
    """For scope `page`: the pages that fall, where they are not the page it is seen on (an affidavit on the back)."""
    line: int | None = None
    """Number printed on the form, or the row where none is printed."""
    row: int | None = None
    """Place of the line on its page, from 1; (page, row) is the line's identity."""
    box: Box | None = None
    name: str | None = None
    """Which statement or particular, for checks that have several."""
    expected: str | None = None
    found: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotChecked:
    """A check that could not run because something is not known."""

    check: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """Something seen that no clause of this ordinance attaches anything to."""

    fact: str
    page: int | None = None
    box: Box | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineCount:
    """Counted, not counted, review. Their sum is the number of lines with anything written on them."""

    counted: int
    not_counted: int
    review: int
