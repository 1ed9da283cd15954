"""An archive for trying flows on: many small scans whose facts lie in the store already, so that no pixel is read.

The facts are those of one bundled sample, read once; each scan bears them as its own. Nothing here is a measure of reading.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

import pikepdf

from pipeline import run
from pipeline.law import petition_file
from pipeline.model import facts_codec
from pipeline.model.scan import ScanFacts
from pipeline.store import Store, StoreSettings, Watch
from pipeline.work import campaign, inputs, reading
from pipeline.work.pieces import PIECE_PAGES

ROOT = Path(__file__).parent.parent
PETITION = "leaf-blowers"
SAMPLE = ROOT / "samples" / "scans" / "warning-not-red.pdf"


def facts_of_sample(cache: Path) -> ScanFacts:
    """The facts of one bundled sample: read once, then from `cache`."""
    if cache.exists():
        return facts_codec.decode(cache.read_bytes())
    facts = run.measure(SAMPLE, petition_file.load(ROOT / "samples" / "petitions" / PETITION / "petition.toml")).facts
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.write_bytes(facts_codec.encode(facts))
    return facts


def fill(store: Store, petition: Path, facts: ScanFacts, scans: int) -> list[str]:
    """Take in `scans` scans with facts; their hashes. They wait to be judged."""
    store.inbox.ensure(store.settings.folder)
    store.register_petition(PETITION, petition)
    for number in range(scans):
        _blank(store.inbox.intake / PETITION / f"scan-{number:04}.pdf", facts.scan.page_count, number)
    given = inputs.load(next(p for p in store.petitions() if p.id == PETITION))
    watch = Watch(store.inbox, store.settings)
    hashes = []
    for ready in watch.look().ready:
        receipt = store.take_in(ready.path)
        if receipt is None or receipt.sha256 is None or receipt.outcome != "taken":
            continue
        own = replace(facts, scan=replace(facts.scan, sha256=receipt.sha256))
        key = given.facts_key(receipt.sha256, 1, PIECE_PAGES)
        store.record_facts(key, facts_codec.encode(own), sha256=receipt.sha256, petition=PETITION)
        hashes.append(receipt.sha256)
    return hashes


def _blank(path: Path, pages: int, number: int) -> None:
    with pikepdf.new() as pdf:
        for _ in range(pages):
            pdf.add_blank_page()
        pdf.docinfo["/Title"] = f"made-up scan {number}"
        pdf.save(path)


def judge(store: Store) -> None:
    """Judge whatever waits, once.

    Raises:
        RuntimeError: where a scan ended otherwise than judged.
    """
    while held := store.claim(most=50):
        for claim in held:
            ended = reading.read(store, claim).ended
            if ended != "done":
                raise RuntimeError(f"scan {claim.sha256[:12]} ended as {ended}")


def done(store: Store) -> int:
    """How many scans of the newest reprocessing are judged."""
    kinds = [w.kind for w in store.work() if w.kind.startswith("reprocess-")]
    return len(store.work(kind=max(kinds), state="done")) if kinds else 0


def unfinished(store: Store) -> int:
    """How many reprocessings are under way."""
    return len(campaign.unfinished(store))


def check(store: Store, scans: int, results: int) -> list[str]:
    """What is not as it should be: each scan has just so many results, no two of one kind, and nothing is left."""
    wrong = []
    per_scan: dict[str, list[str]] = {}
    for one in store.results():
        per_scan.setdefault(one.sha256, []).append(one.fingerprint)
    if len(per_scan) != scans:
        wrong.append(f"{len(per_scan)} scans have results, not {scans}")
    wrong += [f"scan {s[:12]} has {len(f)} results, not {results}" for s, f in per_scan.items() if len(f) != results]
    wrong += [f"scan {s[:12]} has a result twice" for s, f in per_scan.items() if len(set(f)) != len(f)]
    wrong += [f"work {w.id} on scan {w.sha256[:12]} is {w.state}" for w in store.work() if w.state != "done"]
    return wrong


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    filling = steps.add_parser("fill", help="take scans in and judge each once")
    filling.add_argument("petition", type=Path, help="petition.toml, a copy of the bundled leaf-blowers")
    filling.add_argument("--scans", type=int, default=200)
    filling.add_argument("--facts", type=Path, required=True, help="where the sample's facts are kept between calls")
    waiting = steps.add_parser("wait", help="wait until so many scans of a reprocessing are judged")
    waiting.add_argument("--done", type=int, required=True)
    steps.add_parser("done", help="print how many are")
    checking = steps.add_parser("check", help="prove that each scan was judged exactly once each time")
    checking.add_argument("--scans", type=int, required=True)
    checking.add_argument("--results", type=int, required=True)
    given = parser.parse_args(arguments)
    with Store.open(StoreSettings(stable_seconds=0, free_bytes=0)) as store:
        match given.step:
            case "fill":
                fill(store, given.petition, facts_of_sample(given.facts), given.scans)
                judge(store)
            case "wait":
                while unfinished(store) == 0 or done(store) < given.done:
                    time.sleep(0.3)
            case "done":
                print(done(store))
            case "check":
                wrong = check(store, given.scans, given.results)
                print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
                return int(bool(wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main())
