"""One word of the print is another: it is told by its own two words, and no word beside it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pipeline.form import letters, moved, registration
from pipeline.form.differences import bound
from pipeline.form.ownletters import OwnLetters
from pipeline.pages.raster import Raster
from samples.factory.form_changes import WordChange
from samples.factory.forms import MODES, BlankForm, Mode, scanned
from tests.form.printed import FORM, form_print, with_letter
from tests.form.printed import scanned as printed_again
from tests.form.test_book import lay

MODE = {m.name: m for m in MODES}
BLANK = BlankForm(FORM.read_bytes())


def copy(kind: str, mode: Mode, seed: int) -> tuple[Raster, WordChange]:
    """The first page with one word changed, as it comes from the scanner."""
    rng = random.Random(seed)
    pixels, planted = BLANK.changed(1, [kind], rng)
    page = scanned(pixels, rng, mode)
    if page.dtype == bool:
        page = np.where(page, 0, 255).astype(np.uint8)
    return Raster(gray=page, bgr=None, px_per_pt=mode.dpi / 72), planted[0]


@pytest.mark.parametrize(
    ("kind", "mode", "seed"),
    [
        ("out", "300 dpi gray", 1),
        ("in", "300 dpi gray", 2),
        ("word", "300 dpi gray", 3),
        ("thin", "300 dpi gray", 4),
        ("digit", "300 dpi gray", 5),
        ("out", "200 dpi bitonal", 6),
        ("word", "200 dpi bitonal", 7),
    ],
)
def test_one_word_changed_is_the_only_difference_and_named(kind: str, mode: str, seed: int) -> None:
    page, planted = copy(kind, MODE[mode], seed)
    on = lay(page)
    assert on.facts.lies == "registered"
    assert [(c.expected, c.found) for c in on.facts.changes] == [(planted.expected, planted.found)]
    (change,) = on.facts.changes
    assert change.kind == {"out": "missing", "in": "added"}.get(kind, "changed")


def test_the_words_after_one_left_out_are_told_where_they_stand_now() -> None:
    page, planted = copy("out", MODE["300 dpi gray"], 1)
    on = lay(page)
    assert on.text is not None
    before = list(form_print(1).page.text.words)
    now = list(on.text.words)
    assert len(now) == len(before) - 1
    at = next(n for n, (a, b) in enumerate(zip(before, now, strict=False)) if a.text != b.text)
    assert before[at].text == planted.expected
    shift = now[at].box.x0 - before[at + 1].box.x0
    assert shift < -5, "the next word took its place"


def test_words_of_a_line_that_moved_are_found_along_it_and_only_the_lost_one_is_a_slot() -> None:
    page, planted = copy("out", MODE["300 dpi gray"], 1)
    (laid,) = registration.candidates(page, [form_print(1)])
    compared = letters.compare(page, laid)
    words = form_print(1).page.text.words
    least = bound(compared.scores)
    low = {int(n) for n in compared.letters.words[compared.scores < least]}
    middle = (planted.box[1] + planted.box[3]) / 2
    line = [n for n, w in enumerate(words) if w.box.y0 < middle < w.box.y1]
    found = moved.settle(compared, line, words, low & set(line), least)
    (slot,) = found.slots
    assert [words[n].text for n in slot.words] == [planted.expected]
    assert slot.ink is False
    assert len({round(shift, 0) for shift in found.moved.values()}) == 1


@pytest.mark.parametrize(("dpi", "bitonal"), [(300, False), (200, True)])
def test_the_forms_own_letters_say_which_letter_it_is_and_which_it_is_not(dpi: int, bitonal: bool) -> None:
    words = form_print(1).page.text.words
    word = next(w.text for w in words if "l" in w.text and "i" not in w.text and len(w.text) > 4)
    page = printed_again(with_letter(1, "l", "i", word=word), dpi=dpi, bitonal=bitonal)
    (laid,) = registration.candidates(page, [form_print(1)])
    compared = letters.compare(page, laid)
    own = OwnLetters(compared)
    number = next(n for n, w in enumerate(words) if w.text == word)
    pieces = [int(p) for p in np.nonzero(compared.letters.words == number)[0]]
    assert own.word(number, pieces) == word.replace("l", "i", 1)
    other = next(n for n, w in enumerate(words) if len(w.text) > 4 and w.text.isalpha() and w.text != word)
    whole = own.word(other, [int(p) for p in np.nonzero(compared.letters.words == other)[0]])
    assert whole in (None, words[other].text)
