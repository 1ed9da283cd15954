"""Decisions after a reprocessing: carried where the person would see the same evidence, else open again, by a further row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.count.decisions import EVERY, UNDO
from pipeline.count.filed import key_of
from pipeline.store import DecisionRow, FindingRow, Store
from pipeline.work.campaign import Campaign, scans_of
from pipeline.work.differences import around

# Who takes a decision back in the record: no person did.
BY = "petition reprocess"
_HASH_DIGITS = len(key_of("0" * 64, (1,)).split("-")[0])

Evidence = Mapping[str, frozenset[tuple[str, str]]]
"""What a person would look at, by key of finding or line: the findings there with the hash of what they say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """How many decisions on findings and lines of the campaign's scans hold, and which are open again."""

    carried: int
    reopened: tuple[tuple[str, str], ...]
    """Petition and key of each."""


def carry(store: Store, campaign: Campaign) -> Decided:
    """Take back, by an `undo` row, each decision whose evidence is another now. Called again it finds nothing to take back."""
    carried, reopened = 0, []
    scans = scans_of(store, campaign)
    for petition in sorted({p for _, p in scans}):
        old, new = _evidence(store, campaign, [s for s, p in scans if p == petition], petition)
        mine = {s[:_HASH_DIGITS] for s, p in scans if p == petition}
        for decision in _in_force(store.decisions(petition)):
            if decision.target not in ("finding", "line") or decision.key.split("-")[0] not in mine:
                continue
            if _same(decision, old, new):
                carried += 1
                continue
            store.decide(
                petition=petition, target=decision.target, key=decision.key, decision=UNDO, by=BY,
                reason="What the decision was about reads otherwise after the scan was judged again; it is open again.",
            )  # fmt: skip
            reopened.append((petition, decision.key))
    return Decided(carried=carried, reopened=tuple(reopened))


def _in_force(rows: list[DecisionRow]) -> list[DecisionRow]:
    """Of each thing the last decision that was not undone."""
    stacks: dict[tuple[str, str], list[DecisionRow]] = {}
    for row in rows:
        stack = stacks.setdefault((row.target, row.key), [])
        if row.decision != UNDO:
            stack.append(row)
        elif stack:
            stack.pop()
    return [stack[-1] for (_, key), stack in stacks.items() if stack and not key.startswith(f"{EVERY}:")]


def _same(decision: DecisionRow, old: Evidence, new: Evidence) -> bool:
    now = new.get(decision.key, frozenset())
    if decision.target == "finding" and decision.evidence is not None:
        # What the person saw, whichever result it stood in.
        return decision.evidence in {said for _, said in now}
    return now == old.get(decision.key, frozenset()) and (bool(now) or decision.target == "line")


def _evidence(store: Store, campaign: Campaign, scans: list[str], petition: str) -> tuple[Evidence, Evidence]:
    old: dict[str, frozenset[tuple[str, str]]] = {}
    new: dict[str, frozenset[tuple[str, str]]] = {}
    for sha256 in scans:
        before, after = around(store, campaign, sha256, petition)
        for result, into in ((before, old), (after, new)):
            if result is not None:
                _add(into, store.findings(result.id))
    return old, new


def _add(into: dict[str, frozenset[tuple[str, str]]], findings: list[FindingRow]) -> None:
    for finding in findings:
        said = (finding.key, finding.evidence)
        line = f"{finding.key.split(':')[0]}:{finding.page}:{finding.row}"
        for key in (finding.key, *((line,) if finding.row is not None else ())):
            into[key] = into.get(key, frozenset()) | {said}
