"""Colours of a PDF as red, green and blue: by arithmetic for plain colour spaces, from the drawn page for the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from pipeline.geometry import Box

Rgb = tuple[int, int, int]

# Enough pixels to find the inside of a stem of 6 pt type (about 0.5 pt wide).
SAMPLE_PX_PER_PT = 3.0


def to_rgb(space: str, components: object) -> Rgb | None:
    """The colour, 0 to 255, of components 0 to 1; None where it depends on more than they say (spot, Lab, pattern)."""
    if components is None:
        return (0, 0, 0)  # the initial colour (PDF 32000-1, 8.6.5.1)
    if isinstance(components, int | float):
        components = (components,)
    if not isinstance(components, Sequence) or not all(isinstance(c, int | float) for c in components):
        return None
    if any(word in space for word in ("Separation", "DeviceN", "Lab", "Indexed", "Pattern")):
        return None
    values = [min(max(float(c), 0.0), 1.0) for c in components]
    if len(values) == 1:
        values *= 3
    elif len(values) == 4:
        *inks, black = values
        values = [(1.0 - ink) * (1.0 - black) for ink in inks]
    elif len(values) != 3:
        return None
    red, green, blue = (round(255 * v) for v in values)
    return red, green, blue


def sampled(path: Path, page_number: int) -> Callable[[Box], Rgb]:
    """A function that gives the colour of the letters in a box (points of the shown page); draws it when first asked."""

    @cache
    def drawn() -> np.ndarray:
        import pypdfium2

        document = pypdfium2.PdfDocument(path)
        try:
            bitmap = document[page_number - 1].render(scale=SAMPLE_PX_PER_PT, rev_byteorder=True)
            return np.array(bitmap.to_numpy()[:, :, :3])
        finally:
            document.close()

    def look(box: Box) -> Rgb:
        s = SAMPLE_PX_PER_PT
        crop = drawn()[max(int(box.y0 * s), 0) : int(box.y1 * s) + 1, max(int(box.x0 * s), 0) : int(box.x1 * s) + 1]
        if crop.size == 0:
            return (0, 0, 0)
        flat = crop.reshape(-1, 3).astype(np.int64)
        ground = np.median(flat, axis=0)
        away = np.abs(flat - ground).sum(axis=1)
        letters = flat[away >= max(float(away.max()) * 0.8, 1.0)]
        if not len(letters):
            return (int(ground[0]), int(ground[1]), int(ground[2]))
        red, green, blue = np.median(letters, axis=0)
        return int(red), int(green), int(blue)

    return look
