"""All scans added up, beside the goals; as text for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from benchmarks.answer import Answer
from benchmarks.interval import Found, Share
from benchmarks.matching import Compared, Trouble
from benchmarks.readings import Compared as ReadingsCompared
from benchmarks.readings import Readings

# Goals of the first stretch: from a scan to a checked section under Sec. 54-124.
PARTS_F1, LINE_STATE, SIGNATURE, CHECKS = 0.98, 0.97, 0.98, 0.95
SOFTENED_MOST, CLEAN_REVIEWS_MOST, DATES_READ = 0.2, 0.1, 0.8
# Notes move no line and no section; they are given beside the pooled figures too.
NOTES = frozenset({"line-date-missing", "presumed-genuine", "circulator-signed-as-elector"})
# Which checks a subject of `--part` covers, beside those that begin with its name.
SUBJECTS = {
    "affidavit": ("affidavit", "circulator", "notary", "presumed", "count-stated"),
    "assembly": ("section-disassembled", "serial", "section"),
    "signers": ("line-",),
}


@dataclass(slots=True)
class Totals:
    """Sums over scans."""

    parts: dict[str, Found] = field(default_factory=dict)
    parts_strict: Found = field(default_factory=Found)
    checks: dict[str, Found] = field(default_factory=dict)
    sections: Found = field(default_factory=Found)
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
    readings: dict[str, Readings] = field(default_factory=dict)
    trouble: list[Trouble] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    pages: int = 0
    crashed: int = 0

    def add(self, truth: Answer, said: Answer, found: Compared, read: ReadingsCompared) -> None:
        """One more scan."""
        self.pages += truth.pages
        self.crashed += int(said.error is not None)
        self.versions.update(said.versions)
        for name, counted in found.parts.items():
            self.parts[name] = self.parts.get(name, Found()) + counted
        for name, counted in found.checks.items():
            self.checks[name] = self.checks.get(name, Found()) + counted
        for key, n in found.states_table.items():
            self.states_table[key] = self.states_table.get(key, 0) + n
        self.parts_strict += found.parts_strict
        self.sections += found.sections
        self.lines_found += found.lines_found
        self.lines_made_up += found.lines_made_up
        self.states += found.states
        self.signatures += found.signatures
        self.signatures_doubtful += found.signatures_doubtful
        self.softened += found.softened
        self.clean_fallen += found.clean_fallen
        self.clean_colour += found.clean_colour
        self.clean_colour_reviews += found.clean_colour_reviews
        for name, seen in read.fields.items():
            sums = self.readings.setdefault(name, Readings())
            for key in ("n", "right", "right_read", "wrong_certain", "unread", "empty_said"):
                setattr(sums, key, getattr(sums, key) + getattr(seen, key))
        self.trouble += [*found.trouble, *read.trouble]

    @property
    def parts_pooled(self) -> Found:
        return _sum(self.parts.values())

    @property
    def checks_pooled(self) -> Found:
        return _sum(self.checks.values())

    @property
    def checks_without_notes(self) -> Found:
        return _sum(found for name, found in self.checks.items() if name not in NOTES)

    @property
    def dates(self) -> Readings:
        """All dates together: lines, affidavit, notarial act, commission."""
        out = Readings()
        for name, seen in self.readings.items():
            if name.endswith(("date", "expires")):
                for key in ("n", "right", "right_read", "wrong_certain", "unread", "empty_said"):
                    setattr(out, key, getattr(out, key) + getattr(seen, key))
        return out

    @property
    def wrong_and_certain(self) -> Share:
        return Share(sum(r.wrong_certain for r in self.readings.values()), sum(r.n for r in self.readings.values()))

    def as_json(self) -> dict[str, object]:
        """Figures for the record, keys sorted."""
        return {
            "pages": self.pages,
            "crashed": self.crashed,
            "sections": self.sections.as_json(),
            "parts": {
                "pooled": self.parts_pooled.as_json(),
                "pooled_by_area": self.parts_strict.as_json(),
                **{name: self.parts[name].as_json() for name in sorted(self.parts)},
            },
            "lines": {
                "found": self.lines_found.as_json(),
                "made_up": self.lines_made_up,
                "state": self.states.as_json(),
                "states": dict(sorted(self.states_table.items())),
                "signature": self.signatures.as_json(),
                "signature_cannot_tell": self.signatures_doubtful,
            },
            "checks": {
                "pooled": self.checks_pooled.as_json(),
                "pooled_without_notes": self.checks_without_notes.as_json(),
                **{name: self.checks[name].as_json() for name in sorted(self.checks)},
            },
            "softened": self.softened.as_json(),
            "clean": {
                "fallen": self.clean_fallen.as_json(),
                "colour_sections": self.clean_colour,
                "reviews_on_them": self.clean_colour_reviews,
            },
            "readings": {name: self.readings[name].as_json() for name in sorted(self.readings)},
            "dates": self.dates.as_json(),
            "wrong_and_certain": self.wrong_and_certain.as_json(),
        }


def report(totals: Totals, *, part: str | None = None, list_trouble: bool = True) -> str:
    """The figures as text; `part` keeps checks, parts and troubles to one subject."""
    out: list[str] = []
    if list_trouble:
        out += _listed(totals.trouble, part)
    out.append("Parts (page and name, overlap at least half)          precision                          recall              F1")
    out += [_row(n, totals.parts[n]) for n in sorted(totals.parts) if _about(f"part {n}", part)]
    if part is None:
        out.append(_row("all parts", totals.parts_pooled, f"goal F1 {PARTS_F1}"))
        out.append(_row("all, by area of both boxes", totals.parts_strict))
    out.append("Checks (section and check; page and row for line-*)")
    out += [_row(n, totals.checks[n]) for n in sorted(totals.checks) if _about(n, part)]
    if part is not None:
        out.append(_row(f"all of {part}", _sum(f for n, f in totals.checks.items() if _about(n, part))))
        return "\n".join(out)
    out.append(_row("all checks", totals.checks_pooled, f"goal precision and recall {CHECKS}"))
    out.append(_row("all but notes", totals.checks_without_notes))
    dates = totals.dates
    mean = totals.clean_colour_reviews / totals.clean_colour if totals.clean_colour else 0.0
    out += [
        "",
        f"sections found                 {totals.sections.recall}; {totals.sections.false} made up",
        f"lines found                    {totals.lines_found}; {totals.lines_made_up} made up (goal: none lost)",
        f"line state                     {totals.states} (goal {LINE_STATE})",
        f"signature present or not       {totals.signatures} (goal {SIGNATURE}); cannot tell: {totals.signatures_doubtful}",
        f"void softened to review        {totals.softened} (goal at most {SOFTENED_MOST})",
        f"clean sections that fall       {totals.clean_fallen} (goal: none)",
        f"reviews a clean colour section {mean:7.4f} ({totals.clean_colour_reviews} on {totals.clean_colour}; "
        f"goal under {CLEAN_REVIEWS_MOST})",
        f"dates read, right and certain  {Share(dates.right_read, dates.n)} (goal {DATES_READ})",
        f"wrong readings that are certain {totals.wrong_and_certain}",
        f"scans that could not be read   {totals.crashed}",
        "",
        "Readings                 right                                    right and certain      wrong and certain  unread",
    ]
    for name in sorted(totals.readings):
        r = totals.readings[name]
        right, read = Share(r.right, r.n), Share(r.right_read, r.n)
        out.append(f"  {name:22s} {right!s:40s} {read.value or 0:7.4f} {r.wrong_certain:20d} {r.unread + r.empty_said:10d}")
    out.append("Line states: " + ", ".join(f"{k} {n}" for k, n in sorted(totals.states_table.items())))
    return "\n".join(out)


def _sum(found: Iterable[Found]) -> Found:
    total = Found()
    for one in found:
        total += one
    return total


def _row(name: str, found: Found, goal: str = "") -> str:
    f1 = "   -  " if found.f1 is None else f"{found.f1:.4f}"
    return f"  {name:29s} {found.precision!s:42s} {found.recall!s:42s} {f1} {goal}"


def _listed(trouble: Iterable[Trouble], part: str | None) -> list[str]:
    rows = []
    for t in sorted(trouble, key=lambda t: (t.what, t.name, t.file, t.page or 0, t.row or 0)):
        if _about(t.name, part) or t.what in ("crash", "section"):
            place = f"p{t.page}" if t.page else ""
            line = f" row {t.row}" if t.row else ""
            rows.append(f"{t.what:13s} {t.name:36s} {t.file:24s} {place}{line}  {t.detail}")
    return [*rows, ""] if rows else []


def _about(name: str, part: str | None) -> bool:
    if part is None:
        return True
    bare = name.removeprefix("part ")
    if part == "lines" and (bare == "line" or bare.startswith("line-")):
        return True
    return bare.startswith(SUBJECTS.get(part, (part,)))
