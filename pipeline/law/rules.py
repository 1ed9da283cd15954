"""The rules of an ordinance as rows for a table, JSON or Markdown, and a skeleton for another city's ordinance file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from pipeline.law import loader
from pipeline.law.loader import one_space
from pipeline.law.ordinance import Ordinance
from pipeline.law.parameters import PARAMETERS


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleRow:
    """One check under one ordinance."""

    file: str
    """The ordinance as it was asked for: its id, or its file."""
    ordinance: str
    check: str
    kinds: tuple[str, ...]
    clause: str
    also: tuple[str, ...]
    scope: str
    consequence: str
    """Under strict conformity."""
    by_default: str
    """Under the default readings."""
    basis: str
    readings: tuple[str, ...]
    """Readings that can change its consequence or what falls."""
    quote: str


def rows(*ordinance_ids: str) -> tuple[RuleRow, ...]:
    """The rules of these ordinances, of all where none is named, in the order of their files.

    Raises:
        LawError: for an ordinance that is not known.
    """
    return tuple(row for name in ordinance_ids or loader.available() for row in _rows(name, loader.load(name)))


def _rows(file: str, law: Ordinance) -> Iterable[RuleRow]:
    for rule in law.checks:
        touching = [r for r in law.readings if any(rule.name in e.checks for c in r.choices for e in c.effects)]
        by_default: str = rule.consequence
        for reading in touching:
            for effect in reading.choice(reading.default).effects:
                usual = effect.unless != "not-presumed"
                if rule.name in effect.checks and effect.consequence is not None and usual:
                    by_default = effect.consequence + (" (a whole block: void)" if effect.unless == "block-missing" else "")
        yield RuleRow(
            file=file,
            ordinance=law.id,
            check=rule.name,
            kinds=tuple(rule.kinds or law.kinds),
            clause=rule.clause,
            also=rule.also,
            scope=rule.scope,
            consequence=rule.consequence,
            by_default=by_default,
            basis=rule.basis,
            readings=tuple(r.name for r in touching),
            quote=one_space(law.quote(rule.name, rule.clause)),
        )


def as_objects(told: Iterable[RuleRow]) -> list[dict[str, Any]]:
    """The rows as plain objects for JSON; the order of keys is fixed."""
    return [{k: list(v) if isinstance(v, tuple) else v for k, v in asdict(row).items() if k != "file"} for row in told]


def as_markdown(told: Iterable[RuleRow]) -> str:
    """The rows as one Markdown table."""
    out = [
        "| ordinance | check | clause | falls | strict | by default | basis | quote |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in told:
        clauses = ", ".join((row.clause, *row.also))
        quote = row.quote.replace("|", "\\|")
        out.append(
            f"| {row.ordinance} | `{row.check}` | {clauses} | {row.scope} | {row.consequence} | {row.by_default} | {row.basis} "
            f"| {quote} |"
        )
    return "\n".join(out) + "\n"


def skeleton() -> str:
    """A commented ordinance file for another city, to be filled in from its own text."""
    parameters = "\n".join(f"# {name} = …    # {p.means}; wants {p.wants}" for name, p in sorted(PARAMETERS.items()))
    return SKELETON.replace("{parameters}", parameters)


SKELETON = """\
# One ordinance. Put its own text, as published, beside this file and name it in `source`; every quote below must stand in it
# exactly once (white space does not count). `petition rules FILE.toml` proves the file and shows what it says.

id = "our-city-1"
title = "Sec. 1. Petitions."
short = "Sec. 1"                  # how a sentence names it
source = "our-city-1.txt"
kinds = ["initiative"]            # initiative, referendum, recall, nomination, withdrawal

# ---- One table a clause: how it is cited, its own words, what it asks for in plain words, its figures ---------------------
[[clause]]
id = "1(a)"
quote = "copy the clause's own words here"
says = "What it asks for, in one sentence."
[clause.parameters]
# Only what the clause sets:
{parameters}

# ---- What the circulator's affidavit must state, one table a statement ----------------------------------------------------
# [[statement]]
# name = "genuine"                # names: `petition rules --all` shows those in use
# clause = "1(b)"
# quote = "the words of the clause that ask for it"

# ---- What each defect brings: a check that is not named here never fires --------------------------------------------------
# [[check]]
# name = "line-signature-missing"
# clause = "1(a)"
# scope = "line"                  # petition, section, page or line: what falls
# consequence = "void"            # refuse, void, review or note, under the strictest reading
# basis = "inferred"              # stated, where the ordinance says the consequence; else inferred

# ---- Clauses that can be read in several ways -----------------------------------------------------------------------------
# [[reading]]
# name = "conformity"
# clause = "1(a)"
# question = "What is asked?"
# default = "substantial"
# [[reading.choice]]
# name = "substantial"
# means = "What it means."
# [[reading.choice.effect]]
# checks = ["line-signature-missing"]
# consequence = "review"
# [[reading.choice]]
# name = "strict"
# means = "What it means."

# ---- What alone must never reject, and why --------------------------------------------------------------------------------
# [[tolerance]]
# name = "printed-signature"
# reason = "Many people sign in printed letters."
"""
