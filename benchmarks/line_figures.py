"""Lines as they were read beside lines as they are: every figure of `benchmarks.lines`, kept as counts that add up."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from rapidfuzz.distance import Levenshtein

from benchmarks.interval import Share

CERTAIN = 0.8
"""From here on a reading counts as certain."""
EDGES = (0.0, 0.2, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0001)
"""Steps of the reliability table."""
BLOCK_FACES = ("amatic-sc", "permanent-marker")
"""Faces whose small letters are small capitals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One field of one line, for the list of the worst."""

    scan: str
    page: int
    row: int
    field: str
    hand: str
    bitonal: bool
    so: str
    said: str | None
    certainty: float
    errors: int
    """Characters that differ; for a date 1 where the day is wrong."""
    reviewed: bool
    box: tuple[float, float, float, float]
    """Of the cell in points, for the contact sheet."""


def _zeros() -> list[int]:
    return [0, 0, 0, 0]


def _four_counts() -> dict[str, list[int]]:
    return defaultdict(_zeros)


def _lists() -> dict[str, list[tuple[float, bool]]]:
    return defaultdict(list)


@dataclass(slots=True)
class Figures:
    """Counts over any number of lines."""

    found: Share = field(default_factory=Share)
    state: Share = field(default_factory=Share)
    signature: Share = field(default_factory=Share)
    edits: dict[str, list[int]] = field(default_factory=_four_counts)
    """By `field hand`: characters wrong, characters, fields, fields wholly right."""
    days: list[int] = field(default_factory=_zeros)
    """Dates, right, right and certain, wrong and certain without review."""
    said: dict[str, list[tuple[float, bool]]] = field(default_factory=_lists)
    """By field: certainty, and whether the reading was right."""
    certain_wrong: Share = field(default_factory=Share)
    ditto: Share = field(default_factory=Share)
    scrawled: Share = field(default_factory=Share)
    """Fields that nobody can read, and how many of them were not said with certainty."""
    electors: dict[str, int] = field(default_factory=Counter)
    reviews: dict[str, int] = field(default_factory=Counter)
    """Lines for a person, by check."""
    large: dict[str, int] = field(default_factory=Counter)
    """As `electors`, on the larger roll."""
    asked: Share = field(default_factory=Share)
    """Lines by which nothing is wrong, of electors who live where they are registered: how many are for a person all the same."""
    read_seconds: float = 0.0
    match_seconds: float = 0.0
    large_seconds: float = 0.0
    """Of one core: reading, looking up, looking up on the larger roll."""
    lines: int = 0
    readings: list[Reading] = field(default_factory=list)

    def add(self, other: Figures) -> None:
        """Take in the counts of another scan."""
        for name in ("found", "state", "signature", "certain_wrong", "ditto", "scrawled", "asked"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for key, counts in other.edits.items():
            self.edits[key] = [a + b for a, b in zip(self.edits[key], counts, strict=True)]
        self.days = [a + b for a, b in zip(self.days, other.days, strict=True)]
        for key, answers in other.said.items():
            self.said[key] += answers
        for name in ("electors", "large", "reviews"):
            for key, count in getattr(other, name).items():
                getattr(self, name)[key] += count
        for name in ("read_seconds", "match_seconds", "large_seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.lines += other.lines
        self.readings += other.readings


def bare(text: str | None) -> str:
    """Letters, figures and marks as they are compared: capitals, spaces, stops and commas aside."""
    return re.sub(r"[\s.,;:]+", "", text or "").casefold()


def letters(text: str | None) -> str:
    """Letters and figures alone: what a wrong reading must differ in."""
    return re.sub(r"[^0-9a-z]+", "", (text or "").casefold())


def hand(line: dict[str, Any]) -> str:
    """`block`, `print` or `cursive`."""
    told = line["hand"]
    if told["joined"]:
        return "cursive"
    return "block" if told["capitals"] or told["face"] in BLOCK_FACES else "print"


def errors(so: str, said: str | None, *, begins: bool = False) -> int:
    """Characters by which the reading differs. `begins`: more may follow what is so (a city behind the street)."""
    want, got = bare(so), bare(said)
    if not begins or len(got) <= len(want):
        return int(Levenshtein.distance(want, got))
    return min(
        int(Levenshtein.distance(want, got[:end])) for end in range(max(len(want) - 6, 0), min(len(want) + 6, len(got)) + 1)
    )


def as_json(all_: Figures) -> dict[str, Any]:
    """The figures as they are kept."""
    return {
        "lines": all_.lines,
        "line_found": all_.found.as_json(),
        "state": all_.state.as_json(),
        "signature": all_.signature.as_json(),
        "text": {
            key: {
                "character_errors": round(wrong / max(of, 1), 5),
                "characters": of,
                "fields": fields,
                "whole_right": Share(right, fields).as_json(),
            }
            for key, (wrong, of, fields, right) in sorted(all_.edits.items())
        },
        "dates": {
            "right": Share(all_.days[1], all_.days[0]).as_json(),
            "right_and_certain": Share(all_.days[2], all_.days[0]).as_json(),
            "right_or_in_review": Share(all_.days[0] - all_.days[3], all_.days[0]).as_json(),
        },
        "certain_wrong_without_review": all_.certain_wrong.as_json(),
        "ditto_resolved": all_.ditto.as_json(),
        "scrawled_not_certain": all_.scrawled.as_json(),
        "reliability": {name: reliability(answers) for name, answers in sorted(all_.said.items())},
        "electors": dict(all_.electors),
        "electors_large": dict(all_.large),
        "asked_for_reading_alone": all_.asked.as_json(),
        "reviews": dict(sorted(all_.reviews.items())),
        "ms_a_line": {
            "read": _ms(all_.read_seconds, all_.lines),
            "look_up": _ms(all_.match_seconds, all_.lines),
            "look_up_large": _ms(all_.large_seconds, all_.lines),
        },
    }


def _ms(seconds: float, lines: int) -> float:
    return round(1000 * seconds / max(lines, 1), 1)


def reliability(answers: list[tuple[float, bool]]) -> list[dict[str, Any]]:
    """Share right by certainty said."""
    rows = []
    for low, high in pairwise(EDGES):
        inside = [(c, right) for c, right in answers if low <= c < high]
        if inside:
            mean = sum(c for c, _ in inside) / len(inside)
            share = Share(sum(right for _, right in inside), len(inside))
            rows.append({"from": low, "to": min(high, 1.0), "said": round(mean, 3), "right": share.as_json()})
    return rows
