"""A page read from the form: its words, what differs, and the size of its type."""

from __future__ import annotations

import functools
from dataclasses import replace

import pytest

from pipeline.checks.type_size import too_small
from pipeline.form.beside import form_facts, scaled
from pipeline.form.book import FormBook, OnForm
from pipeline.geometry import Affine, Box
from pipeline.model.beside import PageOnForm
from pipeline.model.form import FormPage, FormTemplate
from pipeline.model.page import Page, Scale
from pipeline.model.reading import Measured, Seen
from pipeline.model.scan import Scan, ScanFacts
from pipeline.model.section import TypeMeasured
from pipeline.ocr.hand import PpocrHand
from pipeline.ocr.print import TesseractPrint
from pipeline.pages.raster import Raster
from tests.form.printed import FORM, form_print, form_raster, scanned, with_letter


@functools.cache
def book() -> FormBook:
    pages: tuple[FormPage, ...] = tuple(form_print(n).page for n in (1, 2, 3))
    facts = ScanFacts(
        schema="facts/1", scan=Scan(file="form.pdf", sha256="0" * 64, page_count=3), pages=(), sections=(), blank=(), unplaced=()
    )
    template = FormTemplate(file="form.pdf", sha256="0" * 64, pages=pages, facts=facts)
    return FormBook(template, FORM, TesseractPrint(), PpocrHand())


def lay(raster: Raster, number: int = 1) -> OnForm:
    page = Page(
        number=number, size=(raster.box.x1, raster.box.y1), rotation=0, skew=0.0, colour="gray",
        scale=Scale(px_per_pt=raster.px_per_pt, source="file", error=0.005), born_digital=False, blank=False,
        raw_from_upright=Affine(1, 0, 0, 0, 1, 0),
    )  # fmt: skip
    return book().lay(page, raster)


def a_word_with_a_digit() -> tuple[str, str, str]:
    words = [w.text for w in form_print(1).page.text.words]
    word = next(w for w in words if any(c.isdigit() for c in w) and len(w) >= 2)
    old = next(c for c in word if c.isdigit())
    return word, old, next(c for w in words for c in w if c.isdigit() and c != old)


def test_a_clean_scan_has_the_forms_words_and_nothing_differs() -> None:
    on = lay(scanned(form_raster(1), degrees=0.3))
    assert on.facts.lies == "registered" and on.facts.changes == ()
    assert on.text is not None
    assert [w.text for w in on.text.words] == [w.text for w in form_print(1).page.text.words]
    assert on.text.exact is False


@pytest.mark.parametrize(("dpi", "bitonal"), [(300, False), (200, True)])
def test_a_changed_digit_is_found_and_named_with_both_words(dpi: int, bitonal: bool) -> None:
    word, old, new = a_word_with_a_digit()
    on = lay(scanned(with_letter(1, old, new, word=word), dpi=dpi, bitonal=bitonal))
    (change,) = on.facts.changes
    assert change.kind == "changed"
    assert change.expected == word
    assert change.found == word.replace(old, new, 1)


def test_a_word_that_is_gone_is_named() -> None:
    raster = form_raster(1)
    word = next(w for w in form_print(1).page.text.words if len(w.text) > 8 and w.box.y0 > 430)
    gray = raster.gray.copy()
    gray[raster.to_px(word.box.grown(0.8))] = 255
    on = lay(scanned(replace(raster, gray=gray)))
    assert [(c.kind, c.expected) for c in on.facts.changes] == [("missing", word.text)]
    assert on.text is not None and len(on.text.words) == len(form_print(1).page.text.words) - 1


def test_writing_over_print_changes_no_word() -> None:
    import cv2

    raster = form_raster(1)
    word = next(w for w in form_print(1).page.text.words if len(w.text) > 8 and w.box.y0 > 430)
    gray = raster.gray.copy()
    s = raster.px_per_pt
    start = (round(word.box.x0 * s), round(word.box.y1 * s) + 12)
    cv2.line(gray, start, (round(word.box.x1 * s), round(word.box.y0 * s) - 12), 60, 7)
    on = lay(scanned(replace(raster, gray=gray)))
    assert on.facts.changes == ()
    assert on.text is not None and word.text in {w.text for w in on.text.words}


def test_a_form_printed_at_94_percent_is_measured_so() -> None:
    on = lay(scanned(form_raster(1), scale=0.94))
    assert on.facts.print_scale == pytest.approx(0.94, abs=0.001)
    (ten,) = [_type(10.0, exact=True)]
    measured = scaled(ten, on.facts)
    assert measured is not None and measured.size is not None
    assert measured.size.value == pytest.approx(9.4, abs=0.02)
    assert measured.size.high < 9.5
    (found,) = list(too_small("warning-too-small", "the warning", 1, Box(0, 0, 1, 1), measured, 10.0))
    assert getattr(found, "doubt", None), "on a scan a person decides"


def test_the_same_size_on_a_born_digital_page_leaves_no_doubt_and_full_size_is_met() -> None:
    (found,) = list(too_small("warning-too-small", "the warning", 1, Box(0, 0, 1, 1), _type(9.4, exact=True), 10.0))
    assert getattr(found, "doubt", "") is None
    on = lay(scanned(form_raster(1)))
    full = scaled(_type(10.0, exact=True), on.facts)
    assert full is not None
    assert list(too_small("warning-too-small", "the warning", 1, Box(0, 0, 1, 1), full, 10.0)) == []


def _type(size: float, *, exact: bool) -> TypeMeasured:
    yes = Seen(present=True, certainty=1.0)
    return TypeMeasured(size=Measured(value=size, low=size, high=size, unit="pt"), exact=exact, bold=yes, plain=yes)


def test_pages_missing_and_pages_that_come_twice_are_told() -> None:
    def on(page: int, form_page: int, alike: tuple[int, ...] = ()) -> OnForm:
        facts = PageOnForm(
            page=page, form_page=form_page, lies="registered", why="", residual_pt=0.0, print_scale=1.0, scale_error=0.0,
            page_from_form=None,
        )  # fmt: skip
        return OnForm(facts=facts, alike=alike or (form_page,))

    template = book().template
    whole = form_facts(template, {1: on(1, 1), 2: on(2, 2), 3: on(3, 3)}, [1, 2, 3])
    assert (whole.missing, whole.repeated) == ((), ())
    twice = form_facts(template, {1: on(1, 1), 2: on(2, 2), 3: on(3, 2)}, [1, 2, 3])
    assert (twice.missing, twice.repeated) == ((3,), (3,))
    # Two pages of the form with the same print: each copy is one of them.
    alike = form_facts(template, {1: on(1, 1), 2: on(2, 2, (2, 3)), 3: on(3, 2, (2, 3))}, [1, 2, 3])
    assert (alike.missing, alike.repeated) == ((), ())
    assert [p.form_page for p in alike.pages] == [1, 2, 3]


def test_a_page_of_another_size_is_not_the_forms() -> None:
    raster = form_raster(1)
    wide = Raster(gray=raster.gray[: raster.gray.shape[0] // 2], bgr=None, px_per_pt=raster.px_per_pt)
    on = lay(wide)
    assert on.facts.lies == "not-this-form"
    assert "size" in on.facts.why
