"""One page of the form as pixels, prepared once: what registration looks for, and the letters that are compared."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.form import FormPage
from pipeline.pages.raster import Pixels, Raster

COARSE_PX_PER_PT = 150 / 72
"""Resolution of registration: at 150 dpi what ORB and ECC leave is 0.1 px of 300 dpi, at 100 dpi twice that (ocr.md 8)."""
FEATURES = 1500
# A letter's ink in points: lower than a comma, higher or wider than a heading's capital is no letter.
LEAST_LETTER_PT, MOST_LETTER_PT = 2.2, 40.0
LEAST_LETTER_AREA_PT2 = 1.4
_DARK = 140


@dataclass(frozen=True, slots=True)
class Letters:
    """Connected pieces of print at one resolution."""

    gray: Pixels
    """The form's page, blurred as the scan will be."""
    px_per_pt: float
    boxes: NDArray[np.int32]
    """Shape (n, 4): x, y, width, height in pixels."""
    words: NDArray[np.int32]
    """For each piece the index of its word in the page's text, -1 for none."""
    kinds: NDArray[np.int32]
    """Pieces of one shape share a number: the same letter of the same face and size."""


class FormPrint:
    """A page of the form with its features and letters, made when they are first asked for and kept."""

    def __init__(self, page: FormPage, raster: Raster) -> None:
        self.page = page
        self._raster = raster
        self._letters: dict[int, Letters] = {}
        self._making = threading.Lock()

    def gray(self, px_per_pt: float) -> Pixels:
        """The page at this resolution."""
        factor = px_per_pt / self._raster.px_per_pt
        if abs(factor - 1) < 1e-3:
            return self._raster.gray
        size = (round(self.page.size[0] * px_per_pt), round(self.page.size[1] * px_per_pt))
        how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
        return np.asarray(cv2.resize(self._raster.gray, size, interpolation=how), np.uint8)

    @cached_property
    def coarse(self) -> Pixels:
        """The page at `COARSE_PX_PER_PT`."""
        return self.gray(COARSE_PX_PER_PT)

    @cached_property
    def features(self) -> tuple[NDArray[np.float32], Pixels]:
        """Places (n, 2) in coarse pixels, and their descriptors (n, 32)."""
        return features_of(self.coarse)

    @cached_property
    def print_mask(self) -> Pixels:
        """255 where the form has print or is close to it, in coarse pixels: where ECC looks."""
        dark = np.asarray(self.coarse < _DARK + 40, np.uint8) * 255
        return np.asarray(cv2.dilate(dark, np.ones((7, 7), np.uint8)), np.uint8)

    def letters(self, dpi: int) -> Letters:
        """The letters at `dpi`."""
        with self._making:
            if dpi not in self._letters:
                self._letters[dpi] = _letters(self.gray(dpi / 72), dpi / 72, [w.box for w in self.page.text.words])
            return self._letters[dpi]


def features_of(gray: Pixels) -> tuple[NDArray[np.float32], Pixels]:
    """ORB features of a page at the coarse resolution."""
    orb = cv2.ORB.create(nfeatures=FEATURES, scaleFactor=1.2, nlevels=4, edgeThreshold=19, patchSize=31, fastThreshold=12)
    points, described = orb.detectAndCompute(cv2.GaussianBlur(gray, (0, 0), 1.0), None)
    if described is None or not points:
        return np.zeros((0, 2), np.float32), np.zeros((0, 32), np.uint8)
    return np.array([p.pt for p in points], np.float32), np.asarray(described, np.uint8)


def _letters(gray: Pixels, px_per_pt: float, words: Sequence[Box]) -> Letters:
    dark = np.asarray(gray < _DARK, np.uint8)
    _, _, stats, middles = cv2.connectedComponentsWithStats(dark, connectivity=8)
    x, y, w, h, area = (stats[:, k] for k in range(5))
    tall, wide = h / px_per_pt, w / px_per_pt
    letter = (np.maximum(tall, wide) >= LEAST_LETTER_PT) & (tall <= MOST_LETTER_PT) & (wide <= MOST_LETTER_PT)
    letter &= (tall >= 1.2) & (area / px_per_pt**2 >= LEAST_LETTER_AREA_PT2)
    # Rules, dashes and the borders of cells are no letters.
    letter &= ~((tall < 1.6) & (wide > 5.0)) & ~((wide < 1.2) & (tall > 13.0))
    letter[0] = False
    chosen = np.nonzero(letter)[0]
    boxes = np.stack([x, y, w, h], axis=1)[chosen].astype(np.int32)
    owner = _owners(np.asarray(middles[chosen] / px_per_pt, np.float64), words)
    kept = owner >= 0
    boxes, owner = boxes[kept], owner[kept]
    return Letters(gray=gray, px_per_pt=px_per_pt, boxes=boxes, words=owner, kinds=_kinds(gray, boxes))


def _owners(middles: NDArray[np.float64], words: Sequence[Box]) -> NDArray[np.int32]:
    """For each middle (points) the word whose box holds it, -1 for none."""
    owner = np.full(len(middles), -1, np.int32)
    for n, box in enumerate(words):
        grown = box.grown(0.6)
        inside = (middles[:, 0] >= grown.x0) & (middles[:, 0] < grown.x1)
        inside &= (middles[:, 1] >= grown.y0) & (middles[:, 1] < grown.y1)
        owner[inside & (owner < 0)] = n
    return owner


def _kinds(gray: Pixels, boxes: NDArray[np.int32]) -> NDArray[np.int32]:
    """Number of the first piece that looks the same: equal size and nearly equal pixels, whatever the fraction of a pixel."""
    kinds = np.arange(len(boxes), dtype=np.int32)
    seen: dict[tuple[int, int], list[tuple[int, NDArray[np.float32]]]] = {}
    for n, (x, y, w, h) in enumerate(boxes):
        small = cv2.resize(gray[y : y + h, x : x + w], (8, 10), interpolation=cv2.INTER_AREA).astype(np.float32).ravel()
        small -= small.mean()
        small /= max(float(np.linalg.norm(small)), 1e-6)
        best, like = n, 0.965
        for dw in (-1, 0, 1):
            for dh in (-1, 0, 1):
                for k, other in seen.get((int(w) + dw, int(h) + dh), ()):
                    score = float(small @ other)
                    if score > like:
                        best, like = k, score
        kinds[n] = best
        if best == n:
            seen.setdefault((int(w), int(h)), []).append((n, small))
    return kinds
