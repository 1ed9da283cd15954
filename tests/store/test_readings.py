"""Facts, results and decisions are added, never changed; the same again is none."""

from __future__ import annotations

import hashlib

import pytest

from pipeline.store import FindingRow
from tests.store.scans import drop, png


@pytest.fixture
def scan(store):
    return store.take_in(drop(store, "scan.png", png(1))).sha256


def finding(evidence="the warning is black", key="0017-p1:warning-not-red:2:-:-"):
    return FindingRow(
        key=key,
        check="warning-not-red",
        clause="54-124(a)",
        consequence="void",
        certainty=0.94,
        page=2,
        row=None,
        evidence=evidence,
    )


def record(store, scan, fingerprint="f1", lines=b'{"a": 1}\n', **given):
    return store.record_result(
        sha256=scan, petition="oak", fingerprint=fingerprint, lines=lines, exit_code=10, versions={"petition": "1"}, **given
    )


def test_facts_are_kept_by_key_and_the_first_stay(store, scan):
    data = bytes(range(256)) * 40
    assert store.record_facts("k", data, sha256=scan, petition="oak") is True
    assert store.record_facts("k", b"other", sha256=scan, petition="oak") is False
    assert store.facts("k") == data and store.facts("other") is None


def test_a_result_comes_back_to_the_byte(store, scan):
    lines = '{"name": "Zoë \u202e \\u0000"}\n'.encode()
    store.record_facts("k", b"facts", sha256=scan)
    number = record(store, scan, lines=lines, facts_key="k", findings=[finding()])
    (found,) = store.results(scan)
    assert (found.id, found.petition, found.exit, found.facts_key, dict(found.versions)) == (
        number,
        "oak",
        10,
        "k",
        {"petition": "1"},
    )
    assert store.result_lines(number) == lines
    (row,) = store.findings(number)
    assert (row.check, row.certainty, row.page, row.row) == ("warning-not-red", 0.94, 2, None)


def test_the_same_fingerprint_is_one_result_and_another_is_one_more(store, scan):
    first = record(store, scan, findings=[finding()])
    assert record(store, scan, lines=b"changed\n", findings=[finding()]) == first
    assert store.result_lines(first) == b'{"a": 1}\n' and len(store.findings(first)) == 1
    record(store, scan, "f2")
    assert [r.fingerprint for r in store.results(scan, petition="oak")] == ["f1", "f2"]


def test_evidence_is_equal_where_the_finding_says_the_same_and_cannot_be_guessed(store, scan):
    first, second = (
        record(store, scan, findings=[finding()]),
        record(store, scan, "f2", findings=[finding(), finding("it is red", "k2")]),
    )
    one, (same, other) = store.findings(first)[0].evidence, [f.evidence for f in store.findings(second)]
    assert one == same != other
    assert one != hashlib.sha256(b"the warning is black").hexdigest()


def test_work_is_finished_with_its_result_or_not_at_all(store, scan):
    (held,) = store.claim()
    with pytest.raises(ValueError, match=r"surrogates"):
        record(store, scan, "\ud800", held=held)
    assert store.results(scan) == [] and store.work(state="working") != []
    record(store, scan, held=held)
    assert store.work(state="done") != []


def test_decisions_are_kept_in_their_order_undo_too(store):
    for decision in ("upheld", "undo", "set-aside"):
        store.decide(
            petition="oak", target="finding", key="k", decision=decision, by="R. Amsel", reason="see the page", evidence="e"
        )
    assert [(d.decision, d.by, d.reason, d.evidence) for d in store.decisions("oak")] == [
        ("upheld", "R. Amsel", "see the page", "e"),
        ("undo", "R. Amsel", "see the page", "e"),
        ("set-aside", "R. Amsel", "see the page", "e"),
    ]
    assert store.decisions("elm") == []


def test_the_log_takes_any_text_as_data(store):
    number = store.log("note", by="x\n2026-01-01 forged line", detail={"text": "a\nb\u2028"})
    assert store.log("note") == number + 1
