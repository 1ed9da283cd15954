"""What is really so of one paper in a scan? Like ../truth.py, for the ordinances beside Sec. 54-124."""

from __future__ import annotations

from typing import Any

from samples.factory import truth
from samples.factory.draft import Draft
from samples.factory.paper import blocks, consequence
from samples.factory.paper.form import PARTICULARS, PaperForm
from samples.factory.truth import Page

NEAR_LIMIT = 194
"""From so many words on a statement is at the limit of 200: a reading that doubts a word or two cannot but say so."""


def section(made: Draft, pages: list[Page]) -> dict[str, Any]:
    """The truth of one paper on its `pages` of the scan."""
    form: PaperForm = made.form
    of_leaf = {p.sheet.leaf.number: p for p in reversed(pages) if p.sheet}
    parts, lines, affidavits, headings = [], [], [], []
    pencilled = set()
    for page in pages:
        if page.sheet is None:
            continue
        for mark in page.sheet.leaf.marks:
            if mark.kind == "part":
                parts.append({"part": mark.name, "page": page.number, "box": page.placed.box(mark.box)})
        for drawn in page.sheet.lines:
            line = truth.line_on(drawn, page)
            line["state"] = state(line, form)
            if drawn.get("pencil"):
                pencilled.add((line["page"], line["row"]))
            lines.append(line)
        if page.sheet.affidavit:
            affidavits.append(truth.affidavit_on(page.sheet.affidavit, page))
        if form.nomination is not None and page.sheet.lines:
            headings.append({"page": page.number, **_heading(form, page.sheet.leaf.number)})
    findings = truth.placed(made.findings, of_leaf)
    allowed = [truth.placed_one(a, of_leaf) for a in made.allowed]
    for line in lines:
        findings += _of_line(form, line, pencilled)
    colours = {p.number: p.how.colour for p in pages}
    findings = [f for f in findings if not (f["check"] == "line-not-ink" and colours[f["page"]] == "bitonal")]
    _allow(form, made, findings, allowed)
    return {
        "pages": [p.number for p in pages],
        "serial": None,
        "kind": form.kind,
        "parts": parts,
        "allowed_parts": [],
        "committee": [],
        "lines": lines,
        "affidavit": affidavits[-1] if affidavits else None,
        "affidavits": affidavits,
        "headings": headings,
        "recall": _recall(form),
        "findings": truth.unique(consequence.silenced(findings)),
        "allowed": allowed,
        "planted": made.planted,
    }


def state(line: dict[str, Any], form: PaperForm) -> str:
    """A line's state under the ordinance: what it requires, where the form has a cell for it."""
    if line["state"] != "signed":
        return str(line["state"])
    lacks = [c for c in consequence.REQUIRED_CELLS[form.ordinance] if c in form.layout.cells and line[c] is None]
    return "incomplete" if lacks else "signed"


def _of_line(form: PaperForm, line: dict[str, Any], pencilled: set[tuple[int, int]]) -> list[dict[str, Any]]:
    """The findings that follow from what is written on a line."""
    if line["state"] in ("blank", "struck"):
        return []
    checks = [] if line["signature"]["present"] else ["line-signature-missing"]
    checks += [f"line-{c}-missing" for c in ("name", "address", "date") if c in form.layout.cells and line[c] is None]
    if line["date"] and line["date"]["text"] and line["date"]["text"].count("/") == 1 and not line["date"]["iso"]:
        checks.append("line-date-incomplete")
    if (line["page"], line["row"]) in pencilled:
        checks.append("line-not-ink")
    return [
        consequence.line(form.ordinance, check, line["page"], line["row"], line["printed"])
        for check in checks
        if check in consequence.LINE[form.ordinance]
    ]


def _heading(form: PaperForm, leaf: int) -> dict[str, Any]:
    gone = form.fault("heading-incomplete", leaf)
    return {n: (blocks.value(form, n, leaf) or None) if not (gone and n in gone.value) else None for n in PARTICULARS}


def _recall(form: PaperForm) -> dict[str, Any] | None:
    if form.reasons is None:
        return None
    gone = form.fault("officer")
    stated = {n: None if gone and n in gone.value else form.stated[n] for n in ("official", "office")}
    if form.fault("reasons-missing"):
        return {**stated, "reasons": None, "words": 0, "words_hyphened": 0, "grounds": []}
    why = form.reasons
    return {**stated, "reasons": why.text, "words": why.words, "words_hyphened": why.hyphened, "grounds": list(why.grounds)}


def _allow(form: PaperForm, made: Draft, findings: list[dict[str, Any]], allowed: list[dict[str, Any]]) -> None:
    checks = {f["check"] for f in findings}
    if form.reasons and "recall-reasons-too-long" not in checks and form.reasons.words >= NEAR_LIMIT:
        allowed.append({"check": "recall-reasons-too-long", "why": "the reading may doubt as many words as the limit is away"})
    doubtful = checks & {"line-struck", "line-struck-partly", "line-signature-missing"}
    if form.ordinance == "fulton-10-3" and doubtful and "count-stated-differs" not in checks:
        allowed.append({"check": "count-stated-differs", "why": "whether struck or unsigned lines were counted cannot be known"})
