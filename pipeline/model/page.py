"""One page of a scan, upright: its size, scale, colour mode and what could not be read of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pipeline.geometry import Affine, Box

Colour = Literal["colour", "gray", "bitonal"]
ScaleSource = Literal["paper", "form", "file", "assumed"]
ProblemKind = Literal[
    "blank",
    "cut-edge",
    "streak",
    "blur",
    "unreadable",
    "reduced",
    "empty",
    "low-resolution",
    "hidden-text-differs",
    "lossy-bitonal",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Pixels a point, and from what evidence. An assumed scale widens every measurement made with it."""

    px_per_pt: float
    source: ScaleSource
    error: float
    """Relative half width of the doubt about the scale: 0.01 means plus or minus one per cent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageProblem:
    """Our failure to read, never the petitioner's: checks that depend on it answer review."""

    kind: ProblemKind
    detail: str
    box: Box | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page after rotation and deskew."""

    number: int
    """Place in the scan, from 1."""
    size: tuple[float, float]
    """Width and height in points, as a person reads the page."""
    rotation: int
    """Clockwise quarter turn, in degrees, that made the page upright: 0, 90, 180, 270."""
    skew: float
    """Degrees, clockwise positive, by which the content leaned after that turn."""
    colour: Colour
    """Judged by the pixels: no chroma anywhere is `gray`."""
    scale: Scale
    born_digital: bool
    """True where the words come from the file itself (no scanned image), so that sizes and colours are exact."""
    blank: bool
    raw_from_upright: Affine
    """Upright points to the scan's own pixels (of the embedded image; of the 300 dpi rendering where there is none)."""
    problems: tuple[PageProblem, ...] = ()

    @property
    def box(self) -> Box:
        """The whole page in points."""
        return Box(0.0, 0.0, self.size[0], self.size[1])

    def has_problem(self, *kinds: ProblemKind) -> bool:
        """Whether one of the problems is of one of these kinds."""
        return any(p.kind in kinds for p in self.problems)
