"""What is written on one signer line? An entry is planned first and written after; writing gives the line's truth."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import cv2
import numpy as np

from samples.factory import spelling, strike
from samples.factory.catalogue import Hand
from samples.factory.form_paper import Leaf, union
from samples.factory.ink import PX, Box, Pen, graphite, lay, pen
from samples.factory.people import Person
from samples.factory.signature import scrawl, sign
from samples.factory.writing import Scribe, scribe, write

SMUDGED, DITTO = 0.04, 0.06
"""Shares of blank lines with a smudge, and of written ones with ditto marks for the city."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line as it is to be filled in; a blank line has no entry."""

    who: Person
    day: date | None
    spelling: str
    signed: bool = True
    filled: frozenset[str] = frozenset({"name", "address", "city", "county", "zip", "date"})
    strike: str = ""
    """"", "once", "several", "scribble" for the whole line, or "name", "address", "signature" for a part."""
    outside: str = ""
    """"", "margin", "between" or "two-lines"."""
    altered: str = ""
    """"", "date", "name" or "signature": overwritten beyond a legible slip."""
    said: Mapping[str, str] = field(default_factory=dict)
    """Cells in which something else is written than the signer's particulars."""
    scrawled: frozenset[str] = frozenset()
    """Cells written so that nobody can read them."""
    pencil: bool = False


def fill(
    page: np.ndarray,
    leaf: Leaf,
    row: int,
    number: int | None,
    entry: Entry | None,
    hands: Sequence[Hand],
    rng: random.Random,
    *,
    dark: bool = False,
    any_hand: float = 0.25,
) -> dict[str, Any]:
    """Write `entry` on `row` of `leaf` and give the truth of the line; boxes in points of the paper.

    `any_hand`: share of writers who may have a joined hand; the others print.
    """
    place = leaf.find("row", "row", row)
    assert place is not None
    truth: dict[str, Any] = {
        "page": leaf.number,
        "row": row,
        "line": number if number is not None else row,
        "printed": number,
        "state": "blank",
        "box": place.box,
        "signature": {"present": False, "box": None},
        "name": None,
        "address": None,
        "date": None,
        "cells": {m.name: m.box for m in leaf.marks if m.kind == "cell" and m.row == row and m.name != "number"},
    }
    if entry is None:
        if rng.random() < SMUDGED:
            _smudge(page, place.box, rng)
        return truth
    who, ink = scribe(rng, [h for h in hands if not h.joined] if rng.random() < 1.0 - any_hand else hands), pen(rng, dark=dark)
    if entry.pencil:
        ink = graphite(rng)
    joined = [h for h in hands if h.joined]
    shift = _shift(leaf, row, entry.outside)
    inked: list[Box] = []

    def cell(name: str) -> Box | None:
        mark = leaf.find("cell", name, row)
        if mark is None:
            return None
        x0, y0, x1, y1 = mark.box
        top = 7.0 if (y1 - y0) < 30 and len(truth["cells"]) > 5 and leaf_double(leaf) else 0.0
        return (x0, y0 + top + shift, x1, y1 + shift)

    if entry.signed and (box := _signing(cell("signature"), entry.outside)):
        drawn = sign(page, box, entry.who, ink, who, joined, rng)
        if entry.altered == "signature":
            sign(page, box, entry.who, pen(rng), who, joined, rng)
        truth["signature"] = {"present": True, "box": drawn}
        inked.append(drawn)
    for name, text in _texts(entry).items():
        box = cell(name)
        if box is None or name not in entry.filled or not text:
            continue
        if name in ("city", "county") and row > 1 and rng.random() < DITTO:
            text = '"'
        low = 0.14 if leaf_double(leaf) else rng.uniform(0.2, 0.32)
        if name in entry.scrawled:
            drawn_scrawl = scrawl(page, box, ink, rng)
            inked.append(drawn_scrawl)
            if name in ("name", "address"):
                truth[name] = {"text": None, "box": drawn_scrawl}
            continue
        drawn_text = write(page, text, box, who, ink, rng, low=low)
        if entry.altered == name:
            strike.overwrite(page, text, box, who, rng, low)
        if drawn_text is None:
            continue
        inked.append(drawn_text)
        if name in ("name", "address"):
            truth[name] = {"text": text.upper() if who.capitals else text, "box": drawn_text}
    truth["date"] = _write_date(page, leaf, row, entry, who, ink, rng, shift, inked)
    truth["written"] = union(inked) if inked else None
    truth["hand"] = {"face": who.hand.id, "joined": who.hand.joined, "capitals": who.capitals}
    truth["state"] = "signed" if entry.signed else "incomplete"
    _strike(page, truth, entry, ink, rng, double=leaf_double(leaf))
    return truth


