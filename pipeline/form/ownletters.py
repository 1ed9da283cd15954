"""Which of the form's own letters stands in this place? Every letter of the same height on the page is laid there, and the one
that explains the scan's pixels best is it: an i is told from an l by its dot, a 3 from an 8 by its gaps.

The form brings the face, the size and the blur with it, so no letter need be known beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.form.formprint import Letters
from pipeline.form.letters import Compared
from pipeline.model.text import TextLine

# Marks with less ink than a letter: they have no piece of their own, or one that is no letter.
_MARKS = frozenset(".,'’‘`\"“”-–—_:;·…")
# Letters of one face and size differ in height over the line by less, in parts of the height; and marks around them, in pixels.
SIDE_PX = 2
# How far a letter is slid within its place, and up and down, in pixels.
SLIDE_PX, RISE_PX = 3, 1
# Pictures of one letter that are tried: its first ones on the page.
PICTURES = 3

# Another letter stands there where it explains the place so much better than the form's own, and so well; the form's own stands
# there where it explains it so well and no other letter does it nearly as well. On made-up forms, 300 dpi gray, 200 dpi black
# and white and faxed at 98 lines, the other letter led by 0.09 and more at 25 changed letters, and by 0.03 and less at 2,400
# unchanged ones; I, l and n, m, r come nearest.
MARGIN, LEAST_OTHER = 0.06, 0.88
LEAST_OWN, LEAST_BEHIND = 0.9, 0.015


@dataclass(frozen=True, slots=True)
class Named:
    """What the form's own letters say of one place."""

    own: float
    """Correlation of the place with the form's letter, -1 to 1."""
    best: float
    """That of the best other letter."""
    letter: str
    """Which it is."""


