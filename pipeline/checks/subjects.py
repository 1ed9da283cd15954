"""All modules of judges, one a subject: a new one is added here."""

from __future__ import annotations

from types import MappingProxyType

from pipeline.checks import (
    affidavit,
    assembly,
    circulator,
    committee,
    count_stated,
    lateness,
    legible,
    lines,
    nomination,
    notary,
    official_form,
    on_roll,
    on_roll_place,
    particulars,
    pencil,
    recall,
    same_hand,
    same_person,
    signer,
    summary,
    text,
    warning,
)
from pipeline.checks.registry import registered

SUBJECTS = (
    warning, summary, text, lines, committee, assembly, affidavit, circulator, notary, count_stated, signer, lateness,
    particulars, pencil, same_person, recall, nomination, official_form, on_roll, on_roll_place, legible, same_hand,
)  # fmt: skip

JUDGES = MappingProxyType(registered())
"""Every judge by the name of its check."""
