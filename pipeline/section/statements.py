"""Does the affidavit say what the ordinance wants said? Sources: 54-124(e)(2)-(8), 10.3(c), 602(c)(1); 54-124(f).

Each proposition of the affidavit is asked what it is about, who it speaks of, how often it denies, and which number it
names. Other words
that say the same count. A proposition that is denied, or speaks of another person or number, is never taken for the
statement nor for its
lack: the statement is doubtful. A statement is missing only where every other proposition is explained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import spacy

from pipeline.model.reading import Seen
from pipeline.model.sought import StatementSought
from pipeline.section.affidavit_boilerplate import BOILERPLATE_NAMES, FIELDS, ORDINARY
from pipeline.section.phrases import word_set
from pipeline.section.propositions import QUALIFYING, known_share, propositions
from pipeline.section.statement_phrases import NEGATIONS, SUBORDINATE
from pipeline.section.statement_rules import (
    RULES,
    SELF_SUBJECTS,
    SIGNER_SUBJECTS,
    Claim,
    Unit,
    book,
    join_payment,
    join_reading,
    subject_before,
)

SAID = 0.96
SAID_LOOSELY = 0.85
MISSING = 0.93
DOUBTFUL = 0.5
# Under this share of known words the page was read too badly to call anything missing. Clean paraphrases never fell
# under 0.6; pages that tesseract could not read gave 0.1 to 0.3.
READABLE_FROM = 0.45
UNDERSTOOD_FROM_STATEMENTS = 2
"""With this many statements understood the page is readable, however many names and addresses stand in it."""
# A proposition shorter than this that nothing explains is a label, an entry or a scrap of OCR, not something said.
SENTENCE_FROM_WORDS = 5
# Share of small English words that running text has and lists of names, addresses and scraps have not.
SMALL_WORDS_FROM = 0.3
# A proposition of so many words of knowing and believing says nothing by itself ("to the best of my knowledge and belief").
QUALIFIED = 0.75

SMALL_WORDS = frozenset(spacy.blank("en").Defaults.stop_words)
_CIRCULATED = word_set("circulated carried")
_IN_PERSON = ("in person", "personally", "myself")
_PAPERS = word_set("section petition paper sheet document")
_HEADS = ("boiler:oath", "boiler:this-paper", "boiler:particulars", "laws")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A statement as the affidavit's words give it."""

    name: str
    found: Seen
    sentence: str
    first: int | None
    """Place of its first raw word; None where no sentence says it or comes near."""
    last: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What an affidavit's words say."""

    statements: tuple[Said, ...]
    unexplained: tuple[str, ...]
    registered_elector: Seen
    """54-124(f): the affiant states that he or she is a registered elector."""
    share_known: float


@cache
def vocabulary() -> frozenset[str]:
    """Words that OCR's slips are set right to."""
    fields = frozenset(w for ws in FIELDS.values() for w in ws)
    extra = "thereon purports affidavit listed future directly indirectly belief knowledge obtained foregoing attached"
    extra += " appended containing"
    return book().words | ORDINARY | fields | NEGATIONS | SMALL_WORDS | word_set(extra) | SELF_SUBJECTS | SIGNER_SUBJECTS


def hear(raw_words: Sequence[str], sought: Sequence[StatementSought]) -> Heard:
    """Judge the affidavit's running text, `raw_words` in reading order, against the statements sought."""
    cut = propositions(raw_words, vocabulary())
    units = [Unit(said=p, hits=book().hits(p.words)) for p in cut]
    wanted = [s.name for s in sought]
    claims: list[list[Claim]] = []
    for at, unit in enumerate(units):
        before = claims[at - 1] if at else []
        claims.append([c for c in (rule(unit, before) for rule in RULES.values()) if c])
    share = known_share(cut, vocabulary())
    open_units = [u for u, c in zip(units, claims, strict=True) if not c and not _explained(u)]
    statements = tuple(_settle(name, units, claims, open_units, share) for name in wanted)
    return Heard(
        statements=statements,
        unexplained=tuple(u.said.raw for u in open_units),
        registered_elector=_elector(units, share),
        share_known=share,
    )


