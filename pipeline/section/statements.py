"""Does the affidavit say what the ordinance wants said? Sources: 54-124(e)(2)-(8), 10.3(c), 602(c)(1); 54-124(f).

Each proposition of the affidavit is asked what it is about, who it speaks of, how often it denies, and which number it
names. Other words
that say the same count. A proposition that is denied, or speaks of another person or number, is never taken for the
statement nor for its
lack: the statement is doubtful. A statement is missing only where every other proposition is explained.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import spacy

from pipeline.model.reading import Seen
from pipeline.model.sought import StatementSought
from pipeline.section.phrases import Hit, PhraseBook, word_set
from pipeline.section.propositions import QUALIFYING, Proposition, known_share, propositions
from pipeline.section.statement_phrases import (
    BOILERPLATE,
    BOILERPLATE_NAMES,
    BUT_AFTER,
    EXCEPTIONS,
    FIELDS,
    NEGATIONS,
    ORDINARY,
    PARTLY,
    PHRASES,
    SETS,
    SUBORDINATE,
)

Kind = Literal["says", "denied", "other-person", "other-number", "partly"]

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

_SMALL = frozenset(spacy.blank("en").Defaults.stop_words)
_SELF_SUBJECTS = word_set("i circulator affiant undersigned deponent declarant he she me my myself")
_SIGNER_SUBJECTS = word_set(
    "signer signers person persons people individual individuals signatory signatories everyone everybody whoever those "
    "elector electors"
    " voter voters signed one"
)
_BELIEVING = word_set("believe believes know knows verily am is understand aware can have")
_CIRCULATED = word_set("circulated carried")
_IN_PERSON = ("in person", "personally", "myself")
_PAPERS = word_set("section petition paper sheet document")
_HEADS = ("boiler:oath", "boiler:this-paper", "boiler:particulars", "laws")
_AGES = {"fourteen", "fifteen", "sixteen", "seventeen", "nineteen", "twenty", "thirteen", "twentyone"}


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    said: Proposition
    hits: tuple[Hit, ...]

    @property
    def words(self) -> tuple[str, ...]:
        return self.said.words

    def has(self, *names: str) -> bool:
        return any(h.name in names for h in self.hits)

    def all(self, name: str) -> tuple[Hit, ...]:
        return tuple(h for h in self.hits if h.name == name)

    def any_word(self, words: frozenset[str]) -> bool:
        return any(w in words for w in self.words)

    @property
    def denied(self) -> bool:
        """Whether the proposition denies, a negative turned round by a second one not counted."""
        text = f" {' '.join(self.words)} "
        count = sum(w in NEGATIONS for w in self.words)
        count -= text.count(" neither ") and text.count(" nor ") and sum(w == "nor" for w in self.words)
        if not count:
            return False
        turned = any(f" {e} " in text for e in EXCEPTIONS)
        if not turned and "but" in self.words:
            turned = any(w in BUT_AFTER for w in self.words[: self.words.index("but")])
        return (count + turned) % 2 == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Claim:
    name: str
    kind: Kind
    loosely: bool = False
    parts: frozenset[str] = frozenset()


@cache
def book() -> PhraseBook:
    """All phrases, compiled."""
    return PhraseBook(PHRASES | {f"boiler:{k}": v for k, v in BOILERPLATE.items()}, SETS)


@cache
def vocabulary() -> frozenset[str]:
    """Words that OCR's slips are set right to."""
    fields = frozenset(w for ws in FIELDS.values() for w in ws)
    extra = "thereon purports affidavit listed future directly indirectly belief knowledge obtained foregoing attached"
    extra += " appended containing"
    return book().words | ORDINARY | fields | NEGATIONS | _SMALL | word_set(extra) | _SELF_SUBJECTS | _SIGNER_SUBJECTS


def hear(raw_words: Sequence[str], sought: Sequence[StatementSought]) -> Heard:
    """Judge the affidavit's running text, `raw_words` in reading order, against the statements sought."""
    cut = propositions(raw_words, vocabulary())
    units = [_Unit(said=p, hits=book().hits(p.words)) for p in cut]
    wanted = [s.name for s in sought]
    claims: list[list[_Claim]] = []
    for at, unit in enumerate(units):
        before = claims[at - 1] if at else []
        claims.append([c for c in (rule(unit, before) for rule in _RULES.values()) if c])
    share = known_share(cut, vocabulary())
    open_units = [u for u, c in zip(units, claims, strict=True) if not c and not _explained(u)]
    statements = tuple(_settle(name, units, claims, open_units, share) for name in wanted)
    return Heard(
        statements=statements,
        unexplained=tuple(u.said.raw for u in open_units),
        registered_elector=_elector(units, share),
        share_known=share,
    )


