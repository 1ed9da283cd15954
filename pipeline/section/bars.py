"""Filled heading bars: their edges part rows like rules do."""

from __future__ import annotations

import cv2
import numpy as np

from pipeline.pages.raster import Raster
from pipeline.pages.ruling import RuledLine

# Pixels a point at which bars are looked for: one is enough for a bar and makes letters blur into it.
LOOK_PX_PER_PT = 1.0
LEAST_WIDTH_PT = 60.0
LEAST_HEIGHT_PT = 6.0
MOST_HEIGHT_PT = 60.0
# Share of dark in a bar with white letters on it; black text lines on white paper stay under 0.4.
LEAST_FILL = 0.55
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
        if w < LEAST_WIDTH_PT or not LEAST_HEIGHT_PT <= h <= MOST_HEIGHT_PT:
            continue
        if dark[y : y + h, x : x + w].mean() < LEAST_FILL:
            continue
        for edge in (y, y + h):
            rule = RuledLine(direction="horizontal", at=float(edge), start=float(x), end=float(x + w), thickness=LOOK_PX_PER_PT)
            out.append(rule)
    return tuple(out)
