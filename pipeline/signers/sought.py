"""From what was written to what is looked up: the words of name and address as read, with the readings that come next."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.ocr.lattice import Doubles, readings
from pipeline.roll.database import Query
from pipeline.roll.words import DIRECTIONS, STREET_TYPES, SUFFIXES, UNIT_WORDS, joined, plain, split_address, street_key
from pipeline.signers.nicknames import NICKNAMES
from pipeline.signers.variants import Tail

# Readings of one field that are looked up, and how much less likely than the best one they may be (a factor of 150).
MOST_READINGS, LEAST_LIKELY = 6, -5.0
_TITLES = frozenset({"MR", "MRS", "MS", "DR", "MISS", "REV"})
_STATE_NAMES = """
AL ALABAMA AK ALASKA AZ ARIZONA AR ARKANSAS CA CALIFORNIA CO COLORADO COLO CT CONNECTICUT DE DELAWARE FL FLORIDA GA
GEORGIA HI HAWAII ID IDAHO IL ILLINOIS IN INDIANA IA IOWA KS KANSAS KY KENTUCKY LA LOUISIANA ME MAINE MD MARYLAND MA
MASSACHUSETTS MI MICHIGAN MN MINNESOTA MS MISSISSIPPI MO MISSOURI MT MONTANA NE NEBRASKA NV NEVADA NH NJ NM NY NC ND
OH OHIO OK OKLAHOMA OR OREGON PA PENNSYLVANIA RI SC SD TN TENNESSEE TX TEXAS UT UTAH VT VERMONT VA VIRGINIA WA
WASHINGTON WV WI WISCONSIN WY WYOMING
"""
_STATES = frozenset(_STATE_NAMES.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """The readings of one field, best first, in `plain` words."""

    texts: tuple[str, ...]

    @classmethod
    def of(cls, lattice: Doubles) -> Read:
        """The readings of a lattice that are worth looking up."""
        if not len(lattice):
            return cls(texts=())
        found = readings(lattice, MOST_READINGS)
        least = found[0][1] + LEAST_LIKELY if found else 0.0
        return cls(texts=tuple(text for text, score in found if text and score >= least))

    @property
    def best(self) -> str:
        """The likeliest reading."""
        return self.texts[0] if self.texts else ""


def query(name: Read, address: Read) -> Query:
    """What is looked up on the roll."""
    firsts: dict[str, None] = {}
    lasts: dict[str, None] = {}
    for text in name.texts:
        words = [w for w in text.split() if w not in _TITLES and w not in SUFFIXES]
        _names(words, firsts, lasts)
    for first in [*firsts][:8]:
        firsts |= dict.fromkeys(sorted(NICKNAMES.get(first, ())))
    numbers: dict[str, None] = {}
    streets: dict[str, None] = {}
    for text in address.texts:
        _address(text, numbers, streets)
    return Query(
        firsts=tuple(firsts)[:24], lasts=tuple(lasts)[:12], numbers=tuple(numbers)[:6], streets=tuple(streets)[:8]
    )  # fmt: skip


def _names(words: list[str], firsts: dict[str, None], lasts: dict[str, None]) -> None:
    """First and family names in every order that people write: first last, last first, and families of two words."""
    if not words:
        return
    if len(words) == 1:
        # Written together, or so read: any place may part it.
        word = words[0]
        lasts[word] = None
        for cut in range(3, len(word) - 2):
            lasts[word[cut:]] = firsts[word[:cut]] = None
        return
    lasts[words[-1]] = None
    if len(words) > 2:
        lasts["".join(words[-2:])] = None
    lasts[words[0]] = None
    if len(words) > 3:
        lasts["".join(words[-3:])] = None
    if len(words) > 2 and len(words[-2]) > 2:
        lasts[words[-2]] = None
    firsts |= dict.fromkeys(w for w in (words[0], words[1], words[-1]) if len(w) > 1)


def _address(text: str, numbers: dict[str, None], streets: dict[str, None]) -> None:
    number, _, street, _, _ = split_address(text)
    words = text.split()
    if not number:
        # A letter where a digit was written: `I42 ELM`.
        head = words[0].translate(str.maketrans("OILSBZ", "011582")) if words else ""
        if re.fullmatch(r"\d+[A-Z]?", head):
            number, _, street, _, _ = split_address(" ".join([head, *words[1:]]))
        elif match := re.match(r"(\d+)([A-Z]{3,}.*)", text):
            # The space was not read: `142ELM`.
            number, _, street, _, _ = split_address(f"{match[1]} {match[2]}")
    if number:
        numbers[number] = None
    body = [w for w in street.split() if w not in UNIT_WORDS]
    if not body:
        return
    streets[street_key(street)] = None
    # City or an unread street type may have come along: shorter and shorter beginnings.
    for end in range(len(body) - 1, 0, -1):
        streets[street_key(" ".join(body[:end]))] = None
    for at, word in enumerate(body):
        if word in STREET_TYPES and at:
            streets[street_key(" ".join(body[:at]))] = None
    if body[0] in DIRECTIONS and len(body) > 1:
        streets[street_key(" ".join(body[1:]))] = None


def tail(address: Read) -> Tail:
    """State and apartment as the best reading has them."""
    words = plain(address.best).split()
    state = next((w for w in reversed(words[2:]) if w in _STATES and w not in STREET_TYPES), "")
    _, _, _, _, unit = split_address(address.best)
    for at, word in enumerate(words[2:], 2):
        if word in UNIT_WORDS and at + 1 < len(words):
            return Tail(state=state, unit=joined(" ".join(words[at : at + 2])))
    return Tail(state=state, unit=joined(unit.split()[0]) if unit else "")
