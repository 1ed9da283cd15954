"""All scans added up: sums agree with their parts, and one subject can be listed by itself."""

from __future__ import annotations

import json

from benchmarks.answer import Answer
from benchmarks.matching import compare
from benchmarks.readings import compare as compare_readings
from benchmarks.table import markdown
from benchmarks.totals import Totals, report
from tests.benchmarks.test_matching import answer, finding, line, section


def totals_of(*scans: tuple[Answer, Answer]) -> Totals:
    totals = Totals()
    for truth, said in scans:
        totals.add(truth, said, compare(truth, said), compare_readings(truth, said))
    return totals


def two_scans() -> Totals:
    first = answer(section(finding("serial-missing"), finding("line-date-missing", "note", page=2, row=1), lines=(line(1),)))
    second = answer(section(finding("notary-seal-missing", "review")))
    said = answer(section(finding("serial-missing"), finding("warning-missing"), lines=(line(1),)))
    return totals_of((first, said), (second, second))


def test_sums_are_the_sums_of_their_parts() -> None:
    totals = two_scans()
    pooled = totals.checks_pooled
    assert (pooled.true, pooled.missed, pooled.false) == (2, 1, 1)
    assert totals.checks_without_notes.missed == 0
    assert sum(found.true for found in totals.checks.values()) == pooled.true


def test_the_record_is_json_and_makes_a_table() -> None:
    record = {**two_scans().as_json()}
    table = markdown(json.loads(json.dumps(record)))
    assert "| checks, precision | 0.95 | 0.667 (2 of 3;" in table
    assert "| signer lines lost | 0 | 0 of 1 |" in table


def test_one_subject_alone_is_listed() -> None:
    text = report(two_scans(), part="warning")
    assert "warning-missing" in text
    assert "serial-missing" not in text
    assert "line-date-missing" not in text


def test_the_affidavits_subject_covers_circulator_and_notary() -> None:
    assert "notary-seal-missing" in report(two_scans(), part="affidavit")
