"""All writing in a cell's band is read, words that a neighbour's stroke touches too; what runs over the edge is not certain."""

from __future__ import annotations

from dataclasses import replace

import cv2

from pipeline.geometry import Box
from pipeline.ocr.hand import PpocrHand
from pipeline.signers.fields import read_fields
from pipeline.signers.fields_band import band_of
from tests.signers.test_fields import SCALE, sheet


def test_a_word_that_was_given_to_the_neighbour_is_read_all_the_same() -> None:
    raster, line = sheet(("signature", 20, 100, ""), ("name", 100, 300, "Paula Yarrow"))
    name = line.cells[1]
    assert name.ink is not None
    last_word = Box(name.ink.x0 + 0.46 * name.ink.width, name.ink.y0, name.ink.x1, name.ink.y1)
    lost = replace(line, cells=(line.cells[0], replace(name, ink=last_word)))
    band = band_of(raster, lost.cells[1])
    assert band is not None
    assert band.widened
    read = read_fields(raster, lost, PpocrHand())
    assert read.name is not None
    assert read.name.text == "Paula Yarrow"


def test_a_stroke_over_the_cells_edge_makes_the_reading_uncertain() -> None:
    raster, line = sheet(("signature", 20, 100, ""), ("name", 100, 300, "Paula Yarrow"))
    sure = read_fields(raster, line, PpocrHand()).name
    start, end = ((round(x * SCALE), round(y * SCALE)) for x, y in ((88.0, 66.0), (112.0, 60.0)))
    cv2.line(raster.gray, start, end, 20, 4)
    crossed = read_fields(raster, line, PpocrHand()).name
    assert sure is not None
    assert crossed is not None
    assert sure.certainty >= 0.9
    assert crossed.certainty <= 0.6


def test_a_rule_beside_the_writing_is_no_letter() -> None:
    raster, line = sheet(("signature", 20, 100, ""), ("name", 100, 300, "Paula Yarrow"))
    band = band_of(raster, line.cells[1])
    assert band is not None
    assert not band.crosses
    assert not band.widened


def test_a_cell_without_boxed_writing_has_no_band() -> None:
    raster, line = sheet(("name", 100, 300, ""))
    assert band_of(raster, line.cells[0]) is None
