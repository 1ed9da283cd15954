"""What a line of writing says, over several looks at it: hypotheses, how well each fits every look, and the margin between them.

Capitals, spaces and stops carry no meaning here: hypotheses are compared without them, as a roll is searched without them.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from pipeline.ocr.ctc import Doubles, SpellingTree, prefix_scores
from pipeline.ocr.recogniser import Frames, best_path

SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz#&/'-"
PLACES = {c: i for i, c in enumerate(SYMBOLS, start=1)}

# What every symbol gets in every frame: a hypothesis that one look does not see at all must not fall by it alone.
FLOOR = 1e-4
# A second-best character is tried from this probability on, and so many of them, alone and in pairs.
TRIED_FROM, TRIED_MOST = 0.02, 5
HYPOTHESES_MOST = 40
# How likely a hypothesis is for each odd word in it: letters among figures (`S6`, but not `5th` or `12B`), and an `I` where the
# case of its neighbours makes it an `l` (`Vine PI`, `Il`). A recogniser sees no difference between the strokes; the word does.
ODD_WORD = 0.15
_WORD = re.compile(r"[0-9A-Za-z]+")
_ROMAN = re.compile(r"[Il]{2,3}|[Il]V")
_ORDINAL = re.compile(r"\d+(st|nd|rd|th)", re.IGNORECASE)
# A house or flat with a letter, `12B`; the letters that are taken for figures say nothing.
_UNIT = re.compile(r"\d+[A-HJ-NP-RT-Ya-hjkmnp-rt-y]|[AC-FHJ-NPRT-Y]\d+")
LOOK_ALIKE = {"0": "od", "1": "li", "2": "z", "5": "s", "6": "bg", "7": "t", "8": "b", "9": "gq", "4": "a", "3": "e"}
_LETTERS_ALIKE = {letter: digit for digit, letters in LOOK_ALIKE.items() for letter in letters}


@dataclass(frozen=True, slots=True)
class Fused:
    """The likeliest text over all looks."""

    text: str
    second: str | None
    """The next best hypothesis that says something else."""
    share: float
    """Of the best among all hypotheses, 0 to 1."""
    agree: float
    """Share of the looks whose own best reading says the same."""
    gap: float
    """Mean log score of the best against each look's free path, by character: near 0 where it is what stands there."""
    weakest: float
    """Probability of its least certain character in the first look, 0 to 1."""
    log_path: float
    """Log probability of the first look's best path."""
    characters: int


def bare(text: str) -> str:
    """The text as hypotheses are compared: small letters, figures and a few marks."""
    plain = unicodedata.normalize("NFKD", text).lower()
    return "".join(c for c in plain if c in PLACES)


def fuse(reads: Sequence[Frames]) -> Fused:
    """The best hypothesis over the readings of one line. `reads`: the first is the line as it is.

    Raises:
        ValueError: when there is no reading.
    """
    if not reads:
        raise ValueError("nothing was read")
    paths = [best_path(read) for read in reads]
    tried = _hypotheses(reads, [text for text, _, _ in paths])
    keys = list(tried)
    if not keys:
        return Fused(paths[0][0].strip(), None, 0.0, 0.0, 0.0, 0.0, paths[0][1], 0)
    rows = [emission(read) for read in reads]
    scored = np.stack([fit(keys, row) for row in rows])
    weights = np.array([odd_words(tried[key]) for key in keys])
    together = np.log(scored + 1e-30).mean(axis=0) + np.log(weights)
    order = np.argsort(-together, kind="stable")
    best = int(order[0])
    shares = np.exp(together - together[best])
    free = [float(np.log(np.maximum(row.max(axis=1), 1e-30)).sum()) for row in rows]
    characters = max(len(keys[best]), 1)
    gap = float(np.mean([np.log(s[best] + 1e-30) - f for s, f in zip(scored, free, strict=True)])) / characters
    return Fused(
        text=tried[keys[best]],
        second=tried[keys[int(order[1])]] if len(order) > 1 else None,
        share=float(1.0 / shares.sum()),
        agree=sum(bare(text) == keys[best] for text, _, _ in paths) / len(paths),
        gap=gap,
        weakest=min(paths[0][2], default=0.0),
        log_path=paths[0][1],
        characters=len(keys[best]),
    )


