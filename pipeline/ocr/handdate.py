"""Which day is written in a crop: every spelling of every possible day, scored against what the recogniser saw.

A best-path reading of a date is wrong one time in four (measured); the same probabilities, asked which of all spellings of
days fits best, are wrong one time in twenty-five, and the distance to the second day says when to ask a person.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pipeline.ocr.alphabet import DATES
from pipeline.ocr.ctc import Doubles, SpellingTree, prefix_scores
from pipeline.ocr.recogniser import Frames, best_path
from pipeline.ocr.spellings import PLACES, SYMBOLS, MonthDay, Style, after_year, styles

FIRST_YEAR, LAST_YEAR = 1950, 2049
"""Years that are scored when written with four digits."""
SHORT_FROM = 2000
"""From this year on, two digits can mean the year: signatures and notarial acts are of this century."""

# How much of a look-alike's probability a symbol may claim. Set by hand on dates composed of real digits (30 a
# class): a letter within a number is nearly always the digit.
LETTER_FOR_DIGIT = 0.7
DIGIT_FOR_LETTER = 0.3
STROKE_FOR_ONE = 0.5
# What every symbol gets in every frame: the recogniser is too sure of itself on single digits.
FLOOR = 2e-4
# For each character before or after the date that is no part of it: a bracket, a rest of a rule, the label `Date:`. A digit
# is hardly ever stray.
STRAY_CHARACTER = 0.2
STRAY_DIGIT = 2e-3

# How much less likely a day is whose digits and slashes are not as many as the strokes counted (touching and broken digits make
# such days right now and then: 1 in 9 on composed real digits and develop hands).
WRONG_COUNT = 0.1
# The shortest name of a month has three letters; two of them read are enough to look for one.
LEAST_LETTERS = 2
# What a day that does not fit at all scores.
LEAST_SCORE = 1e-12

_DIGIT_LOOKS = {
    "0": "oODQ", "1": "lIiJj", "2": "Zz", "3": "", "4": "", "5": "Ss", "6": "bG", "7": "T", "8": "B", "9": "gq",
}  # fmt: skip


@functools.cache
def _confusion(*, named: bool = False) -> Doubles:
    """Shape (1 + characters of DATES, 1 + symbols): what each recognised character may have been.

    `named`: beside a month's name nobody writes a stroke between, and a lone stroke is the day 1 (`Oct / 2026`).
    """
    table = np.zeros((1 + len(DATES), 1 + len(SYMBOLS)))
    at = {c: i for i, c in enumerate(DATES, start=1)}
    table[0, 0] = 1.0
    for character, row in at.items():
        small = character.lower()
        if small.isalnum():
            table[row, PLACES[small]] = 1.0
        else:
            table[row, PLACES["/"]] = table[row, PLACES["_"]] = 1.0
            table[row, 0] = 1.0 if character == " " else 0.0
            if character in ".,'":  # a speck, or the dot of `Sept.`
                table[row, 0] = 0.3
    for digit, letters in _DIGIT_LOOKS.items():
        for letter in letters:
            table[at[letter], PLACES[digit]] = LETTER_FOR_DIGIT
            table[at[digit], PLACES[letter.lower()]] = DIGIT_FOR_LETTER
    if named:
        table[at["/"], PLACES["1"]] = STROKE_FOR_ONE
    return table


@dataclass(frozen=True, slots=True)
class Grouping:
    """Which spellings mean the same month and day."""

    order: NDArray[np.int64]
    """Spellings sorted by meaning."""
    starts: NDArray[np.int64]
    """Where each meaning begins in `order`."""
    cells: NDArray[np.int64]
    """Row of the month-day table of each meaning: month * 32 + day, day 0 where there is none."""

    @classmethod
    def of(cls, meanings: Iterable[MonthDay]) -> Grouping:
        """The grouping of spellings with these meanings, in their order."""
        rows = np.array([m.month * 32 + (m.day or 0) for m in meanings], np.int64)
        order = np.argsort(rows, kind="stable")
        cells, starts = np.unique(rows[order], return_index=True)
        return cls(order.astype(np.int64), starts.astype(np.int64), cells.astype(np.int64))

    def summed(self, scores: Doubles) -> Doubles:
        """Scores (spellings, frames) added up by meaning, shape (meanings, frames)."""
        return np.asarray(np.add.reduceat(scores[self.order], self.starts, axis=0), np.float64)


@functools.cache
def _tree(style: int) -> SpellingTree:
    return SpellingTree.of((s for s, _ in styles()[style].spellings), PLACES)


@functools.cache
def _meanings(style: int) -> Grouping:
    return Grouping.of(m for _, m in styles()[style].spellings)


@functools.cache
def _year_tree(gap: str, digits: int, backwards: bool) -> SpellingTree:
    first = FIRST_YEAR if digits == 4 else SHORT_FROM
    written = (gap + f"{y}"[-digits:] for y in range(first, LAST_YEAR + 1))
    return SpellingTree.of((w[::-1] if backwards else w for w in written), PLACES)


@functools.cache
def _after_tree() -> SpellingTree:
    return SpellingTree.of((s[::-1] for s, _ in after_year()), PLACES)


@functools.cache
def _after_meanings() -> Grouping:
    return Grouping.of(m for _, m in after_year())


@dataclass(frozen=True, slots=True)
class Written:
    """One thing the crop may say."""

    month: int
    day: int | None
    year: int | None
    share: float
    """Of all scored spellings, 0 to 1."""

    def as_date(self) -> date | None:
        """The day, None where a part is missing or there is no such day."""
        if self.year is None or self.day is None or not 1 <= self.month <= 12:
            return None
        try:
            return date(self.year, self.month, self.day)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class Scored:
    """The likeliest things a crop may say, best first, and how the best of them compares with the free reading."""

    written: tuple[Written, ...]
    gap: float
    """Log of (all spellings together over the best free path), by character of the free path: near 0 where it is a date."""
    agree: float
    """Share of the readings that, taken alone, fit the same day best."""


def emission(read: Frames, *, named: bool = False) -> Doubles:
    """Frames over date symbols, each row divided by its largest value. `named`: for spellings with a month's name."""
    table = (read.probability.astype(np.float64) @ _confusion(named=named)) + FLOOR
    return np.asarray(table / table.max(axis=1, keepdims=True), np.float64)


