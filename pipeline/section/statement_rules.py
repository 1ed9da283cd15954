"""What does one thing said in an affidavit claim of each statement: says it, denies it, or says it of another person or number?

A rule a statement: it looks at the phrases that a proposition bears, at whom it speaks of, how often it denies, and which
number it names. Sources: 54-124(e)(2)-(8), 10.3(c), 602(c)(1).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pipeline.section.affidavit_boilerplate import BOILERPLATE
from pipeline.section.phrases import Hit, PhraseBook, word_set
from pipeline.section.propositions import Proposition
from pipeline.section.statement_phrases import BUT_AFTER, EXCEPTIONS, NEGATIONS, NO_DENIAL, PARTLY, PHRASES, SETS, SUBORDINATE

Kind = Literal["says", "denied", "other-person", "other-number", "partly"]

SELF_SUBJECTS = word_set("i circulator affiant undersigned deponent declarant he she me my myself")
SIGNER_SUBJECTS = word_set(
    "signer signers person persons people individual individuals signatory signatories everyone everybody whoever those "
    "elector electors"
    " voter voters signed one"
)
# Of an elector "he" and "she" may be a signer.
_SPEAKERS = SELF_SUBJECTS - {"he", "she"}
_BELIEVING = word_set("believe believes know knows verily am is understand aware can have")
_AGES = {"fourteen", "fifteen", "sixteen", "seventeen", "nineteen", "twenty", "thirteen", "twentyone"}
_NUMBERS = word_set(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty thirty forty fifty"
)
_COUNTED = word_set("signatures signers names persons people electors")
IN_PERSON = word_set("personally myself alone person solely himself herself")
# A number stands so near the word for what it counts.
COUNTED_WITHIN = 3
# A number of signatures on one paper has so many digits at most; a year has more.
MOST_DIGITS = 3
# What only goes on about payment ("nor do I believe that anybody else gave or will give any") has so many words at most.
FOLLOWS_WORDS = 16
# "No one signed before having had the chance to read it": the denial is turned round by what follows the signing.
_NOT_UNREAD = re.compile(
    r"\b(?:no|nobody|none|neither|never|not)\b.*\b(?:sign|signed|signs|signing)\b.*"
    r"\b(?:before|until|without|unless|who had not|who did not|not having)\b.*"
    r"\b(?:opportunity|chance|able|read|reading|text|access|offered|shown)\b"
)


# "Every signer signed before he or she had the opportunity": the chance came too late.
_SIGNED_FIRST = re.compile(
    r"\bsign(?:ed|ing|s)?\b.*\b(?:before|until) "
    r"(?:(?:he|she|they|it|any|anyone|each|the|or|of|them|ever|signers?|having|persons?) )+"
    r"(?:had|having|been|got|received|was|were|given)\b.*\b(?:opportunity|chance|able)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A proposition with the phrases that it bears."""

    said: Proposition
    hits: tuple[Hit, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Its plain words."""
        return self.said.words

    def has(self, *names: str) -> bool:
        """Whether one of these phrases is in it."""
        return any(h.name in names for h in self.hits)

    def all(self, name: str) -> tuple[Hit, ...]:
        """Where this phrase is in it."""
        return tuple(h for h in self.hits if h.name == name)

    def any_word(self, words: frozenset[str]) -> bool:
        """Whether one of these words is in it."""
        return any(w in words for w in self.words)

    @property
    def denied(self) -> bool:
        """Whether the proposition denies, a negative turned round by a second one not counted. What "and" joins is asked piece
        by piece: "I was not there and saw no signature" denies twice and affirms nothing.
        """
        return any(_denies(piece) for piece in _joined_by_and(self.words))


def _joined_by_and(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    pieces: list[list[str]] = [[]]
    for word in words:
        if word == "and":
            pieces.append([])
        else:
            pieces[-1].append(word)
    return [tuple(piece) for piece in pieces]


def _denies(words: tuple[str, ...]) -> bool:
    text = f" {' '.join(words)} "
    for harmless in NO_DENIAL:
        text = re.sub(harmless, "", text)
    words = tuple(text.split())
    count = sum(w in NEGATIONS and w != "nor" for w in words)
    # "Nor" carries on what was denied before it; alone it denies.
    count = count or sum(w == "nor" for w in words)
    if not count:
        return False
    turned = any(f" {e} " in text for e in EXCEPTIONS)
    if not turned and "but" in words:
        turned = any(w in BUT_AFTER for w in words[: words.index("but")])
    return (count + turned) % 2 == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a proposition says of one statement."""

    name: str
    kind: Kind
    loosely: bool = False
    parts: frozenset[str] = frozenset()


@cache
def book() -> PhraseBook:
    """All phrases, compiled."""
    return PhraseBook(PHRASES | {f"boiler:{k}": v for k, v in BOILERPLATE.items()}, SETS)


# One rule a statement: what a proposition claims of it, or None where it is about something else.


def _read_laws(unit: Unit, before: list[Claim]) -> Claim | None:
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
    if unit.words and subject_before(unit, len(unit.words)) == "signer" and not unit.any_word(SELF_SUBJECTS):
        return Claim(name="read-laws", kind="other-person")
    parts = frozenset(p for p, there in (("read", unit.has("read")), ("understand", unit.has("understand"))) if there)
    return Claim(name="read-laws", kind="denied" if unit.denied else "says", parts=parts)


def join_reading(
    says: list[tuple[Unit, Claim]], doubts: list[tuple[Unit, Claim]]
) -> tuple[list[tuple[Unit, Claim]], list[tuple[Unit, Claim]]]:
    """Reading and understanding may stand in two propositions; one alone is half the statement."""
    parts = frozenset().union(*(c.parts for _, c in says)) if says else frozenset()
    if {"read", "understand"} <= parts:
        return says, doubts
    return [], doubts + [(u, Claim(name=c.name, kind="partly")) for u, c in says]


def _aged_18(unit: Unit, _: list[Claim]) -> Claim | None:
    if not unit.has("age"):
        return None
    hits = unit.all("eighteen")
    if not hits:
        # "Of lawful age" comes near, and names no number.
        return Claim(name="aged-18", kind="other-number") if unit.has("lawful-age") or _another_age(unit) else None
    if subject_before(unit, hits[0].start) == "signer":
        return Claim(name="aged-18", kind="other-person")
    turned = unit.has("not-under-age")
    if unit.has("under-age") and not turned:
        return Claim(name="aged-18", kind="other-number")
    return Claim(name="aged-18", kind="denied" if unit.denied and not turned else "says")


def _another_age(unit: Unit) -> bool:
    number = next((i for i, w in enumerate(unit.words) if w in _AGES or (w.isdigit() and 10 <= int(w) <= 99)), None)
    return number is not None and any(
        w in {"years", "year", "age", "aged", "old", "older"} for w in unit.words[max(0, number - 4) : number + 5]
    )


def _circulated(unit: Unit, _: list[Claim]) -> Claim | None:
    if not unit.has("circulated", "i-circulated", "i-gathered", "not-circulated") or unit.has("paid-to-circulate"):
        return None
    if unit.has("other-than-self") and not unit.any_word(NEGATIONS):
        return Claim(name="circulated-personally", kind="other-person")
    # "The laws by which petitions are circulated have been read by me" says who read.
    if unit.has("laws") and unit.has("read") and not unit.any_word(IN_PERSON):
        return None
    alone = unit.has("nobody-else-circulated")
    if unit.has("others-agent") or (unit.has("others-but-me") and not unit.any_word(NEGATIONS)):
        return Claim(name="circulated-personally", kind="other-person")
    if unit.has("not-circulated") and not alone and not unit.has("age", "laws"):
        return Claim(name="circulated-personally", kind="denied" if unit.denied else "says")
    if unit.has("i-circulated") or (alone and unit.has("circulated-word")):
        return Claim(name="circulated-personally", kind="denied" if unit.denied and not alone else "says")
    if unit.has("age") or unit.has("laws"):
        return None
    if unit.has("i-gathered"):
        return Claim(name="circulated-personally", kind="denied" if unit.denied else "says", loosely=True)
    if unit.has("someone-circulated"):
        return Claim(name="circulated-personally", kind="other-person")
    plain = unit.all("plainly-circulated")
    if plain and not any(w in SUBORDINATE for w in unit.words[: plain[0].start]):
        return Claim(name="circulated-personally", kind="denied" if unit.denied else "says", loosely=True)
    return None


def _in_presence(unit: Unit, _: list[Claim]) -> Claim | None:
    if not unit.has("presence", "own-presence") or not unit.has("signing"):
        return None
    if unit.any_word(frozenset({"sworn", "swore", "appeared", "notary", "commission", "affirmed"})):
        return None
    if not unit.has("own-presence"):
        return Claim(name="signed-in-presence", kind="other-person")
    if unit.any_word(PARTLY):
        return Claim(name="signed-in-presence", kind="partly")
    if unit.has("out-of-presence") and not unit.any_word(NEGATIONS):
        return Claim(name="signed-in-presence", kind="denied")
    return Claim(name="signed-in-presence", kind="denied" if unit.denied else "says")


def _genuine(unit: Unit, _: list[Claim]) -> Claim | None:
    # "Signed by the electors listed in it" says it only where the sentence is about nothing else.
    elsewhere = unit.has("age", "own-presence", "registered", "laws", "opportunity", "circulated")
    if not unit.has("whose-name" if not elsewhere else "genuine-words") or not unit.has("signing"):
        return None
    if unit.has("pay") or unit.any_word(frozenset({"affidavit", "perjury", "printed", "print"})):
        return None
    if unit.any_word(PARTLY):
        return Claim(name="genuine", kind="partly")
    return Claim(name="genuine", kind="denied" if unit.denied else "says")


def _registered(unit: Unit, _: list[Claim]) -> Claim | None:
    hits = unit.all("registered")
    if not hits:
        if unit.has("other-status") and subject_before(unit, unit.all("other-status")[0].start) == "signer":
            return Claim(name="registered", kind="other-person")
        return None
    who = subject_before(unit, hits[-1].start)
    if who == "self" or (who is None and not unit.has("signing")):
        return None
    if unit.any_word(PARTLY):
        return Claim(name="registered", kind="partly")
    unregistered = "unregistered" in unit.words and not unit.any_word(NEGATIONS)
    return Claim(name="registered", kind="denied" if unit.denied or unregistered else "says")


def _not_paid(unit: Unit, before: list[Claim]) -> Claim | None:
    follows = any(c.name == "not-paid" for c in before)
    followed = follows and unit.has("follow-on") and len(unit.words) <= FOLLOWS_WORDS
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
        return Claim(name="not-paid", kind="denied")
    return Claim(name="not-paid", kind="says", parts=frozenset(parts))


def join_payment(
    says: list[tuple[Unit, Claim]], doubts: list[tuple[Unit, Claim]]
) -> tuple[list[tuple[Unit, Claim]], list[tuple[Unit, Claim]]]:
    """The statement has four parts (I have not, I will not, nor others, for a signature); with one lacking it is said in
    part.
    """
    parts = frozenset().union(*(c.parts for _, c in says)) if says else frozenset()
    if {"no", "pay-past", "pay-future", "pay-other", "pay-self", "pay-for-signing"} <= parts:
        return says, doubts
    return [], doubts + [(u, Claim(name=c.name, kind="partly")) for u, c in says]


def _number_signed(unit: Unit, _: list[Claim]) -> Claim | None:
    said = unit.has("number-signed") or (_counted(unit) and not unit.has("age", "pay", "registered"))
    return Claim(name="number-of-signatures", kind="says") if said else None


def _counted(unit: Unit) -> bool:
    """Whether a number stands near signatures or signers."""
    places = [i for i, w in enumerate(unit.words) if w in _NUMBERS or (w.isdigit() and len(w) <= MOST_DIGITS)]
    return any(w in _COUNTED for i in places for w in unit.words[i + 1 : i + 1 + COUNTED_WITHIN])


def _opportunity(unit: Unit, _: list[Claim]) -> Claim | None:
    chance = unit.has("opportunity") and unit.has("to-read", "text")
    shown = unit.has("offered") and unit.has("text") and unit.has("to-read", "access")
    if not (chance or shown) or not unit.has("signing"):
        return None
    if unit.any_word(PARTLY):
        return Claim(name="opportunity-to-read", kind="partly")
    if unit.has("after-signing") or (_SIGNED_FIRST.search(" ".join(unit.words)) and not unit.any_word(NEGATIONS)):
        return Claim(name="opportunity-to-read", kind="denied")
    turned = bool(_NOT_UNREAD.search(" ".join(unit.words)))
    return Claim(name="opportunity-to-read", kind="denied" if unit.denied and not turned else "says")


RULES: dict[str, Callable[[Unit, list[Claim]], Claim | None]] = {
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


def subject_before(unit: Unit, end: int) -> Literal["self", "signer"] | None:
    """Who the words before place `end` speak of: the last noun or pronoun that names the affiant or the signers."""
    for at in range(end - 1, -1, -1):
        word = unit.words[at]
        after = unit.words[at + 1] if at + 1 < len(unit.words) else ""
        if word in SELF_SUBJECTS:
            if after in _BELIEVING - {"am", "is"} or (after in {"am", "is"} and "aware" in unit.words[at + 2 : at + 4]):
                continue
            if word == "my" and {"knowledge", "belief"} & set(unit.words[at + 1 : at + 5]):
                continue
            return "self"
        if word in SIGNER_SUBJECTS and not _of_self(unit.words, at):
            return "signer"
    return None


def _of_self(words: tuple[str, ...], at: int) -> bool:
    """Whether the person at place `at` is the affiant, as in "I was a person who" or "I am myself an elector"."""
    before = words[max(at - 8, 0) : at]
    copula = next((i for i in range(len(before) - 1, -1, -1) if before[i] in {"am", "was", "is"}), None)
    said = before[copula - 1 : copula] if copula else ()
    selves = SELF_SUBJECTS if words[at] in {"person", "individual", "one"} else _SPEAKERS
    called = words[at] in {"person", "individual", "one", "elector", "voter"}
    return called and bool(set(said) & selves) and before[-1] in {"a", "an", "the"}
