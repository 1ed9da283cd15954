"""The words that reports use for consequences, certainty and places: one voice on the terminal, in HTML and in letters."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from pipeline.model.finding import Consequence, Finding
from pipeline.model.result import SectionResult

CONSEQUENCES: dict[Consequence, str] = {
    "refuse": "Do not accept for filing",
    "void": "Does not count",
    "review": "A person must decide",
    "note": "For your information",
}
# From here on a reading is shown without a question mark: the threshold of the checks (requirements.md, "Thresholds").
SURE = 0.90
_ORDER: dict[Consequence, int] = {"refuse": 0, "void": 1, "review": 2, "note": 3}
_FALLS = {"petition": "the petition", "section": "the section", "page": "the page", "line": "the line"}


def in_order(findings: Sequence[Finding]) -> list[Finding]:
    """Gravest first, then by page and line."""
    return sorted(findings, key=lambda f: (_ORDER[f.consequence], f.page or 0, f.row or 0, f.check, f.name or ""))


def certainty(value: float) -> str:
    """A certainty in words, with the figure."""
    share = f"{value:.0%}"
    if value >= 0.97:
        return f"practically certain ({share})"
    if value >= 0.90:
        return f"sure ({share})"
    if value >= 0.70:
        return f"likely ({share})"
    return f"in doubt ({share})"


def check_title(check: str) -> str:
    """`warning-not-red` as `Warning not red`."""
    return check.replace("-", " ").capitalize()


def what_falls(finding: Finding) -> str:
    """What the clause lets fall, in words."""
    thing = _FALLS[finding.scope]
    return {
        "refuse": f"the clerk must not accept {thing} for filing",
        "void": f"{thing} does not count",
        "review": f"a person decides whether {thing} counts",
        "note": "nothing falls by it",
    }[finding.consequence]


def place(finding: Finding) -> str:
    """Page and line, in words; empty where the finding has neither."""
    parts = []
    if finding.page is not None:
        parts.append(f"page {finding.page}")
    if finding.line is not None:
        parts.append(f"line {finding.line}")
    return ", ".join(parts)


def serial(result: SectionResult) -> str:
    """The section's number as it was read, with a question mark where the reading is in doubt; empty where it has none."""
    read = max((s.value for s in result.facts.serials if s.value and s.value.text), key=lambda v: v.certainty, default=None)
    if read is None or read.text is None:
        return ""
    return read.text if read.certainty >= SURE else f"{read.text}?"


def recommendation(result: SectionResult, *, blank: bool = False) -> tuple[Consequence | None, str]:
    """The gravest consequence on the whole section, and the sentence that recommends it. `blank`: of a form that nobody has
    signed yet, what would become of the sections made of it.
    """
    if blank:
        return _of_blank(result)
    whole = [f for f in result.findings if f.scope in ("section", "petition")]
    gravest = min((f.consequence for f in whole), key=_ORDER.__getitem__, default=None)
    pending = sum(1 for f in result.findings if f.consequence == "review")
    if gravest == "refuse":
        return gravest, "Recommended: do not accept this section for filing."
    if gravest == "void":
        return gravest, "Recommended: this section does not count."
    if pending:
        noun = "thing" if pending == 1 else "things"
        return "review", f"{pending} {noun} for a person to decide before this section can be counted."
    if any(f.consequence == "void" for f in result.findings):
        return "note", "The section stands; some of its lines do not count."
    return (gravest, "Nothing was found against this section.") if not result.findings else ("note", "The section stands.")


def _of_blank(result: SectionResult) -> tuple[Consequence | None, str]:
    gravest = min((f.consequence for f in result.findings), key=_ORDER.__getitem__, default=None)
    said: dict[Consequence | None, str] = {
        "refuse": "Recommended: mend this form before anybody circulates it. A section made of it must not be accepted.",
        "void": "Recommended: mend this form before anybody circulates it. A section made of it would not count.",
        "review": "A person has something to decide before anybody circulates this form.",
    }
    return gravest, said.get(gravest, "Nothing was found against this form.")


def compared(finding: Finding) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
    """What was expected and what was found, as runs; only where both are wordings of one text are the differences marked."""
    expected, found = finding.expected or "", finding.found or ""
    if finding.check.endswith("-wording"):
        return marked(expected, found)
    return [(expected, False)] if expected else [], [(found, False)] if found else []


def marked(expected: str, found: str) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
    """Both wordings as runs of words; True marks a run that the other has not."""
    left, right = expected.split(), found.split()
    one: list[tuple[str, bool]] = []
    two: list[tuple[str, bool]] = []
    for kind, a0, a1, b0, b1 in difflib.SequenceMatcher(a=left, b=right, autojunk=False).get_opcodes():
        if a1 > a0:
            one.append((" ".join(left[a0:a1]), kind != "equal"))
        if b1 > b0:
            two.append((" ".join(right[b0:b1]), kind != "equal"))
    return one, two
