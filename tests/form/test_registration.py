"""Where a page lies on the form, and which letters of it are not the form's."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from pipeline.form import differences, letters, registration
from pipeline.pages.raster import Raster
from tests.form.printed import form_print, form_raster, scanned, with_letter

FORMS = (1, 2, 3)


def lay(page: Raster, number: int = 1) -> letters.Compared:
    found = registration.candidates(page, [form_print(number)])
    assert found, "the page was not found on the form"
    return letters.compare(page, found[0])


@pytest.mark.parametrize(
    ("degrees", "scale", "dpi", "bitonal"),
    [
        (0.0, 1.0, 300, False),
        (0.4, 0.95, 300, False),
        (-0.4, 1.05, 200, False),
        (0.2, 0.94, 200, True),
        (0.0, 1.0, 200, True),
    ],
)
def test_a_page_leaning_scaled_and_bitonal_lies_on_its_form_within_a_tenth_of_a_point(
    degrees: float, scale: float, dpi: int, bitonal: bool
) -> None:
    compared = lay(scanned(form_raster(1), degrees=degrees, scale=scale, dpi=dpi, bitonal=bitonal))
    assert compared.residual_pt < 0.1
    assert compared.laid.scale == pytest.approx(scale, abs=0.001)
    assert compared.share_found > 0.98


def test_of_the_pages_of_a_form_the_right_one_is_found() -> None:
    forms = [form_print(n) for n in FORMS]
    for number in FORMS:
        page = scanned(form_raster(number), degrees=0.3, seed=number)
        assert registration.candidates(page, forms)[0].form.page.number == number


def test_a_page_cut_at_an_edge_is_registered() -> None:
    page = scanned(form_raster(1))
    cut = Raster(gray=page.gray[120:, 90:].copy(), bgr=None, px_per_pt=page.px_per_pt)
    compared = lay(cut)
    assert compared.residual_pt < 0.1
    moved = compared.laid.page_from_form
    assert moved.c == pytest.approx(-90 / page.px_per_pt, abs=0.3)
    assert moved.f == pytest.approx(-120 / page.px_per_pt, abs=0.3)


def test_a_page_of_noise_lies_on_no_form() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (3300, 2550)).astype(np.uint8)
    assert registration.candidates(Raster(gray=cv2.medianBlur(noise, 5), bgr=None, px_per_pt=300 / 72), [form_print(1)]) == []


@pytest.mark.parametrize(("dpi", "bitonal"), [(300, False), (200, True)])
def test_a_changed_digit_matches_worse_than_every_unchanged_letter(dpi: int, bitonal: bool) -> None:
    words = [w.text for w in form_print(1).page.text.words]
    word = next(w for w in words if any(c.isdigit() for c in w) and len(w) >= 2)
    old = next(c for c in word if c.isdigit())
    new = next(c for w in words for c in w if c.isdigit() and c != old)
    clean = lay(scanned(form_raster(1), dpi=dpi, bitonal=bitonal))
    changed = lay(scanned(with_letter(1, old, new, word=word), dpi=dpi, bitonal=bitonal))
    hit = {words[n] for n in changed.letters.words[changed.scores < differences.bound(changed.scores)]}
    assert word in hit
    assert len(hit) <= 2
    assert not np.any(clean.scores < differences.bound(clean.scores))


def test_a_transform_that_no_printer_does_is_not_believed() -> None:
    assert registration.plausible(np.array([[0.95, 0.0, 3.0], [0.0, 0.95, 1.0]]))
    assert not registration.plausible(np.array([[0.95, 0.0, 3.0], [0.0, 1.05, 1.0]]))
    assert not registration.plausible(np.array([[0.7, 0.0, 3.0], [0.0, 0.7, 1.0]]))
    assert not registration.plausible(np.array([[0.0, -1.0, 3.0], [1.0, 0.0, 1.0]]))
