"""Made-up pages of signer lines, drawn with Debian's own faces: what is ruled, printed and written on them is known."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from pipeline.geometry import Affine, Box
from pipeline.model.page import Colour, Page, Scale
from pipeline.model.reading import DateRead, TextRead
from pipeline.model.text import PageText, TextLine, Word
from pipeline.pages.raster import Raster
from pipeline.pages.ruling import find_rules
from pipeline.pages.view import PageView

LIBERATION = (Path("/usr/share/fonts/truetype/liberation"), Path("/usr/share/fonts/truetype/liberation2"))
BLACK, BLUE, WHITE = (15, 15, 15), (30, 50, 160), (252, 252, 252)
TITLES = {
    "number": "No.",
    "signature": "Signature",
    "name": "Printed Name",
    "address": "Residence Address",
    "date": "Date Signed",
}
COLUMNS = (("number", 28.0), ("signature", 150.0), ("name", 130.0), ("address", 150.0), ("date", 70.0))
ENTRY = {"name": "Marla Quint", "address": "412 Alder Street", "date": "9/3/26"}


def face(name: str, size_px: float) -> ImageFont.FreeTypeFont:
    for folder in LIBERATION:
        if (folder / name).exists():
            return ImageFont.truetype(str(folder / name), round(size_px))
    pytest.skip("Debian's fonts-liberation is not installed")


@dataclass
class Drawn:
    """A page being drawn; coordinates in points. What is printed is remembered as words."""

    dpi: int = 200
    size: tuple[float, float] = (612.0, 792.0)
    words: list[Word] = field(default_factory=list)
    tops: list[float] = field(default_factory=list)
    edges: list[float] = field(default_factory=list)
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.k = self.dpi / 72
        self.image = Image.new("RGB", (round(self.size[0] * self.k), round(self.size[1] * self.k)), WHITE)
        self.draw = ImageDraw.Draw(self.image)

    def rule(self, x0: float, y0: float, x1: float, y1: float, width: float = 0.7) -> None:
        self.draw.line([x0 * self.k, y0 * self.k, x1 * self.k, y1 * self.k], fill=BLACK, width=max(round(width * self.k), 1))

    def printed(self, x: float, y: float, text: str, size: float = 8.0, fill: tuple[int, int, int] = BLACK) -> None:
        font = face("LiberationSans-Regular.ttf", size * self.k)
        for word in text.split():
            self.draw.text((x * self.k, y * self.k), word, font=font, fill=fill)
            box = self.draw.textbbox((x * self.k, y * self.k), word, font=font)
            self.words.append(Word(text=word, box=Box(*(v / self.k for v in box)), certainty=0.95))
            x += (font.getlength(word + " ")) / self.k

    def written(self, row: int, name: str, text: str, fill: tuple[int, int, int] = BLUE, size: float = 12.0) -> None:
        """Writing in a cell; an italic face stands for a hand."""
        x, base = self.cell(row, name).x0 + 5, self.cell(row, name).y1 - 5
        font = face("LiberationSerif-Italic.ttf", size * self.k)
        self.draw.text((x * self.k, base * self.k), text, font=font, fill=fill, anchor="ls")

    def signed(self, row: int, width: float = 80.0, height: float = 14.0, drop: float = 0.0) -> None:
        """A signature as one running stroke; `drop`: how far below the line's rule its tail reaches."""
        cell = self.cell(row, "signature")
        rng = random.Random(row)
        x, base = cell.x0 + 6, cell.y1 - 5
        points = []
        for i in range(90):
            t = i / 89
            swing = height * (0.9 if i < 20 else 0.35) * (0.8 + 0.2 * rng.random())
            points.append((x + width * t, base - height * 0.35 + swing * 0.5 * math.sin(t * 40)))
        if drop:
            points += [(x + width + 4, base), (x + width, cell.y1 + drop), (x + width - 14, cell.y1 + drop * 0.4)]
        self.stroke(points)

    def stroke(self, points: list[tuple[float, float]], fill: tuple[int, int, int] = BLUE, width: float = 0.9) -> None:
        self.draw.line(
            [(x * self.k, y * self.k) for x, y in points], fill=fill, width=max(round(width * self.k), 1), joint="curve"
        )

    def fill_line(self, row: int, *leave_out: str) -> None:
        """A whole entry, without the cells named."""
        if "signature" not in leave_out:
            self.signed(row)
        for name, text in ENTRY.items():
            if name in self.names and name not in leave_out:
                self.written(row, name, text)

    def strike(self, row: int, x0: float, x1: float) -> None:
        """One stroke through the writing of the line, not quite straight."""
        y = self.tops[row + 1] - 9.0
        xs = np.linspace(x0, x1, 9)
        self.stroke([(float(x), y + 0.5 * math.sin(x / 31)) for x in xs])

    def cell(self, row: int, name: str) -> Box:
        i = self.names.index(name)
        return Box(self.edges[i], self.tops[row], self.edges[i + 1], self.tops[row + 1])

    def view(self, colour: Colour = "colour", lean: float = 0.0) -> PageView:
        """The page as a scanner gives it."""
        bgr = cv2.cvtColor(np.array(self.image), cv2.COLOR_RGB2BGR)
        height, width = bgr.shape[:2]
        if lean:
            turn = cv2.getRotationMatrix2D((width / 2, height / 2), lean, 1.0)
            bgr = cv2.warpAffine(bgr, turn, (width, height), flags=cv2.INTER_LINEAR, borderValue=WHITE)
        noise = np.random.default_rng(7).normal(0, 3, bgr.shape)
        bgr = np.clip(cv2.GaussianBlur(bgr, (0, 0), 0.6).astype(np.float32) + noise, 0, 255).astype(np.uint8)
        gray = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
        if colour == "bitonal":
            gray = np.where(gray < 140, 0, 255).astype(np.uint8)
        raster = Raster(gray=gray, bgr=bgr if colour == "colour" else None, px_per_pt=self.k)
        page = Page(
            number=1,
            size=self.size,
            rotation=0,
            skew=0.0,
            colour=colour,
            scale=Scale(px_per_pt=self.k, source="file", error=0.01),
            born_digital=False,
            blank=False,
            raw_from_upright=Affine(self.k, 0, 0, 0, self.k, 0),
        )
        lines = tuple(TextLine(words=(w,)) for w in self.words)
        text = PageText(page=1, lines=lines, exact=False, engine="drawn")
        return PageView(page=page, raster=raster, text=text, rules=find_rules(raster))