def _explained(unit: Unit) -> bool:
    """Whether the proposition is known boilerplate, or no sentence at all."""
    if unit.has(*BOILERPLATE_NAMES) or len(unit.words) < SENTENCE_FROM_WORDS:
        return True
    if sum(w in QUALIFYING for w in unit.words) >= QUALIFIED * len(unit.words):
        return True
    small = sum(w in SMALL_WORDS for w in unit.words) / len(unit.words)
    return small < SMALL_WORDS_FROM


def _settle(name: str, units: list[Unit], claims: list[list[Claim]], unexplained: list[Unit], share: float) -> Said:
    mine = [(u, c) for u, cs in zip(units, claims, strict=True) for c in cs if c.name == name]
    says = [(u, c) for u, c in mine if c.kind == "says"]
    doubts = [(u, c) for u, c in mine if c.kind != "says"]
    if name == "not-paid":
        says, doubts = join_payment(says, doubts)
    if name == "read-laws":
        says, doubts = join_reading(says, doubts)
    if says and not [c for _, c in doubts if c.kind in {"denied", "partly"}]:
        best = next((s for s in says if not s[1].loosely), says[0])
        return _said(name, True, SAID_LOOSELY if best[1].loosely else SAID, "said", [u for u, _ in says])
    if mine:
        kinds = ", ".join(sorted({c.kind for _, c in doubts})) or "in part only"
        return _said(name, None, DOUBTFUL, f"a sentence comes near, but it is {kinds}", [u for u, _ in doubts or says])
    near = [u for u in unexplained if u.any_word(FIELDS.get(name, frozenset())) or _about_nothing_known(u)]
    if name == "circulated-personally":
        near = near or [u for u, c in zip(units, claims, strict=True) if not c and _might_be_circulating(u)]
    if near:
        return _said(name, None, DOUBTFUL, "a sentence that is not understood might say it", near[:1])
    if share < READABLE_FROM and len({c.name for cs in claims for c in cs}) < UNDERSTOOD_FROM_STATEMENTS:
        return _said(name, None, DOUBTFUL, "the affidavit could not be read well enough", [])
    return _said(name, False, MISSING, "no sentence says it", [])


def _might_be_circulating(unit: Unit) -> bool:
    """Whether the main clause may say that somebody circulated the paper, its subject or its verb misread: no other word
    of the usual papers explains it away.
    """
    verb = next((at for at, w in enumerate(unit.words) if w in _CIRCULATED), None)
    in_person = verb is None and any(f" {w} " in f" {' '.join(unit.words)} " for w in _IN_PERSON)
    if (verb is None and not in_person) or unit.has("paid-to-circulate", *_HEADS):
        return False
    if in_person:
        return any(w in _PAPERS for w in unit.words) and not unit.has("signing", "presence")
    return not any(w in SUBORDINATE for w in unit.words[:verb])


def _about_nothing_known(unit: Unit) -> bool:
    return not any(unit.any_word(words) for words in FIELDS.values())


def _said(name: str, present: bool | None, certainty: float, detail: str, units: Sequence[Unit]) -> Said:
    return Said(
        name=name,
        found=Seen(present=present, certainty=certainty, detail=detail),
        sentence=" ".join(u.said.raw for u in units),
        first=min((u.said.first for u in units), default=None),
        last=max((u.said.last for u in units), default=None),
    )


def _elector(units: Sequence[Unit], share: float) -> Seen:
    for unit in units:
        hits = unit.all("registered")
        if hits and subject_before(unit, hits[0].start) == "self":
            if unit.denied:
                return Seen(present=None, certainty=DOUBTFUL, detail=unit.said.raw)
            return Seen(present=True, certainty=SAID, detail=unit.said.raw)
    return Seen(present=False, certainty=MISSING if share >= READABLE_FROM else DOUBTFUL, detail="")
