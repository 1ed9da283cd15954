"""What the finders look for under one ordinance and petition: the wordings of the law and of the petition file."""

from __future__ import annotations

import re

from pipeline.errors import LawError
from pipeline.law.loader import one_space
from pipeline.law.ordinance import Ordinance
from pipeline.model.petition import PetitionFile
from pipeline.model.sought import Sought, StatementSought


def sought(petition: PetitionFile, ordinance: Ordinance) -> Sought:
    """The wordings for this petition; what the ordinance does not ask for is None, empty or False."""
    return Sought(
        ordinance=ordinance.id,
        kind=petition.kind,
        warning=warning(ordinance),
        summary=petition.summary if ordinance.check("summary-wording", petition.kind) else None,
        text=petition.text if ordinance.check("text-missing", petition.kind) else None,
        statements=tuple(
            StatementSought(name=s.name, clause=s.clause, quote=one_space(s.quote))
            for s in ordinance.statements
            if not s.kinds or petition.kind in s.kinds
        ),
        affidavit_particulars=tuple(ordinance.param("affidavit_particulars", ())),
        notarized=bool(ordinance.param("notarized", False)),
        committee=ordinance.check("committee-missing", petition.kind) is not None,
        serial=bool(ordinance.param("serial", False)),
        recall_grounds=tuple(ordinance.param("recall_grounds", ())) if petition.kind == "recall" else (),
        heading_particulars=tuple(ordinance.param("heading_particulars", ())),
        no_designation=bool(ordinance.param("no_designation", False)),
        circulation_from=petition.circulation_from.isoformat() if petition.circulation_from else None,
        filed=petition.filed.isoformat() if petition.filed else None,
    )


def warning(ordinance: Ordinance) -> str | None:
    """The warning as the source has it, its lines apart; None where the ordinance asks for none.

    A sentence that the source runs into the one before (`MEASURE.TO BE`) gets its space back: spacing carries no meaning.

    Raises:
        LawError: when the source has no such beginning and end.
    """
    ends = ordinance.param("warning")
    if ends is None:
        return None
    text = ordinance.source_text
    start = text.find(ends["begins"])
    stop = text.find(ends["ends"], start)
    if start < 0 or stop < 0:
        raise LawError(f"{ordinance.id}.toml: the warning does not begin and end in {ordinance.source} as its parameter "
                       f"says. Copy its first and last words from the source file.")  # fmt: skip
    words = text[start : stop + len(ends["ends"])]
    words = re.sub(r"(?<=[A-Za-z])\.(?=[A-Z])", ".\n", words)
    return "\n".join(line.strip() for line in words.splitlines() if line.strip())
