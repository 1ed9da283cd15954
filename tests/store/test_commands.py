"""The commands on the store, as a person runs them: sentences and exit codes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from pipeline.errors import ExitCode
from pipeline.store import Store
from tests.conftest import SAMPLES
from tests.store.conftest import settings_in
from tests.store.scans import drop, png

PETITION_FILE = sorted((SAMPLES.parent / "petitions").rglob("*.toml"))[0]


@pytest.fixture
def settings(tmp_path):
    return settings_in(tmp_path)


def test_the_whole_way_of_a_store(petition, settings, tmp_path):
    assert petition("verify")[0] == ExitCode.WRONG_USE
    code, said, _ = petition("inbox", "add", PETITION_FILE)
    name = said.partition(":")[0]
    assert code == 0 and (settings.inbox_folder / "intake" / name).is_dir()
    with Store.open(settings) as store:
        store.take_in(drop(store, "a.png", png(1), petition=name))
        store.take_in(drop(store, "b\u202e.pdf", b"MZ", petition=name))
    code, said, _ = petition("inbox")
    assert code == 0 and "2 = 1 waiting" in said and f"Petition {name}: 1 scans" in said
    assert "b⟨RLO⟩.pdf: This is not a scan: a Windows program" in said
    told = json.loads(petition("inbox", "--json")[1])
    assert (told["seen"], told["waiting"], told["problem"], told["in_intake"]) == (2, 1, 1, 0)
    code, said, _ = petition("verify")
    assert code == 0 and "as it was written" in said
    last = json.loads(petition("verify", "--json")[1])["last"]
    code, said, _ = petition("backup", tmp_path / "backup")
    assert code == 0 and last in said
    code, said, _ = petition("restore", tmp_path / "backup", "--dry-run")
    assert code == 0 and last in said
    code, said, _ = petition("restore", tmp_path / "backup", "--verify", PETITION_HOME=str(tmp_path / "other"))
    assert code == 0 and "1 scans" in said
    code, _, why = petition("delete", name, "--by", "J. Orr", "--why", "retention ended")
    assert code == ExitCode.WRONG_USE and "--yes" in why
    code, said, _ = petition("delete", name, "--by", "J. Orr", "--why", "retention ended", "--yes")
    assert code == 0 and "1 scans" in said
    assert "1 scans were deleted on order" in petition("verify")[1]


def test_a_damaged_store_names_its_first_bad_record_and_exits_11(petition, settings, tmp_path):
    with Store.open(settings) as store:
        store.inbox.ensure(settings.folder)
        store.register_petition("oak", tmp_path / "petition.toml")
        receipt = store.take_in(drop(store, "a.png", png(1)))
        store.original(receipt.sha256).chmod(0o644)
        store.original(receipt.sha256).write_bytes(b"x" * receipt.bytes)
    code, _, why = petition("verify")
    assert code == ExitCode.STORE_DAMAGED and f"First bad record: original {receipt.sha256} was changed" in why
    assert petition("verify", "--quick")[0] == 0


def test_nothing_is_restored_while_another_program_works(petition, settings, tmp_path):
    assert petition("inbox")[0] == 0
    assert petition("backup", tmp_path / "backup")[0] == 0
    with Store.open(settings):
        code, _, why = petition("restore", tmp_path / "backup")
    assert code == ExitCode.BUSY and "petition watch" in why


def test_no_one_needs_prefect_for_the_commands_of_the_store(petition):
    modules = "pipeline.store, pipeline.cli.inbox, pipeline.cli.verify, pipeline.cli.backup, pipeline.cli.delete"
    script = f"import sys, {modules}; assert 'prefect' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", script], timeout=60, check=False).returncode == 0
