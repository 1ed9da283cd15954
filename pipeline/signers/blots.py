"""Which marks are no strokes of a pen: punch holes, blots, shadows?"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.signers.sheet import PX_PER_PT, Mask

# Filled discs and blots: half width in points that no pen stroke reaches (a marker's line is 2.2 pt wide).
BLOT_HALF_PT = 2.1
# A blot is round: its area is at most so many times the square of its half width (a disc has 3.1, a letter whose loops ran full
# more, as one stroke or joined to the next).
BLOT_ROUND = 7.0
# Pieces about as tall that stand level and so near are letters of one entry: no blots, unless thicker than a marker's joints.
# The second figure after it, beyond dashes, stands up to 20 pt away (`8-9-26`).
COMPANY_GAP_PT, COMPANY_LEAST, COMPANY_HALF_PT = 22.0, 2, 4.0
# A letter or a figure is so wide, as a share of its height.
LETTER_WIDTH = 0.7


def find_blots(ink: Mask, labels: NDArray[np.int32], stats: NDArray[np.int32], count: int) -> Mask:
    """Strokes that are no strokes: punch holes, blots, shadows."""
    distance = cv2.distanceTransform(ink.astype(np.uint8), cv2.DIST_L2, 3)
    out = np.zeros(count, bool)
    limit = BLOT_HALF_PT * PX_PER_PT
    thick = np.zeros(count, np.float32)
    ys, xs = np.nonzero(distance > limit)
    np.maximum.at(thick, labels[ys, xs], distance[ys, xs])
    for n in np.nonzero(thick > limit)[0]:
        w, h, area = (int(v) for v in stats[n][2:5])
        compact = area >= 0.5 * w * h and area <= BLOT_ROUND * float(thick[n]) ** 2
        if n and compact and max(w, h) < 40 * PX_PER_PT:
            out[n] = thick[n] > COMPANY_HALF_PT * PX_PER_PT or not _in_company(stats, int(n))
    return out


def _in_company(stats: NDArray[np.int32], n: int) -> bool:
    """Whether pieces about as tall stand level with it on one or both sides, as the letters of a word do."""
    x, y, w, h = (int(v) for v in stats[n][:4])
    xs, ys, ws, hs = (stats[1:, k].astype(np.int64) for k in range(4))
    gap = np.maximum(xs - (x + w), x - (xs + ws))
    level = np.minimum(ys + hs, y + h) - np.maximum(ys, y) >= 0.6 * np.minimum(hs, h)
    alike = (hs >= 0.6 * h) & (hs <= 1.7 * h)
    near = level & alike & (gap <= COMPANY_GAP_PT * PX_PER_PT)
    near[n - 1] = False
    # A piece wider than it is high is several letters joined.
    letters = np.maximum(np.rint(ws[near] / np.maximum(hs[near], 1) / LETTER_WIDTH), 1)
    return int(letters.sum()) >= COMPANY_LEAST
