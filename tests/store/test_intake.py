"""Every file dropped ends in a named state, with nothing lost and nothing followed (faults.md A)."""

from __future__ import annotations

import hashlib
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pipeline.settings import Limits
from pipeline.store import NoRoom, Store, Unreachable, Watch
from pipeline.store.intake_names import numbered, temporary, why_name, windows_safe
from tests.store.conftest import settings_in
from tests.store.conserved import assert_at_rest
from tests.store.scans import drop, png, tiff


def read_all(store):
    for held in store.claim(most=100):
        store.record_result(
            sha256=held.sha256,
            petition=held.petition or "oak",
            fingerprint="f",
            lines=b"{}\n",
            exit_code=0,
            versions={},
            held=held,
        )


def test_a_file_is_copied_by_hash_and_then_moved_to_taken(store):
    content = png(1)
    path = drop(store, "scan.png", content)
    receipt = store.take_in(path)
    assert (receipt.outcome, receipt.name, receipt.petition) == ("taken", "scan.png", "oak")
    assert store.original(receipt.sha256).read_bytes() == content
    assert (store.inbox.taken / "oak" / "scan.png").read_bytes() == content
    assert [w.sha256 for w in store.waiting()] == [receipt.sha256]
    read_all(store)
    assert_at_rest(store)


def test_a_duplicate_goes_to_its_folder_and_says_which_came_first(store):
    store.take_in(drop(store, "a.png", png(1)))
    again = store.take_in(drop(store, "b.png", png(1)))
    assert (again.outcome, again.earlier) == ("duplicate", 1)
    assert "a.png" in (store.inbox.duplicate / "oak" / "b.png.why.txt").read_text(encoding="utf-8")
    assert len(store.waiting()) == 1
    read_all(store)
    assert_at_rest(store)


def test_names_that_differ_in_capitals_only_are_two_files(sqlite_store):
    one = sqlite_store.take_in(drop(sqlite_store, "a.png", png(1)))
    other = sqlite_store.take_in(drop(sqlite_store, "A.PNG", png(2)))
    assert one.id != other.id and {p.name for p in (sqlite_store.inbox.taken / "oak").iterdir()} == {"a.png", "A.PNG"}


def test_a_second_scan_of_the_same_name_keeps_both(sqlite_store):
    for seed in (1, 2, 3):
        sqlite_store.take_in(drop(sqlite_store, "scan.png", png(seed)))
    assert {p.name for p in (sqlite_store.inbox.taken / "oak").iterdir()} == {"scan.png", "scan (2).png", "scan (3).png"}


@pytest.mark.parametrize(
    ("name", "content", "reason", "said"),
    [
        ("empty.pdf", b"", "empty", "0 bytes"),
        ("minutes.pdf", b"PK\x03\x04rest", "not-a-scan", "ZIP archive or an Office document"),
        ("setup.pdf", b"MZ rest", "not-a-scan", "Windows program"),
        ("noise.tif", b"\x01\x02\x03", "not-a-scan", "no kind of file"),
        ("large.png", b"\x89PNG\r\n\x1a\n" + bytes(3000), "too-large", "more than the limit"),
    ],
)
def test_what_is_no_scan_is_kept_with_its_reason(tmp_path, name, content, reason, said):
    settings = settings_in(tmp_path)
    with Store.open(settings, Limits(file_bytes=2048)) as store:
        store.inbox.ensure(settings.folder)
        store.register_petition("oak", tmp_path / "petition.toml")
        receipt = store.take_in(drop(store, name, content))
        assert (receipt.outcome, receipt.reason) == ("problem", reason)
        assert (store.inbox.problem / "oak" / name).read_bytes() == content
        assert said in (store.inbox.problem / "oak" / f"{name}.why.txt").read_text(encoding="utf-8")
        assert [p.reason for p in store.problems(most=5)] == [reason]
        assert_at_rest(store)


def test_a_tiff_named_pdf_is_a_scan(sqlite_store):
    assert sqlite_store.take_in(drop(sqlite_store, "scan.pdf", tiff(1))).outcome == "taken"


def test_links_and_pipes_are_neither_followed_nor_opened(sqlite_store, tmp_path):
    store, secret = sqlite_store, tmp_path / "secret.png"
    secret.write_bytes(png(9))
    folder = store.inbox.intake / "oak"
    (folder / "link.png").symlink_to(secret)
    os.mkfifo(folder / "pipe.png")
    os.link(secret, folder / "second-name.png")
    outcomes = {p.name: store.take_in(p).reason for p in sorted(folder.iterdir())}
    assert outcomes == {"link.png": "not-a-file", "pipe.png": "not-a-file", "second-name.png": "linked"}
    assert (store.inbox.problem / "oak" / "link.png").is_symlink()
    assert secret.read_bytes() == png(9)
    assert list(store.originals.all()) == []


