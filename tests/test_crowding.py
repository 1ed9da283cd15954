"""How much longer may work take on a busy computer? Never less than on an idle one, and never without end."""

from __future__ import annotations

import os

import pytest

from pipeline.crowding import MOST, crowding


@pytest.mark.parametrize(("tasks_a_core", "times"), [(0.0, 1.0), (0.9, 1.0), (2.5, 2.5), (400.0, MOST)])
def test_limits_stretch_with_the_load_between_once_and_the_most(
    tasks_a_core: float, times: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (tasks_a_core * (os.cpu_count() or 1), 0.0, 0.0))
    assert crowding() == pytest.approx(times)


def test_a_system_that_does_not_tell_its_load_counts_as_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    def untold() -> tuple[float, float, float]:
        raise OSError

    monkeypatch.setattr(os, "getloadavg", untold)
    assert crowding() == 1.0
