"""One word of a blank form made another: a letter, a figure, a word replaced, left out or put in, on the pixels of its line.

The rest of the line moves as it does when somebody types the line again; what stands on other lines does not move.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from samples.factory.ink import PX, Box

KINDS = ("letter", "thin", "digit", "word", "out", "in", "not")
THIN = frozenset("ijl1Itf")
"""Letters that differ by a dot, a bar or a tail."""
NEGATIONS = frozenset({"not", "no", "nor", "never", "shall", "may", "must", "or", "and"})
ATTEMPTS = 200
# How much wider or narrower the letter may be that takes another's place.
SAME_WIDTH, SAME_WIDTH_THIN = 0.12, 0.45
# Words of one printed line: no wider gap than this, in sizes of type.
MOST_GAP = 1.2
LIGHT = 240
"""Paper, white or nearly."""

Char = dict[str, Any]
Line = list[dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordChange:
    """One word of a page that is no longer the form's."""

    kind: str
    expected: str
    """The form's word; empty where one was put in."""
    found: str
    """What stands there now; empty where it was left out."""
    box: Box
    """Where, in points of the form's page: the word's place, or the new word's."""


def change(pixels: np.ndarray, words: Sequence[dict[str, Any]], kind: str, rng: random.Random) -> WordChange | None:
    """Change one word of the page in place; None where the page has no word for a change of this kind.

    Args:
        pixels: uint8 RGB, 300 dpi; changed in place.
        words: of pdfplumber, with their characters.
        kind: one of `KINDS`.
        rng: draws the word.
    """
    if kind in ("letter", "thin", "digit"):
        return _letter(pixels, words, kind, rng)
    lines = [line for line in _lines(words) if len(line) >= 2]
    for _ in range(ATTEMPTS if lines else 0):
        line = rng.choice(lines)
        at = rng.randrange(len(line))
        made = _reset(pixels, line, at, kind, words, rng)
        if made is not None:
            return made
    return None


def _letter(pixels: np.ndarray, words: Sequence[dict[str, Any]], kind: str, rng: random.Random) -> WordChange | None:
    def wanted(c: Char) -> bool:
        text = str(c["text"])
        if kind == "thin":
            return text in THIN
        return text.isalnum() and text.isdigit() == (kind == "digit")

    known = [w for w in words if any(c.isalnum() for c in w["text"])]
    letters = [c for w in known for c in w["chars"] if wanted(c)]
    own = [w for w in known if any(wanted(c) for c in w["chars"])]
    for _ in range(ATTEMPTS if own and letters else 0):
        word = rng.choice(own)
        old, new = rng.choice([c for c in word["chars"] if wanted(c)]), rng.choice(letters)
        width = old["x1"] - old["x0"]
        spare = SAME_WIDTH_THIN if kind == "thin" else SAME_WIDTH
        if old["text"].casefold() == new["text"].casefold() or not _same_face(old, new):
            continue
        if {old["text"], new["text"]} <= {"I", "l", "1"} or abs((new["x1"] - new["x0"]) - width) > spare * width:
            continue  # I, l and 1 are one stroke in many faces
        if not _put_letter(pixels, old, new):
            continue
        at = word["chars"].index(old)
        chars = [str(c["text"]) for c in word["chars"]]
        found = "".join((*chars[:at], str(new["text"]), *chars[at + 1 :]))
        return WordChange(kind=kind, expected=word["text"], found=found, box=_box([old]))
    return None


def _put_letter(pixels: np.ndarray, old: Char, new: Char) -> bool:
    """The new letter in the middle of the old one's place; False where their pixels are the same."""
    ys, old_xs, new_xs = _rows([old]), _columns(old["x0"], old["x1"]), _columns(new["x0"], new["x1"])
    new_ys = slice(_px(new["top"]), _px(new["top"]) + ys.stop - ys.start)
    there = pixels[new_ys, new_xs].copy()
    before = pixels[ys, old_xs].copy()
    if there.shape[0] != ys.stop - ys.start or not there.size or not before.size:
        return False
    ground = _ground(before)
    start = (old_xs.start + old_xs.stop - there.shape[1]) // 2
    pixels[ys, old_xs] = ground
    pixels[ys, start : start + there.shape[1]] = np.minimum(pixels[ys, start : start + there.shape[1]], there)
    if float(np.mean(np.abs(pixels[ys, old_xs].astype(int) - before))) < 6.0:
        pixels[ys, old_xs] = before
        return False
    return True


