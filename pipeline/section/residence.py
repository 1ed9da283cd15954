"""What does a written residence name: street and number, municipality, county? Parsed from one line of writing,
54-124(e)(1).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.section.phrases import word_set

_STREET_TYPES = word_set(
    "st street ave avenue av rd road ln lane dr drive ct court pl place blvd boulevard way cir circle ter terrace pkwy "
    "parkway trl trail"
    " hwy highway loop row run sq square pt point path alley aly plaza crossing xing bend ridge broadway"
)
_DIRECTIONS = word_set("n s e w ne nw se sw north south east west northeast northwest southeast southwest")
_UNIT = re.compile(r"^(?:apt|apartment|unit|ste|suite|lot|#|no|bldg|fl|floor|rm)\.?#?\w*$", re.IGNORECASE)
_STATE = re.compile(r"^(?:[A-Z]{2}|Colo\.?|Colorado|Missouri|Michigan|[A-Z][a-z]+ State)$")
_ZIP = re.compile(r"^\d{5}(?:-\d{4})?$")
_COUNTY = re.compile(r"^(?:county|cnty|cty|co\.?)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Residence:
    """Parts of an address as written; None where none was seen. `sure` False: the line may hold more than was understood."""

    street: str | None
    municipality: str | None
    county: str | None
    sure: bool


def parse(text: str) -> Residence:
    """The parts of an address written on one line."""
    pieces = [p.strip() for p in re.split(r"[,;]|(?<=[a-z]{3})\.\s+(?=[A-Z])", text) if p.strip()]
    words = [p.split() for p in pieces]
    county, words = _take_county(words)
    words = [kept for piece in words if (kept := _without_state(piece))]
    if not words:
        return Residence(street=None, municipality=None, county=county, sure=bool(county))
    street: str | None = None
    rest = words
    if any(c.isdigit() for c in " ".join(words[0])) or any(_bare(w) in _STREET_TYPES for w in words[0]):
        first, after = _street_and_rest(words[0])
        street = " ".join(first)
        rest = ([after] if after else []) + words[1:]
    rest = [piece for piece in rest if not _UNIT.match(piece[0]) and any(c.isalpha() for w in piece for c in w)]
    municipality = " ".join(rest[0]) if rest else None
    if county is None and len(rest) > 1:
        county = " ".join(rest[1])
    has_both = street is not None and re.search(r"\d", street) is not None and re.search(r"[A-Za-z]{2}", street) is not None
    return Residence(
        street=street if has_both else None, municipality=municipality, county=county, sure=len(pieces) > 1 or has_both
    )


def _bare(word: str) -> str:
    return word.strip(".,#").lower()


def _take_county(words: list[list[str]]) -> tuple[str | None, list[list[str]]]:
    """The county where the word "County" stands after it (or "County of" before it), and what is left."""
    for i, piece in enumerate(words):
        for j, word in enumerate(piece):
            if not _COUNTY.match(word):
                continue
            if [_bare(w) for w in piece[j : j + 2]] == ["county", "of"] and len(piece) > j + 2:
                return " ".join(piece[j + 2 :]), words[:i] + ([piece[:j]] if j else []) + words[i + 1 :]
            if (j and word.lower().startswith(("county", "cnty", "cty"))) or (j and j == len(piece) - 1 and word == "Co."):
                before = piece[:j]
                start = next((k + 1 for k in range(len(before) - 1, -1, -1) if _bare(before[k]) in _STREET_TYPES), 0)
                name, left = before[start:], before[:start]
                if len(name) > 2 and start:
                    left, name = left + name[:-1], name[-1:]
                return " ".join(name), words[:i] + ([left] if left else []) + words[i + 1 :]
    return None, words


def _without_state(piece: list[str]) -> list[str]:
    while piece and (_ZIP.match(piece[-1]) or (_STATE.match(piece[-1]) and _bare(piece[-1]) not in _DIRECTIONS | _STREET_TYPES)):
        piece = piece[:-1]
    return piece


def _street_and_rest(piece: list[str]) -> tuple[list[str], list[str]]:
    """A piece that begins with a street: where its street type ends, and what follows it."""
    for i, word in enumerate(piece):
        if i and _bare(word) in _STREET_TYPES:
            end = i + 1
            while end < len(piece) and (
                _bare(piece[end]) in _DIRECTIONS or _UNIT.match(piece[end]) or piece[end][0] in "#0123456789"
            ):
                end += 1
            return piece[:end], piece[end:]
    return piece, []
