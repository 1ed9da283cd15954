"""The manual of checks, made from the judges' docstrings and the law: `python -m pipeline.checks.manual` writes docs/checks/."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from pipeline.checks.order import NEEDS_ROLL, NOT_YET, OVER_THE_PETITION, TABLES
from pipeline.checks.subjects import JUDGES
from pipeline.law import loader
from pipeline.law.loader import one_space
from pipeline.law.ordinance import CheckRule, Ordinance

MADE = "<!-- Made by `python -m pipeline.checks.manual`; change docstrings and ordinance files, not this page. -->"
SAYS = {"refuse": "must not be accepted", "void": "does not count", "review": "a person decides", "note": "a note"}


def pages() -> dict[str, str]:
    """File name and contents of every page of the manual."""
    laws = tuple(loader.load(name) for name in loader.available())
    out = {}
    index = [
        "# Checks",
        MADE,
        "",
        "What each check finds, by which clause, and when a person must decide. A check fires only from a clause of the",
        "petition's own ordinance. Consequences are those under strict conformity; the readings at the end soften them.",
        "",
        "| subject | checks |",
        "| --- | --- |",
    ]
    for title, names in TABLES:
        told = [n for n in names if any(law.check(n) for law in laws)]
        if not told:
            continue
        file = f"{_slug(title)}.md"
        out[file] = "\n".join([f"# {title}", MADE, "", *(_check(n, laws) for n in told)]).rstrip() + "\n"
        links = [f"[`{n}`]({file}#{n})" for n in told]
        index.append(f"| [{title}]({file}) | {', '.join(links)} |")
    out["readings.md"] = _readings(laws)
    index += ["", "How unclear clauses are read, and what alone never rejects: [readings and tolerances](readings.md)."]
    out["README.md"] = "\n".join(index) + "\n"
    return out


def _slug(title: str) -> str:
    return re.sub(r"[^a-z]+", "-", title.lower()).strip("-")


def _check(name: str, laws: tuple[Ordinance, ...]) -> str:
    """One check: its manual, its rules, the quotes of their clauses."""
    judge = JUDGES.get(name)
    if judge is not None:
        told = inspect.cleandoc(judge.manual)
        if judge.threshold != 0.9:
            told += f"\n\nA finding under a certainty of {judge.threshold:g} is for a person."
    else:
        told = f"Not judged for a single section: {_why(name)}."
    rows = [
        "| ordinance | clause | falls | consequence | basis |",
        "| --- | --- | --- | --- | --- |",
    ]
    quotes = []
    for law in laws:
        for rule in (r for r in law.checks if r.name == name):
            rows.append(_row(law, rule))
            quote = f"> {rule.clause}: {_short(one_space(law.clause(rule.clause).quote))}"
            if quote not in quotes:
                quotes.append(quote)
    return "\n".join([f"## {name}", "", told, "", *rows, "", "\n>\n".join(quotes), ""])


def _row(law: Ordinance, rule: CheckRule) -> str:
    clauses = ", ".join((rule.clause, *rule.also))
    basis = "the ordinance says so" if rule.basis == "stated" else "the clause states no consequence"
    kinds = f" ({', '.join(rule.kinds)})" if rule.kinds else ""
    more = ""
    if rule.if_no_section_has_it is not None:
        more = f"; where no section has it right, the {rule.if_no_section_has_it.scope}: {rule.if_no_section_has_it.consequence}"
    return f"| {law.id}{kinds} | {clauses} | {rule.scope} | {rule.consequence}: {SAYS[rule.consequence]}{more} | {basis} |"


def _why(name: str) -> str:
    if name in NEEDS_ROLL:
        return "needs the roll of electors"
    if name in OVER_THE_PETITION:
        return "looks at all sections of a petition together"
    return NOT_YET.get(name, "not done yet")


def _short(words: str, most: int = 400) -> str:
    return words if len(words) <= most else words[:most].rsplit(" ", 1)[0] + " …"


def _readings(laws: tuple[Ordinance, ...]) -> str:
    """Readings and tolerances of all ordinances."""
    out = ["# Readings and tolerances", MADE, ""]
    for law in laws:
        out += [f"## {law.id}", "", f"{law.title}", ""]
        for reading in law.readings:
            out += [f"**`{reading.name}`** ({reading.clause}). {reading.question}", ""]
            for choice in reading.choices:
                default = " (default)" if choice.name == reading.default else ""
                out.append(f"- `{choice.name}`{default}: {choice.means}")
            out.append("")
        if law.tolerances:
            out += ["What alone never rejects:", ""]
            out += [f"- `{t.name}`: {t.reason}" for t in law.tolerances]
            out.append("")
    return "\n".join(out).rstrip() + "\n"


def write(folder: Path) -> None:
    """Write the manual, and take away pages that it no longer has."""
    folder.mkdir(parents=True, exist_ok=True)
    made = pages()
    for old in folder.glob("*.md"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")


def stale(folder: Path) -> tuple[str, ...]:
    """Names of pages that are missing, not as they would be made now, or no longer made."""
    made = pages()
    kept = {p.name: p.read_text(encoding="utf-8") for p in folder.glob("*.md")}
    return tuple(sorted(name for name in made.keys() | kept.keys() if made.get(name) != kept.get(name)))


def main(arguments: Sequence[str]) -> int:
    """Write the manual; with `--check` only say whether it is current. Returns 1 where it is not."""
    folder = Path("docs") / "checks"
    if "--check" not in arguments:
        write(folder)
        return 0
    if left := stale(folder):
        print(
            f"docs/checks is not current: {', '.join(left)}. Run `python -m pipeline.checks.manual` and commit.", file=sys.stderr
        )
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