@functools.cache
def _folding(alphabet: str) -> NDArray[np.float64]:
    """Shape (1 + alphabet, 1 + symbols): where each character's probability goes; spaces and stops are no characters."""
    table = np.zeros((1 + len(alphabet), 1 + len(SYMBOLS)))
    table[0, 0] = 1.0
    for row, character in enumerate(alphabet, start=1):
        key = bare(character)
        table[row, PLACES[key] if len(key) == 1 else 0] = 1.0
    return table


def emission(read: Frames) -> Doubles:
    """Frames over `SYMBOLS`, each row divided by its largest value."""
    rows = read.probability.astype(np.float64) @ _folding(read.alphabet) + FLOOR
    return np.asarray(rows / rows.max(axis=1, keepdims=True), np.float64)


def fit(keys: Sequence[str], rows: Doubles) -> Doubles:
    """How well each hypothesis fits the frames, about 1 for the best path; shape (keys,)."""
    entry = np.concatenate(([1.0], np.cumprod(rows[:, 0])))
    scores = prefix_scores(SpellingTree.of(keys, PLACES), rows, entry)
    return np.asarray((scores.ended + scores.rested)[:, -1], np.float64)


def odd_words(text: str) -> float:
    """How likely such a text is for its words alone: 1 where each is of letters or of figures."""
    small = any(c.islower() for c in text)
    return float(ODD_WORD ** sum(_is_mixed(word) or _right_case(word, small) != word for word in _WORD.findall(text)))


def _is_mixed(word: str) -> bool:
    mixed = any(c.isdigit() for c in word) and any(c.isalpha() for c in word)
    return mixed and not (_ORDINAL.fullmatch(word) or _UNIT.fullmatch(word))


def _right_case(word: str, small: bool) -> str:
    """The word with `I` and `l` as its other letters have it. `small`: the text has small letters elsewhere."""
    if _ROMAN.fullmatch(word):
        return word.upper() if small or word.isupper() else word
    others = [c for c in word if c.isalpha() and c not in "Il"]
    if not others:
        return word
    if all(c.isupper() for c in others) and not (small and len(word) == 2 and word[0] != "I"):
        return word.replace("l", "I") if len(others) > 1 else word
    return word[0] + word[1:].replace("I", "l")


def _hypotheses(reads: Sequence[Frames], texts: Sequence[str]) -> dict[str, str]:
    """What the line may say, by its bare form: each look's best reading, and those one or two characters away."""
    found: dict[str, str] = {}
    for text in texts:
        _add(found, text)
    for read, text in zip(reads, texts, strict=True):
        swaps = _swaps(read)
        for at, other in swaps:
            _add(found, _swapped(text, ((at, other),)))
        for i, first in enumerate(swaps):
            for second in swaps[i + 1 :]:
                if first[0] != second[0]:
                    _add(found, _swapped(text, (first, second)))
    for text in list(found.values()):
        small = any(c.islower() for c in text)
        for word in _WORD.finditer(text):
            for other in (*_unmixed(word.group()), _right_case(word.group(), small)):
                _add(found, text[: word.start()] + other + text[word.end() :])
    return dict(list(found.items())[:HYPOTHESES_MOST])


def _add(found: dict[str, str], text: str) -> None:
    text = " ".join(text.split())
    if bare(text):
        found.setdefault(bare(text), text)


