"""One ordinance as data: clauses with their quotes and parameters, checks with their consequences, readings, tolerances."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from pipeline.errors import LawError
from pipeline.model.finding import Basis, Consequence, Scope
from pipeline.model.petition import Kind
from pipeline.model.section import PartName


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A clause, quoted from the source, with the figures that it sets."""

    id: str
    """As requirements.md writes clauses: `54-124(e)(1)`."""
    quote: str
    """Words that stand exactly once in the source text (white space does not count)."""
    says: str
    """What it asks for, in one plain sentence."""
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """What a defect brings where no section of the petition is free of it."""

    scope: Scope
    consequence: Consequence


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRule:
    """What a clause attaches to one defect."""

    name: str
    clause: str
    also: tuple[str, ...] = ()
    scope: Scope
    """What falls."""
    consequence: Consequence
    """Under strict conformity; readings soften it."""
    basis: Basis
    """`stated`: the ordinance says so; `inferred`: it states no consequence."""
    if_no_section_has_it: Elsewhere | None = None
    kinds: tuple[Kind, ...] = ()
    """Only for petitions of these kinds; empty: for all."""
    quote: str | None = None
    """The sentence of a long clause that it rests on; None where the clause's own quote says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A statement that the circulator's affidavit must make."""

    name: str
    clause: str
    quote: str
    kinds: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What choosing a reading does to the consequences of some checks."""

    checks: tuple[str, ...]
    consequence: Consequence | None = None
    scope: Scope | None = None
    unless: str | None = None
    """`block-missing`: not where a whole block is gone. `not-presumed`: only where an elector's affidavit speaks for the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One way to read an unclear clause."""

    name: str
    means: str
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A clause that can be read in several ways."""

    name: str
    clause: str
    question: str
    default: str
    choices: tuple[Choice, ...]

    def choice(self, name: str) -> Choice:
        """The choice of this name.

        Raises:
            KeyError: when there is none.
        """
        for choice in self.choices:
            if choice.name == name:
                return choice
        raise KeyError(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """What alone must never reject, and why."""

    name: str
    reason: str
    clause: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """One clause takes back what others ask for, on some pages."""

    clause: str
    quote: str
    limits: tuple[str, ...]
    """The clauses that it takes from."""
    excuses: tuple[PartName, ...]
    """Parts that need not be on the excused pages."""
    pages: str
    """Which pages it excuses: `later-text-pages`."""
    when: str
    """Under which condition: `text-over-several-pages`."""
    reading: str | None = None
    """The reading that stretches it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordinance:
    """One ordinance, loaded and proved against its source."""

    id: str
    title: str
    short: str
    """How a sentence names it."""
    source: str
    kinds: tuple[Kind, ...]
    clauses: tuple[Clause, ...]
    checks: tuple[CheckRule, ...]
    statements: tuple[Statement, ...] = ()
    readings: tuple[Reading, ...] = ()
    tolerances: tuple[Tolerance, ...] = ()
    limits: tuple[Limit, ...] = ()
    enacted: str | None = None
    effective_from: date | None = None
    then: str | None = None
    """The ordinance that says what follows after the count."""
    hash: str = ""
    """SHA-256 of the ordinance file and of its source text, for fingerprints."""
    source_text: str = ""

    def clause(self, clause_id: str) -> Clause:
        """The clause as requirements.md writes it.

        Raises:
            LawError: when the ordinance has no such clause.
        """
        for clause in self.clauses:
            if clause.id == clause_id:
                return clause
        raise LawError(f"{self.id}: there is no clause {clause_id}. Add it to the ordinance file.")

    def check(self, name: str, kind: str | None = None) -> CheckRule | None:
        """The rule for a check, None where this ordinance (or this kind of petition) does not ask for it."""
        for rule in self.checks:
            if rule.name == name and (kind is None or not rule.kinds or kind in rule.kinds):
                return rule
        return None

    def quote(self, check: str, clause_id: str) -> str:
        """The words that a finding of this check rests on: the check's own sentence of the clause, else the clause's quote.

        Raises:
            LawError: when the ordinance has no such clause.
        """
        for rule in self.checks:
            if rule.name == check and rule.clause == clause_id and rule.quote:
                return rule.quote
        return self.clause(clause_id).quote

    def param(self, name: str, default: Any = None) -> Any:
        """A figure of the law by its name, `default` where this ordinance does not set it."""
        for clause in self.clauses:
            if name in clause.parameters:
                return clause.parameters[name]
        return default

    def reading(self, name: str) -> Reading | None:
        """The reading of this name, None where the ordinance has no such question."""
        return next((r for r in self.readings if r.name == name), None)
