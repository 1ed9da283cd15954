"""Awkward files of other projects come out as their log says: read, recovered, locked or refused; never a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.errors import Damaged, Locked, NotADocument
from pipeline.pages.open import open_scan
from pipeline.pages.upright import upright

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "robust"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the public awkward files are not on this computer")

LOCKED = (
    "paperless-ngx__encrypted.pdf",
    "paperless-ngx__password-is-test.pdf",
    "pdf.js__pr6531_1.pdf",
    "pdfplumber__password-example.pdf",
    "pypdf__r2-user-password.pdf",
    "unstructured__password.pdf",
)
REFUSED = ("ocrmypdf__livecycle.pdf", "pdfplumber__empty.pdf", "qpdf__bad1.pdf", "qpdf__c-empty.pdf", "qpdf__empty.pdf")
DAMAGED = ("pdf.js__Pages-tree-refs.pdf", "pdf.js__poppler-395-0-fuzzed.pdf", "qpdf__pages-loop.pdf")
RECOVERED = ("pdf.js__helloworld-bad.pdf", "pdf.js__scan-bad.pdf", "pdf.js__xref_command_missing.pdf", "qpdf__bad16.pdf")
# Page by page, the turn that a person would give it.
TURNED = {
    "docling__ocr_test_rotated_270.pdf": [270],
    "ocrmypdf__cardinal.pdf": [0, 270, 180, 90],
    "paperless-ngx__rotated.pdf": [270, 180, 90, 0],
    "test__phototest-rotated-180.png": [180],
    "test__phototest.tif": [0],
    "unstructured__rotated-page-90.pdf": [270],
    "pypdf__indirect-rotation.pdf": [0, 0, 0, 0, 0],
}


@pytest.mark.parametrize("name", LOCKED)
def test_locked_files_say_so(name: str) -> None:
    with pytest.raises(Locked):
        open_scan(FOLDER / name)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_scan_is_refused(name: str) -> None:
    with pytest.raises(NotADocument):
        open_scan(FOLDER / name)


@pytest.mark.parametrize("name", DAMAGED)
def test_what_is_broken_is_damaged(name: str) -> None:
    with pytest.raises(Damaged):
        open_scan(FOLDER / name)


@pytest.mark.parametrize("name", RECOVERED)
def test_what_can_be_recovered_is_and_says_so(name: str) -> None:
    with open_scan(FOLDER / name) as scan:
        assert scan.problems
        assert len(list(scan.pages())) == 1


def test_all_others_open_and_every_page_comes_out() -> None:
    others = sorted(p for p in FOLDER.iterdir() if p.name not in (*LOCKED, *REFUSED, *DAMAGED))
    assert others
    for path in others:
        with open_scan(path) as scan:
            assert [raw.number for raw in scan.pages()] == list(range(1, scan.page_count + 1)), path.name


@pytest.mark.parametrize("name", sorted(TURNED))
def test_pages_are_turned_as_a_person_would(name: str) -> None:
    with open_scan(FOLDER / name) as scan:
        assert [upright(raw, raw.number)[0].rotation for raw in scan.pages()] == TURNED[name]
