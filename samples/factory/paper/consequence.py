"""What does each finding come to under the charters? Scope, strict consequence, and that under the default readings.

Source: the tables and the readings of the requirements.
"""

from __future__ import annotations

from typing import Any

VOID, SOFT, REVIEW, NOTE = ("void", "void"), ("void", "review"), ("review", "review"), ("note", "note")

_LINES = {"line-signature-missing": VOID, "line-struck": VOID, "line-struck-partly": REVIEW, "line-illegible": REVIEW}

SECTION: dict[str, dict[str, tuple[str, str]]] = {
    "fulton-10-3": {
        "text-missing": VOID,
        "text-wording": SOFT,
        "affidavit-missing": VOID,
        "affidavit-statement-missing": VOID,
        "affidavit-unsigned": VOID,
        "affidavit-not-sworn": REVIEW,
        "count-stated-missing": REVIEW,
        "count-stated-differs": REVIEW,
        "affidavit-altered": REVIEW,
        "circulator-signed-as-elector": NOTE,
        "recall-officer-missing": REVIEW,
        "recall-reasons-missing": REVIEW,
        "recall-reasons-too-long": REVIEW,
        "recall-grounds-unstated": REVIEW,
    },
    "charter-3-06": {"form-not-official": REVIEW, "heading-incomplete": REVIEW, "heading-differs": REVIEW},
    "charter-602": {
        "form-not-official": REVIEW,
        "affidavit-missing-on-page": VOID,
        "affidavit-statement-missing": VOID,
        "affidavit-unsigned": VOID,
        "affidavit-not-sworn": REVIEW,
        "affidavit-altered": REVIEW,
        "circulator-signed-as-elector": NOTE,
        "party-designation": REVIEW,
    },
}
LINE: dict[str, dict[str, tuple[str, str]]] = {
    "fulton-10-3": {
        **_LINES,
        "line-address-missing": VOID,
        "line-date-missing": VOID,
        "line-date-incomplete": REVIEW,
        "line-date-unreadable": REVIEW,
        "line-date-impossible": REVIEW,
        "line-after-affidavit": REVIEW,
        "line-altered": REVIEW,
        "line-not-ink": REVIEW,
    },
    "charter-3-06": _LINES,
    "charter-602": {
        **_LINES,
        "line-name-missing": REVIEW,
        "line-address-missing": VOID,
        "line-address-incomplete": REVIEW,
        "line-po-box": REVIEW,
        "line-not-ink": REVIEW,
    },
}
REQUIRED_CELLS = {"fulton-10-3": ("address", "date"), "charter-3-06": (), "charter-602": ("name", "address")}
"""Cells without which a line is `incomplete`, the signature apart."""


def asked(ordinance: str, check: str) -> bool:
    """Whether the ordinance asks for what the check looks at; what it does not ask for is no defect."""
    return check in SECTION[ordinance] or check in LINE[ordinance]


def section(ordinance: str, check: str, leaf: int | None = None, *, default: str | None = None, **more: Any) -> dict[str, Any]:
    """A finding on a section, or under 602(c)(1) on a page; `leaf` is the page of the section it is seen on."""
    strict, usual = SECTION[ordinance][check]
    by_page = ordinance == "charter-602" and check not in ("party-designation", "form-not-official")
    return {
        "check": check,
        "scope": "page" if by_page else "section",
        "page": leaf,
        "line": None,
        "row": None,
        "strict": strict,
        "default": default or usual,
        **more,
    }


def line(ordinance: str, check: str, leaf: int, row: int, number: int | None) -> dict[str, Any]:
    """A finding on one line."""
    strict, usual = LINE[ordinance][check]
    shown = number if number is not None else row
    return {"check": check, "scope": "line", "page": leaf, "line": shown, "row": row, "strict": strict, "default": usual}


LINE_SILENCES = {
    "line-struck": "line-",
    "line-illegible": "line-address-incomplete",
    "line-date-missing": "line-after-affidavit",
    "line-date-unreadable": "line-after-affidavit",
}


def silenced(findings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One fault, one finding."""
    checks = {f["check"] for f in findings}
    no_count = any(f.get("statement") == "number-of-signatures" for f in findings) or "count-stated-missing" in checks
    places = {(f["check"], f["page"], f["row"]) for f in findings}
    kept = []
    for f in findings:
        check = f["check"]
        if "affidavit-missing" in checks and check != "affidavit-missing" and check.startswith(("affidavit-", "count-stated-")):
            continue
        if "text-missing" in checks and check == "text-wording":
            continue
        if check == "count-stated-differs" and no_count:
            continue
        if check == "count-stated-missing" and any(o.get("statement") == "number-of-signatures" for o in findings):
            continue
        loud = (k for k, q in LINE_SILENCES.items() if check != k and check.startswith(q))
        if f["scope"] == "line" and any((k, f["page"], f["row"]) in places for k in loud):
            continue
        kept.append(f)
    return kept
