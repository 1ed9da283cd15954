"""Only a stroke through nearly the whole of an entry is told: small close figures and broad pens are not strokes."""

from __future__ import annotations

import cv2
import numpy as np

from pipeline.section.alterations import struck

PX_PER_PT = 200 / 72


def written(text: str, *, height: int = 36, pen: int = 2) -> np.ndarray:
    paper = np.zeros((height, 260), np.uint8)
    cv2.putText(paper, text, (2, height - 4), cv2.FONT_HERSHEY_SIMPLEX, 1.0, 1, pen)
    columns = np.flatnonzero(paper.any(axis=0))
    return paper[:, columns[0] : columns[-1] + 1]


def test_a_stroke_through_the_whole_entry_is_seen() -> None:
    entry = written("10/4/2026")
    entry[17:20] = 1
    assert struck(entry.astype(bool), PX_PER_PT)


def test_a_plain_date_a_broad_pen_and_a_stroke_over_half_are_not_strokes() -> None:
    half = written("10/4/2026")
    half[17:20, : half.shape[1] * 6 // 10] = 1
    for entry in (written("10/4/2026"), written("10-4-2026", pen=4), half):
        assert not struck(entry.astype(bool), PX_PER_PT)


def test_small_close_print_whose_box_is_full_of_ink_is_no_stroke() -> None:
    entry = np.ones((20, 90), bool)
    entry[::5] = False
    assert not struck(entry, PX_PER_PT)