def grid(
    rows: int = 8,
    *,
    columns: tuple[tuple[str, float], ...] = COLUMNS,
    heights: tuple[float, ...] = (30.0,),
    head: str = "plain",
    labels: bool = False,
    numbers: tuple[int, ...] | None = None,
    closed: bool = True,
    verticals: bool = True,
    dpi: int = 200,
    top: float = 150.0,
) -> Drawn:
    """A form with signer lines. `head`: plain, dark or none; `labels`: printed in every cell; `numbers`: those printed."""
    page = Drawn(dpi=dpi)
    page.printed(42, 60, "We the undersigned electors petition the council of the city", 9)
    page.names = tuple(name for name, _ in columns)
    page.edges = [42.0]
    for _, width in columns:
        page.edges.append(page.edges[-1] + width)
    left, right = page.edges[0], page.edges[-1]
    y = top
    if head != "none":
        if head == "dark":
            page.draw.rectangle([v * page.k for v in (left, y, right, y + 20)], fill=(25, 25, 25))
        for name, x in zip(page.names, page.edges, strict=False):
            page.printed(x + 3, y + 6, TITLES[name], 7.5, WHITE if head == "dark" else BLACK)
        page.rule(left, y, right, y)
        y += 20
    page.tops = [y]
    for row in range(rows):
        page.tops.append(page.tops[-1] + heights[row % len(heights)])
    for y in page.tops if closed else page.tops[:-1]:
        page.rule(left, y, right, y)
    if verticals:
        for x in page.edges:
            page.rule(x, top, x, page.tops[-1])
    for row in range(rows):
        number = row + 1 if numbers is None else (numbers[row] if row < len(numbers) else 0)
        if "number" in page.names and number:
            page.printed(page.edges[0] + 6, page.tops[row] + 10, f"{number}.", 9)
        if labels:
            for name, x in zip(page.names, page.edges, strict=False):
                if name != "number":
                    page.printed(x + 3, page.tops[row] + 2, TITLES[name], 6)
    return page


class NoHand:
    """A reader of writing that never reads anything."""

    stamp = "none"

    def read(self, gray: np.ndarray, *, page: int, box: Box) -> TextRead:
        return TextRead(text=None, certainty=0.0, page=page, box=box)

    def read_date(self, gray: np.ndarray, *, page: int, box: Box, first: object = None, last: object = None) -> DateRead:
        return DateRead(text=None, day=None, certainty=0.0, page=page, box=box)
