"""The picture of an upright page for people: encoded, so that no pixels travel in model values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePicture:
    """One upright page as JPEG, reduced for the screen."""

    page: int
    """Place in the scan, from 1."""
    jpeg: bytes
    size: tuple[float, float]
    """Width and height of the page in points: the picture covers it exactly."""
