"""One page as the file gives it: pixels before any turning, and what the file claims about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pipeline.model.page import PageProblem
from pipeline.pages.raster import Pixels

Turn = Literal[0, 90, 180, 270]


@dataclass(frozen=True, slots=True, kw_only=True)
class RawPage:
    """Pixels of the scan, as stored, with the claims of the file. Memory lives as long as the page is held."""

    number: int
    """Place in the scan, from 1."""
    gray: Pixels
    """Shape (height, width)."""
    bgr: Pixels | None
    """Shape (height, width, 3); None where the file holds no colour channels."""
    size: tuple[float, float] | None
    """Width and height in points that the file claims for the page as it shows it (after `turn`); None without a claim."""
    turn: Turn = 0
    """Clockwise quarter turn that the file itself asks for (`/Rotate`, Exif): honoured first, no part of `Page.rotation`."""
    bits: Literal[1, 8] = 8
    """1 where the file stores two levels a pixel."""
    exact: bool = True
    """True where the pixels are the scanner's own, not a drawing of the page."""
    vector: bool = False
    """True where nothing on the page is a scanned image: the claimed size is exact."""
    born_digital: bool = False
    """True where the page has visible text of its own and no image that covers it."""
    text_turn: Turn | None = None
    """Clockwise turn that makes most of the page's own visible text upright; None where it has none."""
    lossy_bitonal: bool = False
    """True for JBIG2, which may swap look-alike characters."""
    problems: tuple[PageProblem, ...] = ()
