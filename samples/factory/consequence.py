"""What does each finding come to? Strict conformity, and the default readings (a missing block falls, a changed one is
reviewed).

Source: the tables and the readings of the requirements. A defect may say otherwise where the case does.
"""

from __future__ import annotations

from typing import Any

VOID_BLOCK = ("void", "void")
VOID_SOFT = ("void", "review")
REFUSE = ("refuse", "refuse")
REVIEW = ("review", "review")
NOTE = ("note", "note")

SECTION = {
    "warning-missing": VOID_BLOCK,
    "warning-not-red": VOID_SOFT,
    "warning-colour-unknown": REVIEW,
    "warning-not-plain": REVIEW,
    "warning-misplaced": VOID_SOFT,
    "warning-too-small": REVIEW,
    "warning-not-bold": REVIEW,
    "warning-wording": VOID_SOFT,
    "summary-missing": VOID_BLOCK,
    "summary-misplaced": VOID_SOFT,
    "summary-wording": VOID_SOFT,
    "text-missing": VOID_BLOCK,
    "text-misplaced": VOID_SOFT,
    "text-wording": VOID_SOFT,
    "text-too-small": REVIEW,
    "text-not-plain": REVIEW,
    "lines-missing": VOID_BLOCK,
    "lines-unnumbered": VOID_SOFT,
    "lines-misnumbered": VOID_SOFT,
    "committee-missing": REVIEW,
    "committee-size": REVIEW,
    "committee-incomplete": REVIEW,
    "serial-missing": VOID_BLOCK,
    "serial-inconsistent": REVIEW,
    "section-disassembled": REVIEW,
    "affidavit-missing": REFUSE,
    "affidavit-misplaced": VOID_SOFT,
    "affidavit-statement-missing": VOID_BLOCK,
    "affidavit-unsigned": REFUSE,
    "affidavit-undated": ("refuse", "review"),
    "circulator-name-missing": VOID_BLOCK,
    "circulator-address-incomplete": VOID_BLOCK,
    "affidavit-not-notarized": REFUSE,
    "notary-signature-missing": REFUSE,
    "notary-seal-missing": REVIEW,
    "notary-date-missing": REVIEW,
    "notary-commission-expired": REVIEW,
    "notary-date-mismatch": REVIEW,
    "affidavit-altered": REVIEW,
    "circulator-is-notary": REVIEW,
    "circulator-signed-as-elector": NOTE,
    "presumed-genuine": NOTE,
}
LINE = {
    "line-signature-missing": VOID_BLOCK,
    "line-date-missing": NOTE,
    "line-after-affidavit": VOID_BLOCK,
    "line-outside-block": REVIEW,
    "line-altered": REVIEW,
    "line-struck": VOID_BLOCK,
    "line-struck-partly": REVIEW,
}


def section(check: str, leaf: int | None = None, *, default: str | None = None, **more: Any) -> dict[str, Any]:
    """A finding on a section; `leaf` is the page of the section it is seen on."""
    strict, usual = SECTION[check]
    return {
        "check": check,
        "scope": "section",
        "page": leaf,
        "line": None,
        "row": None,
        "strict": strict,
        "default": default or usual,
        **more,
    }


def line(check: str, leaf: int, row: int, number: int | None, *, default: str | None = None) -> dict[str, Any]:
    """A finding on one line."""
    strict, usual = LINE[check]
    return {
        "check": check,
        "scope": "line",
        "page": leaf,
        "line": number if number is not None else row,
        "row": row,
        "strict": strict,
        "default": default or usual,
    }


SILENCES = {
    "affidavit-missing": ("affidavit-", "circulator-", "notary-", "presumed-"),
    "affidavit-not-notarized": ("notary-",),
    "text-missing": ("text-",),
    "lines-missing": ("lines-", "line-"),
    "committee-missing": ("committee-",),
    "lines-unnumbered": ("lines-misnumbered",),
}
SILENCES_ON_PAGE = {"warning-missing": ("warning-", "summary-misplaced"), "summary-missing": ("summary-",)}


def silenced(findings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One fault, one finding: drop what a bigger finding says already, and double ones."""
    kept: list[dict[str, Any]] = []
    struck = {(f["page"], f["row"]) for f in findings if f["check"] == "line-struck"}
    for finding in findings:
        check = finding["check"]
        if finding["scope"] == "line" and check != "line-struck" and (finding["page"], finding["row"]) in struck:
            continue
        quiet = any(
            other["check"] != check and check.startswith(SILENCES.get(other["check"], ("\0",))) for other in findings
        ) or any(
            other["check"] != check
            and other["page"] == finding["page"]
            and check.startswith(SILENCES_ON_PAGE.get(other["check"], ("\0",)))
            for other in findings
        )
        if not quiet and finding not in kept:
            kept.append(finding)
    return kept
