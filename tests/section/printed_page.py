"""A page drawn with one of Debian's own faces, and the words that stand on it: what a finder is given, without any OCR."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from pipeline.geometry import Affine, Box
from pipeline.model.page import Page, Scale
from pipeline.model.reading import DateRead, TextRead
from pipeline.model.text import PageText, TextLine, Word
from pipeline.pages.raster import Raster
from pipeline.pages.ruling import RuledLine
from pipeline.pages.view import PageView

FACES = (Path("/usr/share/fonts/truetype/liberation"), Path("/usr/share/fonts/truetype/liberation2"))
PX_PER_PT = 200 / 72


def _face(name: str, size_px: float) -> ImageFont.FreeTypeFont:
    for folder in FACES:
        if (folder / name).exists():
            return ImageFont.truetype(str(folder / name), round(size_px))
    pytest.skip("Debian's fonts-liberation is not installed")


class Sheet:
    """A letter page to print words and rules on; coordinates in points."""

    def __init__(self, width: float = 612, height: float = 792) -> None:
        self.size = (width, height)
        self._picture = Image.new("L", (round(width * PX_PER_PT), round(height * PX_PER_PT)), 255)
        self._draw = ImageDraw.Draw(self._picture)
        self._lines: list[TextLine] = []
        self._rules: list[RuledLine] = []

    def print(self, x: float, y: float, text: str, size: float = 10, certainty: float = 0.95) -> Box:
        """Words from (x, y), their top left corner, as one line of print that OCR saw."""
        face = _face("LiberationSerif-Regular.ttf", size * PX_PER_PT)
        words = []
        at = x * PX_PER_PT
        for part in text.split(" "):
            left, top, right, bottom = self._draw.textbbox((at, y * PX_PER_PT), part or " ", font=face)
            self._draw.text((at, y * PX_PER_PT), part, font=face, fill=20)
            if part:
                box = Box(left / PX_PER_PT, top / PX_PER_PT, right / PX_PER_PT, bottom / PX_PER_PT)
                words.append(Word(text=part, box=box, certainty=certainty))
            at += self._draw.textlength(part + " ", font=face)
        self._lines.append(TextLine(words=tuple(words)))
        return self._lines[-1].box

    def glue(self, count: int, text: str) -> None:
        """The last `count` printed lines as one word `text`, as OCR gives words that stand close."""
        words = [word for line in self._lines[-count:] for word in line.words]
        box = Box(*(f(getattr(w.box, s) for w in words) for s, f in (("x0", min), ("y0", min), ("x1", max), ("y1", max))))
        self._lines[-count:] = [TextLine(words=(Word(text=text, box=box, certainty=0.8),))]

    def write(self, x: float, y: float, text: str, size: float = 14) -> None:
        """Words by hand, which print OCR did not see."""
        face = _face("LiberationSerif-Italic.ttf", size * PX_PER_PT)
        self._draw.text((x * PX_PER_PT, y * PX_PER_PT), text, font=face, fill=60)

    def rule(self, x0: float, x1: float, y: float) -> None:
        """A horizontal rule."""
        self._draw.line([(x0 * PX_PER_PT, y * PX_PER_PT), (x1 * PX_PER_PT, y * PX_PER_PT)], fill=30, width=2)
        self._rules.append(RuledLine(direction="horizontal", at=y, start=x0, end=x1, thickness=0.7))

    def upright(self, x: float, y0: float, y1: float) -> None:
        """A vertical rule."""
        self._draw.line([(x * PX_PER_PT, y0 * PX_PER_PT), (x * PX_PER_PT, y1 * PX_PER_PT)], fill=30, width=2)
        self._rules.append(RuledLine(direction="vertical", at=x, start=y0, end=y1, thickness=0.7))

    def view(self, number: int = 1, *, exact: bool = False) -> PageView:
        """The page as finders get it."""
        gray = np.asarray(self._picture)
        scale = Scale(px_per_pt=PX_PER_PT, source="file", error=0.01)
        page = Page(
            number=number, size=self.size, rotation=0, skew=0.0, colour="gray", scale=scale, born_digital=exact, blank=False,
            raw_from_upright=Affine(PX_PER_PT, 0, 0, 0, PX_PER_PT, 0),
        )  # fmt: skip
        text = PageText(page=number, lines=tuple(self._lines), exact=exact, engine="test")
        return PageView(page=page, raster=Raster(gray=gray, bgr=None, px_per_pt=PX_PER_PT), text=text, rules=tuple(self._rules))


class ReadsAs:
    """A recogniser that reads every crop as the same text."""

    stamp = "test"

    def __init__(self, text: str | None, certainty: float = 0.95) -> None:
        self._text, self._certainty = text, certainty
        self.calls = 0

    def read(self, gray: NDArray[np.uint8], *, page: int, box: Box) -> TextRead:
        self.calls += 1
        return TextRead(text=self._text, certainty=self._certainty if self._text else 0.0, page=page, box=box)

    read_digits = read

    def read_date(
        self, gray: NDArray[np.uint8], *, page: int, box: Box, first: date | None = None, last: date | None = None
    ) -> DateRead:
        return DateRead(text=self._text, day=None, certainty=0.0, page=page, box=box)

    def read_page(self, gray: NDArray[np.uint8], px_per_pt: float, *, page: int) -> PageText:
        return self.read_region(gray, px_per_pt, page=page)

    def read_region(
        self,
        gray: NDArray[np.uint8],
        px_per_pt: float,
        *,
        page: int,
        origin: tuple[float, float] = (0.0, 0.0),
        scale: float = 1.0,
    ) -> PageText:
        self.calls += 1
        height, width = gray.shape[0] / px_per_pt, gray.shape[1] / px_per_pt
        x, y = min(8.0, width / 4), min(6.0, height / 4)
        box = Box(origin[0] + x, origin[1] + y, origin[0] + width - x, origin[1] + height - y)
        words = (Word(text=self._text, box=box, certainty=0.9),) if self._text else ()
        return PageText(page=page, lines=(TextLine(words=words),) if words else (), exact=False, engine="test")
