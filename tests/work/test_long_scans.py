"""A long scan: its first piece is small, what is found is shown at once and visibly not whole, and only the whole is counted."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from pipeline import run
from pipeline.measure import Measured, Piece
from pipeline.model.scan import ScanFacts
from pipeline.store import Store
from pipeline.work import page_pictures, pieces, reading
from tests.checks.clean_section import SCAN, clean_facts
from tests.flows.archive import PETITION, petition_in
from tests.store.conftest import settings_in
from tests.store.scans import drop, page

PAGES = 100


def long_tiff(pages: int) -> bytes:
    out = io.BytesIO()
    first, *rest = [Image.new("L", (8, 8), n % 256) for n in range(pages)]
    first.save(out, "TIFF", save_all=True, append_images=[page(0), *rest[1:]])
    return out.getvalue()


@pytest.fixture
def store(tmp_path):
    settings = settings_in(tmp_path)
    with Store.open(settings) as opened:
        opened.inbox.ensure(settings.folder)
        opened.register_petition(PETITION, petition_in(tmp_path))
        yield opened


@pytest.fixture
def measured(monkeypatch):
    """What was asked to be measured, with clean sections of four pages for it."""
    asked: list[Piece] = []

    def measure(path, _petition, *, piece, **_more):
        asked.append(piece)
        clean = clean_facts()
        last = min(piece.first - 1 + max(4, (piece.most - 1) // 4 * 4), PAGES)
        pages = tuple(replace(clean.pages[0], number=n) for n in range(piece.first, last + 1))
        sections = tuple(
            replace(clean, pages=tuple(replace(p, number=start + i) for i, p in enumerate(clean.pages)))
            for start in range(piece.first, last, 4)
        )
        facts = ScanFacts(
            schema="facts/1", scan=replace(SCAN, sha256=path.name, page_count=PAGES), pages=pages, sections=sections, blank=(),
            unplaced=(), versions={"finders": "1"},
        )  # fmt: skip
        return Measured(facts=facts, pictures=(), next_page=None if last == PAGES else last + 1)

    monkeypatch.setattr(run, "measure", measure)
    return asked


def reports(store):
    folder = store.settings.inbox_folder / "reports" / PETITION
    return {p.name: p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.html"))} if folder.exists() else {}


def step(store):
    (held,) = store.claim()
    return reading.read(store, held)


def test_the_first_piece_is_small_and_shown_at_once_and_counts_for_nothing(store, measured):
    store.take_in(drop(store, "stack.tif", long_tiff(PAGES), PETITION))
    assert pieces.partly_read(store) == []
    assert step(store).ended == "more"
    assert measured == [Piece(first=1, most=pieces.FIRST_PAGES)]
    (shown,) = reports(store).values()
    assert "pages 1 to 4 of 100 read so far" in shown and "not read to its end" in shown
    (part,) = pieces.partly_read(store)
    assert (part.petition, part.read, part.pages) == (PETITION, 4, PAGES)
    assert store.results() == [], "what is not whole has no result, and only results are counted"
    assert store.status().taken == 0


def test_when_all_is_read_no_report_says_otherwise(store, measured):
    store.take_in(drop(store, "stack.tif", long_tiff(PAGES), PETITION))
    while step(store).ended == "more":
        assert all("read so far" in text for text in reports(store).values())
    assert [p.first for p in measured] == [1, 5, 53]
    assert len(store.results()) == 1 and pieces.partly_read(store) == []
    assert len(reports(store)) == 3
    assert not [name for name, text in reports(store).items() if "so far" in text or "not read to its end" in text]


def test_a_scan_of_one_piece_is_read_in_one_look(store, measured):
    store.take_in(drop(store, "one.tif", long_tiff(pieces.PIECE_PAGES), PETITION))
    step(store)
    assert measured == [Piece(first=1, most=pieces.PIECE_PAGES)]


def test_a_reprocessing_shows_nothing_until_it_is_whole(store, measured, monkeypatch):
    """The earlier result still holds: its reports are not written over with half of a new one."""
    store.take_in(drop(store, "stack.tif", long_tiff(PAGES), PETITION))
    while step(store).ended == "more":
        pass
    before = reports(store)
    monkeypatch.setattr(run, "FINDERS", "another")
    sha256 = store.results()[0].sha256
    store.queue("reprocess-x", sha256, sha256, PETITION)
    (held,) = store.claim("reprocess-x")
    assert reading.read(store, held).ended == "more"
    assert reports(store) == before


def test_pictures_of_a_piece_are_found_by_the_key_of_its_facts(store, measured, monkeypatch):
    kept: list[str] = []
    monkeypatch.setattr(page_pictures, "keep", lambda _home, key, _pictures: kept.append(key))
    store.take_in(drop(store, "stack.tif", long_tiff(PAGES), PETITION))
    step(store)
    assert kept and store.facts(kept[0]) is not None
