"""The two sides of the catalogue: what a benchmark draws from is never looked at while developing."""

import pytest

from samples.factory import catalogue
from samples.factory.form import STATEMENTS


@pytest.mark.parametrize("kind", ["layouts", "faces", "scripts", "hands", "profiles"])
def test_no_entry_is_on_both_sides(kind):
    develop, measure = (getattr(catalogue, kind)(side) for side in catalogue.SIDES)
    assert develop and measure
    assert not {entry.id for entry in develop} & {entry.id for entry in measure}


def test_the_measure_side_is_wide_enough():
    assert len(catalogue.layouts("measure")) >= 3
    assert len(catalogue.faces("measure")) >= 4
    assert len(catalogue.hands("measure")) >= 6
    assert len(catalogue.profiles("measure")) >= 2


@pytest.mark.parametrize("statement", STATEMENTS)
def test_each_statement_has_its_own_wordings_on_each_side(statement):
    texts = {}
    for side in catalogue.SIDES:
        texts[side] = {entry["text"] for entry in catalogue.wordings("statements", statement, side=side)}
    assert sum(len(found) for found in texts.values()) >= 6
    assert not texts["develop"] & texts["measure"]
    assert all(texts.values())
