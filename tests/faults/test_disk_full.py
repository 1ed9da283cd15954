"""A disk that fills at any stage: the source untouched, nothing half done, and work resumes (faults.md A38, A39, B32)."""

from __future__ import annotations

import os
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipeline.store import NoRoom
from tests.faults.conftest import Workshop
from tests.store.conserved import assert_conserved
from tests.store.scans import png

pytestmark = pytest.mark.faults

DISK = 12 * 2**20


@contextmanager
def small_disk(folder: Path, options: str):
    """A disk in memory of a few MB; only an administrator may mount one."""
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        pytest.skip(f"no small disk can be mounted here ({done.stderr.strip()}): run these tests as an administrator")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(disk: Path, left: int) -> Path:
    """Fill the disk until `left` bytes are free."""
    ballast = disk / "ballast"
    with ballast.open("wb") as file:
        room = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize - left
        try:
            file.write(bytes(max(room, 0)))
        except OSError:
            file.flush()
    return ballast


def contents(workshop: Workshop) -> set[bytes]:
    return {p.read_bytes() for p in workshop.settings.inbox_folder.rglob("*.png")}


# From nothing at all to so much that all goes well: on the way the copy, the row, the log of writes and the note each fail.
@pytest.mark.parametrize("left", [0, 4096, 8192, 12288, 16384, 24576, 40960, 65536, 98304, 131072, 196608, 262144, 524288])
def test_a_full_disk_changes_nothing_and_work_resumes(tmp_path, left):
    with small_disk(tmp_path / "disk", f"size={DISK}") as disk:
        workshop = Workshop(disk / "home", None)
        given = {png(seed) for seed in range(4)}
        for seed in range(4):
            workshop.drop(f"{seed}.png", png(seed))
        workshop.drop("bad.pdf", b"MZ")
        ballast = fill(disk, left)
        attempt(workshop)
        assert contents(workshop) == given, "every file dropped still lies in the inbox, whole"
        ballast.unlink()
        assert workshop.finish(workshop.start()) == [0]
        workshop.expect(taken=4, problem=1)


def attempt(workshop: Workshop) -> None:
    """Work until the disk is full; a decision that cannot be logged is refused."""
    try:
        with workshop.store() as store:
            for path in sorted((workshop.settings.inbox_folder / "intake" / "oak").iterdir()):
                try:
                    store.take_in(path)
                except NoRoom:
                    continue
            before = len(store.decisions("oak"))
            try:
                store.decide(petition="oak", target="line", key="k", decision="counts", by="R. Amsel", reason="x" * 5000)
            except NoRoom:
                assert len(store.decisions("oak")) == before
            assert_conserved(store)
    except NoRoom:
        return


def test_a_disk_without_room_for_another_name_changes_nothing(tmp_path):
    with small_disk(tmp_path / "disk", f"size={DISK},nr_inodes=60") as disk:
        workshop = Workshop(disk / "home", None)
        workshop.drop("a.png", png(1))
        ballast = disk / "ballast"
        ballast.mkdir()
        with pytest.raises(OSError, match="No space"):
            for number in range(100):
                (ballast / str(number)).touch()
        attempt(workshop)
        assert contents(workshop) == {png(1)}
        for file in ballast.iterdir():
            file.unlink()
        assert workshop.finish(workshop.start()) == [0]
        workshop.expect(taken=1)
