"""Words of a stamp without a border: with its number, or with all four kinds of lines in capitals where the number was lost."""

from __future__ import annotations

import pytest

from pipeline.geometry import Box
from pipeline.model.text import Word
from pipeline.section.seal_words import stamped_words

STAMP = (
    "WANDA T. WAINWRIGHT",
    "NOTARY PUBLIC",
    "STATE OF COLORADO",
    "NOTARY ID 20254040061",
    "MY COMMISSION EXPIRES JUNE 20, 2027",
)


def lines(*texts: str, step: float = 10.0, x: float = 200.0, y: float = 390.0) -> list[Word]:
    out = []
    for i, text in enumerate(texts):
        at = x
        for part in text.split():
            out.append(Word(text=part, box=Box(at, y + step * i, at + 4.0 * len(part), y + step * i + 6), certainty=0.8))
            at += 4.0 * len(part) + 3
    return out


def test_a_stamp_with_its_number_is_known() -> None:
    assert stamped_words(lines(*STAMP)) is not None


@pytest.mark.parametrize("number", ["NOTARY ID 2025", "NOTARY ID", "NOTARY 1D 2025"])
def test_a_stamp_whose_number_was_written_over_is_known_by_its_lines(number: str) -> None:
    below = lines("Notary's official signature", y=442)
    assert stamped_words([*lines(*STAMP[:3], number, STAMP[4]), *below]) is not None


def test_figures_written_above_a_stamp_are_not_taken_with_it() -> None:
    day = lines("8/21/26", y=380)
    found = stamped_words([*day, *lines(*STAMP[:3], "NOTARY ID", STAMP[4])])
    assert found is not None
    assert "8/21/26" not in [w.text for w in found]


@pytest.mark.parametrize(
    "printed",
    [
        ("Notary Public", "State of Colorado", "Notary ID", "My commission expires"),
        ("NOTARY PUBLIC", "STATE OF COLORADO", "MY COMMISSION EXPIRES"),
        ("NOTARY PUBLIC", "NOTARY SEAL"),
    ],
)
def test_captions_of_an_act_are_no_stamp(printed: tuple[str, ...]) -> None:
    assert stamped_words(lines(*printed)) is None


def test_captions_in_capitals_with_room_to_write_are_no_stamp() -> None:
    assert stamped_words(lines("NOTARY PUBLIC", "STATE OF COLORADO", "NOTARY ID", "MY COMMISSION EXPIRES", step=24)) is None


def test_a_stamp_over_the_acts_sentence_is_taken_without_the_sentence() -> None:
    act = (
        *lines("Sworn to and subscribed before me, a notary public for the State of", y=380),
        *lines("Colorado, on 9/22/2026", y=394),
        *lines("Notary Public (sign)", y=449),
    )
    found = stamped_words([*act, *lines(*STAMP, y=398.5, x=170)])
    assert found is not None
    assert sorted(w.text for w in found) == sorted(" ".join(STAMP).split())
