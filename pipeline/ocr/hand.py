"""Reads one line of handwriting from a crop, with a certainty that means what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.reading import DateRead, TextRead
from pipeline.ocr import handday, handlooks, handtext
from pipeline.ocr.alphabet import DATES, DIGITS, WRITING
from pipeline.ocr.crops import parts_between_rules, slashes, spread, stroke_count, tall_strokes, writing_lines
from pipeline.ocr.handcaret import without_carets
from pipeline.ocr.handshade import shade
from pipeline.ocr.recogniser import Frames, best_path, frames, model_stamp, parted

# How far a date's strokes are moved apart for the second and third look (shares of the line's height). On 400 dates composed
# of real digits, one look took 11 for 1 in 14 of them and was sure of it; three looks in one.
SPREAD_GAPS = (0.2, 0.4)
# A date that one look reads as surely as this is not looked at again: 345 of 470 develop dates, none of them wrong.
SURE_DATE = 0.97
# Where there are more separate strokes than characters read and so many, strokes are broken: moved apart they would be rubble.
BROKEN_MORE = 2
MOST_DATE_PARTS = 3

# A line that one look reads as surely as the first figure is not looked at again: of 806 names and addresses of develop pages 578
# were, and two looks more set one of them right. Of the others, those that a second look reads alike are not looked at a third
# time, and those under the second figure not even twice: two more looks set 2 of 62 right, and all 62 are for a person.
SURE_AT_A_GLANCE, DOUBTFUL_AT_A_GLANCE = 0.9, 0.5

# Certainty of a number, a logistic fit: constant, weight of log(-log probability of the path), weight of log(-log probability
# of its weakest character). Fitted on 729 fields: `benchmarks.reading --side develop` (seed 21), names and addresses of a batch
# of made-up develop scans, and 19 real English words and lines. What it calls 0.98 and more was right 99 in 100 times, 0.9 to
# 0.98 92, 0.8 to 0.9 91, 0.7 to 0.8 85.
PATH_FIT = (0.43, -0.65, -0.66)
MOST_CERTAINTY = 0.985
# A single character has no neighbours to be judged by: of eight scribbles drawn at random, six read as one letter or digit, with
# up to 0.95 by the fit alone.
LONE_CHARACTER = 0.6


@dataclass(frozen=True, slots=True)
class PpocrHand:
    """PP-OCRv6 small behind the contract of `HandEngine`. Holds no state: a crop's reading depends on that crop alone."""

    @property
    def stamp(self) -> str:
        """Model and version, for the record."""
        return model_stamp()

    def read_logits(self, gray: NDArray[np.uint8], alphabet: str = WRITING) -> Frames:
        """Character probabilities along one line cut close, for scoring against known names.

        Raises:
            MissingProgram: when the weights are not there.
            ValueError: when the crop has no pixel.
        """
        return frames(gray, alphabet)

    def read(self, gray: NDArray[np.uint8], *, page: int, box: Box) -> TextRead:
        """Best reading of the crop, line after line with a space between. `text` None where nothing was read.

        Raises:
            MissingProgram: when the weights are not there.
        """
        return _read(gray, WRITING, page=page, box=box)

    def read_digits(self, gray: NDArray[np.uint8], *, page: int, box: Box) -> TextRead:
        """Best reading as a number: serial numbers, counts."""
        return _read(gray, DIGITS, page=page, box=box)

    def read_date(
        self, gray: NDArray[np.uint8], *, page: int, box: Box, first: date | None = None, last: date | None = None
    ) -> DateRead:
        """The day written in the crop. `first`, `last`: within a few years of these a rival day must lie to count fully.

        Raises:
            MissingProgram: when the weights are not there.
        """
        parts = [part for part in parts_between_rules(gray) if writing_lines(part)] if gray.size else []
        if 1 < len(parts) <= MOST_DATE_PARTS:
            return self.read_split_date(parts, page=page, box=box, first=first, last=last)
        lines = writing_lines(parts[0] if parts else gray, _px_per_pt(gray, box))
        if not lines:
            return DateRead(text=None, day=None, certainty=0.0, page=page, box=box)
        tried = [_date(line, page=page, box=box, first=first, last=last) for line in lines]
        if len(lines) > 1:  # a printed caption over the date, or a date broken over two lines
            tried.append(_date(_side_by_side(lines), page=page, box=box, first=first, last=last))
        return max(tried, key=lambda read: (read.day is not None or bool(read.missing), read.certainty))

    def read_split_date(
        self,
        parts: Sequence[NDArray[np.uint8]],
        *,
        page: int,
        box: Box,
        first: date | None = None,
        last: date | None = None,
    ) -> DateRead:
        """The day written in several cells, one for month, day and year each. `box`: around all cells.

        Raises:
            MissingProgram: when the weights are not there.
        """
        scale = _px_per_pt(parts[0], box) if parts else None
        lines = [max(found, key=lambda line: line.size) for part in parts if (found := writing_lines(part, scale))]
        if not lines:
            return DateRead(text=None, day=None, certainty=0.0, page=page, box=box)
        looks = [parted([frames(line, DATES) for line in lines], "/")]
        read = handday.decide(looks, page=page, box=box, first=first, last=last)
        figures = sum(c.isdigit() for c in read.text or "")
        # As many strokes as figures: no 11 was run into a 1.
        if read.certainty >= SURE_DATE and figures == sum(tall_strokes(line) for line in lines):
            return read
        looks += [parted([frames(spread(line, gap), DATES) for line in lines], "/") for gap in SPREAD_GAPS]
        return handday.decide(looks, page=page, box=box, first=first, last=last)