def _swaps(read: Frames) -> list[tuple[int, str]]:
    """(place in the best path's text, what may stand there instead), the likeliest first. An empty string: nothing."""
    picks = read.probability.argmax(axis=1).tolist()
    swaps: list[tuple[float, int, str]] = []
    place, before = -1, 0
    spans: list[tuple[int, int, int]] = []
    for t, pick in enumerate(picks):
        if pick != 0 and pick != before:
            place += 1
            spans.append((place, t, t + 1))
        elif pick != 0:
            spans[-1] = (place, spans[-1][1], t + 1)
        before = pick
    for place, start, end in spans:
        rows = read.probability[start:end]
        own = bare(read.alphabet[picks[start] - 1])
        peak = rows.max(axis=0)
        for column in np.argsort(-peak)[:4].tolist():
            other = read.alphabet[column - 1] if column else ""
            # A character's own frames fade into blank at both ends: blank must rule the whole span.
            chance = float(peak[column]) if column else float(rows[:, 0].min())
            if chance >= TRIED_FROM and bare(other) != own:
                swaps.append((chance, place, other))
    swaps.sort(key=lambda s: (-s[0], s[1], s[2]))
    return [(place, other) for _, place, other in swaps[:TRIED_MOST]]


def _swapped(text: str, swaps: Iterable[tuple[int, str]]) -> str:
    characters: list[str] = list(text)
    for at, other in swaps:
        if at < len(characters):
            characters[at] = other
    return "".join(characters)


def _unmixed(word: str) -> list[str]:
    """A word of figures and letters as all figures, or all letters, where its strangers have a look-alike."""
    digits, letters = sum(c.isdigit() for c in word), sum(c.isalpha() for c in word)
    if not digits or not letters or _ORDINAL.fullmatch(word):
        return []
    as_figures = [c if c.isdigit() else _LETTERS_ALIKE.get(c.lower()) for c in word]
    as_letters = [c if c.isalpha() else _letter(c, word) for c in word]
    return ["".join(c for c in made if c) for made in (as_figures, as_letters) if all(made)]


def _letter(digit: str, word: str) -> str | None:
    alike = LOOK_ALIKE.get(digit)
    if not alike:
        return None
    capitals = all(c.isupper() for c in word if c.isalpha())
    return alike[0].upper() if capitals else alike[0]


# Logistic fits of the certainty on what `Fused` tells: constant, log odds of the share, share of agreeing looks, sureness of the
# whole first path and of its weakest character. On 915 names and addresses of made-up develop pages (18 hands, all scanners).
ONE_LOOK_FIT = (-0.55, 0.45, 0.33, 0.49, 0.18)
THREE_LOOKS_FIT = (-0.48, 0.51, 0.42, 0.44, 0.13)
MOST_CERTAINTY = 0.985
# What the fits call 0.75 to 0.9 was right 88 in 100 times (101 of 806 develop fields), but half of all wrong readings that were
# said at 0.8 and more, and that nobody would look at, stood there. It is said between 0.75 and 0.8.
CAUTIOUS = (0.75, 0.9, 0.79)
# A single character has no neighbours to be judged by: of eight scribbles drawn at random, six read as one letter or digit.
LONE_CHARACTER = 0.6


def certainty_of(fused: Fused, looks: int) -> float:
    """Chance that the whole line was read right, capitals, spaces and stops left aside."""
    if not fused.characters:
        return 0.0
    share = min(max(fused.share, 1e-4), 0.9995)
    weakest = -np.log(np.clip(fused.weakest, 1e-4, 1.0))
    told = (
        1.0,
        float(np.log(share / (1.0 - share))),
        fused.agree,
        -float(np.log(1e-3 - fused.log_path)),
        -float(np.log(1e-3 + weakest)),
    )
    odds = sum(weight * value for weight, value in zip(THREE_LOOKS_FIT if looks > 1 else ONE_LOOK_FIT, told, strict=True))
    certainty = 1.0 / (1.0 + float(np.exp(-odds)))
    low, high, most = CAUTIOUS
    if low < certainty < high:
        certainty = low + (certainty - low) * (most - low) / (high - low)
    return min(certainty, MOST_CERTAINTY) * (LONE_CHARACTER if fused.characters < 2 else 1.0)


def distance(one: str, other: str) -> int:
    """Characters by which two readings differ, capitals, spaces and stops aside."""
    return int(Levenshtein.distance(bare(one), bare(other)))
