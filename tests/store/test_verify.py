"""Whatever is changed by hand in the store is found, and the first bad record named (faults.md I4, D25, B28)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from sqlalchemy import exc, text

from pipeline.errors import ExitCode, StoreDamaged
from pipeline.store import FindingRow, Store, anchor, schema
from pipeline.store.verify import verify
from tests.store.conftest import settings_in
from tests.store.postgresql import USER
from tests.store.scans import drop, png


def fill(store):
    """One of everything."""
    for seed in range(3):
        store.take_in(drop(store, f"{seed}.png", png(seed)))
    store.take_in(drop(store, "again.png", png(0)))
    store.take_in(drop(store, "bad.pdf", b"MZ"))
    for number, held in enumerate(store.claim(most=3)):
        store.record_pages(held, ["p1", "p2"][: 1 + number % 2], filed=False)
        store.record_facts(f"k{number}", b"facts of a signer", sha256=held.sha256, petition="oak")
        row = FindingRow(key="k", check="c", clause="x", consequence="void", certainty=0.5, page=1, row=2, evidence="e")
        store.record_result(
            sha256=held.sha256, petition="oak", fingerprint="f", lines=b"{}\n", exit_code=10, versions={}, facts_key=f"k{number}",
            findings=[row], held=held,
        )  # fmt: skip
    store.decide(petition="oak", target="finding", key="k", decision="upheld", by="R. Amsel", reason="seen")


def _templates():
    """Each kind of store filled once, for its tests to copy."""
    made: dict[str, tuple[Path, str | None]] = {}

    def get(kind, folder, url):
        if kind not in made:
            settings = settings_in(folder, url)
            with Store.open(settings) as opened:
                opened.inbox.ensure(settings.folder)
                opened.register_petition("oak", settings.home / "petition.toml")
                fill(opened)
            made[kind] = folder, url
        return made[kind]

    return get


@pytest.fixture(scope="module")
def templates():
    return _templates()


def _copy(templates, kind, tmp_path, tmp_path_factory, cluster):
    folder, url = templates(kind, tmp_path_factory.mktemp(f"filled-{kind}"), cluster.url() if cluster else None)
    shutil.copytree(folder / "home", tmp_path / "home")
    return Store.open(settings_in(tmp_path, cluster.url(copy_of=url) if cluster else None))


@pytest.fixture(params=["sqlite", "postgresql"])
def filled(request, templates, tmp_path, tmp_path_factory):
    """Without the invariants at the end: these tests break them."""
    cluster = request.getfixturevalue("cluster") if request.param == "postgresql" else None
    with _copy(templates, request.param, tmp_path, tmp_path_factory, cluster) as opened:
        yield opened


@pytest.fixture
def sqlite_filled(templates, tmp_path, tmp_path_factory):
    with _copy(templates, "sqlite", tmp_path, tmp_path_factory, None) as opened:
        yield opened


def change(store, statement, *, guards=True):
    """Change the database as its owner could, with the guards off."""
    with store.database.engine.connect() as connection, connection.begin():
        if not guards and not store.database.sqlite:
            connection.execute(text("SET session_replication_role = replica"))
        if not guards and store.database.sqlite:
            kept = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")).all()
            for name, _ in kept:
                connection.execute(text(f"DROP TRIGGER {name}"))
        connection.execute(text(statement))
        if not guards and store.database.sqlite:
            for _, sql in kept:
                connection.exec_driver_sql(sql)


def found(store):
    with pytest.raises(StoreDamaged) as error:
        verify(store.database, store.originals)
    assert error.value.exit_code == ExitCode.STORE_DAMAGED
    return str(error.value)


def test_a_store_as_it_was_written_is_whole(filled):
    seen = verify(filled.database, filled.originals)
    assert seen.originals == 3 and seen.links > 20 and seen.notes == ()


def test_rows_cannot_be_changed_or_deleted(filled):
    with_rows = [t for t in schema.APPEND_ONLY if t.name not in ("deletion", "erased")]
    for table in with_rows:
        column = next(iter(table.columns)).name
        for what in (f'UPDATE {table.name} SET "{column}" = "{column}"', f"DELETE FROM {table.name}"):
            with pytest.raises(exc.DBAPIError, match="only ever added"):
                change(filled, what)
    verify(filled.database, filled.originals)


def test_what_names_people_cannot_be_changed_nor_deleted_without_a_deletion(filled):
    with pytest.raises(exc.DBAPIError, match=r"never changed|only ever added"):
        change(filled, "UPDATE personal SET what = 'x'")
    with pytest.raises(exc.DBAPIError, match="deletion that names them"):
        change(filled, "DELETE FROM personal")


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE receipt SET petition = 'elm' WHERE id = 2", "receipt 2 was changed"),
        ("UPDATE receipt SET bytes = bytes + 1 WHERE id = 3", "receipt 3 was changed"),
        ("DELETE FROM finding WHERE id = 2", "finding 2 was deleted"),
        ("UPDATE result SET exit = 0 WHERE id = 1", "result 1 was changed"),
        ("UPDATE decision SET decision = 'set-aside'", "decision 1 was changed"),
        ("UPDATE log SET event = 'other' WHERE seq = 5", "link 5 of the log was changed"),
        ("UPDATE log SET \"by\" = 'someone' WHERE seq = 7", "link 7 of the log was changed"),
        ("DELETE FROM log WHERE seq = 6", "link 6 of the log is missing"),
        ("DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)", "is missing: the log ends before"),
        ("UPDATE head SET hash = 'x'", "is missing: the log ends before"),
        ("UPDATE meta SET value = 'x'", "meta store was changed"),
        ("DELETE FROM personal WHERE what = 'decision'", "of decision 1) is missing"),
        ("UPDATE personal SET salt = body WHERE what = 'facts'", "of facts k0) was changed"),
        ("UPDATE personal SET body = salt WHERE what = 'evidence-key'", "evidence key"),
    ],
)
def test_the_first_bad_record_is_named(filled, statement, named):
    (filled.settings.folder / "last-link.json").unlink()
    change(filled, statement, guards=False)
    assert named in found(filled)


def test_a_row_written_past_the_log_is_found(filled):
    change(
        filled,
        'INSERT INTO decision (petition, target, key, decision, "by", personal, digest, at) '
        "VALUES ('oak', 'finding', 'k', 'set-aside', 'nobody', 1, 'x', 'now')",
    )
    assert "decision 2 was written past the log" in found(filled)


def test_guards_that_were_taken_off_are_missed(sqlite_filled):
    change(sqlite_filled, "DROP TRIGGER decision_no_update")
    assert "trigger decision_no_update was taken off" in found(sqlite_filled)


def test_a_guard_switched_off_in_postgresql_is_missed(tmp_path, cluster):
    settings = settings_in(tmp_path, cluster.url())
    with Store.open(settings) as store:
        change(store, "ALTER TABLE log DISABLE TRIGGER log_no_change")
        assert USER and "trigger log_no_change was taken off" in found(store)


def test_an_original_that_was_changed_or_lost_is_named(sqlite_filled):
    store = sqlite_filled
    one, other, *_ = sorted(store.originals.all())
    store.original(one).chmod(0o644)
    assert verify(store.database, store.originals).notes == (f"Original {one} is not read-only.",)
    raw = bytearray(store.original(one).read_bytes())
    raw[10] ^= 1
    store.original(one).write_bytes(raw)
    assert f"original {one} was changed" in found(store)
    raw[10] ^= 1
    store.original(one).write_bytes(raw)
    store.original(other).unlink()
    assert f"original {other} is missing" in found(store)


def test_a_file_that_belongs_to_no_row_is_worth_a_note_only(sqlite_filled):
    store = sqlite_filled
    (store.originals.path("ab" * 32)).parent.mkdir(exist_ok=True)
    store.originals.path("ab" * 32).write_bytes(b"x")
    assert "belong to no row" in verify(store.database, store.originals).notes[0]


def test_a_clock_that_went_back_is_worth_a_note(sqlite_filled, monkeypatch):
    monkeypatch.setattr("pipeline.store.chain.now", lambda: "2001-01-01T00:00:00.000000+00:00")
    sqlite_filled.log("note")
    assert "clock went back" in verify(sqlite_filled.database, sqlite_filled.originals).notes[0]


def test_a_database_whose_log_of_writes_was_deleted_is_refused(tmp_path):
    settings = settings_in(tmp_path)
    store = Store.open(settings)
    hold = store.database.engine.connect()
    hold.exec_driver_sql("SELECT count(*) FROM log")
    hold.exec_driver_sql("ROLLBACK")
    shutil.copy(settings.folder / "petition.db", tmp_path / "old.db")
    store.log("committed")
    hold.close()
    store.close()
    for file in settings.folder.glob("petition.db*"):
        file.unlink()
    shutil.copy(tmp_path / "old.db", settings.folder / "petition.db")
    with pytest.raises(StoreDamaged, match="restore"):
        Store.open(settings)


def test_a_database_file_full_of_rubbish_is_refused(tmp_path):
    settings = settings_in(tmp_path)
    Store.open(settings).close()
    path = settings.folder / "petition.db"
    raw = bytearray(path.read_bytes())
    raw[4096 : 4096 * 6] = b"\xa5" * (4096 * 5)
    path.write_bytes(raw)
    with pytest.raises(StoreDamaged):
        Store.open(settings)
    assert path.read_bytes() == bytes(raw), "nothing was written"


def test_a_link_committed_while_another_opens_is_no_damage(store, settings, monkeypatch):
    """A second process commits and notes a link after the first took its look at the database (seen in a storm of kills)."""
    prove = anchor.prove

    def late(last, connection):
        connection.execute(text("SELECT count(*) FROM log")).scalar()
        store.decide(petition="oak", target="finding", key="k", decision="upheld", by="R. Amsel", reason="seen")
        prove(last, connection)

    store.register_petition("oak", settings.home / "petition.toml")
    monkeypatch.setattr(anchor, "prove", late)
    verify(store.database, store.originals)
    with Store.open(settings):
        pass
