"""Copies of a blank form, scanned: as it is, with words changed, written across, printed smaller, faxed. The form itself is
written beside each petition (petition.py, paper/petition.py).
"""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import pdfplumber

from samples.factory import ink
from samples.factory.form_changes import WordChange, change
from samples.factory.scanner import Setting, scan
from samples.factory.sheets import render
from samples.factory.signature import scrawl

# Changes of one page stand so far apart, in points down the page, that one is never read with another.
APART_PT = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """How a scanner, or a fax, is set."""

    name: str
    colour: str
    """"colour", "gray", "bitonal"."""
    dpi: int
    """Across; down too where `lines` is 0."""
    lines: int = 0
    """Scan lines to the inch, of a fax."""


MODES = (
    Mode(name="300 dpi colour", colour="colour", dpi=300),
    Mode(name="300 dpi gray", colour="gray", dpi=300),
    Mode(name="200 dpi bitonal", colour="bitonal", dpi=200),
    Mode(name="fax 204x196", colour="bitonal", dpi=204, lines=196),
    Mode(name="fax 204x98", colour="bitonal", dpi=204, lines=98),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mishap:
    """What happened to one copy beside the mode."""

    skew: float = 0.0
    fit: float = 1.0
    crop: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    turn: int = 0
    written: int = 0
    """Scrawls across the print."""
    shadow: str = ""
    fade: float = 0.0

    @property
    def told(self) -> str:
        """In a few words."""
        said = [f"skew {self.skew:.1f}"]
        said += [f"fit {self.fit:.2f}"] if self.fit != 1.0 else []
        said += [f"cut {tuple(round(c) for c in self.crop)}"] if any(self.crop) else []
        said += [f"turned {self.turn}"] if self.turn else []
        said += [f"{self.written} scrawls"] if self.written else []
        said += [f"shadow {self.shadow}"] if self.shadow else []
        said += [f"faded {self.fade:.2f}"] if self.fade else []
        return ", ".join(said)


def mishap(rng: random.Random) -> Mishap:
    """What an office does to a page: mostly little, now and then one thing more."""
    plain = Mishap(skew=round(rng.uniform(-1.5, 1.5), 3))
    what = rng.choices(("", "fit", "cut", "turn", "written", "shadow", "fade"), weights=(5, 3, 1, 1, 2, 1, 1))[0]
    if what == "fit":
        return replace(plain, fit=round(rng.uniform(0.94, 1.06), 3))
    if what == "cut":
        return replace(plain, crop=tuple(rng.choice((0.0, 0.0, rng.uniform(6, 20))) for _ in range(4)))
    if what == "turn":
        return replace(plain, turn=rng.choice((90, 180, 270)))
    if what == "written":
        return replace(plain, written=rng.randint(1, 3))
    if what == "shadow":
        return replace(plain, shadow=rng.choice(("left", "right", "top", "bottom")))
    if what == "fade":
        return replace(plain, fade=round(rng.uniform(0.1, 0.4), 2))
    return plain


class BlankForm:
    """The form's pages as they come from the printer."""

    def __init__(self, pdf: bytes) -> None:
        self.pages = render(pdf)
        with pdfplumber.open(io.BytesIO(pdf)) as opened:
            self._words = [page.extract_words(return_chars=True, extra_attrs=["fontname", "size"]) for page in opened.pages]

    def changed(self, page: int, kinds: Sequence[str], rng: random.Random) -> tuple[np.ndarray, list[WordChange]]:
        """Page `page` (from 1), uint8 RGB 300 dpi, with one word changed for each of `kinds`, as far as it has such words."""
        pixels = self.pages[page - 1].copy()
        free = list(self._words[page - 1])
        made: list[WordChange] = []
        for kind in kinds:
            one = change(pixels, free, kind, rng)
            if one is not None:
                made.append(one)
                free = [w for w in free if w["bottom"] < one.box[1] - APART_PT or w["top"] > one.box[3] + APART_PT]
        return pixels, made


def scanned(pixels: np.ndarray, rng: random.Random, mode: Mode, what: Mishap | None = None) -> np.ndarray:
    """The page as the scanner gives it: uint8 (h, w, 3) or (h, w), or bool (h, w) with True for black."""
    what = what or Mishap()
    fax = bool(mode.lines)
    if what.written:
        pixels = _written_on(pixels, what.written, rng)
    blur, noise = (0.5, 0.008) if mode.colour != "bitonal" else (0.6, 0.01)
    how = Setting(
        colour="gray" if fax else mode.colour, dpi=mode.dpi, skew=what.skew, turn=0, fit=what.fit, crop=what.crop, blur=blur,
        noise=noise, speckle=0.2 if mode.colour == "bitonal" and not fax else 0.0, shadow=what.shadow, fade=what.fade,
    )  # fmt: skip
    page = scan(pixels, how, rng)[0]
    if fax:
        height, width = page.shape
        coarse = cv2.resize(page, (width, round(height * mode.lines / mode.dpi)), interpolation=cv2.INTER_AREA)
        page = coarse < max(cv2.threshold(coarse, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0], 110)
    return np.ascontiguousarray(np.rot90(page, -(what.turn // 90)))


def _written_on(pixels: np.ndarray, times: int, rng: random.Random) -> np.ndarray:
    """Notes across the print."""
    page = pixels.copy()
    height, width = page.shape[0] / ink.PX, page.shape[1] / ink.PX
    for _ in range(times):
        x, y = rng.uniform(30, max(width - 220, 31)), rng.uniform(40, max(height - 60, 41))
        scrawl(page, (x, y, x + rng.uniform(70, 180), y + rng.uniform(10, 22)), ink.pen(rng, dark=True), rng)
    return page
