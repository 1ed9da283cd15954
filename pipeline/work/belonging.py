"""Which petition is a scan of, where its folder does not say? By the words printed on it; else a person is asked.

Pure but for the reading of print, which runs in a child process as every reading does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

from pipeline import sandbox
from pipeline.errors import PetitionError
from pipeline.model.petition import PetitionFile
from pipeline.settings import Limits

# Leaves that are read for it: warning, summary and text stand on the first pages of a section, the heading on its first.
PAGES_READ = 3
# Of the word pairs that only this petition has, so many are found on its own scans: 0.75 to 1 on the bundled ones, whole
# pages of OCR slips leave above half. On scans of other petitions under 0.02.
LEAST_SHARE = 0.35
# Fewer found pairs than this prove nothing, whatever their share: a title of three words may stand anywhere.
LEAST_PAIRS = 3


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
    shares = {name: share for name, share in _shares(words, petitions).items() if share >= LEAST_SHARE}
    if len(shares) == 1:
        return next(iter(shares))
    ids = ", ".join(sorted(shares or petitions))
    said = "Its print fits more than one" if shares else "Its print fits none that is known"
    raise Unknown(f"Which petition is this scan of? {said}: {ids}. Put the file into the folder of its petition in the intake.")


def _shares(words: str, petitions: Mapping[str, PetitionFile]) -> dict[str, float]:
    """For each petition, how many of the word pairs that it alone has stand in `words` (0 to 1)."""
    there = _pairs(words)
    own = {name: _pairs(_says(petition)) for name, petition in petitions.items()}
    out = {}
    for name, pairs in own.items():
        others = set().union(*(p for n, p in own.items() if n != name))
        only = pairs - others
        found = len(only & there)
        out[name] = found / len(only) if found >= LEAST_PAIRS else 0.0
    return out


def _says(petition: PetitionFile) -> str:
    """The words of a petition that its own paper bears and the ordinance does not."""
    official = (petition.official.name, petition.official.office or "") if petition.official else ()
    heading = (petition.candidate or "", petition.candidate_address or "", *official)
    return " \n ".join(w for w in (petition.summary or "", petition.text or "", *heading) if w)


def _pairs(text: str) -> set[tuple[str, str]]:
    return set(pairwise(re.findall(r"[a-z0-9]+", text.lower())))


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
