"""`petition watch`, started as a clerk starts it: folders, a stop in time, and nobody called outside this machine."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.flows.archive import PETITION, petition_in
from tests.flows.watched import START_SECONDS, Watched, sheet


def test_what_is_dropped_ends_in_its_folder_and_a_stop_is_kept_within_ten_seconds(tmp_path):
    watched = Watched(tmp_path / "home", petition_in(tmp_path))
    try:
        watched.up()
        intake = watched.inbox / "intake" / PETITION
        sheet(intake / "a.png")
        sheet(intake / "same-again.png")
        (intake / "letter.pdf").write_bytes(b"MZ" + bytes(500))
        (intake / "half.pdf.part").write_bytes(b"%PDF-1.7")
        watched.wait_for(lambda: (watched.inbox / "problem" / PETITION / "letter.pdf.why.txt").exists())
        watched.wait_for(lambda: len(list(watched.inbox.glob("*/*/*.png"))) == 2 and not list(intake.glob("*.png")))
        assert len(list((watched.inbox / "taken").rglob("*.png"))) == 1
        assert len(list((watched.inbox / "duplicate").rglob("*.png"))) == 1
        watched.wait_for(lambda: bool(list((watched.inbox / "reports").rglob("*.html"))))
        assert (intake / "half.pdf.part").exists()
        # Prefect's server dies; the clerk does not notice.
        told = json.loads((tmp_path / "home" / "prefect" / "server.json").read_text(encoding="utf-8"))
        os.kill(told["pid"], signal.SIGKILL)
        sheet(intake / "later.png", shade=240)
        watched.wait_for(lambda: len(list((watched.inbox / "reports").rglob("*.html"))) == 2)
        watched.process.send_signal(signal.SIGTERM)
        assert watched.process.wait(10) == 130
        assert "stopped" in watched.said()
    finally:
        watched.end()
    left = subprocess.run(["pgrep", "-f", str(tmp_path)], capture_output=True, text=True, check=False).stdout.split()
    assert left == [], "its server ends with it"


def test_until_idle_an_empty_file_ends_in_a_named_state_too_and_a_killed_watch_starts_again_where_it_was(tmp_path):
    home, petition = tmp_path / "home", petition_in(tmp_path)
    first = Watched(home, petition)
    try:
        first.up()
    finally:
        first.end()
    intake = first.inbox / "intake" / PETITION
    sheet(intake / "a.png")
    (intake / "empty.pdf").touch()
    (intake / "cut.png").write_bytes(sheet(tmp_path / "whole.png", shade=200).read_bytes()[:-20])
    began = time.monotonic()
    again = Watched(home, petition, more=("--until-idle",))
    try:
        again.wait_for(lambda: not (intake / "a.png").exists())
        print(f"taken in {time.monotonic() - began:.1f} s after a kill")
        assert again.process.wait(START_SECONDS) == 0, again.said()
    finally:
        again.end()
    assert not list(intake.iterdir())
    why = (first.inbox / "problem" / PETITION / "empty.pdf.why.txt").read_text(encoding="utf-8")
    assert "empty (0 bytes)" in why
    assert len(list((first.inbox / "taken").rglob("*.png"))) + len(list((first.inbox / "problem").rglob("*.png"))) == 2


CONNECT = re.compile(r"connect\(\d+, \{sa_family=(\w+)(.*?)\}")
_LOOPBACK = ("127.0.0.1", '"::1"')


def test_watch_check_and_report_connect_to_nothing_but_this_machine(tmp_path):
    assert shutil.which("strace"), "strace is not installed, and this test is never skipped: run setup/system.sh tests"
    traced = tmp_path / "connects"
    strace = ("strace", "-f", "-qq", "-e", "trace=connect", "-o", str(traced))
    home, petition = tmp_path / "home", petition_in(tmp_path)
    (home / "inbox" / "intake" / PETITION).mkdir(parents=True)
    scan = sheet(home / "inbox" / "intake" / PETITION / "a.png")
    watched = Watched(home, petition, before=strace, more=("--until-idle",))
    try:
        assert watched.process.wait(400) == 0, watched.said()
    finally:
        watched.end()
    assert list((home / "inbox" / "reports").rglob("*.html")), watched.said()
    by_watch = traced.read_text()
    scan = sheet(tmp_path / "b.png", shade=250)
    report = tmp_path / "report.html"
    subprocess.run(
        [*strace, sys.executable, "-m", "pipeline.cli", "check", str(scan), "--petition", str(petition), "--report", str(report)],
        cwd=ROOT, capture_output=True, timeout=200, check=False,
    )  # fmt: skip
    assert report.exists()
    found = CONNECT.findall(by_watch + Path(traced).read_text())
    assert any(family == "AF_INET" for family, _ in found), "Prefect's server is spoken to on the loopback address"
    outside = [(family, what) for family, what in found if not _local(family, what)]
    assert outside == []


def _local(family: str, what: str) -> bool:
    return family in ("AF_UNIX", "AF_UNSPEC") or (family in ("AF_INET", "AF_INET6") and any(a in what for a in _LOOPBACK))


@pytest.mark.parametrize("arguments", [["watch", "--help"], ["reprocess", "--help"], ["runs", "--help"]])
def test_help_needs_no_server(arguments):
    ran = subprocess.run([sys.executable, "-m", "pipeline.cli", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0 and "Usage" in ran.stdout
