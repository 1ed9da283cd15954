"""The look of a line's writing in numbers: one hand's lines lie close together, two hands' lines apart."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pipeline.checks.same_hand import ALIKE, distance
from pipeline.geometry import Box
from pipeline.model.line import CellMarks, HandTraits
from pipeline.pages.raster import Raster
from pipeline.signers.fields_band import Crops
from pipeline.signers.hands import traits
from tests.ocr.lettering import line as drawn
from tests.signers.test_fields import NO, SCALE, YES

SERIF, SANS, OBLIQUE = (
    "liberation/LiberationSerif-Regular.ttf",
    "liberation/LiberationSans-Regular.ttf",
    "liberation/LiberationSans-Italic.ttf",
)


def measured(text: str, face: str, *, size: int = 40, ink: int = 20) -> HandTraits | None:
    """The traits of `text` written in a cell."""
    pixels = np.pad(drawn(text, size=size, name=face, ink=ink), 12, constant_values=255)
    box = Box(0.0, 0.0, pixels.shape[1] / SCALE, pixels.shape[0] / SCALE)
    own = Box(8.0, 6.0, box.x1 - 8.0, box.y1 - 6.0)
    cell = CellMarks(meaning="name", box=box, ink=own, written=YES, struck=NO, altered=NO)
    return traits(Crops(Raster(gray=pixels, bgr=None, px_per_pt=SCALE)), [cell], 10)


def apart(one: HandTraits | None, other: HandTraits | None) -> float:
    assert one is not None
    assert other is not None
    return distance(one, other)


def test_two_lines_of_one_hand_and_pen_lie_close_together() -> None:
    assert apart(measured("Ada Quill 12 Elm Street", SERIF), measured("Bruno Eklund 9 Oak Road", SERIF)) <= ALIKE


@pytest.mark.parametrize(
    "other",
    [
        ("Bruno Eklund 9 Oak Road", OBLIQUE, 40, 20),  # leaning
        ("Bruno Eklund 9 Oak Road", SANS, 52, 20),  # larger, another pen
        ("Bruno Eklund 9 Oak Road", SANS, 40, 110),  # paler
    ],
)
def test_slant_size_and_ink_tell_hands_apart(other: tuple[str, str, int, int]) -> None:
    text, face, size, ink = other
    assert apart(measured("Ada Quill 12 Elm Street", SANS), measured(text, face, size=size, ink=ink)) > ALIKE


def test_the_lean_is_measured() -> None:
    upright, leaning = measured("HILL LITTLE TILL", SANS), measured("HILL LITTLE TILL", OBLIQUE)
    assert upright is not None
    assert leaning is not None
    assert abs(upright.slant) <= 0.06
    assert 0.1 <= leaning.slant <= 0.35  # the face leans by 12 degrees


def test_a_few_letters_say_nothing_of_a_hand() -> None:
    assert measured("Al Ng", SANS) is None


def test_a_faint_speck_is_no_writing() -> None:
    pixels = np.full((60, 200), 245, np.uint8)
    cv2.circle(pixels, (100, 30), 3, 230, -1)
    cell = CellMarks(meaning="name", box=Box(0, 0, 72, 21.6), ink=Box(30, 8, 42, 14), written=YES, struck=NO, altered=NO)
    raster = Raster(gray=pixels, bgr=None, px_per_pt=SCALE)
    assert traits(Crops(raster), [replace(cell, meaning="signature")], 1) is None
