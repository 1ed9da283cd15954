"""The child process that reads hostile files: what comes back, what ends it, and that nothing outlives it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline import sandbox
from pipeline.errors import Damaged, Locked, OverLimit, PetitionError
from pipeline.geometry import Box
from pipeline.settings import Limits


def box_of(width: float) -> Box:
    return Box(0.0, 0.0, width, 2.0)


def threads_of_libraries() -> tuple[int, str]:
    import cv2

    return cv2.getNumThreads(), os.environ["OMP_THREAD_LIMIT"]


def raise_damaged(name: str) -> None:
    raise Damaged(f"{name} is cut off. Scan it again.")


def raise_value_error() -> None:
    raise ValueError("Jane Elector, 12 Elm Street")


def kill_self(number: int) -> None:
    os.kill(os.getpid(), number)


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def sleep_with_progress(steps: int, seconds: float) -> str:
    for step in range(steps):
        time.sleep(seconds)
        sandbox.report(step + 1, steps)
    return "done"


def spin() -> None:
    while True:
        pass


def take_memory(mebibytes: int) -> int:
    taken = [b"x" * 2**20 for _ in range(mebibytes)]
    time.sleep(5)
    return len(taken)


def ask_for_address_space(gibibytes: int) -> int:
    return len(bytearray(gibibytes * 2**30))


def answer_with_a_call() -> Callable[[str], int]:
    return os.system


def start_a_program_and_wait(marker: str) -> None:
    subprocess.Popen(["sleep", marker])
    time.sleep(300)


def started_program(marker: str, seconds: float) -> str:
    subprocess.Popen(["sleep", marker])
    time.sleep(seconds)
    return "done"


def test_a_value_of_the_program_comes_back_equal() -> None:
    assert sandbox.call(box_of, 3.0) == Box(0.0, 0.0, 3.0, 2.0)


def test_every_library_has_one_thread() -> None:
    assert sandbox.call(threads_of_libraries) == (1, "1")


def test_an_error_keeps_its_type_and_its_sentence() -> None:
    with pytest.raises(Damaged, match=r"^a\.pdf is cut off\. Scan it again\.$"):
        sandbox.call(raise_damaged, "a.pdf")


def test_a_stray_error_is_told_without_the_words_it_holds() -> None:
    with pytest.raises(PetitionError, match=r"ValueError in test_sandbox\.py") as caught:
        sandbox.call(raise_value_error)
    assert "Elector" not in str(caught.value)


def test_a_child_that_the_system_ends_is_over_a_limit() -> None:
    with pytest.raises(OverLimit, match="want of memory"):
        sandbox.call(kill_self, signal.SIGKILL)


def test_a_crash_is_our_fault_and_says_so() -> None:
    with pytest.raises(PetitionError, match="crashed on this file") as caught:
        sandbox.call(kill_self, signal.SIGSEGV)
    assert not isinstance(caught.value, OverLimit | Damaged | Locked)


def test_a_child_without_progress_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))
    with pytest.raises(OverLimit, match="did not get on for 1 seconds"):
        sandbox.call(sleep, 60.0, limits=Limits(progress_seconds=1.0))


def test_progress_resets_the_watch_and_reaches_the_caller() -> None:
    seen: list[tuple[int, int]] = []

    def note(page: int, of: int) -> None:
        seen.append((page, of))

    done = sandbox.call(sleep_with_progress, 4, 2.5, limits=Limits(progress_seconds=8.0), progress=note)
    assert done == "done"
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_page_that_takes_too_much_work_is_ended() -> None:
    with pytest.raises(OverLimit, match="seconds of work"):
        sandbox.call(spin, limits=Limits(page_cpu_seconds=1.0))


def test_a_child_that_takes_too_much_memory_is_ended() -> None:
    with pytest.raises(OverLimit, match="MiB of memory"):
        sandbox.call(take_memory, 400, limits=Limits(memory_bytes=200 * 2**20))


def test_one_huge_request_for_memory_is_refused_at_once() -> None:
    with pytest.raises(OverLimit, match="more memory than it may"):
        sandbox.call(ask_for_address_space, 8, limits=Limits(address_space_bytes=2 * 2**30))


def test_an_answer_cannot_make_the_parent_call_anything() -> None:
    with pytest.raises(PetitionError, match="cannot be taken"):
        sandbox.call(answer_with_a_call)


def test_programs_started_by_the_child_end_with_it() -> None:
    marker = "971.25"
    assert sandbox.call(started_program, marker, 0.3) == "done"
    assert _gone(marker)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_nothing_of_the_group_outlives_a_killed_parent() -> None:
    marker = "972.25"
    code = f"from pipeline import sandbox; from test_sandbox import start_a_program_and_wait as f; sandbox.call(f, {marker!r})"
    here = str(Path(__file__).parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([here, *sys.path])}
    parent = subprocess.Popen([sys.executable, "-c", code], env=environment)
    try:
        assert _waited_for(lambda: bool(_running(marker))), "the program never started: the test says nothing"
        parent.kill()
        parent.wait()
        assert _gone(marker)
    finally:
        parent.kill()
        parent.wait()


def _running(marker: str) -> list[int]:
    assert shutil.which("sleep")
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if words[:2] == [b"sleep", marker.encode()] and state != "Z":
                found.append(int(folder.name))
    return found


def _waited_for(condition: Callable[[], bool]) -> bool:
    for _ in range(200):
        if condition():
            return True
        time.sleep(0.1)
    return False


def _gone(marker: str) -> bool:
    return _waited_for(lambda: not _running(marker))
