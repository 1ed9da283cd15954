"""Which petition is a scan of, where its folder does not say? By the words printed on it; else a person is asked.

Pure but for the reading of print, which runs in a child process as every reading does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from pipeline import sandbox
from pipeline.errors import PetitionError
from pipeline.model.petition import PetitionFile
from pipeline.settings import Limits

# Leaves that are read for it: warning, summary and text stand on the first pages of a section, the heading on its first.
PAGES_READ = 3
# Of the word pairs of a petition's summary, text or heading so many are found on its own scans: 0.75 to 1 on the bundled ones;
# one word in ten misread leaves 0.8. Petitions on other matters share under 0.1.
LEAST_SHARE = 0.5
# Fewer found pairs than this prove nothing, whatever their share: three words may stand anywhere. A person's name may be two
# words, and counts where it stands there whole.
LEAST_PAIRS = 3

Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Words of a petition that its own paper bears and the ordinance does not, as pairs of neighbours."""

    pairs: Pairs
    name: bool = False
    """A person's name: all of it, or nothing."""

    def stands(self, there: Pairs) -> bool:
        """Whether enough of it is among the pairs of a page."""
        found = len(self.pairs & there)
        if self.name:
            return 0 < found == len(self.pairs)
        return found >= LEAST_PAIRS and found / len(self.pairs) >= LEAST_SHARE


class Unknown(PetitionError):
    """The petition of a scan is not known: the question for a person."""


def petition_of(path: Path, petitions: Mapping[str, PetitionFile], limits: Limits) -> str:
    """The id of the petition that the scan at `path` belongs to.

    Raises:
        Unknown: where the print fits none, or more than one; the message is the question.
        PetitionError: where the file cannot be read.
    """
    if not petitions:
        raise Unknown(
            "Which petition is this scan of? No petition is known yet: tell the program of one, then put the file into the "
            "folder of that petition in the intake."
        )
    words = sandbox.call(printed_words, path, limits, limits=limits)
    return chosen(words, petitions)


def chosen(words: str, petitions: Mapping[str, PetitionFile]) -> str:
    """The petition whose own words stand among `words`.

    Raises:
        Unknown: where that is not one alone.
    """
    there = _pairs(words)
    # A section need not bear all parts on its first pages: one is enough.
    every = {name: _parts(petition) for name, petition in petitions.items()}
    fitting = {name: parts for name, parts in every.items() if any(p.stands(there) for p in parts)}
    # Petitions on one matter share their words: then what only one of them says decides.
    alone = [name for name, parts in fitting.items() if any(p.stands(there) for p in _without(parts, fitting, name))]
    if len(alone) == 1:
        return alone[0]
    ids = ", ".join(sorted(fitting or petitions))
    said = "Its print fits more than one" if fitting else "Its print fits none that is known"
    raise Unknown(f"Which petition is this scan of? {said}: {ids}. Put the file into the folder of its petition in the intake.")


def _without(parts: Sequence[Part], fitting: Mapping[str, Sequence[Part]], name: str) -> list[Part]:
    """The parts without what other petitions that fit say too."""
    others = Pairs().union(*(part.pairs for n, own in fitting.items() if n != name for part in own))
    return [replace(part, pairs=part.pairs - others) for part in parts]


def _parts(petition: PetitionFile) -> tuple[Part, ...]:
    """Summary, text, and whom a recall or a nomination is about."""
    person = petition.official.name if petition.official else petition.candidate
    return (
        Part(pairs=_pairs(petition.summary or "")),
        Part(pairs=_pairs(petition.text or "")),
        Part(pairs=_pairs(person or ""), name=True),
    )


def _pairs(text: str) -> Pairs:
    return frozenset(pairwise(re.findall(r"[a-z0-9]+", text.lower())))


def printed_words(path: Path, limits: Limits) -> str:
    """The print of the first pages of a scan, read in the child process that calls it."""
    from pipeline.ocr.print import TesseractPrint
    from pipeline.pages.open import open_scan
    from pipeline.pages.shelf import Shelf

    said: list[str] = []
    with open_scan(path, limits) as opened:
        shelf = Shelf(path, opened, TesseractPrint(time_limit_s=limits.print_seconds))
        for number in shelf.read_all(lambda view: said.extend(w.text for w in view.text.words), 1, PAGES_READ):
            sandbox.report(number, opened.page_count)
    return " ".join(said)
