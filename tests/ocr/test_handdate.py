"""Which day is written: in every spelling, never guessed where a part is missing or there is no such day."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from pipeline.geometry import Box
from pipeline.model.reading import DateRead
from pipeline.ocr import handdate, handday
from pipeline.ocr.alphabet import DATES
from pipeline.ocr.ctc import SpellingTree, prefix_scores
from pipeline.ocr.hand import PpocrHand
from pipeline.ocr.recogniser import Frames
from pipeline.ocr.spellings import ordinal, styles
from tests.ocr.lettering import line

BOX = Box(0.0, 0.0, 90.0, 20.0)


def read(text: str, **bounds: date) -> DateRead:
    """What is read of `text` drawn in a sans serif face."""
    return PpocrHand().read_date(line(text, name="dejavu/DejaVuSans.ttf"), page=1, box=BOX, **bounds)


def certain_frames(text: str) -> Frames:
    """Frames of a recogniser that is sure of every character of `text`."""
    rows = []
    for character in text:
        for column in (DATES.index(character) + 1, 0):
            row = np.full(len(DATES) + 1, 1e-6, np.float32)
            row[column] = 1.0
            rows.append(row / row.sum())
    return Frames(np.array(rows, np.float32), DATES, 1.0, 8.0)


def decided(text: str, **bounds: date) -> DateRead:
    """The decision about `text`, were it read without any doubt."""
    return handday.decide([certain_frames(text)], page=1, box=BOX, **bounds)


@pytest.mark.parametrize(
    "text",
    ["9/3/26", "09/03/2026", "9-3-26", "9.3.26", "Sept 3 2026", "Sep. 3, 2026", "September 3rd, 2026", "3 Sep 26",
     "3rd Sept 2026", "SEP 03 2026", "2026-09-03", "3rd day of September, 2026", "9/3/'26", "09032026"],
)  # fmt: skip
def test_every_spelling_of_a_day_is_that_day(text: str) -> None:
    assert decided(text).day == date(2026, 9, 3)
    assert decided(text).certainty >= 0.8


@pytest.mark.parametrize("text", ["9/3/26", "11/22/2026", "Sept 3 2026", "JUL 31 2028", "12-11-26"])
def test_days_are_read_from_pixels_with_certainty(text: str) -> None:
    wanted = {"9/3/26": date(2026, 9, 3), "11/22/2026": date(2026, 11, 22), "Sept 3 2026": date(2026, 9, 3),
              "JUL 31 2028": date(2028, 7, 31), "12-11-26": date(2026, 12, 11)}[text]  # fmt: skip
    found = read(text)
    assert found.day == wanted
    assert found.certainty >= 0.9
    assert found.candidates[0][0] == wanted


def test_numbers_are_read_in_the_order_of_the_united_states() -> None:
    assert decided("3/4/26").day == date(2026, 3, 4)


def test_a_steep_slash_that_reads_as_one_still_parts_the_numbers() -> None:
    assert decided("913126").day == date(2026, 9, 3)


@pytest.mark.parametrize("text", ["9/3", "Sept 3", "February 10"])
def test_a_year_that_is_not_written_is_missing_and_not_supplied(text: str) -> None:
    found = decided(text, first=date(2026, 8, 1), last=date(2026, 10, 1))
    assert (found.day, found.missing) == (None, ("year",))
    assert found.certainty >= 0.8


@pytest.mark.parametrize("text", ["Sept 2026", "9/2026"])
def test_a_day_that_is_not_written_is_missing(text: str) -> None:
    found = decided(text)
    assert (found.day, found.missing) == (None, ("day",))


@pytest.mark.parametrize("text", ["2/30/26", "6/31/2026", "Feb 29 2027", "23/9/26"])
def test_no_such_day_keeps_its_text_and_names_no_day(text: str) -> None:
    found = decided(text)
    assert found.day is None
    assert found.text == text
    assert found.missing == ()


def test_the_29th_of_february_of_a_leap_year_is_a_day() -> None:
    assert decided("2/29/28").day == date(2028, 2, 29)


def test_a_day_far_outside_the_bounds_is_given_as_read() -> None:
    found = decided("9/3/2019", first=date(2026, 8, 1), last=date(2026, 10, 1))
    assert found.day == date(2019, 9, 3)


def test_doubt_between_a_likely_and_an_unlikely_year_is_not_hidden() -> None:
    seen = certain_frames("9/3/21")
    one, seven = DATES.index("1") + 1, DATES.index("7") + 1
    seen.probability[-2, [one, seven]] = 0.8, 0.2
    alone = handday.decide([seen], page=1, box=BOX)
    bounded = handday.decide([seen], page=1, box=BOX, first=date(2027, 1, 1), last=date(2027, 6, 1))
    assert alone.candidates[0][0] == bounded.candidates[0][0] == date(2021, 9, 3)
    assert bounded.certainty < alone.certainty
    assert bounded.day is None


def test_words_that_are_no_date_give_no_day() -> None:
    for text in ("Pine Hollow", "hello world", "n/a"):
        assert decided(text).day is None


def test_a_label_before_the_date_does_no_harm() -> None:
    assert read("Date: 9/3/26").day == date(2026, 9, 3)


def test_an_empty_crop_has_neither_text_nor_day() -> None:
    found = PpocrHand().read_date(np.full((60, 300), 250, np.uint8), page=2, box=BOX)
    assert (found.text, found.day, found.certainty, found.page) == (None, None, 0.0, 2)


def test_month_day_and_year_in_cells_of_their_own_are_one_day() -> None:
    parts = [line(t, name="dejavu/DejaVuSans.ttf") for t in ("9", "14", "26")]
    assert PpocrHand().read_split_date(parts, page=1, box=BOX).day == date(2026, 9, 14)


def test_the_count_of_strokes_weighs_against_a_day_with_one_digit_too_few() -> None:
    seen = certain_frames("11/3/26")
    seen.probability[1] = 0.6 * seen.probability[1] + 0.4 * seen.probability[0]  # the blank between the ones nearly lost
    shares = {
        k: {w.as_date(): w.share for w in handdate.weighed_by_strokes(handdate.score([seen]).written, k, seen)} for k in (6, 7)
    }
    few, many = date(2026, 1, 3), date(2026, 11, 3)
    assert shares[6][few] > shares[7][few]
    assert shares[6][many] < shares[7][many]


def test_prefix_scores_agree_with_summing_every_path() -> None:
    rng = np.random.default_rng(3)
    rows = rng.random((4, 3))
    tree = SpellingTree.of(["a", "aa", "ab"], {"a": 1, "b": 2})
    entry = np.concatenate(([1.0], np.cumprod(rows[:, 0])))
    scores = prefix_scores(tree, rows, entry)
    whole = (scores.ended + scores.rested)[:, -1]
    sums = {"a": 0.0, "aa": 0.0, "ab": 0.0}
    for path in np.ndindex(3, 3, 3, 3):
        collapsed = "".join(" ab"[c] for i, c in enumerate(path) if c and (i == 0 or path[i - 1] != c))
        if collapsed in sums:
            sums[collapsed] += float(np.prod([rows[i, c] for i, c in enumerate(path)]))
    assert whole == pytest.approx([sums["a"], sums["aa"], sums["ab"]])


def test_no_style_spells_two_days_alike() -> None:
    for style in (s for s in styles() if "parted by" not in s.name):  # a slash taken for a 1 is ambiguous by its nature
        meanings: dict[str, object] = {}
        for spelling, meaning in style.spellings:
            assert meanings.setdefault(spelling, meaning) == meaning, (style.name, spelling)


def test_ordinals_end_as_people_write_them() -> None:
    assert [ordinal(d) for d in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30, 31)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "30th", "31st",
    ]  # fmt: skip
