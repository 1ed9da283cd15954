"""A line of writing is read from a cell's crop, whatever else hangs into it; what is not read well says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from pipeline.errors import MissingProgram
from pipeline.geometry import Box
from pipeline.ocr import recogniser
from pipeline.ocr.alphabet import DATES, DIGITS, WRITING, columns, folded
from pipeline.ocr.crops import spread, tall_strokes, writing_lines
from pipeline.ocr.hand import PpocrHand
from pipeline.ocr.recogniser import best_path, frames, parted
from tests.ocr.lettering import line

BOX = Box(10.0, 20.0, 150.0, 40.0)


def cell(text: str, *, above: int = 30, below: int = 30) -> np.ndarray:
    """A ruled cell with `text` in it."""
    written = line(text, name="dejavu/DejaVuSans.ttf")
    pixels = np.pad(written, ((above, below), (40, 80)), constant_values=255)
    pixels[:3], pixels[-3:], pixels[:, :3], pixels[:, -3:] = 0, 0, 0, 0
    return pixels


def test_a_name_is_read_with_its_place_and_a_high_certainty() -> None:
    read = PpocrHand().read(cell("Ingrid Castellano"), page=4, box=BOX)
    assert read.text == "Ingrid Castellano"
    assert read.certainty >= 0.9
    assert (read.page, read.box) == (4, BOX)


def test_two_lines_in_one_cell_are_read_one_after_the_other() -> None:
    upper, lower = line("1204 Juniper Lane"), line("Apt 16")
    wide = max(upper.shape[1], lower.shape[1])
    pixels = np.vstack([np.pad(p, ((6, 6), (10, wide - p.shape[1] + 10)), constant_values=255) for p in (upper, lower)])
    assert PpocrHand().read(pixels, page=1, box=BOX).text == "1204 Juniper Lane Apt 16"


def test_rules_of_the_cell_and_a_tail_of_the_row_above_are_no_part_of_the_writing() -> None:
    pixels = cell("Desmond Wu", above=40)
    cv2.line(pixels, (60, 0), (52, 22), 0, 4)
    cv2.line(pixels, (150, 0), (146, 18), 0, 4)
    assert PpocrHand().read(pixels, page=1, box=BOX).text == "Desmond Wu"


def test_an_empty_cell_gives_no_text() -> None:
    rng = np.random.default_rng(5)
    pixels = np.clip(rng.normal(240, 4, (90, 400)), 0, 255).astype(np.uint8)
    read = PpocrHand().read(pixels, page=1, box=BOX)
    assert (read.text, read.certainty) == (None, 0.0)


def test_scribble_is_not_said_to_be_certain() -> None:
    rng = np.random.default_rng(1)
    pixels = np.full((80, 400), 255, np.uint8)
    points = np.cumsum(rng.normal((6, 0), (3, 18), (60, 2)), axis=0).astype(np.int32) + np.array((10, 40))
    cv2.polylines(pixels, [np.clip(points, 2, (397, 77)).reshape(-1, 1, 2)], False, 30, 3, cv2.LINE_AA)
    assert PpocrHand().read(pixels, page=1, box=BOX).certainty < 0.5


def test_a_number_is_read_as_digits_only() -> None:
    read = PpocrHand().read_digits(cell("0170"), page=1, box=BOX)
    assert read.text == "0170"
    assert read.certainty >= 0.9


def test_a_reading_depends_on_its_own_crop_alone() -> None:
    engine, pixels = PpocrHand(), cell("Hiram Quigley")
    alone = engine.read(pixels, page=1, box=BOX)
    engine.read(cell("somebody else with a longer name"), page=1, box=BOX)
    assert engine.read(pixels, page=1, box=BOX) == alone


def test_probabilities_of_each_frame_sum_to_one_and_spell_the_text() -> None:
    seen = PpocrHand().read_logits(line("Edith Abernathy"))
    assert seen.probability.shape[1] == 1 + len(WRITING)
    assert np.allclose(seen.probability.sum(axis=1), 1.0, atol=1e-4)
    assert best_path(seen)[0] == "Edith Abernathy"


def test_readings_set_side_by_side_keep_their_order() -> None:
    together = parted([frames(line(t), DATES) for t in ("9", "14", "26")], "/")
    assert best_path(together)[0] == "9/14/26"


def test_signs_of_other_scripts_fold_into_what_a_form_can_bear() -> None:
    assert [folded(c, WRITING) for c in ("工", "О", "’", "／", "語")] == ["I", "O", "'", "/", None]
    assert folded("工", DIGITS) is None
    assert columns(("", "7", "x", "７"), DIGITS)[7] == [1, 3]


def test_strokes_are_counted_and_moved_apart() -> None:
    pixels = line("11/3")
    assert tall_strokes(pixels) == 4
    assert spread(pixels, 0.4).shape[1] > pixels.shape[1] + 3 * 0.4 * pixels.shape[0]
    assert tall_strokes(spread(pixels, 0.4)) == 4


def test_lines_are_cut_close_and_a_dash_is_not_blown_up() -> None:
    (cut,) = writing_lines(cell("Mona", above=80, below=120))
    assert cut.shape[0] < 70
    dash = np.full((120, 300), 255, np.uint8)
    dash[58:62, 100:130] = 20
    (kept,) = writing_lines(dash, px_per_pt=200 / 72)
    assert kept.shape[0] >= 7 * 200 / 72


def test_missing_weights_are_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recogniser.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingProgram, match="rapidocr"):
        recogniser.model_path()


def test_other_weights_than_those_measured_are_refused(tmp_path: Path) -> None:
    other = tmp_path / recogniser.MODEL_NAME
    other.write_bytes(b"not the model")
    with pytest.raises(MissingProgram, match=r"rapidocr 3\.10\.0"):
        recogniser._verified(other)


def test_rapidocr_itself_is_never_imported() -> None:
    code = (
        "import sys, numpy; from pipeline.ocr.hand import PpocrHand; from pipeline.geometry import Box;"
        "PpocrHand().read(numpy.eye(64, 256, dtype='uint8') * 200, page=1, box=Box(0, 0, 9, 9));"
        "sys.exit('rapidocr' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=120, check=False).returncode == 0
