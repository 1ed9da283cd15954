"""The real reading of claimed scans (`pipeline.work.reading`) with its measuring stubbed, for kills between its steps.

`python -m tests.faults.reader` reads what waits, and ends when nothing does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pipeline import run
from pipeline.measure import Measured
from pipeline.model.scan import ScanFacts
from pipeline.store import Store
from pipeline.store.settings import StoreSettings
from pipeline.work import reading
from tests.checks.clean_section import SCAN, clean_facts


def measured(path: Path, *_given: object, **_more: Mapping[str, Any]) -> Measured:
    """What stands for measuring: facts of a clean section, whatever is on the page."""
    facts = clean_facts()
    scan = replace(SCAN, sha256=path.name)
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
