"""Whose stroke is it? Connected strokes of a block, given to the line and the cell in which most of each lies."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box, union
from pipeline.model.section import LinesFacts
from pipeline.signers.sheet import PX_PER_PT, Mask, Sheet

# A mark no larger than this either way is a speck, a dot or dirt; the dot of an i never makes a cell written.
SPECK_PT = 2.4
# The part of a stroke that reaches into the next line belongs to its own line while it stays in this share of that
# line's height.
OVERFLOW_DEPTH = 0.5
# A part of a stroke beyond its cell is the neighbour's own entry only when it is this wide, in points, or most of the
# stroke.
# Square points of ink that make an entry of their own where a neighbour's stroke runs into them.
HOLE_AREA = 6.0
OVERFLOW_WIDTH_PT = 34.0
# A bow under a signature reaches so far down into the next line, as a share of its height.
FLOURISH_DEPTH = 0.6
# Thickness of what tracing leaves of a rule.
REST_PT = 1.3
# A mark in the margin so near to the line's own writing, and level with it, is the end of an entry that ran over.
RUN_OVER_PT = 9.0
# Strokes in the margin this far apart are one entry.
ENTRY_GAP_PT = 9.0
# Filled discs and blots: half width in points that no pen stroke reaches (a marker's line is 2.2 pt wide).
BLOT_HALF_PT = 2.1
# A blot is round: its area is at most so many times the square of its half width (a disc has 3.1, a letter whose loops ran full
# more, as one stroke or joined to the next).
BLOT_ROUND = 7.0
# Pieces about as tall that stand level and so near are letters of one entry: no blots, unless thicker than a marker's joints.
COMPANY_GAP_PT, COMPANY_LEAST, COMPANY_HALF_PT = 9.0, 2, 4.0


@dataclass(frozen=True, slots=True)
class CellInk:
    """What is written in one cell."""

    mask: Mask
    """Shape of the cell's strokes, in the sheet's pixels from `corner`."""
    corner: tuple[int, int]
    """(y, x) of the mask's first pixel in the sheet."""
    area: float
    """Square points of ink, specks left out."""
    tallest: float
    """Points: largest extent of one stroke."""
    box: Box | None
    darkness: float
    """Median darkness of the strokes, 0 to 1."""
    sharpness: float
    """How steeply the strokes' edges fall against their darkness, 0 (smear) to 1."""
    thickness: float
    """Mean width of the strokes, points."""
    over: float
    """Share of the ink that lies beyond the line's upper or lower rule, the larger of the two."""


@dataclass(frozen=True, slots=True)
class BlockInk:
    """The strokes of a block by line and cell, and what belongs to none."""

    cells: tuple[tuple[CellInk, ...], ...]
    """[line][cell], in the order of the facts."""
    lines: tuple[Mask, ...]
    """Each line's strokes over the full width of the sheet, cropped to rows `spans`."""
    spans: tuple[tuple[int, int], ...]
    stray: tuple[Box, ...]
    """Boxes of strokes in the margins beside the lines."""


def attribute(sheet: Sheet, facts: LinesFacts, printed: Mask) -> BlockInk:
    """Give every stroke to its line and cell. `printed`: labels and numbers of the form, in the sheet's pixels."""
    ink = _without_rests(sheet, sheet.ink & ~printed)
    count, labels, stats = _components(ink)
    rows = _row_map(sheet, facts)
    lines = len(facts.lines)
    blots = _blots(ink, labels, stats, count)
    # Where each stroke's pixels lie: index 0 above, 1 to n the lines, n + 1 below.
    share = np.zeros((count, lines + 2), np.int64)
    np.add.at(share, (labels[ink], rows[ink]), 1)
    owner = _owners(sheet, facts, stats, labels, rows, share)
    _flourishes_up(sheet, stats, labels, share, owner)
    small = (np.maximum(stats[:, 2], stats[:, 3]) < SPECK_PT * PX_PER_PT) | blots
    beside = _beside(sheet, facts, stats, count, share, owner, labels)
    owner[beside[labels] & (labels > 0)] = -1
    cells: list[tuple[CellInk, ...]] = []
    masks: list[Mask] = []
    spans: list[tuple[int, int]] = []
    for k in range(lines):
        mine = owner == k
        ys = np.nonzero(mine.any(axis=1))[0]
        top = min(int(sheet.levels[k].min()), int(ys.min()) if len(ys) else 10**9)
        bottom = max(int(sheet.levels[k + 1].max()) + 1, int(ys.max()) + 1 if len(ys) else 0)
        top = max(top, 0)
        part = mine[top:bottom]
        masks.append(part)
        spans.append((top, bottom))
        cells.append(_cells(sheet, facts, k, part, labels[top:bottom], top, small, stats))
    stray = _stray(sheet, beside & ~blots, labels, stats)
    return BlockInk(cells=tuple(cells), lines=tuple(masks), spans=tuple(spans), stray=stray)


