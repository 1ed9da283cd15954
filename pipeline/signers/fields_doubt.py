"""Does a reading look like a name, like an address? Where it does not, it is less certain; no word of it is changed.

A recogniser may be sure of every letter of a word that nobody wrote: where half of a word was cut off, where `Ct` reads as `Gt`,
where a neighbour's stroke is taken for a letter. What names and addresses look like in general tells some of that.
"""

from __future__ import annotations

import re

from rapidfuzz import fuzz

# The most that such a reading may be certain. On 915 develop fields, readings that look odd were wrong 2 in 3 times.
ODD_CERTAINTY = 0.6
# A name of one word: some people have one, more often the rest of it was not seen.
ONE_WORD_CERTAINTY = 0.7

_ODD_IN_NAME = re.compile(r"[0-9()\"#&/+@:;]")
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
# Words of a name that people begin with a small letter.
_PARTICLES = frozenset({
    "de", "del", "della", "la", "las", "los", "le", "du", "da", "das", "dos", "di", "van", "der", "den", "ter", "ten", "von",
    "zu", "el", "al", "bin", "ibn", "ben", "bint", "mac", "af", "av", "y", "e", "ap", "st", "jr", "sr", "ii", "iii", "iv",
})  # fmt: skip
# Capitals that look unlike their small letters: a name that begins with one of these was misread.
_OTHER_CAPITAL = frozenset("abdefghjlnqrt")
_LOST_SPACE = re.compile(
    r"(?<=[a-z])(?=[A-Z])|(?<=\d)(?=[A-Za-z]{3})(?!(?:st|nd|rd|th)\b)|(?<=[A-Za-z]{3})(?=\d)|(?<=\d)(?=[NS][EW]\b)"
)
# Figures that were all read as letters: `I Vine Place`, `SI Overlook Way`. Not the words that streets begin with, `St Mary's Rd`.
_LETTERS_FIRST = re.compile(r"(?!(?:st|to|do|so|go)\b)[IlOoSsBZzGTDQ|]{1,3}\s+\S", re.IGNORECASE)
# `Barrow II` run into `Barrowll`: no name ends with two l behind such a letter.
_SECOND = re.compile(r"[bcdfghjkmnpqrstvwxz](?:ll|Il|lI)\b")
_NUMBER_FIRST = re.compile(r"#?\d+(?:[A-Za-z]|[-/ ]\d+(?:/\d+)?)?\W*\s*[A-Za-z]")
_UNIT_WITHOUT = re.compile(r"\b(apt|apartment|unit|ste|suite|lot|rm|room|bldg|building|no)\W*$|#\W*$", re.IGNORECASE)
_UNIT = re.compile(r"[\s,]+(?:(?:apt|apartment|unit|ste|suite|lot|rm|room|bldg|building|no)\b\W*\w+|#\W*\w+)\W*$", re.IGNORECASE)
_PLACE = re.compile(r"\b\d{5}(?:-\d{4})?\W*$|,\s*[A-Za-z .]+$")
_BOX = re.compile(r"\bbox\b", re.IGNORECASE)
_ORDINAL = re.compile(r"\d+(st|nd|rd|th)", re.IGNORECASE)
# United States Postal Service, Publication 28, appendices B and C1: street suffixes up to three letters, directions, states.
_SHORT_LAST = frozenset({
    "st", "ave", "av", "rd", "ln", "la", "ct", "cir", "crt", "dr", "drv", "pl", "plz", "ter", "trl", "pky", "hwy", "way",
    "wy", "lp", "row", "run", "sq", "pt", "cv", "aly", "crk", "est", "flt", "gln", "grv", "hls", "hl", "hts", "jct", "knl",
    "lk", "lks", "mdw", "mnr", "mt", "pne", "rdg", "rte", "rue", "spg", "vis",
    "sw", "al", "ak", "az", "ar", "ca", "co", "de", "fl", "ga", "hi", "id", "il", "in", "ia", "ks", "ky", "me",
    "md", "ma", "mi", "mn", "ms", "mo", "nv", "nh", "nj", "nm", "ny", "nc", "nd", "oh", "ok", "or", "pa", "ri",
    "sc", "sd", "tn", "tx", "ut", "vt", "va", "wa", "wv", "wi", "dc",
})  # fmt: skip
_SHORT = 4
# The long kinds of streets, and what units are called: a word of as many letters, all but one the same, was misread.
_KINDS = frozenset({
    "street", "avenue", "drive", "court", "place", "circle", "terrace", "trail", "parkway", "highway", "boulevard", "square",
    "plaza", "alley", "landing", "crossing",
})  # fmt: skip
_UNITS = frozenset({"unit", "suite", "apartment", "room", "floor", "building"})
_DIRECTIONS = frozenset({"n", "s", "e", "w", "ne", "nw", "se", "sw", "north", "south", "east", "west"})
_KINDS_BEFORE = frozenset({"av", "ave", "avenue", "st", "street", "road", "rd", "county", "cr", "route", "rte", "highway", "hwy"})
# Printed words that stand in a cell above the entry where forms have their labels inside.
_LABELS = (
    "address", "street address", "residence address", "residence", "place of residence", "home address", "street",
    "number and street", "street and number", "house number and street", "street number and name", "print name", "printed name",
    "name", "name printed", "name of signer", "print your name", "city",
    "city or town", "town", "county", "zip", "zip code", "date", "date signed", "date of signing",
)  # fmt: skip
LABEL_ALIKE = 86.0


