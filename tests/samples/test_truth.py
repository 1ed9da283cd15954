"""The committed scans and the truth beside them: what benchmarks and other tests rely on."""

import json
import tomllib
from pathlib import Path

import pypdfium2 as pdfium
import pytest

SAMPLES = Path(__file__).parents[2] / "samples"
TRUTHS = sorted((SAMPLES / "scans").glob("*.truth.json"))
MOST_BYTES = 12_000_000
PARTS = {
    *("warning", "summary", "text", "committee", "lines", "affidavit", "notary", "serial"),
    *("recall-statement", "nomination-heading", "instructions"),
}
MOST_BYTES_OF_ALL = 12_000_000
KINDS = {
    ("colorado-54-124", "initiative"),
    ("fulton-10-3", "initiative"),
    ("fulton-10-3", "referendum"),
    ("fulton-10-3", "recall"),
    ("charter-3-06", "nomination"),
    ("charter-602", "nomination"),
}
STATES = {"blank", "signed", "incomplete", "struck"}
CONSEQUENCES = {"refuse", "void", "review", "note"}


def read(path: Path) -> dict:
    return json.loads(path.read_text())


@pytest.mark.parametrize("path", TRUTHS, ids=lambda p: p.stem)
def test_truth_tells_of_the_file_beside_it(path):
    truth = read(path)
    scan = path.parent / truth["file"]
    assert scan.exists()
    document = pdfium.PdfDocument(scan)
    assert len(document) == truth["scan"]["page_count"] == len(truth["scan"]["pages"])
    petition = tomllib.loads((path.parent / truth["petition"]).read_text())
    folder = (path.parent / truth["petition"]).parent
    wanted = [petition[key] for key in ("summary_file", "text_file") if key in petition]
    assert all((folder / name).exists() for name in wanted)
    assert wanted or petition["kind"] in ("recall", "nomination")


@pytest.mark.parametrize("path", TRUTHS, ids=lambda p: p.stem)
def test_every_box_lies_on_its_page(path):
    truth = read(path)
    sizes = {p["page"]: p["size"] for p in truth["scan"]["pages"]}
    for section in truth["sections"]:
        for item in [*section["parts"], *section["lines"]]:
            x0, y0, x1, y1 = item["box"]
            width, height = sizes[item["page"]]
            assert -1 <= x0 < x1 <= width + 1
            assert -1 <= y0 < y1 <= height + 1


@pytest.mark.parametrize("path", TRUTHS, ids=lambda p: p.stem)
def test_words_are_those_of_the_requirements(path):
    for section in read(path)["sections"]:
        assert {part["part"] for part in section["parts"]} <= PARTS
        assert {line["state"] for line in section["lines"]} <= STATES
        assert {finding["default"] for finding in section["findings"]} <= CONSEQUENCES


@pytest.mark.parametrize("path", TRUTHS, ids=lambda p: p.stem)
def test_every_line_is_told_once_and_its_state_fits_its_signature(path):
    for section in read(path)["sections"]:
        places = [(line["page"], line["row"]) for line in section["lines"]]
        assert len(places) == len(set(places))
        for line in section["lines"]:
            if line["state"] == "blank":
                assert not line["signature"]["present"] and line["name"] is None
            if line["state"] == "signed":
                assert line["signature"]["present"]
            if line["state"] == "incomplete":
                lacks = [not line["signature"]["present"], *(line[cell] is None for cell in ("name", "address", "date"))]
                assert any(lacks)


@pytest.mark.parametrize("path", TRUTHS, ids=lambda p: p.stem)
def test_a_line_finding_points_at_a_line(path):
    for section in read(path)["sections"]:
        places = {(line["page"], line["row"]) for line in section["lines"]}
        for finding in section["findings"]:
            if finding["scope"] == "line":
                assert (finding["page"], finding["row"]) in places


def test_the_kinds_that_tests_need_are_there():
    truths = {path.name.split(".")[0]: read(path) for path in TRUTHS}
    assert len(truths) >= 10
    assert sum(t["clean"] for t in truths.values()) >= 3
    assert sum(not t["clean"] for t in truths.values()) >= 7
    colours = {page["colour"] for t in truths.values() for page in t["scan"]["pages"]}
    assert colours >= {"colour", "gray", "bitonal"}
    assert any(page["rotation"] for t in truths.values() for page in t["scan"]["pages"])
    assert any(len(t["sections"]) == 2 for t in truths.values())


def petition_of(path: Path) -> dict:
    return tomllib.loads((path.parent / read(path)["petition"]).read_text())


def test_every_ordinance_and_kind_has_a_scan_and_each_ordinance_a_clean_and_a_bad_one():
    found = [(petition_of(path), read(path)["clean"]) for path in TRUTHS]
    assert {(petition["ordinance"], petition["kind"]) for petition, _ in found} >= KINDS
    for ordinance in {ordinance for ordinance, _ in KINDS}:
        assert {clean for petition, clean in found if petition["ordinance"] == ordinance} == {True, False}


@pytest.mark.parametrize("path", TRUTHS, ids=lambda p: p.stem)
def test_the_count_stated_is_the_number_of_signatures_unless_that_is_the_defect(path):
    for section in read(path)["sections"]:
        sworn = section["affidavit"]
        if not sworn or sworn["count_stated"] is None:
            continue
        signed = sum(line["signature"]["present"] and line["state"] != "struck" for line in section["lines"])
        differs = any(f["check"] == "count-stated-differs" for f in section["findings"])
        assert differs == (sworn["count_stated"] != signed)


def test_committed_samples_stay_small():
    files = [path for folder in ("scans", "petitions") for path in (SAMPLES / folder).rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= MOST_BYTES
    kept = [path for path in SAMPLES.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert sum(path.stat().st_size for path in kept) <= MOST_BYTES_OF_ALL
