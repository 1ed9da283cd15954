"""A label and the number behind it that OCR gave as one word (`Section#0057`, `SerialNo.0099`, `Number:0145`), parted again."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from pipeline.geometry import Box
from pipeline.model.text import TextLine, Word
from pipeline.pages.view import PageView

# Ink is darker than the middle between paper and ink; an ink group narrower than this, in points, is a speck.
SPECK_PT = 0.5

# Behind a stop the first figure may be read as a letter too: `SerialNo.O101`.
_GLUED = re.compile(
    r"^([A-Za-z#№º°][A-Za-z#№º°.,:;-]*?[.,:;-]*)"
    r"((?:[A-Z]-)?[0-9][0-9OolI]{0,7}|(?<=[.,:;#№º°-])[OI](?=[OolI]*[0-9])[0-9OolI]{1,7})$"
)


def parted_lines(view: PageView, is_label: Callable[[str], bool]) -> tuple[TextLine, ...]:
    """The lines of the page, each word that is a label (`is_label` of its letters) and figures in one made two."""
    lines = []
    for line in view.text.lines:
        words: list[Word] = []
        for word in line.words:
            match = _GLUED.match(word.text)
            if match is None or not is_label(match[1]):
                words.append(word)
                continue
            at = _start_of_last(view, word.box, sum(c.isalnum() for c in match[2]))
            if at is None:
                at = word.box.x0 + word.box.width * len(match[1]) / len(word.text)
            box = word.box
            words.append(replace(word, text=match[1], box=Box(box.x0, box.y0, at, box.y1)))
            words.append(replace(word, text=match[2], box=Box(at, box.y0, box.x1, box.y1)))
        lines.append(replace(line, words=tuple(words)) if len(words) != len(line.words) else line)
    return tuple(lines)


def _start_of_last(view: PageView, box: Box, count: int) -> float | None:
    """Where the last `count` characters begin, in points, by the white between them; None where that cannot be seen.

    A numbering machine's figures are wider than the label's letters: an even share of the word would cut into them.
    """
    crop = view.raster.gray_crop(box.clipped(view.page.box))
    if view.text.exact or crop.size == 0 or crop.shape[1] < 2 * count:
        return None
    middle = (float(crop.min()) + float(np.median(crop.max(axis=0)))) / 2
    ink = (crop < middle).any(axis=0)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], ink.astype(np.int8), [0]))))
    scale = crop.shape[1] / max(box.width, 1e-6)
    groups = [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a >= SPECK_PT * scale]
    if len(groups) <= count:
        return None
    before, first = groups[-count - 1], groups[-count]
    return box.x0 + (before[1] + first[0]) / 2 / scale
