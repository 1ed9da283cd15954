"""Filled heading bars: their edges part rows like rules do."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.pages.raster import Raster
from pipeline.pages.ruling import RuledLine

# Pixels a point at which bars are looked for: one is enough for a bar and makes letters blur into it.
LOOK_PX_PER_PT = 1.0
LEAST_WIDTH_PT = 60.0
LEAST_HEIGHT_PT = 6.0
MOST_HEIGHT_PT = 60.0
# Share of dark in a bar with white letters on it; black text lines on white paper stay under 0.4.
LEAST_FILL = 0.55
# Rows through the white letters of a bar are dark to this share at least.
LEAST_ROW_FILL = 0.45
# Darker than this share of the paper is a filled bar; tints that bear black letters are lighter and have printed edges.
DARK_SHARE = 0.62


def bar_edges(raster: Raster) -> tuple[RuledLine, ...]:
    """Upper and lower edge of each dark filled bar, as horizontal rules."""
    factor = LOOK_PX_PER_PT / raster.px_per_pt
    small = cv2.resize(raster.gray, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    paper = float(np.percentile(small, 80))
    dark = (small < DARK_SHARE * paper).astype(np.uint8)
    if dark.mean() < 0.002:
        return ()
    closed = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((5, 7), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((int(LEAST_HEIGHT_PT), 24), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(opened)
    out: list[RuledLine] = []
    for n in range(1, count):
        x, y, w, h, _area = (int(v) for v in stats[n])
        if w < LEAST_WIDTH_PT:
            continue
        filled = h <= MOST_HEIGHT_PT and dark[y : y + h, x : x + w].mean() >= LEAST_FILL
        for top, bottom in [(0, h)] if filled else _filled_rows(dark[y : y + h, x : x + w]):
            left, right = _extent(dark[y + top : y + bottom, x : x + w])
            if right - left < LEAST_WIDTH_PT or dark[y + top : y + bottom, x + left : x + right].mean() < LEAST_FILL:
                continue
            for edge in (y + top, y + bottom):
                out.append(
                    RuledLine(
                        direction="horizontal",
                        at=float(edge),
                        start=float(x + left),
                        end=float(x + right),
                        thickness=LOOK_PX_PER_PT,
                    )
                )
    return tuple(out)


def _filled_rows(dark: NDArray[np.uint8]) -> list[tuple[int, int]]:
    """First and past-the-last row of each bar in a dark region: a line of text close to a bar runs together with it."""
    full = np.concatenate(([False], dark.mean(axis=1) >= LEAST_ROW_FILL, [False]))
    edges = np.nonzero(np.diff(full.astype(np.int8)))[0]
    runs = [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    return [(a, b) for a, b in runs if LEAST_HEIGHT_PT <= b - a <= MOST_HEIGHT_PT]


def _extent(dark: NDArray[np.uint8]) -> tuple[int, int]:
    """First and past-the-last column that is mostly dark."""
    full = np.nonzero(dark.mean(axis=0) >= 0.5)[0]
    return (int(full[0]), int(full[-1]) + 1) if len(full) else (0, 0)
