"""From the scores of all days to the day that is written, and how sure that is. Nothing is corrected to fit.

The best-fitting day is never replaced by another one. What the office knows (first day of circulation, day of filing), how many
strokes were counted, and whether several looks agree make it more certain or less.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from pipeline.geometry import Box
from pipeline.model.reading import DateRead
from pipeline.ocr.handdate import LEAST_LETTERS, Scored, Written, best_spelling, score, weighed_by_strokes
from pipeline.ocr.recogniser import Frames, best_path

# How likely a day is that lies outside the bounds the caller knows, against one inside: of the dates that people write beside
# a signature one in some hundreds has a wrong year or month, while a recogniser takes 6 for 5 more often.
OUTSIDE_WEIGHT, FAR_WEIGHT = 0.02, 0.002
# A day further off than this is far outside; with one bound known, a day so far from it counts as outside.
WINDOW_DAYS = 730
# Logistic fits on 470 dates of made-up develop pages (18 hands, all scanners): constant, log odds of the share, share of the
# looks that take the same day for the best, strokes counted as the day has digits and slashes, a year missing. Said at 0.9 and
# more were 365, and none of them wrong.
ONE_LOOK_FIT = (-2.5, 1.6, 0.0, 0.31, -4.0)
LOOKS_FIT = (-1.0, 1.36, 0.0, 0.32, -3.9)
MOST_CERTAINTY = 0.99
# `Scored.gap` of nineteen in twenty dates lay above -0.23 and of all but one above -0.45; words and names lie below -1.5.
NO_DATE_GAP, NO_DATE_STEEPNESS = -1.2, 4.0
# Below this the day is not said at all, only listed among the candidates.
LEAST_CERTAINTY = 0.5
# The most certain of a day that was read where figures run together (`817126` is 8/17/26 or 8/7/26) and neither the strokes
# counted nor the slashes seen speak for it, and of one that the count of strokes speaks against.
UNPARTED_CERTAINTY = 0.6
# A share can be so large only because other days were not scored.
MOST_SHARE = 0.9995

_FIGURES = re.compile(r"[0-9]+")
_MONTH = re.compile(r"[A-Za-z]{3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Strokes:
    """What was counted in the crop."""

    tall: int
    """Separate strokes about as high as the writing."""
    slashes: int
    """Those of them that are straight and lean."""


def decide(
    reads: Sequence[Frames],
    *,
    page: int,
    box: Box,
    strokes: Strokes | None = None,
    first: date | None = None,
    last: date | None = None,
) -> DateRead:
    """The day and how sure it is, from one or several readings of the same crop. `first`, `last`: known bounds."""
    text, _, _ = best_path(reads[0])
    text = " ".join(text.split())
    scored = score(reads)
    if not scored.written:
        return DateRead(text=text or None, day=None, certainty=0.0, page=page, box=box)
    best = scored.written[0]
    certainty = min(_certainty(scored, reads, strokes, first, last), _most(text, best, scored, reads[0], strokes))
    day = best.as_date()
    missing = tuple(name for name, part in (("day", best.day), ("year", best.year)) if part is None)
    listed = tuple((d, round(w.share, 4)) for w in scored.written if (d := w.as_date()) is not None)
    sure_enough = certainty >= LEAST_CERTAINTY
    return DateRead(
        text=text or None,
        day=day if sure_enough else None,
        certainty=round(certainty, 4),
        page=page,
        box=box,
        missing=missing if sure_enough else (),
        candidates=listed,
    )


def _certainty(scored: Scored, reads: Sequence[Frames], strokes: Strokes | None, first: date | None, last: date | None) -> float:
    """Chance that the best day is right, held down where the crop hardly reads as a date at all."""
    best = scored.written[0]
    own = best.share * _weight(best, first, last)
    rivals = sum(w.share * _weight(w, first, last) for w in scored.written[1:])
    rest = max(1.0 - sum(w.share for w in scored.written), 0.0)
    rest *= OUTSIDE_WEIGHT if first is not None or last is not None else 1.0
    share = min(max(own / (own + rivals + rest), 1e-4), MOST_SHARE)
    counted = 1.0 if strokes is None or _lettered(reads[0]) or _fits_count(best, reads[0], strokes) else 0.0
    told = (1.0, float(np.log(share / (1.0 - share))), scored.agree, counted, float(best.year is None))
    fit = LOOKS_FIT if len(reads) > 1 else ONE_LOOK_FIT
    odds = sum(weight * value for weight, value in zip(fit, told, strict=True))
    is_date = 1.0 / (1.0 + float(np.exp(-(scored.gap - NO_DATE_GAP) * NO_DATE_STEEPNESS)))
    return min(is_date / (1.0 + float(np.exp(-odds))), MOST_CERTAINTY)


def _weight(written: Written, first: date | None, last: date | None) -> float:
    """How likely such a day is before anything is read."""
    day = written.as_date()
    if (first is None and last is None) or written.year is None:
        return 1.0
    if day is None:
        return OUTSIDE_WEIGHT
    earliest = first or date.fromordinal(max(last.toordinal() - WINDOW_DAYS, 1) if last else 1)
    latest = last or date.fromordinal(min(earliest.toordinal() + WINDOW_DAYS, date.max.toordinal()))
    off = max((earliest - day).days, (day - latest).days)
    return 1.0 if off <= 0 else OUTSIDE_WEIGHT if off <= WINDOW_DAYS else FAR_WEIGHT


def _most(text: str, best: Written, scored: Scored, read: Frames, strokes: Strokes | None) -> float:
    """The most certain that the day may be, by what was counted in the crop."""
    if strokes is None or _lettered(read):
        return 1.0
    if (lacking := unparted(text)) and not (
        (_fits_count(best, read, strokes) and strokes.slashes >= lacking) or _slashes_told(text, best, read, strokes, lacking)
    ):
        return UNPARTED_CERTAINTY
    if weighed_by_strokes(scored.written, strokes.tall, read)[0].as_date() != best.as_date():
        return UNPARTED_CERTAINTY
    return 1.0


def _lettered(read: Frames) -> bool:
    return sum(c.isalpha() for c in best_path(read)[0]) >= LEAST_LETTERS


def _fits_count(written: Written, read: Frames, strokes: Strokes) -> bool:
    """Whether as many strokes were counted as the day has digits, with or without what parts them."""
    spelled = best_spelling(written, read)
    digits = sum(c.isdigit() for c in spelled)
    return strokes.tall in (digits, digits + spelled.count("/"))


def _slashes_told(text: str, best: Written, read: Frames, strokes: Strokes, lacking: int) -> bool:
    """Whether the marks that the reading lacks are among its figures, as leaning strokes seen: of `8117126` two are slashes, and
    the five figures left are those of 8/17/26. More leaning strokes than those and the day's own ones would be unread figures.
    """
    figures = sum(c.isalnum() for c in text)
    spelled = best_spelling(best, read)
    digits, ones = sum(c.isdigit() for c in spelled), spelled.count("1")
    return lacking == 2 and lacking <= strokes.slashes <= lacking + ones and figures - lacking == digits


def unparted(text: str) -> int:
    """How many marks between month, day and year a date of figures lacks; 0 where it has them or bears a month's name."""
    if _MONTH.search(text):
        return 0
    parts, letters = _FIGURES.findall(text), any(c.isalpha() for c in text)
    if sum(map(len, parts)) < 4:
        return 0
    # A letter among figures is two of them that were not told apart: `8/2V26` for 8/21/26.
    return max(3 - len(parts), 1 if letters else 0)
