"""Did you mean …? The nearest known name for a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

# Under this a suggestion is more often a riddle than a help: tried on the keys of petition.toml with one to three letters
# dropped, doubled or swapped; the right key scored 70 or more, unrelated keys under 60.
LEAST_LIKENESS = 65.0


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A sentence for the end of an error message: the nearest known name, or all names where none is near."""
    names = sorted(known)
    plain = {n: n.lower().replace("_", "-") for n in names}
    best = process.extractOne(name.lower().replace("_", "-"), plain, scorer=fuzz.ratio, score_cutoff=LEAST_LIKENESS)
    if best is not None:
        return f'Did you mean "{best[2]}"?'
    return f"Known are: {', '.join(names)}." if names else "None is known here."
