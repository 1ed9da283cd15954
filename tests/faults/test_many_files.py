"""A thousand small files dropped at once: all end in a named state (faults.md A41)."""

from __future__ import annotations

import pytest

from tests.store.scans import png

pytestmark = pytest.mark.faults

FILES = 1000


def test_a_thousand_files_dropped_at_once_all_end_in_a_named_state(sqlite_workshop):
    for number in range(FILES):
        match number % 20:
            case 19:
                sqlite_workshop.drop(f"{number}.pdf", b"MZ%d" % number)
            case 18:
                sqlite_workshop.drop(f"{number}.png", b"")
            case 17:
                sqlite_workshop.drop(f"{number}.png", png(number - 17))
            case _:
                sqlite_workshop.drop(f"{number}.png", png(number))
    assert sqlite_workshop.finish(sqlite_workshop.start(), sqlite_workshop.start()) == [0, 0]
    sqlite_workshop.expect(taken=850, duplicate=50, problem=100)
