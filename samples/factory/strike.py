"""How is writing struck out, or written over? Strokes through a box; a second writing over the first."""

from __future__ import annotations

import random

import numpy as np

from samples.factory.ink import Box, Pen, pen, stroke
from samples.factory.writing import Scribe, write


def through(page: np.ndarray, written: Box, row: Box, how: str, ink: Pen, rng: random.Random) -> None:
    """Strike `written` (points): once, several times, or with a scribble that stays in `row`."""
    x0, x1 = written[0] - rng.uniform(-3, 6), written[2] + rng.uniform(-3, 6)
    high = min(written[3], row[3]) - max(written[1], row[1])
    middle = (max(written[1], row[1]) + min(written[3], row[3])) / 2 + rng.gauss(0, 0.05) * high
    width = ink.width * rng.uniform(1.0, 1.3)
    if how == "once":
        stroke(page, _line(x0, x1, middle, rng.gauss(0, 0.012), rng), ink, rng, width=width)
    elif how == "several":
        for _ in range(rng.randint(2, 4)):
            y = middle + rng.uniform(-0.28, 0.28) * high
            stroke(
                page,
                _line(x0 + rng.uniform(-6, 6), x1 + rng.uniform(-6, 6), y, rng.gauss(0, 0.02), rng),
                ink,
                rng,
                width=width,
            )
    else:
        step = rng.uniform(4.0, 8.0)
        xs = np.arange(x0, x1, step / 2)
        ys = middle + np.where(np.arange(len(xs)) % 2 == 0, -1, 1) * high * 0.38 * np.array([rng.uniform(0.6, 1.1) for _ in xs])
        stroke(page, np.column_stack([xs, ys]), ink, rng, width=width)


def _line(x0: float, x1: float, y: float, slope: float, rng: random.Random) -> np.ndarray:
    xs = np.linspace(x0, x1, 7)
    return np.column_stack([xs, y + (xs - x0) * slope + np.array([rng.gauss(0, 0.5) for _ in xs])])


def overwrite(page: np.ndarray, text: str, box: Box, who: Scribe, rng: random.Random, low: float) -> None:
    """Write something else heavily over `text`, as one who corrects it beyond a legible slip."""
    other = "".join(rng.choice("0123456789") if c.isdigit() else rng.choice("aeiorstlnm") if c.isalpha() else c for c in text)
    heavy = pen(rng)
    heavy = Pen(name=heavy.name, rgb=heavy.rgb, width=1.7, strength=1.0, grain=0.03)
    drawn = write(page, other, box, who, heavy, rng, low=low)
    if drawn:
        y = (drawn[1] + drawn[3]) / 2
        stroke(page, _line(drawn[0], drawn[0] + (drawn[2] - drawn[0]) * rng.uniform(0.4, 0.8), y, 0.01, rng), heavy, rng)
