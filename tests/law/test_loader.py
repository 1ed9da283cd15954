"""An ordinance file is believed only where it is proved against its source."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pipeline.errors import ExitCode, LawError
from pipeline.law import loader
from pipeline.law.loader import one_space

NAME = "colorado-54-124"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A copy of the ordinance file and its source, to be spoilt."""
    shutil.copy(loader.ORDINANCES / f"{NAME}.toml", tmp_path)
    shutil.copy(loader.SOURCES / f"{NAME}.txt", tmp_path)
    return tmp_path / f"{NAME}.toml"


def spoil(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize("name", loader.available())
def test_every_quote_stands_once_in_its_source(name: str) -> None:
    law = loader.load(name)
    source = one_space((loader.SOURCES / law.source).read_text())
    quotes = [c.quote for c in law.clauses] + [s.quote for s in law.statements] + [x.quote for x in law.limits]
    assert quotes
    assert all(source.count(one_space(q)) == 1 for q in quotes)


def test_a_quote_that_is_not_in_the_source_names_file_clause_and_cure(files: Path) -> None:
    spoil(files, "in plain red letters no smaller", "in plain blue letters no smaller")
    with pytest.raises(LawError, match=r"colorado-54-124.toml: clause 54-124\(a\): the quote is not in .*Copy it") as error:
        loader.load_file(files)
    assert error.value.exit_code == ExitCode.WRONG_USE


def test_a_quote_that_stands_twice_is_refused(files: Path) -> None:
    spoil(
        files,
        'quote = "That each signature thereon was affixed in the circulator\'s presence;"',
        'quote = "each signature thereon"',
    )
    with pytest.raises(LawError, match=r"54-124\(e\)\(5\): the quote stands 2 times .*Quote more words"):
        loader.load_file(files)


def test_white_space_of_quotes_does_not_count(files: Path) -> None:
    spoil(files, "in plain red letters no smaller", "in plain\\n   red letters no smaller")
    assert loader.load_file(files).clause("54-124(a)")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('short = "Sec. 54-124"', 'shrot = "Sec. 54-124"', 'unknown key "shrot". Did you mean "short"?'),
        ('says = "The warning stands', 'sayz = "The warning stands', 'Did you mean "says"?'),
        ("warning_type_pt = 10", "warning_typ_pt = 10", 'unknown parameter "warning_typ_pt". Did you mean "warning_type_pt"?'),
        ("warning_type_pt = 10", 'warning_type_pt = "ten"', "It wants a number of points"),
        ('clause = "54-124(b)"\nalso', 'clause = "54-124(z)"\nalso', 'there is no clause "54-124(z)"'),
        ('consequence = "void"', 'consequence = "viod"', 'It wants one of "refuse", "void", "review", "note"'),
        ('default = "substantial"', 'default = "lax"', 'reading conformity: there is no choice "lax"'),
        ('checks = ["warning-not-red"', 'checks = ["warning-not-read"', 'Did you mean "warning-not-red"?'),
        ('name = "warning-not-red"\nclause', 'name = "warning-missing"\nclause', "is given twice"),
        ('source = "colorado-54-124.txt"', 'source = "nowhere.txt"', 'the source "nowhere.txt" cannot be read'),
    ],
)  # fmt: skip
def test_a_slip_in_the_file_is_told_with_its_cure(files: Path, old: str, new: str, told: str) -> None:
    spoil(files, old, new)
    with pytest.raises(LawError) as error:
        loader.load_file(files)
    assert told in str(error.value)
    assert str(error.value).startswith("colorado-54-124.toml")


def test_broken_toml_names_the_file(files: Path) -> None:
    files.write_text("id = ")
    with pytest.raises(LawError, match=r"colorado-54-124.toml: is not valid TOML"):
        loader.load_file(files)


def test_an_unknown_ordinance_is_answered_with_the_nearest() -> None:
    with pytest.raises(LawError, match='Did you mean "colorado-54-124"'):
        loader.load("colorado-54-142")


