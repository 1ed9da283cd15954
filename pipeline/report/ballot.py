"""The recall ballot, word for word as the clause gives it, ready to print. Source: 10.6(d)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined

from pipeline.errors import LawError, WrongUse
from pipeline.law.ordinance import Ordinance
from pipeline.model.petition import PetitionFile

# Where the clause leaves the name and title to be filled in.
BLANK = "(Name/Title)"
# What the clause sets as the two squares of its form.
SQUARES = re.compile(r"\[\s*\]\s*(?P<first>\w+)\s*\[\s*\]\s*(?P<second>\w+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotWords:
    """The words of the ballot, in their order."""

    question: str
    choices: tuple[str, str]
    instructions: tuple[str, ...]


def ballot_words(law: Ordinance, name: str, title: str | None) -> BallotWords:
    """The clause's own words with the official's name and title where the clause leaves them open.

    Raises:
        LawError: where the ordinance gives no ballot, or not in the form of a question, two squares and instructions.
    """
    ends = law.param("recall_ballot")
    if ends is None:
        raise LawError(f"{law.id} gives no recall ballot.")
    start = law.source_text.find(ends["begins"])
    stop = law.source_text.find(ends["ends"], start)
    if start < 0 or stop < 0:
        raise LawError(f"{law.id}.toml: the ballot does not begin and end in {law.source} as its parameter says.")
    parts = [" ".join(p.split()) for p in law.source_text[start : stop + len(ends["ends"])].splitlines() if p.strip()]
    squares = [SQUARES.fullmatch(p) for p in parts]
    at = next((n for n, match in enumerate(squares) if match is not None), None)
    if at is None or BLANK not in parts[0]:
        raise LawError(f"{law.id}.toml: the ballot in {law.source} wants a question with {BLANK} and two squares.")
    match = squares[at]
    assert match is not None
    who = f"{name}, {title}," if title else name
    return BallotWords(
        question=" ".join(parts[:at]).replace(BLANK, who),
        choices=(match["first"], match["second"]),
        instructions=tuple(parts[at + 1 :]),
    )


def ballot_html(petition: PetitionFile, law: Ordinance) -> str:
    """The ballot as one HTML document.

    Raises:
        WrongUse: where the petition is no recall or names no official.
    """
    if petition.kind != "recall":
        raise WrongUse(f"A ballot of removal is for a recall; this petition's kind is {petition.kind}.")
    if petition.official is None:
        raise WrongUse('The petition file names no official. Give it, as official = "Ada Quill, Council Member".')
    words = ballot_words(law, petition.official.name, petition.official.office)
    environment = Environment(
        loader=PackageLoader("pipeline.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template("ballot.html.j2").render(words=words, petition=petition)