def test_a_linked_folder_is_not_walked_into(sqlite_store, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "scan.png").write_bytes(png(1))
    (sqlite_store.inbox.intake / "oak" / "more").symlink_to(outside)
    clock = iter((0.0, 20.0))
    watch = Watch(sqlite_store.inbox, sqlite_store.settings, lambda: next(clock))
    watch.look()
    assert [r.path.name for r in watch.look().ready] == ["more"]
    assert (outside / "scan.png").exists()


def test_a_file_swapped_for_a_link_is_never_read_through_it(sqlite_store, tmp_path):
    store, secret = sqlite_store, tmp_path / "secret.png"
    secret.write_bytes(png(666))
    path = store.inbox.intake / "oak" / "scan.png"
    link = tmp_path / "link"
    stop = threading.Event()

    def swap():
        while not stop.is_set():
            link.unlink(missing_ok=True)
            link.symlink_to(secret)
            link.replace(path)
            other = tmp_path / "other"
            other.write_bytes(png(1))
            other.replace(path)

    swapper = threading.Thread(target=swap)
    swapper.start()
    try:
        for _ in range(60):
            store.take_in(path)
    finally:
        stop.set()
        swapper.join()
    assert hashlib.sha256(secret.read_bytes()).hexdigest() not in store.originals.all()


@pytest.mark.parametrize(
    "name",
    [
        b"scan_\xff.png",
        "cafe\u0301.png".encode(),
        "caf\u00e9.png".encode(),
        "\u202efdp.png".encode(),
        "\U0001f58b.png".encode(),
        b"n" * 251 + b".png",
        b"line\nbreak.png",
        b"CON.png",
        b"trailing. ",
        b"a:b.png",
        b"'; DROP TABLE receipt; --.png",
    ],
)
def test_any_name_is_kept_to_the_byte(store, name):
    receipt = store.take_in(drop(store, name, png(1)))
    assert receipt.outcome == "taken" and os.fsencode(receipt.name) == name
    assert os.fsencode(store.name_of(receipt.sha256)) == name
    assert [os.fsencode(p.name) for p in (store.inbox.taken / "oak").iterdir()] == [name]


def test_a_problem_of_the_longest_name_has_its_note(sqlite_store):
    sqlite_store.take_in(drop(sqlite_store, b"n" * 251 + b".pdf", b"MZ"))
    names = sorted(len(os.fsencode(p.name)) for p in (sqlite_store.inbox.problem / "oak").iterdir())
    assert names == [255, 255]


def test_names_that_only_differ_in_their_accents_make_two_receipts(sqlite_store):
    for seed, name in enumerate(("cafe\u0301.png", "caf\u00e9.png")):
        sqlite_store.take_in(drop(sqlite_store, name, png(seed)))
    assert len(list((sqlite_store.inbox.taken / "oak").iterdir())) == 2


@pytest.mark.parametrize(
    "name", [".hidden.pdf", "~$doc.pdf", "scan.pdf.part", "scan.pdf.crdownload", "Thumbs.db", "x.pdf.why.txt"]
)
def test_temporary_names_are_left_alone(sqlite_store, name):
    path = drop(sqlite_store, name, png(1))
    assert temporary(name) and sqlite_store.take_in(path) is None and path.exists()


def test_windows_names_are_made_safe_and_never_clash():
    given = ["CON.pdf", "con.pdf", "a:b.pdf", "a?b.pdf", "end. ", "A.PDF", "a.pdf", "com1", "..", "x\u202ey.pdf", "console.pdf"]
    made: list[str] = []
    for name in given:
        made.append(windows_safe(name, made))
    assert len({m.casefold() for m in made}) == len(given)
    assert made[0] == "_CON.pdf" and made[2] == "a_b.pdf" and made[3] == "a_b (2).pdf" and made[-1] == "console.pdf"
    assert not any(set(m) & set('<>:"/\\|?*') or m.endswith((".", " ")) for m in made)


def test_numbers_and_notes_fit_into_a_name():
    long = "é" * 125 + ".pdf"
    assert len(os.fsencode(numbered(long, 12))) <= 255 and numbered(long, 12).endswith(" (12).pdf")
    assert len(os.fsencode(why_name(long))) <= 255 and os.fsencode(why_name(long)).decode("utf-8").endswith(".why.txt")


def test_a_folder_of_no_known_petition_asks_which_it_is(store):
    receipt = store.take_in(drop(store, "scan.png", png(1), petition="elm"))
    assert receipt.reason == "unknown-petition"
    assert "oak" in (store.inbox.problem / "elm" / "scan.png.why.txt").read_text(encoding="utf-8")
    again = store.take_in(drop(store, "scan.png", png(1)))
    assert again.outcome == "taken"


