"""What all tests share: no connection leaves the machine, and each sample is read once a run."""

from __future__ import annotations

import ipaddress
import json
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pipeline import run
from pipeline.errors import PetitionError
from pipeline.law import petition_file
from pipeline.model.petition import PetitionFile

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "samples" / "scans"
SHARED_DATA = ROOT.parent / "shared" / "data"


class OutsideConnection(AssertionError):
    """Something tried to leave the machine."""


def _is_local(address: Any) -> bool:
    if not isinstance(address, tuple):
        return True
    host = str(address[0])
    if host in ("localhost", ""):
        return True
    try:
        return ipaddress.ip_address(host.split("%")[0]).is_loopback
    except ValueError:
        return False


@pytest.fixture(autouse=True, scope="session")
def no_outside_connection():
    """Every connection that is not to this machine itself fails the test that made it."""
    real_connect, real_lookup = socket.socket.connect, socket.getaddrinfo

    def connect(self, address):
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_local(address):
            raise OutsideConnection(f"a connection to {address} was tried")
        return real_connect(self, address)

    def lookup(host, *args, **kwargs):
        if host is not None and not _is_local((host,)):
            raise OutsideConnection(f"the name {host} was looked up")
        return real_lookup(host, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", connect)
        patch.setattr(socket, "getaddrinfo", lookup)
        yield


@dataclass(frozen=True)
class CheckedSample:
    """A bundled scan, checked once for all tests."""

    name: str
    path: Path
    petition: PetitionFile
    checked: run.Checked
    measured: Any
    truth: dict[str, Any]


@pytest.fixture(scope="session")
def sample():
    """`sample(name)`: the bundled scan of this name, measured once a run and judged under its petition file."""
    known: dict[str, CheckedSample] = {}
    failed: dict[str, PetitionError] = {}

    def get(name: str) -> CheckedSample:
        if name in failed:
            raise failed[name]
        if name not in known:
            truth_file = SAMPLES / f"{name}.truth.json"
            truth = json.loads(truth_file.read_text(encoding="utf-8"))
            path = SAMPLES / truth["file"]
            petition = petition_file.load((SAMPLES / truth["petition"]).resolve())
            try:
                measured = run.measure(path, petition, pictures=True, threads=2)
            except PetitionError as error:
                failed[name] = error
                raise
            checked = run.Checked(result=run.judge(measured.facts, petition), pictures={p.page: p for p in measured.pictures})
            known[name] = CheckedSample(name, path, petition, checked, measured, truth)
        return known[name]

    return get


def sample_names() -> list[str]:
    """Names of all bundled scans."""
    return sorted(p.name.removesuffix(".truth.json") for p in SAMPLES.glob("*.truth.json"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The public inputs beside the project; skipped, visibly, where they are not handed out."""
    if not SHARED_DATA.is_dir():
        pytest.skip("public inputs are not here (../shared/data): this test has nothing to read")
    return SHARED_DATA
