"""Read petition.toml. Source of the keys: requirements.md, "The petition file"."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pipeline.errors import LawError, WrongUse
from pipeline.law import loader, readings, toml_values
from pipeline.model.petition import Kind, PetitionFile

# Filled by the reader, so that they are no keys of the file.
_FILLED = frozenset({"path", "summary", "text"})
# The most serial numbers taken from one range: a slip of the finger in "1-120" must not fill the memory. The largest city
# petitions in the cases that this was chosen from had under 10,000 sections.
MOST_SERIALS = 100_000


def for_ordinance(ordinance_id: str, kind: Kind | None = None) -> PetitionFile:
    """A petition of which only the ordinance is known (`--ordinance ID`); the kind is the ordinance's first.

    Raises:
        LawError: when there is no such ordinance.
    """
    ordinance = loader.load(ordinance_id)
    return PetitionFile(ordinance=ordinance_id, kind=kind or ordinance.kinds[0])


def load(path: Path) -> PetitionFile:
    """The petition file, with its summary and text read in.

    Raises:
        WrongUse: for an unknown key or a wrong value, naming the key and what it wants; for a file that is not there.
    """
    path = path.absolute()
    where = path.name
    raw = toml_values.parse(path)
    if "ordinance" not in raw:
        raise WrongUse(f'{where}: "ordinance" is missing. It wants one of {", ".join(loader.available())}.')
    named = str(raw["ordinance"])
    if named.endswith(".toml"):
        # A city's own ordinance file, named like every other file relative to this one.
        raw["ordinance"] = named = str(path.parent / named)
    try:
        ordinance = loader.load(named)
    except LawError as why:
        raise WrongUse(f'{where}: "ordinance": {why}') from None
    raw.setdefault("kind", ordinance.kinds[0])
    if raw["kind"] not in ordinance.kinds and ordinance.then is not None and raw["kind"] in loader.load(ordinance.then).kinds:
        # A request to withdraw is judged by what follows the count (10.6), though the petition was made under 10.3.
        ordinance = loader.load(ordinance.then)
        raw["ordinance"] = ordinance.id
    raw.setdefault("id", path.parent.name)
    raw = _shapes(raw, where)
    petition = toml_values.build(PetitionFile, raw, where, hidden=_FILLED)
    if petition.kind not in ordinance.kinds:
        raise WrongUse(f'{where}: "kind" is "{petition.kind}". Under {ordinance.short} it wants one of '
                       f"{', '.join(ordinance.kinds)}.")  # fmt: skip
    readings.choose(ordinance, petition.readings, where)
    petition = _with_offsets(_with_paths(petition, path), where)
    return replace(
        petition,
        path=path,
        summary=_words(petition.summary_file, where, "summary_file"),
        text=_words(petition.text_file, where, "text_file"),
    )


def _shapes(raw: dict[str, Any], where: str) -> dict[str, Any]:
    """The short ways of writing a value, written out."""
    out = dict(raw)
    if "serials_issued" in out:
        given = out["serials_issued"]
        out["serials_issued"] = _serials(given if isinstance(given, list) else [given], where)
    if isinstance(out.get("official"), str):
        name, _, office = out["official"].partition(",")
        out["official"] = {"name": name.strip()} | ({"office": office.strip()} if office.strip() else {})
    for authority in out["authorities"] if isinstance(out.get("authorities"), list) else []:
        if isinstance(authority, dict) and isinstance(authority.get("counties"), str):
            authority["counties"] = [c.strip() for c in authority["counties"].split(",")]
    return out


def _serials(given: list[Any], where: str) -> list[str]:
    """`["1-3", 7, "0012"]` as `1 2 3 7 0012`; a range keeps the leading zeros of its first number."""
    out: list[str] = []
    for entry in given:
        span = re.fullmatch(r"\s*(\d+)\s*(?:-|\u2013|to)\s*(\d+)\s*", str(entry))
        if span and int(span[1]) <= int(span[2]) and int(span[2]) - int(span[1]) < MOST_SERIALS:
            width = len(span[1])
            out += [str(n).zfill(width) for n in range(int(span[1]), int(span[2]) + 1)]
        elif re.fullmatch(r"\s*[\w-]*\d[\w-]*\s*", str(entry)) and not span:
            out.append(str(entry).strip())
        else:
            raise WrongUse(f'{where}: "serials_issued" is {entry!r}. It wants a range as "1-120", or a list of numbers.')
    return out


def _with_paths(petition: PetitionFile, path: Path) -> PetitionFile:
    """Every path of the file made absolute, from the folder of the file."""
    changed: dict[str, Any] = {}
    for f in fields(petition):
        value = getattr(petition, f.name)
        if isinstance(value, Path):
            changed[f.name] = path.parent / value
        elif isinstance(value, tuple) and value and all(isinstance(v, Path) for v in value):
            changed[f.name] = tuple(path.parent / v for v in value)
    return replace(petition, **changed)


def _with_offsets(petition: PetitionFile, where: str) -> PetitionFile:
    """Every time given an offset: its own, else that of `timezone`."""
    zone: ZoneInfo | None = None
    if petition.timezone is not None:
        try:
            zone = ZoneInfo(petition.timezone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise WrongUse(f'{where}: "timezone" is "{petition.timezone}". It wants an IANA name, as "America/Denver".') from None

    def placed(at: datetime, key: str) -> datetime:
        if at.tzinfo is not None:
            return at
        if zone is None:
            raise WrongUse(f'{where}: "{key}" is a time without an offset. Give "timezone" an IANA name, as '
                           f'"America/Denver", or write the offset behind the time.')  # fmt: skip
        return at.replace(tzinfo=zone)

    if petition.filed is not None:
        petition = replace(petition, filed=placed(petition.filed, "filed"))
    if petition.filing_deadline is not None:
        at = placed(petition.filing_deadline.at, "filing_deadline.at")
        petition = replace(petition, filing_deadline=replace(petition.filing_deadline, at=at))
    return petition


def _words(path: Path | None, where: str, key: str) -> str | None:
    """The contents of a plain text file."""
    if path is None:
        return None
    try:
        raw = path.read_bytes()
    except OSError:
        raise WrongUse(f'{where}: "{key}" is "{path.name}": there is no such file beside it.') from None
    if b"\0" in raw:
        raise WrongUse(f'{where}: "{key}" is "{path.name}", which is not plain text. Save it as plain text (UTF-8).')
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Word processors on Windows still save "plain text" in this page; it decodes nearly every byte.
        text = raw.decode("cp1252", errors="replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text:
        raise WrongUse(f'{where}: "{key}" is "{path.name}", which is empty.')
    return text


def day_filed(petition: PetitionFile) -> date | None:
    """The calendar day of filing at the city's clock."""
    if petition.filed is None:
        return None
    if petition.timezone is not None:
        return petition.filed.astimezone(ZoneInfo(petition.timezone)).date()
    return petition.filed.date()
