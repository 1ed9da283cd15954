"""One fault, one finding: what is missing is not also misplaced, too small and misspelt. Source: requirements.md."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from types import MappingProxyType

from pipeline.model.finding import Finding

Where = Callable[[Finding, Finding], bool]


def _section(loud: Finding, quiet: Finding) -> bool:
    return True


def _page(loud: Finding, quiet: Finding) -> bool:
    return loud.page == quiet.page


def _line(loud: Finding, quiet: Finding) -> bool:
    return loud.row is not None and (loud.page, loud.row) == (quiet.page, quiet.row)


def _firm_line(loud: Finding, quiet: Finding) -> bool:
    """A stroke that may not be meant for the line hides nothing of it."""
    return loud.consequence != "review" and _line(loud, quiet)


def _count_statement(loud: Finding, quiet: Finding) -> bool:
    return loud.name == "number-of-signatures"


SILENCES: MappingProxyType[str, tuple[tuple[tuple[str, ...], Where], ...]] = MappingProxyType({
    "affidavit-missing": ((("affidavit-*", "circulator-*", "notary-*", "count-stated-*"), _section),),
    "affidavit-not-notarized": ((("notary-*",), _section),),
    # The colour that cannot be seen is told once for all pages of the scan, and leaves out those without a warning by itself.
    "warning-missing": ((
        ("warning-n*", "warning-misplaced", "warning-too-small", "warning-wording", "summary-misplaced"), _page
    ),),
    "summary-missing": ((("summary-*",), _page),),
    "text-missing": ((("text-*",), _section),),
    "lines-missing": ((("lines-*",), _section),),
    "committee-missing": ((("committee-*",), _section),),
    "lines-unnumbered": ((("lines-misnumbered",), _section),),
    "affidavit-statement-missing": ((("count-stated-*",), _count_statement),),
    "count-stated-missing": ((("count-stated-differs",), _section),),
    "line-struck": ((("line-*",), _firm_line),),
    "line-illegible": ((("line-not-on-roll", "line-address-incomplete"), _line),),
    "line-date-missing": ((("line-date-impossible", "line-after-affidavit"), _line),),
    "line-date-unreadable": ((("line-date-impossible", "line-after-affidavit"), _line),),
})  # fmt: skip


def silenced(findings: list[Finding]) -> list[Finding]:
    """The findings without those that another already tells. The order does not matter to the answer."""
    return [f for f in findings if not any(_silences(loud, f) for loud in findings)]


def _silences(loud: Finding, quiet: Finding) -> bool:
    """Whether one finding already tells what the other says."""
    if loud.check == quiet.check:
        return False
    return any(
        where(loud, quiet) and any(fnmatchcase(quiet.check, pattern) for pattern in patterns)
        for patterns, where in SILENCES.get(loud.check, ())
    )