def _strays(rows: Doubles) -> Doubles:
    """Score of leaving the first t frames out of the date, shape (frames + 1,)."""
    best = rows.argmax(axis=1)
    starts = (best != 0) & np.concatenate(([True], best[1:] != best[:-1]))
    cost = np.where(starts, np.where(best <= len("0123456789"), STRAY_DIGIT, STRAY_CHARACTER), 1.0)
    strays, blanks = (np.concatenate(([1.0], np.cumprod(factors))) for factors in (cost, rows[:, 0]))
    return np.maximum(strays, blanks)


def table(read: Frames) -> Doubles:
    """Score of every day against one reading, about 1 for a perfect fit. About 15 ms.

    Shape (1024, years + 1): rows month * 32 + day (day 0: none), columns years from `FIRST_YEAR`, the last one: no year.
    """
    rows = emission(read)
    count = len(rows)
    before, after = _strays(rows), _strays(rows[::-1])
    span = LAST_YEAR - FIRST_YEAR + 1
    scored = np.zeros((32 * 32, span + 1))
    tails: dict[tuple[str, int], Doubles] = {}
    for gap, digits in product(("/", "", "1"), (4, 2)):
        scores = prefix_scores(_year_tree(gap, digits, True), rows[::-1], after)
        # Without a stroke between, a blank frame must part day and year: else one 2 of `Sept 2026` would count twice.
        tail = (scores.rested + scores.ended if gap else scores.rested)[:, ::-1]
        tails[gap, digits] = np.vstack((np.zeros((span - len(tail), count + 1)), tail))
    lettered = sum(c.isalpha() for c in best_path(read)[0]) >= LEAST_LETTERS
    beside_names = emission(read, named=True) if lettered else rows
    for index, style in enumerate(styles()):
        if style.lettered and not lettered:
            continue
        seen = beside_names if style.lettered else rows
        ended = _meanings(index).summed(prefix_scores(_tree(index), seen, before).ended)
        scored[_meanings(index).cells, :span] += ended @ _tail(style, tails).T
        if style.alone:
            scored[_meanings(index).cells, span] += style.alone * (ended @ after[::-1])
    years = prefix_scores(_year_tree("", 4, False), rows, before).ended
    scores = prefix_scores(_after_tree(), rows[::-1], after)
    scored[_after_meanings().cells, :span] += _after_meanings().summed((scores.ended + scores.rested)[:, ::-1]) @ years.T
    return scored


