"""The ways in which an elector may write name and address, and what each way costs: what a tolerance forgives, and no more.

Costs are logarithms: how much rarer a way is than the plain one. They order candidates that fit equally well: who wrote a whole
first name is taken for the elector of that name rather than for one of whom it is a diminutive.
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.model.roll import RollElector
from pipeline.roll.words import (
    DIRECTIONS,
    LONG_DIRECTIONS,
    LONG_TYPES,
    ORDINALS,
    STREET_TYPES,
    SUFFIXES,
    joined,
    plain,
)
from pipeline.signers.nicknames import NICKNAMES
from pipeline.signers.spelled import REST, Slot, Way

# Set by judgement from how often signers of the made-up and the public forms do each, and left alone since: a change by half
# either way moved no line of 1,200 develop lines from one elector to another.
INITIAL, NICKNAME, MIDDLE_AS_FIRST, SECOND_LEFT_OUT = -1.5, -1.5, -2.5, -0.7
MIDDLE_LEFT_OUT, MIDDLE_INITIAL, MIDDLE_UNKNOWN = -0.3, -0.1, -5.0
SUFFIX_LEFT_OUT, SUFFIX_UNKNOWN = -1.0, -5.0
REVERSED, ONE_SURNAME, OTHER_SURNAME, TITLE = -1.0, -1.0, -1.5, -3.0
DIRECTION_LEFT_OUT, DIRECTION_UNKNOWN, TYPE_LEFT_OUT, TYPE_OTHER = -0.7, -4.0, -0.7, -4.0
UNIT_LEFT_OUT, UNIT_UNKNOWN = -0.7, -3.0
PLACE_LEFT_OUT = -0.3
# `rn` and `m` are one stroke in many hands: of 49 develop lines that were not accepted, six fell by `Femer` or `Tomidge` alone.
RUN_TOGETHER = -2.5
# A city, a state or a remark that the roll has not, or that nobody can read, behind a street that fits.
REST_WRITTEN = -4.0

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TITLES: Slot = (("", 0.0), ("MR", TITLE), ("MRS", TITLE), ("MS", TITLE), ("DR", TITLE))
_ORDINAL_WORDS = {digits: word for word, digits in ORDINALS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """Which differences may be written at all; taking one away shows whether a fit needs it."""

    initial: bool = True
    nickname: bool = True
    order: bool = True
    surname: bool = True
    suffix: bool = True
    middle: bool = True
    unit: bool = True
    direction: bool = True
    street_type: bool = True
    place: bool = True


ALL = Leave()


def name_ways(elector: RollElector, leave: Leave = ALL) -> list[Way]:
    """The ways to write the elector's name."""
    first, middle, last = joined(elector.first), joined(elector.middle), joined(elector.last)
    suffix = SUFFIXES.get(plain(elector.suffix), "")
    if not last and not first:
        return []
    firsts = _first(elector.first, first, leave)
    middles = _middle(middle, leave)
    lasts = _last(elector.last, last, leave)
    suffixes = _suffix(suffix, leave)
    ways: list[Way] = [(_TITLES, firsts, middles, lasts, suffixes)]
    if leave.order and first and last:
        turned: Slot = tuple((text, cost + REVERSED) for text, cost in lasts)
        ways.append((turned, suffixes, firsts, middles))
    if leave.middle and len(middle) > 2 and first:
        # Who goes by the middle name: `J. Edgar`, or Edgar alone.
        ways.append((((first[0], MIDDLE_AS_FIRST), ("", MIDDLE_AS_FIRST - 0.5)), ((middle, 0.0),), lasts, suffixes))
    return ways


def _first(raw: str, first: str, leave: Leave) -> Slot:
    if not first:
        return (("", 0.0),)
    out = _run_together(((first, 0.0),))
    pieces = plain(raw).split()
    if len(pieces) > 1:
        # `Mary Ann` and `Jean-Paul` sign with one of the two, or with an initial for the second.
        out += [(pieces[0], SECOND_LEFT_OUT), (f"{pieces[0]}{pieces[1][0]}", SECOND_LEFT_OUT)]
    if leave.initial and len(first) > 1:
        out.append((first[0], INITIAL))
    if leave.nickname:
        out += [(name, NICKNAME) for name in sorted(NICKNAMES.get(first, ()))]
    return tuple(out)


def _run_together(slot: Slot) -> list[tuple[str, float]]:
    """The alternatives, and each with letters run into one that looks the same."""
    out = list(slot)
    for text, cost in slot:
        for two in ("RN", "RR"):
            if two in text:
                out.append((text.replace(two, "M", 1), cost + RUN_TOGETHER))
        if "M" in text[1:]:
            out.append((text[0] + text[1:].replace("M", "RN", 1), cost + RUN_TOGETHER))
    return out


