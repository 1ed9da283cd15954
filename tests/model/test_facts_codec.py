"""Facts survive being kept: equal when read again, the same bytes every time, and judged to the same result."""

from __future__ import annotations

import json

import pytest

from pipeline import run
from pipeline.law import petition_file
from pipeline.model import facts_codec
from pipeline.report.result_json import json_lines
from tests.conftest import SAMPLES

SAMPLE = SAMPLES / "clean-portrait.pdf"


@pytest.fixture(scope="module")
def measured():
    petition = petition_file.for_ordinance("colorado-54-124")
    return petition, run.measure(SAMPLE, petition).facts


def test_facts_come_back_equal(measured):
    _, facts = measured
    assert facts.sections
    assert facts_codec.decode(facts_codec.encode(facts)) == facts


def test_the_same_facts_give_the_same_bytes(measured):
    _, facts = measured
    assert facts_codec.encode(facts_codec.decode(facts_codec.encode(facts))) == facts_codec.encode(facts)


def test_kept_facts_are_judged_to_the_same_bytes(measured):
    petition, facts = measured
    kept = facts_codec.decode(facts_codec.encode(facts))
    assert list(json_lines(run.judge(kept, petition))) == list(json_lines(run.judge(facts, petition)))


def test_bytes_of_another_model_are_refused(measured):
    _, facts = measured
    other = json.loads(facts_codec.encode(facts)) | {"gone_field": 1}
    with pytest.raises(ValueError, match="no facts of this model"):
        facts_codec.decode(json.dumps(other).encode())


def test_a_field_that_older_bytes_lack_takes_its_default(measured):
    _, facts = measured
    older = json.loads(facts_codec.encode(facts))
    del older["problems"]
    assert facts_codec.decode(json.dumps(older).encode()).problems == ()
