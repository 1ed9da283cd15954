"""From pixels to an elector: what the recogniser saw is kept small, and is enough to find who signed, without a pixel."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from pipeline.geometry import Box
from pipeline.model.writing import Writing
from pipeline.ocr.alphabet import WRITING
from pipeline.ocr.lattice import LEAST_KEPT, emission, of_text, packed, readings, unpacked
from pipeline.ocr.recogniser import frames
from pipeline.pages.raster import Raster
from pipeline.signers.elector import look_up
from pipeline.signers.fields_band import Crops
from pipeline.signers.fields_written import keep_writing
from pipeline.signers.spelled import scores
from tests.checks.clean_section import line
from tests.roll.rolls import ADA, person, roll_of

FACE = Path("/usr/share/fonts/truetype/liberation/LiberationSans-Italic.ttf")
BOX = Box(0.0, 0.0, 100.0, 20.0)


def strip(text: str) -> np.ndarray:
    if not FACE.is_file():
        pytest.skip("the Liberation faces are not on this computer")
    font = ImageFont.truetype(str(FACE), 40)
    picture = Image.new("L", (int(font.getlength(text)) + 30, 60), 255)
    ImageDraw.Draw(picture).text((15, 6), text, font=font, fill=20)
    return np.asarray(picture, np.uint8)


def seen(meaning: str, text: str) -> Writing:
    return Writing(meaning=meaning, packed=(packed(frames(strip(text), WRITING)),), box=BOX)


def test_what_was_seen_is_kept_small_and_read_again() -> None:
    kept = packed(frames(strip("Victor Arbuckle"), WRITING))
    lattice = unpacked(kept)
    assert len(kept) < 800 and kept.isascii()
    assert readings(lattice, 1)[0][0].replace(" ", "") == "VICTORARBUCKLE"
    assert ((lattice >= LEAST_KEPT).sum(axis=1) >= 1).all()


def test_the_same_pixels_are_kept_as_the_same_text_at_every_time() -> None:
    assert packed(frames(strip("Ada Quill"), WRITING)) == packed(frames(strip("Ada Quill").copy(), WRITING))


@pytest.mark.parametrize("text", ["", "~", "a" * 4])
def test_what_is_no_lattice_is_refused_or_empty(text: str) -> None:
    if text == "":
        assert len(unpacked(text)) == 0
        return
    with pytest.raises(ValueError):
        unpacked(text)


def test_the_written_name_fits_and_each_other_one_falls_behind() -> None:
    names = ["ADAQUILL", "ADAQUELL", "IDAQUILL", "QUILLADA", "ADAQUILLER"]
    fit = scores([[(((name, 0.0),),)] for name in names], emission(of_text("ADA QUILL", 0.02)))
    assert fit[0] > -1.0
    assert (fit[1:] < fit[0] - 4.0).all()


def test_a_doubled_letter_is_not_taken_for_one() -> None:
    fit = scores([[(((name, 0.0),),)] for name in ("ANNA", "ANA")], emission(of_text("ANNA", 0.02)))
    assert fit[0] > fit[1] + 4.0


def test_a_line_is_looked_up_by_what_was_seen_in_it(tmp_path: Path) -> None:
    written = replace(line(1, 1, 1), writing=(seen("name", "Ada Quill"), seen("address", "12 Elm St")))
    with roll_of(tmp_path, [ADA, person("E2", "Bo Quill"), person("E3", "Ada Quirk", "12 Oak St")]) as roll:
        found = look_up(written, roll)
        blank = look_up(line(1, 2, 2, filled=False), roll)
        other = look_up(replace(written, writing=(seen("name", "Zane Trout"), seen("address", "12 Elm St"))), roll)
    assert found.elector is not None and found.elector.id == "E1" and found.roll is not None and found.roll.answer == "found"
    assert blank.roll is None and blank.elector is None
    assert other.elector is None and other.roll is not None and other.roll.answer == "none"


def test_street_city_and_zip_in_columns_of_their_own_find_the_same_elector(tmp_path: Path) -> None:
    cells = (seen("name", "Ada Quill"), seen("street", "12 Elm St"), seen("city", "Pine Hollow"), seen("zip", "80999"))
    with roll_of(tmp_path, [ADA, replace(ADA, id="E2", city="Granite Ford", zip="81990")]) as roll:
        found = look_up(replace(line(1, 1, 1), writing=cells), roll)
    assert found.elector is not None and found.elector.id == "E1"


def test_ditto_marks_stand_for_the_address_above_and_never_for_a_name() -> None:
    sheet = np.full((400, 1200), 255, np.uint8)
    for top, text in ((20, "12 Elm St"), (120, None)):
        word = strip(text) if text else np.full((60, 90), 255, np.uint8)
        if text is None:
            word[22:40, 30:34] = word[22:40, 44:48] = 20
        for left in (40, 640):
            sheet[top : top + word.shape[0], left : left + word.shape[1]] = word
    raster = Raster(gray=sheet, bgr=None, px_per_pt=200 / 72)
    step = 72 / 200
    lines = []
    for row, top in ((1, 10), (2, 110)):
        whole = line(1, row, row)
        cells = []
        for meaning, left in (("name", 20), ("address", 620)):
            cell = next(c for c in whole.cells if c.meaning == meaning)
            box = Box(left * step, top * step, (left + 540) * step, (top + 90) * step)
            ink = Box((left + 15) * step, (top + 12) * step, (left + 300) * step, (top + 70) * step)
            if row == 2:
                ink = Box((left + 48) * step, (top + 30) * step, (left + 70) * step, (top + 52) * step)
            cells.append(replace(cell, box=box, ink=ink))
        lines.append(replace(whole, cells=tuple(cells)))
    first, second = keep_writing(Crops(raster), lines)
    kept = {w.meaning: w.packed for w in second.writing}
    assert kept["address"] == next(w.packed for w in first.writing if w.meaning == "address")
    assert kept.get("name") != next(w.packed for w in first.writing if w.meaning == "name")
