"""The invariants of the store, asserted after everything that a test does (faults.md I1, I2, I4)."""

from __future__ import annotations

import hashlib

from sqlalchemy import func, select

from pipeline.store import Store, schema
from pipeline.store.verify import verify


def assert_conserved(store: Store) -> None:
    now = store.status()
    assert now.seen == now.waiting + now.working + now.taken + now.duplicate + now.problem, now
    assert now.problem == sum(now.problems.values())
    with store.database.reading() as connection:
        accepted = {row.sha256: row.bytes for row in connection.execute(select(schema.original))}
        gone = set(connection.execute(select(schema.erased.c.key).where(schema.erased.c.kind == "original")).scalars())
        taken = set(connection.execute(select(schema.receipt.c.sha256).where(schema.receipt.c.outcome == "taken")).scalars())
        doubled = connection.execute(
            select(schema.result.c.sha256).group_by(schema.result.c.sha256, schema.result.c.petition, schema.result.c.fingerprint)
            .having(func.count() > 1)
        ).all()  # fmt: skip
    assert taken == set(accepted), "every file taken has its original, and no original is without a receipt"
    assert doubled == []
    for sha256, size in accepted.items():
        if sha256 in gone:
            assert not store.original(sha256).exists()
            continue
        raw = store.original(sha256).read_bytes()
        assert (len(raw), hashlib.sha256(raw).hexdigest()) == (size, sha256)
        assert store.original(sha256).stat().st_mode & 0o777 == 0o444
    verify(store.database, store.originals)


def assert_at_rest(store: Store) -> None:
    """Nothing is under way: every file that was seen lies in its folder, and the intake is empty."""
    now = store.status()
    assert (now.waiting, now.working, now.moving) == (0, 0, 0), now
    assert [p for p in store.inbox.intake.rglob("*") if not p.is_dir()] == []
    lying = {
        folder: [p for p in folder.rglob("*") if not p.is_dir() and not p.name.endswith(".why.txt")]
        for folder in (store.inbox.taken, store.inbox.duplicate, store.inbox.problem)
    }
    assert len(lying[store.inbox.taken]) == now.taken
    assert len(lying[store.inbox.duplicate]) == now.duplicate
    assert len(lying[store.inbox.problem]) == now.problem
    for problem in lying[store.inbox.problem]:
        assert problem.with_name(f"{problem.name}.why.txt").read_text(encoding="utf-8").strip()
    assert list((store.settings.folder / "incoming").iterdir()) == []
