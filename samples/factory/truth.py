"""What is really so of a scan? The truth beside each file: parts, lines, affidavit, findings, in the words of the
requirements.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from samples.factory import consequence
from samples.factory.draft import Draft
from samples.factory.scanner import Placed, Setting
from samples.factory.sheets import Sheet

SCHEMA = "petition-truth/1"
SIZE_DOUBT_PT = 9.85
"""A program cannot tell a scanner's shrinking from small type: below this printed size times fit, "too small" is allowed."""


@dataclass(slots=True, kw_only=True)
class Page:
    """One page of the scan: what was on the sheet (None for a blank back) and how it was scanned."""

    number: int
    sheet: Sheet | None
    how: Setting
    placed: Placed
    chroma: bool
    told_dpi: int | None
    """What the file says of the dpi, where it lies."""


def section(made: Draft, pages: list[Page], kind: str) -> dict[str, Any]:
    """The truth of one section on its `pages` of the scan."""
    of_leaf = {p.sheet.leaf.number: p for p in reversed(pages) if p.sheet and not p.sheet.foreign}
    parts: list[dict[str, Any]] = []
    faint: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    affidavit = None
    for page in pages:
        if page.sheet is None:
            continue
        for mark in page.sheet.leaf.marks:
            if mark.kind == "part":
                # Of a dropped-out warning a trace may be left: who sees it is right, who does not is right too.
                seen = faint if page.how.dropout and mark.name == "warning" else parts
                seen.append({"part": mark.name, "page": page.number, "box": page.placed.box(mark.box)})
        lines += [line_on(line, page) for line in page.sheet.lines]
        if page.sheet.affidavit:
            affidavit = affidavit_on(page.sheet.affidavit, page)
    findings = placed(made.findings, of_leaf)
    allowed = [placed_one(a, of_leaf) for a in made.allowed]
    _seen(made, pages, findings, allowed)
    _presumed(findings, allowed)
    for line in lines:
        if line["state"] in ("signed", "incomplete") and line["date"] is None and not line.get("doubt"):
            findings.append(
                {
                    "check": "line-date-missing",
                    "scope": "line",
                    "page": line["page"],
                    "line": line["line"],
                    "row": line["row"],
                    "strict": "note",
                    "default": "note",
                }
            )
    return {
        "pages": [p.number for p in pages],
        "serial": made.serial if any(part["part"] == "serial" for part in parts) else None,
        "kind": kind,
        "parts": parts,
        "allowed_parts": faint,
        "committee": [
            {"name": p.name or None, "address": f"{p.street}, {p.city}, Colorado {p.zip}" if p.street else None}
            for p in made.form.committee
        ]
        if any(part["part"] == "committee" for part in parts)
        else [],
        "lines": lines,
        "affidavit": affidavit,
        "findings": unique(consequence.silenced(findings)),
        "allowed": allowed,
        "planted": made.planted,
    }


def _presumed(findings: list[dict[str, Any]], allowed: list[dict[str, Any]]) -> None:
    """An affidavit with a hole where 54(f) looks presumes nothing for certain."""
    holes = {"affidavit-unsigned", "affidavit-not-notarized", "notary-signature-missing"}
    if any(f["check"] in holes or f.get("statement") in ("genuine", "registered") for f in findings):
        if any(f["check"] == "presumed-genuine" for f in findings):
            allowed.append({"check": "presumed-genuine", "why": "the affiant is an elector, the affidavit is not whole"})
        findings[:] = [f for f in findings if f["check"] != "presumed-genuine"]


