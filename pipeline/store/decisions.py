"""What people decided, kept beside what the machine read. A decision is taken back by a further row, never removed."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from pipeline.crashpoint import crashpoint
from pipeline.store import personal, schema
from pipeline.store.chain import append, now


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRow:
    """One decision; targets, keys and words as in `count.decisions`."""

    petition: str
    target: str
    key: str
    decision: str
    by: str
    evidence: str | None
    """The `evidence` of the finding that the person saw; None where the decision is not about a finding."""
    at: str
    reason: str
    """In the person's own words; empty where they were deleted."""


def record_decision(
    connection: Connection,
    *,
    petition: str,
    target: str,
    key: str,
    decision: str,
    by: str,
    reason: str = "",
    evidence: str | None = None,
) -> int:
    """Add a decision; its id."""
    number, digest = personal.seal(connection, "decision", reason.encode("utf-8", "surrogatepass"), petition=petition)
    row = {
        "petition": petition, "target": target, "key": key, "decision": decision, "by": by, "evidence": evidence,
        "personal": number, "digest": digest, "at": now(),
    }  # fmt: skip
    made = int(append(connection, schema.decision, row, event="decision", petition=petition, by=by))
    crashpoint("decision-before-commit")
    return made


def decisions(connection: Connection, petition: str) -> list[DecisionRow]:
    """All decisions on a petition in their order, undone ones too."""
    query = select(schema.decision).where(schema.decision.c.petition == petition).order_by(schema.decision.c.id)
    out = []
    for row in connection.execute(query).all():
        try:
            reason = personal.opened(connection, row.personal).decode("utf-8", "surrogatepass")
        except personal.Deleted:
            reason = ""
        names = [n for n in DecisionRow.__dataclass_fields__ if n != "reason"]
        out.append(DecisionRow(reason=reason, **{n: getattr(row, n) for n in names}))
    return out