def test_a_scan_without_a_folder_waits_for_its_petition_and_takes_that_of_a_second_copy(store):
    first = store.take_in(drop(store, "scan.png", png(1), petition=None))
    assert first.petition is None and store.waiting()[0].petition is None
    store.take_in(drop(store, "scan.png", png(1)))
    assert store.waiting()[0].petition == "oak" and store.scans_of("oak") == [first.sha256]


def test_what_reading_finds_out_is_the_petition_from_then_on(store):
    taken = store.take_in(drop(store, "scan.png", png(1), petition=None))
    (held,) = store.claim()
    held = store.assign(held, "oak")
    assert held.petition == "oak" and store.scans_of("oak") == [taken.sha256]


def test_a_scan_that_cannot_be_read_goes_to_problem_and_may_come_again(store):
    path = drop(store, "scan.png", png(1))
    first = store.take_in(path)
    (held,) = store.claim()
    store.fail(held, "locked", "The file asks for a password. Ask for an unlocked copy.")
    assert not (store.inbox.taken / "oak" / "scan.png").exists()
    moved = store.inbox.problem / "oak" / "scan.png"
    assert "password" in moved.with_name("scan.png.why.txt").read_text(encoding="utf-8")
    (problem,) = store.problems(most=5)
    assert (problem.reason, problem.name) == ("locked", "scan.png") and "password" in problem.sentence
    moved.rename(path)
    again = store.take_in(path)
    assert (again.outcome, again.earlier) == ("taken", first.id)
    read_all(store)
    assert store.status().taken == 1


def test_where_the_clerk_took_the_file_away_a_problem_shows_a_copy(sqlite_store):
    store = sqlite_store
    store.take_in(drop(store, "scan.png", png(1)))
    (store.inbox.taken / "oak" / "scan.png").unlink()
    (held,) = store.claim()
    store.fail(held, "damaged", "It is damaged. Scan it again.")
    assert (store.inbox.problem / "oak" / "scan.png").read_bytes() == png(1)


def test_a_disk_without_room_leaves_everything_as_it_was(tmp_path):
    settings = settings_in(tmp_path, free_bytes=2**62)
    with Store.open(settings) as store:
        store.inbox.ensure(settings.folder)
        path = drop(store, "scan.png", png(1), petition=None)
        with pytest.raises(NoRoom, match="Make room"):
            store.take_in(path)
        assert path.read_bytes() == png(1) and store.receipts() == []


def test_a_cut_off_copy_is_left_alone_while_there_is_patience(sqlite_store):
    whole = b"%PDF-1.4\n" + bytes(9000) + b"\n%%EOF\n"
    path = drop(sqlite_store, "scan.pdf", whole[:5000])
    assert sqlite_store.take_in(path, patient=True) is None and path.exists()
    path.write_bytes(whole)
    assert sqlite_store.take_in(path, patient=True).outcome == "taken"


def test_an_intake_that_was_there_and_is_not_is_a_share_that_is_off(sqlite_store):
    store = sqlite_store
    away = store.inbox.root.with_name("away")
    store.inbox.root.rename(away)
    with pytest.raises(Unreachable):
        store.inbox.ensure(store.settings.folder)
    assert not store.inbox.root.exists()
    away.rename(store.inbox.root)
    store.inbox.ensure(store.settings.folder)


def test_two_drops_at_once_are_one_original_and_one_run(store):
    paths = [drop(store, f"{n}.png", png(1)) for n in range(4)]
    with ThreadPoolExecutor() as pool:
        list(pool.map(store.take_in, paths))
    assert sorted(r.outcome for r in store.receipts()) == ["duplicate", "duplicate", "duplicate", "taken"]
    assert len(store.waiting()) == 1
    read_all(store)
    assert_at_rest(store)


def test_two_workers_on_one_file_make_one_receipt(store, settings):
    with Store.open(settings) as other:
        for seed in range(10):
            path = drop(store, f"{seed}.png", png(seed))
            with ThreadPoolExecutor() as pool:
                list(pool.map(lambda who, path=path: who.take_in(path), (store, other)))
    assert [r.outcome for r in store.receipts()] == ["taken"] * 10
    read_all(store)
    assert_at_rest(store)


def test_a_note_that_another_worker_put_in_place_meanwhile_stands(sqlite_store, monkeypatch):
    """Two workers settle one move under the same temporary name; one renames first (seen in a storm of kills)."""
    replace = Path.replace

    def twice(part, target):
        if part.name.endswith(".part") and target.name.endswith(".why.txt"):
            replace(part, target)
        return replace(part, target)

    monkeypatch.setattr(Path, "replace", twice)
    path = drop(sqlite_store, "junk.pdf", b"MZ")
    sqlite_store.take_in(path)
    assert len(list(sqlite_store.inbox.problem.rglob("*.why.txt"))) == 1
