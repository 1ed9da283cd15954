"""Words drawn in Debian's own faces, for tests that need pixels with known words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

FACES = Path("/usr/share/fonts/truetype")


def face(name: str = "liberation/LiberationSans-Regular.ttf", size: int = 42) -> ImageFont.FreeTypeFont:
    """A Debian face; the test is skipped where the font package is not installed."""
    path = FACES / name
    if not path.exists():
        pytest.skip(f"the font {name} is not installed (Debian: fonts-liberation, fonts-dejavu-core)")
    return ImageFont.truetype(str(path), size)


def line(text: str, *, size: int = 42, name: str = "liberation/LiberationSans-Regular.ttf", ink: int = 20) -> NDArray[np.uint8]:
    """One line of text, dark on white, with a little room around."""
    font = face(name, size)
    left, top, right, bottom = font.getbbox(text)
    picture = Image.new("L", (int(right - left) + 30, int(bottom - top) + 24), 255)
    ImageDraw.Draw(picture).text((15 - left, 12 - top), text, font=font, fill=ink)
    return np.asarray(picture, np.uint8)


def page(
    lines: list[tuple[float, float, str]],
    *,
    dpi: int = 200,
    size_pt: float = 11.0,
    colour: tuple[int, int, int] = (0, 0, 0),
    ground: tuple[int, int, int] = (255, 255, 255),
    width_pt: float = 612.0,
    height_pt: float = 240.0,
) -> NDArray[np.uint8]:
    """A BGR page with lines of text whose top left corners are given in points. `colour`, `ground`: red, green, blue."""
    scale = dpi / 72
    picture = Image.new("RGB", (round(width_pt * scale), round(height_pt * scale)), ground)
    draw = ImageDraw.Draw(picture)
    font = face(size=round(size_pt * scale))
    for x, y, text in lines:
        draw.text((x * scale, y * scale), text, font=font, fill=colour)
    return np.ascontiguousarray(np.asarray(picture, np.uint8)[:, :, ::-1])
