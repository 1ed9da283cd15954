"""Pages drawn for the tests: text in Debian's own faces, ruled grids, scrawls; gray pixels with the geometry known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Gray = NDArray[np.uint8]

_FACES = {
    "serif": ("liberation/LiberationSerif-Regular.ttf", "dejavu/DejaVuSerif.ttf"),
    "sans": ("liberation/LiberationSans-Regular.ttf", "dejavu/DejaVuSans.ttf"),
    "bold": ("liberation/LiberationSans-Bold.ttf", "dejavu/DejaVuSans-Bold.ttf"),
    "mono": ("liberation/LiberationMono-Regular.ttf", "dejavu/DejaVuSansMono.ttf"),
}

_TEXT = (
    "Be it ordained by the people of the city that no public park may be sold leased or built upon unless a majority of "
    "the electors voting at a regular election approve the sale and that the council shall give notice of every proposal "
    "in the newspaper of record at least thirty days before the hearing including the price the buyer and the purpose"
)
WORDS = tuple(_TEXT.split())


@cache
def face(kind: str, size_px: int) -> ImageFont.FreeTypeFont:
    """A print face of this machine; skips the test, and says so, where there is none."""
    for name in _FACES[kind]:
        path = Path("/usr/share/fonts/truetype") / name
        if path.exists():
            return ImageFont.truetype(str(path), size_px)
    pytest.skip(f"no {kind} face: install fonts-liberation or fonts-dejavu-core")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A drawn page, and where its rules are in points."""

    gray: Gray
    dpi: float
    horizontal: tuple[tuple[float, float, float], ...] = ()
    """y, x from, x to."""
    vertical: tuple[tuple[float, float, float], ...] = ()
    """x, y from, y to."""


def text_page(dpi: float = 200, size: tuple[float, float] = (612, 792), kind: str = "serif", point: float = 10.5) -> Sheet:
    """A page full of mixed-case print with a one-inch margin."""
    image, draw, px = _canvas(dpi, size)
    _paragraph(draw, px, kind, point, (72, 72, size[0] - 72, size[1] - 72))
    return Sheet(gray=np.asarray(image), dpi=dpi)


def signature_page(
    dpi: float = 200, size: tuple[float, float] = (612, 792), rows: int = 12, shade: int = 0, width_pt: float = 0.6
) -> Sheet:
    """A page with a heading, a ruled and numbered grid of signer lines, and a note below."""
    image, draw, px = _canvas(dpi, size)
    draw.text((72 * px, 40 * px), "WARNING: IT IS AGAINST THE LAW:", font=face("bold", round(12 * px)), fill=0)
    _paragraph(draw, px, "serif", 10, (72, 60, size[0] - 72, 150))
    top, left, right, height = 170.0, 54.0, size[0] - 54.0, 30.0
    bottom = top + rows * height
    columns = (left, left + 24, left + 190, left + 330, right - 70, right)
    stroke = max(round(width_pt * px), 1)
    horizontal = [(top + i * height, left, right) for i in range(rows + 1)]
    for y, x0, x1 in horizontal:
        draw.line([(x0 * px, y * px), (x1 * px, y * px)], fill=shade, width=stroke)
    vertical = [(x, top, bottom) for x in columns]
    for x, y0, y1 in vertical:
        draw.line([(x * px, y0 * px), (x * px, y1 * px)], fill=shade, width=stroke)
    for i in range(rows):
        draw.text(((left + 8) * px, (top + i * height + 10) * px), str(i + 1), font=face("sans", round(9 * px)), fill=0)
    _paragraph(draw, px, "sans", 9, (72, bottom + 20, size[0] - 72, size[1] - 50))
    return Sheet(gray=np.asarray(image), dpi=dpi, horizontal=tuple(horizontal), vertical=tuple(vertical))


def blank_page(dpi: float = 200, size: tuple[float, float] = (612, 792), paper: int = 255) -> Gray:
    """Nothing but paper."""
    return np.full((round(size[1] * dpi / 72), round(size[0] * dpi / 72)), paper, np.uint8)


def _canvas(dpi: float, size: tuple[float, float]) -> tuple[Image.Image, ImageDraw.ImageDraw, float]:
    px = dpi / 72
    image = Image.new("L", (round(size[0] * px), round(size[1] * px)), 255)
    return image, ImageDraw.Draw(image), px


def _paragraph(draw: ImageDraw.ImageDraw, px: float, kind: str, point: float, box: tuple[float, float, float, float]) -> None:
    font = face(kind, max(round(point * px), 1))
    x, y, word = box[0], box[1], 0
    while y + point * 1.3 < box[3]:
        text = WORDS[word % len(WORDS)] if word % 23 else WORDS[word % len(WORDS)].capitalize()
        width = draw.textlength(text + " ", font=font) / px
        if x + width > box[2]:
            x, y = box[0], y + point * 1.3
            continue
        draw.text((x * px, y * px), text, font=font, fill=0)
        x, word = x + width, word + 1