def unique(findings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = []
    for finding in findings:
        if not any(
            k["check"] == finding["check"]
            and k["page"] == finding["page"]
            and k.get("row") == finding.get("row")
            and k.get("statement") == finding.get("statement")
            for k in kept
        ):
            kept.append(finding)
    return kept


def placed(findings: list[dict[str, Any]], of_leaf: dict[int, Page]) -> list[dict[str, Any]]:
    """Findings with the scan's page for the section's leaf; one on a leaf that is not there any more is dropped."""
    return [placed_one(f, of_leaf) for f in findings if f["page"] is None or f["page"] in of_leaf]


def placed_one(finding: dict[str, Any], of_leaf: dict[int, Page]) -> dict[str, Any]:
    leaf = finding.get("page")
    return {**finding, "page": of_leaf[leaf].number} if leaf in of_leaf else dict(finding)


def _seen(made: Draft, pages: list[Page], findings: list[dict[str, Any]], allowed: list[dict[str, Any]]) -> None:
    """What the scanner does to the findings: colour that cannot be seen, sizes that shrink."""
    bearing = [p for p in pages if p.sheet and any(m.kind == "part" and m.name == "warning" for m in p.sheet.leaf.marks)]
    anywhere = any(p.chroma for p in pages)
    for page in bearing:
        black = [f for f in findings if f["check"] == "warning-not-red" and f["page"] == page.number]
        if page.how.colour != "colour" or page.how.dropout or not anywhere:
            findings.append({**consequence.section("warning-colour-unknown"), "page": page.number})
            for finding in black:
                findings.remove(finding)
            if page.how.dropout:
                for check in (
                    "warning-missing",
                    "warning-misplaced",
                    "warning-wording",
                    "warning-too-small",
                    "warning-not-bold",
                    "summary-misplaced",
                ):
                    allowed.append(
                        {"check": check, "why": "red was dropped out by the scanner: the band is blank", "page": page.number}
                    )
                # What cannot be seen cannot be found: of a dropped-out warning no other fault shows.
                findings[:] = [
                    f
                    for f in findings
                    if not (
                        f["check"].startswith("warning-") and f["check"] != "warning-colour-unknown" and f["page"] == page.number
                    )
                ]
        elif black and not page.chroma:
            allowed.append({"check": "warning-colour-unknown", "why": "no colour is on this page", "page": page.number})
    if made.form.restart_numbers and made.form.sign_pages > 1:
        allowed.append(
            {
                "check": "lines-misnumbered",
                "why": "numbers start again on each page, and without the approved form nobody knows that they may",
            }
        )
    for check, size in (("warning-too-small", made.form.warning_size), ("text-too-small", made.form.body_size)):
        if any(size * p.how.fit < SIZE_DOUBT_PT for p in pages):
            allowed.append({"check": check, "why": "the scanner shrank the page: type measures under ten points"})
        elif any(p.told_dpi for p in pages):
            allowed.append({"check": check, "why": "the file lies about its resolution: the scale may have to be assumed"})


def line_on(line: dict[str, Any], page: Page) -> dict[str, Any]:
    def moved(item: dict[str, Any] | None) -> dict[str, Any] | None:
        return None if item is None else {**item, "box": page.placed.box(item["box"]) if item["box"] else None}

    made = {k: v for k, v in line.items() if k not in ("written", "cells", "pencil", "hand")}
    made |= {
        "page": page.number,
        "box": page.placed.box(line["box"]),
        "signature": moved(line["signature"]),
        "name": moved(line["name"]),
        "address": moved(line["address"]),
        "date": moved(line["date"]),
        "cells": {name: page.placed.box(box) for name, box in line["cells"].items()},
    }
    return made


def affidavit_on(sworn: dict[str, Any], page: Page) -> dict[str, Any]:
    boxes = {name: page.placed.box(box) for name, box in sworn["boxes"].items() if box}
    return {**sworn, "page": page.number, "boxes": boxes}


def scan(file: str, petition: str, pages: list[Page], sections: list[dict[str, Any]], profile: str) -> dict[str, Any]:
    """The truth of a whole file."""
    notes = all(f["default"] == "note" for s in sections for f in s["findings"])
    return {
        "schema": SCHEMA,
        "file": file,
        "petition": petition,
        "profile": profile,
        "clean": notes,
        "scan": {
            "page_count": len(pages),
            "blank": [p.number for p in pages if p.sheet is None],
            "pages": [
                {
                    "page": p.number,
                    "rotation": -p.how.turn % 360,
                    "skew": p.how.skew,
                    "colour": "bitonal" if p.how.colour == "bitonal" else "colour" if p.chroma else "gray",
                    "dpi": p.how.dpi,
                    "told_dpi": p.told_dpi,
                    "fit": round(p.how.fit, 4),
                    "size": [round(v, 1) for v in p.placed.size],
                    "chroma": p.chroma,
                    "dropout": p.how.dropout,
                }
                for p in pages
            ],
        },
        "sections": sections,
    }
