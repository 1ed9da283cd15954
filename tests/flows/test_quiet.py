"""Prefect is asked for by flows alone, and is told to keep quiet before it is imported."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest
from PIL import Image

from tests.conftest import ROOT

_ASK = """
import sys
from pipeline.cli import main
sys.argv = ["petition", *{arguments!r}]
try:
    main()
except SystemExit:
    pass
print("imported:", sorted({{"prefect", "dask", "distributed", "sqlalchemy"}} & set(sys.modules)))
"""


@pytest.fixture
def blank(tmp_path):
    sheet = io.BytesIO()
    Image.new("L", (850, 1100), 255).save(sheet, "PNG", dpi=(100, 100))
    path = tmp_path / "blank.png"
    path.write_bytes(sheet.getvalue())
    return str(path)


@pytest.mark.parametrize("arguments", [["check", "--help"], ["--version"], ["check", "SCAN", "--ordinance", "colorado-54-124"]])
def test_commands_on_files_import_no_prefect(arguments, blank):
    given = [blank if a == "SCAN" else a for a in arguments]
    ran = subprocess.run(
        [sys.executable, "-c", _ASK.format(arguments=given)], cwd=ROOT, capture_output=True, text=True, timeout=180, check=False
    )
    assert ran.stdout.splitlines()[-1:] in (["imported: []"], ["imported: ['sqlalchemy']"]), ran.stderr


def test_telemetry_is_off_and_the_home_is_ours_before_prefect_is_imported(tmp_path):
    ask = (
        "import flows, sys; assert 'prefect' not in sys.modules; from prefect.settings import get_current_settings as s; "
        "print(s().server.analytics_enabled, s().home, s().telemetry.enable_resource_metrics)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True,
        env={"PATH": "/usr/bin:/bin", "PETITION_HOME": str(tmp_path), "PREFECT_SERVER_ANALYTICS_ENABLED": "true"},
    )  # fmt: skip
    assert ran.stdout.split() == ["False", str(tmp_path / "prefect"), "False"]
