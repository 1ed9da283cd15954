"""`--count` scans in all, however many ordinances they are shared out over."""

from __future__ import annotations

import pytest

from benchmarks.accuracy import ORDINANCES, shares


@pytest.mark.parametrize("count", [0, 1, 3, 4, 60, 90, 91])
@pytest.mark.parametrize("of", [1, len(ORDINANCES)])
def test_no_scan_is_lost_and_none_is_added(count: int, of: int) -> None:
    shared = shares(count, of)
    assert len(shared) == of
    assert sum(shared) == count
    assert max(shared) - min(shared) <= 1
