"""Answer beside truth: which part, line, finding and reading is which, and what was missed or made up.

A part is found where one of the same name and page overlaps it at least half. Overlap is the common part of the two boxes'
heights over their joint height, wherever at least half of the narrower box's width lies in the other: the white space to
the right of a short line belongs to neither. The stricter intersection over union is given beside it.

A finding is true where the truth has it for the same unit: (section, check); (page, row, check) for `line-*`; each statement
by itself. It is allowed where the truth's `allowed` names it, and counts for nothing. Else it is false, review too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.answer import Answer, Line, Part, Said, Section
from benchmarks.interval import Found, Share
from pipeline.geometry import Box

HALF = 0.5
# Consequences by which something falls.
FALLS = ("void", "refuse")


@dataclass(slots=True, kw_only=True)
class Trouble:
    """One miss, false alarm or wrong value, for a person to look up."""

    file: str
    what: str
    """`missed`, `false`, `softened`, `lost`, `state`, `signature`, `section`, `crash` …"""
    name: str
    """The check, part or field."""
    page: int | None = None
    row: int | None = None
    detail: str = ""


@dataclass(slots=True, kw_only=True)
class Compared:
    """All counts of one scan; added up over scans by `totals`."""

    parts: dict[str, Found] = field(default_factory=dict)
    parts_strict: Found = field(default_factory=Found)
    checks: dict[str, Found] = field(default_factory=dict)
    lines_found: Share = field(default_factory=Share)
    lines_made_up: int = 0
    states: Share = field(default_factory=Share)
    states_table: dict[str, int] = field(default_factory=dict)
    signatures: Share = field(default_factory=Share)
    signatures_doubtful: int = 0
    softened: Share = field(default_factory=Share)
    clean_fallen: Share = field(default_factory=Share)
    clean_colour: int = 0
    clean_colour_reviews: int = 0
    """Review findings, neither true nor allowed, on the clean sections that are all in colour."""
    sections: Found = field(default_factory=Found)
    trouble: list[Trouble] = field(default_factory=list)

    def note(self, file: str, what: str, name: str, page: int | None = None, row: int | None = None, detail: str = "") -> None:
        self.trouble.append(Trouble(file=file, what=what, name=name, page=page, row=row, detail=detail))


def same_part(a: Box, b: Box) -> bool:
    """Whether the two boxes overlap at least half; see the module's text."""
    height = min(a.y1, b.y1) - max(a.y0, b.y0)
    joint = max(a.y1, b.y1) - min(a.y0, b.y0)
    width = min(a.x1, b.x1) - max(a.x0, b.x0)
    return joint > 0 and height / joint >= HALF and width >= HALF * min(a.width, b.width)


def pairs(truth: Answer, said: Answer) -> Iterator[tuple[Section | None, Section | None]]:
    """Each section of the truth with the section of the answer that shares most of its pages, then what is left over."""
    free = list(said.sections)
    for section in truth.sections:
        best = max(free, key=lambda s: _shared(section, s), default=None)
        if best is not None and _shared(section, best) > 0:
            free.remove(best)
            yield section, best
        else:
            yield section, None
    for section in free:
        yield None, section


def compare(truth: Answer, said: Answer) -> Compared:
    """Counts and troubles of one scan."""
    out = Compared()
    if said.error:
        out.note(said.file, "crash", "scan", detail=said.error)
    for so, found in pairs(truth, said):
        out.sections += Found(int(bool(so and found)), int(found is None), int(so is None))
        if so is None or found is None:
            given = so or found
            assert given is not None
            out.note(truth.file, "section", "missed" if found is None else "made up", detail=f"pages {given.pages}")
        told = [p for p in found.parts if so is None or (p.name, p.page) not in so.allowed_parts] if found else []
        _parts(truth.file, so.parts if so else (), told, out)
        _lines(truth.file, so.lines if so else (), found.lines if found else (), out)
        _findings(truth.file, so, found.findings if found else (), out)
    return out


def _shared(a: Section, b: Section) -> float:
    one, other = set(a.pages), set(b.pages)
    return len(one & other) / len(one | other)


def _parts(file: str, so: Sequence[Part], said: Sequence[Part], out: Compared) -> None:
    for loose in (True, False):
        free = list(said)
        for part in so:
            alike = [p for p in free if p.name == part.name and p.page == part.page]
            match = next((p for p in sorted(alike, key=lambda p: -part.box.overlap(p.box)) if _is(part, p, loose)), None)
            if match:
                free.remove(match)
            counted = Found(true=1) if match else Found(missed=1)
            if loose:
                out.parts[part.name] = out.parts.get(part.name, Found()) + counted
                if not match:
                    near = f"; found instead {[p.box.rounded() for p in alike]}" if alike else ""
                    out.note(file, "missed", f"part {part.name}", part.page, detail=f"at {part.box.rounded()}{near}")
            else:
                out.parts_strict += counted
        for part in free:
            if loose:
                out.parts[part.name] = out.parts.get(part.name, Found()) + Found(false=1)
                out.note(file, "false", f"part {part.name}", part.page, detail=f"at {part.box.rounded()}")
            else:
                out.parts_strict += Found(false=1)


