"""A scan read from the approved form says what it says without it, and what no reading without the form can say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline import run
from pipeline.law import petition_file
from pipeline.model.finding import Finding
from pipeline.model.result import SectionResult

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PETITION_HOME", str(tmp_path_factory.getbasetemp() / "form-home"))


def with_form(scan: str, petition: str) -> SectionResult:
    given = petition_file.load(SAMPLES / "petitions" / petition / "petition-form.toml")
    (section,) = run.check(SAMPLES / "scans" / f"{scan}.pdf", given).result.sections
    return section


# What only the form can tell; and how heavy strokes are, which in one sample lies so near its limit that half a point of a
# cell's edge decides it (the paper has no such defect).
NOT_COMPARED = ("form-not-official", "line-altered")


def told(findings: tuple[Finding, ...]) -> list[tuple[object, ...]]:
    return sorted(
        (f.check, f.name or "", f.consequence, f.page or 0, f.row or 0) for f in findings if f.check not in NOT_COMPARED
    )


@pytest.mark.parametrize(
    ("scan", "petition"),
    [
        ("clean-portrait", "leaf-blowers"),
        ("bitonal-with-struck-line", "leaf-blowers-2"),
    ],
)
def test_with_and_without_the_form_a_scan_has_the_same_findings_lines_and_cells(scan: str, petition: str, sample) -> None:
    (without,) = sample(scan).checked.result.sections
    beside = with_form(scan, petition)
    assert told(beside.findings) == told(without.findings)
    assert beside.facts.form is not None
    assert [p.lies for p in beside.facts.form.pages] == ["registered"] * len(beside.facts.form.pages)
    assert all(p.residual_pt is not None and p.residual_pt < 1.0 for p in beside.facts.form.pages)
    parts = [sorted((p.page, p.part) for p in s.facts.parts) for s in (without, beside)]
    assert parts[0] == parts[1]
    cells = [
        [(g.page, line.row, line.number, [c.meaning for c in line.cells]) for g in s.facts.lines for line in g.lines]
        for s in (without, beside)
    ]
    assert cells[0] == cells[1]
    assert not any(n.check == "form-not-official" for n in beside.not_checked)


def test_pages_of_another_petition_are_no_pages_of_the_form_and_are_read_all_the_same() -> None:
    section = with_form("clean-landscape", "leaf-blowers")
    assert section.facts.form is not None
    assert {p.lies for p in section.facts.form.pages} == {"not-this-form"}
    assert section.facts.lines, "the way without the form was taken"
    assert any("read without the approved form" in o.fact for o in section.observations)


def test_a_form_that_cannot_be_used_is_told_and_the_scan_is_read_without_it(tmp_path: Path) -> None:
    broken = tmp_path / "form.pdf"
    broken.write_bytes(b"not a form")
    given = petition_file.load(SAMPLES / "petitions" / "leaf-blowers" / "petition-form.toml")
    (section,) = run.check(SAMPLES / "scans" / "clean-portrait.pdf", replace(given, form=broken)).result.sections
    assert section.facts.form is not None and section.facts.form.not_used
    assert any("without the approved form" in o.fact for o in section.observations)
    assert section.facts.lines
