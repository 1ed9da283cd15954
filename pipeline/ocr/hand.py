"""Reads one line of handwriting from a crop, with a certainty that means what it says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.reading import DateRead, TextRead
from pipeline.ocr import handdate
from pipeline.ocr.alphabet import DATES, DIGITS, WRITING
from pipeline.ocr.recogniser import Frames, best_path, frames, model_stamp


@dataclass(frozen=True, slots=True)
class PpocrHand:
    """PP-OCRv6 small behind the contract of `HandEngine`. Holds no state: a crop's reading depends on that crop alone."""

    @property
    def stamp(self) -> str:
        """Model and version, for the record."""
        return model_stamp()

    def read_logits(self, gray: NDArray[np.uint8], alphabet: str = WRITING) -> Frames:
        """Character probabilities along one line, for scoring against known names.

        Raises:
            MissingProgram: when the weights are not there.
            ValueError: when the crop has no pixel.
        """
        return frames(gray, alphabet)

    def read(self, gray: NDArray[np.uint8], *, page: int, box: Box) -> TextRead:
        """Best reading of the crop. `gray`: shape (height, width), dark on light. `text` None where nothing was read.

        Raises:
            MissingProgram: when the weights are not there.
        """
        return self._read(gray, WRITING, page=page, box=box)

    def read_digits(self, gray: NDArray[np.uint8], *, page: int, box: Box) -> TextRead:
        """Best reading as a number: serial numbers, counts."""
        return self._read(gray, DIGITS, page=page, box=box)

    def read_date(
        self, gray: NDArray[np.uint8], *, page: int, box: Box, first: date | None = None, last: date | None = None
    ) -> DateRead:
        """The day written in the crop. `first`, `last`: within a few years of these a rival day must lie to count fully.

        Raises:
            MissingProgram: when the weights are not there.
        """
        if gray.size == 0 or min(gray.shape) < 4:
            return DateRead(text=None, day=None, certainty=0.0, page=page, box=box)
        return handdate.decide([frames(gray, DATES)], page=page, box=box, first=first, last=last)

    def _read(self, gray: NDArray[np.uint8], alphabet: str, *, page: int, box: Box) -> TextRead:
        nothing = TextRead(text=None, certainty=0.0, page=page, box=box)
        if gray.size == 0 or min(gray.shape) < 4:
            return nothing
        seen = frames(gray, alphabet)
        text, log_path, _ = best_path(seen)
        text = " ".join(text.split())
        if not text:
            return nothing
        certainty = float(np.exp(log_path)) * seen.known
        return TextRead(text=text, certainty=round(min(certainty, 0.99), 4), page=page, box=box)
