"""The benchmark of the roll runs, and calls an answer by what it is worth."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import roll as benchmark
from pipeline.model.roll import Candidate, RollElector, RollMatch
from samples.factory.writing import FOLDER

ADA, BO = (Candidate(elector=RollElector(id=id, first=id, last="X"), certainty=0.9) for id in ("ada", "bo"))


@pytest.mark.parametrize(
    ("elector", "answer", "candidates", "word"),
    [
        ("ada", "found", (ADA, BO), "right"),
        ("ada", "found", (BO,), "false"),
        (None, "found", (BO,), "false"),
        ("ada", "doubtful", (ADA, BO), "doubtful, first right"),
        ("ada", "none", (BO,), "none, first wrong"),
        (None, "none", (), "none, absent"),
    ],
)
def test_an_accepted_stranger_is_false_and_never_absent(
    elector: str | None, answer: str, candidates: tuple[Candidate, ...], word: str
) -> None:
    match = RollMatch(answer=answer, certainty=0.9, searched=(), candidates=candidates)  # type: ignore[arg-type]
    assert benchmark.judged(elector, match) == word


def test_it_runs_and_says_how_long_a_line_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not FOLDER.is_dir():
        pytest.skip("the handwriting faces are not beside the project (../shared/data/fonts)")
    words = ["roll", "--electors", "300", "--lines", "4", "--seed", "test", "--folder", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", words)
    benchmark.main()
    figures = json.loads(capsys.readouterr().out)
    assert sum(figures[kind]["n"] for kind in ("bitonal", "gray") if kind in figures) == 4
    assert figures["ms to match a line"]["mean"] > 0