def _is(a: Part, b: Part, loose: bool) -> bool:
    return same_part(a.box, b.box) if loose else a.box.overlap(b.box) >= HALF


def line_pairs(so: Sequence[Line], said: Sequence[Line]) -> list[tuple[Line, Line | None]]:
    """Each line of the truth with the found line at its place, None where it was lost."""
    free = list(said)
    found: list[tuple[Line, Line | None]] = []
    for line in so:
        here = [x for x in free if x.page == line.page and same_part(line.box, x.box)]
        match = max(here, key=lambda x: line.box.overlap(x.box), default=None)
        if match is not None:
            free.remove(match)
        found.append((line, match))
    return found


def _lines(file: str, so: Sequence[Line], said: Sequence[Line], out: Compared) -> None:
    matched = line_pairs(so, said)
    out.lines_made_up += len(said) - sum(1 for _, m in matched if m is not None)
    for line, match in matched:
        out.lines_found += Share(int(match is not None), 1)
        if match is None:
            out.note(file, "lost", "line", line.page, line.row, line.state)
            out.states += Share(0, 1)
            out.signatures += Share(0, 1)
            continue
        out.states += Share(int(match.state == line.state), 1)
        key = f"{line.state} as {match.state}"
        out.states_table[key] = out.states_table.get(key, 0) + 1
        if match.state != line.state:
            out.note(file, "state", "line", line.page, line.row, key)
        out.signatures += Share(int(match.signature == line.signature), 1)
        out.signatures_doubtful += int(match.signature is None)
        if match.signature != line.signature:
            out.note(file, "signature", "line", line.page, line.row, f"is {line.signature}, said {match.signature}")
    known = {id(m) for _, m in matched}
    for line in said:
        if id(line) not in known:
            out.note(file, "false", "line", line.page, line.row, "made up")


def _findings(file: str, so: Section | None, said: Sequence[Said], out: Compared) -> None:
    true = {f.unit: f for f in (so.findings if so else ())}
    found: dict[tuple[object, ...], list[Said]] = {}
    for finding in said:
        found.setdefault(finding.unit, []).append(finding)
    for unit, finding in true.items():
        hit = unit in found
        _count(out, finding.check, Found(int(hit), int(not hit), 0))
        if not hit:
            name = f"{finding.check} {finding.statement or ''}".strip()
            out.note(file, "missed", name, finding.page, finding.row, f"default {finding.consequence}")
        elif finding.consequence in FALLS:
            soft = all(f.consequence not in FALLS for f in found[unit])
            out.softened += Share(int(soft), 1)
            if soft:
                first = found[unit][0]
                out.note(file, "softened", finding.check, first.page, first.row, f"{first.certainty:.2f} {first.message}")
    clean = so is not None and all(f.consequence == "note" for f in so.findings)
    reviews = fallen = 0
    for unit, findings in found.items():
        if unit in true or _allowed(so, findings[0]):
            continue
        _count(out, findings[0].check, Found(false=1))
        reviews += int(any(f.consequence == "review" for f in findings))
        fallen += int(any(f.consequence in FALLS for f in findings))
        worst = max(findings, key=lambda f: f.consequence in FALLS)
        name = f"{worst.check} {worst.statement or ''}".strip()
        detail = f"{worst.consequence} {worst.certainty:.2f} {worst.message}"
        out.note(file, "false", name, worst.page, worst.row, detail)
    if clean and so is not None:
        out.clean_fallen += Share(int(fallen > 0), 1)
        if so.colour:
            out.clean_colour += 1
            out.clean_colour_reviews += reviews


def _count(out: Compared, check: str, counted: Found) -> None:
    out.checks[check] = out.checks.get(check, Found()) + counted


def _allowed(so: Section | None, finding: Said) -> bool:
    for allowed in so.allowed if so else ():
        if allowed["check"] != finding.check:
            continue
        if allowed.get("statement") not in (None, finding.statement):
            continue
        line = finding.check.startswith("line-")
        here = allowed.get("page") in (None, finding.page) and allowed.get("row") in (None, finding.row)
        if not line or here:
            return True
    return False