def _explained(unit: _Unit) -> bool:
    """Whether the proposition is known boilerplate, or no sentence at all."""
    if unit.has(*BOILERPLATE_NAMES) or len(unit.words) < SENTENCE_FROM_WORDS:
        return True
    if sum(w in QUALIFYING for w in unit.words) >= QUALIFIED * len(unit.words):
        return True
    small = sum(w in _SMALL for w in unit.words) / len(unit.words)
    return small < SMALL_WORDS_FROM


def _settle(name: str, units: list[_Unit], claims: list[list[_Claim]], unexplained: list[_Unit], share: float) -> Said:
    mine = [(u, c) for u, cs in zip(units, claims, strict=True) for c in cs if c.name == name]
    says = [(u, c) for u, c in mine if c.kind == "says"]
    doubts = [(u, c) for u, c in mine if c.kind != "says"]
    if name == "not-paid":
        says, doubts = _join_payment(says, doubts)
    if name == "read-laws":
        says, doubts = _join_reading(says, doubts)
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


def _might_be_circulating(unit: _Unit) -> bool:
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


def _about_nothing_known(unit: _Unit) -> bool:
    return not any(unit.any_word(words) for words in FIELDS.values())


def _said(name: str, present: bool | None, certainty: float, detail: str, units: Sequence[_Unit]) -> Said:
    return Said(
        name=name,
        found=Seen(present=present, certainty=certainty, detail=detail),
        sentence=" ".join(u.said.raw for u in units),
        first=min((u.said.first for u in units), default=None),
        last=max((u.said.last for u in units), default=None),
    )


# One rule a statement: what a proposition claims of it, or None where it is about something else.


def _read_laws(unit: _Unit, before: list[_Claim]) -> _Claim | None:
    follows = any(c.name == "read-laws" for c in before)
    of_else = any(h.end < len(unit.words) for h in unit.all("understand-that"))
    understand = unit.has("understand") and not (of_else and not unit.has("read"))
    if not (unit.has("laws") or (follows and unit.has("understand") and len(unit.words) <= 8)):
        return None
    if not (unit.has("read") or understand) or unit.has("opportunity"):
        return None
    if of_else and not unit.has("read"):
        return None
    if not unit.has("laws-of-petitions") and not follows and not unit.has("read"):
        return None
    if unit.words and _subject_before(unit, len(unit.words)) == "signer" and not unit.any_word(_SELF_SUBJECTS):
        return _Claim(name="read-laws", kind="other-person")
    parts = frozenset(p for p, there in (("read", unit.has("read")), ("understand", unit.has("understand"))) if there)
    return _Claim(name="read-laws", kind="denied" if unit.denied else "says", parts=parts)


def _join_reading(
    says: list[tuple[_Unit, _Claim]], doubts: list[tuple[_Unit, _Claim]]
) -> tuple[list[tuple[_Unit, _Claim]], list[tuple[_Unit, _Claim]]]:
    """Reading and understanding may stand in two propositions; one alone is half the statement."""
    parts = frozenset().union(*(c.parts for _, c in says)) if says else frozenset()
    if {"read", "understand"} <= parts:
        return says, doubts
    return [], doubts + [(u, _Claim(name=c.name, kind="partly")) for u, c in says]


def _aged_18(unit: _Unit, _: list[_Claim]) -> _Claim | None:
    if not unit.has("age"):
        return None
    hits = unit.all("eighteen")
    if not hits:
        number = next((i for i, w in enumerate(unit.words) if w in _AGES or (w.isdigit() and 10 <= int(w) <= 99)), None)
        near_age = number is not None and any(
            w in {"years", "year", "age", "aged", "old", "older"} for w in unit.words[max(0, number - 4) : number + 5]
        )
        return _Claim(name="aged-18", kind="other-number") if near_age else None
    if _subject_before(unit, hits[0].start) == "signer":
        return _Claim(name="aged-18", kind="other-person")
    turned = unit.has("not-under-age")
    if unit.has("under-age") and not turned:
        return _Claim(name="aged-18", kind="other-number")
    return _Claim(name="aged-18", kind="denied" if unit.denied and not turned else "says")


def _circulated(unit: _Unit, _: list[_Claim]) -> _Claim | None:
    if not unit.has("circulated", "i-circulated") or unit.has("paid-to-circulate"):
        return None
    alone = unit.has("nobody-else-circulated")
    if unit.has("i-circulated") or (alone and unit.has("circulated-word")):
        return _Claim(name="circulated-personally", kind="denied" if unit.denied and not alone else "says")
    if unit.has("age") or unit.has("laws"):
        return None
    if unit.has("someone-circulated"):
        return _Claim(name="circulated-personally", kind="other-person")
    plain = unit.all("plainly-circulated")
    if plain and not any(w in SUBORDINATE for w in unit.words[: plain[0].start]):
        return _Claim(name="circulated-personally", kind="denied" if unit.denied else "says", loosely=True)
    return None


