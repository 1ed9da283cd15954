"""Is a drawing printed among a form's words that may be a party's emblem? 602(c)(3). Doubtful by nature: a person looks.

A drawing is ink in one patch, as high as several lines, that is no print, rule, bar code or writing. A city's seal is round,
with a ring around it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from pipeline.geometry import Box
from pipeline.model.heading import DesignationFacts
from pipeline.pages.view import PageView
from pipeline.section.writing_room import dark

# Size of an emblem, in points: smaller is a bullet or a check box, larger a frame or a photograph.
LEAST_PT, MOST_PT = 15.0, 150.0
# Share of the patch's box that is ink: rules and frames have less, bars more.
LEAST_INK, MOST_INK = 0.10, 0.97
# Longest side by shortest.
MOST_LONG = 2.6
# Gaps inside a drawing are closed up to this, in points; words stand further from it.
CLOSED_PT = 2.2
# Share of the patch that words of print may cover.
MOST_PRINT = 0.12
SEEN, MAYBE = 0.7, 0.55
# Share of a ring's circle that has ink.
RING = 0.8


def emblems(view: PageView, taken: Sequence[Box], written: Sequence[Box] = ()) -> list[DesignationFacts]:
    """Drawings above the first of `taken` (lines, affidavits), that are no seal; `written`: what a pen filled in."""
    width, height = view.page.size
    foot = min([b.y0 for b in taken if b.y0 > 0.06 * height], default=height)
    region = Box(0, 0, width, min(foot, height))
    mask = dark(view, region)
    if mask.size == 0:
        return []
    s = view.raster.px_per_pt
    for line in view.text.lines:
        for word in line.words:
            if word.certainty >= 0.5 and sum(c.isalnum() for c in word.text) >= 2 and word.box.height < 40:
                _clear(mask, word.box.grown(0.8), region, s)
    for box in written:
        _clear(mask, box.grown(3.0), region, s)
    for rule in view.rules:
        half = max(rule.thickness, 1.0) / 2 + 0.8
        box = (
            Box(rule.start - 1, rule.at - half, rule.end + 1, rule.at + half)
            if rule.direction == "horizontal"
            else Box(rule.at - half, rule.start - 1, rule.at + half, rule.end + 1)
        )
        _clear(mask, box, region, s)
    patches = _patches(mask, s)
    seals = [box for box, ink in patches if _is_ring(ink)]
    drawn = [(box, ink) for box, ink in patches if not any(box.share_inside(seal) > 0.9 for seal in seals)]
    return [d for box, ink in drawn if (d := _judged(view, box, ink)) is not None]


def _clear(mask: np.ndarray, box: Box, region: Box, s: float) -> None:
    common = box.intersection(region)
    if common:
        mask[int(common.y0 * s) : int(common.y1 * s) + 1, int(common.x0 * s) : int(common.x1 * s) + 1] = False


def _patches(mask: np.ndarray, s: float) -> list[tuple[Box, np.ndarray]]:
    size = max(int(CLOSED_PT * s), 1)
    whole = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    out: list[tuple[Box, np.ndarray]] = []
    for n in range(1, len(stats)):
        x, y, w, h = (int(v) for v in stats[n][:4])
        short, long = min(w, h) / s, max(w, h) / s
        if short < LEAST_PT or long > MOST_PT or long > MOST_LONG * short:
            continue
        ink = mask[y : y + h, x : x + w] & (labels[y : y + h, x : x + w] == n)
        if float(ink.mean()) <= MOST_INK:
            out.append((Box(x / s, y / s, (x + w) / s, (y + h) / s), ink))
    return out


def _judged(view: PageView, box: Box, ink: np.ndarray) -> DesignationFacts | None:
    words = [w for w in view.text.words if w.box.intersection(box) and w.certainty >= 0.6 and len(w.text) > 2]
    covered = sum((c.area for w in words if (c := w.box.intersection(box))), 0.0)
    if float(ink.mean()) < LEAST_INK or covered > MOST_PRINT * box.area or _is_code(ink):
        return None
    solid = float(ink.mean()) >= 0.3
    return DesignationFacts(page=view.page.number, box=box, kind="emblem", words="", certainty=SEEN if solid else MAYBE)


def _is_ring(ink: np.ndarray) -> bool:
    """Whether the patch is closed by a circle, as seals are."""
    h, w = ink.shape
    if max(h, w) > 1.2 * min(h, w):
        return False
    around = np.linspace(0, 2 * np.pi, 180, endpoint=False)
    for share in (1.0, 0.97, 0.94, 0.9):
        ys = np.clip((h / 2 + np.sin(around) * (h / 2 - 1) * share).astype(int), 0, h - 1)
        xs = np.clip((w / 2 + np.cos(around) * (w / 2 - 1) * share).astype(int), 0, w - 1)
        near = cv2.dilate(ink.astype(np.uint8), np.ones((3, 3), np.uint8))
        if float(near[ys, xs].mean()) >= RING:
            return True
    return False


def _is_code(ink: np.ndarray) -> bool:
    """Whether the patch is a bar or square code: its rows or columns change between ink and paper all over, in straight steps."""
    gray = cv2.resize(ink.astype(np.float32), (64, 64), interpolation=cv2.INTER_AREA) > 0.5
    rows, columns = gray.mean(axis=0), gray.mean(axis=1)
    bars = float((np.abs(rows - 0.5) > 0.42).mean()) > 0.9 or float((np.abs(columns - 0.5) > 0.42).mean()) > 0.9
    flips = float((gray[:, 1:] != gray[:, :-1]).mean())
    square = 0.35 < float(gray.mean()) < 0.65 and flips > 0.2
    return bars or square
