"""What is written into the blanks of a heading or a recall statement? By one hand, or by typewriter."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np

from samples.factory.catalogue import Hand
from samples.factory.form_paper import Leaf
from samples.factory.ink import pen
from samples.factory.oath import type_in
from samples.factory.writing import scribe, write

TYPED = 0.3
"""Share of headings that are filled in by typewriter or computer."""


def fill(page: np.ndarray, leaf: Leaf, texts: Mapping[str, str], hands: Sequence[Hand], rng: random.Random) -> None:
    """Write `texts` into the blanks of those names."""
    who, ink = scribe(rng, [h for h in hands if not h.joined]), pen(rng, dark=True)
    typed = rng.random() < TYPED
    for name, text in texts.items():
        mark = leaf.find("blank", f"heading-{name}")
        if mark is None or not text:
            continue
        x0, y0, x1, y1 = mark.box
        box = (x0, y1 - max(16.0, y1 - y0), x1, y1)
        if typed:
            type_in(page, text, box, rng, fit=True)
        else:
            write(page, text, box, who, ink, rng, low=0.2)
