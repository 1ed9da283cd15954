"""What is written beside the lines: ends of entries that ran over, and entries of their own in the margin."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box, union
from pipeline.model.section import LinesFacts
from pipeline.signers.sheet import PX_PER_PT, Mask, Sheet

# A mark in the margin so near to the line's own writing, and level with it, is the end of an entry that ran over.
RUN_OVER_PT = 9.0
# Strokes in the margin this far apart are one entry.
ENTRY_GAP_PT = 9.0


def beside_lines(
    sheet: Sheet,
    facts: LinesFacts,
    stats: NDArray[np.int32],
    count: int,
    share: NDArray[np.int64],
    owner: NDArray[np.int16],
    labels: NDArray[np.int32],
) -> Mask:
    """Which strokes stand wholly in the left or right margin at the height of a line, and end no entry of that line."""
    left = (facts.box.x0 - sheet.origin[0]) * PX_PER_PT
    right = (facts.box.x1 - sheet.origin[0]) * PX_PER_PT
    out = np.zeros(count, bool)
    off = [n for n in range(1, count) if stats[n, 0] + stats[n, 2] < left - 1 or stats[n, 0] > right + 1]
    out[[n for n in off if share[n, 1:-1].sum() >= 0.5 * share[n].sum()]] = True
    # From the block outwards: what touches an entry's end is its end too, and the next stroke may touch that.
    reach = round(RUN_OVER_PT * PX_PER_PT)
    for n in sorted(np.nonzero(out)[0].tolist(), key=lambda n: _far(stats[n], left, right)):
        x, y, w, h = (int(v) for v in stats[n][:4])
        k = int(share[n, 1:-1].argmax())
        toward = slice(x + w, x + w + reach) if x + w < left else slice(max(x - reach, 0), x)
        near = owner[y : y + h, toward] == k
        if (near & ~out[labels[y : y + h, toward]]).any():
            out[n] = False
    return out


def _far(stat: NDArray[np.int32], left: float, right: float) -> float:
    """Pixels between a stroke in the margin and the block."""
    return max(left - float(stat[0] + stat[2]), float(stat[0]) - right)


def stray_entries(sheet: Sheet, beside: Mask, labels: NDArray[np.int32], stats: NDArray[np.int32]) -> tuple[Box, ...]:
    """Boxes of entries in the margins: strokes close to each other are one entry; specks and the paper's edge are none."""
    pieces: list[Box] = []
    for n in np.nonzero(beside)[0]:
        x, y, w, h, area = (int(v) for v in stats[n])
        edge = x <= 1 or x + w >= labels.shape[1] - 1
        if not edge and max(w, h) >= 3.0 * PX_PER_PT and area >= 2.0 * PX_PER_PT**2:
            pieces.append(sheet.to_pt(x, y, w, h))
    entries: list[Box] = []
    for piece in sorted(pieces, key=lambda b: b.x0):
        for i, entry in enumerate(entries):
            if entry.grown(ENTRY_GAP_PT, 1.0).intersection(piece):
                entries[i] = union((entry, piece))
                break
        else:
            entries.append(piece)
    return tuple(sorted(entries, key=lambda b: (b.y0, b.x0)))
