"""Is type large enough? An interval in points against the clause's least, three answers."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.checks.defect import Defect, Unsaid
from pipeline.geometry import Box
from pipeline.model.section import TypeMeasured

# A centre this far under the least is for a person even where the interval reaches the least: half of the step to the next
# smaller size that printers use (9.5), rounded up. Cases in requirements.md: 9.5 review, 10.0 and 10.2 met.
REVIEW_UNDER_PT = 0.3
# Printers' points are a little smaller than the points of a PDF (72.27 to the inch against 72): ten of the one are 9.963 of
# the other, and typesetting programs that count in them are not too small.
PRINTERS_POINT = 72 / 72.27

# An interval wider than this says that the face is unknown and its size an estimate: the centres of ten-point texts in such faces
# fell under 9.7 in a fifth of the cases, and their intervals ended right under 10. More is wanted then, in points: the interval
# ends so far under the least, or its centre lies as far below as a half-point size would, and half a step more.
WIDE_PT, SURELY_UNDER_PT, REVIEW_UNDER_WIDE_PT = 1.2, 0.25, 0.75


def too_small(check: str, what: str, page: int, box: Box, type_: TypeMeasured, least_pt: float) -> Iterator[Defect | Unsaid]:
    """At most one defect: the type of `what` on `page` is under `least_pt` points.

    Surely too small is a whole interval under the least. On a scan that too is for a person, since a scanner's "shrink to
    fit" looks the same: a type gauge laid on the paper tells. Of a face that is not known the interval is wide: then its end must
    lie clearly under the least, or its centre further below, before a person is asked.
    """
    size = type_.size
    if size is None:
        yield Unsaid(check=check, why=f"the type size of {what} on page {page} could not be measured")
        return
    floor = least_pt * PRINTERS_POINT
    wide = not type_.exact and size.high - size.low > WIDE_PT
    under = size.high < floor - (SURELY_UNDER_PT if wide else 0.005)
    near = size.value < least_pt - (REVIEW_UNDER_WIDE_PT if wide else REVIEW_UNDER_PT)
    if not under and not near:
        return
    doubt = None
    if not type_.exact:
        doubt = "a scanner that shrinks pages to fit makes type look as small; lay a type gauge on the paper"
    elif not under:
        doubt = "the measurement reaches the size required"
    yield Defect(
        check=check,
        page=page,
        box=box,
        certainty=0.97 if under else 0.6,
        message=f"On page {page} the type of {what} measures {size.value:.1f} points "
        f"(between {size.low:.1f} and {size.high:.1f}); at least {least_pt:g} points are required.",
        expected=f"at least {least_pt:g} points",
        found=f"{size.value:.1f} points ({size.low:.1f} to {size.high:.1f})",
        doubt=doubt,
    )
