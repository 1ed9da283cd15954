"""Which printed words are a person's name, which an address? For lists of persons in any arrangement."""

from __future__ import annotations

import re

_STREET_KIND = (
    r"(?:st|street|ave|avenue|av|rd|road|dr|drive|ln|lane|ct|court|blvd|boulevard|pl|place|way|cir|circle|p[i1]|pkwy|parkway|ter|terrace|"
    r"trl|trail|hwy|highway|loop|sq|square|row|path|alley|run|point|ridge|county road|cr|route|rt)"
)
# OCR glues a direction to its house number: `521SE Railroad Ave`.
_HOUSE = r"\d{1,6}(?:[NSEW][EW]|[A-Za-z]|\s?[½¼¾]|-\d+)?"
_STREET = re.compile(
    rf"(?<![\w#])({_HOUSE}\s+(?:\.?[NSEW]\.?[EW]?\.?\s+)?(?:[A-Z0-9][\w.'’-]*\s+){{0,4}}{_STREET_KIND}\b\.?|"
    rf"{_HOUSE}\s+(?:\.?[NSEW]\.?[EW]?\.?\s+)?[A-Z][\w.'’-]{{2,}})",
    re.IGNORECASE,
)
_ENDS_IN_STREET = re.compile(rf"\b{_STREET_KIND}\b\.?\W*$", re.IGNORECASE)
_BOX = re.compile(r"\b(?:p\.?\s*o\.?\s*box|rural route|r\.?r\.?\s*\d|rr \d)", re.IGNORECASE)
_CITY_ZIP = re.compile(r"\b[A-Z]{2}\.?\s+\d{5}(?:-\d{4})?\b|\b\d{5}(?:-\d{4})?\s*$|,\s*(?:[A-Z]{2}|[A-Z][a-z]+)\.?\s*$")
_ORDINAL = re.compile(r"^\s*(?:\(?(\d{1,2})[.):,]|\(([a-h])\)|([a-hA-H])[.)]|[•·*▪■-])\s*")
# A comma that OCR made of an initial's point: `Mei-Lin P, Montoya` is a name, `Apt B, Denver` a place.
_INITIAL_COMMA = re.compile(
    r"^(?!(?:apt|apartment|unit|suite|ste|lot|bldg|building|no)\b)[A-Z][A-Za-z'’-]+ [A-Z], [A-Z][A-Za-z'’-]+$", re.IGNORECASE
)
_NAME_WORD = re.compile(r"^(?:[A-Z][A-Za-z'’.-]*|[a-z]{1,3}|[A-Z]\.?)$")
_SMALL = {"de", "la", "van", "der", "den", "von", "del", "di", "da", "le", "du", "st.", "y", "and", "or", "the", "of"}
_SUFFIX = {"jr", "sr", "ii", "iii", "iv", "dr", "mr", "mrs", "ms"}
_LABELS = re.compile(
    r"\b(?:names?|printed|print|address(?:es)?|residence|resident|street|number|no|city|town|municipality|county|state|zip|code|"
    r"telephone|phone|email|e-mail|representatives?|registered|elector|signature|date|first|last|middle)\b",
    re.IGNORECASE,
)
# A heading or label is made of label words for the most part.
LABEL_SHARE = 0.6
MOST_NAME_WORDS = 6


def ordinal(text: str) -> tuple[str | None, str]:
    """The item's number or mark at the start (`1.`, `(a)`), and the text without it."""
    match = _ORDINAL.match(text)
    if not match:
        return None, text.strip()
    return next((g for g in match.groups() if g), "•"), text[match.end() :].strip()


def lost_point(text: str) -> tuple[int, str] | None:
    """`1 Joan Poe` as an item's number whose point OCR lost, and the name; None where it reads like a street (`2 Oak St`)."""
    number, _, rest = text.strip().partition(" ")
    if not (number.isdigit() and len(number) <= 2 and is_name(rest.strip(" ,;:"))) or _ENDS_IN_STREET.search(rest):
        return None
    return int(number), rest.strip()


def street_at(text: str) -> int | None:
    """Where in the text an address begins: a house number with a street, or a post-office box; None where none does."""
    found = [m.start() for pattern in (_STREET, _BOX) if (m := pattern.search(text))]
    return min(found) if found else None


def is_address(text: str) -> bool:
    """Whether the text is a street address, or goes on with one (`Pine Hollow, CO 80999`)."""
    return street_at(text) is not None or _ends_in_city(text)


def is_city(text: str) -> bool:
    """Whether the text is the city's part of an address, without a street."""
    return street_at(text) is None and _ends_in_city(text)


def _ends_in_city(text: str) -> bool:
    return _CITY_ZIP.search(text.strip()) is not None and not _INITIAL_COMMA.match(text.strip())


def is_label(text: str) -> bool:
    """Whether the text is a heading or a label of a blank (`Name and address`), not what is filled in."""
    words = [w for w in re.split(r"[\s/,&:()_.]+", text) if w]
    if not words:
        return True
    hits = sum(1 for w in words if _LABELS.fullmatch(w) or w.casefold() in {"and", "of", "the", "or", "please"})
    return hits >= LABEL_SHARE * len(words) and any(_LABELS.fullmatch(w) for w in words)


def without_label(text: str) -> str:
    """The text behind a label with a colon: `Printed name: Ann Poe` is `Ann Poe`."""
    label, colon, rest = text.partition(":")
    return rest.strip() if colon and is_label(label) else text


def is_name(text: str) -> bool:
    """Whether the text may be a person's name: two to six words of letters, most of them with a capital."""
    words = [w.strip(",;") for w in text.split() if w.strip(",;")]
    if not 2 <= len(words) <= MOST_NAME_WORDS or any(c.isdigit() for c in text) or is_label(text):
        return False
    if not all(_NAME_WORD.match(w) for w in words):
        return False
    plain = [w.casefold().strip(".") for w in words]
    capital = sum(1 for w in words if w[:1].isupper())
    return capital >= max(2, len(words) - sum(1 for w in plain if w in _SMALL)) and not all(w in _SUFFIX for w in plain)


def may_be_name(text: str) -> bool:
    """Whether the text can be a name where the list wants one: behind an item's number or before an address."""
    words = text.split()
    letters = sum(c.isalpha() for c in text)
    if not 1 <= len(words) <= MOST_NAME_WORDS or letters < 3 or is_label(text):
        return False
    return letters >= 0.7 * sum(not c.isspace() for c in text) and not is_address(text)
