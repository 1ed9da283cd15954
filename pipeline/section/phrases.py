"""Phrases found in plain words by spaCy's Matcher, written in a small notation.

A phrase is words apart by spaces: ``a|b`` one of these, ``?a|b`` it or nothing, ``..3`` up to three words of any kind,
``$NAME`` one of a
named set of words. No statistical model is used: the pipeline is blank, so that the same words always give the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import spacy
from spacy.language import Language
from spacy.matcher import Matcher
from spacy.tokens import Doc


def word_set(text: str) -> frozenset[str]:
    """The words of `text`, which stands for a set of them."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A phrase's name and where it stands: places of its first word and of the word after its last."""

    name: str
    start: int
    end: int


class PhraseBook:
    """Named phrases, compiled once."""

    def __init__(self, phrases: Mapping[str, Sequence[str]], sets: Mapping[str, str]) -> None:
        self._nlp = _english()
        self._matcher = Matcher(self._nlp.vocab)
        words: set[str] = set()
        expanded = {name: tuple(value.split()) for name, value in sets.items()}
        for value in expanded.values():
            words.update(value)
        for name, notations in phrases.items():
            patterns = [_pattern(n, expanded) for n in notations]
            words.update(w for p in patterns for t in p if "LOWER" in t for w in t["LOWER"]["IN"])
            self._matcher.add(name, patterns)
        self.words = frozenset(words)
        """Every word that some phrase names."""

    def hits(self, words: Sequence[str]) -> tuple[Hit, ...]:
        """All phrases in `words`, in order of their first word."""
        if not words:
            return ()
        doc = Doc(self._nlp.vocab, words=list(words))
        found = {(self._nlp.vocab.strings[key], start, end) for key, start, end in self._matcher(doc)}
        return tuple(Hit(name=n, start=s, end=e) for n, s, e in sorted(found, key=lambda f: (f[1], f[2], f[0])))


@cache
def _english() -> Language:
    """The blank pipeline, one for all books of a process: to make one takes longer than to search a page."""
    return spacy.blank("en")


def _pattern(notation: str, sets: Mapping[str, Sequence[str]]) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    for part in notation.split():
        if part.startswith(".."):
            out.append({"OP": "{0," + part[2:] + "}"})
            continue
        optional, part = part.startswith("?"), part.lstrip("?")
        names: list[str] = []
        for one in part.split("|"):
            names += sets[one[1:]] if one.startswith("$") else [one]
        out.append({"LOWER": {"IN": sorted(set(names))}} | ({"OP": "?"} if optional else {}))
    return out
