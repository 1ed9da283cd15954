"""What does a printed name or address say? Two recognisers must agree, and letters that look alike are told by their word.

In most faces without serifs a capital I and a small l are one stroke; print OCR then reads `Pl` as `PI` and `III` as `Ill`,
and is sure of it. No picture tells them apart, but a street is a `Pl` and no `PI`, and behind a name stands `III`. What was
read first stays beside the reading as an alternative.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.errors import MissingProgram, PetitionError
from pipeline.model.reading import TextRead
from pipeline.pages.view import PageView
from pipeline.section.figures import Engines
from pipeline.section.rereading import dark

# Certainty where both recognisers read the same, where a third reading sides with the second or with the first (which is of the
# same engine as the third), and where all differ.
AGREED, SIDED, ALONE, DIFFERENT = 0.97, 0.88, 0.7, 0.5
# Points around the words: a descender, and no neighbour line.
AROUND_PT = 1.5
REREAD_SCALE = 2.0

# `Place`, shortened, with its l read as anything that is one stroke.
_PLACE = re.compile(r"\bP[I1!|l](?=$|[\s,.;#])")
# The number of the list's item, which a reading of the place brings along.
_ITEM = re.compile(r"^\W*\d{1,2}\s*[.):,]?\s*(?=[A-Za-z])")
# A number behind a name: I, II, III, IV with strokes of any kind.
_NUMBERED = re.compile(r"(?<=[\s,])(?:[Il1|!]{1,3}T?|[Il1|!][Vv])$")
# Figures of a house or a ZIP, some of them read as letters.
_FIGURES = re.compile(r"(?<![\w])(?=[\dOIl|]*\d)[\dOIl|]{2,}(?![\w])")
_AS_FIGURES = str.maketrans("OIl|", "0111")
# What a rule or a box's edge beside a name is read as. Not a point, an apostrophe or a bracket, which a name may end with.
_EDGES = " \t—–-_=|~:;,*·•"
# Beside an address besides: what a speck is read as. Not a full stop, which a shortened street ends with; not `#` and
# brackets, which an address may begin or end with.
_ADDRESS_EDGES = _EDGES + "°º˚©®¢«»‘’“”\"'`^~<>{}/\\"
# A name's word begins with a capital: a small l before small letters that make no other word is I (`lvan`, `lrene`).
_CAPITAL_I = re.compile(r"(?<![\w'’-])l(?=[a-z]{2})(?![oa]s\b)")
# Small words that a name may begin with.
_PARTICLES = frozenset(("de", "da", "del", "della", "di", "du", "la", "los", "le", "van", "von", "der", "ten", "el", "al", "bin"))
_ALIKE = str.maketrans("I|!1lO0", "lllllOO")


def confirmed(view: PageView, first: TextRead, engines: Engines, *, is_name: bool) -> TextRead:
    """The reading with the certainty that a second, and where the two differ a third reading gives it.

    A name that begins with a small letter has lost its capital (`asper`), however many readings agree.

    Args:
        view: the page.
        first: what print OCR read there.
        engines: either may be missing; then its readings are.
        is_name: a person's name, else an address.

    Raises:
        MissingProgram: when the engine is not on this computer.
    """
    if first.text is None or view.text.exact or first.handwritten or engines.hand is None:
        return first
    found = _confirmed(view, first, first.text, engines, is_name=is_name)
    if is_name and found.text and _lost_its_capital(found.text):
        return replace(found, certainty=min(found.certainty, DIFFERENT))
    return found


def _lost_its_capital(name: str) -> bool:
    word = name.split()[0]
    return word[0].islower() and word.casefold() not in _PARTICLES and not any(c.isupper() for c in word)


def _confirmed(view: PageView, first: TextRead, text: str, engines: Engines, *, is_name: bool) -> TextRead:
    said = sensible(text, is_name=is_name)
    second = _by_hand_engine(view, first, engines)
    other = None if second is None else sensible(second, is_name=is_name)
    if other is not None and _letters(other) == _letters(said):
        return _as(first, said, AGREED, ())
    third = _by_print_engine(view, first, engines)
    again = None if third is None else sensible(third, is_name=is_name)
    if again is not None and other is not None and _letters(again) == _letters(other):
        return _as(first, again, SIDED, ())
    others = (other,) if other else ()
    if again is not None and _letters(again) == _letters(said) and _like(other, said):
        return _as(first, said, ALONE, others)
    return _as(first, said, min(DIFFERENT, first.certainty), others)


def sensible(text: str, *, is_name: bool) -> str:
    """The text with strokes that may be I, l or 1 taken as what their word can be; a name without its number in the list."""
    if is_name:
        text = _CAPITAL_I.sub("I", _ITEM.sub("", text).strip(_EDGES))
        match = _NUMBERED.search(text)
        return text if match is None else text[: match.start()] + _numeral(match[0])
    return _FIGURES.sub(lambda m: m[0].translate(_AS_FIGURES), _PLACE.sub("Pl", text.strip(_ADDRESS_EDGES)))


def _numeral(strokes: str) -> str:
    return "IV" if strokes[-1] in "Vv" else "I" * len(strokes)


def _as(first: TextRead, text: str, certainty: float, others: Sequence[str]) -> TextRead:
    alternatives = dict.fromkeys(t for t in (first.text, *others) if t and t != text)
    return replace(first, text=text, certainty=round(certainty, 3), alternatives=tuple(alternatives))


def _by_hand_engine(view: PageView, first: TextRead, engines: Engines) -> str | None:
    box = first.box.grown(AROUND_PT).clipped(view.page.box)
    crop = dark(view, box)
    if engines.hand is None or crop.size == 0 or min(crop.shape) < 6:
        return None
    return engines.hand.read(crop, page=first.page, box=box).text


def _by_print_engine(view: PageView, first: TextRead, engines: Engines) -> str | None:
    box = first.box.grown(AROUND_PT).clipped(view.page.box)
    crop = dark(view, box)
    if engines.printed is None or crop.size == 0:
        return None
    try:
        again = engines.printed.read_region(
            crop, view.raster.px_per_pt, page=first.page, origin=(box.x0, box.y0), scale=REREAD_SCALE
        )
    except MissingProgram:
        raise
    except PetitionError:
        return None
    return " ".join(line.text for line in again.lines) or None


def _letters(text: str) -> str:
    """What two readings are compared by: letters and figures, strokes that look alike taken for one."""
    return "".join(c for c in text.translate(_ALIKE) if c.isalnum()).casefold()


def _like(a: str | None, b: str) -> bool:
    """Whether two readings differ in a letter or two only."""
    if a is None:
        return False
    one, two = _letters(a), _letters(b)
    same = sum(x == y for x, y in zip(one, two, strict=False))
    back = sum(x == y for x, y in zip(reversed(one), reversed(two), strict=False))
    return abs(len(one) - len(two)) <= 2 and same + back >= max(len(one), len(two)) - 2
