"""Which files can serve as the form that scans are laid on, and what a clerk is told of one that cannot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest

from pipeline import run
from pipeline.errors import PetitionError
from pipeline.form.usable import photographed, unusable
from pipeline.geometry import Affine
from pipeline.law import petition_file
from pipeline.measure_form import measure_form
from pipeline.model.page import Page, PageProblem, Scale
from pipeline.model.scan import Scan, ScanFacts
from pipeline.model.sought import Sought

FOLDER = Path(__file__).parents[2] / "samples" / "petitions" / "recall"


def page(*, error: float = 0.005, skew: float = 0.0, born_digital: bool = False, problems: tuple[PageProblem, ...] = ()) -> Page:
    return Page(
        number=1, size=(612.0, 792.0), rotation=0, skew=skew, colour="gray",
        scale=Scale(px_per_pt=300 / 72, source="file", error=error), born_digital=born_digital, blank=False,
        raw_from_upright=Affine(1, 0, 0, 0, 1, 0), problems=problems,
    )  # fmt: skip


def facts(*pages: Page) -> ScanFacts:
    scan = Scan(file="form.pdf", sha256="0" * 64, page_count=len(pages))
    return ScanFacts(schema="facts/1", scan=scan, pages=pages, sections=(), blank=(), unplaced=())


@pytest.mark.parametrize(
    ("error", "skew", "born_digital", "is_photo"),
    [
        (0.149, 0.0, False, False),
        (0.15, 0.0, False, True),
        (0.005, 6.0, False, False),
        (0.005, 6.1, False, True),
        (0.005, -7.0, False, True),
        (0.15, 0.0, True, False),
    ],
)
def test_a_photograph_is_known_by_its_shape_and_its_lean(error: float, skew: float, born_digital: bool, is_photo: bool) -> None:
    assert photographed([page(error=error, skew=skew, born_digital=born_digital)]) is is_photo


def test_a_photograph_is_told_with_what_to_do() -> None:
    told = " ".join(unusable(facts(page(error=0.2))))
    assert "photograph" in told
    assert "flatbed at 300 dpi" in told


def test_a_form_without_a_page_and_one_with_a_page_that_cannot_be_read_say_what_to_give() -> None:
    (nothing,) = unusable(facts(replace(page(), blank=True)))
    assert "no page with anything on it" in nothing and "as the printer has it" in nothing
    torn = page(problems=(PageProblem(kind="unreadable", detail="the image is torn"),))
    assert any("could not be read: 1." in sentence for sentence in unusable(facts(torn)))


def test_a_form_without_lines_is_told_to_be_joined() -> None:
    assert any("No signer lines" in s and "joined to one" in s for s in unusable(facts(page())))


def test_a_file_that_is_no_form_at_all_is_refused_by_name(tmp_path: Path) -> None:
    broken = tmp_path / "letter.pdf"
    broken.write_bytes(b"Dear clerk,")
    with pytest.raises(PetitionError, match=r"letter\.pdf"):
        measure_form(broken, Sought(ordinance="fulton-10-3", kind="recall"))


def test_a_defective_form_is_usable_and_its_defect_is_found(tmp_path: Path) -> None:
    # One leaf of the form twice: its lines are numbered twice over.
    twice = tmp_path / "form.pdf"
    with pikepdf.open(FOLDER / "form.pdf") as pdf:
        pdf.pages.append(pdf.pages[0])
        pdf.save(twice)
    checked = run.check_form(twice, petition_file.load(FOLDER / "petition.toml"))
    assert checked.unusable == ()
    assert checked.exact
