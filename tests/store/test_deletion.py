"""After a deletion no name is left, and who ordered it, when and why is."""

from __future__ import annotations

import pytest
from sqlalchemy import exc, select, text

from pipeline.errors import WrongUse
from pipeline.store import schema
from pipeline.store.deletion import delete_petition
from pipeline.store.personal import Deleted
from pipeline.store.verify import verify
from tests.store.scans import drop, png, tiff

NAME = "Wilhelmina Quackenbush"


@pytest.fixture
def named(store):
    store.register_petition("elm", store.settings.home / "elm.toml")
    other = store.take_in(drop(store, "other.png", png(9), petition="elm"))
    store.take_in(drop(store, f"{NAME}.png", png(1)))
    store.take_in(drop(store, f"{NAME} again.png", png(1)))
    store.take_in(drop(store, f"{NAME}.tif", tiff(2)))
    for held in store.claim(most=9):
        key = f"k-{held.sha256}"
        store.record_facts(key, NAME.encode(), sha256=held.sha256, petition=held.petition)
        store.record_result(
            sha256=held.sha256, petition=held.petition, fingerprint="f", lines=NAME.encode(), exit_code=10, versions={},
            facts_key=key, held=held,
        )  # fmt: skip
    store.decide(petition="oak", target="line", key="1", decision="counts", by="R. Amsel", reason=f"this is {NAME}")
    return store, other


def test_names_go_and_the_log_still_proves_the_rest(named):
    store, other = named
    scans = store.scans_of("oak")
    gone = delete_petition(store, "oak", by="J. Orr, clerk", why="retention ended")
    assert gone.originals == 2
    for sha256 in scans:
        assert not store.original(sha256).exists() and store.facts(f"k-{sha256}") is None
        (result,) = store.results(sha256)
        with pytest.raises(Deleted):
            store.result_lines(result.id)
    assert [d.reason for d in store.decisions("oak")] == [""]
    assert [r.name for r in store.receipts()] == ["other.png", "", "", ""]
    seen = verify(store.database, store.originals)
    assert (seen.originals, seen.deleted) == (1, 2)
    assert store.facts(f"k-{other.sha256}") == NAME.encode()
    with store.database.reading() as connection:
        (row,) = connection.execute(select(schema.deletion)).all()
    assert (row.by, row.why, row.petition) == ("J. Orr, clerk", "retention ended", "oak")


def test_no_byte_of_a_name_is_left_in_the_database_or_the_folders(sqlite_named):
    store = sqlite_named
    assert any(NAME in p.name for p in store.inbox.root.rglob("*"))
    delete_petition(store, "oak", by="J. Orr", why="retention ended")
    assert [p for p in store.settings.home.rglob("*") if NAME in p.name] == []
    for file in store.settings.folder.glob("petition.db*"):
        assert NAME.encode() not in file.read_bytes()


@pytest.fixture
def sqlite_named(sqlite_store):
    store = sqlite_store
    store.take_in(drop(store, f"{NAME}.png", png(1)))
    (held,) = store.claim()
    store.fail(held, "damaged", f"{NAME}.png is damaged.")
    assert any(NAME.encode() in f.read_bytes() for f in store.settings.folder.glob("petition.db*"))
    return store


def test_a_deletion_wants_a_name_and_a_reason_and_a_petition_at_rest(named):
    store, _ = named
    for by, why in (("", "x"), ("x", " ")):
        with pytest.raises(WrongUse):
            delete_petition(store, "oak", by=by, why=why)
    with pytest.raises(WrongUse, match="No petition"):
        delete_petition(store, "ash", by="x", why="y")
    store.take_in(drop(store, "new.png", png(5)))
    store.claim()
    with pytest.raises(WrongUse, match="being read"):
        delete_petition(store, "oak", by="x", why="y")


def test_a_deleted_scan_does_not_come_back_by_the_door(named):
    store, _ = named
    delete_petition(store, "oak", by="J. Orr", why="retention ended")
    receipt = store.take_in(drop(store, "copy.png", png(1)))
    assert (receipt.outcome, receipt.reason) == ("problem", "deleted") and "J. Orr" in receipt.sentence
    store.settle()
    assert (store.inbox.problem / "oak" / "copy.png").exists()


def test_what_tells_of_a_deletion_cannot_be_changed(named):
    store, _ = named
    delete_petition(store, "oak", by="J. Orr", why="retention ended")
    for statement in ("UPDATE deletion SET why = 'x'", "DELETE FROM erased", "DELETE FROM deletion"):
        with pytest.raises(exc.DBAPIError), store.database.engine.connect() as connection, connection.begin():
            connection.execute(text(statement))
