"""How does a drafted section become sheets of paper with ink on them, and the truth of what is on each?"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import cv2
import numpy as np
import pypdfium2 as pdfium

from samples.factory import draft as drafting
from samples.factory import ink, oath, signer
from samples.factory.draft import Draft
from samples.factory.form_paper import Leaf
from samples.factory.paper import heading

TICK_INKS = ((0.75, 0.1, 0.1), (0.05, 0.45, 0.2), (0.1, 0.15, 0.55))
TICKED = 0.07
"""Share of sections in which an office has ticked off lines in the margin, in a colour of its own."""


@dataclass(slots=True, kw_only=True)
class Sheet:
    """One sheet: its pixels (uint8 RGB, 300 dpi), the leaf it was printed from, and what was written on it."""

    pixels: np.ndarray
    leaf: Leaf
    lines: list[dict[str, Any]]
    affidavit: dict[str, Any] | None
    serial: str
    foreign: bool = False


def render(pdf: bytes) -> list[np.ndarray]:
    """The pages of a born-digital PDF as uint8 RGB at 300 dpi."""
    document = pdfium.PdfDocument(pdf)
    pages = []
    for page in document:
        pages.append(cv2.cvtColor(page.render(scale=ink.PX).to_numpy(), cv2.COLOR_BGR2RGB))
    document.close()
    return pages


def sheets(made: Draft, rng: random.Random, first: date) -> list[Sheet]:
    """Render, fill in and order the sheets of a section; `first` is the first day of circulation."""
    assert made.printed is not None
    hands = drafting.hands_of(made.form)
    shown = []
    ticking = (
        ink.Pen(name="tick", rgb=rng.choice(TICK_INKS), width=1.1, strength=0.9, grain=0.1) if rng.random() < TICKED else None
    )
    for pixels, leaf in zip(render(made.printed.pdf), made.printed.leaves, strict=True):
        own = random.Random(rng.randrange(2**62))
        lines = []
        for row in leaf.rows() if leaf.job == "lines" else []:
            place = (leaf.number, row)
            number, entry = made.printed.numbers.get(place), made.entries.get(place)
            truth = signer.fill(pixels, leaf, row, number, entry, hands, own, dark=made.dark or made.inked)
            truth["pencil"] = bool(entry and entry.pencil)
            if place in made.doubtful:
                truth["doubt"] = True
            lines.append(truth)
            if ticking and truth["state"] == "signed":
                _tick(pixels, truth["box"], ticking, own)
        sworn = None
        if leaf.find("part", "affidavit") is not None:
            sworn = oath.swear(pixels, leaf, made.oaths.get(leaf.number, made.oath), hands, own, dark=made.dark)
        if leaf.number in made.fills:
            heading.fill(pixels, leaf, made.fills[leaf.number], hands, own)
        shown.append(Sheet(pixels=pixels, leaf=leaf, lines=lines, affidavit=sworn, serial=made.serial))
    shown = [sheet for sheet in shown if sheet.leaf.number not in made.drop_leaves]
    for after, serial in sorted(made.insert.items(), reverse=True):
        shown.insert(after, _foreign(made, after, serial, rng, first))
    return shown


def _tick(pixels: np.ndarray, box: ink.Box, pen: ink.Pen, rng: random.Random) -> None:
    """A tick left of the line, outside the ruled table."""
    x, y = box[0] - rng.uniform(11, 16), (box[1] + box[3]) / 2 + rng.uniform(-3, 3)
    ink.stroke(pixels, np.array([[x, y], [x + 2.5, y + 3.5], [x + rng.uniform(7, 9), y - rng.uniform(4, 7)]]), pen, rng)


def _foreign(made: Draft, like: int, serial: str, rng: random.Random, first: date) -> Sheet:
    """A signature page of another section of the same petition, as it gets in when staples are pulled."""
    other = Draft(form=replace(made.form, faults=()), serial=serial, clean=made.clean, oath=made.oath)
    drafting.print_and_plan(rng, other, first)
    assert other.printed is not None
    at = like - 1
    pixels = render(other.printed.pdf)[at]
    leaf = other.printed.leaves[at]
    hands = drafting.hands_of(made.form)
    lines = [
        signer.fill(
            pixels,
            leaf,
            row,
            other.printed.numbers.get((leaf.number, row)),
            other.entries.get((leaf.number, row)),
            hands,
            rng,
            dark=made.dark,
        )
        for row in leaf.rows()
    ]
    return Sheet(pixels=pixels, leaf=leaf, lines=lines, affidavit=None, serial=serial, foreign=True)
