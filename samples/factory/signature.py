"""How does a person sign? Random smooth strokes that rise and fall like cursive, initials, a flourish; or a joined hand.

No signature is traced from anybody: the path is drawn from random numbers alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from samples.factory.catalogue import Hand
from samples.factory.ink import Box, Pen, stroke
from samples.factory.people import Person
from samples.factory.writing import Scribe, write

KINDS = (("scrawl", 5), ("legible", 4), ("initials", 1.2), ("wave", 1.6), ("printed", 0.8))


def sign(page: np.ndarray, box: Box, who: Person, pen: Pen, hand: Scribe, joined: Sequence[Hand], rng: random.Random) -> Box:
    """Sign into `box` (points) and give the inked box."""
    kind = rng.choices([k for k, _ in KINDS], weights=[w for _, w in KINDS])[0]
    done: list[Box | None] = []
    if kind in ("legible", "printed"):
        text = rng.choice((f"{who.given} {who.family}", f"{who.given[0]}. {who.family}", f"{who.given} {who.family[0]}."))
        if kind == "legible" and joined:
            hand = Scribe(
                hand=rng.choice(joined),
                scale=rng.uniform(0.95, 1.3),
                slant=rng.gauss(0.1, 0.1),
                drift=rng.gauss(-0.01, 0.02),
                jitter=0.3,
                capitals=False,
                gap=rng.uniform(0.1, 0.3),
            )
        done.append(write(page, text, box, hand, pen, rng, low=0.3))
        if kind == "legible" and rng.random() < 0.3:
            done.append(_underline(page, box, pen, rng))
    else:
        done += _strokes(page, box, pen, rng, kind)
    inked = [b for b in done if b]
    return (min(b[0] for b in inked), min(b[1] for b in inked), max(b[2] for b in inked), max(b[3] for b in inked))


def _underline(page: np.ndarray, box: Box, pen: Pen, rng: random.Random) -> Box | None:
    width, height = box[2] - box[0], box[3] - box[1]
    y = box[3] - 0.12 * height
    xs = np.linspace(box[0] + 0.1 * width, box[0] + rng.uniform(0.55, 0.9) * width, 5)
    return stroke(page, np.column_stack([xs, y + np.array([rng.gauss(0, 0.05) * height for _ in xs])]), pen, rng)


def _strokes(page: np.ndarray, box: Box, pen: Pen, rng: random.Random, kind: str) -> list[Box | None]:
    width, height = box[2] - box[0], box[3] - box[1]
    high = min(height, 26.0)
    base = box[3] - 0.3 * height + rng.gauss(0, 0.04) * height
    x = box[0] + rng.uniform(0.02, 0.14) * width
    slant = rng.uniform(-0.1, 0.5)
    small = high * rng.uniform(0.16, 0.3)
    tall = high * rng.uniform(0.5, 0.85)
    made: list[Box | None] = []
    words = {"scrawl": rng.choice((1, 2, 2)), "initials": rng.choice((2, 3)), "wave": 1}[kind]
    length = width * rng.uniform(0.4, 0.92) if kind != "initials" else width * rng.uniform(0.15, 0.35)
    for _ in range(words):
        capital = _capital(rng, x, base, tall, small, slant)
        if kind == "initials":
            made.append(stroke(page, capital, pen, rng))
            x = float(capital[:, 0].max()) + rng.uniform(0.5, 3.0)
            continue
        body = _letters(rng, float(capital[-1, 0]), base, small, tall, slant, length / words, wave=kind == "wave")
        made.append(stroke(page, np.vstack([capital, body]), pen, rng))
        x = float(body[-1, 0]) + rng.uniform(1.5, 6.0)
        if x > box[0] + 0.8 * width:
            break
        if rng.random() < 0.35:
            at = rng.uniform(float(capital[0, 0]), x)
            made.append(
                stroke(
                    page,
                    np.array(
                        [
                            [at, base - tall * 0.75],
                            [at + 0.5, base - tall * 0.72],
                            [at + rng.uniform(1, 7), base - tall * 0.8],
                        ]
                    ),
                    pen,
                    rng,
                )
            )
    if rng.random() < 0.35:
        made.append(_flourish(page, box, base, high, x, pen, rng))
    return made


def _capital(rng: random.Random, x: float, base: float, tall: float, small: float, slant: float) -> np.ndarray:
    """A big looped first letter: up, round, down, and out to the right."""
    n = rng.randint(4, 7)
    angles = np.cumsum([rng.uniform(0.7, 1.6) * rng.choice((1, 1, 1, -0.4)) for _ in range(n)]) + rng.uniform(1.5, 4.5)
    r = tall * 0.5
    xs = x + r * 0.7 + np.cos(angles) * r * np.array([rng.uniform(0.45, 0.9) for _ in range(n)])
    ys = base - tall * 0.52 + np.sin(angles) * r * np.array([rng.uniform(0.7, 1.05) for _ in range(n)])
    xs = np.append(xs, xs.max() + small * rng.uniform(0.3, 1.0))
    ys = np.append(ys, base)
    return np.column_stack([xs + (base - ys) * slant, ys])


def _letters(
    rng: random.Random, x: float, base: float, small: float, tall: float, slant: float, length: float, *, wave: bool
) -> np.ndarray:
    """The rest of a name: humps of small letters with an ascender or a descender here and there, dying away."""
    points = []
    end = x + max(length * 0.6, small * 3)
    step = small * rng.uniform(0.55, 1.1) * (1.6 if wave else 1.0)
    start = x
    while x < end and len(points) < 60:
        fade = 1.0 - (0.75 if wave else 0.45) * (x - start) / (end - start)
        rise = small * fade * rng.uniform(0.6, 1.25)
        kind = rng.random()
        if kind < 0.12 and not wave:
            rise = tall * rng.uniform(0.6, 1.0)
        drop = small * rng.uniform(0.6, 1.6) if kind > 0.9 and not wave else rng.gauss(0, 0.05) * small
        x += step * rng.uniform(0.35, 0.7)
        points.append((x + rise * slant, base - rise))
        if kind < 0.3:
            points.append((x + step * 0.15 + rise * slant * 0.5, base - rise * 0.6))
        x += step * rng.uniform(0.25, 0.6)
        points.append((x - drop * slant, base + drop))
    points.append((x + small * rng.uniform(0.5, 2.5), base - small * rng.uniform(-0.4, 0.7)))
    return np.array(points)


def _flourish(page: np.ndarray, box: Box, base: float, high: float, x: float, pen: Pen, rng: random.Random) -> Box | None:
    """A loop back under the name; it may cross the rule below."""
    left = box[0] + rng.uniform(0.0, 0.4) * (box[2] - box[0])
    deep = base + high * rng.uniform(0.15, 0.5)
    points = [
        (x, base - high * 0.1),
        (x + high * 0.4, base + high * 0.05),
        ((x + left) / 2, deep),
        (left, base + high * rng.uniform(0.0, 0.3)),
    ]
    if rng.random() < 0.5:
        points += [
            (left - high * 0.15, base),
            (left + (x - left) * rng.uniform(0.4, 1.1), base + high * rng.uniform(0.1, 0.35)),
        ]
    return stroke(page, np.array(points), pen, rng)


def scrawl(page: np.ndarray, box: Box, pen: Pen, rng: random.Random) -> Box:
    """A line of writing that nobody can read: loops and waves without a letter in them; gives the inked box."""
    high = min(14.0, box[3] - box[1])
    base = box[3] - high * 0.3
    x, end = box[0] + 3.0, box[0] + (box[2] - box[0]) * rng.uniform(0.55, 0.85)
    inked: list[Box | None] = []
    while x < end:
        width = rng.uniform(14, 38)
        steps = max(5, round(width / 2.4))
        xs = np.linspace(x, min(x + width, box[2] - 2), steps) + np.array([rng.gauss(0, 0.9) for _ in range(steps)])
        ys = base - np.array([rng.uniform(0.0, 0.42) * (i % 2) + rng.uniform(-0.04, 0.06) for i in range(steps)]) * high
        inked.append(stroke(page, np.column_stack([xs, ys]), pen, rng))
        x += width + rng.uniform(3, 6)
    drawn = [b for b in inked if b]
    return (min(b[0] for b in drawn), min(b[1] for b in drawn), max(b[2] for b in drawn), max(b[3] for b in drawn))
