"""Printed words are read with their places, in any colour; every way the engine can fail has its own error."""

from __future__ import annotations

import os
import shutil
import stat
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from pytesseract import pytesseract as launcher

from pipeline.errors import MissingProgram, OverLimit
from pipeline.ocr import print as printed
from pipeline.ocr.print import EngineFailed, TesseractPrint
from tests.ocr.lettering import page

needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
SENTENCE = "Do not sign this petition unless you have read the summary."


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Puts a shell script in the engine's place. `--version` is answered as the engine would."""

    def put(body: str) -> Path:
        script = tmp_path / "tesseract"
        script.write_text(f'#!/bin/sh\nif [ "$1" = "--version" ]; then echo "tesseract 5.3.0"; exit 0; fi\n{body}\n')
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setattr(launcher, "tesseract_cmd", str(script))
        printed._version.cache_clear()
        return script

    yield put
    printed._version.cache_clear()


BLANK = np.full((120, 400), 255, np.uint8)


@needs_tesseract
@pytest.mark.parametrize("colour", [(0, 0, 0), (200, 20, 30), (20, 40, 160)], ids=["black", "red", "blue"])
def test_words_of_any_colour_are_read_where_they_stand(colour: tuple[int, int, int]) -> None:
    pixels = page([(50, 60, SENTENCE)], colour=colour)
    read = TesseractPrint().read_page(pixels, 200 / 72, page=3)
    assert " ".join(w.text for w in read.words) == SENTENCE
    assert read.page == 3
    assert not read.exact
    first, last = read.words[0], read.words[-1]
    assert first.box.x0 == pytest.approx(50, abs=2)
    assert 58 < first.box.y0 < 66
    assert last.box.x1 < 612
    assert all(w.certainty > 0.7 for w in read.words)


@needs_tesseract
def test_a_white_heading_on_a_dark_bar_is_read_like_the_text_around_it() -> None:
    pixels = page([(50, 30, SENTENCE)])
    heading = [(10, 3, "Signature of elector        Residence address        Date")]
    bar = page(heading, ground=(26, 42, 74), colour=(255, 255, 255), width_pt=512, height_pt=20)
    top, left = round(80 * 200 / 72), round(50 * 200 / 72)
    pixels[top : top + bar.shape[0], left : left + bar.shape[1]] = bar
    text = " ".join(w.text for w in TesseractPrint().read_page(pixels, 200 / 72, page=1).words)
    assert SENTENCE in text
    assert "Residence address" in text


@needs_tesseract
def test_a_region_is_read_enlarged_and_its_boxes_stay_in_points_of_the_page() -> None:
    pixels = page([(50, 60, SENTENCE)])
    s = 200 / 72
    crop = pixels[round(55 * s) : round(80 * s), round(40 * s) : round(500 * s)]
    read = TesseractPrint().read_region(crop, s, page=1, origin=(40.0, 55.0), scale=2.0)
    assert " ".join(w.text for w in read.words) == SENTENCE
    assert read.words[0].box.x0 == pytest.approx(50, abs=2)
    assert read.words[0].box.y0 == pytest.approx(62.5, abs=4)


@needs_tesseract
def test_the_same_page_is_read_the_same_twice() -> None:
    pixels = cv2.GaussianBlur(page([(50, 60, SENTENCE)], colour=(90, 90, 90)), (0, 0), 1.2)
    assert TesseractPrint().read_page(pixels, 200 / 72, page=1) == TesseractPrint().read_page(pixels, 200 / 72, page=1)


@needs_tesseract
def test_a_page_without_words_has_no_lines() -> None:
    assert TesseractPrint().read_page(BLANK, 200 / 72, page=1).lines == ()


@needs_tesseract
def test_missing_language_data_is_named_with_what_to_install() -> None:
    with pytest.raises(MissingProgram, match="tesseract-ocr-xxx"):
        TesseractPrint(language="xxx").read_page(BLANK, 200 / 72, page=1)


def test_a_missing_program_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(launcher, "tesseract_cmd", str(tmp_path / "nowhere"))
    printed._version.cache_clear()
    with pytest.raises(MissingProgram, match="tesseract-ocr"):
        TesseractPrint().read_page(BLANK, 200 / 72, page=1)
    printed._version.cache_clear()


def test_an_engine_that_hangs_is_stopped_and_leaves_no_process(stub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))
    stub(f"echo $$ > {tmp_path}/pid\nexec sleep 300")
    began = time.monotonic()
    with pytest.raises(OverLimit, match="1 s"):
        TesseractPrint(time_limit_s=1).read_page(BLANK, 200 / 72, page=1)
    assert time.monotonic() - began < 60
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_a_crowded_computer_is_waited_for_and_the_message_says_how_long(stub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (2.0 * (os.cpu_count() or 1), 0.0, 0.0))
    stub("exec sleep 300")
    with pytest.raises(OverLimit, match="within 2 s"):
        TesseractPrint(time_limit_s=1).read_page(BLANK, 200 / 72, page=1)


def test_a_second_look_that_the_engine_gives_up_on_saw_nothing_and_the_page_goes_on(stub) -> None:
    stub("kill -SEGV $$")
    assert TesseractPrint().read_region(BLANK, 200 / 72, page=3).lines == ()


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("kill -SEGV $$", "crashed"),
        ("exit 0", "no-output"),
        (': > "$2.tsv"', "no-output"),
        (r'printf "level\n5\377\376" > "$2.tsv"', "bad-encoding"),
        (r'printf "\377\376 broken" >&2; exit 1', "bad-encoding"),
        (r'printf "head\n5\t1\t1\t1\t1\t1\tx\ty\t9\t9\t90\tword\n" > "$2.tsv"', "no-output"),
    ],
    ids=["segfault", "exit 0 and no file", "exit 0 and empty file", "not UTF-8", "message not UTF-8", "broken numbers"],
)
def test_each_way_an_engine_breaks_is_a_named_error(stub, body: str, reason: str) -> None:
    stub(body)
    with pytest.raises(EngineFailed) as caught:
        TesseractPrint().read_page(BLANK, 200 / 72, page=1)
    assert caught.value.reason == reason


def test_more_output_than_a_page_can_hold_is_refused_before_it_is_read(stub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed, "MOST_OUTPUT_BYTES", 1000)
    stub('head -c 5000 /dev/zero > "$2.tsv"')
    with pytest.raises(EngineFailed) as caught:
        TesseractPrint().read_page(BLANK, 200 / 72, page=1)
    assert caught.value.reason == "too-much-output"


def test_words_keep_line_and_block_of_the_engine(stub) -> None:
    rows = [
        "5 1 1 1 1 1 100 200 50 20 96.5 Petition",
        "5 1 1 1 1 2 160 200 50 20 41 No.",
        "5 1 2 1 1 1 100 300 50 20 -1 x",
    ]
    table = "\\n".join(["header", *(row.replace(" ", "\\t") for row in rows)])
    stub(f'printf "{table}\\n" > "$2.tsv"')
    read = TesseractPrint().read_page(BLANK, 300 / 72, page=1)
    assert [line.text for line in read.lines] == ["Petition No.", "x"]
    assert [line.block for line in read.lines] == [1, 2]
    assert read.words[0].box.rounded() == [24.0, 48.0, 36.0, 52.8]
    assert [w.certainty for w in read.words] == [0.965, 0.41, 0.0]
    assert read.engine == "tesseract 5.3.0"
