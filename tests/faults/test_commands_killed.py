"""The commands on the store killed half way: nothing is lost, and nothing half done passes for done (faults.md B1-B9)."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pipeline.errors import ExitCode
from pipeline.store import Store
from tests.store.scans import drop, png

pytestmark = pytest.mark.faults


def test_a_restore_that_was_cut_short_is_not_mistaken_for_an_empty_store(petition, settings, tmp_path):
    assert petition("inbox")[0] == 0
    assert petition("backup", tmp_path / "backup")[0] == 0
    assert petition("restore", tmp_path / "backup", PETITION_CRASH_AT="restore-set-aside")[0] == -9
    code, _, why = petition("inbox")
    assert code == ExitCode.STORE_DAMAGED and "Run 'petition restore' again" in why
    assert petition("restore", tmp_path / "backup")[0] == 0
    assert petition("verify")[0] == 0


@pytest.mark.parametrize("point", ["backup-database", "backup-before-manifest"])
def test_a_backup_that_was_cut_short_is_none_and_the_next_one_is(petition, tmp_path, point):
    assert petition("inbox")[0] == 0
    assert petition("backup", tmp_path / "backup", PETITION_CRASH_AT=point)[0] == -9
    assert petition("restore", tmp_path / "backup", "--dry-run")[0] == ExitCode.WRONG_USE
    assert petition("backup", tmp_path / "backup")[0] == 0
    assert petition("restore", tmp_path / "backup", "--dry-run")[0] == 0


@pytest.mark.parametrize("point", ["restore-before-swap"])
def test_a_restore_cut_short_before_the_swap_leaves_the_store(petition, tmp_path, point):
    assert petition("inbox")[0] == 0
    assert petition("backup", tmp_path / "backup")[0] == 0
    assert petition("restore", tmp_path / "backup", PETITION_CRASH_AT=point)[0] == -9
    assert petition("verify")[0] == 0
    assert petition("restore", tmp_path / "backup")[0] == 0


@pytest.mark.parametrize(
    ("point", "deleted"), [("delete-before-commit", False), ("delete-committed", True), ("delete-files", True)]
)
def test_a_deletion_cut_short_is_finished_or_never_was(petition, settings, tmp_path, point, deleted):
    with Store.open(settings) as store:
        store.inbox.ensure(settings.folder)
        store.register_petition("oak", tmp_path / "petition.toml")
        receipt = store.take_in(drop(store, "a.png", png(1)))
    ordered = ("delete", "oak", "--by", "J. Orr", "--why", "retention ended", "--yes")
    assert petition(*ordered, PETITION_CRASH_AT=point)[0] == -9
    with Store.open(settings) as store:
        store.settle()
        assert store.original(receipt.sha256).exists() is not deleted
        assert (store.receipts()[0].name == "") is deleted
    assert petition("verify")[0] == 0


def test_a_decision_that_is_killed_before_it_is_kept_was_none(settings, tmp_path):
    script = (
        "from pipeline.store import Store\nwith Store.open() as s:\n"
        " s.decide(petition='oak', target='line', key='k', decision='counts', by='R. Amsel')"
    )
    environment = {**os.environ, "PETITION_HOME": str(settings.home), "PETITION_CRASH_AT": "decision-before-commit"}
    assert subprocess.run([sys.executable, "-c", script], env=environment, timeout=60, check=False).returncode == -9
    with Store.open(settings) as store:
        assert store.decisions("oak") == []
