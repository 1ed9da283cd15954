"""Type size by fitting known words to faces: right within the interval, for faces in the table and for one taken out of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.model.page import Scale
from pipeline.model.reading import Measured
from pipeline.pages import strangeface, typesize
from pipeline.pages.facemetrics import faces
from pipeline.pages.letterform import bold
from pipeline.pages.strangeface import strange_size
from pipeline.pages.wordink import WordInk, word_ink
from tests.section.typeset_page import SANS, SANS_BOLD, SERIF, SERIF_BOLD, Paper

TEXT = (
    "For anyone to sign any initiative or referendum petition with any name other than his or her own or to knowingly sign "
    "his or her name more than once DO NOT SIGN THIS PETITION UNLESS YOU ARE A REGISTERED ELECTOR"
)
# Debian's own faces, taken out of the table with their twins.
STRANGERS = [
    ("DejaVuSerif.ttf", ("DejaVu Serif",)),
    ("DejaVuSans.ttf", ("DejaVu Sans", "DejaVu Sans Condensed")),
    (SANS, ("Liberation Sans", "Archivo", "Aileron", "Switzera")),
    (SANS_BOLD, ("Liberation Sans", "Archivo", "Aileron", "Switzera")),
    (SERIF, ("Liberation Serif",)),
]
SURE = Scale(px_per_pt=200 / 72, source="paper", error=0.003)


def inks(face: str, size: float, dpi: int = 200, **scan) -> tuple[list[WordInk], float]:
    paper = Paper(dpi=dpi)
    paper.set(TEXT, 60, face=face, size=size)
    view = paper.view(**scan)
    found = [word_ink(view.raster, w.text, w.box) for w in view.text.words]
    return [ink for ink in found if ink is not None], view.raster.px_per_pt


def size_of(words: list[WordInk], px: float, scale: Scale = SURE) -> Measured | None:
    return typesize.type_size(typesize.fits(words, px), strange_size(words, px), scale)


def without(monkeypatch, *families: str) -> None:
    """Takes families out of the table, for both ways of measuring."""
    left = tuple(f for f in faces() if f.family not in families)
    monkeypatch.setattr(typesize, "faces", lambda: left)
    monkeypatch.setattr(strangeface, "faces", lambda: left)


@pytest.mark.parametrize("face", [SERIF, SANS_BOLD, "Carlito-Regular.ttf", "DejaVuSerif.ttf"])
@pytest.mark.parametrize(("size", "mode"), [(8, "gray"), (10, "gray"), (12, "bitonal")])
def test_the_interval_holds_the_size_and_the_centre_is_near(face, size, mode):
    words, px = inks(face, size, colour=mode)
    measured = size_of(words, px)
    assert measured is not None
    assert measured.low <= size <= measured.high
    assert measured.value == pytest.approx(size, rel=0.03)


def test_times_is_not_taken_for_a_smaller_arial():
    words, px = inks(SERIF, 10)
    assert typesize.fits(words, px)[0].face.family == "Liberation Serif"


def test_a_face_that_is_not_in_the_table_widens_the_interval(monkeypatch):
    words, px = inks("DejaVuSerif.ttf", 10)
    known = size_of(words, px)
    without(monkeypatch, "DejaVu Serif")
    unknown = size_of(words, px)
    assert known is not None and unknown is not None
    assert unknown.high - unknown.low > known.high - known.low
    assert unknown.low <= 10 <= unknown.high


@pytest.mark.parametrize("mode", ["gray", "bitonal"])
@pytest.mark.parametrize(("face", "family"), STRANGERS)
def test_ten_points_of_a_strange_face_are_not_taken_for_less(face, family, mode, monkeypatch):
    words, px = inks(face, 10, colour=mode)
    without(monkeypatch, *family)
    measured = size_of(words, px)
    assert measured is not None
    assert measured.value >= 9.7
    assert measured.low <= 10 <= measured.high


@pytest.mark.parametrize(("face", "family"), STRANGERS)
def test_eight_points_of_a_strange_face_are_small(face, family, monkeypatch):
    words, px = inks(face, 8)
    without(monkeypatch, *family)
    measured = size_of(words, px)
    assert measured is not None
    assert measured.value < 9
    assert measured.low <= 8 <= measured.high < 10


def test_nine_and_a_half_points_of_a_known_face_are_not_drawn_to_ten():
    # 9.6 points are forty whole pixels at 300 dpi, and faces are drawn in whole pixels here.
    words, px = inks(SERIF, 9.6, dpi=300)
    measured = size_of(words, px)
    assert measured is not None
    assert measured.value == pytest.approx(9.6, abs=0.15)


def test_one_misread_word_does_not_move_the_size_of_a_strange_face(monkeypatch):
    words, px = inks("DejaVuSerif.ttf", 10)
    without(monkeypatch, "DejaVu Serif")
    right = strange_size(words, px)
    wrong = strange_size([replace(words[0], text="initiative"), *words[1:]], px)
    assert right is not None and wrong is not None
    assert wrong.size == pytest.approx(right.size, rel=0.01)


def test_an_assumed_scale_widens_the_interval():
    words, px = inks(SERIF, 10)
    sure = size_of(words, px)
    assumed = size_of(words, px, Scale(px_per_pt=px, source="assumed", error=0.2))
    assert sure is not None and assumed is not None
    assert assumed.high - assumed.low > 1.5 * (sure.high - sure.low)


def test_too_few_words_measure_nothing():
    words, px = inks(SERIF, 10)
    assert typesize.fits(words[:3], px) == ()
    assert strange_size(words[:3], px) is None
    assert typesize.type_size((), None, SURE) is None


@pytest.mark.parametrize(("face", "heavy"), [(SERIF, False), (SERIF_BOLD, True), (SANS, False), (SANS_BOLD, True)])
def test_weight_is_told_at_200_dpi(face, heavy):
    words, px = inks(face, 10)
    seen = bold(words, "gray", typesize.fits(words, px), px_per_pt=px, doubtful=False)
    assert seen.present is heavy


def test_the_table_has_many_families_in_both_weights():
    table = faces()
    both = {f.family for f in table if f.bold} & {f.family for f in table if not f.bold}
    assert len(both) >= 12
