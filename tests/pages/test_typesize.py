"""Type size by fitting known words to faces: right within the interval, for faces in the table and for one taken out of it."""

from __future__ import annotations

import pytest

from pipeline.model.page import Scale
from pipeline.pages import typesize
from pipeline.pages.facemetrics import faces
from pipeline.pages.letterform import bold
from pipeline.pages.wordink import WordInk, word_ink
from tests.section.typeset_page import SANS, SANS_BOLD, SERIF, SERIF_BOLD, Paper

TEXT = (
    "For anyone to sign any initiative or referendum petition with any name other than his or her own or to knowingly sign "
    "his or her name more than once DO NOT SIGN THIS PETITION UNLESS YOU ARE A REGISTERED ELECTOR"
)
SURE = Scale(px_per_pt=200 / 72, source="paper", error=0.003)


def inks(face: str, size: float, dpi: int = 200, **scan) -> tuple[list[WordInk], float]:
    paper = Paper(dpi=dpi)
    paper.set(TEXT, 60, face=face, size=size)
    view = paper.view(**scan)
    found = [word_ink(view.raster, w.text, w.box) for w in view.text.words]
    return [ink for ink in found if ink is not None], view.raster.px_per_pt


@pytest.mark.parametrize("face", [SERIF, SANS_BOLD, "Carlito-Regular.ttf", "DejaVuSerif.ttf"])
@pytest.mark.parametrize(("size", "mode"), [(8, "gray"), (10, "gray"), (12, "bitonal")])
def test_the_interval_holds_the_size_and_the_centre_is_near(face, size, mode):
    words, px = inks(face, size, colour=mode)
    measured = typesize.type_size(typesize.fits(words, px), SURE)
    assert measured is not None
    assert measured.low <= size <= measured.high
    assert measured.value == pytest.approx(size, rel=0.03)


def test_times_is_not_taken_for_a_smaller_arial():
    words, px = inks(SERIF, 10)
    assert typesize.fits(words, px)[0].face.family == "Liberation Serif"


def test_a_face_that_is_not_in_the_table_widens_the_interval(monkeypatch):
    words, px = inks("DejaVuSerif.ttf", 10)
    known = typesize.type_size(typesize.fits(words, px), SURE)
    monkeypatch.setattr(typesize, "faces", lambda: tuple(f for f in faces() if f.family != "DejaVu Serif"))
    unknown = typesize.type_size(typesize.fits(words, px), SURE)
    assert known is not None and unknown is not None
    assert unknown.high - unknown.low > known.high - known.low
    assert unknown.low <= 10 <= unknown.high


def test_an_assumed_scale_widens_the_interval():
    words, px = inks(SERIF, 10)
    found = typesize.fits(words, px)
    sure = typesize.type_size(found, SURE)
    assumed = typesize.type_size(found, Scale(px_per_pt=px, source="assumed", error=0.2))
    assert sure is not None and assumed is not None
    assert assumed.high - assumed.low > 1.5 * (sure.high - sure.low)


def test_too_few_words_measure_nothing():
    words, px = inks(SERIF, 10)
    assert typesize.fits(words[:3], px) == ()
    assert typesize.type_size((), SURE) is None


@pytest.mark.parametrize(("face", "heavy"), [(SERIF, False), (SERIF_BOLD, True), (SANS, False), (SANS_BOLD, True)])
def test_weight_is_told_at_200_dpi(face, heavy):
    words, px = inks(face, 10)
    seen = bold(words, "gray", typesize.fits(words, px), px_per_pt=px, doubtful=False)
    assert seen.present is heavy


def test_the_table_has_many_families_in_both_weights():
    table = faces()
    both = {f.family for f in table if f.bold} & {f.family for f in table if not f.bold}
    assert len(both) >= 12
