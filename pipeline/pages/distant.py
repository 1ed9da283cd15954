"""Pixels that are fetched when they are looked at, so that a section of any length can be measured in flat memory."""

from __future__ import annotations

from collections.abc import Callable

from pipeline.pages.raster import Pixels, Raster


class DistantRaster(Raster):
    """A page's raster that holds no pixels: each look at them asks for the page again. Same pixels at every look."""

    __slots__ = ("_fetch",)

    def __init__(self, fetch: Callable[[], Raster], px_per_pt: float) -> None:
        """`fetch` gives the page's pixels; `px_per_pt` is their scale, which is asked for often."""
        object.__setattr__(self, "_fetch", fetch)
        object.__setattr__(self, "px_per_pt", px_per_pt)

    @property
    def gray(self) -> Pixels:
        """Shape (height, width)."""
        return self._near().gray

    @property
    def bgr(self) -> Pixels | None:
        """Shape (height, width, 3), None where the page has no colour at all."""
        return self._near().bgr

    def _near(self) -> Raster:
        fetch: Callable[[], Raster] = object.__getattribute__(self, "_fetch")
        return fetch()
