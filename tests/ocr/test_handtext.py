"""Of several hypotheses the one that fits all looks, and how far the next one is."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.ocr import handlooks
from pipeline.ocr.alphabet import WRITING
from pipeline.ocr.handtext import bare, certainty_of, fuse, odd_words
from pipeline.ocr.recogniser import Frames, frames
from tests.ocr.lettering import line


def seen(text: str, *, doubt: dict[int, tuple[str, float]] | None = None) -> Frames:
    """Frames of a recogniser that is sure of `text`, but for (other character, its probability) at some places."""
    rows = []
    for place, character in enumerate(text):
        row = np.full(len(WRITING) + 1, 1e-6, np.float32)
        row[WRITING.index(character) + 1] = 1.0
        if doubt and place in doubt:
            other, share = doubt[place]
            row[WRITING.index(character) + 1] = 1.0 - share
            row[WRITING.index(other) + 1] = share
        blank = np.full(len(WRITING) + 1, 1e-6, np.float32)
        blank[0] = 1.0
        rows += [row / row.sum(), blank / blank.sum()]
    return Frames(np.array(rows, np.float32), WRITING, 1.0, 8.0)


def test_one_sure_look_is_certain() -> None:
    said = fuse([seen("Ada Quill")])
    assert said.text == "Ada Quill"
    assert certainty_of(said, 1) >= 0.97


def test_a_character_in_doubt_names_the_second_reading_and_costs_certainty() -> None:
    said = fuse([seen("Ada Quill", doubt={4: ("O", 0.4)})])
    assert (said.text, said.second) == ("Ada Quill", "Ada Ouill")
    assert certainty_of(said, 1) < 0.9


def test_two_looks_outvote_one() -> None:
    split = [seen("Ida Ito", doubt={5: ("l", 0.6)}), seen("Ida Ito"), seen("Ida Ito", doubt={5: ("l", 0.1)})]
    said = fuse(split)
    assert said.text == "Ida Ito"
    assert said.agree == pytest.approx(2 / 3)


def test_figures_among_figures_are_figures() -> None:
    assert fuse([seen("56 Elm", doubt={0: ("S", 0.6)})]).text == "56 Elm"
    assert fuse([seen("6 Vine PI", doubt={8: ("l", 0.3)})]).text == "6 Vine Pl"
    assert fuse([seen("5th Ave")]).text == "5th Ave"


def test_odd_words_are_told_by_their_letters_alone() -> None:
    assert odd_words("12B Elm St") == odd_words("23rd St") == odd_words("Opal Poole III") == 1.0
    assert odd_words("S6 Elm St") < 1.0
    assert odd_words("Vine PI") < 1.0


def test_nothing_is_said_of_nothing() -> None:
    said = fuse([seen(". ,")])
    assert bare(said.text) == ""
    assert certainty_of(said, 1) == 0.0
    with pytest.raises(ValueError, match="nothing was read"):
        fuse([])


def test_looks_at_the_same_ink_read_alike() -> None:
    pixels = line("Edith Abernathy")
    reads = [frames(pixels, WRITING), *(frames(look(pixels), WRITING) for look in handlooks.LOOKS)]
    said = fuse(reads)
    assert (said.text, said.agree) == ("Edith Abernathy", 1.0)
