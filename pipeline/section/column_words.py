"""What do the words of a heading, or of a label inside a cell, say of the column? In any wording, OCR's slips forgiven."""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from pipeline.model.line import ColumnMeaning

# Words that tell a column, by what they tell. Fuzzy from four letters on: OCR of small or white-on-dark heads loses a
# letter in eight.
TELLING: dict[str, tuple[str, ...]] = {
    "signature": ("signature", "signatures", "sign", "signed", "autograph"),
    "print": ("printed", "print", "typed", "legibly", "block"),
    "name": ("name", "names"),
    "address": ("address", "residence", "residing", "residential", "street", "rural", "route", "apartment", "domicile"),
    "city": ("city", "town", "township", "village", "municipality", "boro"),
    "county": ("county", "parish"),
    "zip": ("zip", "zipcode", "postal"),
    "date": ("date", "dated", "month", "day", "year", "mo", "yr", "mm", "dd", "yyyy", "yy"),
    "ward": ("ward", "precinct", "district", "division", "dist"),
    "official": ("official", "office", "clerk", "verified", "registrar", "verification", "assessor", "checker"),
    "number": ("no", "number", "line", "num", "nr", "item", "#"),
}
FUZZY_FROM = 4
_FUZZY_RATIO = 80.0


# Words run together in a heading are parted where words of headings make up most of them.
_GLUED_FROM, _GLUED_SHARE = 10, 0.75
_BETWEEN = ("of", "elector", "voter", "signer", "full", "as", "registered", "or", "and", "in", "to", "your", "here", "legal")
_KNOWN = sorted({w for words in TELLING.values() for w in words if len(w) >= FUZZY_FROM} | set(_BETWEEN), key=len, reverse=True)


def tokens(text: str) -> list[str]:
    """Lower-case words of `text`, with `#` kept; words that the reader ran together (`PRINTEDNAMEOFELECTOR`) parted."""
    return [part for word in re.findall(r"[a-z]+|#", text.lower()) for part in _parted(word)]


def _parted(word: str) -> list[str]:
    if len(word) < _GLUED_FROM or any(word in words for words in TELLING.values()):
        return [word]
    parts, rest, known = [], word, 0
    while rest:
        head = next((w for w in _KNOWN if rest.startswith(w)), None)
        if head is None:
            parts.append(rest)
            break
        parts.append(head)
        known += len(head)
        rest = rest[len(head) :]
    return parts if len(parts) > 1 and known >= _GLUED_SHARE * len(word) else [word]


def told_by(token: str) -> str | None:
    """The kind of thing that one word tells, None where it tells nothing."""
    for kind, words in TELLING.items():
        if token in words:
            return kind
    if len(token) >= FUZZY_FROM:
        best, kind_of = 0.0, None
        for kind, words in TELLING.items():
            for word in words:
                if len(word) >= FUZZY_FROM and abs(len(word) - len(token)) <= 2:
                    ratio = fuzz.ratio(token, word)
                    if ratio > best:
                        best, kind_of = ratio, kind
        if best >= _FUZZY_RATIO:
            return kind_of
    return None


def meaning_of(text: str) -> tuple[ColumnMeaning, float]:
    """Meaning of one heading or label, with certainty 0 to 1; `other` with 0 where its words tell nothing."""
    words = tokens(text)
    kinds = [k for k in (told_by(w) for w in words) if k]
    has = set(kinds)
    if not has:
        return "other", 0.0
    if "birth" in words:
        return "other", 0.9
    if "official" in has and "signature" not in has and "name" not in has:
        return "official", 0.9
    first = min((kinds.index(k) for k in ("signature", "print", "name", "address", "date") if k in has), default=0)
    if "date" in has and not has & {"address", "name", "print"} and (kinds[first] == "date" or "signature" not in has):
        return "date", 0.95
    if "date" in has and "signature" in has and not has & {"name", "address", "print"}:
        return ("date", 0.9) if words and told_by(words[0]) == "date" else ("signature", 0.8)
    if "signature" in has and not (has & {"print"}) and "address" not in has:
        return "signature", 0.95
    if "signature" in has and "print" in has:
        return ("signature", 0.8) if kinds[first] == "signature" else ("name", 0.8)
    if "address" in has:
        return ("address", 0.95) if "name" not in has or kinds[first] == "address" else ("name", 0.7)
    if "name" in has or "print" in has:
        return "name", 0.95 if "name" in has else 0.7
    for kind, certainty in (("zip", 0.9), ("city", 0.9), ("county", 0.9), ("ward", 0.9), ("signature", 0.9)):
        if kind in has:
            meaning: ColumnMeaning = kind  # type: ignore[assignment]
            return meaning, certainty
    if "number" in has and len(words) <= 3:
        return "number", 0.9
    return "other", 0.3


def telling_words(text: str) -> int:
    """How many different kinds of column the words of `text` tell; the number's own excepted."""
    return len({k for k in (told_by(w) for w in tokens(text)) if k} - {"number", "official"})
