"""Shares with their doubt."""

from __future__ import annotations

import pytest

from benchmarks.interval import Found, Share


def test_the_interval_is_wilsons() -> None:
    # Worked by hand for 8 of 10 at 95 %: middle 0.7167, half width 0.2266.
    low, high = Share(8, 10).interval
    assert (low, high) == (pytest.approx(0.4902, abs=1e-3), pytest.approx(0.9433, abs=1e-3))


def test_all_and_none_leave_doubt_on_one_side_only() -> None:
    assert Share(30, 30).interval[1] == 1.0
    assert Share(30, 30).interval[0] == pytest.approx(0.8865, abs=1e-3)
    assert Share(0, 30).interval == (0.0, pytest.approx(0.1135, abs=1e-3))


def test_nothing_counted_is_no_share() -> None:
    assert Share(0, 0).value is None
    assert Share(0, 0).interval == (0.0, 1.0)
    assert Found().f1 is None


def test_f1_weighs_misses_and_false_alarms_alike() -> None:
    assert Found(true=8, missed=2, false=2).f1 == pytest.approx(0.8)
    assert Found(true=8, missed=4, false=0).f1 == Found(true=8, missed=0, false=4).f1
