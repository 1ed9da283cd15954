"""What a finder is given of one page: its facts, its pixels, its words and its ruled lines."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.model.page import Page
from pipeline.model.text import PageText
from pipeline.pages.raster import Raster
from pipeline.pages.ruling import RuledLine


@dataclass(frozen=True, slots=True, kw_only=True)
class PageView:
    """One upright page. All boxes of `text` and `rules` are points of the upright page."""

    page: Page
    raster: Raster
    text: PageText
    rules: tuple[RuledLine, ...]
