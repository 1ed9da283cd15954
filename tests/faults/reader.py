"""The real reading of claimed scans (`pipeline.work.reading`) with its measuring stubbed, for kills between its steps.

`python -m tests.faults.reader` reads what waits, and ends when nothing does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image

from pipeline import run
from pipeline.measure import Measured, Piece
from pipeline.model.scan import ScanFacts
from pipeline.store import Store
from pipeline.store.settings import StoreSettings
from pipeline.work import pieces, reading
from tests.checks.clean_section import SCAN, clean_facts


def measured(path: Path, *_given: object, piece: Piece, **_more: Mapping[str, Any]) -> Measured:
    """What stands for measuring: facts of a clean section, whatever is on the page; of a long scan piece by piece."""
    facts = clean_facts()
    scan = replace(SCAN, sha256=path.name)
    with Image.open(path) as opened:
        count = getattr(opened, "n_frames", 1)
    if count > pieces.PIECE_PAGES:
        last = 4 if piece.first == 1 else count
        pages = tuple(replace(facts.pages[0], number=n) for n in range(piece.first, last + 1))
        section = replace(facts, pages=tuple(replace(p, number=piece.first + i) for i, p in enumerate(facts.pages)))
        kept = ScanFacts(
            schema="facts/1", scan=replace(scan, page_count=count), pages=pages, sections=(section,), blank=(), unplaced=(),
            versions={"finders": "1"},
        )  # fmt: skip
        return Measured(facts=kept, pictures=(), next_page=None if last == count else last + 1)
    kept = ScanFacts(
        schema="facts/1", scan=scan, pages=facts.pages, sections=(facts,), blank=(), unplaced=(), versions={"finders": "1"}
    )
    return Measured(facts=kept, pictures=())


def main() -> None:
    run.measure = measured
    with Store.open(StoreSettings()) as store:
        store.settle()
        while held := store.claim():
            reading.read(store, held[0])


if __name__ == "__main__":
    main()
