"""The server beside us: one a home, joined by who comes second, gone with whoever started it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from flows import server
from flows.server import screen, serving
from tests.conftest import ROOT

_HOLD = """
import sys, time
from flows.server import serving
with serving(0) as url:
    print(url, flush=True)
    time.sleep(600)
"""


@pytest.fixture
def holder(tmp_path):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PREFECT_")} | {"PETITION_HOME": str(tmp_path)}
    held = subprocess.Popen([sys.executable, "-c", _HOLD], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    yield held, held.stdout.readline().strip()
    held.kill()
    held.wait()


def test_who_comes_second_joins_and_a_killed_holder_takes_its_server_along(holder, tmp_path, monkeypatch):
    held, url = holder
    assert url.startswith("http://127.0.0.1:")
    monkeypatch.setenv("PREFECT_HOME", str(tmp_path / "prefect"))
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    with serving() as joined:
        assert joined == url
    server = json.loads((tmp_path / "prefect" / "server.json").read_text(encoding="utf-8"))["pid"]
    assert Path(f"/proc/{server}").exists(), "who only joined leaves it alone"
    held.send_signal(signal.SIGKILL)
    held.wait()
    end = time.monotonic() + 30
    while _runs(server) and time.monotonic() < end:
        time.sleep(0.2)
    assert not _runs(server)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_named_server_is_used_as_it_is(monkeypatch):
    monkeypatch.setenv("PREFECT_API_URL", "http://127.0.0.1:9/api")
    with serving() as url:
        assert url == "http://127.0.0.1:9/api"
    assert os.environ["PREFECT_API_URL"] == url


def test_answers_of_tasks_are_deleted_after_a_month_and_not_before(tmp_path):
    from flows.conducting import KEPT_DAYS, prune_answers

    for name, days in (("old", KEPT_DAYS + 1), ("young", KEPT_DAYS - 1)):
        (tmp_path / name).write_text("{}")
        os.utime(tmp_path / name, (time.time() - days * 86_400,) * 2)
    assert prune_answers(tmp_path) == 1
    assert [f.name for f in tmp_path.iterdir()] == ["young"]
    assert prune_answers(tmp_path / "not there") == 0


def test_the_screen_stands_beside_the_api():
    assert screen("http://127.0.0.1:4200/api") == "http://127.0.0.1:4200"


def test_a_server_whose_owner_was_killed_is_not_joined_though_it_answers_yet(tmp_path, monkeypatch):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    monkeypatch.setattr(server, "_answers", lambda _url: True)
    told = {"api": "http://127.0.0.1:1/api", "pid": gone.pid}
    (tmp_path / "server.json").write_text(json.dumps({**told, "owner": gone.pid}), encoding="utf-8")
    assert server._running(tmp_path) is None
    (tmp_path / "server.json").write_text(json.dumps({**told, "owner": os.getpid()}), encoding="utf-8")
    assert server._running(tmp_path) == told["api"]