def _components(ink: Mask) -> tuple[int, NDArray[np.int32], NDArray[np.int32]]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    return count, np.asarray(labels, np.int32), np.asarray(stats, np.int32)


def _without_rests(sheet: Sheet, ink: Mask) -> Mask:
    """Ink without what is left of rules: thin pieces that lie along a rule."""
    count, labels, stats = _components(ink)
    near = cv2.dilate(sheet.ruled.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool)
    size = np.bincount(labels.ravel(), minlength=count)
    beside = np.bincount(labels[near], minlength=count)
    thin = np.minimum(stats[:, 2], stats[:, 3]) <= REST_PT * PX_PER_PT
    rests = thin & (beside >= 0.6 * size)
    rests[0] = False
    return np.asarray(ink & ~rests[labels])


def _row_map(sheet: Sheet, facts: LinesFacts) -> NDArray[np.int64]:
    height, width = sheet.ink.shape
    out = np.zeros((height, width), np.int64)
    ys = np.arange(height, dtype=np.float32)[:, None]
    for level in sheet.levels:
        out += ys >= level[None, :]
    return out


def _blots(ink: Mask, labels: NDArray[np.int32], stats: NDArray[np.int32], count: int) -> Mask:
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
    return int(near.sum()) >= COMPANY_LEAST


def _owners(
    sheet: Sheet,
    facts: LinesFacts,
    stats: NDArray[np.int32],
    labels: NDArray[np.int32],
    rows: NDArray[np.int64],
    share: NDArray[np.int64],
) -> NDArray[np.int16]:
    """For every ink pixel the index of its line, -1 where it belongs to none."""
    lines = share.shape[1] - 2
    total = share.sum(axis=1)
    main = share.argmax(axis=1)
    owner = np.where(main[labels] - 1 < lines, main[labels] - 1, -1).astype(np.int16)
    mixed = np.nonzero((total > 0) & (share.max(axis=1) < 0.8 * total))[0]
    contested: list[tuple[int, NDArray[np.int64], NDArray[np.int64], float]] = []
    for n in mixed:
        if n == 0:
            continue
        window = _window(stats[n], 0, labels.shape[0])
        ys, xs = np.nonzero(labels[window] == n)
        ys, xs = ys + window[0].start, xs + window[1].start
        here = rows[ys, xs]
        for r in np.unique(here):
            if r == main[n] or not 1 <= r <= lines:
                continue
            sel = here == r
            depth = _depth(sheet, ys[sel], xs[sel], int(r), int(main[n]))
            if depth > OVERFLOW_DEPTH:
                owner[ys[sel], xs[sel]] = r - 1
            else:
                contested.append((int(r) - 1, ys[sel], xs[sel], depth))
    owner[labels == 0] = -1
    for k, ys, xs, depth in contested:
        if _fills_a_hole(sheet, facts, owner, k, ys, xs, depth):
            owner[ys, xs] = k
    return owner


