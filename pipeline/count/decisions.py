"""What people decided, and what their decisions make of findings and lines.

`decisions` of the petition file, JSON Lines, one row a decision, only ever added to:

    {"finding": "4f0c1de2a7b3-p1:warning-not-red:2:-:-", "decision": "set-aside", "by": "R. Amsel, clerk", "at":
    "2026-11-30T10:12:00-07:00", "reason": "red on the paper"}
    {"finding": "every:warning-colour-unknown", "decision": "set-aside", …}   all findings of this check: one print, one decision
    {"line": "4f0c1de2a7b3-p1:3:7", "decision": "counts", …}                  page 3, row 7
    {"check": "line-not-on-roll", "decision": "done-by-hand", …}              a check that did not run was done by a person
    {"verdict": "sufficient", "decision": "adopted", …}
    {"petition": "petition", "decision": "withdrawn", …}

`upheld` and `set-aside` decide a finding, `counts` and `does-not-count` a line. `undo` takes back the last decision of the
same thing.
"""  # fmt: skip

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, get_args
from zoneinfo import ZoneInfo

from pipeline.errors import WrongUse
from pipeline.law.suggest import did_you_mean
from pipeline.model.count import Decision, DecisionTarget
from pipeline.model.finding import Consequence, Finding

UNDO = "undo"
EVERY = "every"
WORDS: dict[str, tuple[str, ...]] = {
    "finding": ("upheld", "set-aside"),
    "line": ("counts", "does-not-count"),
    "check": ("done-by-hand",),
    "verdict": ("adopted",),
    "petition": ("withdrawn", "refused"),
}
_KEYS = frozenset({*get_args(DecisionTarget), "decision", "by", "at", "reason"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """The decisions in force: of each thing the last one that was not undone."""

    rows: tuple[Decision, ...] = ()
    """All rows as written, undone ones too."""
    in_force: Mapping[tuple[str, str], Decision]

    def of(self, target: DecisionTarget, *keys: str) -> Decision | None:
        """The decision of the first of these keys that has one."""
        return next((d for k in keys if (d := self.in_force.get((target, k))) is not None), None)

    def of_finding(self, key: str, check: str) -> Decision | None:
        """The decision of this finding itself, else that of all findings of its check."""
        return self.of("finding", key, f"{EVERY}:{check}")


def settle(rows: Iterable[Decision]) -> Decisions:
    """The decisions in force after all rows, in their order."""
    stacks: dict[tuple[str, str], list[Decision]] = {}
    given = tuple(rows)
    for row in given:
        stack = stacks.setdefault((row.target, row.key), [])
        if row.decision != UNDO:
            stack.append(row)
        elif stack:
            stack.pop()
    return Decisions(rows=given, in_force={key: stack[-1] for key, stack in stacks.items() if stack})


NONE = settle(())


def read_decisions(path: Path | None, timezone: str | None = None) -> Decisions:
    """The rows of a decisions file; none where no file is named, or it is not there yet.

    Raises:
        WrongUse: for a row that cannot be understood: a decision that is passed over in silence would be a wrong count.
    """
    if path is None:
        return NONE
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return NONE
    except (OSError, UnicodeDecodeError):
        raise WrongUse(f"{path.name}: cannot be read as text. It wants one JSON object a line.") from None
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            rows.append(_row(line, f"{path.name}, line {number}", timezone))
    return settle(rows)


def _row(line: str, where: str, timezone: str | None) -> Decision:
    try:
        raw: Any = json.loads(line)
    except json.JSONDecodeError:
        raise WrongUse(f"{where}: is not a JSON object.") from None
    if not isinstance(raw, dict):
        raise WrongUse(f"{where}: is not a JSON object.")
    for key in raw:
        if key not in _KEYS:
            raise WrongUse(f'{where}: unknown key "{key}". {did_you_mean(key, _KEYS)}')
    targets: list[DecisionTarget] = [t for t in get_args(DecisionTarget) if t in raw]
    if len(targets) != 1:
        raise WrongUse(
            f"{where}: names {len(targets)} things that were decided. It wants one of {', '.join(get_args(DecisionTarget))}."
        )
    target = targets[0]
    known = (*WORDS[target], UNDO)
    decision, by = raw.get("decision"), str(raw.get("by") or "").strip()
    if decision not in known:
        raise WrongUse(f'{where}: "decision" is {decision!r}. Of a {target} it wants one of {", ".join(known)}.')
    if not by:
        raise WrongUse(f'{where}: "by" is missing. It wants the name of the person who decided.')
    return Decision(
        target=target,
        key=str(raw[target]),
        decision=str(decision),
        by=by,
        at=_time(raw.get("at"), where, timezone),
        reason=str(raw.get("reason") or ""),
    )


def _time(value: Any, where: str, timezone: str | None) -> datetime:
    try:
        at = datetime.fromisoformat(str(value))
    except ValueError:
        raise WrongUse(f'{where}: "at" is {value!r}. It wants a date and time, as "2026-11-30T10:12:00-07:00".') from None
    if at.tzinfo is None:
        if timezone is None:
            raise WrongUse(f'{where}: "at" is a time without an offset. Write the offset behind it, as -07:00.')
        at = at.replace(tzinfo=ZoneInfo(timezone))
    return at


def decided(finding: Finding, decision: Decision | None) -> Consequence:
    """What a finding brings once a person has decided it: nothing where it is set aside, what the clause attaches where upheld.

    A clause that attaches nothing itself (`review`) leaves the consequence to the person: upheld, what it names does not count.
    """
    if decision is None:
        return finding.consequence
    if decision.decision == "set-aside":
        return "note"
    if finding.consequence == "note":
        return "note"
    return finding.strict if finding.strict in ("refuse", "void") else "void"


def without_object(decisions: Decisions, findings: Iterable[str], lines: Iterable[str], checks: Iterable[str]) -> tuple[str, ...]:
    """Sentences on decisions in force that name nothing in this count: a slip in a key must not pass in silence.

    Args:
        decisions: in force.
        findings: keys of all findings.
        lines: keys of all lines.
        checks: names of all checks.
    """
    named = set(checks)
    known = {"finding": {*findings, *(f"{EVERY}:{c}" for c in named)}, "line": set(lines), "check": named}
    return tuple(
        f"The decision of {d.by} ({d.at:%Y-%m-%d}) on the {d.target} {d.key} names nothing in this count; it changes nothing."
        for d in decisions.in_force.values()
        if d.target in known and d.key not in known[d.target]
    )
