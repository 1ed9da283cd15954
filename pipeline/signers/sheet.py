"""The ink on a block of signer lines: what is darker than the paper, rules taken out, strokes that cross them kept whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.section import LinesFacts
from pipeline.pages.raster import Raster
from pipeline.pages.ruling import RuledLine

Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]
Bits = NDArray[np.uint8]

# Pixels a point at which marks are looked at (200 dpi): the thinnest pen line, 0.6 pt, is still 1.7 px, whatever the
# scan's resolution.
PX_PER_PT = 200 / 72
# Around the block, margins in points in which entries outside the lines are looked for.
MARGIN_PT = 40.0
ABOVE_PT = 2.0
BELOW_PT = 16.0
# Darkness against the paper around, 0 to 1. Paper grain and JPEG noise stay under 0.06, show-through under 0.15; hard
# pencil starts at 0.25.
WEAK = 0.15
STRONG = 0.25
# The paper's own shade is the median over this window; wider than a letter, narrower than a shadow.
PAPER_WINDOW_PT = 31
# A rule is looked for this far from where it should be: residual skew of 0.3 degrees over a landscape page is 2 pt
# either way.
RULE_REACH_PT = 2.6
RULE_CHUNK_PT = 24.0
HALF_RULE_PT = 0.55
THICKEST_RULE_PT = 2.5


@dataclass(frozen=True, slots=True)
class Sheet:
    """The block at `PX_PER_PT`; pixel (0, 0) lies at `origin` (points)."""

    origin: tuple[float, float]
    dark: Floats
    """Darkness against the paper, 0 to 1, shape (height, width)."""
    steep: Floats
    """How much the darkness changes from a pixel to the next."""
    chroma: Floats
    """Largest less smallest channel of what the ink takes away, 0 to 1; zeros on a page without colour."""
    ink: Mask
    """Marks, rules left out."""
    ruled: Mask
    """Where rules were taken out."""
    levels: NDArray[np.float32]
    """For each edge between lines (first top to last bottom), its y in px at every x; shape (lines + 1, width)."""

    def to_px(self, box: Box) -> tuple[slice, slice]:
        """Rows and columns of `box`, clipped to the sheet."""
        height, width = self.ink.shape
        x0, x1 = (min(max(round((x - self.origin[0]) * PX_PER_PT), 0), width) for x in (box.x0, box.x1))
        y0, y1 = (min(max(round((y - self.origin[1]) * PX_PER_PT), 0), height) for y in (box.y0, box.y1))
        return slice(y0, y1), slice(x0, x1)

    def to_pt(self, x: float, y: float, width: float, height: float) -> Box:
        """A pixel rectangle of the sheet in points of the page."""
        left, top = self.origin
        return Box(left + x / PX_PER_PT, top + y / PX_PER_PT, left + (x + width) / PX_PER_PT, top + (y + height) / PX_PER_PT)


def sheet_of(raster: Raster, facts: LinesFacts, rules: Sequence[RuledLine]) -> Sheet:
    """The sheet of one block."""
    page = raster.box
    area = Box(facts.box.x0 - MARGIN_PT, facts.box.y0 - ABOVE_PT, facts.box.x1 + MARGIN_PT, facts.box.y1 + BELOW_PT).clipped(page)
    dark, chroma = _darkness(raster, area)
    ink = _hysteresis(dark)
    origin = (area.x0, area.y0)
    edges = [line.box.y0 for line in facts.lines] + [facts.lines[-1].box.y1]
    across = _across(facts, rules)
    ruled = np.zeros_like(ink)
    traced: dict[float, NDArray[np.float32]] = {}
    for y, x0, x1, thick in across:
        found = _trace(dark, (y - origin[1]) * PX_PER_PT, (x0 - origin[0]) * PX_PER_PT, (x1 - origin[0]) * PX_PER_PT)
        if found is None:
            continue
        path, seen = found
        thick = max(thick, seen)
        traced[y] = path
        _paint(ruled, path, (x0 - origin[0]) * PX_PER_PT, (x1 - origin[0]) * PX_PER_PT, thick)
    turned, flipped = np.ascontiguousarray(ruled.T), np.ascontiguousarray(dark.T)
    for x, y0, y1, thick in _down(facts, rules):
        found = _trace(flipped, (x - origin[0]) * PX_PER_PT, (y0 - origin[1]) * PX_PER_PT, (y1 - origin[1]) * PX_PER_PT)
        if found is not None:
            path, seen = found
            thick = max(thick, seen)
            _paint(turned, path, (y0 - origin[1]) * PX_PER_PT, (y1 - origin[1]) * PX_PER_PT, thick)
    horizontal, vertical = ruled, np.ascontiguousarray(turned.T) & ~ruled
    kept = _without(ink, horizontal, axis=0)
    kept = _without(kept, vertical, axis=1)
    levels = np.stack([_level(traced, y, origin[1], dark.shape[1]) for y in edges])
    return Sheet(
        origin=origin, dark=dark, steep=_steepness(dark), chroma=chroma, ink=kept, ruled=horizontal | vertical, levels=levels
    )


def _darkness(raster: Raster, area: Box) -> tuple[Floats, Floats]:
    factor = PX_PER_PT / raster.px_per_pt
    size = (max(round(area.width * PX_PER_PT), 8), max(round(area.height * PX_PER_PT), 8))
    source = raster.bgr_crop(area)
    if source is None:
        source = raster.gray_crop(area)
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    small = cv2.resize(source, size, interpolation=how)
    channels = [small] if small.ndim == 2 else [np.ascontiguousarray(small[:, :, k]) for k in range(3)]
    taken = []
    for channel in channels:
        coarse = cv2.resize(channel, (max(round(area.width), 4), max(round(area.height), 4)), interpolation=cv2.INTER_AREA)
        paper = cv2.medianBlur(np.ascontiguousarray(coarse), PAPER_WINDOW_PT)
        wide = cv2.resize(paper, size, interpolation=cv2.INTER_LINEAR).astype(np.float32)
        taken.append(np.clip(1.0 - channel.astype(np.float32) / np.maximum(wide, 24.0), 0.0, 1.0))
    if len(taken) == 1:
        only = np.asarray(taken[0], np.float32)
        return only, np.zeros_like(only)
    stack = np.stack(taken).astype(np.float32)
    return stack.max(axis=0), stack.max(axis=0) - stack.min(axis=0)


def _steepness(dark: Floats) -> Floats:
    across, down = cv2.Sobel(dark, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(dark, cv2.CV_32F, 0, 1, ksize=3)
    return np.asarray(cv2.magnitude(across, down) / 8.0, np.float32)


def _hysteresis(dark: Floats) -> Mask:
    """Weak marks that hold a strong pixel."""
    weak = (dark > WEAK).astype(np.uint8)
    _, labels = cv2.connectedComponents(weak, connectivity=8)
    strong = np.zeros(int(labels.max()) + 1, bool)
    strong[labels[dark > STRONG]] = True
    strong[0] = False
    return np.asarray(strong[labels])


def _across(facts: LinesFacts, rules: Sequence[RuledLine]) -> list[tuple[float, float, float, float]]:
    """Horizontal rules of the block: (y, x0, x1, thickness). Edges of lines and cells, and inner rules that most lines
    have.
    """
    found: list[tuple[float, float, float, float]] = []
    box = facts.box
    edges = {line.box.y0 for line in facts.lines} | {line.box.y1 for line in facts.lines}
    found.extend((y, box.x0 - 2, box.x1 + 2, 1.0) for y in sorted(edges))
    known = set(edges)
    for line in facts.lines:
        for cell in line.cells:
            for y in (cell.box.y0, cell.box.y1):
                if all(abs(y - k) > 0.6 for k in known):
                    found.append((y, cell.box.x0 - 1, cell.box.x1 + 1, 1.0))
    inner: list[tuple[RuledLine, int, float]] = []
    for rule in rules:
        if rule.direction != "horizontal" or not box.y0 < rule.at < box.y1 or any(abs(rule.at - y) < 2.0 for y in edges):
            continue
        for k, line in enumerate(facts.lines):
            if line.box.y0 < rule.at < line.box.y1:
                inner.append((rule, k, (rule.at - line.box.y0) / max(line.box.height, 1.0)))
    for rule, _, share in inner:
        twins = {
            k for r, k, s in inner if abs(s - share) < 0.07 and abs(r.start - rule.start) < 8.0 and abs(r.end - rule.end) < 8.0
        }
        if len(twins) >= max(3, 0.4 * len(facts.lines)):
            found.append((rule.at, rule.start - 1, rule.end + 1, rule.thickness))
    return found


def _down(facts: LinesFacts, rules: Sequence[RuledLine]) -> list[tuple[float, float, float, float]]:
    """Vertical rules of the block: (x, y0, y1, thickness)."""
    box = facts.box
    usual = sorted(line.box.height for line in facts.lines)[len(facts.lines) // 2]
    found = []
    for rule in rules:
        inside = box.x0 - 4 <= rule.at <= box.x1 + 4 and rule.end > box.y0 and rule.start < box.y1
        if rule.direction == "vertical" and inside and rule.length >= 0.9 * min(usual, 60.0):
            found.append((rule.at, max(rule.start, box.y0) - 1, min(rule.end, box.y1) + 1, rule.thickness))
    for line in facts.lines:
        for cell in line.cells:
            found.extend((x, cell.box.y0, cell.box.y1, 1.0) for x in (cell.box.x0, cell.box.x1))
    return found


def _trace(dark: Floats, at: float, start: float, end: float) -> tuple[NDArray[np.float32], float] | None:
    """The rule's y at every x of the sheet, followed chunk by chunk, and its thickness in points; None where no rule is
    seen.
    """
    height, width = dark.shape
    reach = round(RULE_REACH_PT * PX_PER_PT)
    x0, x1 = max(round(start), 0), min(round(end), width)
    y0, y1 = max(round(at) - reach, 0), min(round(at) + reach + 1, height)
    if x1 - x0 < 6 or y1 - y0 < 2:
        return None
    strip = dark[y0:y1, x0:x1]
    step = max(round(RULE_CHUNK_PT * PX_PER_PT), 8)
    xs, ys, weights, thick = [], [], [], []
    for a in range(0, strip.shape[1], step):
        chunk = strip[:, a : a + step]
        if chunk.shape[1] < 5:
            continue
        # The share of a chunk's columns that are dark at this height: writing that crosses is dark in few.
        profile = (chunk > WEAK).mean(axis=1)
        strength = float(profile.max())
        if strength >= 0.55:
            near = profile >= 0.8 * strength
            xs.append(x0 + a + chunk.shape[1] / 2)
            ys.append(y0 + float(np.mean(np.nonzero(near)[0])))
            weights.append(strength)
            thick.append(int((profile >= 0.5 * strength).sum()))
    if not xs:
        return None
    if len(xs) >= 3:
        slope, cut = np.polyfit(xs, ys, 1, w=weights)
        off = np.abs(np.asarray(ys) - (slope * np.asarray(xs) + cut))
        good = off <= max(1.2, 2.0 * float(np.median(off)))
        xs, ys = list(np.asarray(xs)[good]), list(np.asarray(ys)[good])
    seen = min(float(np.median(thick)) / PX_PER_PT, THICKEST_RULE_PT)
    return np.interp(np.arange(width), xs, ys).astype(np.float32), seen


def _paint(ruled: Mask, path: NDArray[np.float32], start: float, end: float, thick: float) -> None:
    half = max(HALF_RULE_PT, thick / 2 + 0.25) * PX_PER_PT
    x0, x1 = max(round(start), 0), min(round(end), ruled.shape[1])
    if x1 <= x0:
        return
    ys = np.arange(ruled.shape[0])[:, None]
    y0 = max(int(path[x0:x1].min() - half) - 1, 0)
    y1 = min(int(path[x0:x1].max() + half) + 2, ruled.shape[0])
    ruled[y0:y1, x0:x1] |= np.abs(ys[y0:y1] - path[None, x0:x1]) <= half


def _without(ink: Mask, ruled: Mask, axis: int) -> Mask:
    """Ink off the rules, and on them only where a stroke comes out on both sides (it crosses)."""
    free = ink & ~ruled
    grown, band = free.astype(np.uint8), ruled.astype(np.uint8)
    if axis == 1:
        grown, band = np.ascontiguousarray(grown.T), np.ascontiguousarray(band.T)
    down, up = _reached(grown, band), _reached(grown[::-1], band[::-1])[::-1]
    crossing = (down & up & band).astype(bool)
    if axis == 1:
        crossing = np.ascontiguousarray(crossing.T)
    return np.asarray(free | (ink & crossing))


def _reached(grown: Bits, band: Bits) -> Bits:
    """Where ink above the band comes to when it is carried on downwards through it; a slanting stroke shifts by half of
    what it climbs.
    """
    flat = np.ones((1, 3), np.uint8)
    out = np.asarray(cv2.dilate(grown, flat), np.uint8)
    for n in range(round((THICKEST_RULE_PT + 0.5) * PX_PER_PT) + 1):
        if n % 2:
            out = np.asarray(cv2.dilate(out, flat), np.uint8)
        out[1:] |= out[:-1] & band[1:]
    return out


def _level(traced: dict[float, NDArray[np.float32]], y: float, top: float, width: int) -> NDArray[np.float32]:
    if y in traced:
        return traced[y]
    return np.full(width, (y - top) * PX_PER_PT, np.float32)