def score(reads: Sequence[Frames], *, keep: int = 6) -> Scored:
    """The likeliest days over several readings of the same crop: the geometric mean of their scores."""
    tables = [table(read) for read in reads]
    together = np.exp(np.mean([np.log(t + LEAST_SCORE) for t in tables], axis=0))
    total = float(together.sum())
    order = _largest(together.ravel(), keep)
    best = [_written(int(i), together.shape[1] - 1, float(together.flat[int(i)]) / total) for i in order]
    characters = max(len(best_path(reads[0])[0]), 1)
    agree = sum(int(t.argmax()) == int(order[0]) for t in tables) / len(tables)
    return Scored(tuple(best), float(np.log(max(float(t.sum()) for t in tables) + LEAST_SCORE)) / characters, agree)


def _largest(scores: Doubles, keep: int) -> list[int]:
    """Places of the largest scores, best first; of equals the first. A few passes are faster than sorting 100,000 scores."""
    left = scores.copy()
    found = []
    for _ in range(min(keep, len(left))):
        found.append(int(left.argmax()))
        left[found[-1]] = -np.inf
    return found


def weighed_by_strokes(best: Sequence[Written], strokes: int, read: Frames) -> list[Written]:
    """The same candidates, those whose digits and parting strokes are not as many as the tall strokes seen made less likely.

    A recogniser runs `11/` into `1/` and takes `|9` for `/19`; the count tells them apart where digits do not touch.
    """
    weighed = []
    for written in best:
        spelled = best_spelling(written, read)
        digits = sum(c.isdigit() for c in spelled)
        right = strokes in (digits, digits + spelled.count("/"))
        weighed.append(replace(written, share=written.share * (1.0 if right else WRONG_COUNT)))
    lost = sum(b.share for b in best) / max(sum(w.share for w in weighed), LEAST_SCORE)
    return sorted((replace(w, share=w.share * lost) for w in weighed), key=lambda w: -w.share)


def best_spelling(written: Written, read: Frames) -> str:
    """The way of writing it in numbers that fits the reading best."""
    rows = emission(read)
    spelled = _numeric_spellings(written)
    scores = prefix_scores(SpellingTree.of(spelled, PLACES), rows, _strays(rows))
    return spelled[int((scores.ended + scores.rested)[:, -1].argmax())]


def _numeric_spellings(written: Written) -> list[str]:
    """The ways of writing it in numbers."""

    def ways(number: int) -> tuple[str, ...]:
        return (f"{number}", f"{number:02d}") if number < 10 else (f"{number}",)

    days = [""] if written.day is None else [f"/{d}" for d in ways(written.day)]
    years = [""] if written.year is None else [f"/{written.year}", f"/{written.year % 100:02d}"]
    return [m + d + y for m, d, y in product(ways(written.month), days, years)]


def _tail(style: Style, tails: dict[tuple[str, int], Doubles]) -> Doubles:
    """Scores of each year for the frames from each time on, as this style joins it. Shape (years, frames + 1)."""
    stroke = style.stroke
    long = style.parted * tails[stroke, 4] + style.joined * tails["", 4]
    return np.asarray(long + style.short_parted * tails[stroke, 2] + style.short_joined * tails["", 2], np.float64)


def _written(cell: int, span: int, share: float) -> Written:
    meaning, column = divmod(cell, span + 1)
    year = None if column == span else FIRST_YEAR + column
    made = MonthDay(meaning // 32, meaning % 32 or None)
    return Written(made.month, made.day, year, share)