def _reset(
    pixels: np.ndarray, line: Line, at: int, kind: str, words: Sequence[dict[str, Any]], rng: random.Random
) -> WordChange | None:
    """The line from word `at` on set anew."""
    word = line[at]
    if not any(c.isalnum() for c in word["text"]) or (kind == "not" and word["text"].casefold() not in NEGATIONS):
        return None
    space = _space(line)
    ys = _rows([c for w in line for c in w["chars"]])
    end = line[-1]["x1"]
    if kind in ("out", "not"):
        last = at == len(line) - 1
        start = word["x0"]
        shift = 0.0 if last else line[at + 1]["x0"] - start
        moved = None if last else (line[at + 1]["x0"], end)
        if not _light_between(pixels, line, ys):
            return None
        _move(pixels, ys, moved, start, end, -shift)
        return WordChange(kind=kind, expected=word["text"], found="", box=_box([word]))
    first = word["chars"][0]
    others = [w for w in words if w["text"] != word["text"] and w["text"].isalpha() and _same_face(w["chars"][0], first)]
    if not others or not _light_between(pixels, line, ys):
        return None
    other = rng.choice(others)
    picture = pixels[_px(other["top"]) : _px(other["top"]) + ys.stop - ys.start, _columns(other["x0"], other["x1"])].copy()
    wide = other["x1"] - other["x0"]
    if kind == "in":
        start, shift = word["x0"], wide + space
        moved = (word["x0"], end)
    else:
        start, shift = word["x0"], wide - (word["x1"] - word["x0"])
        moved = (line[at + 1]["x0"], end) if at + 1 < len(line) else None
        if not 0.5 <= wide / (word["x1"] - word["x0"]) <= 2.0:
            return None
    if shift > 0 and not _room(pixels, ys, end, shift):
        return None
    if picture.shape[0] != ys.stop - ys.start:
        return None
    _move(pixels, ys, moved, start, end, shift)
    x = _px(start)
    pixels[ys, x : x + picture.shape[1]] = picture
    box = (start, word["top"], start + wide, word["bottom"])
    expected = "" if kind == "in" else str(word["text"])
    return WordChange(kind=kind, expected=expected, found=str(other["text"]), box=box)


def _move(pixels: np.ndarray, ys: slice, moved: tuple[float, float] | None, start: float, end: float, shift: float) -> None:
    """What stands at `moved` goes `shift` points to the right; from `start` to `end` the ground is bare but for it."""
    if moved is None:
        strip = None
    else:
        columns = _columns(*moved)
        strip = pixels[ys, columns].copy()
    bare = _columns(start, end)
    pixels[ys, bare] = _ground(pixels[ys, bare])
    if strip is not None and moved is not None:
        x = _px(moved[0] + shift)
        pixels[ys, x : x + strip.shape[1]] = strip


def _lines(words: Sequence[dict[str, Any]]) -> list[Line]:
    """Words of one face and size that stand beside each other on one height, without columns between."""
    rows: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for word in words:
        first = word["chars"][0]
        rows.setdefault((round(word["bottom"] * 2), first["fontname"], round(first["size"], 2)), []).append(word)
    out: list[Line] = []
    for row in rows.values():
        row.sort(key=lambda w: w["x0"])
        line: Line = []
        for word in row:
            if line and word["x0"] - line[-1]["x1"] > MOST_GAP * word["chars"][0]["size"]:
                out.append(line)
                line = []
            line.append(word)
        out.append(line)
    return out


def _space(line: Line) -> float:
    gaps = [b["x0"] - a["x1"] for a, b in pairwise(line)]
    return float(np.median(gaps)) if gaps else 0.25 * float(line[0]["chars"][0]["size"])


def _light_between(pixels: np.ndarray, line: Line, ys: slice) -> bool:
    """Whether nothing but paper is between the words: no rule, no fill, no letter of another line."""
    for a, b in pairwise(line):
        gap = pixels[ys, _px(a["x1"]) + 1 : _px(b["x0"]) - 1]
        if gap.size and int(gap.min()) < LIGHT:
            return False
    return True


def _room(pixels: np.ndarray, ys: slice, end: float, shift: float) -> bool:
    beside = pixels[ys, _px(end) + 1 : _px(end + shift) + 2]
    return bool(_px(end + shift) + 30 < pixels.shape[1] and beside.size and int(beside.min()) >= LIGHT)


def _ground(patch: np.ndarray) -> np.ndarray:
    """The colour under the letters."""
    return np.percentile(patch.reshape(-1, patch.shape[-1]), 95, axis=0).astype(np.uint8)


def _same_face(a: Char, b: Char) -> bool:
    return bool(
        a["fontname"] == b["fontname"]
        and abs(a["size"] - b["size"]) < 0.01
        and a.get("non_stroking_color") == b.get("non_stroking_color")
    )


def _px(points: float) -> int:
    return round(points * PX)


def _columns(x0: float, x1: float) -> slice:
    return slice(_px(x0), max(_px(x1), _px(x0) + 1))


def _rows(chars: Sequence[Char]) -> slice:
    top, bottom = min(c["top"] for c in chars), max(c["bottom"] for c in chars)
    return slice(_px(top), _px(top) + round((bottom - top) * PX))


def _box(things: Sequence[Char]) -> Box:
    return (
        min(t["x0"] for t in things),
        min(t["top"] for t in things),
        max(t["x1"] for t in things),
        max(t["bottom"] for t in things),
    )
