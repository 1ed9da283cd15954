"""The count of a petition as one JSON object: `petition-count/1` of requirements.md, "One result, in JSON". Same count, same
bytes.
"""

from __future__ import annotations

from typing import Any

from pipeline.count.first import lines_behind
from pipeline.model.count import Decision, LinePlace, Numbers, PetitionCount, PetitionFinding, SectionCount
from pipeline.report.result_json import finding_object

COUNT_SCHEMA = "petition-count/1"

Json = dict[str, Any]


def count_object(tally: PetitionCount) -> Json:
    """The object of a petition; the keys of the contract first, in its order, then what was added."""
    need = tally.required
    blank = sum(1 for p in tally.places if p.place == "blank")
    margin = tally.margin
    held = lines_behind(tally.places)
    return {
        "schema": COUNT_SCHEMA,
        "petition": tally.petition,
        "ordinance": tally.ordinance,
        "kind": tally.kind,
        "required": {"least": need.least, "most": need.most, "reckoning": need.reckoning},
        "sections": [_section(s) for s in tally.sections],
        "lines": {"on_form": tally.on_form, "blank": blank, "written": tally.on_form - blank},
        "counted": tally.numbers.counted,
        "not_counted": dict(tally.reasons),
        "review": tally.numbers.review,
        "verdict": tally.verdict,
        "status": tally.status,
        "findings": [_finding(f, held[f.key]) for f in tally.findings],
        "not_checked": [{"check": n.check, "why": n.why} for n in tally.not_checked],
        "title": tally.title,
        "why": list(tally.why),
        "margin": None if margin is None else {"counted": margin[0], "counted_and_review": margin[1]},
        "hangs_on": list(tally.hangs_on),
        "adopted": None if tally.adopted is None else _decision(tally.adopted),
        "behind": [
            {"check": b.check, "consequence": b.consequence, "findings": b.findings, "sections": b.sections, "lines": b.lines,
             "alone": b.alone}
            for b in tally.behind
        ],
        "first": [
            {"to": p.to, "lines": p.lines, "decisions": list(p.decisions), "fewest": p.exact} for p in tally.paths
        ],
        "readings": [{"name": r.name, "chosen": r.chosen, "default": r.default} for r in tally.readings],
        "other_readings": [
            {"reading": e.reading, "choice": e.choice, "chosen": e.chosen, **_numbers(e.numbers), "verdict": e.verdict}
            for e in tally.effects
        ],
        "by_ward": {name: _numbers(n) for name, n in tally.by_ward},
        "by_circulator": [{"circulator": name, **_numbers(n)} for name, n in tally.by_circulator],
        "authorities": [
            {"name": a.name, "sent": a.sent, "returned": a.returned, "lines_valid": a.lines_valid, "stated_valid": a.stated_valid}
            for a in tally.authorities
        ],
        "places": [_place(p) for p in tally.places if p.place != "blank"],
        "problems": list(tally.problems),
        "decisions": len(tally.decisions),
    }  # fmt: skip


def _numbers(numbers: Numbers) -> Json:
    return {"counted": numbers.counted, "not_counted": numbers.not_counted, "review": numbers.review}


def _section(one: SectionCount) -> Json:
    section = one.section
    return {
        "serial": section.serial,
        "file": section.file,
        **_numbers(one.numbers),
        "key": section.key,
        "pages": list(section.pages),
        "circulator": section.circulator,
        "falls": one.falls,
        "joined": list(section.others),
    }


def _place(place: LinePlace) -> Json:
    return {
        "section": place.section,
        "page": place.page,
        "row": place.row,
        "line": place.line,
        "state": place.state,
        "place": place.place,
        "reason": place.reason,
        "decision": None if place.decision is None else _decision(place.decision),
    }


def _decision(decision: Decision) -> Json:
    return {"decision": decision.decision, "by": decision.by, "at": decision.at.isoformat(), "reason": decision.reason}


def _finding(told: PetitionFinding, lines: int) -> Json:
    """The finding with what it brings now, and the lines behind it."""
    return {
        **finding_object(told.finding),
        "consequence": told.consequence,
        "key": told.key,
        "section": told.section,
        "serial": told.serial,
        "lines": lines,
        "decision": None if told.decision is None else _decision(told.decision),
    }