def _smudge(page: np.ndarray, box: Box, rng: random.Random) -> None:
    """A touch of a dirty finger on an empty line: soft, gray, no stroke."""
    x, y, r = rng.uniform(box[0] + 10, box[2] - 20), rng.uniform(box[1] + 4, box[3] - 4), rng.uniform(3.0, 7.0)
    spot = np.zeros((round(r * 6 * PX), round(r * 6 * PX)), dtype=np.float32)
    cv2.ellipse(
        spot,
        (spot.shape[1] // 2, spot.shape[0] // 2),
        (round(r * PX), round(r * PX * rng.uniform(0.4, 0.9))),
        rng.uniform(0, 180),
        0,
        360,
        1.0,
        -1,
    )
    soft = cv2.GaussianBlur(spot, (0, 0), r * PX * 0.5) * rng.uniform(0.12, 0.3)
    lay(
        page,
        soft,
        (round(x * PX), round(y * PX - soft.shape[0] / 2)),
        Pen(name="smudge", rgb=(0.4, 0.4, 0.4), width=1.0, strength=1.0, grain=0.3),
        rng.randrange(2**31),
    )


def leaf_double(leaf: Leaf) -> bool:
    """Whether a line of this leaf has two rows of cells: labels stand inside them, so writing keeps to the lower part."""
    first = leaf.find("cell", "signature")
    row = leaf.find("row", "row")
    return bool(first and row and (row.box[3] - row.box[1]) > 1.6 * (first.box[3] - first.box[1]))


def _shift(leaf: Leaf, row: int, outside: str) -> float:
    place = leaf.find("row", "row", row)
    assert place is not None
    high = place.box[3] - place.box[1]
    return high * 0.5 if outside in ("between", "two-lines") else 0.0


def _signing(box: Box | None, outside: str) -> Box | None:
    if box is None:
        return None
    if outside == "two-lines":
        high = box[3] - box[1]
        return (box[0], box[1] - high * 0.45, box[2], box[3] + high * 0.45)
    return box


def _texts(entry: Entry) -> dict[str, str]:
    who = entry.who
    return {"name": who.name, "address": who.street, "city": who.city, "county": who.county, "zip": who.zip, **entry.said}


def _write_date(
    page: np.ndarray,
    leaf: Leaf,
    row: int,
    entry: Entry,
    who: Scribe,
    ink: Pen,
    rng: random.Random,
    shift: float,
    inked: list[Box],
) -> dict[str, Any] | None:
    if entry.day is None or "date" not in entry.filled:
        return None
    day = entry.day
    split = leaf.find("cell", "date-month", row)
    if split is not None:
        parts = {"date-month": str(day.month), "date-day": str(day.day), "date-year": f"{day.year % 100:02d}"}
        if entry.spelling == "m/d":
            del parts["date-year"]
        boxes = []
        for name, text in parts.items():
            mark = leaf.find("cell", name, row)
            assert mark is not None
            x0, y0, x1, y1 = mark.box
            if drawn := write(page, text, (x0, y0 + shift, x1, y1 + shift), who, ink, rng, low=0.25):
                boxes.append(drawn)
        inked += boxes
        text = "/".join(parts.values())
        return {"text": text, "iso": day.isoformat() if "date-year" in parts else None, "box": union(boxes)}
    mark = leaf.find("cell", "date", row)
    if mark is None:
        return None
    text = entry.said.get("date") or spelling.spell(day, entry.spelling)
    x0, y0, x1, y1 = mark.box
    double = leaf_double(leaf)
    box = (x0, y0 + (7.0 if double else 0.0) + shift, x1, y1 + shift)
    low = 0.14 if double else rng.uniform(0.2, 0.32)
    if "date" in entry.scrawled:
        drawn_scrawl = scrawl(page, box, ink, rng)
        inked.append(drawn_scrawl)
        return {"text": None, "iso": None, "box": drawn_scrawl}
    drawn = write(page, text, box, who, ink, rng, low=low)
    if entry.altered == "date":
        strike.overwrite(page, text, box, who, rng, low)
    if drawn is None:
        return None
    inked.append(drawn)
    known = entry.spelling != "m/d" and "date" not in entry.said
    return {"text": text, "iso": day.isoformat() if known else None, "box": drawn}


def _strike(page: np.ndarray, truth: dict[str, Any], entry: Entry, ink: Pen, rng: random.Random, *, double: bool) -> None:
    """Strike the line or a part of it, as planned, and say so in the truth."""
    truth["struck"] = None
    if not entry.strike or truth["written"] is None:
        return
    if entry.strike in ("once", "several", "scribble"):
        other = pen(rng) if rng.random() < 0.4 else ink
        for band in _bands(truth, double=double):
            strike.through(page, band, truth["box"], entry.strike, other, rng)
        truth["state"] = "struck"
        truth["struck"] = "whole"
        return
    part = truth["signature"] if entry.strike == "signature" else truth[entry.strike]
    if part and part["box"]:
        strike.through(page, part["box"], part["box"], rng.choice(("once", "several")), ink, rng)
        truth["struck"] = entry.strike


def _bands(truth: dict[str, Any], *, double: bool) -> list[Box]:
    """Where a line is crossed out: all its width, at the height of its words; a line of two rows through both."""
    x0, _, x1, _ = truth["written"]
    words = [truth[name]["box"] for name in ("name", "address", "date") if truth[name]]
    signed = [truth["signature"]["box"]] if truth["signature"]["box"] else []
    if not double:
        shown = words or signed
        return [(x0, min(b[1] for b in shown), x1, max(b[3] for b in shown))] if shown else [truth["written"]]
    middle = (truth["box"][1] + truth["box"][3]) / 2
    bands = []
    for rows in (
        [b for b in words + signed if b[1] + b[3] < 2 * middle],
        [b for b in words + signed if b[1] + b[3] >= 2 * middle],
    ):
        if rows:
            bands.append((x0, min(b[1] for b in rows), x1, max(b[3] for b in rows)))
    return bands