def _in_presence(unit: _Unit, _: list[_Claim]) -> _Claim | None:
    if not unit.has("presence", "own-presence") or not unit.has("signing"):
        return None
    if unit.any_word(frozenset({"sworn", "notary", "commission", "affirmed"})):
        return None
    if not unit.has("own-presence"):
        return _Claim(name="signed-in-presence", kind="other-person")
    if unit.any_word(PARTLY):
        return _Claim(name="signed-in-presence", kind="partly")
    return _Claim(name="signed-in-presence", kind="denied" if unit.denied else "says")


def _genuine(unit: _Unit, _: list[_Claim]) -> _Claim | None:
    if not unit.has("whose-name") or not unit.has("signing"):
        return None
    if unit.has("pay") or unit.any_word(frozenset({"affidavit", "perjury", "printed", "print"})):
        return None
    if unit.any_word(PARTLY):
        return _Claim(name="genuine", kind="partly")
    return _Claim(name="genuine", kind="denied" if unit.denied else "says")


def _registered(unit: _Unit, _: list[_Claim]) -> _Claim | None:
    hits = unit.all("registered")
    if not hits:
        if unit.has("other-status") and _subject_before(unit, unit.all("other-status")[0].start) == "signer":
            return _Claim(name="registered", kind="other-person")
        return None
    who = _subject_before(unit, hits[-1].start)
    if who == "self" or (who is None and not unit.has("signing")):
        return None
    if unit.any_word(PARTLY):
        return _Claim(name="registered", kind="partly")
    return _Claim(name="registered", kind="denied" if unit.denied else "says")


def _not_paid(unit: _Unit, before: list[_Claim]) -> _Claim | None:
    follows = any(c.name == "not-paid" for c in before)
    followed = follows and unit.has("follow-on") and len(unit.words) <= 14
    if not unit.has("pay") and not followed:
        return None
    if unit.has("paid-to-circulate") and not unit.has("pay-for-signing"):
        return None
    if unit.has("paid-to-circulate") and not any(w.startswith("sign") for w in unit.words):
        return None
    parts = {p for p in ("pay-past", "pay-future", "pay-other", "pay-self", "pay-for-signing") if unit.has(p)}
    if any(w in NEGATIONS for w in unit.words):
        parts.add("no")
    elif not followed:
        return _Claim(name="not-paid", kind="denied")
    return _Claim(name="not-paid", kind="says", parts=frozenset(parts))


def _join_payment(
    says: list[tuple[_Unit, _Claim]], doubts: list[tuple[_Unit, _Claim]]
) -> tuple[list[tuple[_Unit, _Claim]], list[tuple[_Unit, _Claim]]]:
    """The statement has four parts (I have not, I will not, nor others, for a signature); with one lacking it is said in
    part.
    """
    parts = frozenset().union(*(c.parts for _, c in says)) if says else frozenset()
    if {"no", "pay-past", "pay-future", "pay-other", "pay-self", "pay-for-signing"} <= parts:
        return says, doubts
    return [], doubts + [(u, _Claim(name=c.name, kind="partly")) for u, c in says]


def _number_signed(unit: _Unit, _: list[_Claim]) -> _Claim | None:
    return _Claim(name="number-of-signatures", kind="says") if unit.has("number-signed") else None


def _opportunity(unit: _Unit, _: list[_Claim]) -> _Claim | None:
    if not (unit.has("opportunity") and unit.has("to-read") and unit.has("signing")):
        return None
    return _Claim(name="opportunity-to-read", kind="denied" if unit.denied else "says")


_RULES: dict[str, Callable[[_Unit, list[_Claim]], _Claim | None]] = {
    "read-laws": _read_laws,
    "aged-18": _aged_18,
    "circulated-personally": _circulated,
    "signed-in-presence": _in_presence,
    "genuine": _genuine,
    "registered": _registered,
    "not-paid": _not_paid,
    "number-of-signatures": _number_signed,
    "opportunity-to-read": _opportunity,
}


def _subject_before(unit: _Unit, end: int) -> Literal["self", "signer"] | None:
    """Who the words before place `end` speak of: the last noun or pronoun that names the affiant or the signers."""
    for at in range(end - 1, -1, -1):
        word = unit.words[at]
        after = unit.words[at + 1] if at + 1 < len(unit.words) else ""
        if word in _SELF_SUBJECTS:
            if after in _BELIEVING - {"am", "is"} or (after in {"am", "is"} and "aware" in unit.words[at + 2 : at + 4]):
                continue
            if word == "my" and {"knowledge", "belief"} & set(unit.words[at + 1 : at + 5]):
                continue
            return "self"
        if word in _SIGNER_SUBJECTS:
            return "signer"
    return None


def _elector(units: Sequence[_Unit], share: float) -> Seen:
    for unit in units:
        hits = unit.all("registered")
        if hits and _subject_before(unit, hits[0].start) == "self":
            if unit.denied:
                return Seen(present=None, certainty=DOUBTFUL, detail=unit.said.raw)
            return Seen(present=True, certainty=SAID, detail=unit.said.raw)
    return Seen(present=False, certainty=MISSING if share >= READABLE_FROM else DOUBTFUL, detail="")
