"""The ways people write a day: numbers in US order, names of months, ordinals, stamps, with and without a year.

Symbols: digits, small letters, `/` for any stroke that parts two numbers, `_` for what may part a word from its neighbour.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz/_"
PLACES = {c: i for i, c in enumerate(SYMBOLS, start=1)}

MONTHS: tuple[tuple[str, ...], ...] = (
    ("january", "jan"), ("february", "feb", "febr"), ("march", "mar"), ("april", "apr"), ("may",), ("june", "jun"),
    ("july", "jul"), ("august", "aug"), ("september", "sept", "sep"), ("october", "oct"), ("november", "nov"),
    ("december", "dec"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MonthDay:
    """What the part beside the year means. A month above 12 is a day-first date: kept, so that it is not misread."""

    month: int
    day: int | None


def ordinal(day: int) -> str:
    """`3rd`, `11th` …"""
    tail = "th" if 10 < day % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{tail}"


def _two(number: int) -> tuple[str, ...]:
    return (str(number), f"{number:02d}") if number < 10 else (str(number),)


@dataclass(frozen=True, slots=True)
class Style:
    """One manner of writing month and day, and how the year is joined to it.

    The weights say how likely people are to join a year in that way; they only settle what the strokes leave open.
    """

    name: str
    spellings: tuple[tuple[str, MonthDay], ...]
    parted: float = 1.0
    """A stroke or space stands before the year."""
    joined: float = 0.0
    """The year follows with a gap and no stroke."""
    short_parted: float = 1.0
    """As `parted`, for years written `26`."""
    short_joined: float = 0.0
    stroke: str = "/"
    """What stands for the stroke before the year; a steep slash reads as `1`."""
    alone: float = 0.0
    """The year may be missing."""
    lettered: bool = False
    """A month's name stands in it."""


def _numbered(stroke: str) -> Iterator[tuple[str, MonthDay]]:
    for month, day in product(range(1, 13), range(1, 32)):
        for m, d in product(_two(month), _two(day)):
            yield f"{m}{stroke}{d}", MonthDay(month, day)


def _day_first() -> Iterator[tuple[str, MonthDay]]:
    for day, month in product(range(13, 32), range(1, 13)):
        for m in _two(month):
            yield f"{day}/{m}", MonthDay(day, month)


def _combed() -> Iterator[tuple[str, MonthDay]]:
    for month, day in product(range(1, 13), range(1, 32)):
        yield f"{month:02d}{day:02d}", MonthDay(month, day)


def _named() -> Iterator[tuple[str, MonthDay]]:
    for month, names in enumerate(MONTHS, start=1):
        for name, day, gap in product(names, range(1, 32), ("", "_")):
            meaning = MonthDay(month, day)
            for number in (*_two(day), ordinal(day)):
                yield f"{name}{gap}{number}", meaning
                yield f"{number}{gap}{name}", meaning
            for middle in ("of", "dayof", "day_of"):
                yield f"{ordinal(day)}{gap}{middle}{gap}{name}", meaning
            yield f"{day}{gap}day{gap}of{gap}{name}", meaning


@functools.cache
def styles() -> tuple[Style, ...]:
    """All manners of writing month and day before the year."""
    return (
        Style("numbers", tuple(_numbered("/")), joined=0.02, short_joined=0.02, alone=0.3),
        Style("numbers, day first", tuple(_day_first()), parted=0.05, short_parted=0.05),
        *(
            Style(f"numbers parted by {a} and {b}", tuple(_numbered(a)), parted=weight, short_parted=weight, stroke=b)
            for a, b, weight in (("1", "/", 0.04), ("/", "1", 0.04), ("1", "1", 0.04))
        ),
        Style("comb boxes", tuple(_combed()), parted=0.3, joined=0.3, short_parted=0.3, short_joined=0.3),
        Style("names", tuple(_named()), joined=1.0, short_joined=0.05, alone=0.3, lettered=True),
        Style(
            "number of the month",
            tuple((m, MonthDay(month, None)) for month in range(1, 13) for m in _two(month)),
            parted=0.1,
            short_parted=0.0,
        ),
        Style(
            "name of the month",
            tuple((name, MonthDay(month, None)) for month, names in enumerate(MONTHS, start=1) for name in names),
            parted=1.0,
            joined=1.0,
            short_parted=0.0,
            lettered=True,
        ),
    )


@functools.cache
def after_year() -> tuple[tuple[str, MonthDay], ...]:
    """Month and day as they follow the year in `2026-09-03`."""
    return tuple((f"/{m:02d}/{d:02d}", MonthDay(m, d)) for m in range(1, 13) for d in range(1, 32))