def _date(line: NDArray[np.uint8], *, page: int, box: Box, first: date | None, last: date | None) -> DateRead:
    """The date in one line: one look where that is sure, several where it is not."""
    line = without_carets(line)
    reads = [frames(line, DATES)]
    strokes = handday.Strokes(tall=tall_strokes(line), slashes=slashes(line))
    glance = handday.decide(reads, page=page, box=box, strokes=strokes, first=first, last=last)
    if glance.certainty >= SURE_DATE:
        return glance
    reads.append(frames(handlooks.narrower(line), DATES))
    characters = best_path(reads[0])[0].replace(" ", "")
    broken = stroke_count(line) > len(characters) + BROKEN_MORE
    reads.append(frames(handlooks.wider(line) if broken else spread(line, SPREAD_GAPS[0]), DATES))
    return handday.decide(reads, page=page, box=box, strokes=strokes, first=first, last=last)


def _side_by_side(lines: list[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """The lines set one after another, all as high as the highest."""
    height = max(line.shape[0] for line in lines)
    parts: list[NDArray[np.uint8]] = []
    for line in lines:
        above = (height - line.shape[0]) // 2
        ground = int(shade(line, 90))
        padding = ((above, height - line.shape[0] - above), (height // 8, height // 8))
        parts.append(np.pad(line, padding, constant_values=ground))
    return np.hstack(parts)


def _read(gray: NDArray[np.uint8], alphabet: str, *, page: int, box: Box) -> TextRead:
    texts: list[str] = []
    others: list[str] = []
    certainty = 1.0
    for line in writing_lines(gray, _px_per_pt(gray, box)):
        text, other, sure = _one_line(line) if alphabet == WRITING else _one_look(line, alphabet)
        if text:
            texts.append(text)
            others.append(other or text)
            certainty *= sure
    if not texts:
        return TextRead(text=None, certainty=0.0, page=page, box=box)
    second = (" ".join(others),) if others != texts else ()
    return TextRead(text=" ".join(texts), certainty=round(certainty, 4), page=page, box=box, alternatives=second)


def _one_line(line: NDArray[np.uint8]) -> tuple[str, str | None, float]:
    """A line's text, the next best one, and the certainty of the first: more looks where one is not sure, or two differ."""
    reads = [frames(line, WRITING)]
    said = handtext.fuse(reads)
    certainty = handtext.certainty_of(said, 1)
    if not said.characters or not DOUBTFUL_AT_A_GLANCE <= certainty < SURE_AT_A_GLANCE:
        return " ".join(said.text.split()), said.second, certainty
    for look in handlooks.LOOKS:
        if len(reads) > 1 and (said.agree == 1.0 or certainty >= SURE_AT_A_GLANCE):
            break
        reads.append(frames(look(line), WRITING))
        said = handtext.fuse(reads)
        certainty = handtext.certainty_of(said, len(reads))
    return " ".join(said.text.split()), said.second, certainty


def _one_look(line: NDArray[np.uint8], alphabet: str) -> tuple[str, None, float]:
    text, log_path, sure = best_path(frames(line, alphabet))
    return " ".join(text.split()), None, certainty_of(log_path, sure)


def certainty_of(log_path: float, sure: tuple[float, ...]) -> float:
    """Chance that a whole line was read right, capitals, spaces and points left aside.

    `log_path`: log probability of the best path over all frames. `sure`: probability of each character on it, 0 to 1.
    """
    weakest = -np.log(np.clip(min(sure, default=1e-4), 1e-4, 1.0))
    odds = PATH_FIT[0] + PATH_FIT[1] * np.log(1e-3 - log_path) + PATH_FIT[2] * np.log(1e-3 + weakest)
    certainty = 1.0 / (1.0 + np.exp(-odds))
    return float(min(certainty, MOST_CERTAINTY) * (LONE_CHARACTER if len(sure) < 2 else 1.0))


def _px_per_pt(gray: NDArray[np.uint8], box: Box) -> float | None:
    """Scale of a crop that covers `box`; None where the box says nothing about it."""
    return gray.shape[0] / box.height if gray.ndim == 2 and box.height >= 2 and gray.shape[0] >= 4 else None
