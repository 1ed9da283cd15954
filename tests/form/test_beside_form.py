"""The samples beside an approved form: a word of the text is another, a page is another petition's, all was printed smaller."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from pipeline import run
from pipeline.law import petition_file
from pipeline.model.result import SectionResult

FOLDER = Path(__file__).parents[2] / "samples" / "beside-form"


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PETITION_HOME", str(tmp_path_factory.getbasetemp() / "form-home"))


def checked(scan: Path, petition: str = "petition-form.toml") -> SectionResult:
    (section,) = run.check(scan, petition_file.load(FOLDER / petition)).result.sections
    return section


def found(section: SectionResult, check: str) -> list[tuple[str, str]]:
    return [(f.consequence, f.message) for f in section.findings if f.check == check]


def test_one_word_of_the_text_is_named_with_the_word_that_stands_for_it() -> None:
    section = checked(FOLDER / "one-word-of-the-text.pdf")
    assert section.facts.form is not None
    changes = [(p.page, c.expected, c.found) for p in section.facts.form.pages for c in p.changes]
    assert changes == [(1, "after", "repealed")]
    ((_, message),) = found(section, "text-wording")
    assert '"[repealed]" stands for "[after]"' in message


def test_a_page_of_another_petition_and_the_page_it_stands_for_are_told() -> None:
    section = checked(FOLDER / "page-of-another-petition.pdf")
    assert section.facts.form is not None
    assert [(p.page, p.lies) for p in section.facts.form.pages] == [(1, "registered"), (2, "not-this-form")]
    told = " ".join(message for _, message in found(section, "section-disassembled"))
    assert "lacks page 2" in told
    assert "Page 2 seems to belong to another section or petition" in told


def test_a_scan_of_a_section_printed_at_94_percent_leaves_the_type_to_a_person() -> None:
    section = checked(FOLDER / "printed-at-94-percent.pdf")
    assert section.facts.form is not None
    assert [p.print_scale for p in section.facts.form.pages] == pytest.approx([0.94, 0.94], abs=0.001)
    ((consequence, message),) = found(section, "text-too-small")
    assert consequence == "review"
    assert "9.9 points" in message


def test_on_a_born_digital_section_the_type_is_known_and_under_a_strict_reading_void(tmp_path: Path) -> None:
    small = tmp_path / "small.pdf"
    with pikepdf.open(FOLDER / "form.pdf") as pdf:
        for page in pdf.pages:
            page.contents_coalesce()
            inner = page.Contents.read_bytes()
            page.Contents = pdf.make_stream(b"q 0.94 0 0 0.94 18 24 cm\n" + inner + b"\nQ")
        pdf.save(small)
    section = checked(small, "petition.toml")
    (told,) = [f for f in section.findings if f.check == "text-too-small"]
    assert told.strict == "void"
    assert "between 9.9 and 9.9" in told.message, "nothing is measured, all is known"
    assert "Under a strict reading the section would fall" in told.message
