"""A longer copy takes the place of the shorter, visibly, until the petition is filed (faults.md A2, A3, A6)."""

from __future__ import annotations

import io

import pikepdf
import pytest

from pipeline.errors import Damaged, Locked
from pipeline.store.intake_grown import Grown
from pipeline.store.intake_pages import digests
from tests.store.scans import drop, page, tiff


def taken(store, name, pages, *, filed=False):
    receipt = store.take_in(drop(store, name, tiff(*pages)))
    (held,) = store.claim()
    found = store.record_pages(held, [f"page-{n}" for n in pages], filed=filed)
    store.finish(held)
    return receipt.sha256, [(r.kind, r.other) for r in found]


def test_a_longer_copy_supersedes_the_shorter(store):
    first, found = taken(store, "scan.tif", [1])
    assert found == []
    longer, found = taken(store, "scan.tif", [1, 2, 3])
    assert found == [("supersedes", first)]
    assert store.scans_of("oak") == [longer] and store.original(first).exists()
    assert [(r.sha256, r.other) for r in store.relations("oak")] == [(longer, first)]


def test_after_filing_both_are_kept_for_a_person(store):
    first, _ = taken(store, "scan.tif", [1])
    longer, found = taken(store, "scan.tif", [1, 2], filed=True)
    assert found == [("longer-after-filing", first)] and store.scans_of("oak") == [first, longer]


def test_the_same_pages_in_other_bytes_are_for_a_person(store):
    first, _ = taken(store, "a.tif", [1, 2])
    receipt = store.take_in(drop(store, "b.tif", tiff(1, 2) + b"\0"))
    (held,) = store.claim()
    (found,) = store.record_pages(held, ["page-1", "page-2"], filed=False)
    assert (found.kind, found.other) == ("same-pages", first)
    assert store.scans_of("oak") == [first, receipt.sha256]
    store.finish(held)


def test_a_shorter_copy_and_a_stranger_supersede_nothing(store):
    first, _ = taken(store, "a.tif", [1, 2])
    _, found = taken(store, "b.tif", [1])
    assert found == [("shorter-copy", first)]
    _, found = taken(store, "c.tif", [2, 1])
    assert found == [] and len(store.scans_of("oak")) == 3


def test_saying_it_again_after_a_kill_adds_nothing(store):
    taken(store, "a.tif", [1])
    store.take_in(drop(store, "b.tif", tiff(1, 2)))
    (held,) = store.claim()
    assert len(store.record_pages(held, ["page-1", "page-2"], filed=False)) == 1
    assert store.record_pages(held, ["page-1", "page-2"], filed=False) == []
    assert len(store.relations("oak")) == 1
    store.finish(held)


def test_a_copy_that_goes_on_after_it_was_taken_is_a_further_version(sqlite_store):
    store, now = sqlite_store, [0.0]
    store._grown = Grown(lambda: now[0])
    path = drop(store, "scan.tif", tiff(1))
    with path.open("ab") as writer:
        first = store.take_in(path)
        writer.write(b"the rest")
        writer.flush()
        for seconds in (0.0, 5.0):
            now[0] += seconds
            store.settle()
            assert list((store.inbox.intake / "oak").iterdir()) == []
        writer.write(b" of it")
    for seconds in (5.0, 5.0, 5.0):
        assert list((store.inbox.intake / "oak").iterdir()) == []
        now[0] += seconds
        store.settle()
    (again,) = (store.inbox.intake / "oak").iterdir()
    assert again.read_bytes() == tiff(1) + b"the rest of it"
    longer = store.take_in(again)
    assert longer.outcome == "taken" and longer.sha256 != first.sha256
    now[0] += 100.0
    assert store.settle() == 0 and list((store.inbox.intake / "oak").iterdir()) == []


@pytest.mark.parametrize("point", ["grown-copied", "grown-renamed"])
def test_a_kill_while_a_grown_file_is_copied_loses_nothing(sqlite_store, monkeypatch, point):
    store, now = sqlite_store, [0.0]
    path = drop(store, "scan.tif", tiff(1))
    with path.open("ab") as writer:
        store.take_in(path)
        writer.write(b"the rest")

    def killed(passed):
        if passed == point:
            raise KeyboardInterrupt

    def look(grown):
        for seconds in (0.0, 10.0):
            now[0] += seconds
            grown.look(store)

    monkeypatch.setattr("pipeline.store.intake_grown.crashpoint", killed)
    with pytest.raises(KeyboardInterrupt):
        look(Grown(lambda: now[0]))
    monkeypatch.setattr("pipeline.store.intake_grown.crashpoint", lambda passed: None)
    look(Grown(lambda: now[0]))
    for file in sorted((store.inbox.intake / "oak").iterdir()):
        store.take_in(file)
    outcomes = [r.outcome for r in store.receipts()]
    assert outcomes in (["taken", "taken"], ["taken", "taken", "duplicate"])
    assert (store.inbox.taken / "oak" / "scan (2).tif").read_bytes() == tiff(1) + b"the rest"


def pdf(*seeds):
    out = io.BytesIO()
    first, *rest = [page(seed).resize((800, 1040)) for seed in seeds]
    first.save(out, "PDF", save_all=True, append_images=rest, resolution=100)
    return out.getvalue()


def test_pages_keep_their_digests_when_a_pdf_is_saved_anew_and_grows(tmp_path):
    (tmp_path / "a.pdf").write_bytes(pdf(1, 2))
    with pikepdf.open(tmp_path / "a.pdf") as opened:
        opened.save(tmp_path / "b.pdf", linearize=True)
    assert (tmp_path / "a.pdf").read_bytes() != (tmp_path / "b.pdf").read_bytes()
    one, same = digests(tmp_path / "a.pdf"), digests(tmp_path / "b.pdf")
    assert len(one) == 2 and one == same and one[0] != one[1]
    (tmp_path / "c.pdf").write_bytes(pdf(1, 2, 3))
    longer = digests(tmp_path / "c.pdf")
    assert longer[:2] == one and len(longer) == 3


def test_pages_of_a_tiff_have_digests(tmp_path):
    (tmp_path / "a.tif").write_bytes(tiff(1, 2, 1))
    one, two, three = digests(tmp_path / "a.tif")
    assert one == three != two


def test_a_file_that_cannot_be_opened_says_why(tmp_path):
    (tmp_path / "cut.pdf").write_bytes(pdf(1, 2)[:-2000])
    with pytest.raises(Damaged):
        digests(tmp_path / "cut.pdf")
    (tmp_path / "a.pdf").write_bytes(pdf(1))
    with pikepdf.open(tmp_path / "a.pdf") as opened:
        opened.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(user="u", owner="o"))
    with pytest.raises(Locked):
        digests(tmp_path / "locked.pdf")
