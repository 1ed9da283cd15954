"""Facts of one section that came in several scans, as facts of one: pages of a later part follow those of the earlier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from pipeline.model.page import Page
from pipeline.model.section import SectionFacts, TextFacts

T = TypeVar("T")


def joined(parts: Sequence[SectionFacts]) -> SectionFacts:
    """One section of all parts, in the order given; page numbers of later parts begin where the earlier end.

    Raises:
        ValueError: for no part at all.
    """
    if not parts:
        raise ValueError("there is nothing to join")
    whole = parts[0]
    for part in parts[1:]:
        whole = _with(whole, moved(part, max((p.number for p in whole.pages), default=0)))
    return whole


def _with(whole: SectionFacts, part: SectionFacts) -> SectionFacts:
    """Both together: every tuple one behind the other; a text that runs over both parts is one text."""
    changed: dict[str, Any] = {
        f.name: getattr(whole, f.name) + getattr(part, f.name) for f in fields(whole) if isinstance(getattr(whole, f.name), tuple)
    }
    return replace(whole, **changed, text=_text(whole.text, part.text))


def _text(one: TextFacts | None, two: TextFacts | None) -> TextFacts | None:
    """The text of both; the wording is that of the part with more of it, since neither was compared whole."""
    if one is None or two is None:
        return one or two
    more = max((one, two), key=lambda t: t.wording.coverage if t.wording else 0.0)
    return replace(
        more, pages=tuple(sorted({*one.pages, *two.pages})), boxes=(*one.boxes, *two.boxes), after_summary=one.after_summary
    )


def moved(value: T, by: int, name: str = "") -> T:
    """The same facts with every page number raised by `by`."""
    out: Any = value
    if isinstance(value, Page):
        out = replace(value, number=value.number + by)
    elif isinstance(value, TextFacts):
        out = _moved_fields(
            value, by, pages=tuple(p + by for p in value.pages), boxes=tuple((page + by, box) for page, box in value.boxes)
        )
    elif name == "page" and isinstance(value, int):
        out = value + by
    elif isinstance(value, tuple):
        out = tuple(moved(v, by) for v in value)
    elif is_dataclass(value) and not isinstance(value, type):
        out = _moved_fields(value, by)
    return out


def _moved_fields(value: Any, by: int, **known: Any) -> Any:
    """The dataclass with its fields moved; `known` fields are given as they shall be."""
    changed = {f.name: moved(getattr(value, f.name), by, f.name) for f in fields(value) if f.name not in known}
    return replace(value, **changed, **known)
