"""How many pixels are a point of true paper, and how do we know?

Evidence in this order: the edge of the paper in the picture, the claim of the file where it agrees with known paper, the
likeliest paper by shape.

The dots an inch that a file states are often wrong (1, 72, 9999); a claim counts only where it makes the page a sheet that
exists. What no scan can show is a "fit to page" shrink before scanning: `Scale.error` leaves room for measuring error only,
and checks of type size on scans go to review for that reason (requirements.md).
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.model.page import Scale

# Letter, legal, ledger (tabloid), half letter, A4, A3, A5, executive, folio; points, short side first.
PAPERS_PT: tuple[tuple[float, float], ...] = (
    (612.0, 792.0),
    (612.0, 1008.0),
    (595.28, 841.89),
    (792.0, 1224.0),
    (396.0, 612.0),
    (841.89, 1190.55),
    (419.53, 595.28),
    (522.0, 756.0),
    (612.0, 936.0),
)
# Earlier papers win ties of shape by this much a place: a sheet of letter shape is letter, not half ledger.
_RARER_PAPER = 0.002

# Resolutions that scanner and fax drivers offer.
SCANNER_DPI: tuple[float, ...] = (300, 200, 600, 400, 150, 240, 100, 204, 196, 1200, 75, 72, 96)
_LIKELY_DPI: tuple[float, ...] = (300, 200, 600, 400, 150, 100)

# Page boxes are rounded to whole points and pixels, and feeders cut a millimetre: within one per cent is that paper.
SAME_SIZE = 0.01
# Automatic cropping takes off up to this share of a side (hinted edges, a skewed sheet adds a little instead).
CROPPED = 0.10
GROWN = 0.04
# Where the file does not say its resolution, less may be taken off before another paper is likelier.
CROPPED_UNSAID = 0.07

ERROR_PAPER_EDGE = 0.01
ERROR_KNOWN_SIZE = 0.005
ERROR_CROPPED = 0.02
# The likeliest paper may be the wrong one of two of the same shape, or may have been cropped.
ERROR_ASSUMED = 0.06
ERROR_GUESS = 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSheet:
    """A sheet whose edges are seen in the picture, in pixels of the picture."""

    width: float
    height: float


def scale_of(
    *,
    width_px: int,
    height_px: int,
    claimed: tuple[float, float] | None,
    vector: bool,
    sheet: PaperSheet | None = None,
) -> tuple[Scale, float]:
    """Scale of a picture, and its vertical pixels a horizontal pixel (1.0 unless the file says that pixels are not square).

    `width_px`, `height_px`: the picture as the file shows it; `claimed`: points, as the file claims, or None.
    `Scale.px_per_pt` counts horizontal pixels.
    """
    width, height = float(width_px), float(height_px)
    stretch = 1.0
    if claimed is not None and min(claimed) > 0:
        stretch = _stretch((width / claimed[0]) / (height / claimed[1]))
        if vector:
            return Scale(px_per_pt=width / claimed[0], source="file", error=0.0), stretch
    square = (width, height * stretch)
    if sheet is not None:
        seen = _paper_of_shape(sheet.width, sheet.height * stretch, within=0.012)
        if seen is not None:
            return Scale(px_per_pt=seen, source="paper", error=ERROR_PAPER_EDGE), stretch
    claim = None if claimed is None else width / claimed[0]
    if claim is not None:
        size = (square[0] / claim, square[1] / claim)
        if _off(size, least=-SAME_SIZE, most=SAME_SIZE) is not None:
            return Scale(px_per_pt=claim, source="file", error=ERROR_KNOWN_SIZE), stretch
        if _scanner_dpi(claim) and _off(size, least=-CROPPED, most=GROWN) is not None:
            return Scale(px_per_pt=claim, source="file", error=ERROR_CROPPED), stretch
    return _assumed(square, claim), stretch


def _stretch(ratio: float) -> float:
    """Pixels are square unless the file says clearly otherwise: fax 204 x 98, 204 x 196, 200 x 100."""
    return ratio if 0.25 <= ratio <= 4 and abs(ratio - 1) > 0.02 else 1.0


def _assumed(square: tuple[float, float], claim: float | None) -> Scale:
    whole = _dpi_of_paper(square, least=-SAME_SIZE, most=SAME_SIZE)
    if whole is not None:
        return Scale(px_per_pt=whole / 72, source="assumed", error=ERROR_ASSUMED)
    if claim is not None and _scanner_dpi(claim) and _fits_a_scanner(square[0] / claim, square[1] / claim):
        # A slip, or part of a sheet, at an ordinary resolution: nothing speaks against the file.
        return Scale(px_per_pt=claim, source="file", error=ERROR_ASSUMED)
    cropped = _dpi_of_paper(square, least=-CROPPED_UNSAID, most=GROWN)
    if cropped is not None:
        return Scale(px_per_pt=cropped / 72, source="assumed", error=ERROR_ASSUMED)
    by_shape = _paper_of_shape(*square, within=0.02)
    if by_shape is not None:
        return Scale(px_per_pt=by_shape, source="assumed", error=ERROR_ASSUMED)
    # No paper has this shape: take the long side for that of a letter sheet.
    return Scale(px_per_pt=max(square) / 792.0, source="assumed", error=ERROR_GUESS)


def _dpi_of_paper(square: tuple[float, float], *, least: float, most: float) -> float | None:
    """The usual resolution at which the picture is known paper, within bounds; None where there is none."""
    fits = [
        (off, dpi)
        for dpi in _LIKELY_DPI
        if (off := _off((square[0] * 72 / dpi, square[1] * 72 / dpi), least=least, most=most)) is not None
    ]
    return min(fits)[1] if fits else None


def _fits_a_scanner(width: float, height: float) -> bool:
    """Whether a piece of paper of this size (points) goes through an office scanner: a slip of paper to a ledger sheet."""
    return 100 <= min(width, height) <= 850 and 100 <= max(width, height) <= 1240


def _scanner_dpi(px_per_pt: float) -> bool:
    return any(abs(px_per_pt * 72 / dpi - 1) < 0.005 for dpi in SCANNER_DPI)


def _off(size: tuple[float, float], *, least: float, most: float) -> float | None:
    """How far `size` (points) is from the nearest known paper, as the larger relative deviation; None outside the bounds."""
    short, long = min(size), max(size)
    best: float | None = None
    for place, (paper_short, paper_long) in enumerate(PAPERS_PT):
        offs = (short / paper_short - 1, long / paper_long - 1)
        if all(least <= off <= most for off in offs):
            worst = max(abs(off) for off in offs) + _RARER_PAPER * place
            best = worst if best is None else min(best, worst)
    return best


def _paper_of_shape(width: float, height: float, *, within: float) -> float | None:
    """Pixels a point where width x height pixels are the whole of the likeliest known paper of that shape."""
    short, long = min(width, height), max(width, height)
    if short <= 0:
        return None
    fits = [
        (abs((long / short) / (paper[1] / paper[0]) - 1) + _RARER_PAPER * place, paper)
        for place, paper in enumerate(PAPERS_PT)
        if abs((long / short) / (paper[1] / paper[0]) - 1) <= within
    ]
    if not fits:
        return None
    paper = min(fits)[1]
    return (short / paper[0] + long / paper[1]) / 2
