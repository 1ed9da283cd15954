"""What kind of letters are these: bold or not, upright or leaning, apart or joined? Measured on the ink of printed words."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.page import Colour
from pipeline.model.reading import Seen
from pipeline.pages.ink import darkest, letter_mask, levels
from pipeline.pages.raster import Raster
from pipeline.pages.typesize import Fit, known_face
from pipeline.pages.wordink import WordInk

# Stem width over capital height, as scanned: over 58 families drawn at 200 and 300 dpi ordinary weights end at 0.158,
# bold ones begin at 0.164 (two, Liberation Sans Narrow and Cursor, at 0.150). Between the two limits the answer is left
# open, unless the face is known. A bitonal scan's threshold adds or takes a pixel.
BOLD_LIMITS: dict[Colour, tuple[float, float]] = {"colour": (0.153, 0.168), "gray": (0.153, 0.168), "bitonal": (0.145, 0.188)}
# On a soft scan thin stems never reach full darkness and seem wider than they are: under this steepness of their edges,
# or with capitals lower than so many pixels, the upper limit rises (drawn ordinary faces of 8 and 10 points reach 0.21
# after a blur of 1.2 pixels).
SOFT_EDGE, LOW_CAPITALS_PX, SOFT_RISE = 0.42, 17.0, 0.045
# Fit under which the face, and with it its weight, is taken as known.
FACE_KNOWN = 0.30
# Degrees. Italic faces lean 9 to 16 degrees; upright print measures 2 at most.
LEAN_UPRIGHT, LEAN_ITALIC = 5.0, 7.5
# Connected pieces of ink for each letter: print has one, 0.6 where bold letters of nine points touch at 200 dpi; joined
# scripts 0.4 at most.
APART_LEAST, JOINED_MOST = 0.58, 0.42
# With no face of the table fitting better than this, the letters are of an unusual make (Fraktur, decorative faces).
STRANGE = 1.6
# Certainty that such letters are not plain: on 39 papers, burnt since, all seven warnings of that kind were decorative and
# none of 121 plain ones was; still it says what the letters are unlike, not what they are.
UNLIKE_ANY = 0.6

_TALL = set("bdfhklABCDEFGHIKLMNOPRSTUVWXYZ0123456789")
_LOW = set("gjpqyQJ,;()")


def bold(words: Sequence[WordInk], colour: Colour, found: Sequence[Fit], *, px_per_pt: float, doubtful: bool) -> Seen:
    """Whether the letters are of bold weight.

    Args:
        words: ink of known words.
        colour: of the page; bitonal scans widen the doubt.
        found: faces fitted to the words, best first.
        px_per_pt: pixels a point of the raster.
        doubtful: the page is blurred or its bitmaps were altered, so strokes are not as printed.
    """
    tall = [w for w in words if w.stem is not None and _TALL & set(w.text) and not _LOW & set(w.text)]
    if len(tall) < 3:
        return Seen(present=None, certainty=0.5, detail="too few words to measure the strokes")
    height = float(np.median([w.height for w in tall]))
    stem = float(np.median([w.stem for w in words if w.stem is not None]))
    ratio = stem / height
    low, high = BOLD_LIMITS[colour]
    soft = colour != "bitonal" and float(np.median([w.edge for w in words])) < SOFT_EDGE
    if soft or height * px_per_pt < LOW_CAPITALS_PX:
        high += SOFT_RISE
    if doubtful:
        low, high = low - 0.015, high + 0.015
    detail = f"stems are {ratio:.3f} of the capitals' height"
    margin = max(low - ratio, ratio - high)
    if margin >= 0:
        return Seen(present=ratio >= high, certainty=min(0.98, 0.91 + 2 * margin), detail=detail)
    if found and found[0].cost < FACE_KNOWN and known_face(found) >= 0.5 and not doubtful:
        face = found[0].face
        return Seen(present=face.bold, certainty=0.9, detail=f"{detail}; widths are those of {face.family}")
    return Seen(present=None, certainty=0.5, detail=f"{detail}, between ordinary and bold")


def plain(raster: Raster, words: Sequence[WordInk], found: Sequence[Fit]) -> Seen:
    """Whether these are plain letters: neither script, nor italic, nor decorative."""
    if len(words) < 4:
        return Seen(present=None, certainty=0.5, detail="too few words were read to judge the letters")
    sample = _spread(words, 30)
    lean = float(np.median([_lean(raster, w.box) for w in sample]))
    apart = _pieces_per_letter(raster, sample)
    detail = f"letters lean {lean:.0f} degrees, {apart:.2f} pieces of ink a letter"
    if lean >= LEAN_ITALIC or apart <= JOINED_MOST:
        what = "script: the letters are joined" if apart <= JOINED_MOST else "italic: the letters lean"
        return Seen(
            present=False,
            certainty=0.92 if lean >= LEAN_ITALIC + 2 or apart <= JOINED_MOST - 0.1 else 0.8,
            detail=f"{what}; {detail}",
        )
    if lean > LEAN_UPRIGHT or apart < APART_LEAST:
        return Seen(present=None, certainty=0.5, detail=detail)
    if found and found[0].cost > STRANGE:
        return Seen(present=False, certainty=UNLIKE_ANY, detail=f"no common face has letters of these widths; {detail}")
    return Seen(present=True, certainty=0.96, detail=detail)


def _spread(words: Sequence[WordInk], count: int) -> list[WordInk]:
    good = [w for w in words if sum(c.isalpha() for c in w.text) >= 3] or list(words)
    step = max(1.0, len(good) / count)
    return [good[int(i * step)] for i in range(min(count, len(good)))]


def _lean(raster: Raster, box: Box) -> float:
    """Degrees, clockwise positive, by which the stems of a word lean: the shear that stands its columns up best."""
    pixels = darkest(raster, box.grown(0.5))
    if pixels.size == 0:
        return 0.0
    paper, ink = levels(pixels)
    if paper - ink < 30:
        return 0.0
    dark = np.clip((paper - pixels.astype(np.float32)) / (paper - ink), 0.0, 1.0)
    best, lean = -1.0, 0.0
    for degrees in range(-8, 27, 2):
        sharp = _sharpness(dark, float(degrees))
        if sharp > best:
            best, lean = sharp, float(degrees)
    return lean


def _sharpness(dark: NDArray[np.float32], degrees: float) -> float:
    height, width = dark.shape
    shear = float(np.tan(np.radians(degrees)))
    pad = int(abs(shear) * height) + 2
    matrix = np.array([[1.0, shear, pad - (shear * height if shear > 0 else 0)], [0.0, 1.0, 0.0]], np.float32)
    upright = cv2.warpAffine(dark, matrix, (width + 2 * pad, height), flags=cv2.INTER_LINEAR)
    return float((upright.sum(axis=0) ** 2).sum())


def _pieces_per_letter(raster: Raster, words: Sequence[WordInk]) -> float:
    """Connected pieces of ink, dots left out, for each letter; median over words."""
    rates = []
    for word in words:
        mask = letter_mask(darkest(raster, word.box.grown(0.3)))
        letters = sum(c.isalnum() for c in word.text)
        if not mask.any() or letters < 3:
            continue
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
        least = 0.28 * word.height * raster.px_per_pt
        rates.append(sum(1 for i in range(1, count) if stats[i][cv2.CC_STAT_HEIGHT] >= least) / letters)
    return float(np.mean(rates)) if rates else 1.0
