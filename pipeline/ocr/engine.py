"""The contracts that engines keep: one for print, one for handwriting."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.reading import DateRead, TextRead
from pipeline.model.text import PageText


class PrintEngine(Protocol):
    """Reads printed words from pixels."""

    @property
    def stamp(self) -> str:
        """Program and version, for the record."""
        ...

    def read_page(self, gray: NDArray[np.uint8], px_per_pt: float, *, page: int) -> PageText:
        """All words of an upright page. `gray`: shape (height, width), or BGR (height, width, 3). Boxes in points of the page."""
        ...

    def read_region(
        self,
        gray: NDArray[np.uint8],
        px_per_pt: float,
        *,
        page: int,
        origin: tuple[float, float] = (0.0, 0.0),
        scale: float = 1.0,
    ) -> PageText:
        """Words of a crop whose top left corner lies at `origin` (points); read enlarged `scale` times."""
        ...


class HandEngine(Protocol):
    """Reads one line of writing (hand or print) from a crop."""

    @property
    def stamp(self) -> str:
        """Model and version, for the record."""
        ...

    def read(self, gray: NDArray[np.uint8], *, page: int, box: Box) -> TextRead:
        """Best reading of the crop, with a calibrated certainty. `gray`: shape (height, width)."""
        ...

    def read_date(
        self, gray: NDArray[np.uint8], *, page: int, box: Box, first: date | None = None, last: date | None = None
    ) -> DateRead:
        """The day written in the crop, scored over the spellings of possible days from `first` to `last`.

        The bounds widen, never correct: a well-read day outside them is given as read.
        """
        ...

    def read_digits(self, gray: NDArray[np.uint8], *, page: int, box: Box) -> TextRead:
        """Best reading of the crop as a number: serial numbers, counts."""
        ...

    def read_split_date(
        self,
        parts: Sequence[NDArray[np.uint8]],
        *,
        page: int,
        box: Box,
        first: date | None = None,
        last: date | None = None,
    ) -> DateRead:
        """The day written in cells of its own for month, day and year, from left to right. `box`: around all of them."""
        ...
