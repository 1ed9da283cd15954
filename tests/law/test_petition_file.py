"""petition.toml: what it may say, and what it answers to a slip."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from pipeline.errors import ExitCode, WrongUse
from pipeline.law import petition_file

BASE = 'ordinance = "colorado-54-124"\nkind = "initiative"\n'
ZONE = 'timezone = "America/Denver"\n'


def load(folder: Path, text: str) -> petition_file.PetitionFile:
    file = folder / "petition.toml"
    file.write_text(text, encoding="utf-8")
    return petition_file.load(file)


def test_the_ordinance_alone_is_enough(tmp_path: Path) -> None:
    petition = load(tmp_path, 'ordinance = "colorado-54-124"\n')
    assert petition.kind == "initiative"
    assert petition.id == tmp_path.name
    assert petition.summary is None


def test_without_a_file_the_ordinance_is_enough() -> None:
    petition = petition_file.for_ordinance("colorado-54-124")
    assert (petition.ordinance, petition.kind, petition.path) == ("colorado-54-124", "initiative", None)


def test_every_key_is_taken(tmp_path: Path) -> None:
    (tmp_path / "summary.txt").write_text("\ufeffA summary.\r\nTwo lines.\r\n", encoding="utf-8")
    (tmp_path / "text.txt").write_bytes("The caf\u00e9\u2019s text".encode("cp1252"))
    petition = load(
        tmp_path,
        BASE
        + ZONE
        + """
id = "trees"
title = "Trees"
city = "Example"
county = "Sample"
summary_file = "summary.txt"
text_file = "text.txt"
form = "form.pdf"
roll = "roll.csv"
roll_mapping = "map.toml"
circulation_from = 2026-07-01
filed = 2026-09-14T15:59:00
registered_voters = 12000
roll_as_of = 2026-09-01
required = { least = 1200, source = "Charter Sec. 8" }
filing_deadline = { at = 2026-09-15T16:00:00-06:00, source = "state law" }
serials_issued = "0001-0003"
committee = [{ name = "Ada Quill", address = "12 Elm St" }, { name = "Bo Reed" }]
approved_by = "Cora Ink"
approved_on = 2026-06-30
determined_sufficient = 2026-10-01
available_dates = [2026-11-03, 2027-04-06]
regular_elections = [2027-11-02]
holidays = "holidays.toml"
rivals = ["../other/petition.toml"]
decisions = "decisions.jsonl"
cure_clause = "none"
[[authorities]]
name = "Board"
counties = "North, South"
returned = true
stated_valid = 12
[readings]
conformity = "strict"
""",
    )
    assert petition.summary == "A summary.\nTwo lines."
    assert petition.text == "The caf\u00e9\u2019s text"
    assert petition.form == tmp_path / "form.pdf"
    assert petition.rivals == (tmp_path / "../other/petition.toml",)
    assert petition.serials_issued == ("0001", "0002", "0003")
    assert petition.committee[1].address is None
    assert petition.filed is not None
    assert petition.filed.utcoffset() == timedelta(hours=-6)
    assert petition.authorities[0].counties == ("North", "South")
    assert petition.readings == {"conformity": "strict"}
    assert petition.circulation_from == date(2026, 7, 1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (BASE + 'sumary_file = "a.txt"', ['unknown key "sumary_file"', 'Did you mean "summary_file"?']),
        (BASE + 'committee = [{ nmae = "A" }]', ['"committee[1].nmae"', 'Did you mean "name"?']),
        (BASE + 'circulation_from = "soon"', ['"circulation_from" is \'soon\'', "a day, as 2026-09-03"]),
        (BASE + "circulation_from = 20260903", ['"circulation_from" is 20260903', "a day"]),
        (BASE + "filed = 2026-09-14", ['"filed" is 2026-09-14', "a date and time"]),
        (BASE + "filed = 2026-09-14T16:00:00", ['"filed" is a time without an offset', '"timezone"']),
        (BASE + 'timezone = "Mars/Olympus"', ['"timezone" is "Mars/Olympus"', "an IANA name"]),
        (BASE + 'registered_voters = "many"', ['"registered_voters"', "a whole number"]),
        (BASE + "required = { least = 5 }", ['"required.source" is missing']),
        (BASE + 'office = "King"', ['"office" is \'King\'', '"Mayor"']),
        (BASE + 'serials_issued = "9-1"', ['"serials_issued"', '"1-120"']),
        (BASE + 'summary_file = "gone.txt"', ['"summary_file" is "gone.txt"', "no such file"]),
        (BASE + '[readings]\nconformty = "strict"', ["conformty", 'Did you mean "conformity"?']),
        (BASE + '[readings]\nconformity = "lax"', ['"readings.conformity" is "lax"', "substantial, strict"]),
        ('ordinance = "colorado-54-124"\nkind = "recall"', ['"kind" is "recall"', "initiative, referendum"]),
        ('ordinance = "colorado-54-123"', ["colorado-54-123", 'Did you mean "colorado-54-124"?']),
        ('kind = "initiative"', ['"ordinance" is missing']),
        ("ordinance = ", ["not valid TOML"]),
    ],
)  # fmt: skip
def test_a_slip_names_the_key_and_what_it_wants(tmp_path: Path, text: str, told: list[str]) -> None:
    with pytest.raises(WrongUse) as error:
        load(tmp_path, text)
    assert str(error.value).startswith("petition.toml")
    for words in told:
        assert words in str(error.value)
    assert error.value.exit_code == ExitCode.WRONG_USE


def test_a_petition_file_that_is_not_there_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="there is no such file"):
        petition_file.load(tmp_path / "petition.toml")


@pytest.mark.parametrize("contents", [b"", b"  \n", b"\x00\x01PDF"], ids=["empty", "white", "binary"])
def test_a_summary_that_is_no_plain_text_is_refused(tmp_path: Path, contents: bytes) -> None:
    (tmp_path / "summary.txt").write_bytes(contents)
    with pytest.raises(WrongUse, match="summary_file"):
        load(tmp_path, BASE + 'summary_file = "summary.txt"')


@pytest.mark.parametrize(
    ("at", "day"),
    [("2026-09-14T23:30:00", date(2026, 9, 14)), ("2026-09-15T01:00:00+00:00", date(2026, 9, 14))],
    ids=["late in the evening", "given in another zone"],
)
def test_the_day_of_filing_is_that_of_the_citys_clock(tmp_path: Path, at: str, day: date) -> None:
    assert petition_file.day_filed(load(tmp_path, BASE + ZONE + f"filed = {at}\n")) == day
