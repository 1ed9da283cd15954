"""How does a person write words on a form? A handwriting face, bent by size, slant, baseline and pen, one word at a time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from samples.factory.catalogue import Hand
from samples.factory.ink import PX, Box, Pen, lay

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "fonts"
"""The handwriting faces lie beside the project, not in it."""


class HandMissing(Exception):
    """The folder of handwriting faces is not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scribe:
    """One person's way of writing: hand, size factor, slant (radians), drift, capitals, and the gap between words."""

    hand: Hand
    scale: float
    slant: float
    drift: float
    jitter: float
    capitals: bool
    gap: float


def scribe(rng: random.Random, hands: Sequence[Hand]) -> Scribe:
    """A person who writes with one of `hands`."""
    hand = rng.choice(hands)
    return Scribe(
        hand=hand,
        scale=rng.uniform(0.86, 1.16),
        slant=rng.gauss(0.03, 0.09),
        drift=rng.gauss(0.0, 0.012),
        jitter=rng.uniform(0.15, 0.5),
        capitals=rng.random() < 0.12 and not hand.joined,
        gap=rng.uniform(0.22, 0.4),
    )


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    path = FOLDER / f"{name}.ttf"
    if not path.exists():
        raise HandMissing(f"{path.name} is not in the folder of handwriting faces (shared/data/fonts beside the project)")
    return ImageFont.truetype(str(path), size)


def _word(text: str, who: Scribe, size_pt: float, squeeze: float, pen: Pen, rng: random.Random) -> tuple[np.ndarray, int, int]:
    """A word's mask, its pixels above the baseline, and its advance in pixels; `squeeze` narrows the letters."""
    size = max(8, round(size_pt * PX))
    font = _font(who.hand.id, size)
    pad = size
    width = int(font.getlength(text)) + 2 * pad
    image = Image.new("L", (width, size * 3), 0)
    ImageDraw.Draw(image).text((pad, size * 2), text, font=font, fill=255, anchor="ls")
    mask = np.asarray(image, dtype=np.float32) / 255.0
    slant = who.slant + rng.gauss(0, 0.02)
    turn = rng.gauss(0, 0.008)
    grow = 1.0 + rng.gauss(0, 0.03)
    base = size * 2
    matrix = np.array(
        [[grow * squeeze, -slant, slant * base + pad * (1 - squeeze)], [turn, grow, base * (1 - grow)]], dtype=np.float32
    )
    mask = cv2.warpAffine(mask, matrix, (mask.shape[1], mask.shape[0]), flags=cv2.INTER_LINEAR)
    mask = _pressed(mask, pen)
    return mask, base, int(font.getlength(text) * squeeze)


def _pressed(mask: np.ndarray, pen: Pen) -> np.ndarray:
    """The word as the pen's width makes it: thin pens wear a face's strokes away, broad ones swell them."""
    soft = cv2.GaussianBlur(mask, (0, 0), 0.9)
    inked = soft[mask > 0.3]
    if len(inked):
        # A hair-thin face would break up in the blur: no pen does that, so its strokes are brought up to a pen's.
        soft = soft * min(2.4, max(1.0, 0.85 / float(np.percentile(inked, 50))))
    edge = min(0.5, 0.46 - 0.16 * (pen.width - 1.1))
    return np.clip((soft - edge + 0.14) / 0.28, 0.0, 1.0)


def size_for(text: str, who: Scribe, box: Box, *, fill: float = 0.78) -> float:
    """A size in points at which `text` goes into `box`; people write smaller before they run over, but not too small."""
    size = who.hand.size * who.scale
    height = box[3] - box[1]
    size = min(size, height * fill)
    length = _font(who.hand.id, 100).getlength(text) / 100 * size
    room = (box[2] - box[0]) * 0.98
    if length > room:
        size = max(size * room / length, 0.62 * size, 5.5)
    return size


def write(
    page: np.ndarray,
    text: str,
    box: Box,
    who: Scribe,
    pen: Pen,
    rng: random.Random,
    *,
    low: float = 0.22,
    indent: float = 2.5,
) -> Box | None:
    """Write `text` into `box` (points), its baseline `low` of the height above the bottom; gives the inked box in points."""
    shown = text.upper() if who.capitals else text
    size = size_for(shown, who, box)
    length = _font(who.hand.id, 100).getlength(shown) / 100 * size
    # People squeeze a long address before they run over the rule; a quarter is as much as a hand takes.
    squeeze = min(1.0, max(0.75, (box[2] - box[0]) * 1.03 / max(length, 1.0)))
    base = box[3] - (box[3] - box[1]) * low + rng.gauss(0, 0.03) * (box[3] - box[1])
    x = (box[0] + indent + abs(rng.gauss(0, 1.5))) * PX
    done: list[Box] = []
    start = x
    for word in shown.split(" "):
        if not word:
            continue
        mask, rise, advance = _word(word, who, size, squeeze, pen, rng)
        y = base * PX + (x - start) * who.drift + rng.gauss(0, who.jitter) * PX * 0.5
        placed = lay(page, mask, (round(x) - max(8, round(size * PX)), round(y) - rise), pen, rng.randrange(2**31))
        if placed:
            done.append(placed)
        x += advance + who.gap * size * squeeze * PX * rng.uniform(0.85, 1.25)
    if not done:
        return None
    return (min(b[0] for b in done), min(b[1] for b in done), max(b[2] for b in done), max(b[3] for b in done))
