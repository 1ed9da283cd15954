"""What are the reasons of a recall statement? Whole made-up sentences, put together to an exact number of words."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from samples.factory.paper.layout import data

GROUNDS = ("misconduct", "incompetence", "duties")
TRIES = 20000


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasons:
    """A statement, its words as a word processor counts them, and with hyphened words as two; the grounds that it names."""

    text: str
    words: int
    hyphened: int
    grounds: tuple[str, ...]


def count(text: str) -> int:
    return len(text.split())


def hyphened(text: str) -> int:
    """Words where a hyphened word counts as two."""
    return sum(len([p for p in re.split(r"[-\u2010\u2011]", word) if any(c.isalnum() for c in p)]) or 1 for word in text.split())


def compose(rng: random.Random, side: str, words: int, *, grounds: bool = True, hyphens: bool | None = None) -> Reasons:
    """Reasons of exactly `words` words; `hyphens` True wants a hyphened word in them, False none, None is indifferent."""
    pool = next(entry for entry in data("reasons.toml")["reason"] if entry["side"] == side)
    for _ in range(TRIES):
        named = rng.sample(GROUNDS, rng.choice((1, 1, 2, 3))) if grounds else []
        chosen = [rng.choice(pool[g]) for g in named]
        plain = list(pool["plain"])
        rng.shuffle(plain)
        for sentence in plain:
            if count(" ".join(chosen)) + count(sentence) <= words:
                chosen.append(sentence)
            if count(" ".join(chosen)) == words:
                break
        text = " ".join(chosen)
        if count(text) != words or (hyphens is not None and ("-" in text) != hyphens):
            continue
        rng.shuffle(chosen)
        text = " ".join(chosen)
        return Reasons(text=text, words=words, hyphened=hyphened(text), grounds=tuple(named))
    raise ValueError(f"no sentences add up to {words} words")