def test_the_file_and_its_source_make_the_hash(files: Path) -> None:
    before = loader.load_file(files).hash
    spoil(files, "warning_type_pt = 10", "warning_type_pt = 11")
    assert loader.load_file(files).hash != before


def test_clause_c_takes_back_from_a_and_b() -> None:
    (limit,) = loader.load(NAME).limits
    assert limit.clause == "54-124(c)"
    assert set(limit.limits) == {"54-124(a)", "54-124(b)"}
    assert limit.reading == "warning-pages"


def test_the_figures_of_the_ordinance_are_data() -> None:
    law = loader.load(NAME)
    assert (law.param("warning_type_pt"), law.param("text_type_pt")) == (10, 10)
    assert (law.param("committee_least"), law.param("committee_most")) == (3, 5)
    assert law.param("serial") is True
    assert law.param("no_such_figure") is None


@pytest.mark.parametrize(
    ("law", "figure", "value"),
    [
        ("fulton-10-3", "signatures_percent", {"initiative": 10, "referendum": 10, "recall": 25}),
        ("fulton-10-3", "filing_days_after_first_signature", 60),
        ("fulton-10-3", "recall_words_most", 200),
        ("charter-3-06", "signatures_least", {"Mayor": 125, "Council Member": 25}),
        ("charter-3-06", "signatures_most", {"Mayor": 200, "Council Member": 50}),
        ("charter-602", "signatures_least", {"Mayor": 1000, "Council Member at Large": 500, "District Council Member": 300}),
        ("charter-602", "signatures_most", {"Mayor": 2500, "Council Member at Large": 1500, "District Council Member": 750}),
        ("charter-602", "filing_weeks_before_primary", 12),
        ("fulton-10-6", "council_days", {"initiative": 60, "referendum": 30}),
        ("fulton-10-6", "withdrawal_members_least", 4),
        ("fulton-10-6", "withdrawal_business_days_before_vote", 15),
    ],
)  # fmt: skip
def test_the_figures_of_the_other_ordinances_are_data_too(law: str, figure: str, value: object) -> None:
    assert loader.load(law).param(figure) == value


def test_only_what_the_ordinance_says_is_stated() -> None:
    stated = {law: {r.name for r in loader.load(law).checks if r.basis == "stated"} for law in loader.available()}
    assert stated["fulton-10-3"] == stated["charter-602"] == stated["fulton-10-6"] == set()
    assert stated["charter-3-06"] == {"line-signed-rival"}
    assert {"affidavit-missing", "section-disassembled", "line-after-affidavit"} <= stated["colorado-54-124"]


def test_a_check_of_a_long_section_quotes_its_own_sentence() -> None:
    law = loader.load("charter-3-06")
    assert "filed first shall be counted" in law.quote("line-signed-rival", "3.06")
    assert "fifteenth Tuesday" in law.quote("filed-too-late", "3.06")
    assert law.quote("no-such-check", "3.06") == law.clause("3.06").quote


def test_a_law_that_was_corrected_is_seen_by_a_program_that_runs_on(tmp_path):
    for folder, ending in ((loader.ORDINANCES, "toml"), (loader.SOURCES, "txt")):
        (tmp_path / f"own.{ending}").write_bytes((folder / f"colorado-54-124.{ending}").read_bytes())
    law = tmp_path / "own.toml"
    law.write_text(law.read_text(encoding="utf-8").replace("colorado-54-124.txt", "own.txt"), encoding="utf-8")
    first = loader.load(str(law))
    assert loader.load(str(law)) is first, "read once"
    law.write_text(law.read_text(encoding="utf-8").replace("committee_most = 5", "committee_most = 6"), encoding="utf-8")
    second = loader.load(str(law))
    assert second.hash != first.hash
    source = tmp_path / "own.txt"
    source.write_text(source.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert loader.load(str(law)).hash != second.hash, "its source text is part of it"
