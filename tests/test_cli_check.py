"""`petition check` as a clerk runs it: exit codes, JSON Lines, the report, hostile names, a reader that goes away."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import jsonschema
import pytest

from pipeline.errors import ExitCode
from pipeline.report.result_json import schema
from tests.conftest import ROOT, SAMPLES

PETITION = "petition"


def petition(*words: str, **kwargs: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pipeline.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False, timeout=300, **kwargs)  # type: ignore[call-overload]


def petition_file_of(name: str) -> str:
    truth = json.loads((SAMPLES / f"{name}.truth.json").read_text(encoding="utf-8"))
    return str((SAMPLES / truth["petition"]).resolve())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("check", "x.pdf"), "--petition"),
        (("check", "x.pdf", "--ordinance", "colorado-54-12"), "colorado-54-124"),
        (("chek", "x.pdf"), "No such command"),
        (("check",), "Missing argument"),
    ],
)
def test_wrong_use_says_what_to_do(words, says):
    done = petition(*words)
    assert done.returncode == ExitCode.WRONG_USE
    assert says in done.stderr and "Traceback" not in done.stderr


def test_unknown_key_of_the_petition_file_is_named_with_the_nearest(tmp_path):
    file = tmp_path / "petition.toml"
    file.write_text('ordinance = "colorado-54-124"\nsumary_file = "s.txt"\n', encoding="utf-8")
    done = petition("check", "x.pdf", "--petition", str(file))
    assert done.returncode == ExitCode.WRONG_USE
    assert "sumary_file" in done.stderr and "summary_file" in done.stderr


def test_version_and_doctor():
    assert petition("--version").stdout.startswith("petition ")
    done = petition("doctor")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "tesseract" in done.stdout and "54-124" in done.stdout


def test_json_report_and_neighbour_in_one_call(tmp_path):
    """One call on a hostile name and a missing file: JSON Lines stay clean, the report is whole, the code is the error's."""
    name = "bitonal-with-struck-line"
    odd = tmp_path / "<img src=x onerror=alert(1)>.pdf"
    shutil.copy(SAMPLES / f"{name}.pdf", odd)
    report = tmp_path / "report.html"
    done = petition(
        "check", str(odd), str(tmp_path / "gone.pdf"), "--petition", petition_file_of(name), "--json", "--report", str(report)
    )
    assert done.returncode == ExitCode.NOT_A_DOCUMENT
    assert "gone.pdf" in done.stderr
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    assert [o["schema"] for o in objects] == ["petition-section/1", "petition-scan/1"]
    for found in objects:
        jsonschema.validate(found, schema(found["schema"]))
    assert objects[-1]["exit"] == ExitCode.FINDINGS
    html = report.read_text(encoding="utf-8")
    assert "<img src=x" not in html and "&lt;img src=x" in html
    assert "gone.pdf" in html and "http://" not in html.replace("http://www.w3.org", "") and "<script" not in html


def test_a_reader_that_goes_away_gets_no_traceback():
    name = "bitonal-with-struck-line"
    command = [
        sys.executable,
        "-m",
        "pipeline.cli",
        "check",
        str(SAMPLES / f"{name}.pdf"),
        "--ordinance",
        "colorado-54-124",
        "--json",
    ]
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False, timeout=300)
    os.close(write)
    assert done.returncode == ExitCode.FINDINGS
    assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr
