"""Rules lost under strikes: the rows between them are lines all the same."""

from __future__ import annotations

from pipeline.section.beat import regular


def test_rows_under_a_taller_heading_are_put_back_where_torn_rules_say_so() -> None:
    """Rows of 25 pt under a heading of 30: two rules torn by a heavy strike, seen over most of the block only."""
    kept = [271.6, 351.8, 376.8, 401.8, 426.8, 451.8, 476.8]
    assert regular(kept, 9.0, 150.0, [301.7, 326.8], [301.7, 326.8]) == [271.6, 301.7, 326.8, *kept[1:]]


def test_nothing_is_put_into_a_tall_heading_without_a_torn_rule() -> None:
    kept = [271.6, 351.8, 376.8, 401.8, 426.8, 451.8, 476.8]
    assert regular(kept, 9.0, 150.0, [318.0, 337.0], [318.0]) == kept
