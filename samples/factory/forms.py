"""Copies of a blank form with one thing wrong: a letter of a word changed, a page of another petition among its own, printed
smaller. The form itself is written beside each petition (petition.py, paper/petition.py).
"""

from __future__ import annotations

import io
import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import pdfplumber

from samples.factory.ink import DPI, Box
from samples.factory.scanner import Placed, Setting, scan
from samples.factory.sheets import render

PX = DPI / 72
ATTEMPTS = 400
SAME_WIDTH = 0.12
"""How much wider or narrower the letter may be that takes another's place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A page of the form of which one letter is another."""

    pixels: np.ndarray
    """uint8 RGB, 300 dpi."""
    word: str
    """As the form has it."""
    old: str
    new: str
    box: Box
    """Of the letter, points of the form's page."""


class BlankForm:
    """The form's pages as they come from the printer."""

    def __init__(self, pdf: bytes) -> None:
        self.pages = render(pdf)
        with pdfplumber.open(io.BytesIO(pdf)) as opened:
            self._words = [page.extract_words(return_chars=True) for page in opened.pages]

    def changed(self, page: int, rng: random.Random, *, digit: bool = False) -> Changed | None:
        """Page `page` (from 1) with one letter, or figure, of a word replaced by another of the same face, size and width."""
        words = [w for w in self._words[page - 1] if any(c.isalnum() for c in w["text"])]
        letters = [c for w in words for c in w["chars"] if c["text"].isalnum() and c["text"].isdigit() == digit]
        for _ in range(ATTEMPTS if letters else 0):
            word = rng.choice(words)
            own = [c for c in word["chars"] if c["text"].isalnum() and c["text"].isdigit() == digit]
            if not own:
                continue
            old, new = rng.choice(own), rng.choice(letters)
            if self._fits(old, new):
                pixels = _replaced(self.pages[page - 1], old, new)
                box = (old["x0"], old["top"], old["x1"], old["bottom"])
                return Changed(pixels=pixels, word=word["text"], old=old["text"], new=new["text"], box=box)
        return None

    @staticmethod
    def _fits(old: dict[str, Any], new: dict[str, Any]) -> bool:
        width = old["x1"] - old["x0"]
        return bool(
            old["text"].casefold() != new["text"].casefold()
            and old["fontname"] == new["fontname"]
            and abs(old["size"] - new["size"]) < 0.01
            and abs((new["x1"] - new["x0"]) - width) <= SAME_WIDTH * width
        )


def _replaced(page: np.ndarray, old: dict[str, Any], new: dict[str, Any]) -> np.ndarray:
    out = page.copy()
    height, width = round((old["bottom"] - old["top"]) * PX), round((old["x1"] - old["x0"]) * PX)
    ty, tx, sy, sx = (round(v * PX) for v in (old["top"], old["x0"], new["top"], new["x0"]))
    out[ty : ty + height, tx : tx + width] = page[sy : sy + height, sx : sx + width]
    return out


def scanned(pixels: np.ndarray, rng: random.Random, *, colour: str, dpi: int, fit: float = 1.0) -> tuple[np.ndarray, Placed]:
    """The page as an office scanner gives it."""
    blur, noise = (0.5, 0.008) if colour != "bitonal" else (0.6, 0.01)
    speckle = 0.2 if colour == "bitonal" else 0.0
    how = Setting(
        colour=colour, dpi=dpi, skew=round(rng.uniform(-1.0, 1.0), 3), turn=0, fit=fit, blur=blur, noise=noise, speckle=speckle
    )
    return scan(pixels, how, rng)
