"""The characters a clerk's form can bear, and how the recogniser's many classes fold into them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

DIGITS = "0123456789"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ACCENTED = "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿŠšŽžČčŁł"
PUNCTUATION = ".,-/#&'()\":;+@ "

WRITING = DIGITS + LETTERS + ACCENTED + PUNCTUATION
"""What names and addresses are written with; the space is one of them."""
DATES = DIGITS + LETTERS + ".,-/' "
"""What a date is written with; strokes that look like `/` fold into it."""

# Strokes of one hand that the recogniser, which knows many scripts, may take for another script's sign.
_LOOKS_LIKE = {
    "一": "-", "ー": "-", "–": "-", "—": "-", "―": "-", "‐": "-", "−": "-", "~": "-", "～": "-",
    "‘": "'", "’": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "·": ".", "•": ".", "。": ".", "、": ",",
    "工": "I", "丨": "I", "|": "I", "／": "/", "丶": "'", "〇": "0", "○": "0", "∅": "0", "Ø": "0", "ø": "0",
    "А": "A", "В": "B", "Е": "E", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C", "Т": "T", "У": "Y", "Х": "X",
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "п": "n",
    "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P", "Τ": "T",
    "Υ": "Y", "Χ": "X", "ο": "o", "ν": "v",
}  # fmt: skip


def folded(character: str, alphabet: str) -> str | None:
    """The character of `alphabet` that a recogniser's class stands for; None where it stands for none."""
    if character in alphabet:
        return character
    alike = _LOOKS_LIKE.get(character)
    if alike is None:
        plain = unicodedata.normalize("NFKD", character)
        alike = plain[0] if plain else None
    return alike if alike is not None and alike in alphabet else None


def columns(classes: Sequence[str], alphabet: str) -> list[list[int]]:
    """For each character of `alphabet`, the indices of the classes that fold into it."""
    place = {c: i for i, c in enumerate(alphabet)}
    found: list[list[int]] = [[] for _ in alphabet]
    for index, character in enumerate(classes):
        if len(character) != 1:
            continue
        to = folded(character, alphabet)
        if to is not None:
            found[place[to]].append(index)
    return found