def _flourishes_up(
    sheet: Sheet, stats: NDArray[np.int32], labels: NDArray[np.int32], share: NDArray[np.int64], owner: NDArray[np.int16]
) -> None:
    """The bow under a signature that lies mostly on the next line, where nothing else is written there: it goes back up.

    It comes down through the rule, stays in the line's upper part, and the line above is written on.
    """
    unit = PX_PER_PT**2
    lines = share.shape[1] - 2
    main = share.argmax(axis=1)
    for k in range(1, lines):
        mine = [int(n) for n in np.nonzero(main == k + 1)[0] if n]
        crossing = [n for n in mine if share[n, k] > 0]
        if not crossing or share[[n for n in mine if n not in crossing], k + 1].sum() >= HOLE_AREA / 2 * unit:
            continue
        above = int(share[main == k, k].sum())
        top, bottom = float(np.median(sheet.levels[k])), float(np.median(sheet.levels[k + 1]))
        deepest = max((float(stats[n, 1] + stats[n, 3]) - top) / max(bottom - top, 1.0) for n in crossing)
        if above >= 3 * HOLE_AREA * unit and deepest <= FLOURISH_DEPTH:
            owner[np.isin(labels, crossing) & (owner == k)] = k - 1


def _fills_a_hole(
    sheet: Sheet,
    facts: LinesFacts,
    owner: NDArray[np.int16],
    k: int,
    ys: NDArray[np.int64],
    xs: NDArray[np.int64],
    depth: float,
) -> bool:
    """Whether a part that a neighbour's stroke reaches down with is really an entry of line `k`: the line is written on,
    but not in this
    cell. On a line that is otherwise blank it is the neighbour's flourish.
    """
    unit = PX_PER_PT**2
    if len(ys) < HOLE_AREA * unit or depth < 0.3:
        return False
    middle = sheet.origin[0] + float(xs.mean()) / PX_PER_PT
    line = facts.lines[k]
    cell = next((c for c in line.cells if c.box.x0 <= middle < c.box.x1), None)
    if cell is None:
        return False
    area_y, area_x = sheet.to_px(line.box)
    _, cell_x = sheet.to_px(cell.box)
    mine = owner[area_y] == k
    inside = int(mine[:, cell_x].sum())
    elsewhere = int(mine[:, area_x].sum()) - inside
    return elsewhere >= 3 * HOLE_AREA * unit and inside < HOLE_AREA / 2 * unit


def _depth(sheet: Sheet, ys: NDArray[np.int64], xs: NDArray[np.int64], row: int, main: int) -> float:
    """How deep the part of a stroke reaches into line `row` from the side of its main line: mean share of the line's
    height, doubled.
    """
    top, bottom = sheet.levels[row - 1][xs], sheet.levels[row][xs]
    inside = (ys - top) / np.maximum(bottom - top, 1.0)
    mean = float(np.mean(inside if main < row else 1.0 - inside))
    return mean * 1.25


def _window(stat: NDArray[np.int32], top: int, height: int) -> tuple[slice, slice]:
    x, y, w, h = (int(v) for v in stat[:4])
    return slice(max(y - top, 0), min(max(y + h - top, 0), height)), slice(x, x + w)


