"""Change one thing of frozen facts, named by a path: how a case file says what is different from a clean section.

A path is attribute names with selectors: `warnings[page=2].colour.answer`, `lines[0].lines[row=3].signature`. Values are what
TOML can write: "yes", "no", "unsure" or a number of certainty for what was seen, three numbers for a measurement, four for a box.
"""

from __future__ import annotations

import re
import types
from dataclasses import MISSING, fields, is_dataclass, replace
from datetime import date
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pipeline.geometry import Box
from pipeline.model.reading import DateRead, Measured, Seen, TextRead

STEP = re.compile(r"(?P<name>\w+)(?:\[(?:(?P<key>\w+)=)?(?P<which>[^\]]+)\])?")
SOMEWHERE = Box(60.0, 300.0, 200.0, 316.0)
SURE = 0.97


def put(facts: Any, path: str, value: Any) -> Any:
    """The facts with this value at the path."""
    return _walk(facts, path.split("."), lambda old, hint: convert(value, hint, old))


def take_out(facts: Any, path: str) -> Any:
    """The facts without the entry at the path, or with None where the path names no entry of a list."""
    return _walk(facts, path.split("."), lambda old, hint: _GONE)


def add(facts: Any, path: str, value: Any) -> Any:
    """The facts with one more entry in the list at the path."""
    return _walk(facts, path.split("."), lambda old, hint: (*old, convert(value, get_args(hint)[0], None)))


_GONE = object()


def _walk(holder: Any, steps: list[str], change: Any) -> Any:
    """Rebuild `holder` with the changed value at the end of the steps."""
    match = STEP.fullmatch(steps[0])
    assert match, f"no such step: {steps[0]}"
    name, key, which = match["name"], match["key"], match["which"]
    hint = get_type_hints(type(holder))[name]
    old = getattr(holder, name)
    if which is None:
        new = change(old, hint) if len(steps) == 1 else _walk(old, steps[1:], change)
        return replace(holder, **{name: None if new is _GONE else new})
    hits = [n for n, item in enumerate(old) if key is not None and str(getattr(item, key)) == which]
    if key is None:
        hits = list(range(len(old))) if which == "*" else [int(which) % len(old)]
    assert hits, f"{name}[{key}={which}] is not there"
    items: list[Any] = list(old)
    for at in hits:
        items[at] = change(items[at], get_args(hint)[0]) if len(steps) == 1 else _walk(items[at], steps[1:], change)
    return replace(holder, **{name: tuple(i for i in items if i is not _GONE)})


def convert(value: Any, hint: Any, old: Any) -> Any:
    """A TOML value as what the type wants; `old` lends what the value does not say."""
    kinds = [k for k in get_args(hint) if k is not type(None)] if get_origin(hint) in (Union, types.UnionType) else [hint]
    kind = kinds[0]
    if kind is Seen:
        return _seen(value, old)
    if kind is Measured and isinstance(value, list):
        return Measured(value=value[0], low=value[1], high=value[2], unit=old.unit if old else "pt")
    if kind is Box:
        return Box(*value)
    if kind is DateRead and isinstance(value, date):
        return replace(old, text=value.isoformat(), day=value) if old else _date(value, SURE)
    if kind is DateRead and isinstance(value, dict):
        return replace(
            _date(value.get("day"), value.get("certainty", SURE), value.get("text", "9/3")),
            missing=tuple(value.get("missing", ())),
        )
    if kind is TextRead:
        text, certainty = (value, SURE) if isinstance(value, str) else (value.get("text"), value["certainty"])
        others = () if isinstance(value, str) else tuple(value.get("alternatives", ()))
        if old is not None:
            return replace(old, text=text, certainty=certainty, alternatives=others)
        return TextRead(text=text, certainty=certainty, page=1, box=SOMEWHERE, alternatives=others)
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(convert(v, inner[0], None) for v in value)
        return tuple(convert(v, k, None) for v, k in zip(value, inner, strict=True))
    if get_origin(kind) is Literal:
        assert value in get_args(kind), f"{value!r} is none of {get_args(kind)}"
        return value
    if is_dataclass(kind) and isinstance(value, dict):
        hints = get_type_hints(kind)
        given = {k: convert(v, hints[k], None) for k, v in value.items()}
        return replace(old, **given) if old is not None else kind(**_defaults(kind, given), **given)
    return value


def _defaults(kind: Any, given: dict[str, Any]) -> dict[str, Any]:
    """Values for the fields that a case does not care about."""
    plain: dict[str, Any] = {"certainty": SURE, "box": SOMEWHERE, "confirmed": True, "context": "", "page": 1, "of": None}
    return {f.name: plain[f.name] for f in fields(kind) if f.name not in given and f.default is MISSING and f.name in plain}


def _seen(value: Any, old: Seen | None) -> Seen:
    """`"yes"`, `"no"`, `"unsure"`, or a table of what was seen."""
    old = old or Seen(present=None, certainty=SURE)
    if isinstance(value, str):
        return replace(old, present={"yes": True, "no": False, "unsure": None}[value])
    present = {"yes": True, "no": False, "unsure": None}[value["seen"]]
    return replace(old, present=present, **{k: v for k, v in value.items() if k != "seen"})


def _date(day: date | None, certainty: float, text: str | None = None) -> DateRead:
    return DateRead(text=day.isoformat() if day else text, day=day, certainty=certainty, page=1, box=SOMEWHERE)
