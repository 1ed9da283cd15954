"""Load an ordinance file and prove it: every quote stands exactly once in the source, every name is known."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from pipeline.errors import LawError
from pipeline.law import toml_values
from pipeline.law.ordinance import Ordinance
from pipeline.law.parameters import PARAMETERS
from pipeline.law.suggest import did_you_mean

ORDINANCES = Path(__file__).parent / "ordinances"
SOURCES = Path(__file__).parent / "sources"

# In the file each table of a list is headed by the singular: `[[clause]]`.
_LISTS = {"clause": "clauses", "check": "checks", "statement": "statements", "reading": "readings",
          "tolerance": "tolerances", "limit": "limits"}  # fmt: skip
_NESTED = {"reading": {"choice": "choices"}, "choice": {"effect": "effects"}}


def available() -> tuple[str, ...]:
    """Ids of all ordinances that the product knows, in order."""
    return tuple(sorted(p.stem for p in ORDINANCES.glob("*.toml")))


# Ordinances read so far, each with the state of the two files that it was read from.
_read: dict[Path, tuple[dict[Path, tuple[int, ...]], Ordinance]] = {}


def load(ordinance_id: str) -> Ordinance:
    """The ordinance with this id, or in this file where the name ends in `.toml`; read once, and again when its files change.

    Raises:
        LawError: when there is none of this id, or its file cannot be trusted.
    """
    if ordinance_id.endswith(".toml"):
        return _unchanged(Path(ordinance_id), None)
    if ordinance_id not in available():
        raise LawError(f'There is no ordinance "{ordinance_id}". {did_you_mean(ordinance_id, available())}')
    return _unchanged(ORDINANCES / f"{ordinance_id}.toml", SOURCES)


def _unchanged(path: Path, sources: Path | None) -> Ordinance:
    """`load_file`, kept while neither file changes: a program that runs for weeks must see a law that was corrected."""
    known = _read.get(path)
    if known is not None and all(_state(file) == state for file, state in known[0].items()):
        return known[1]
    # Taken before reading: what changes meanwhile is seen the next time.
    before = _state(path)
    ordinance = load_file(path, sources)
    text = (sources or path.parent) / ordinance.source
    _read[path] = ({path: before, text: _state(text)}, ordinance)
    return ordinance


def _state(path: Path) -> tuple[int, ...]:
    """What tells that a file was changed; empty where it is gone."""
    try:
        seen = path.stat()
    except OSError:
        return ()
    return (seen.st_mtime_ns, seen.st_size, seen.st_ino)


def load_file(path: Path, sources: Path | None = None) -> Ordinance:
    """The ordinance in one file; its source text lies in `sources`, by default beside the file.

    Raises:
        LawError: naming the file, the clause and what to do.
    """
    raw = toml_values.parse(path, LawError)
    lists = {plural: raw.pop(singular, []) for singular, plural in _LISTS.items()}
    known = set(_LISTS) | {"id", "title", "short", "source", "kinds", "enacted", "effective_from", "then"}
    for key in raw:
        if key not in known:
            raise LawError(f'{path.name}: unknown key "{key}". {did_you_mean(key, known)}')
    for name, tables in lists.items():
        if not isinstance(tables, list):
            singular = next(s for s, p in _LISTS.items() if p == name)
            raise LawError(f'{path.name}: "{singular}" is not a list of tables. Write [[{singular}]] above each.')
    lists["readings"] = [_plural(t, "reading") for t in lists["readings"]]
    text_path = (sources or path.parent) / str(raw.get("source", ""))
    try:
        text = text_path.read_text(encoding="utf-8")
    except OSError:
        raise LawError(f'{path.name}: the source "{raw.get("source")}" cannot be read. Put the ordinance\'s own text '
                       f"there, under this name.") from None  # fmt: skip
    ordinance = toml_values.build(Ordinance, raw | lists, path.name, hidden=frozenset({"hash", "source_text"}), error=LawError)
    ordinance = replace(
        ordinance,
        hash=hashlib.sha256(path.read_bytes() + b"\0" + text.encode()).hexdigest(),
        source_text=text,
    )
    _prove(ordinance, path.name)
    return ordinance


def _plural(table: dict[str, object], kind: str) -> dict[str, object]:
    """The table with its inner lists under the names of the dataclass (`choice` becomes `choices`)."""
    out = dict(table)
    for singular, plural in _NESTED.get(kind, {}).items():
        if singular in out:
            inner = out.pop(singular)
            out[plural] = [_plural(t, singular) for t in inner] if isinstance(inner, list) else inner
    return out


def one_space(text: str) -> str:
    """The text with every run of white space as one space."""
    return re.sub(r"\s+", " ", text).strip()


def _prove(ordinance: Ordinance, file: str) -> None:
    """Refuse what does not hold together."""
    flat = one_space(ordinance.source_text)
    for clause in ordinance.clauses:
        _quoted(clause.quote, flat, ordinance, file, f"clause {clause.id}")
        for name in clause.parameters:
            if name not in PARAMETERS:
                raise LawError(f'{file}: clause {clause.id}: unknown parameter "{name}". {did_you_mean(name, PARAMETERS)}')
            wanted = PARAMETERS[name]
            if not wanted.fits(clause.parameters[name]):
                raise LawError(f'{file}: clause {clause.id}: "{name}" is {clause.parameters[name]!r}. It wants {wanted.wants}.')
    _once((c.id for c in ordinance.clauses), file, "clause")
    _once((n for c in ordinance.clauses for n in c.parameters), file, "parameter")
    _once((f"{r.name} ({', '.join(r.kinds) or 'all kinds'})" for r in ordinance.checks), file, "check")
    _once((r.name for r in ordinance.readings), file, "reading")
    _once((t.name for t in ordinance.tolerances), file, "tolerance")
    ids = {c.id for c in ordinance.clauses}
    checks = {r.name for r in ordinance.checks}
    for rule in ordinance.checks:
        _known((rule.clause, *rule.also), ids, file, f"check {rule.name}", "clause")
        if rule.quote is not None:
            _quoted(rule.quote, flat, ordinance, file, f"check {rule.name}")
    for statement in ordinance.statements:
        _known((statement.clause,), ids, file, f"statement {statement.name}", "clause")
        _quoted(statement.quote, flat, ordinance, file, f"statement {statement.name}")
    for limit in ordinance.limits:
        _known((limit.clause, *limit.limits), ids, file, f"limit of {limit.clause}", "clause")
        _quoted(limit.quote, flat, ordinance, file, f"limit of {limit.clause}")
        if limit.reading is not None:
            _known((limit.reading,), {r.name for r in ordinance.readings}, file, f"limit of {limit.clause}", "reading")
    for reading in ordinance.readings:
        place = f"reading {reading.name}"
        _known((reading.clause,), ids, file, place, "clause")
        _once((c.name for c in reading.choices), file, f"choice of reading {reading.name}")
        _known((reading.default,), {c.name for c in reading.choices}, file, place, "choice")
        for choice in reading.choices:
            for effect in choice.effects:
                _known(effect.checks, checks, file, f"{place}, choice {choice.name}", "check")
    for tolerance in ordinance.tolerances:
        if tolerance.clause is not None:
            _known((tolerance.clause,), ids, file, f"tolerance {tolerance.name}", "clause")


def _quoted(quote: str, flat: str, ordinance: Ordinance, file: str, place: str) -> None:
    """Refuse a quote that does not stand exactly once in the source."""
    wanted = one_space(quote)
    times = flat.count(wanted) if wanted else 0
    if times == 0:
        raise LawError(f"{file}: {place}: the quote is not in {ordinance.source}. Copy it from the source file.")
    if times > 1:
        raise LawError(f"{file}: {place}: the quote stands {times} times in {ordinance.source}. Quote more words, "
                       f"so that it is found once.")  # fmt: skip


def _once(names: Iterable[str], file: str, what: str) -> None:
    """Refuse a name that is given twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise LawError(f'{file}: {what} "{name}" is given twice. Keep one of them.')
        seen.add(name)


def _known(names: Iterable[str], known: set[str], file: str, place: str, what: str) -> None:
    """Refuse a name that the file does not have."""
    for name in names:
        if name not in known:
            raise LawError(f'{file}: {place}: there is no {what} "{name}". {did_you_mean(name, known)}')