def name_most(text: str) -> float:
    """The most certain that a reading may be as a name, 0 to 1."""
    words = _WORD.findall(_spaced(text))
    begins = [w[0] for w in words if len(w) > 1 and w.lower() not in _PARTICLES]
    if any(c.isupper() for c in begins) and any(c in _OTHER_CAPITAL for c in begins):
        # Beside `Omar` nobody writes `gessup`: a capital was taken for a small letter.
        return ODD_CERTAINTY
    if _ODD_IN_NAME.search(text) or _SECOND.search(text) or not words or max(map(len, words)) < 2:
        return ODD_CERTAINTY
    return ONE_WORD_CERTAINTY if len(words) == 1 else 1.0


def street_most(text: str) -> float:
    """The most certain that a reading may be as a street address, 0 to 1. A box or a described place is not one."""
    if _LETTERS_FIRST.match(text.strip()):
        return ODD_CERTAINTY
    if _BOX.search(text) or not any(c.isdigit() for c in text):
        return 1.0
    text = _spaced(text)
    if not _NUMBER_FIRST.match(text.strip()) or _UNIT_WITHOUT.search(text) or _mixed(text):
        return ODD_CERTAINTY
    street = _UNIT.sub("", _PLACE.sub("", text)).rstrip(" ,.;")
    words = [w for w in re.split(r"[\s,.]+", street)[1:] if not _is_direction(w) and w[:1].isalpha()]
    # A street's name alone (`12 N Elm`) may be short; what stands behind a name is its kind, or the letter of an avenue.
    if len(words) >= 2 and words[-2].lower() not in _KINDS_BEFORE:
        last = words[-1]
        if last.isalpha() and len(last) < _SHORT and last.lower() not in _SHORT_LAST:
            return ODD_CERTAINTY
        if _nearly(last, _KINDS):
            return ODD_CERTAINTY
    if any(_nearly(word, _UNITS) for word in re.findall(r"\b([A-Za-z]{3,9})\W+#?\w{1,4}\W*$", _PLACE.sub("", text))):
        return ODD_CERTAINTY
    return 1.0


def _nearly(word: str, known: frozenset[str]) -> bool:
    """Whether a word is one letter off from one that is due in its place: `Brive`, `Mnit`."""
    word = word.lower()
    return word not in known and any(
        len(word) == len(k) and sum(a != b for a, b in zip(word, k, strict=True)) == 1 for k in known
    )


def _spaced(text: str) -> str:
    """The text with the spaces that its reading lost: `IngridNguyen`, `82North`, `Unit2`."""
    return _LOST_SPACE.sub(" ", text)


def _is_direction(word: str) -> bool:
    """A direction by letters is written in capitals; a small `n` behind a street is what is left of `Ln`."""
    return word.lower() in _DIRECTIONS and (len(word) > 2 or word.isupper())


def _mixed(text: str) -> bool:
    """Whether letters stand among the figures of a word: `794Z`, but not `5th` and `12B`."""
    for word in re.findall(r"[0-9A-Za-z]+", text):
        letters = sum(c.isalpha() for c in word)
        if 0 < letters < len(word) and letters > 1 and not _ORDINAL.match(word):
            return True
    return False


def without_label(text: str) -> str:
    """The text without a printed label that was read before it; the text itself where nothing else stands there."""
    words = text.split()
    for count in range(min(4, len(words) - 1), 0, -1):
        head = " ".join(words[:count]).strip(" .:,()").lower()
        if any(fuzz.ratio(head, label) >= LABEL_ALIKE for label in _LABELS if len(label.split()) == count):
            return " ".join(words[count:]).lstrip(" .:,")
    return text
