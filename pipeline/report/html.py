"""The report of checked scans as one HTML file: offline, printable, no script, nothing fetched.

Each page's picture is embedded once; crops and overlays are windows on it (SVG `use`), so the file stays small.
"""

from __future__ import annotations

import base64
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined

from pipeline.geometry import Box
from pipeline.model.finding import Finding
from pipeline.model.line import SignerLine
from pipeline.model.picture import PagePicture
from pipeline.model.result import LineVerdict, ScanResult, SectionResult
from pipeline.report import words
from pipeline.report.plain_text import file_name, plain

# Room shown around a finding's box, points: enough of the neighbourhood to know where on the page one is.
CROP_MARGIN = 14.0
# A window narrower than this, in points, hides what stands around.
LEAST_WINDOW = (150.0, 36.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedScan:
    """A checked scan, with the pictures of its pages."""

    result: ScanResult
    pictures: Mapping[int, PagePicture]
    """By page number of the scan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedScan:
    """A file that could not be checked, and the sentence that says why."""

    file: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportHead:
    """What stands at the top of a report."""

    title: str
    ordinance: str
    ordinance_title: str
    clauses: Mapping[str, str]
    """Clause id, as findings cite it, to its quote."""
    blank: bool = False
    """Whether the report is of a blank form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRow:
    """A row of the table of lines."""

    line: SignerLine
    verdict: LineVerdict


def line_rows(section: SectionResult) -> list[LineRow]:
    """Every ruled line of the section with its verdict, in order of page and row."""
    verdicts = {(v.page, v.row): v for v in section.verdicts}
    lines = (line for grid in section.facts.lines for line in grid.lines)
    rows = [LineRow(line=x, verdict=verdicts[x.page, x.row]) for x in lines if (x.page, x.row) in verdicts]
    return sorted(rows, key=lambda r: (r.line.page, r.line.row))


def window(box: Box, page_size: tuple[float, float], margin: float = CROP_MARGIN) -> str:
    """The SVG viewBox of a crop around `box`: `margin` points added, not too narrow, kept on the page."""
    grow_x = max(margin, (LEAST_WINDOW[0] - box.width) / 2)
    grow_y = max(margin, (LEAST_WINDOW[1] - box.height) / 2 if margin >= CROP_MARGIN else margin)
    shown = box.grown(grow_x, grow_y).clipped(Box(0, 0, *page_size))
    return f"{shown.x0:.1f} {shown.y0:.1f} {max(shown.width, 1):.1f} {max(shown.height, 1):.1f}"


def clause_quote(finding: Finding, clauses: Mapping[str, str]) -> str:
    """The words of the clause that the finding cites; of its paragraph where the clause itself has no quote."""
    clause = finding.clause
    while clause:
        if clause in clauses:
            return clauses[clause]
        clause = clause.rpartition("(")[0]
    return ""


def render(head: ReportHead, scans: Sequence[ReportedScan], failed: Sequence[FailedScan] = ()) -> str:
    """The report's HTML. All text from scans is escaped by the template engine."""
    return _environment().get_template("report.html.j2").render(head=head, scans=scans, failed=failed)


@functools.cache
def _environment() -> Environment:
    """The template engine, set up once: compiling the template takes longer than filling it."""
    environment = Environment(
        loader=PackageLoader("pipeline.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["plain"] = plain
    environment.filters["file_name"] = file_name
    environment.filters["base64"] = lambda data: base64.b64encode(data).decode("ascii")
    environment.globals.update(
        words=words, window=window, line_rows=line_rows, clause_quote=clause_quote, in_order=words.in_order
    )
    return environment
