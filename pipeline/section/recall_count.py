"""How many words have the reasons for a recall? 10.3(b): "not more than two hundred (200) words in length".

Counted as word processors count: what stands between spaces is a word, a word hyphened at the end of a line is one. Where
readings part the count is an interval.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.model.reading import Measured
from pipeline.model.text import TextLine

# Under this certainty a token may be dirt, two words run together, or a piece of one.
DOUBTFUL_CERTAINTY = 0.45

_HYPHENED = re.compile(r"(?<=[A-Za-z0-9])[-‐‑](?=[A-Za-z0-9])")
_RUN_ON = re.compile(r"(?<=[A-Za-z0-9])(?:—|–|--)(?=[A-Za-z0-9])")
# Marks of a list's items, which are words where they were typed and none where the program set them.
_ITEM = re.compile(r"^\(?(?:\d{1,2}|[a-hA-H]|[ivxIVX]{1,4})[.)]$|^[•·▪■*]$")
_LONE_DASH = re.compile(r"^[-–—&+/]+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """Words counted both ways (unit `1`)."""

    words: Measured
    hyphened: Measured
    """Hyphened words as two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tally:
    value: int
    low: int
    high: int
    joined: int
    """What counting hyphened words as two adds."""
    maybe_joined: int
    """What it adds at most."""


def count(lines: Sequence[TextLine], again: Sequence[TextLine] | None = None, *, exact: bool = False) -> Counted:
    """Words of printed lines. `again`: a second reading of the same lines, None where there is none."""
    tallies = [_tally(lines, exact=exact)] + ([_tally(again, exact=exact)] if again else [])
    last = tallies[-1]
    low, high = min(t.low for t in tallies), max(t.high for t in tallies)
    words = Measured(value=last.value, low=low, high=high, unit="1")
    more, most = min(t.joined for t in tallies), max(t.maybe_joined for t in tallies)
    value = last.value + last.joined
    hyphened = Measured(value=value, low=min(low + more, value), high=max(high + most, value), unit="1")
    return Counted(words=words, hyphened=hyphened)


def _tally(lines: Sequence[TextLine], *, exact: bool) -> _Tally:
    value = low = high = joined = maybe = 0
    broken = False
    for line in lines:
        tokens = [w for w in line.words if w.text.strip()]
        for at, word in enumerate(tokens):
            text = word.text.strip()
            if broken:
                # The rest of a word whose first part ended the line before.
                broken = False
                inner = len(_HYPHENED.findall(text))
                joined += inner
                maybe += inner + 1
                continue
            if not any(c.isalnum() for c in text):
                # A dash or "&" by itself is a word to a word processor; what else has no letter is dirt or a rule.
                if _LONE_DASH.match(text) or (exact and not _ITEM.match(text)):
                    value, high, low = value + 1, high + 1, low + (1 if exact else 0)
                continue
            item = at == 0 and bool(_ITEM.match(text))
            sure = (exact or word.certainty >= DOUBTFUL_CERTAINTY) and not item
            value, high, low = value + 1, high + 1, low + (1 if sure else 0)
            inner = len(_HYPHENED.findall(text))
            joined += inner
            maybe += inner
            high += len(_RUN_ON.findall(text))
            if at == len(tokens) - 1 and re.search(r"[A-Za-z][-‐‑]$", text):
                broken = True
    return _Tally(value=value, low=min(low, value), high=max(high, value), joined=joined, maybe_joined=maybe)
