"""Sections from JSON Lines that `petition check --json` printed. A line that cannot be used is told, and the rest is counted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pipeline.checks.answer import EVEN_ODDS
from pipeline.count.filed import SERIAL_CERTAIN, key_of
from pipeline.geometry import Box
from pipeline.model.count import FiledLine, FiledSection
from pipeline.model.finding import Finding, LineCount, NotChecked
from pipeline.model.line import Elector
from pipeline.model.result import ReadingEnd, ReadingUsed

SECTION_SCHEMA = "petition-section/1"
SCAN_SCHEMA = "petition-scan/1"
_STATES = ("blank", "signed", "incomplete", "struck")
_CONSEQUENCES = ("refuse", "void", "review", "note")
_SCOPES = ("petition", "section", "page", "line")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultFile:
    """What one file of result lines holds."""

    sections: tuple[FiledSection, ...]
    problems: tuple[str, ...]


class _Unusable(ValueError):
    """Why an object cannot be counted."""


def read_results(path: Path) -> ResultFile:
    """Every section of the file; what cannot be read is said in `problems`, by line number."""
    sections: list[FiledSection] = []
    problems: list[str] = []
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as why:
        return ResultFile(sections=(), problems=(f"{path.name} cannot be read: {why.strerror}. Its sections are not counted.",))
    except UnicodeDecodeError:
        return ResultFile(sections=(), problems=(f"{path.name} is not UTF-8 text. Its sections are not counted.",))
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            section = _object(json.loads(line, parse_constant=_no_number), problems, path.name)
        except _Unusable as why:
            problems.append(f"{path.name}, line {number}: {why}. It is not counted.")
        except (ValueError, RecursionError):
            problems.append(f"{path.name}, line {number}: is not JSON. What stood there is not counted.")
        else:
            if section is not None:
                sections.append(section)
    if not sections and not problems:
        problems.append(f"{path.name} holds no section.")
    return ResultFile(sections=tuple(sections), problems=tuple(problems))


def _no_number(text: str) -> float:
    """Refuse `NaN` and `Infinity`, which are no JSON and would make every sum wrong."""
    raise ValueError(text)


def _object(raw: Any, problems: list[str], file: str) -> FiledSection | None:
    """A section; None for the last line of a scan, whose problems are kept."""
    if not isinstance(raw, dict):
        raise _Unusable("is no object")
    if raw.get("schema") == SCAN_SCHEMA:
        name = str(raw.get("file", file))
        told, unplaced = raw.get("problems"), raw.get("unplaced")
        problems += [f"{name}: {p}" for p in told] if isinstance(told, list) else []
        if isinstance(unplaced, list) and unplaced:
            pages = ", ".join(str(p) for p in unplaced)
            problems.append(f"{name}: pages that belong to no section that was found: {pages}. Look at them.")
        return None
    if raw.get("schema") != SECTION_SCHEMA:
        raise _Unusable(f'its schema is "{raw.get("schema")}", not "{SECTION_SCHEMA}"')
    try:
        return from_object(raw)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as why:
        raise _Unusable(f"is not what {SECTION_SCHEMA} asks for ({why})") from None


def from_object(raw: Mapping[str, Any]) -> FiledSection:
    """One section object.

    Raises:
        KeyError, TypeError, ValueError: when it does not keep to petition-section/1.
    """
    scan, serial = raw["scan"], raw["serial"] or {}
    certainty = float(serial.get("certainty") or 0.0)
    sha256, pages = str(scan["sha256"]), tuple(int(p) for p in scan["pages"])
    lines = tuple(_line(line) for line in raw["lines"])
    with_lines = {line.page for line in lines}
    if len({(line.page, line.row) for line in lines}) != len(lines):
        raise ValueError("two lines have one place")
    affidavit = raw["affidavit"] or {}
    return FiledSection(
        key=key_of(sha256, pages),
        file=str(scan["file"]),
        sha256=sha256,
        pages=pages,
        serial=str(serial["value"]) if serial.get("value") and certainty >= SERIAL_CERTAIN else None,
        serial_certainty=certainty,
        ordinance=str(raw["ordinance"]),
        kind=str(raw["kind"]),
        lines=lines,
        findings=tuple(_finding(f) for f in raw["findings"]),
        not_checked=tuple(NotChecked(check=str(n["check"]), why=str(n["why"])) for n in raw["not_checked"]),
        readings=tuple(_reading(r) for r in raw.get("readings", ())),
        circulator=_words(affidavit.get("circulator")),
        affidavits=len(raw["affidavits"]),
        papers=tuple((float(p["size"][0]), float(p["size"][1])) for p in raw["pages"] if int(p["page"]) in with_lines),
        styles=tuple(str(s) for s in raw.get("styles") or ()),
        page_numbers=tuple(int(n) for n in (raw.get("printed_pages") or {}).get("numbers", ())),
        pages_due=_whole((raw.get("printed_pages") or {}).get("of")),
        wordings=tuple((str(k), float(v)) for k, v in (raw.get("wordings") or {}).items()),
        heading=tuple((str(k), str(v)) for k, v in (raw.get("heading") or {}).items()),
        versions={str(k): str(v) for k, v in raw.get("versions", {}).items()},
    )


def _one_of(value: Any, known: tuple[Any, ...]) -> Any:
    if value not in known:
        raise ValueError(f"{value!r} is none of {', '.join(map(str, known))}")
    return value


def _whole(value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r} is no whole number")
    return value


def _words(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _line(raw: Mapping[str, Any]) -> FiledLine:
    written, elector = raw.get("date") or {}, raw.get("elector")
    iso = written.get("iso")
    sure = float(raw["signature"]["certainty"]) >= EVEN_ODDS
    return FiledLine(
        page=int(raw["page"]),
        row=int(raw["row"]),
        line=int(raw["line"]),
        state=_one_of(raw["state"], _STATES),
        signed=_one_of(raw["signature"]["present"], (True, False, None)) if sure else None,
        elector=_elector(elector) if elector else None,
        day=date.fromisoformat(iso) if iso else None,
        day_certainty=float(written.get("certainty") or 0.0) if iso else 0.0,
        name=_words((raw.get("name") or {}).get("text")),
    )


def _elector(raw: Mapping[str, Any]) -> Elector:
    return Elector(
        id=str(raw["id"]), certainty=float(raw["certainty"]), ward=_words(raw.get("ward")), county=_words(raw.get("county"))
    )


def _finding(raw: Mapping[str, Any]) -> Finding:
    box = raw.get("box")
    return Finding(
        check=str(raw["check"]),
        clause=str(raw["clause"]),
        also=tuple(str(c) for c in raw.get("also", ())),
        scope=_one_of(raw["scope"], _SCOPES),
        consequence=_one_of(raw["consequence"], _CONSEQUENCES),
        strict=_one_of(raw.get("strict", raw["consequence"]), _CONSEQUENCES),
        basis=_one_of(raw["basis"], ("stated", "inferred")),
        certainty=float(raw["certainty"]),
        message=str(raw["message"]),
        page=_whole(raw["page"]),
        falls_on=tuple(int(p) for p in raw.get("falls_on", ())),
        line=_whole(raw["line"]),
        row=_whole(raw.get("row")),
        box=Box(*(float(v) for v in box)) if box else None,
        name=_words(raw.get("name")),
        expected=_words(raw.get("expected")),
        found=_words(raw.get("found")),
    )


def _reading(raw: Mapping[str, Any]) -> ReadingUsed:
    ends = tuple(
        ReadingEnd(
            choice=str(e["choice"]), count=LineCount(**{k: int(v) for k, v in e["count"].items()}), changed=tuple(e["changed"])
        )
        for e in raw.get("ends", ())
    )
    return ReadingUsed(name=str(raw["name"]), chosen=str(raw["chosen"]), default=str(raw["default"]), ends=ends)
