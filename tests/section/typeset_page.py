"""A page set in one of Debian's faces: what is printed, and what the first reading made of it, apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from pipeline.geometry import Affine, Box, union
from pipeline.model.page import Colour, Page, PageProblem, ProblemKind, Scale, ScaleSource
from pipeline.model.reading import TextRead
from pipeline.model.text import PageText, TextLine, Word
from pipeline.pages.raster import Raster
from pipeline.pages.view import PageView

FOLDERS = ("liberation", "liberation2", "dejavu", "crosextra", "gentium-basic")
SERIF, SERIF_BOLD, SERIF_ITALIC = "LiberationSerif-Regular.ttf", "LiberationSerif-Bold.ttf", "LiberationSerif-Italic.ttf"
SANS, SANS_BOLD = "LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"
RED = (192, 0, 0)
OVERSAMPLED = 2


def face_path(name: str) -> Path:
    for folder in FOLDERS:
        path = Path("/usr/share/fonts/truetype") / folder / name
        if path.exists():
            return path
    pytest.skip(f"{name} is not installed (Debian: fonts-liberation)")


class Paper:
    """A page to set text on; coordinates in points, colours RGB. It answers as both recognisers too, with what is printed."""

    stamp = "test"

    def __init__(
        self, width: float = 612, height: float = 792, dpi: int = 300, tint: tuple[int, int, int] = (250, 250, 250)
    ) -> None:
        self.size, self.dpi = (width, height), dpi
        self.px = dpi / 72
        big = self.px * OVERSAMPLED
        self._big = big
        self._picture = Image.new("RGB", (round(width * big), round(height * big)), tint)
        self._draw = ImageDraw.Draw(self._picture)
        self._printed: list[TextLine] = []
        self._seen: list[TextLine] = []
        self.calls = 0

    def set(
        self,
        text: str,
        y: float,
        *,
        x: float = 50,
        right: float = 560,
        face: str = SERIF,
        size: float = 10,
        colour: tuple[int, int, int] = (20, 20, 20),
        misread: dict[str, str] | None = None,
        skipped: tuple[int, ...] = (),
        seen: bool = True,
    ) -> float:
        """Sets a paragraph; gives the y under it.

        `misread`: words that the first reading got wrong (empty: lost). `skipped`: numbers of lines it lost. `seen` False: all.
        """
        font = ImageFont.truetype(str(face_path(face)), round(size * self._big))
        space, line, at = font.getlength(" ") / self._big, [], x
        lines: list[list[Word]] = [line]
        for word in text.split():
            length = font.getlength(word) / self._big
            if at + length > right and line:
                line, at, y = [], x, y + 1.2 * size
                lines.append(line)
            left, top, end, bottom = self._draw.textbbox((at * self._big, y * self._big), word, font=font)
            self._draw.text((at * self._big, y * self._big), word, font=font, fill=colour)
            line.append(Word(text=word, box=Box(*(v / self._big for v in (left, top, end, bottom))), certainty=0.96))
            at += length + space
        wrong = misread or {}
        for number, words in enumerate(lines):
            if not words:
                continue
            self._printed.append(TextLine(words=tuple(words)))
            read = [replace(w, text=wrong.get(w.text, w.text)) for w in words if wrong.get(w.text, w.text)]
            if seen and number not in skipped and read:
                self._seen.append(TextLine(words=tuple(read)))
        return y + 1.2 * size

    def blot(self, x: float, y: float, radius: float, colour: tuple[int, int, int] = (140, 140, 140)) -> None:
        box = [(v * self._big) for v in (x - radius, y - radius, x + radius, y + radius)]
        self._draw.ellipse(box, fill=colour)

    def stroke(self, points: list[tuple[float, float]], colour: tuple[int, int, int], width: float = 1.2) -> None:
        self._draw.line([(x * self._big, y * self._big) for x, y in points], fill=colour, width=round(width * self._big))

    def view(
        self,
        number: int = 1,
        *,
        colour: Colour = "colour",
        blur: float = 0.6,
        noise: float = 5,
        jpeg: int | None = 75,
        problems: tuple[ProblemKind, ...] = (),
        scale: tuple[ScaleSource, float] = ("paper", 0.003),
        exact: bool = False,
    ) -> PageView:
        """The page as it comes from a scanner."""
        width, height = round(self.size[0] * self.px), round(self.size[1] * self.px)
        rgb = np.asarray(self._picture.resize((width, height), Image.Resampling.BOX))
        pixels = _scanned(np.ascontiguousarray(rgb[:, :, ::-1]), colour, blur, noise, jpeg)
        gray = pixels if pixels.ndim == 2 else cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
        page = Page(
            number=number,
            size=self.size,
            rotation=0,
            skew=0.0,
            colour=colour,
            scale=Scale(px_per_pt=self.px, source=scale[0], error=scale[1]),
            born_digital=exact,
            blank=False,
            raw_from_upright=Affine(self.px, 0, 0, 0, self.px, 0),
            problems=tuple(PageProblem(kind=kind, detail=kind) for kind in problems),
        )
        text = PageText(page=number, lines=tuple(self._seen), exact=exact, engine="test")
        raster = Raster(gray=np.asarray(gray, np.uint8), bgr=pixels if pixels.ndim == 3 else None, px_per_pt=self.px)
        return PageView(page=page, raster=raster, text=text, rules=())

    @property
    def printed(self) -> tuple[TextLine, ...]:
        return tuple(self._printed)

    def box(self) -> Box:
        return union(line.box for line in self._printed)

    def read_page(self, gray: NDArray[np.uint8], px_per_pt: float, *, page: int) -> PageText:
        raise AssertionError("a finder has no reason to read a whole page")

    def read_region(
        self, gray: NDArray[np.uint8], px_per_pt: float, *, page: int, origin: tuple[float, float] = (0, 0), scale: float = 1.0
    ) -> PageText:
        self.calls += 1
        height, width = gray.shape[:2]
        box = Box(origin[0], origin[1], origin[0] + width / px_per_pt, origin[1] + height / px_per_pt)
        return PageText(page=page, lines=self._inside(box), exact=False, engine="test")

    def read(self, gray: NDArray[np.uint8], *, page: int, box: Box) -> TextRead:
        self.calls += 1
        text = " ".join(line.text for line in self._inside(box))
        return TextRead(text=text or None, certainty=0.9 if text else 0.0, page=page, box=box)

    def read_date(self, gray: NDArray[np.uint8], *, page: int, box: Box, first: object = None, last: object = None) -> None:
        raise AssertionError("printed words hold no date to score")

    def _inside(self, box: Box) -> tuple[TextLine, ...]:
        lines = ([w for w in line.words if box.contains(*w.box.middle)] for line in self._printed)
        return tuple(TextLine(words=tuple(words)) for words in lines if words)


class Readers:
    """Both recognisers over several papers: page numbers count from 1."""

    stamp = "test"

    def __init__(self, *papers: Paper) -> None:
        self._papers = papers

    def read_page(self, gray: NDArray[np.uint8], px_per_pt: float, *, page: int) -> PageText:
        return self._papers[page - 1].read_page(gray, px_per_pt, page=page)

    def read_region(
        self, gray: NDArray[np.uint8], px_per_pt: float, *, page: int, origin: tuple[float, float] = (0, 0), scale: float = 1.0
    ) -> PageText:
        return self._papers[page - 1].read_region(gray, px_per_pt, page=page, origin=origin, scale=scale)

    def read(self, gray: NDArray[np.uint8], *, page: int, box: Box) -> TextRead:
        return self._papers[page - 1].read(gray, page=page, box=box)

    def read_date(self, gray: NDArray[np.uint8], *, page: int, box: Box, first: object = None, last: object = None) -> None:
        raise AssertionError("printed words hold no date to score")


def _scanned(bgr: NDArray[np.uint8], colour: Colour, blur: float, noise: float, jpeg: int | None) -> NDArray[np.uint8]:
    rng = np.random.default_rng(7)
    soft = cv2.GaussianBlur(bgr, (0, 0), blur).astype(np.float32) if blur else bgr.astype(np.float32)
    noisy = np.clip(soft + rng.normal(0, noise, (*soft.shape[:2], 1)), 0, 255).astype(np.uint8)
    out = noisy if colour == "colour" else cv2.cvtColor(noisy, cv2.COLOR_BGR2GRAY)
    if colour == "bitonal":
        return np.asarray((out > 140) * 255, np.uint8)
    if jpeg is None:
        return np.asarray(out, np.uint8)
    return np.asarray(
        cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, jpeg])[1], cv2.IMREAD_UNCHANGED), np.uint8
    )
