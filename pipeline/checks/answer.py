"""Three answers out of a measurement."""

from __future__ import annotations

from typing import Literal

from pipeline.model.reading import Seen

Answer = Literal["yes", "no", "unsure"]

# Under even odds an answer is none: the other one is as likely.
EVEN_ODDS = 0.5


def answer(seen: Seen) -> Answer:
    """yes, no, or unsure where the machine cannot tell or would bet against itself."""
    if seen.present is None or seen.certainty < EVEN_ODDS:
        return "unsure"
    return "yes" if seen.present else "no"
