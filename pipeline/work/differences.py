"""What a reprocessing changed, scan by scan, and by what cause: results are compared as they stand in the store."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.store import FindingRow, Store, StoredResult
from pipeline.work.campaign import Campaign, scans_of

# Which inputs of a result make which cause (requirements of the office: program, engine, ordinance, reading, roll, form).
CAUSES: Mapping[str, str] = {
    "program": "program",
    "finders": "program",
    "print": "engine",
    "hand": "engine",
    "ordinance": "ordinance",
    "readings": "reading",
    "roll": "roll",
    "form": "form",
    "petition": "petition file",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingChange:
    """One finding that came, went, or says something else; by its key, without its words."""

    key: str
    check: str
    clause: str
    page: int | None
    row: int | None
    before: str | None
    """Consequence before; None where it is new."""
    after: str | None
    """Consequence now; None where it is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """Counted, not counted, review, over all sections of a scan."""

    counted: int = 0
    not_counted: int = 0
    review: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanDifference:
    """One scan, before and after."""

    sha256: str
    petition: str
    causes: tuple[str, ...]
    """Every input that differs, as a cause. Several at once are named together: their shares are not told apart."""
    before: Lines
    after: Lines
    findings: tuple[FindingChange, ...]

    @property
    def changed(self) -> bool:
        """Whether anything that the result says is another."""
        return self.before != self.after or bool(self.findings)

    @property
    def cause(self) -> str:
        """The causes in words."""
        return " and ".join(self.causes) or "nothing differs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """All scans of a campaign."""

    scans: tuple[ScanDifference, ...]
    problems: tuple[tuple[str, str], ...]
    """Hash of a scan that could not be read again, and the reason's code; its result of before holds."""

    def by_cause(self) -> dict[str, tuple[ScanDifference, ...]]:
        """The scans that say something else now, by cause."""
        out: dict[str, tuple[ScanDifference, ...]] = {}
        for scan in self.scans:
            if scan.changed:
                out[scan.cause] = (*out.get(scan.cause, ()), scan)
        return dict(sorted(out.items()))


def compare(store: Store, campaign: Campaign) -> Differences:
    """The last result before the campaign against the one that holds now, for each of its scans."""
    problems = {w.sha256: str(w.reason) for w in store.work(kind=campaign.queue, state="problem")}
    scans = []
    for sha256, petition in scans_of(store, campaign):
        before, after = around(store, campaign, sha256, petition)
        if after is None or sha256 in problems:
            continue
        scans.append(
            ScanDifference(
                sha256=sha256,
                petition=petition,
                causes=_causes(before, after),
                before=_lines(store, before),
                after=_lines(store, after),
                findings=_changes(store, before, after),
            )
        )
    return Differences(scans=tuple(scans), problems=tuple(sorted(problems.items())))


def around(store: Store, campaign: Campaign, sha256: str, petition: str) -> tuple[StoredResult | None, StoredResult | None]:
    """The result of a scan that held before the campaign, and the one that holds now."""
    results = [r for r in store.results(sha256) if r.petition == petition]
    before = [r for r in results if r.id <= campaign.last_before]
    return (before[-1] if before else None), (results[-1] if results else None)


def _causes(before: StoredResult | None, after: StoredResult) -> tuple[str, ...]:
    if before is None:
        return ("first result",)
    names = sorted({*before.versions, *after.versions})
    found = [CAUSES.get(n, n) for n in names if before.versions.get(n) != after.versions.get(n)]
    order = list(dict.fromkeys(CAUSES.values()))
    return tuple(sorted(set(found), key=lambda c: order.index(c) if c in order else len(order)))


def _lines(store: Store, result: StoredResult | None) -> Lines:
    if result is None:
        return Lines()
    counts = [o["count"] for o in map(json.loads, store.result_lines(result.id).splitlines()) if "count" in o]
    return Lines(
        counted=sum(c["counted"] for c in counts),
        not_counted=sum(c["not_counted"] for c in counts),
        review=sum(c["review"] for c in counts),
    )


def _changes(store: Store, before: StoredResult | None, after: StoredResult) -> tuple[FindingChange, ...]:
    if before is not None and before.id == after.id:
        return ()
    old = {f.key: f for f in store.findings(before.id)} if before else {}
    new = {f.key: f for f in store.findings(after.id)}
    out = []
    for key in sorted({*old, *new}):
        was, now = old.get(key), new.get(key)
        if was is None or now is None or (was.consequence, was.evidence) != (now.consequence, now.evidence):
            out.append(_change(key, was, now))
    return tuple(out)


def _change(key: str, was: FindingRow | None, now: FindingRow | None) -> FindingChange:
    one = now or was
    assert one is not None
    return FindingChange(
        key=key,
        check=one.check,
        clause=one.clause,
        page=one.page,
        row=one.row,
        before=was.consequence if was else None,
        after=now.consequence if now else None,
    )
