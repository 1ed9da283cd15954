"""The section flow: what waits is read once, what fails is told, and Prefect's own files name no signer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from flows.section import runner, section
from pipeline.model import facts_codec
from pipeline.work import inputs, pieces, reading
from pipeline.work.pieces import PIECE_PAGES
from tests.flows.archive import PETITION, SIGNER, fill
from tests.store.scans import drop

pytestmark = pytest.mark.usefixtures("settings_of_prefect")


def _section(**more):
    return section.with_options(task_runner=runner(2))(**more)


def test_waiting_scans_are_read_and_reported(store, no_pixel):
    hashes = fill(store, 3)
    assert _section() == {"done": 3}
    assert sorted(r.sha256 for r in store.results()) == sorted(hashes)
    assert store.status().taken == 3 and store.waiting() == []
    reports = sorted((store.settings.inbox_folder / "reports" / PETITION).glob("*.html"))
    assert len(reports) == 3


def test_a_run_takes_no_more_than_it_is_told(store, no_pixel):
    fill(store, 3)
    assert _section(scans=2) == {"done": 2}
    assert len(store.waiting()) == 1


def test_a_run_with_nothing_to_do_does_nothing(store):
    assert _section() == {}


def test_a_damaged_scan_is_a_problem_and_stops_no_other(store):
    fill(store, 1)
    drop(store, "cut.pdf", b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n", PETITION)
    (cut,) = store.inbox.intake.rglob("cut.pdf")
    assert store.take_in(cut) is not None
    assert _section() == {"done": 1, "problem": 1}
    status = store.status()
    assert (status.taken, status.problem) == (1, 1)
    (why,) = store.inbox.problem.rglob("cut.pdf.why.txt")
    assert why.read_text(encoding="utf-8")


def test_what_prefect_remembers_and_the_store_does_not_is_done_all_the_same(store, no_pixel, monkeypatch):
    (sha256,) = fill(store, 1)
    assert _section() == {"done": 1}
    # As after a restore of the store from before: the task's answer is kept, the work is not done.
    store.queue("read", "again", sha256, PETITION)
    assert _section() == {"done": 1}
    assert [w.state for w in store.work(sha256=sha256)] == ["done", "done"]


def test_no_signer_is_named_in_the_files_of_prefect(store, no_pixel):
    fill(store, 2)
    assert _section() == {"done": 2}
    facts = store.facts(store.results()[0].facts_key)
    assert SIGNER.encode() in facts
    home, results = Path(os.environ["PREFECT_HOME"]), Path(os.environ["PREFECT_RESULTS_LOCAL_STORAGE_PATH"])
    files = [f for folder in (home, results) for f in folder.rglob("*") if f.is_file()]
    assert files
    told = [f.name for f in files if any(word.encode() in f.read_bytes() for word in SIGNER.split())]
    assert told == []


def test_a_claim_that_another_took_over_is_not_written_twice(store, no_pixel):
    fill(store, 1)
    (sleeper,) = store.claim(lease=0.01)
    import time

    time.sleep(0.05)
    (waker,) = store.claim()
    assert reading.read(store, waker).ended == "done"
    assert reading.read(store, sleeper).ended == "lost"
    assert len(store.results()) == 1


def test_a_long_scan_goes_back_to_the_queue_for_its_next_pages(store, monkeypatch):
    from dataclasses import replace

    from pipeline import run
    from pipeline.measure import Measured

    (sha256,) = fill(store, 1)
    given = inputs.load(store.petitions()[0])
    one = facts_codec.decode(store.facts(given.facts_key(sha256, 1, PIECE_PAGES)))
    # The same scan with a hundred pages more, read in pieces that end with a section.
    read_from = []

    def measure(path, petition, *, piece, **more):
        read_from.append(piece.first)
        last = piece.first + 3
        pages = tuple(replace(p, number=piece.first + i) for i, p in enumerate(one.pages))
        facts = replace(one, scan=replace(one.scan, page_count=12), pages=pages, sections=())
        return Measured(facts=facts, pictures=(), next_page=None if last == 12 else last + 1)

    monkeypatch.setattr(run, "measure", measure)
    monkeypatch.setattr(pieces, "PIECE_PAGES", 4)
    ended = [_section(), _section(), _section()]
    assert ended == [{"more": 1}, {"more": 1}, {"done": 1}]
    assert read_from == [1, 5, 9]
    assert len(store.results()) == 1
