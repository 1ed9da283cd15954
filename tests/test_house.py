"""The rules of the house."""

from __future__ import annotations

import re
import socket
import subprocess
from importlib.metadata import distributions

import pytest

from tests.conftest import ROOT, OutsideConnection


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout: there is no list of what is committed")
    return [name for name in listed.stdout.split("\0") if name]


def test_exactly_one_distribution_brings_cv2():
    brings = {d.metadata["Name"].lower() for d in distributions() if any(str(f).split("/")[0] == "cv2" for f in (d.files or []))}
    assert brings == {"opencv-python-headless"}


def test_a_connection_to_the_outside_fails():
    with pytest.raises(OutsideConnection), socket.socket() as outside:
        outside.connect(("192.0.2.1", 80))


def test_a_look_up_of_an_outside_name_fails():
    with pytest.raises(OutsideConnection):
        socket.getaddrinfo("example.com", 80)


def test_no_registry_and_no_path_of_a_machine_is_named():
    hosts = re.compile("pypi" + r"\.org|python" + "hosted|npm" + r"js\.(org|com)|deb\.debian\." + "org|registry\\.yarn" + "pkg")
    paths = re.compile(r"(^|[^A-Za-z0-9_.])/(wor" + "k|far" + "m|roo" + "t)/")
    bad = []
    for name in tracked():
        file = ROOT / name
        if file.suffix in (".pdf", ".tif", ".png", ".jpg") or not file.is_file():
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        bad += [f"{name}: {found.group(0)}" for rule in (hosts, paths) if (found := rule.search(text))]
    assert bad == []


def test_samples_together_stay_small():
    size = sum((ROOT / name).stat().st_size for name in tracked() if name.startswith("samples/") and (ROOT / name).is_file())
    assert size <= 12 * 2**20


def test_lock_file_is_plain_pins():
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert pins and all(re.fullmatch(r"[A-Za-z0-9_.\-]+==[A-Za-z0-9_.!+\-]+", line) for line in pins)


def test_no_module_is_a_drawer_for_everything():
    drawers = {"utils", "helpers", "common", "shared", "misc"}
    named = [n for n in tracked() if n.endswith(".py") and set(n.removesuffix(".py").split("/")) & drawers]
    assert named == []


def test_every_readme_command_of_make_exists():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    wanted = set(re.findall(r"\bmake ([a-z-]+)", readme))
    assert {"demo", "test", "check"} <= wanted <= set(targets)
