"""One file dropped once has one receipt, however the steps of two workers and of a third that settles fall between each other."""

from __future__ import annotations

import threading

import pytest

from pipeline.store import Store, intake, intake_moves
from tests.store.conserved import assert_at_rest, assert_conserved
from tests.store.scans import drop, png

# A worker of SQLite that settles waits for the one that writes; then the interleaving cannot be, and the thread comes later.
WAIT_SECONDS = 1.0


class Other:
    """Another worker on the same store, which acts once, at the moment that the test says."""

    def __init__(self, settings, act) -> None:
        self._settings = settings
        self._act = act
        self._thread = None

    def act(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run)
            self._thread.start()
            self._thread.join(WAIT_SECONDS)

    def _run(self) -> None:
        with Store.open(self._settings) as other:
            self._act(other)

    def over(self) -> None:
        assert self._thread is not None, "the moment never came"
        self._thread.join(60)
        assert not self._thread.is_alive()


def around(monkeypatch, module, name, *, before=None, after=None):
    """Let something happen just before or after one step of the worker under test, in its own thread only."""
    real, me = getattr(module, name), threading.get_ident()

    def step(*given):
        mine = threading.get_ident() == me
        if mine and before is not None:
            before()
        said = real(*given)
        if mine and after is not None:
            after()
        return said

    monkeypatch.setattr(module, name, step)


def killed_once_committed(other: Store, path, monkeypatch) -> None:
    """What a worker leaves that is killed when its commit is through: the receipt, and the file where it lay."""
    with monkeypatch.context() as patch:
        patch.setattr(intake_moves, "finish", lambda *_: False)
        assert other.take_in(path) is not None


@pytest.mark.parametrize("content", [png(1), b"MZ"], ids=["a scan", "no scan"])
@pytest.mark.parametrize("moment", ["before the row is asked for", "after the row was asked for", "after the file was looked at"])
def test_a_file_moved_while_a_second_worker_takes_it_in_has_one_receipt(store, settings, monkeypatch, content, moment):
    path = drop(store, "a.png", content)
    first = Other(settings, lambda other: killed_once_committed(other, path, monkeypatch))
    third = Other(settings, lambda other: other.settle())
    inside = threading.Event()

    def settled() -> None:
        if inside.is_set():
            third.act()

    # The first commits and is killed after this worker has read the file, and before its transaction begins.
    real = store.writing

    def writing():
        first.act()
        inside.set()
        return real()

    monkeypatch.setattr(store, "writing", writing)
    asked = {"before the row is asked for": {"before": settled}, "after the row was asked for": {"after": settled}}
    around(monkeypatch, intake_moves, "same_file", **asked.get(moment, {}))
    around(monkeypatch, intake, "_gone", **({"after": settled} if moment == "after the file was looked at" else {}))
    store.take_in(path)
    inside.clear()
    monkeypatch.undo()
    first.over()
    store.settle()
    assert len(store.receipts()) == 1, [(r.outcome, r.sentence) for r in store.receipts()]
    assert_conserved(store)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_scan_that_fails_while_its_file_is_being_moved_lies_once_and_in_problem(store, settings, monkeypatch, moment):
    """One worker has committed the receipt and moves the file; the other has read the scan by then, and it is damaged."""
    path = drop(store, "a.png", png(1))

    def fail(other: Store) -> None:
        (held,) = other.claim()
        other.fail(held, "damaged", "It is damaged. Scan it again.")

    second, real, me = Other(settings, fail), intake_moves.finish, threading.get_ident()
    # The second is held up, or killed, between what it commits and its own move: `settle` makes that good.
    monkeypatch.setattr(intake_moves, "finish", lambda *given: threading.get_ident() == me and real(*given))
    around(monkeypatch, intake_moves, "_move", **{moment: second.act})
    assert store.take_in(path) is not None
    monkeypatch.undo()
    second.over()
    store.settle()
    assert_at_rest(store)
    assert (store.status().taken, store.status().problem) == (0, 1)


def test_a_file_put_back_by_the_clerk_is_a_new_drop(store):
    """The same file again at the same place is tried again: the first move is over, and its row is none of this one's."""
    first = store.take_in(drop(store, "a.png", b"MZ"))
    assert first.outcome == "problem"
    lying = store.inbox.problem / "oak" / "a.png"
    lying.rename(store.inbox.intake / "oak" / "a.png")
    again = store.take_in(store.inbox.intake / "oak" / "a.png")
    assert again is not None and again.outcome == "problem" and again.id != first.id
    assert_at_rest_but_the_first(store)


def assert_at_rest_but_the_first(store) -> None:
    """The file has two receipts, for it was dropped twice, and lies once."""
    assert [p for p in store.inbox.intake.rglob("*") if p.is_file()] == []
    assert store.status().seen == 2


def test_a_worker_that_finds_the_row_moves_the_file(store, settings, monkeypatch):
    path = drop(store, "a.png", png(1))
    with Store.open(settings) as other:
        killed_once_committed(other, path, monkeypatch)
    assert store.take_in(path) is None
    with store.writing():
        pass
    assert len(store.receipts()) == 1
    assert not path.exists()
    claim = store.claim()[0]
    store.finish(claim)
    assert_at_rest(store)