def _middle(middle: str, leave: Leave) -> Slot:
    if not middle:
        unknown = [(letter, MIDDLE_UNKNOWN) for letter in LETTERS] if leave.middle else []
        return (("", 0.0), *unknown)
    out = [(middle, 0.0)]
    if len(middle) > 1:
        out.append((middle[0], MIDDLE_INITIAL))
    out.append(("", MIDDLE_LEFT_OUT))
    return tuple(out)


def _last(raw: str, last: str, leave: Leave) -> Slot:
    pieces = [p for p in plain(raw).split() if len(p) > 2]
    out = [(last, 0.0)]
    if leave.surname and len(pieces) == 2:
        out += [(pieces[0], ONE_SURNAME), (pieces[1], OTHER_SURNAME)]
    return tuple(_run_together(tuple(out)))


def _suffix(suffix: str, leave: Leave) -> Slot:
    if suffix:
        return ((suffix, 0.0), *([("", SUFFIX_LEFT_OUT)] if leave.suffix else []))
    return (("", 0.0), *((known, SUFFIX_UNKNOWN) for known in ("JR", "SR", "II", "III", "IV")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tail:
    """What the writing bears beside street and city, by its own reading: neither fits nor contradicts anybody."""

    state: str = ""
    """`CO`, `COLORADO`."""
    unit: str = ""
    """An apartment as written, with its word: `APT4`."""


def address_ways(elector: RollElector, tail: Tail, leave: Leave = ALL) -> list[Way]:
    """The ways to write the elector's address into one field: street alone, or with city, state and ZIP."""
    number, street = joined(elector.number), plain(elector.street)
    if not street:
        return []
    short = joined(elector.direction)
    names = [joined(street)]
    words = street.split()
    for spelled in (ORDINALS, _ORDINAL_WORDS):
        if any(word in spelled for word in words):
            names.append("".join(spelled.get(word, word) for word in words))
    before = _direction(short, leave)
    after: Slot = (("", 0.0), *(d for d in before if d[0])) if short else (("", 0.0),)
    street_slots: tuple[Slot, ...] = (
        tuple(_run_together(tuple((name, 0.0) for name in dict.fromkeys(names)))),
        _type(elector.street_type, leave),
    )
    unit = _unit(joined(elector.unit), tail, leave)
    rest = (*_place(elector, tail, leave),)
    house: Slot = ((number, 0.0),) if number else (("", 0.0),)
    ways: list[Way] = [(house, before, *street_slots, unit, *rest)]
    if short and leave.direction:
        # The direction behind the street: `Elm St N`.
        ways.append((house, *street_slots, tuple((d, c - 0.5) for d, c in after if d), unit, *rest))
    return ways


def _direction(short: str, leave: Leave) -> Slot:
    if short:
        full = LONG_DIRECTIONS.get(short, short)
        return ((short, 0.0), (full, 0.0), *([("", DIRECTION_LEFT_OUT)] if leave.direction else []))
    unknown = [(d, DIRECTION_UNKNOWN) for d in sorted(DIRECTIONS) if len(d) <= 5] if leave.direction else []
    return (("", 0.0), *unknown)


def _type(kind: str, leave: Leave) -> Slot:
    short = STREET_TYPES.get(joined(kind), joined(kind))
    if not short:
        unknown = [(t, TYPE_OTHER) for t in ("ST", "AVE", "DR", "LN", "CT", "RD", "WAY", "PL", "STREET")]
        return (("", 0.0), *(unknown if leave.street_type else []))
    spellings = dict.fromkeys([short, LONG_TYPES.get(short, short), *(s for s, t in STREET_TYPES.items() if t == short)])
    return (*((s, 0.0) for s in spellings), *([("", TYPE_LEFT_OUT)] if leave.street_type else []))


def _unit(unit: str, tail: Tail, leave: Leave) -> Slot:
    if unit:
        written = [(f"{word}{unit}", 0.0) for word in ("", "APT", "UNIT", "APARTMENT", "STE", "NO")]
        return (*written, *([("", UNIT_LEFT_OUT)] if leave.unit else []))
    return (("", 0.0), *([(tail.unit, UNIT_UNKNOWN)] if tail.unit and leave.unit else []))


def _place(elector: RollElector, tail: Tail, leave: Leave) -> list[Slot]:
    city, code = joined(elector.city), joined(elector.zip)[:5]
    out: list[Slot] = []
    if city:
        out.append(((city, 0.0), *([("", PLACE_LEFT_OUT)] if leave.place else [])))
    if tail.state:
        out.append(((tail.state, 0.0), ("", 0.0)))
    if code:
        out.append(((code, 0.0), ("", PLACE_LEFT_OUT)))
    return [*out, (("", 0.0), (REST, REST_WRITTEN))]
