"""Values are rounded before they are judged, so that what the result shows is what was judged. Source: requirements.md."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from pipeline.geometry import Affine, Box

T = TypeVar("T")

# Boxes to a tenth of a point, certainties and degrees to a hundredth ("One result, in JSON").
BOX_DIGITS = 1
DIGITS = 2
# The scale is pixels a point and stands in the contract with two digits; its doubt is a ratio, and is used, not shown.
_KEPT = frozenset({"error"})


def rounded(value: T, name: str = "") -> T:
    """The same frozen value with its numbers rounded; transforms keep every digit, since pixels hang on them."""
    out: Any = value
    if isinstance(value, Box):
        out = Box(*(round(v, BOX_DIGITS) + 0.0 for v in (value.x0, value.y0, value.x1, value.y1)))
    elif isinstance(value, Affine) or name in _KEPT:
        pass
    elif isinstance(value, float):
        out = round(value, DIGITS) + 0.0
    elif isinstance(value, tuple):
        out = tuple(rounded(v) for v in value)
    elif is_dataclass(value) and not isinstance(value, type):
        changed = {}
        for f in fields(value):
            old = getattr(value, f.name)
            new = rounded(old, f.name)
            if new is not old and new != old:
                changed[f.name] = new
        out = replace(value, **changed) if changed else value
    return out
