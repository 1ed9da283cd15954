"""Boxes and transforms in one space: points of the upright page.

One point is 1/72 inch. The origin is the top left corner of the upright, deskewed page, x to the right, y down. Boxes are
half-open: a point belongs to a box when ``x0 <= x < x1`` and ``y0 <= y < y1``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in points.

    Raises:
        ValueError: when the box is inside out.
    """

    x0: float
    y0: float
    x1: float
    y1: float

    def __post_init__(self) -> None:
        if self.x1 < self.x0 or self.y1 < self.y0:
            raise ValueError(f"box is inside out: {self.x0}, {self.y0}, {self.x1}, {self.y1}")

    @property
    def width(self) -> float:
        """Width in points."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Height in points."""
        return self.y1 - self.y0

    @property
    def area(self) -> float:
        """Area in square points."""
        return self.width * self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The middle, (x, y) in points."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def contains(self, x: float, y: float) -> bool:
        """Whether the point (x, y) lies in the box."""
        return self.x0 <= x < self.x1 and self.y0 <= y < self.y1

    def intersection(self, other: Box) -> Box | None:
        """The common part, None where there is none."""
        x0, y0 = max(self.x0, other.x0), max(self.y0, other.y0)
        x1, y1 = min(self.x1, other.x1), min(self.y1, other.y1)
        return Box(x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None

    def share_inside(self, other: Box) -> float:
        """Fraction of this box's area that lies in the other, 0 to 1."""
        common = self.intersection(other)
        return common.area / self.area if common and self.area > 0 else 0.0

    def overlap(self, other: Box) -> float:
        """Intersection over union, 0 to 1."""
        common = self.intersection(other)
        if not common:
            return 0.0
        return common.area / (self.area + other.area - common.area)

    def grown(self, dx: float, dy: float | None = None) -> Box:
        """The box with `dx` points added left and right, `dy` (default `dx`) above and below; never inside out."""
        dy = dx if dy is None else dy
        dx, dy = max(dx, -self.width / 2), max(dy, -self.height / 2)
        return Box(self.x0 - dx, self.y0 - dy, self.x1 + dx, self.y1 + dy)

    def moved(self, dx: float, dy: float) -> Box:
        """The box moved by (dx, dy) points."""
        return Box(self.x0 + dx, self.y0 + dy, self.x1 + dx, self.y1 + dy)

    def clipped(self, other: Box) -> Box:
        """The part inside `other`; an empty box on its border where there is none."""
        x0, x1 = (min(max(x, other.x0), other.x1) for x in (self.x0, self.x1))
        y0, y1 = (min(max(y, other.y0), other.y1) for y in (self.y0, self.y1))
        return Box(x0, y0, x1, y1)

    def rounded(self) -> list[float]:
        """`[x0, y0, x1, y1]` rounded to 0.1 pt, as the JSON contract has it."""
        return [round(v, 1) + 0.0 for v in (self.x0, self.y0, self.x1, self.y1)]


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all `boxes`.

    Raises:
        ValueError: when there are none.
    """
    found = list(boxes)
    if not found:
        raise ValueError("no boxes to put one box around")
    return Box(min(b.x0 for b in found), min(b.y0 for b in found), max(b.x1 for b in found), max(b.y1 for b in found))


@dataclass(frozen=True, slots=True)
class Affine:
    """x' = a x + b y + c; y' = d x + e y + f."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """Where the point (x, y) goes."""
        return self.a * x + self.b * y + self.c, self.d * x + self.e * y + self.f

    def inverse(self) -> Affine:
        """The transform back.

        Raises:
            ValueError: when there is none.
        """
        det = self.a * self.e - self.b * self.d
        if math.isclose(det, 0.0, abs_tol=1e-12):
            raise ValueError("the transform folds the page to a line: it has no inverse")
        a, b, d, e = self.e / det, -self.b / det, -self.d / det, self.a / det
        return Affine(a, b, -(a * self.c + b * self.f), d, e, -(d * self.c + e * self.f))

    def after(self, first: Affine) -> Affine:
        """The transform that applies `first`, then this one."""
        return Affine(
            self.a * first.a + self.b * first.d,
            self.a * first.b + self.b * first.e,
            self.a * first.c + self.b * first.f + self.c,
            self.d * first.a + self.e * first.d,
            self.d * first.b + self.e * first.e,
            self.d * first.c + self.e * first.f + self.f,
        )
