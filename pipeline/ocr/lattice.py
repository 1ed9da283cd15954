"""Character probabilities of a line, packed small enough to be kept with the facts, and read again by whoever scores names.

Folded on the way: capitals and small letters are one, accents are dropped, spaces and marks are one symbol. A stretch without a
character is kept as one step. What is left of a name of 15 letters is some 300 characters of text.
"""

from __future__ import annotations

import base64
import functools
import math
import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.ocr.recogniser import Frames

SYMBOLS = " ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
"""Symbol n of a lattice is SYMBOLS[n - 1]; 0 is "no character here"."""
PLACES = {c: n for n, c in enumerate(SYMBOLS, 1)}
SPACE = PLACES[" "]

# Probabilities under this are not kept. A true letter that the recogniser missed mostly had 1e-3 to 1e-2.
LEAST_KEPT = 1e-4
# What every symbol keeps that was not kept: one stroke misread must not make a name impossible.
FLOOR = 2e-5
# Steps of the logarithm: 25 a nat in a byte reach down to 3.7e-5.
STEPS_A_NAT = 25.0
# A step is "no character" for certain from here on; of several in a row one is kept.
SURELY_BLANK = 0.995
MOST_STEPS = 400

Doubles = NDArray[np.float64]

# Signs that are each other's look-alike in many hands: a zero in a name is an O, an I in a house number is a 1. Each lends the
# other its probability, since no name or number is told from another by them.
ALIKE = ("0O", "1I", "1L", "5S", "8B", "2Z", "6G")
# In a name no figure stands, so that every figure read there is a letter that looks like it.
ALIKE_IN_NAMES = (*ALIKE, "3Z", "3E", "4A", "4H", "7T", "7Y", "9G", "9Q")


@functools.cache
def _folding(alphabet: str) -> NDArray[np.int64]:
    """The lattice symbol of each column of frames: 0 for the blank, then for each character of `alphabet`."""
    to = [0]
    for character in alphabet:
        base = unicodedata.normalize("NFKD", {"Ł": "L", "ł": "l", "Ø": "O", "ø": "o"}.get(character, character))[0].upper()
        to.append(PLACES.get(base, SPACE))
    return np.array(to, np.int64)


def packed(read: Frames) -> str:
    """The frames as text of ASCII letters."""
    folded = np.zeros((len(read.probability), len(SYMBOLS) + 1), np.float64)
    np.add.at(folded.T, _folding(read.alphabet), read.probability.T.astype(np.float64))
    out = bytearray()
    blank_before = False
    steps = 0
    for row in folded:
        blank = row[0] >= SURELY_BLANK
        if blank and blank_before:
            continue
        blank_before = bool(blank)
        kept = np.flatnonzero(row >= LEAST_KEPT)
        out.append(len(kept))
        for symbol in kept.tolist():
            out += bytes((symbol, min(round(-math.log(min(float(row[symbol]), 1.0)) * STEPS_A_NAT), 255)))
        steps += 1
        if steps >= MOST_STEPS:
            break
    return base64.b85encode(bytes(out)).decode("ascii")


def unpacked(text: str) -> Doubles:
    """Probabilities, shape (steps, 1 + symbols); what was not kept has the floor's.

    Raises:
        ValueError: when the text was not made by `packed`.
    """
    raw = base64.b85decode(text)
    rows: list[Doubles] = []
    at = 0
    while at < len(raw):
        count = raw[at]
        entries = raw[at + 1 : at + 1 + 2 * count]
        if len(entries) < 2 * count:
            raise ValueError("a lattice is cut short")
        row = np.full(len(SYMBOLS) + 1, FLOOR)
        for symbol, steps in zip(entries[::2], entries[1::2], strict=True):
            if symbol > len(SYMBOLS):
                raise ValueError(f"{symbol} is no symbol of a lattice")
            row[symbol] = math.exp(-steps / STEPS_A_NAT)
        rows.append(row)
        at += 1 + 2 * count
    return np.array(rows, np.float64).reshape(-1, len(SYMBOLS) + 1)


def of_text(text: str, doubt: float) -> Doubles:
    """A lattice for text that is known only as a string, of print say: each character is itself but for `doubt`, 0 to 1."""
    rows = []
    blank = np.full(len(SYMBOLS) + 1, FLOOR)
    blank[0] = 1.0
    for character in text:
        row = np.full(len(SYMBOLS) + 1, max(doubt / len(SYMBOLS), FLOOR))
        row[PLACES.get(character, SPACE)] = 1.0 - doubt
        rows += [row, blank]
    return np.array(rows, np.float64).reshape(-1, len(SYMBOLS) + 1)


def one_line(parts: Sequence[Doubles]) -> Doubles:
    """Several lines of writing set one after another, a space between."""
    between = np.full((1, len(SYMBOLS) + 1), FLOOR)
    between[0, 0] = between[0, SPACE] = 0.5
    rows: list[Doubles] = []
    for n, part in enumerate(parts):
        rows += [between, part] if n else [part]
    return np.vstack(rows) if rows else np.zeros((0, len(SYMBOLS) + 1))


def emission(lattice: Doubles, alike: Sequence[str] = ALIKE) -> Doubles:
    """What spellings without spaces are scored against: spaces are no character, look-alikes lend to each other, and each step
    is divided by its largest value, so that the best reading scores about 1. Shape as given; the space's column is empty.

    `alike`: pairs of a figure and a letter.
    """
    out = lattice.copy()
    out[:, 0] += out[:, SPACE]
    out[:, SPACE] = 0.0
    for pair in alike:
        a, b = PLACES[pair[0]], PLACES[pair[1]]
        out[:, a] = np.maximum(out[:, a], lattice[:, a] + lattice[:, b])
        out[:, b] = np.maximum(out[:, b], lattice[:, a] + lattice[:, b])
    top = out.max(axis=1, keepdims=True)
    return np.asarray(out / np.maximum(top, FLOOR), np.float64)


def readings(lattice: Doubles, count: int, beam: int = 12) -> list[tuple[str, float]]:
    """The likeliest readings, best first, with the logarithm of each one's probability. Words one space apart.

    A search by beginnings (Graves 2006, section 3.2) that keeps the `beam` best at each step.
    """
    best: dict[str, tuple[float, float]] = {"": (1.0, 0.0)}
    for row in lattice:
        likely = np.flatnonzero(row[1:] >= 5e-3) + 1
        after: dict[str, list[float]] = {}
        for text, (blank, last) in best.items():
            whole = blank + last
            kept = after.setdefault(text, [0.0, 0.0])
            kept[0] += whole * row[0]
            if text:
                kept[1] += last * row[PLACES[text[-1]]]
            for symbol in likely.tolist():
                character = SYMBOLS[symbol - 1]
                grown = after.setdefault(text + character, [0.0, 0.0])
                grown[1] += (blank if text.endswith(character) else whole) * row[symbol]
        ranked = sorted(after.items(), key=lambda item: (-(item[1][0] + item[1][1]), item[0]))[:beam]
        # Scaled at every step: only how readings compare matters until the end.
        scale = ranked[0][1][0] + ranked[0][1][1] or 1.0
        best = {text: (b / scale, c / scale) for text, (b, c) in ranked}
    merged: dict[str, float] = {}
    for text, (blank, last) in best.items():
        words = " ".join(text.split())
        merged[words] = merged.get(words, 0.0) + blank + last
    whole = sum(merged.values()) or 1.0
    ordered = sorted(merged.items(), key=lambda item: (-item[1], item[0]))[:count]
    return [(text, math.log(max(value / whole, 1e-12))) for text, value in ordered]
