"""The sets of decisions that could turn a verdict, proved by counting with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pipeline.count.decisions import settle
from pipeline.count.parts import Gathered
from pipeline.law.ordinance import Ordinance
from pipeline.model.count import Decision, Path, PetitionCount
from pipeline.model.petition import PetitionFile

if TYPE_CHECKING:
    from pipeline.count.total import Beside

Counting = Callable[[PetitionFile, Ordinance, Gathered, "Beside"], PetitionCount]
# A line that falls may let another of the same elector come back; each round takes in what the one before let come back.
MOST_ROUNDS = 8


def proved_paths(
    petition: PetitionFile, ordinance: Ordinance, gathered: Gathered, beside: Beside, tally: PetitionCount, counting: Counting
) -> tuple[Path, ...]:
    """Each path of the count, made longer until a count with all its decisions ends as it says; left out where none does."""
    out = []
    for path in tally.paths:
        keys = list(path.decisions)
        for _ in range(MOST_ROUNDS):
            supposed = settle((*beside.decisions.rows, *_rows(path, keys)))
            then = counting(petition, ordinance, gathered, replace(beside, decisions=supposed))
            if _reached(path, then):
                grown = len(keys) > len(path.decisions)
                out.append(replace(path, decisions=tuple(keys), exact=path.exact and not grown))
                break
            further = next((p for p in then.paths if p.to == path.to), None)
            more = [k for k in further.decisions if k not in keys] if further else []
            if not more:
                break
            keys += more
    return tuple(out)


def _rows(path: Path, keys: list[str]) -> tuple[Decision, ...]:
    """What the path asks a person to decide, as if it were decided."""
    word = "set-aside" if path.to == "sufficient" else "upheld"
    at = datetime(1, 1, 1, tzinfo=UTC)
    return tuple(Decision(target="finding", key=k, decision=word, by="supposed", at=at) for k in keys)


def _reached(path: Path, then: PetitionCount) -> bool:
    least = then.required.least or 0
    if path.to == "sufficient":
        return then.numbers.counted >= least
    return then.numbers.counted + then.numbers.review < least
