"""Oath and notarial act side by side are read one after the other; a sentence beside nothing keeps its rows."""

from __future__ import annotations

from pipeline.geometry import Box
from pipeline.model.text import Word
from pipeline.section.oath_rows import in_reading_order

REGION = Box(0, 0, 612, 792)


def row(y: float, *pieces: tuple[float, str]) -> list[Word]:
    out = []
    for x, text in pieces:
        for word in text.split():
            width = 5.0 * len(word)
            out.append(Word(text=word, box=Box(x, y, x + width, y + 8), certainty=0.95))
            x += width + 4
    return out


def texts(words: list[Word]) -> list[str]:
    return [" ".join(w.text for w in r.words) for r in in_reading_order(words, REGION)]


LEFT = (
    "I saw each signature being affixed to it",
    "all of them in my presence and each is the",
    "signature of the person whose name it bears",
    "and each signer could read the full text",
)
RIGHT = ("Sworn to and subscribed before me this", "Notary Public in and for", "My commission expires", "Seal of the notary")


def test_two_columns_are_read_one_after_the_other() -> None:
    words = row(20, (200, "AFFIDAVIT OF CIRCULATOR AND PERSONS WHO SIGN"))
    for i, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        words += row(40 + 14 * i, (40, left), (340, right))
    assert texts(words) == ["AFFIDAVIT OF CIRCULATOR AND PERSONS WHO SIGN", *LEFT, *RIGHT]


def test_columns_whose_rows_stand_at_other_heights_are_told_apart_too() -> None:
    words = [w for i, left in enumerate(LEFT) for w in row(40 + 14 * i, (40, left))]
    words += [w for i, right in enumerate(RIGHT) for w in row(46 + 17 * i, (340, right))]
    assert texts(words) == [*LEFT, *RIGHT]


def test_one_column_stays_as_it_is() -> None:
    long = ["being first duly sworn deposes and says that he or she has personally circulated", "the foregoing paper"]
    words = [w for i, text in enumerate((*long, *LEFT)) for w in row(40 + 14 * i, (40, text))]
    assert texts(words) == [*long, *LEFT]


def test_captions_under_blanks_side_by_side_are_no_columns() -> None:
    words = row(40, (40, LEFT[0])) + row(54, (40, LEFT[1])) + row(68, (40, LEFT[2]))
    words += row(120, (40, "Street"), (250, "City or town"), (450, "County"))
    words += row(160, (40, "Signature of circulator"), (450, "Date"))
    assert texts(words)[-2:] == ["Street City or town County", "Signature of circulator Date"]


def test_a_pens_stroke_across_the_gutter_joins_no_columns() -> None:
    words = [w for i, (a, b) in enumerate(zip(LEFT, RIGHT, strict=True)) for w in row(40 + 14 * i, (40, a), (340, b))]
    flourish = Word(text="~~", box=Box(250, 60, 400, 90), certainty=0.2)
    read = texts([*words, flourish])
    assert [t.replace(" ~~", "").replace("~~ ", "") for t in read if t != "~~"] == [*LEFT, *RIGHT]


def test_an_act_of_which_entries_and_a_stamp_follow_its_first_sentence_is_a_column_though_a_word_was_read_badly() -> None:
    words = [w for i, left in enumerate(LEFT) for w in row(40 + 14 * i, (40, left))]
    act = row(40, (360, "SUBSCRIBED AND SWORN TO before me in"))
    words += [Word(text=w.text, box=w.box, certainty=0.4 if w.text == "before" else 0.95) for w in act]
    words += row(54, (420, "County on")) + row(68, (430, "8-26-26"))
    assert texts(words)[:4] == list(LEFT)
