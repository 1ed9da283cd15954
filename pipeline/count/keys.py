"""Names of findings and lines that stay the same over reruns, so that a decision finds again what it was about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pipeline.count.decisions import Decisions, decided
from pipeline.model.count import FiledSection, PetitionFinding
from pipeline.model.finding import Finding

PETITION = "petition"


def line_key(section: str, page: int, row: int) -> str:
    """`4f0c1de2a7b3-p1:3:7`: section, page, row."""
    return f"{section}:{page}:{row}"


def keyed(section: FiledSection | None, findings: Iterable[Finding], decisions: Decisions) -> tuple[PetitionFinding, ...]:
    """The findings with their keys (`SECTION:CHECK:PAGE:ROW:NAME`, a number behind it for a second one) and decisions."""
    seen: Counter[str] = Counter()
    out = []
    for finding in findings:
        parts = (
            section.key if section else PETITION,
            finding.check,
            finding.page or "-",
            finding.row or "-",
            finding.name or "-",
        )
        key = ":".join(str(p) for p in parts)
        seen[key] += 1
        if seen[key] > 1:
            key = f"{key}:{seen[key]}"
        decision = decisions.of_finding(key, finding.check)
        out.append(
            PetitionFinding(
                key=key,
                section=section.key if section else None,
                finding=finding,
                consequence=decided(finding, decision),
                decision=decision,
                serial=section.serial if section else None,
            )
        )
    return tuple(out)