def _cells(
    sheet: Sheet,
    facts: LinesFacts,
    k: int,
    part: Mask,
    labels: NDArray[np.int32],
    top: int,
    small: Mask,
    stats: NDArray[np.int32],
) -> tuple[CellInk, ...]:
    line = facts.lines[k]
    boxes = [c.box for c in line.cells]
    here = np.where(part, labels, 0)
    height, width = here.shape
    # The cell of every pixel: upper and lower cells of a line with two rows part at the middle of their common edge.
    place = np.full((height, width), -1, np.int16)
    for i, box in enumerate(boxes):
        x0 = max(round((box.x0 - sheet.origin[0]) * PX_PER_PT), 0)
        x1 = min(round((box.x1 - sheet.origin[0]) * PX_PER_PT), width)
        upper = box.y0 - line.box.y0 < 1.0
        lower = line.box.y1 - box.y1 < 1.0
        y0 = 0 if upper else max(round((box.y0 - sheet.origin[1]) * PX_PER_PT) - top, 0)
        y1 = height if lower else min(round((box.y1 - sheet.origin[1]) * PX_PER_PT) - top, height)
        place[y0:y1, x0:x1] = i
    _fill_gaps(place)
    target = np.where(here > 0, place, -1)
    span = len(boxes) + 1
    keys, counts = np.unique(here[here > 0].astype(np.int64) * span + place[here > 0] + 1, return_counts=True)
    strokes: dict[int, dict[int, int]] = {}
    for key, n in zip(keys.tolist(), counts.tolist(), strict=True):
        strokes.setdefault(key // span, {})[key % span - 1] = n
    for n, shares in strokes.items():
        if len(shares) < 2:
            continue
        window = _window(stats[n], top, height)
        ys, xs = np.nonzero(here[window] == n)
        ys, xs = ys + window[0].start, xs + window[1].start
        main = max(shares, key=lambda c: shares[c])
        for c in shares:
            if c == main:
                continue
            sel = place[ys, xs] == c
            wide = (int(xs[sel].max()) - int(xs[sel].min()) + 1) / PX_PER_PT
            tall = (int(ys[sel].max()) - int(ys[sel].min()) + 1) / PX_PER_PT
            beside = c < 0 or main < 0 or boxes[c].y0 == boxes[main].y0
            if beside:
                own = wide > min(OVERFLOW_WIDTH_PT, 0.45 * (boxes[c].width if c >= 0 else 99.0))
            else:
                own = tall > 0.6 * boxes[c].height
            if not own:
                target[ys[sel], xs[sel]] = main
    return tuple(_cell_ink(sheet, k, target == i, here, top, small) for i in range(len(boxes)))


def _fill_gaps(place: NDArray[np.int16]) -> None:
    """Pixels between cells (rules, space between blanks) go to the cell left of them, before the first to the first."""
    for _ in range(2):
        empty = place < 0
        if not empty.any():
            return
        index = np.where(empty, 0, np.arange(place.shape[1])[None, :])
        index = np.maximum.accumulate(index, axis=1)
        filled = np.take_along_axis(place, index, axis=1)
        place[:] = filled
        place[:] = place[:, ::-1]
    return


def _cell_ink(sheet: Sheet, k: int, mask: Mask, labels: NDArray[np.int32], top: int, small: Mask) -> CellInk:
    solid = mask & ~small[labels]
    ys, xs = np.nonzero(solid)
    if len(ys) == 0:
        return CellInk(np.zeros((0, 0), bool), (0, 0), 0.0, 0.0, None, 0.0, 0.0, 0.0, 0.0)
    y0, y1, x0, x1 = int(ys.min()), int(ys.max()) + 1, int(xs.min()), int(xs.max()) + 1
    crop = solid[y0:y1, x0:x1]
    _, _, pieces, _ = cv2.connectedComponentsWithStats(crop.astype(np.uint8), connectivity=8)
    tallest = float(np.maximum(pieces[1:, 2], pieces[1:, 3]).max()) / PX_PER_PT
    depth = cv2.distanceTransform(np.pad(crop, 1).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
    dark = sheet.dark[top + y0 : top + y1, x0:x1]
    inside = dark[crop]
    core = float(np.percentile(inside, 70))
    steep = sheet.steep[top + y0 : top + y1, x0:x1]
    rim = crop & (cv2.erode(crop.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0)
    sharp = float(np.median(steep[rim])) / max(core, 0.05) if rim.any() else 0.0
    return CellInk(
        crop,
        (top + y0, x0),
        float(len(ys)) / PX_PER_PT**2,
        tallest,
        sheet.to_pt(x0, top + y0, x1 - x0, y1 - y0),
        core,
        min(sharp * 3.0, 1.0),
        4.0 * float(depth[crop].mean()) / PX_PER_PT,
        max(float((top + ys < sheet.levels[k][xs]).mean()), float((top + ys >= sheet.levels[k + 1][xs]).mean())),
    )


def _beside(
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


def _stray(sheet: Sheet, beside: Mask, labels: NDArray[np.int32], stats: NDArray[np.int32]) -> tuple[Box, ...]:
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
