"""An archive without OCR: small scans whose facts lie in the store already, so that flows judge them and read no pixel."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from pipeline.model import facts_codec
from pipeline.model.scan import ScanFacts
from pipeline.store import Store, Watch
from pipeline.work import inputs
from pipeline.work.pieces import PIECE_PAGES
from tests.checks.clean_section import SCAN, clean_facts
from tests.conftest import ROOT
from tests.store.scans import drop, tiff

PETITION = "leaf-blowers"
# A name that stands in the facts of every scan here.
SIGNER = "Ada Quill"


def petition_in(folder: Path) -> Path:
    """A copy of a bundled petition that a test may change; its file."""
    target = folder / PETITION
    shutil.copytree(ROOT / "samples" / "petitions" / PETITION, target)
    return target / "petition.toml"


def fill(store: Store, scans: int, *, first: int = 0) -> list[str]:
    """Take in scans of four pages, each with facts of a clean section whose warning is not red; their hashes."""
    known = next(p for p in store.petitions() if p.id == PETITION)
    given = inputs.load(known)
    facts = clean_facts()
    black = tuple(replace(w, colour=replace(w.colour, answer="not-red")) for w in facts.warnings)
    facts = replace(facts, warnings=black)
    watch = Watch(store.inbox, store.settings)
    for number in range(first, first + scans):
        drop(store, f"scan-{number}.tif", tiff(*(number * 4 + page for page in range(4))), PETITION)
    hashes = []
    watch.look()
    for ready in watch.look().ready:
        receipt = store.take_in(ready.path)
        assert receipt is not None and receipt.sha256 is not None, "it stood still"
        hashes.append(receipt.sha256)
        kept = ScanFacts(
            schema="facts/1", scan=replace(SCAN, sha256=receipt.sha256), pages=facts.pages, sections=(facts,), blank=(),
            unplaced=(), versions={"finders": "1"},
        )  # fmt: skip
        key = given.facts_key(receipt.sha256, 1, PIECE_PAGES)
        store.record_facts(key, facts_codec.encode(kept), sha256=receipt.sha256, petition=PETITION)
    return hashes
