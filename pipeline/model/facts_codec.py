"""`facts/1` as bytes and back: the one form in which measured values are kept. Same facts, same bytes.

JSON in ASCII, made and read along the type hints of the model, so that a new field needs nothing here. A field that older
bytes do not have takes its default; one that the model no longer has is an error, for then the finders' version was not raised.
"""

from __future__ import annotations

import base64
import dataclasses
import functools
import json
import types
import typing
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from pipeline.model.scan import ScanFacts

Json = Any
Coder = Callable[[Any], Any]


def encode(facts: ScanFacts) -> bytes:
    """The facts as bytes."""
    return json.dumps(_encoder(ScanFacts)(facts), separators=(",", ":")).encode("ascii")


def decode(data: bytes) -> ScanFacts:
    """The facts again, equal to those that were encoded.

    Raises:
        ValueError: where these bytes are no facts of this program's model.
    """
    try:
        found = _decoder(ScanFacts)(json.loads(data))
    except (TypeError, KeyError, AttributeError, IndexError) as why:
        raise ValueError(f"these bytes are no facts of this model: {why}") from None
    assert isinstance(found, ScanFacts)
    return found


def to_json(kind: Any, value: Any) -> bytes:
    """Any other value of the model as bytes. `kind`: its dataclass."""
    return json.dumps(_encoder(kind)(value), separators=(",", ":")).encode("ascii")


def from_json(kind: Any, data: bytes) -> Any:
    """The value again.

    Raises:
        ValueError: where these bytes are no such value.
    """
    try:
        return _decoder(kind)(json.loads(data))
    except (TypeError, KeyError, AttributeError, IndexError) as why:
        raise ValueError(f"these bytes are no {kind.__name__}: {why}") from None


@functools.cache
def _encoder(kind: Any) -> Coder:
    """From a value of `kind` to what JSON knows."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind):
        return _record_encoder(kind)
    if origin in (typing.Union, types.UnionType):
        (inner,) = (_encoder(a) for a in args if a is not type(None))
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            each = _encoder(args[0])
            return lambda value: [each(v) for v in value]
        several = tuple(_encoder(a) for a in args)
        return lambda value: [code(v) for code, v in zip(several, value, strict=True)]
    if origin is dict:
        inside = _encoder(args[1])
        return lambda value: {str(k): inside(v) for k, v in sorted(value.items())}
    if origin is typing.Literal:
        return str
    return _PLAIN[kind][0]


@functools.cache
def _decoder(kind: Any) -> Coder:
    """From what JSON knows back to a value of `kind`."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind):
        return _record_decoder(kind)
    if origin in (typing.Union, types.UnionType):
        (inner,) = (_decoder(a) for a in args if a is not type(None))
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            each = _decoder(args[0])
            return lambda value: tuple(each(v) for v in value)
        several = tuple(_decoder(a) for a in args)
        return lambda value: tuple(code(v) for code, v in zip(several, value, strict=True))
    if origin is dict:
        inside = _decoder(args[1])
        return lambda value: {k: inside(v) for k, v in value.items()}
    if origin is typing.Literal:
        return str
    return _PLAIN[kind][1]


def _record_encoder(kind: Any) -> Coder:
    hints = typing.get_type_hints(kind)
    # Late, for the first value of the kind: a model may hold its own kind.
    fields = tuple(f.name for f in dataclasses.fields(kind))
    return lambda value: {name: _encoder(hints[name])(getattr(value, name)) for name in fields}


def _record_decoder(kind: Any) -> Coder:
    hints = typing.get_type_hints(kind)
    return lambda value: kind(**{name: _decoder(hints[name])(inner) for name, inner in value.items()})


def _number(value: Any) -> float:
    """A whole number stays whole: a fingerprint tells 0 from 0.0."""
    return value if type(value) is int else float(value)


# numpy's own numbers come in as what they are worth. Exact: JSON writes the shortest digits that give the same double.
_PLAIN: dict[Any, tuple[Coder, Coder]] = {
    str: (str, str),
    bool: (bool, bool),
    int: (int, int),
    float: (_number, _number),
    bytes: (lambda v: base64.b64encode(v).decode("ascii"), base64.b64decode),
    date: (date.isoformat, date.fromisoformat),
    datetime: (datetime.isoformat, datetime.fromisoformat),
}
