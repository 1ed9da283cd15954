"""The list of judges: which function answers which check, and on what kind of evidence it leans."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from pipeline.checks.case import Case
from pipeline.checks.defect import Defect, Unsaid

Leans = Literal["words", "marks", "size", "colour", "place", "nothing"]
Answer = Iterator[Defect | Unsaid]

# A finding under this certainty is for a person (requirements.md, "Thresholds").
THRESHOLD = 0.90


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """One check: a function of facts and law."""

    name: str
    judge: Callable[[Case], Answer]
    leans: Leans
    """The evidence; trouble on the page that harms it turns the answer to review."""
    threshold: float

    @property
    def manual(self) -> str:
        """The docstring: what it finds, by which clause, when a person must decide."""
        return self.judge.__doc__ or ""


_JUDGES: dict[str, Judge] = {}


def check(
    name: str, *, leans: Leans, threshold: float = THRESHOLD
) -> Callable[[Callable[[Case], Answer]], Callable[[Case], Answer]]:
    """Register a judge function under the name of its check.

    Raises:
        ValueError: when the check has a judge already.
    """

    def register(function: Callable[[Case], Answer]) -> Callable[[Case], Answer]:
        if name in _JUDGES:
            raise ValueError(f"{name} is judged twice: by {_JUDGES[name].judge.__name__} and {function.__name__}")
        _JUDGES[name] = Judge(name=name, judge=function, leans=leans, threshold=threshold)
        return function

    return register


def registered() -> dict[str, Judge]:
    """The judges of all modules imported so far, by the name of their check."""
    return dict(_JUDGES)
