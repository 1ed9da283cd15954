"""Strokes, second writings and white patches are told by how one entry differs from the others of the same writer."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from pipeline.section.alterations import InkMeasured, heavier, ink_of, signature_like, struck

PX_PER_PT = 200 / 72


def drawn(text: str, pen: int) -> np.ndarray:
    paper = np.zeros((40, 420), np.uint8)
    cv2.putText(paper, text, (8, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.8, 1, 1)
    # The library draws one width of stroke; a broader pen goes over it.
    return cv2.dilate(paper, np.ones((pen, pen), np.uint8)).astype(bool)


def ink(text: str, *, pen: int = 2, through: float = 0.0, twice: str | None = None) -> InkMeasured:
    """`through`: share of the width that a stroke runs through; `twice`: written over the first with a much broader pen."""
    mask = drawn(text, pen)
    if twice:
        mask |= drawn(twice, pen + 4)
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    mask = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    if through:
        middle = mask.shape[0] // 2
        mask[middle - 1 : middle + 2, : int(mask.shape[1] * through)] = True
    return ink_of(mask, PX_PER_PT)


PEERS = [ink("Wanda Prell"), ink("12 Elm Street"), ink("Arvana"), ink("10/4/2026")]


@pytest.mark.parametrize("through", [1.0, 0.8, 0.6])
@pytest.mark.parametrize("text", ["9/14/2026", "Wanda Prell", "Twenty-one"])
def test_a_stroke_through_most_of_an_entry_is_seen(text: str, through: float) -> None:
    assert struck(ink(text, through=through), PEERS)


@pytest.mark.parametrize("pen", [1, 2, 3, 4])
@pytest.mark.parametrize("text", ["9-14-2026", "Wanda Prell", "3", "SEPT", "7/7/77"])
def test_clean_entries_of_any_pen_are_neither_struck_nor_heavier(text: str, pen: int) -> None:
    peers = [ink(t, pen=pen) for t in ("Wanda Prell", "12 Elm Street", "Arvana", "10/4/2026")]
    assert not struck(ink(text, pen=pen), peers)
    assert not heavier(ink(text, pen=pen), peers)


@pytest.mark.parametrize(("first", "second"), [("3", "8"), ("9/14/26", "8/31/26"), ("12", "17")])
def test_a_figure_written_over_with_a_broader_pen_is_heavier(first: str, second: str) -> None:
    assert heavier(ink(first, twice=second), PEERS)


def test_one_entry_alone_is_never_heavier_than_others() -> None:
    assert not heavier(ink("3", twice="8"), [])


def test_a_mark_without_ink_is_nothing() -> None:
    assert ink_of(np.zeros((10, 40), bool), PX_PER_PT).share == 0.0


@pytest.mark.parametrize(("run", "thickness"), [(18.4, 2.66), (17.5, 2.49), (14.0, 2.66)])
def test_the_touching_letters_of_a_broad_marker_are_no_stroke(run: float, thickness: float) -> None:
    thin = [InkMeasured(width=60, run=6.0, thickness=1.4, density=0.3, height=9)] * 3
    broad = [InkMeasured(width=60, run=12.0, thickness=thickness, density=0.5, height=9)] * 3
    entry = InkMeasured(width=35, run=run, thickness=thickness, density=0.6, height=9)
    for peers in (thin, broad):
        assert not struck(entry, peers)
        assert not heavier(entry, peers)


def test_a_part_written_over_heavily_is_seen() -> None:
    peers = [InkMeasured(width=60, run=7.0, thickness=1.5, density=0.3, height=9)] * 3
    written_over = InkMeasured(width=86, run=31.7, thickness=2.66, density=0.32, height=11)
    assert struck(written_over, peers)
    assert struck(written_over, [InkMeasured(width=36, run=7.6, thickness=1.67, density=0.33, height=11)])


def test_a_signature_that_reached_a_blank_is_no_entry() -> None:
    peers = [InkMeasured(width=60, run=7.0, thickness=1.2, density=0.3, height=9)] * 2
    assert signature_like(InkMeasured(width=74, run=30.7, thickness=1.4, density=0.15, height=30), peers)
    assert not signature_like(InkMeasured(width=74, run=30.7, thickness=1.4, density=0.15, height=11), peers)