class OwnLetters:
    """The letters of one page of the form, by their names, for one comparison."""

    def __init__(self, compared: Compared) -> None:
        self._compared = compared
        words = compared.laid.form.page.text.words
        self._bases = _bases(compared.letters, compared.laid.form.page.text.lines)
        self._faces = [(w.font, None if w.size is None else round(w.size, 1)) for w in words]
        self._names = _names(compared.letters, [w.text for w in words])
        self._known: dict[tuple[object, ...], dict[str, list[int]]] = {}
        for n, name in self._names.items():
            face = self._faces[int(compared.letters.words[n])]
            pieces = self._known.setdefault(face, {}).setdefault(name[1], [])
            if len(pieces) < PICTURES:
                pieces.append(n)

    def word(self, word: int, low: Sequence[int]) -> str | None:
        """What the word is on the scan, its `low` pieces read with the form's letters; None where that is not sure."""
        text = list(self._compared.laid.form.page.text.words[word].text)
        for piece in low:
            named, said = self._names.get(piece), self.read(piece)
            if named is None or said is None:
                return None
            if said.best - said.own >= MARGIN and said.best >= LEAST_OTHER:
                text[named[0]] = said.letter
            elif said.own < LEAST_OWN or said.best > said.own - LEAST_BEHIND:
                return None
        return "".join(text)

    def name(self, piece: int) -> tuple[int, str] | None:
        """The place in its word, from 0, and the letter of a piece; None where pieces and letters do not match."""
        return self._names.get(piece)

    def read(self, piece: int) -> Named | None:
        """What stands where the form has this piece; None where nothing can be said."""
        here = self._names.get(piece)
        if here is None:
            return None
        place = self._place(piece)
        if place is None:
            return None
        cell, offset = place
        own = self._fit(cell, offset, piece)
        best, letter = -1.0, ""
        face = self._faces[int(self._compared.letters.words[piece])]
        for name, pieces in self._known.get(face, {}).items():
            if name == here[1]:
                own = max([own, *(self._fit(cell, offset, n) for n in pieces)])
                continue
            score = max(self._fit(cell, offset, n) for n in pieces)
            if score > best:
                best, letter = score, name
        return Named(own=own, best=best, letter=letter) if letter else None

    def _band(self, piece: int) -> tuple[int, int, int, int]:
        """Baseline, and how far the line's letters reach over and under it, with the piece's own x."""
        word = int(self._compared.letters.words[piece])
        base, above, below = self._bases[word]
        return base, above, below, int(self._compared.letters.boxes[piece][0])

    def _place(self, piece: int) -> tuple[NDArray[np.float32], int] | None:
        """The scan's pixels from the letter before to the letter after, over the height of the line; and where the piece is."""
        letters, page = self._compared.letters, self._compared.page
        base, above, below, x = self._band(piece)
        w = int(letters.boxes[piece][2])
        word = letters.words[piece]
        near = np.nonzero(letters.words == word)[0]
        boxes = letters.boxes[near]
        left = max((int(b[0] + b[2]) for b in boxes if b[0] + b[2] <= x + 1), default=x - SLIDE_PX - SIDE_PX)
        right = min((int(b[0]) for b in boxes if b[0] >= x + w - 1), default=x + w + SLIDE_PX + SIDE_PX)
        left, right = max(left, x - SLIDE_PX - SIDE_PX), min(right, x + w + SLIDE_PX + SIDE_PX)
        dx, dy = self._shift(piece)
        y0, y1, x0, x1 = base - above - RISE_PX + dy, base + below + RISE_PX + dy, left + dx, right + dx
        if min(y0, x0) < 0 or y1 > page.shape[0] or x1 > page.shape[1] or x1 - x0 < 3:
            return None
        return page[y0:y1, x0:x1].astype(np.float32), x - left

    def _shift(self, piece: int) -> tuple[int, int]:
        """Where letters around the piece were found, in pixels from their place."""
        c = self._compared
        near = np.abs(c.letters.boxes[:, :2] - c.letters.boxes[piece][:2]).max(axis=1) < 40 * c.letters.px_per_pt
        near &= c.scores > 0.85
        if not near.any():
            return 0, 0
        x, y = np.median(c.shifts[near], axis=0)
        return round(float(x)), round(float(y))

    def _fit(self, cell: NDArray[np.float32], offset: int, piece: int) -> float:
        """How well this letter of the form, laid into the place, is the scan: the best of all places it may stand there."""
        base, above, _, x = self._band(piece)
        w = int(self._compared.letters.boxes[piece][2])
        rows, width = cell.shape
        top = base - above - RISE_PX
        if top < 0 or x < 1:
            return -1.0
        shown = self._compared.picture[top : top + rows, x - 1 : x + w + 1].astype(np.float32)
        if shown.shape[0] != rows or shown.shape[1] < 2:
            return -1.0
        paper = float(np.percentile(shown, 98))
        first, last = max(offset - SLIDE_PX - 1, -2), min(offset + SLIDE_PX, width - 2)
        if last < first:
            return -1.0
        # The letter on a strip of paper; the cell slides over it, which is the letter sliding in the cell.
        laid = np.full((rows + 2 * RISE_PX, last + max(width - first, shown.shape[1])), paper, np.float32)
        laid[RISE_PX : RISE_PX + rows, last : last + shown.shape[1]] = shown[:, : laid.shape[1] - last]
        laid = laid[:, : last - first + width]
        score = float(cv2.matchTemplate(laid, cell, cv2.TM_CCOEFF_NORMED).max())
        return score if np.isfinite(score) and abs(score) <= 1.001 else -1.0


def _bases(letters: Letters, lines: tuple[TextLine, ...]) -> dict[int, tuple[int, int, int]]:
    """For each word the pixel row its line stands on, and how far letters reach over and under it."""
    out: dict[int, tuple[int, int, int]] = {}
    n = 0
    for line in lines:
        own = np.arange(n, n + len(line.words))
        n += len(line.words)
        boxes = letters.boxes[np.isin(letters.words, own)]
        if not len(boxes):
            continue
        bottoms = boxes[:, 1] + boxes[:, 3]
        base = int(np.median(bottoms))
        tall = max(int(base - boxes[:, 1].min()), 4)
        for word in own:
            out[int(word)] = (base, tall + 2, max(round(0.38 * tall), 3))
    return out


def _names(letters: Letters, words: list[str]) -> dict[int, tuple[int, str]]:
    """For each piece its place in the word's text and its letter, where a word has as many pieces as letters."""
    out: dict[int, tuple[int, str]] = {}
    for word, text in enumerate(words):
        own = np.nonzero(letters.words == word)[0]
        chars = [(k, c) for k, c in enumerate(text) if not c.isspace() and c not in _MARKS]
        if len(own) != len(chars):
            continue
        own = own[np.argsort(letters.boxes[own][:, 0])]
        out.update({int(piece): (k, c) for piece, (k, c) in zip(own, chars, strict=True)})
    return out
