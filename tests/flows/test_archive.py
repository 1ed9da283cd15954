"""The archive judged again: results are added, no pixel is touched, differences have causes, decisions hold or are open again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from flows import archive
from flows.section import runner
from pipeline.errors import WrongUse
from pipeline.law import loader
from pipeline.store import Store
from pipeline.work import campaign, carried, differences, differences_report, reading
from pipeline.work.campaign import Choice
from tests.flows.archive import PETITION, SIGNER, fill

pytestmark = pytest.mark.usefixtures("no_pixel")


@pytest.fixture
def judged(store):
    """Three scans, judged once."""
    fill(store, 3)
    _work(store, "read")
    assert len(store.results()) == 3
    return store


def _work(store: Store, queue: str, most: int = 50) -> None:
    for held in store.claim(queue, most=most):
        assert reading.read(store, held).ended == "done"


def _choose(store: Store, reading_of_law: str) -> None:
    """Have the petition file choose another reading of the ordinance."""
    path = store.petitions()[0].path
    before = path.read_text(encoding="utf-8").partition("\n[readings]")[0]
    path.write_text(f'{before}\n[readings]\nconformity = "{reading_of_law}"\n', encoding="utf-8")


def _again(store: Store, choice: Choice | None = None) -> campaign.Campaign:
    begun = campaign.begin(store, choice or Choice())
    _work(store, begun.queue)
    return begun


def test_judged_again_by_the_same_everything_adds_nothing(judged):
    begun = _again(judged)
    found = differences.compare(judged, begun)
    assert len(judged.results()) == 3
    assert len(found.scans) == 3 and found.by_cause() == {}


def test_another_reading_adds_results_and_keeps_the_old_ones(judged):
    before = [r.id for r in judged.results()]
    _choose(judged, "strict")
    begun = _again(judged)
    results = judged.results()
    assert [r.id for r in results][:3] == before and len(results) == 6
    found = differences.compare(judged, begun)
    assert [s.causes for s in found.scans] == [("reading",)] * 3


def _own_ordinance(store: Store) -> Path:
    """Have the petition go by a copy of its ordinance that lies beside it; the copy."""
    path = store.petitions()[0].path
    for folder, ending in ((loader.ORDINANCES, "toml"), (loader.SOURCES, "txt")):
        shutil.copy(folder / f"colorado-54-124.{ending}", path.parent / f"colorado-54-124.{ending}")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"colorado-54-124"', '"colorado-54-124.toml"'), encoding="utf-8")
    return path.parent / "colorado-54-124.toml"


def test_a_parameter_of_the_ordinance_changed_in_between_touches_no_pixel_and_is_named(store, tmp_path):
    """In one process, as a watch that runs for weeks: the changed file is seen, the kept facts are judged by it."""
    law = _own_ordinance(store)
    fill(store, 2)
    _work(store, "read")
    first = _again(store)
    campaign.finish(store, first)
    assert not [d for d in differences.compare(store, first).scans if d.changed]
    before = law.read_text(encoding="utf-8")
    changed = before.replace("committee_least = 3", "committee_least = 5")
    assert changed != before
    law.write_text(changed, encoding="utf-8")
    again = _again(store)
    found = differences.compare(store, again)
    assert {cause for scan in found.scans for cause in scan.causes} == {"ordinance"}
    page, data = differences_report.write(tmp_path, again.name, found, carried.carry(store, again))
    assert "ordinance" in page.read_text(encoding="utf-8")
    assert json.loads(data.read_text(encoding="utf-8"))["causes"]["ordinance"]["new"] >= 2
    assert len(store.results()) >= 4 and len({r.fingerprint for r in store.results()}) == len(store.results())


def test_a_reading_chosen_back_holds_again_and_nothing_is_overwritten(judged):
    first = {r.sha256: judged.result_lines(r.id) for r in judged.results()}
    for choice in ("strict", "substantial"):
        _choose(judged, choice)
        campaign.finish(judged, _again(judged))
    assert len(judged.results()) == 9
    holds = {r.sha256: judged.result_lines(r.id) for r in judged.results()}
    assert {s: _findings(lines) for s, lines in holds.items()} == {s: _findings(lines) for s, lines in first.items()}


def _findings(lines: bytes) -> list[object]:
    return [f for line in lines.splitlines() for f in json.loads(line).get("findings", ())]


def test_only_changed_chooses_what_was_made_from_something_else(judged):
    with pytest.raises(WrongUse, match="nothing to do"):
        campaign.begin(judged, Choice(only_changed=True))
    _choose(judged, "strict")
    assert campaign.begin(judged, Choice(only_changed=True)).scans == 3


@pytest.mark.parametrize(
    ("choice", "scans"),
    [(Choice(petition=PETITION), 3), (Choice(ordinance="colorado-54-124"), 3), (Choice(ordinance="charter-3-06"), 0)],
)
def test_scans_are_chosen_by_petition_and_ordinance(judged, choice, scans):
    if scans:
        assert campaign.begin(judged, choice).scans == scans
        return
    with pytest.raises(WrongUse):
        campaign.begin(judged, choice)


def test_scans_are_chosen_by_the_day_they_came(judged):
    from datetime import UTC, datetime, timedelta

    today = datetime.now(UTC).date()
    assert campaign.begin(judged, Choice(since=today - timedelta(days=1))).scans == 3
    with pytest.raises(WrongUse):
        campaign.begin(judged, Choice(since=today + timedelta(days=2)))


def test_a_stopped_campaign_is_gone_on_with_and_tells_all_its_differences(judged):
    _choose(judged, "strict")
    begun = campaign.begin(judged, Choice())
    _work(judged, begun.queue, most=1)
    assert len(archive.left(judged, begun)) == 2
    again = campaign.begin(judged, Choice())
    assert again == begun
    _work(judged, again.queue)
    assert len(differences.compare(judged, again).scans) == 3 and archive.left(judged, again) == []
    campaign.finish(judged, again)
    assert campaign.unfinished(judged) == []


def test_a_decision_holds_where_its_evidence_is_the_same(judged):
    finding = judged.findings(judged.results()[0].id)[0]
    judged.decide(
        petition=PETITION, target="finding", key=finding.key, decision="upheld", by="R. Amsel", evidence=finding.evidence
    )
    _choose(judged, "strict")
    decided = carried.carry(judged, _again(judged))
    assert (decided.carried, decided.reopened) == (1, ())


def test_a_decision_on_other_evidence_is_open_again_by_a_further_row(judged):
    finding = judged.findings(judged.results()[0].id)[0]
    judged.decide(petition=PETITION, target="finding", key=finding.key, decision="upheld", by="R. Amsel", evidence="0" * 64)
    begun = _again(judged)
    decided = carried.carry(judged, begun)
    assert decided.reopened == ((PETITION, finding.key),)
    rows = judged.decisions(PETITION)
    assert [(r.decision, r.by) for r in rows] == [("upheld", "R. Amsel"), ("undo", carried.BY)]
    assert carried.carry(judged, begun).reopened == (), "what is open is not taken back twice"


def test_the_report_counts_by_cause_and_names_no_signer(judged, tmp_path):
    _choose(judged, "strict")
    begun = _again(judged)
    found = differences.compare(judged, begun)
    page, data = differences_report.write(tmp_path, begun.name, found, carried.carry(judged, begun))
    told = json.loads(data.read_text(encoding="utf-8"))
    assert told["scans"] == 3
    assert set(told["causes"]) <= {"reading"}
    text = page.read_text(encoding="utf-8") + data.read_text(encoding="utf-8")
    assert SIGNER not in text


def test_flows_judge_the_archive_in_chunks_and_each_scan_once(judged, settings_of_prefect):
    _choose(judged, "strict")
    begun = campaign.begin(judged, Choice())
    told = []
    archive.here(judged, begun, runner(2), lambda done, of: told.append((done, of)))
    assert told[-1] == (3, 3)
    assert len(judged.results()) == 6
