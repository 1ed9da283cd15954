"""The figures of lines: what counts as an error, and counts that add up over scans."""

from __future__ import annotations

import pytest

from benchmarks.interval import Share
from benchmarks.line_figures import Figures, as_json, errors, hand, letters, reliability
from benchmarks.line_goals import GOALS, goals, speed, table


@pytest.mark.parametrize(
    ("so", "said", "wrong"),
    [("Ada Quill", "ADA QUILL", 0), ("J. R. Poole", "J R Poole", 0), ("Ada Quill", "Ada Ouill", 1), ("Ada Quill", None, 8)],
)
def test_capitals_spaces_and_stops_are_no_errors(so: str, said: str | None, wrong: int) -> None:
    assert errors(so, said) == wrong


def test_a_city_behind_the_street_is_not_held_against_it() -> None:
    assert errors("12 Elm St", "12 Elm St, Pine Hollow", begins=True) == 0
    assert errors("12 Elm St", "12 Em St, Pine Hollow", begins=True) == 1
    assert errors("12 Elm St", "12 Elm St, Pine Hollow") > 0


def test_signs_do_not_make_a_reading_wrong() -> None:
    assert letters("O'Neil-Poole Jr.") == letters("ONeil Poole JR")


def test_hands_are_told_by_face_and_capitals() -> None:
    kinds = [
        hand({"hand": {"face": face, "joined": joined, "capitals": capitals}})
        for face, joined, capitals in (("kalam", False, False), ("kalam", False, True), ("caveat", True, False))
    ]
    assert kinds == ["print", "block", "cursive"]


def test_counts_of_two_scans_add_up() -> None:
    one, other = Figures(), Figures()
    for figures, wrong in ((one, 1), (other, 3)):
        figures.found, figures.lines, figures.read_seconds = Share(4, 4), 4, 0.2
        figures.edits["name print"] = [wrong, 40, 4, 3]
        figures.days = [4, 3, 2, 1]
        figures.said["name"] = [(0.95, True), (0.55, False)]
        figures.electors["on the roll"] = 4
    one.add(other)
    told = as_json(one)
    assert told["line_found"]["hits"] == 8
    assert told["text"]["name print"]["character_errors"] == 0.05
    assert told["dates"]["right_or_in_review"]["hits"] == 6
    assert told["electors"] == {"on the roll": 8}
    assert told["ms_a_line"] == {"read": 50.0, "look_up": 0.0, "look_up_large": 0.0}


def test_reliability_sets_what_was_said_beside_what_was_right() -> None:
    rows = reliability([(0.91, True), (0.93, True), (0.94, False), (0.3, False), (1.0, True)])
    assert [(r["from"], r["right"]["hits"], r["right"]["n"]) for r in rows] == [(0.2, 0, 1), (0.9, 2, 3), (0.98, 1, 1)]
    assert rows[1]["said"] == pytest.approx(0.927, abs=1e-3)


def test_a_goal_that_is_missed_is_marked_and_one_without_figures_is_not() -> None:
    good, bad = Figures(), Figures()
    good.found = Share(40, 40)
    bad.found, bad.edits["name print"] = Share(39, 40), [3, 100, 10, 8]
    shown = {line.split("  ")[0]: line for line in table({"good": good, "bad": bad})[1:]}
    assert shown["written lines found"].count("!") == 1
    assert shown["names, print and block: characters wrong"].rstrip().endswith("0.0300 (3/100) !")
    assert "!" not in shown["accepted, of those not on the roll"]
    assert [row["figure"] for row in goals({"good": good})] == [g.name for g in GOALS]


def test_a_line_costs_what_reading_and_each_roll_take() -> None:
    figures = Figures(lines=10, read_seconds=0.6, match_seconds=0.1, large_seconds=0.3)
    assert speed(figures, (50_000, 4_000_000)).startswith(
        "60.0 ms of one core a line for reading, 70.0 with a roll of 50,000, 90.0 with a roll of 4,000,000"
    )
    assert "roll of 4" not in speed(figures, (50_000, 0))
