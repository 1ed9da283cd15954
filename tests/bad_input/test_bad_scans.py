"""Bad files through the command line: each gets its sentence and exit code, and harms no neighbour."""

from __future__ import annotations

import io
import os
import stat
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from PIL import Image, ImageDraw, ImageFont

from pipeline.cli.check import check_scans
from pipeline.errors import ExitCode
from pipeline.law import petition_file

PETITION = petition_file.for_ordinance("colorado-54-124")


def page_picture(text: str = "Minutes of the library board") -> Image.Image:
    picture = Image.new("L", (1275, 1650), 255)
    font = ImageFont.truetype("DejaVuSans.ttf", 34)
    for row in range(12):
        ImageDraw.Draw(picture).text((120, 150 + 90 * row), f"{text}, item {row + 1} of the day", font=font, fill=20)
    return picture


@pytest.fixture(scope="module")
def good_pdf(tmp_path_factory) -> Path:
    target = tmp_path_factory.mktemp("good") / "minutes.pdf"
    pages = [page_picture(), page_picture("Budget of the parks"), page_picture("Notes")]
    pages[0].save(target, save_all=True, append_images=pages[1:], resolution=150)
    return target


def checked(capsys, *scans: Path) -> tuple[int, str, str]:
    code = check_scans(list(scans), PETITION, as_json=False, report=None, jobs=2)
    said = capsys.readouterr()
    return code, said.out, " ".join(said.err.split())


def test_empty_file(tmp_path, capsys):
    empty = tmp_path / "empty.pdf"
    empty.touch()
    code, _, err = checked(capsys, empty)
    assert code == ExitCode.NOT_A_DOCUMENT
    assert "empty.pdf" in err and "empty" in err and "again" in err


@pytest.mark.parametrize(
    ("name", "content"), [("letter.docx", b"PK\x03\x04word/document.xml" + b"\0" * 500), ("tool.exe", b"MZ" + b"\x90\0" * 400)]
)
def test_not_a_document(tmp_path, capsys, name, content):
    file = tmp_path / name
    file.write_bytes(content)
    code, _, err = checked(capsys, file)
    assert code == ExitCode.NOT_A_DOCUMENT
    assert name in err and "PDF" in err


def test_missing_file_and_folder(tmp_path, capsys):
    code, _, err = checked(capsys, tmp_path / "nowhere.pdf")
    assert code == ExitCode.NOT_A_DOCUMENT and "nowhere.pdf" in err
    code, _, err = checked(capsys, tmp_path)
    assert code == ExitCode.NOT_A_DOCUMENT and "folder" in err


@pytest.mark.parametrize("kept", [0.4, 0.9])
def test_truncated_pdf_never_loses_pages_in_silence(tmp_path, capsys, good_pdf, kept):
    data = good_pdf.read_bytes()
    cut = tmp_path / "cut.pdf"
    cut.write_bytes(data[: int(len(data) * kept)])
    code, _, err = checked(capsys, cut)
    assert code == ExitCode.DAMAGED
    assert "cut.pdf" in err


def test_truncated_tiff(tmp_path, capsys):
    whole = io.BytesIO()
    page_picture().convert("1").save(
        whole, "TIFF", save_all=True, append_images=[page_picture("Two").convert("1")], compression="group4"
    )
    cut = tmp_path / "cut.tif"
    cut.write_bytes(whole.getvalue()[: len(whole.getvalue()) * 6 // 10])
    code, _, err = checked(capsys, cut)
    assert code == ExitCode.DAMAGED and "cut.tif" in err


def test_locked_pdf(tmp_path, capsys, good_pdf):
    locked = tmp_path / "locked.pdf"
    with pikepdf.open(good_pdf) as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(user="secret", owner="other"))
    code, _, err = checked(capsys, locked)
    assert code == ExitCode.LOCKED
    assert "password" in err


def test_no_pages(tmp_path, capsys):
    none = tmp_path / "none.pdf"
    with pikepdf.new() as pdf:
        pdf.save(none)
    code, _, err = checked(capsys, none)
    assert code == ExitCode.NOT_A_DOCUMENT and "no pages" in err


def test_page_of_35000_pixels_is_reduced_and_said(tmp_path, capsys):
    long = np.full((35_000, 3_000), 255, np.uint8)
    long[100:34_900:200, 200:2_800] = 0
    file = tmp_path / "long.png"
    Image.fromarray(long).save(file)
    code, out, _ = checked(capsys, file)
    assert code in (ExitCode.FINDINGS, ExitCode.NOTHING_FOUND)
    assert "no petition section was found" in out and "reduced" in out.lower()


def test_page_without_contents(tmp_path, capsys):
    bare = tmp_path / "bare.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(612, 792))
        pdf.save(bare)
    code, out, _ = checked(capsys, bare)
    assert code == ExitCode.FINDINGS
    assert "no petition section was found" in out


def test_a_document_that_is_no_petition_gives_no_false_findings(capsys, good_pdf):
    code, out, _ = checked(capsys, good_pdf)
    assert code == ExitCode.FINDINGS
    assert "no petition section was found" in out and "void" not in out and "refuse" not in out


def test_one_bad_file_does_not_stop_the_next(tmp_path, capsys, good_pdf):
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7\nnothing more")
    code, out, err = checked(capsys, bad, good_pdf)
    assert code in (ExitCode.NOT_A_DOCUMENT, ExitCode.DAMAGED)
    assert "bad.pdf" in err and "minutes.pdf" in out


def stub(folder: Path, script: str) -> None:
    program = folder / "tesseract"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


def test_tesseract_missing(tmp_path, capsys, monkeypatch, good_pdf):
    monkeypatch.setenv("PATH", str(tmp_path))
    code, _, err = checked(capsys, good_pdf)
    assert code == ExitCode.MISSING_PROGRAM
    assert "tesseract" in err and "nstall" in err


def test_tesseract_hanging_costs_the_page_not_the_file(tmp_path, capsys, monkeypatch, good_pdf):
    stub(tmp_path, 'case "$*" in *version*) echo "tesseract 5.3.0";; *) exec /bin/sleep 600;; esac')
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("PETITION_LIMIT_PRINT_SECONDS", "1")
    code, out, _ = checked(capsys, good_pdf)
    assert code == ExitCode.FINDINGS
    assert "could not be read" in out
