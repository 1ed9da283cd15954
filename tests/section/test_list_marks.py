"""Marks of a list are known by their place, however they were read; a word that begins a sentence is none."""

from __future__ import annotations

from pipeline.geometry import Box
from pipeline.model.text import Word
from pipeline.section.list_marks import list_marks

SAID = (
    "The section was circulated by me.",
    "Each signature was affixed while | was",
    "present.",
    "Each signature is genuine.",
    "I paid nobody.",
)


def row(y: float, mark: str | None, text: str, *, x: float = 60.0, high: float = 8.0) -> list[Word]:
    out = [] if mark is None else [Word(text=mark, box=Box(x - 18, y, x - 18 + 4 * len(mark), y + high), certainty=0.5)]
    at = x
    for word in text.split():
        out.append(Word(text=word, box=Box(at, y, at + 5.0 * len(word), y + 8), certainty=0.95))
        at += 5.0 * len(word) + 4
    return out


def texts(rows: list[list[Word]]) -> list[str]:
    found = list_marks(rows)
    return [w.text for r in rows for w in r if id(w) in found]


def test_marks_of_a_list_are_told_however_they_were_read() -> None:
    marks = ("Ww", "2.", None, "OO", "foe)")
    assert texts([row(40 + 14 * i, m, t) for i, (m, t) in enumerate(zip(marks, SAID, strict=True))]) == ["Ww", "2.", "OO", "foe)"]


def test_several_marks_read_as_one_tall_word_are_told() -> None:
    rows = [row(40 + 14 * i, m, t) for i, (m, t) in enumerate(zip(("1.", "2.", None, "3.", None), SAID, strict=True))]
    rows[4].insert(0, Word(text="NONE", box=Box(42, 60, 50, 104), certainty=0.6))
    assert "NONE" in texts(rows)


def test_prose_has_no_marks() -> None:
    assert texts([row(40 + 14 * i, None, t) for i, t in enumerate(SAID)]) == []


def test_sentences_that_begin_with_i_at_one_edge_are_no_list() -> None:
    said = ("I have read the laws", "I was eighteen years old", "I saw each signature", "I am the circulator")
    assert texts([row(40 + 14 * i, None, t) for i, t in enumerate(said)]) == []


def test_rows_that_begin_with_little_words_of_a_sentence_are_no_list() -> None:
    said = (
        "No one paid me and",
        "the persons who signed this section of",
        "To the best of my",
        "of the city and county they",
        "He or she",
    )
    assert texts([row(40 + 14 * i, None, t) for i, t in enumerate(said)]) == []


def test_first_words_of_justified_rows_are_no_marks_though_the_second_words_stand_in_one_column() -> None:
    said = (
        ("the", "petition in person; that I saw each signature"),
        ("are", "each the true signature of the person it"),
        ("was", "at that time a registered elector; that I"),
        ("has", "paid or will pay, whether directly or"),
        ("to", "affix a signature to this petition."),
    )
    assert texts([row(40 + 14 * i, first, rest) for i, (first, rest) in enumerate(said)]) == []
