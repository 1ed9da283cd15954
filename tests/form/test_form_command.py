"""`petition form`: what a clerk sees who checks a blank form, and who may approve it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.form import approval

SAMPLES = Path(__file__).parents[2] / "samples" / "petitions"
RECALL = SAMPLES / "recall"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PETITION_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(*args: object):
    return CliRunner().invoke(app, ["form", *map(str, args)])


def test_a_blank_form_without_a_fault_has_no_finding_and_is_not_asked_for_a_signature() -> None:
    done = run(RECALL / "form.pdf", "--petition", RECALL / "petition.toml", "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["schema"] for line in lines] == ["petition-form/1", "petition-section/1", "petition-scan/1"]
    assert lines[0]["exact"] is True and lines[0]["unusable"] == [] and lines[0]["approved_by"] is None
    assert [f["check"] for f in lines[1]["findings"]] == []
    unchecked = {n["check"] for n in lines[1]["not_checked"]}
    assert {"affidavit-unsigned", "count-stated-missing", "line-signature-missing"} <= unchecked
    assert done.exit_code == 0


def test_a_named_person_approves_and_the_form_is_kept_with_day_findings_and_name(home: Path) -> None:
    done = run(RECALL / "form.pdf", "--petition", RECALL / "petition.toml", "--approve", "--by", "Dana  Whitlock")
    assert done.exit_code == 0
    assert "approved by Dana Whitlock on" in " ".join(done.stdout.split())
    form = approval.sha256_of(RECALL / "form.pdf")
    (kept,) = approval.approvals(home, form)
    assert (kept.by, kept.file, kept.ordinance) == ("Dana Whitlock", "form.pdf", "fulton-10-3")
    assert (home / "forms" / form / "form.pdf").read_bytes() == (RECALL / "form.pdf").read_bytes()


@pytest.mark.parametrize("name", ["", "Dana", "the clerk", "Petition Program", "D. W.", "System Administrator"])
def test_an_office_a_program_or_half_a_name_approves_nothing(name: str, home: Path) -> None:
    done = run(RECALL / "form.pdf", "--petition", RECALL / "petition.toml", "--approve", "--by", name)
    assert done.exit_code != 0
    assert "person" in str(done.exception)
    assert not (home / "forms").exists()


def test_approve_and_by_belong_together() -> None:
    assert "--by" in str(run(RECALL / "form.pdf", "--petition", RECALL / "petition.toml", "--approve").exception)
    assert "--approve" in str(run(RECALL / "form.pdf", "--petition", RECALL / "petition.toml", "--by", "Dana Whitlock").exception)


def test_a_second_approval_is_added_and_the_last_is_in_force(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "form.pdf"
    path.write_bytes(b"%PDF-1.4 made up")
    for who in ("Dana Whitlock", "Ines Okafor"):
        approval.approve(home, path, _approval(approval.sha256_of(path), who))
    assert [a.by for a in approval.approvals(home, approval.sha256_of(path))] == ["Dana Whitlock", "Ines Okafor"]
    last = approval.last_approval(home, path)
    assert last is not None and last.by == "Ines Okafor"


def test_a_torn_line_of_the_record_hides_no_other_approval(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "form.pdf"
    path.write_bytes(b"%PDF-1.4 made up")
    form = approval.sha256_of(path)
    folder = approval.approve(home, path, _approval(form, "Dana Whitlock"))
    with (folder / approval.APPROVALS).open("a") as log:
        log.write('{"schema": "petition-appr')
    assert [a.by for a in approval.approvals(home, form)] == ["Dana Whitlock"]


def _approval(form: str, by: str) -> approval.Approval:
    from datetime import UTC, datetime

    return approval.Approval(
        form=form, file="form.pdf", petition="x", ordinance="fulton-10-3", by=by, at=datetime(2026, 7, 1, 9, tzinfo=UTC),
        findings=(), versions={},
    )  # fmt: skip


def test_an_encrypted_form_says_what_to_do_and_that_scans_go_on(tmp_path: Path) -> None:
    import pikepdf

    locked = tmp_path / "locked.pdf"
    with pikepdf.open(RECALL / "form.pdf") as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(owner="a", user="b"))
    done = run(locked, "--petition", RECALL / "petition.toml")
    assert "password" in str(done.exception) and "checked without the form" in str(done.exception)


def test_a_form_without_lines_is_told_and_cannot_be_approved(tmp_path: Path, home: Path) -> None:
    import pikepdf

    source = SAMPLES / "night-sky"
    text = tmp_path / "text.pdf"
    with pikepdf.open(source / "form.pdf") as pdf:
        del pdf.pages[1:]
        pdf.save(text)
    done = run(text, "--petition", source / "petition.toml", "--approve", "--by", "Dana Whitlock")
    assert "No signer lines" in str(done.exception)
    assert not (home / "forms").exists()


def test_of_a_blank_form_it_is_said_what_to_mend_and_not_that_a_section_does_not_count(tmp_path: Path) -> None:
    another = SAMPLES / "initiative" / "form.pdf"
    done = run(another, "--petition", SAMPLES / "leaf-blowers" / "petition.toml", "--report", tmp_path / "form.html")
    said = " ".join(done.stdout.split())
    assert "mend this form before anybody circulates it" in said
    assert "this section does not count" not in said
    assert "A section made of it would not count" in (tmp_path / "form.html").read_text(encoding="utf-8")
