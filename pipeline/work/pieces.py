"""A long scan in pieces: which pages one step reads, where the next begins, and how far the scan is.

A scan of up to `PIECE_PAGES` pages is one piece. Of a longer one the first piece is small, so that a person sees the first
findings soon; every piece ends where a section ends (`pipeline.measure.Piece`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.errors import PetitionError
from pipeline.model import facts_codec
from pipeline.model.scan import ScanFacts
from pipeline.store import Store
from pipeline.work import inputs
from pipeline.work.inputs import Inputs

# One task of a flow reads so many pages of a long scan (design.md, "Flows and scale"): a stop loses at most so many.
PIECE_PAGES = 50
# The first step on a longer scan reads so many pages, and more only until a second section begins. Six pages hold the first
# section of four leaves and the beginning of the second; they are read well within the 30 seconds after which a person wants to
# see something (measured in benchmarks/results/long_scan.json).
FIRST_PAGES = 6

# Where the next piece begins, by the key of the facts before it: a scan of ten thousand pages has two hundred pieces, and is
# asked for its next one as often. Facts under a key never change.
_behind_key: dict[str, int | None] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class PartlyRead:
    """A long scan of which some pieces are read, and no result stands yet."""

    sha256: str
    petition: str
    read: int
    """Pages read so far: 1 to `read`."""
    pages: int


def most(store: Store, sha256: str, first: int) -> int:
    """How many pages the piece that begins at page `first` has, before its last section is left to the next piece."""
    if first > 1:
        return PIECE_PAGES
    count = store.page_count(sha256)
    return FIRST_PAGES if count is not None and count > PIECE_PAGES else PIECE_PAGES


def key_of(store: Store, sha256: str, given: Inputs, first: int) -> str:
    """The key of the facts of the piece that begins at page `first`."""
    return given.facts_key(sha256, first, most(store, sha256, first))


def next_page(store: Store, sha256: str, given: Inputs) -> int | None:
    """The first page of the first piece that has no facts yet; None where all have."""
    first: int | None = 1
    while first is not None:
        key = key_of(store, sha256, given, first)
        if key not in _behind_key:
            kept = store.facts(key)
            if kept is None:
                return first
            _behind_key[key] = behind(facts_codec.decode(kept))
        first = _behind_key[key]
    return None


def forget() -> None:
    """Ask the store anew for everything: what was kept there is gone."""
    _behind_key.clear()


def kept(store: Store, sha256: str, given: Inputs) -> Iterator[tuple[str, int, ScanFacts]]:
    """Key, first page and facts of a scan's pieces, as far as they are known, in order."""
    first: int | None = 1
    while first is not None:
        key = key_of(store, sha256, given, first)
        facts = store.facts(key)
        if facts is None:
            return
        decoded = facts_codec.decode(facts)
        yield key, first, decoded
        first = behind(decoded)


def behind(facts: ScanFacts) -> int | None:
    """The page behind a piece; None where it has the scan's last."""
    last = facts.pages[-1].number if facts.pages else facts.scan.page_count
    return last + 1 if last < facts.scan.page_count else None


def partly_read(store: Store) -> list[PartlyRead]:
    """The long scans that are being read just now and have something to show, in the order in which they came.

    Raises:
        PetitionError: where the store cannot be read.
    """
    long = store.long_scans(PIECE_PAGES)
    known = {p.id: p for p in store.petitions()} if long else {}
    found = []
    for sha256, petition, pages in long:
        if petition not in known:
            continue
        try:
            begin = next_page(store, sha256, inputs.load(known[petition]))
        except PetitionError:
            # Its petition file cannot be used just now, which is told where it is read.
            continue
        if begin != 1:
            read = pages if begin is None else begin - 1
            found.append(PartlyRead(sha256=sha256, petition=petition, read=read, pages=pages))
    return found
