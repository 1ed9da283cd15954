"""How does a stamp print? A notary's rectangle or round, an office's received stamp; inked unevenly and a little askew.

The contents of the Colorado rectangle are those of 24-21-516 C.R.S.: name, NOTARY PUBLIC, STATE OF COLORADO, NOTARY
ID, expiry.
"""

from __future__ import annotations

import math
import random
from datetime import date

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from samples.factory.ink import PX, Box, Pen, lay
from samples.factory.spelling import MONTHS

FACES = ("LiberationSans-Bold", "LiberationSerif-Bold", "LiberationSansNarrow-Bold")
COLOURS = ((0.10, 0.12, 0.45), (0.08, 0.08, 0.09), (0.30, 0.10, 0.45), (0.05, 0.25, 0.40))
SCALE = 2


def _font(name: str, points: float) -> ImageFont.FreeTypeFont:
    for folder in ("liberation", "liberation2"):
        try:
            return ImageFont.truetype(f"/usr/share/fonts/truetype/{folder}/{name}.ttf", round(points * PX * SCALE))
        except OSError:
            continue
    raise OSError(f"{name}.ttf: install fonts-liberation")


def expiry(day: date, rng: random.Random) -> str:
    return rng.choice(
        (
            f"{MONTHS[day.month - 1].upper()} {day.day}, {day.year}",
            f"{day.month:02d}/{day.day:02d}/{day.year}",
            f"{MONTHS[day.month - 1]} {day.day}, {day.year}",
        )
    )


def rectangle(lines: list[str], rng: random.Random, *, border: bool = True, size: float = 7.5) -> np.ndarray:
    """A rectangular stamp's mask at 300 dpi, with `lines` centred."""
    fonts = [_font(rng.choice(FACES) if i == 0 else FACES[0], size * (1.15 if i == 0 else 1.0)) for i in range(len(lines))]
    unit = PX * SCALE
    width = int(max(f.getlength(t) for f, t in zip(fonts, lines, strict=True)) + 14 * unit)
    step = size * 1.28 * unit
    height = int(step * len(lines) + 8 * unit)
    image = Image.new("L", (width, height), 0)
    draw = ImageDraw.Draw(image)
    if border:
        draw.rectangle((2, 2, width - 3, height - 3), outline=255, width=round(1.1 * unit))
    for i, (font, text) in enumerate(zip(fonts, lines, strict=True)):
        draw.text((width / 2, 4 * unit + step * (i + 0.5)), text, font=font, fill=255, anchor="mm")
    return _worn(np.asarray(image), rng)


def round_(ring: str, middle: list[str], rng: random.Random, *, diameter: float = 96.0) -> np.ndarray:
    """A round stamp's mask: words along the ring, lines in the middle."""
    unit = PX * SCALE
    side = int(diameter * unit)
    image = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(image)
    for inset, thick in ((1.0, 1.2), (diameter * 0.17, 0.7)):
        draw.ellipse(
            (inset * unit, inset * unit, side - inset * unit, side - inset * unit), outline=255, width=round(thick * unit)
        )
    font = _font(FACES[0], 7.0)
    radius = side / 2 - diameter * 0.088 * unit
    angle = -math.pi / 2 - len(ring) * 0.058
    for letter in ring:
        glyph = Image.new("L", (round(12 * unit), round(12 * unit)), 0)
        ImageDraw.Draw(glyph).text((6 * unit, 6 * unit), letter, font=font, fill=255, anchor="mm")
        turned = glyph.rotate(-math.degrees(angle) - 90, resample=Image.Resampling.BILINEAR)
        at = (round(side / 2 + math.cos(angle) * radius - 6 * unit), round(side / 2 + math.sin(angle) * radius - 6 * unit))
        image.paste(255, at, turned)
        angle += 0.116
    small = _font(FACES[2], 6.5)
    for i, text in enumerate(middle):
        draw.text((side / 2, side / 2 + (i - (len(middle) - 1) / 2) * 8.6 * unit), text, font=small, fill=255, anchor="mm")
    return _worn(np.asarray(image), rng)


def _worn(mask: np.ndarray, rng: random.Random) -> np.ndarray:
    """Turn a clean stamp a little and take ink away in patches; gives float 0..1 at 300 dpi."""
    turn = rng.gauss(0, 2.0)
    pad = round(8 * PX * SCALE)
    canvas = cv2.copyMakeBorder(mask, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0)
    height, width = canvas.shape
    turned = cv2.warpAffine(
        canvas, cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0), (width, height), flags=cv2.INTER_LINEAR
    )
    small = cv2.resize(turned, (width // SCALE, height // SCALE), interpolation=cv2.INTER_AREA).astype(np.float32) / 255.0
    noise = np.random.default_rng(rng.randrange(2**31)).random(
        (small.shape[0] // 24 + 2, small.shape[1] // 24 + 2), dtype=np.float32
    )
    patches = cv2.resize(noise, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_CUBIC)
    fine = np.random.default_rng(rng.randrange(2**31)).random(small.shape, dtype=np.float32)
    keep = np.clip(0.55 + 0.6 * patches - 0.35 * (fine > 0.86), 0.25, 1.0)
    return cv2.GaussianBlur(small * keep, (0, 0), 0.6)


def press(
    page: np.ndarray,
    mask: np.ndarray,
    centre: tuple[float, float],
    rng: random.Random,
    rgb: tuple[float, float, float] | None = None,
) -> Box | None:
    """Stamp `mask` on `page` with its middle at `centre` (points)."""
    ink = Pen(name="stamp", rgb=rgb or rng.choice(COLOURS), width=1.0, strength=rng.uniform(0.8, 0.98), grain=0.1)
    at = (round(centre[0] * PX - mask.shape[1] / 2), round(centre[1] * PX - mask.shape[0] / 2))
    return lay(page, mask, at, ink, rng.randrange(2**31))
