"""From the tables of a TOML file to frozen dataclasses: an unknown key or a wrong value says what is wanted instead."""

from __future__ import annotations

import tomllib
import types
import typing
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError

from pipeline.errors import WrongUse
from pipeline.law.suggest import did_you_mean

T = TypeVar("T")


def parse(path: Path, error: type[WrongUse] = WrongUse) -> dict[str, Any]:
    """The tables of a TOML file.

    Raises:
        WrongUse: (or `error`) when the file is not there, is not UTF-8 text or is not TOML; the message says where.
    """
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        raise error(f"{path}: there is no such file.") from None
    except OSError as why:
        raise error(f"{path}: cannot be read ({why.strerror}).") from None
    except UnicodeDecodeError:
        raise error(f"{path.name}: is not UTF-8 text. Save it again as UTF-8.") from None
    except tomllib.TOMLDecodeError as why:
        raise error(f"{path.name}: is not valid TOML: {why}.") from None


def build(cls: type[T], raw: dict[str, Any], where: str, *, hidden: frozenset[str] = frozenset(),
          error: type[WrongUse] = WrongUse) -> T:  # fmt: skip
    """The dataclass `cls` with the values of `raw`; `where` opens every message, `hidden` fields are no keys of the file.

    Raises:
        WrongUse: (or `error`) for an unknown key, with the nearest known one; for a wrong value, with what the key wants.
    """
    _check(cls, raw, where, "", hidden, error)
    try:
        return TypeAdapter(cls).validate_python(raw)
    except ValidationError as why:
        first = why.errors()[0]
        key = _key(first["loc"])
        if first["type"] in ("missing", "missing_keyword_only_argument"):
            raise error(f'{where}: "{key}" is missing. It wants {_wants(cls, first["loc"])}.') from None
        shown = repr(first["input"])[:60]
        raise error(f'{where}: "{key}" is {shown}. It wants {_wants(cls, first["loc"])}.') from None


def _key(loc: tuple[int | str, ...]) -> str:
    """`authorities[1].name` out of pydantic's place; what names a branch of a union is left out."""
    out = ""
    for part in loc:
        if isinstance(part, int):
            out += f"[{part + 1}]"
        elif (part.isidentifier() and part not in ("date", "bool", "int", "str", "datetime")) or "-" in part:
            out += f".{part}" if out else part
    return out


def _check(cls: Any, raw: Any, where: str, place: str, hidden: frozenset[str], error: type[WrongUse]) -> None:
    """Refuse unknown keys, at any depth, and numbers where a day is wanted (they would pass for seconds since 1970)."""
    if not isinstance(raw, dict):
        return
    hints = get_type_hints(cls)
    known = [f.name for f in fields(cls) if f.name not in hidden]
    for key, value in raw.items():
        at = f"{place}.{key}" if place else key
        if key not in known:
            raise error(f'{where}: unknown key "{at}". {did_you_mean(key, known)}')
        kinds = _kinds(hints[key])
        if isinstance(value, int | float) and not isinstance(value, bool) and kinds & {date, datetime} and int not in kinds:
            raise error(f'{where}: "{at}" is {value!r}. It wants {_phrase(hints[key])}.')
        if datetime in kinds and isinstance(value, date) and not isinstance(value, datetime):
            raise error(f'{where}: "{at}" is {value.isoformat()}. It wants {_phrase(hints[key])}.')
        inner = next((k for k in kinds if is_dataclass(k)), None)
        if inner is not None:
            for number, item in enumerate(value if isinstance(value, list) else [value], 1):
                _check(inner, item, where, f"{at}[{number}]" if isinstance(value, list) else at, frozenset(), error)


def _kinds(hint: Any) -> set[Any]:
    """All plain types named in a type hint."""
    if get_origin(hint) is None:
        return {hint}
    if get_origin(hint) is Literal:
        return {hint}
    return {kind for part in get_args(hint) for kind in _kinds(part)}


def _wants(cls: Any, loc: tuple[int | str, ...]) -> str:
    """What the key at this place wants, in words."""
    hint: Any = cls
    for part in loc:
        if isinstance(part, int):
            continue
        holder = next((k for k in _kinds(hint) if is_dataclass(k)), None)
        if holder is None or part not in get_type_hints(holder):
            break
        hint = get_type_hints(holder)[part]
    return _phrase(hint)


_PHRASES: dict[Any, str] = {
    str: "text in quotes",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    date: "a day, as 2026-09-03",
    datetime: "a date and time, as 2026-09-03T16:00:00",
    Path: "the name of a file, in quotes, relative to this one",
}


def _phrase(hint: Any) -> str:
    """A type hint in words."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(_phrase(a) for a in args if a is not type(None))
    if origin is Literal:
        return "one of " + ", ".join(f'"{a}"' for a in args)
    if origin in (tuple, list):
        return f"a list; each entry wants {_phrase(args[0])}"
    if origin is dict:
        return "a table"
    if is_dataclass(hint):
        return "a table with " + ", ".join(f.name for f in fields(typing.cast(Any, hint)))
    return _PHRASES.get(hint, getattr(hint, "__name__", str(hint)))
