"""Do several lines look written by one hand? 54-124(a), (e)(6): each signer signs, and each signature is genuine."""

from __future__ import annotations

from collections.abc import Iterator
from math import log, sqrt

from pipeline.checks.case import Case
from pipeline.checks.defect import Defect
from pipeline.checks.presumption import presumed
from pipeline.checks.registry import Answer, check
from pipeline.checks.signer import unstruck, where
from pipeline.checks.words import and_list
from pipeline.model.line import HandTraits, SignerLine

# What one hand varies by from line to line: medians over 115 pairs of lines of one made-up writer with one pen, on develop pages
# of four scanners. Stroke and height as a log ratio, slant as a shift over height, colour and directions as shares.
STROKE, SLANT, HEIGHT, COLOUR, DIRECTIONS = 0.016, 0.026, 0.057, 0.011, 0.055
# Root mean square of the five, in those units, up to which two lines are alike: 74 in 100 pairs of one writer, 3 in 100 of two
# writers with one face, 6 in 1,000 of two writers with two faces.
ALIKE = 2.0
# The pen of two signatures may differ by so many units: pressure changes in a flourish.
SAME_PEN = 5.0
# Two lines alike are a household, or chance. Several are told.
LEAST_LINES = 3
# Numbers alone never say more than this of a hand.
CERTAINTY = 0.7


@check("line-same-hand", leans="marks")
def line_same_hand(case: Case) -> Answer:
    """Several lines look written by one hand: pen, slant, size and strokes alike in name, address and signature.

    It is evidence, never a verdict: people write for their parents, and one pen goes around. Fewer than three such lines on a
    page are not told, nor lines whose entries are alike and whose signatures are of another pen, for others may fill in what
    stands beside a signature.

    Review when: always, unless the affiant of 54(f) is found on the roll and the reading `prima-facie` lets such lines count.
    """
    for page in dict.fromkeys(grid.page for grid in sorted(case.facts.lines, key=lambda g: g.page)):
        lines = [line for line in unstruck(case) if line.page == page and line.traits is not None]
        for group in _groups(lines):
            numbers = and_list(str(line.display_number) for line in group)
            for line in group:
                yield Defect(
                    check="line-same-hand",
                    page=line.page,
                    row=line.row,
                    line=line.display_number,
                    box=line.box,
                    certainty=CERTAINTY,
                    presumed=presumed(case),
                    message=f"{where(line)} looks written by the hand of {len(group) - 1} others: lines {numbers}.",
                    expected="each line by its own signer",
                    found="the same pen, slant, size and strokes",
                )


def _groups(lines: list[SignerLine]) -> Iterator[list[SignerLine]]:
    """Lines that are all alike with one another, in order; each line once."""
    free = list(lines)
    while free:
        group = [free.pop(0)]
        for line in list(free):
            if all(alike(line, other) for other in group):
                group.append(line)
                free.remove(line)
        if len(group) >= LEAST_LINES:
            yield group


def alike(one: SignerLine, other: SignerLine) -> bool:
    """Whether what was measured on two lines lies as close together as one hand's lines do."""
    if one.traits is None or other.traits is None or one.signed_traits is None or other.signed_traits is None:
        return False
    pen = (*_pen(one.signed_traits, other.signed_traits),)
    return max(pen) <= SAME_PEN and distance(one.traits, other.traits) <= ALIKE


def distance(one: HandTraits, other: HandTraits) -> float:
    """How far two lines lie apart, in units of what one hand varies by."""
    turned = sum(abs(a - b) for a, b in zip(one.directions, other.directions, strict=True)) / 2
    parts = (
        *_pen(one, other),
        abs(one.slant - other.slant) / SLANT,
        abs(log(one.height / other.height)) / HEIGHT,
        turned / DIRECTIONS,
    )
    return sqrt(sum(part * part for part in parts) / len(parts))


def _pen(one: HandTraits, other: HandTraits) -> tuple[float, float]:
    """Stroke and colour, in units of what one pen varies by."""
    colour = max(abs(a - b) for a, b in zip(one.colour, other.colour, strict=True))
    return abs(log(one.stroke / other.stroke)) / STROKE, colour / COLOUR
